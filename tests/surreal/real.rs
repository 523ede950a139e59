//! Real numbers: enclosures, sign expansions and comparisons against independent digits.

use agon::surreal::days::numbers_by_day;
use agon::surreal::{Enclosure, Polynomial, Sign, SignExpansion, SignSequence, simplest_between};
use agon::{Dyadic, Real};
use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;
use std::cmp::Ordering;

fn polynomial(text: &str) -> Polynomial {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn ratio(m: i64, n: i64) -> Real {
    Real::from(BigRational::new(m.into(), n.into()))
}

/// n signs by definition: from 0 on, to the larger child when the number is larger, with a comparison as oracle.
fn signs_by_comparison(n: usize, compare: impl Fn(&Dyadic) -> Ordering) -> SignExpansion {
    let (mut low, mut high): (Option<Dyadic>, Option<Dyadic>) = (None, None);
    let mut signs = Vec::new();
    while signs.len() < n {
        let node = simplest_between(low.as_ref(), high.as_ref()).unwrap();
        match compare(&node) {
            Ordering::Equal => break,
            Ordering::Greater => {
                signs.push(Sign::Plus);
                low = Some(node);
            }
            Ordering::Less => {
                signs.push(Sign::Minus);
                high = Some(node);
            }
        }
    }
    signs.into_iter().collect()
}

#[test]
fn digits_of_the_literature() {
    for (number, digits) in [
        (
            Real::pi(),
            "3.1415926535897932384626433832795028841971693993751058209749445923078164062862089986280348253421170679…",
        ),
        (
            Real::e(),
            "2.7182818284590452353602874713526624977572470936999595749669676277240766303535475945713821785251664274…",
        ),
        (
            Real::sqrt(2u8),
            "1.4142135623730950488016887242096980785696718753769480731766797379907324784621070388503875343276415727…",
        ),
        (
            Real::golden_ratio(),
            "1.6180339887498948482045868343656381177203091798057628621354486227052604628189024497072072041893911374…",
        ),
        (
            Real::positive_root(2u8, 3).unwrap(),
            "1.2599210498948731647672106072782283505702514647015079800819751121552996765139594837293965624362550941…",
        ),
    ] {
        assert_eq!(number.to_decimal(100).unwrap(), digits);
        assert!((-number).to_decimal(100).unwrap().starts_with("-1.") || !digits.starts_with("1."));
    }
    // The last ten of the first 10 000 decimals of π and of e.
    assert!(Real::pi().to_decimal(10_000).unwrap().ends_with("5678…"));
    assert_eq!((Real::pi() - Real::e()).to_decimal(20).unwrap(), "0.42331082513074800310…");
    assert_eq!((Real::pi() * Real::e()).to_decimal(20).unwrap(), "8.53973422267356706546…");
    assert_eq!((Real::e() - Real::pi()).to_decimal(3).unwrap(), "-0.423…");
    // More places than the width of a format can have.
    assert_eq!(ratio(1, 3).to_decimal(70_000).unwrap(), format!("0.{}…", "3".repeat(70_000)));
    let fine = Dyadic::new(1, 70_000).to_decimal().unwrap();
    assert!(fine.len() == 70_002 && fine.starts_with("0.000") && fine.ends_with("625"));
}

#[test]
fn signs_follow_from_the_definition() {
    // √n > x iff x < 0 or n > x².
    for n in [2u8, 3, 5, 7, 99] {
        let compare = |x: &Dyadic| {
            if x.is_negative() { Ordering::Greater } else { Dyadic::from(i64::from(n)).cmp(&(x * x)) }
        };
        let signs = Real::sqrt(n).signs(200).unwrap();
        assert_eq!(signs, signs_by_comparison(200, compare), "√{n}");
        assert_eq!(signs.len(), 200u8.into());
    }
    // A rational of short numerator and denominator within 10⁻¹⁰⁰ of π decides 200 signs.
    let digits = Real::pi().to_decimal(100).unwrap().replace(['.', '…'], "");
    let near = BigRational::new(digits.parse().unwrap(), BigInt::from(10).pow(100));
    let compare = |x: &Dyadic| near.cmp(&BigRational::from(x.clone()));
    assert_eq!(Real::pi().signs(200).unwrap(), signs_by_comparison(200, compare));
    for x in numbers_by_day(5) {
        assert_eq!(Real::from(&x).signs(100).unwrap(), x.sign_expansion());
    }
}

#[test]
fn cuts_enclose_and_approximate() {
    for number in [Real::sqrt(2u8), Real::pi(), Real::e(), -Real::sqrt(3u8), ratio(1, 3), ratio(-22, 7)] {
        let cut = number.cut(40).unwrap();
        assert!(cut.left.is_sorted() && cut.right.iter().rev().is_sorted());
        assert_eq!(cut.left.len() + cut.right.len(), 40);
        for x in &cut.left {
            assert_eq!(number.compare(&Real::from(x), 60), Ok(Ordering::Greater));
        }
        for x in &cut.right {
            assert_eq!(number.compare(&Real::from(x), 60), Ok(Ordering::Less));
        }
        assert_eq!(cut.to_game().as_number(), Some(number.signs(40).unwrap().to_dyadic()));
        for k in 0..30 {
            let nearest = number.nearest_dyadic(k).unwrap();
            let distance = number.clone() - Real::from(&nearest);
            let half = Real::from(&Dyadic::new(1, u64::from(k) + 1));
            assert_ne!(distance.compare(&half, 60), Ok(Ordering::Greater));
            assert_ne!((-distance).compare(&half, 60), Ok(Ordering::Greater));
        }
    }
    assert_eq!(ratio(1, 2).nearest_dyadic(0).unwrap(), Dyadic::one());
}

/// x + y lies between the sums of the options by Conway's definition: xᴸ + y < x + y < xᴿ + y.
#[test]
fn sums_of_cuts() {
    let numbers = [Real::sqrt(2u8), Real::pi(), ratio(1, 3), -Real::e()];
    for x in &numbers {
        for y in &numbers {
            let sum = x + y;
            let cut = x.cut(20).unwrap();
            for left in &cut.left {
                assert_eq!((Real::from(left) + y).compare(&sum, 40), Ok(Ordering::Less));
            }
            for right in &cut.right {
                assert_eq!((Real::from(right) + y).compare(&sum, 40), Ok(Ordering::Greater));
            }
        }
    }
    let nothing = Real::e() - Real::e();
    let error = nothing.signs(10).unwrap_err();
    assert_eq!(error.number, "e - e");
    assert!(error.to_string().contains("which no enclosure can show"), "{error}");
    assert!(nothing.nearest_dyadic(3).is_ok());
    assert!(nothing.to_decimal(3).is_err());
    let one = Real::e() / Real::e();
    assert!(one.compare(&Real::from(1), 50).is_err());
    assert_eq!(one.nearest_dyadic(10), Ok(1.into()));
    assert_eq!((Real::sqrt(2u8) * Real::sqrt(2u8)).compare(&Real::from(2), 1), Ok(Ordering::Equal));
    assert_eq!(Real::sqrt(4u8).compare(&Real::from(2), 1), Ok(Ordering::Equal));
}

#[test]
fn roots_of_polynomials() {
    for (text, roots) in [
        ("x^2 - 2", &["-1.4142135623…", "1.4142135623…"][..]),
        ("x^5 - x - 1", &["1.1673039782…"]),
        ("x^2 + 1", &[]),
        ("5", &[]),
        ("2x - 1", &["0.5"]),
        ("3x^2 - 4x + 1", &["0.3333333333…", "1"]),
        ("x^3 - 3x + 1", &["-1.8793852415…", "0.3472963553…", "1.5320888862…"]),
        ("x^4 - 4x^2 + 4", &["-1.4142135623…", "1.4142135623…"]),
        ("x^3", &["0"]),
        ("-7x^3 + 14x", &["-1.4142135623…", "0", "1.4142135623…"]),
        ("1000000x^2 - 2000001x + 1000001", &["1", "1.000001"]),
    ] {
        let found = polynomial(text).real_roots().unwrap();
        let decimals: Vec<String> = found.iter().map(|root| root.to_decimal(10).unwrap()).collect();
        assert_eq!(decimals, roots, "{text}");
    }
    // (x − 1)(x − 2)…(x − 12): coefficients with many digits, roots that are close for their size.
    let wilkinson = (1i64..=12).fold(vec![BigInt::from(1)], |p, root| {
        let mut product = vec![BigInt::from(0); p.len() + 1];
        for (i, c) in p.iter().enumerate() {
            product[i + 1] += c;
            product[i] -= c * root;
        }
        product
    });
    let roots: Vec<String> =
        Polynomial::new(wilkinson).real_roots().unwrap().iter().map(Real::to_string).collect();
    assert_eq!(roots, (1..=12).map(|root| root.to_string()).collect::<Vec<_>>());
    // The same number from two polynomials.
    let a = polynomial("x^4 - 10x^2 + 1").real_roots().unwrap().pop().unwrap();
    let b = polynomial("x^6 - 9x^4 - 9x^2 + 1").real_roots().unwrap().pop().unwrap();
    assert_eq!(a.compare(&b, 10), Ok(Ordering::Equal));
    let sum = Real::sqrt(2u8) + Real::sqrt(3u8);
    assert_eq!(a.signs(300).unwrap(), sum.signs(300).unwrap());
    assert_eq!(a.compare(&Real::pi(), 64), Ok(Ordering::Greater));
    for text in [
        "",
        "y",
        "x^",
        "x^-1",
        "2 + + 3",
        "x2",
        "x^2000",
        "x/2",
        "1.5x",
        "2^x",
        "√x",
        "(x",
        "(x^40)^40",
        "9^9^9^9",
    ] {
        assert!(text.parse::<Polynomial>().is_err(), "{text}");
    }
    assert!("x^2000".parse::<Polynomial>().unwrap_err().to_string().contains("x^2000 is too large"));
    for (text, printed) in [
        ("x*x", "x^2"),
        ("x*2", "2x"),
        ("(x-1)(x-2)", "x^2 - 3x + 2"),
        ("x²-2", "x^2 - 2"),
        ("(x + 1)^4", "x^4 + 4x^3 + 6x^2 + 4x + 1"),
        ("(x-1)^2 - (x+1)^2", "-4x"),
        ("2(x - 1) + -3", "2x - 5"),
        ("+x - -1", "x + 1"),
        ("x - x", "0"),
        ("2^10 x", "1024x"),
    ] {
        assert_eq!(polynomial(text).to_string(), printed, "{text}");
        assert_eq!(polynomial(printed), polynomial(text));
    }
    assert!(polynomial("0").real_roots().is_err());
    assert_eq!(polynomial("3*x^2 − x + 0x^7").to_string(), "3x^2 - x");
}

#[test]
fn texts_of_real_numbers() {
    for (text, printed, decimals) in [
        ("1/3", "1/3", "0.3333333333…"),
        ("-.5", "-1/2", "-0.5"),
        ("√2", "√2", "1.4142135623…"),
        ("√(9/4)", "3/2", "1.5"),
        ("√(1/2)", "√2/2", "0.7071067811…"),
        ("2^(1/3)", "2^(1/3)", "1.2599210498…"),
        ("8^(2/3)", "4", "4"),
        ("2^-10", "1/1024", "0.0009765625"),
        ("π²", "π^2", "9.8696044010…"),
        ("2pi + e", "2π + e", "9.0014671356…"),
        ("1/π", "1/π", "0.3183098861…"),
        ("2e - 1", "2·e - 1", "4.4365636569…"),
        ("-1/π", "-1/π", "-0.3183098861…"),
        ("phi", "φ", "1.6180339887…"),
        ("π - e", "π - e", "0.4233108251…"),
        ("1 - √2·√3", "1 - √6", "-1.4494897427…"),
        ("e·e·e", "e·e·e", "20.0855369231…"),
        ("-2e/π", "-2·e/π", "-1.7305119588…"),
        ("1 + e·-2", "1 + e·(-2)", "-4.4365636569…"),
        ("3 - 2e", "3 - 2·e", "-2.4365636569…"),
        ("e·(π - 1)·-2", "e·(2 - 2π)", "-11.6429047884…"),
        ("-(e + 1)·e", "-(e + 1)·e", "-10.1073379273…"),
        ("1/(e·π) - 1/e", "1/(e·π) - 1/e", "-0.2507797781…"),
        ("e/√2/3", "e·√2/6", "0.6407051713…"),
        ("e^2/(e - 1)", "e·e/(e - 1)", "4.3002585353…"),
        ("2/3·e + √2/2·e", "2/3·e + √2/2·e", "3.7343033997…"),
        (
            "the root of x^3 - x - 1 between 1 and 2",
            "the root of x^3 - x - 1 between 0 and 4",
            "1.3247179572…",
        ),
    ] {
        let number: Real = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(number.to_decimal(10).unwrap(), decimals, "{text}");
        if !text.starts_with("the root") {
            assert_eq!(number.to_string(), printed);
        }
        let again: Real = number.to_string().parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(again.to_decimal(60).unwrap(), number.to_decimal(60).unwrap(), "{text}");
    }
    for root in polynomial("x^5 - 5x + 1").real_roots().unwrap() {
        let again: Real = (root.clone() + Real::pi()).to_string().parse().unwrap();
        assert_eq!(again.to_decimal(40), (root + Real::pi()).to_decimal(40));
    }
    for (text, message) in [
        ("", "at character 1 a number, √, π, e, φ or a bracket was expected"),
        ("π +", "at character 4"),
        ("1/0", "0 is 0 or cannot be told from 0"),
        ("1/(e - e)", "cannot be told from 0"),
        ("sqrt(2) + pi + ?", "at character 16 "),
        ("(10^4000 + 1)^(1/999)", "is not offered"),
        ("2^π", "is not offered"),
        ("√π", "is not offered"),
        ("√(-2)", "is not offered"),
        ("1e-18", "at character 2 · before the number e, or a power as in 10^-18, was expected"),
        ("2.5e10", "at character 4"),
        ("the root", "`the root of … between … and …` was expected"),
        ("the root of x^2 - 2 between -2 and 2", "has 2 real roots above -2 and up to 2"),
        ("the root of y between 1 and 2", "is no polynomial"),
    ] {
        let error = text.parse::<Real>().unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

/// x·(1/x) encloses 1, ever more narrowly, and 1/√n = √n/n.
#[test]
fn inverses() {
    for x in [Real::pi(), -Real::e(), Real::sqrt(2), Real::sqrt(2) - Real::from(1), Real::pi() - ratio(22, 7)]
    {
        let inverse = x.recip().unwrap();
        for bits in [0, 1, 10, 100, 1000] {
            let Enclosure { low, high } = inverse.enclosure(bits);
            assert!(&high - &low <= Dyadic::new(1, u64::from(bits)), "1/({x})");
            let one = (&x * &inverse).enclosure(bits);
            assert!(one.low <= Dyadic::one() && Dyadic::one() <= one.high, "1/({x})");
        }
        assert_eq!(inverse.recip().unwrap().to_string(), x.to_string());
    }
    for n in 2..20 {
        let (inverse, quotient) = (Real::sqrt(n).recip().unwrap(), Real::sqrt(n).quotient_by(n).unwrap());
        assert_eq!(inverse.signs(200), quotient.signs(200), "1/√{n}");
    }
    assert_eq!((Real::from(1) / Real::pi()).to_decimal(8).unwrap(), "0.31830988…");
    assert_eq!((Real::pi() / Real::e()).to_decimal(10).unwrap(), "1.1557273497…");
    assert!(Real::from(0).recip().is_none() && Real::sqrt(0).recip().is_none());
    assert!(Real::positive_root(-2, 3).is_none());
}

/// −x has the decimals of x, however many of them are 0, and the rational oracle agrees.
#[test]
fn decimals_keep_their_sign() {
    for (x, text) in [(ratio(-1, 1000), "-0.00…"), (ratio(-1, 8), "-0.12…"), (ratio(0, 1), "0")] {
        assert_eq!(x.to_decimal(2).unwrap(), text);
    }
    assert_eq!(ratio(-1, 3).to_decimal(0).unwrap(), "-0…");
    for small in [1i64, 7, 10_000, 1_000_000_007, 1_000_000_000_000_000_000] {
        let numbers = [Real::from(1), Real::from(22), Real::sqrt(2u8), Real::pi(), Real::pi() * Real::e()];
        for x in numbers.map(|x| x.quotient_by(small).unwrap()) {
            for places in [0, 1, 2, 5, 17, 30] {
                let (above, below) = (x.to_decimal(places).unwrap(), (-&x).to_decimal(places).unwrap());
                assert_eq!(below, format!("-{above}"), "-({x})");
            }
        }
    }
}

/// The standard library rounds decimal texts correctly: enough decimals are an oracle for the floating-point number.
#[test]
fn floating_point_numbers_of_any_size() {
    let neighbours = |found: f64, expected: f64| found.to_bits().abs_diff(expected.to_bits()) <= 1;
    let tiny = |x: &Real, k: u32| x * Real::from(BigRational::new(1.into(), BigInt::from(10).pow(k)));
    for k in (0..330).step_by(3) {
        for x in [Real::from(1), ratio(22, 7), Real::sqrt(2u8), Real::pi(), Real::pi() - Real::e()] {
            let x = tiny(&x, k);
            let expected: f64 = x.to_decimal(k + 40).unwrap().trim_end_matches('…').parse().unwrap();
            assert!(neighbours(x.to_f64(), expected), "{x}: {} is not {expected}", x.to_f64());
            assert!(neighbours((-&x).to_f64(), -expected), "-({x}): {}", (-&x).to_f64());
        }
    }
    assert_eq!(ratio(1, 1_000_003).to_f64(), 1.0 / 1_000_003.0);
    assert_eq!((Real::e() - Real::e()).to_f64().abs(), 0.0);
    let large = Real::from(BigRational::from(BigInt::from(10).pow(30))) + Real::sqrt(2u8);
    assert!(neighbours(large.to_f64(), 1e30));
}

/// Long sums and products of numbers that are only enclosed, by brackets of the left and of the right.
#[test]
fn long_products() {
    let e = Real::e();
    let left = (1..40).fold(Real::from(1), |product, _| product * &e);
    let right = (1..40).fold(Real::from(1), |product, _| &e * product);
    let horner = (1..100).fold(Real::from(0), |sum, k| (sum + k) / &e);
    assert_eq!(left.to_decimal(30), right.to_decimal(30));
    assert_eq!(left.to_decimal(10).unwrap(), "86593400423993746.9536069327…");
    assert_eq!(left.to_string(), ["e"; 39].join("·"));
    assert_eq!(left.to_string().parse::<Real>().unwrap().to_decimal(30), left.to_decimal(30));
    assert!(horner.to_decimal(30).is_ok());
    // Brackets are moved, so that ten thousand terms are no ten thousand steps inside each other.
    let many = (1..=10_000).fold(Real::from(0), |sum, k| sum + e.quotient_by(k).unwrap());
    assert_eq!(many.to_decimal(10).unwrap(), "26.6054716318…");
    let many = (1..=300).fold(Real::from(0), |sum, k| &e * k - sum);
    assert_eq!(many.to_decimal(10).unwrap(), (&e * 150).to_decimal(10).unwrap());
    let deep = std::panic::catch_unwind(|| (0..2_000).fold(Real::e(), |x, _| 1 / (x + 1))).unwrap_err();
    assert!(deep.downcast_ref::<String>().unwrap().contains("more than 1000 operations inside each other"));
}

/// Whole numbers of a million digits are added and multiplied without a search for common divisors.
#[test]
fn very_long_whole_numbers() {
    let long: Real = "10^1000000 + 1".parse().unwrap();
    assert_eq!((&long - 1).to_rational(), "10^1000000".parse::<Real>().unwrap().to_rational());
    assert_eq!((&long * 3).to_rational(), (&long + &long + &long).to_rational());
    assert!(long.quotient_by(7).is_some());
    assert!("(10^1000000 + 1)^(1/50000)".parse::<Real>().is_err());
}

#[test]
fn powers_with_long_exponents_are_read_back() {
    for text in ["2^(1002/1001)", "2^(1/1001)", "12^(5/2003)", "(2/3)^(1/1500)", "6^(-1/1009)"] {
        let power: Real = text.parse().unwrap();
        let printed = power.to_string();
        let again: Real = printed.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(again.to_coefficient(), power.to_coefficient(), "{printed}");
        assert!(power.to_coefficient().is_some(), "{text}");
    }
}

/// Exact products over common denominators, against each term on its own.
#[test]
fn products_of_irrational_sums() {
    use agon::surreal::Coefficient;
    let term = |text: &str| Coefficient::try_from(&text.parse::<Real>().unwrap()).unwrap();
    let terms = ["1/2", "-2√2/3", "5·3^(1/3)/7", "-π/4", "√6/10", "2^(3/4)", "-9π^2√5/14", "3"].map(term);
    let sum = |numbers: &[Coefficient]| numbers.iter().fold(Coefficient::zero(), |sum, x| sum + x);
    for split in 1..terms.len() {
        let (left, right) = terms.split_at(split);
        let by_terms = left.iter().flat_map(|x| right.iter().map(move |y| x * y)).collect::<Vec<_>>();
        assert_eq!(sum(left) * sum(right), sum(&by_terms));
        assert_eq!(sum(left) * (sum(right) - sum(right)), Coefficient::zero());
    }
}

proptest! {
    #[test]
    fn rationals_have_the_beginnings_of_their_periods(m in -3000i64..3000, n in 1i64..300) {
        let x = BigRational::new(m.into(), n.into());
        let signs = SignSequence::from(&Real::from(x.clone()).signs(50).unwrap());
        let whole = SignSequence::try_from(&x).unwrap();
        prop_assert!(signs == whole || signs.is_simpler_than(&whole), "{} {}", signs, whole);
        let compare = |d: &Dyadic| x.cmp(&BigRational::from(d.clone()));
        prop_assert_eq!(Real::from(x.clone()).signs(50).unwrap(), signs_by_comparison(50, compare));
    }

    #[test]
    fn enclosures_are_narrow_and_nested(n in 2u32..1000, k in 2u32..6, bits in 0u32..400) {
        let root = Real::positive_root(n, k).unwrap();
        let enclosure = root.enclosure(bits);
        prop_assert!(&enclosure.high - &enclosure.low <= Dyadic::new(1, u64::from(bits)));
        let number = Dyadic::from(i64::from(n));
        prop_assert!(enclosure.low.pow(k).unwrap() <= number && number <= enclosure.high.pow(k).unwrap());
    }

    #[test]
    fn sums_and_products_are_enclosed(a in -50i64..50, b in 1i64..50, n in 2u32..50, bits in 0u32..200) {
        // a/b + √n and a/b·√n, compared with rationals through their squares.
        let (x, root) = (ratio(a, b), Real::sqrt(n));
        let sum = (&x + &root).enclosure(bits);
        prop_assert!(&sum.high - &sum.low <= Dyadic::new(1, u64::from(bits)));
        let shift = |bound: &Dyadic| BigRational::from(bound.clone()) - BigRational::new(a.into(), b.into());
        let square = BigRational::from(BigInt::from(n));
        let (low, high) = (shift(&sum.low), shift(&sum.high));
        prop_assert!(low < BigRational::from(BigInt::from(0)) || &low * &low <= square);
        prop_assert!(&high * &high >= square);
        let product = (&x * &root).enclosure(bits);
        prop_assert!(&product.high - &product.low <= Dyadic::new(1, u64::from(bits)));
        let square = BigRational::new((a * a * i64::from(n)).into(), (b * b).into());
        let bound = |x: &Dyadic| BigRational::from(x * x);
        let (near, far) = if a < 0 { (&product.high, &product.low) } else { (&product.low, &product.high) };
        prop_assert!(bound(near) <= square || near.is_positive() != far.is_positive());
        prop_assert!(bound(far) >= square);
    }
}
