"""The cells that are measured. `§` becomes a comment that is new each time, so that no cache knows the cell. It stands inside
a statement, because the kernel leaves out a comment behind the last one."""

import secrets

PLAIN = [
    "let x = 40 + 2 §;",
    "x § + 1",
    "fn mex(s: &[u32]) -> u32 { let mut k = 0 §; while s.contains(&k) { k += 1; } k }",
    "mex(&[0, 1, 3 §])",
    'println!("{}", mex(&[0, 1, 2 §]));',
    "let mut g: Vec<u32> = vec![0 §];",
    "for n in 1..25usize { let mut s = vec![]; for i in 0..n { s.push(g[i] ^ g[n-1-i]); if i + 2 <= n { s.push(g[i] ^ g[n-2-i]); } } let v = mex(&s) §; g.push(v); }",
    "g.clone(§)",
    "struct P { a: u32, b: u32 § }",
    'let p = P { a: 3, b: 5 § }; println!("{} {}", p.a, p.b);',
    "(0..5u32).map(|i| i * i §).collect::<Vec<_>>()",
    "g.iter().max(§).unwrap()",
]
POLARS = [
    "use polars::{prelude::* §};",
    'let df = df!("n" => [0i64, 1, 2, 3], "g" => [0i64, 1, 2, 3 §]).unwrap();',
    'println!("{}", df §);',
    "df.shape(§)",
    'let df2 = df.clone().lazy().filter(col("g").gt(lit(1 §))).collect().unwrap(); println!("{}", df2.height());',
]
# Each is a cell, and with `fn main` around it a program; each prints its own time in nanoseconds and a sum to compare.
LOOPS = {
    "sieve": """
        let n = 20_000_000usize;
        let begin = std::time::Instant::now();
        let mut composite = vec![false; n + 1];
        let mut i = 2;
        while i * i <= n {
            if !composite[i] { let mut j = i * i; while j <= n { composite[j] = true; j += i; } }
            i += 1;
        }
        let primes = (2..=n).filter(|&i| !composite[i]).count();
        println!("{} {}", begin.elapsed().as_nanos(), primes);""",
    "collatz": """
        fn steps(start: u64) -> u64 {
            let (mut n, mut steps) = (start, 0);
            while n != 1 { n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 }; steps += 1; }
            steps
        }
        let begin = std::time::Instant::now();
        let mut longest = 0;
        for n in 1..2_000_000u64 { longest = longest.max(steps(n)); }
        println!("{} {}", begin.elapsed().as_nanos(), longest);""",
    "matrix": """
        let n = std::hint::black_box(600usize);
        let (a, b) = (vec![1.5f64; n * n], vec![0.5f64; n * n]);
        let begin = std::time::Instant::now();
        let mut c = vec![0f64; n * n];
        for i in 0..n { for k in 0..n { let x = a[i * n + k]; for j in 0..n { c[i * n + j] += x * b[k * n + j]; } } }
        println!("{} {}", begin.elapsed().as_nanos(), c.iter().sum::<f64>());""",
    "range": """
        let n = std::hint::black_box(300_000_000u64);
        let begin = std::time::Instant::now();
        let mut sum = 0u64;
        for i in 0..n { sum = sum.wrapping_add((i ^ (i >> 3)) & 0xff); }
        println!("{} {}", begin.elapsed().as_nanos(), sum);""",
    "Kayles": """
        fn mex(seen: &[u32]) -> u32 { let mut k = 0; while seen.contains(&k) { k += 1; } k }
        let begin = std::time::Instant::now();
        let mut g: Vec<u32> = vec![0, 1];
        for n in 2..3_000usize {
            let mut seen = vec![];
            for i in 0..n { seen.push(g[i] ^ g[n - 1 - i]); if i + 2 <= n { seen.push(g[i] ^ g[n - 2 - i]); } }
            g.push(mex(&seen));
        }
        println!("{} {}", begin.elapsed().as_nanos(), g.iter().sum::<u32>());""",
}


def comment():
    return f"/* {secrets.token_hex(6)} */"


def new(code):
    """The cell, as nobody has ever compiled it."""
    return code.replace("§", comment())
