"""The table of evaluator cases: cells in, outputs out. Both engines run it (test_sessions.py).

A row is a short session. Each of its cells says what it must show: the result as plain text or `None`, or one of the
classes below. A row in `NATIVE_ONLY` says why the engine evcxr cannot run it.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Prints:
    """A cell that prints."""

    stdout: str = ""
    stderr: str = ""
    result: str | None = None


@dataclass(frozen=True, init=False)
class Warns:
    """A cell that ends well and says something on standard error; what it says contains these words."""

    words: tuple[str, ...]

    def __init__(self, *words):
        object.__setattr__(self, "words", words)


@dataclass(frozen=True, init=False)
class Fails:
    """A cell that ends in an error of this name; its report contains these words."""

    ename: str
    words: tuple[str, ...]

    def __init__(self, ename, *words):
        object.__setattr__(self, "ename", ename)
        object.__setattr__(self, "words", words)


SESSIONS = {
    "a value": [("6 * 7", "42")],
    "text with its quotes": [('"mex".to_uppercase()', '"MEX"')],
    "a value behind statements": [("let a = 20;\nlet b = 22;\na + b", "42")],
    "statements and value without a space": [("let a=40;a+2", "42"), ("let mut s=0;for i in 0..4{s+=i}s", "6")],
    "a semicolon hides the value": [("6 * 7;", None)],
    "a loop has no value": [("for _ in 0..3 {}", None)],
    "nothing": [("", None), ("// only a remark", None), ("()", None)],
    # Short and long loops over numbers, compiled in parts by the native engine: they must do what the reader wrote.
    "loops over numbers, short and long": [
        (
            """
fn collect<T>(turns: impl IntoIterator<Item = T>, stop: usize) -> Vec<T> { turns.into_iter().take(stop).collect() }
macro_rules! turns {
    ($turns:expr, $stop:expr) => {{ let mut seen = vec![]; for turn in $turns { if seen.len() == $stop { break; } seen.push(turn) } seen }};
}
const LONG: u64 = 80_003;
fn evens(stop: usize) -> Vec<u64> { let mut seen = vec![]; for n in 0..LONG { if n % 2 == 1 { continue; } if seen.len() == stop { break; } seen.push(n); } seen }
fn last(stop: usize) -> Vec<u64> { let mut seen = vec![]; for n in u64::MAX - LONG..=u64::MAX { if seen.len() == stop { break; } seen.push(n); } seen }
fn borrowed(list: &[u64], stop: usize) -> Vec<&u64> { let mut seen = vec![]; for n in list { if seen.len() == stop { break; } seen.push(n); } seen }
fn backwards(stop: usize) -> Vec<u64> { let mut seen = vec![]; for n in (0..LONG).rev() { if seen.len() == stop { break; } seen.push(n); } seen }
let list: Vec<u64> = (0..LONG).collect();
for stop in [0, 1, 1023, 1024, 1025, 4096, 65_536, usize::MAX] {
    assert_eq!(evens(stop), collect((0..LONG).step_by(2), stop));
    assert_eq!(last(stop), collect(u64::MAX - LONG..=u64::MAX, stop));
    assert_eq!(borrowed(&list, stop), collect(&list, stop));
    assert_eq!(backwards(stop), collect((0..LONG).rev(), stop));
}
""",
            None,
        ),
        ("let mut bytes = 0; for _ in 0u8..=255 { bytes += 1; } bytes", "256"),
        ("let mut none = 0; for n in 5..1 { none += n; } none", "0"),
        ("fn first(of: u64) -> Option<u64> { 'turn: for n in 1..1_000_000u64 { if n < 70_000 { continue 'turn; } if n % of == 0 { return Some(n); } } None }\n(first(65_537), first(2_000_000))", "(Some(131074), None)"),
        ("let mut left = 0;\n'outer: for n in 0..3 { for m in 0..200_000 { if n == 1 && m == 150_000 { break 'outer; } left += 1; } }\nleft", "350000"),
        ("let mut sum = 0u8; for n in 0..300 { sum += 1; }", Fails("Panic", "attempt to add with overflow")),
        ("for x in 5 { let _ = x; }", Fails("CompileError", "is not an iterator")),
    ],
    "a block": [("{ let n = 3; n * n }", "9")],
    "if and match": [("if 3 > 2 { 'a' } else { 'b' }", "'a'"), ("match 5u8 { 0 => 1, n => n * 2 }", "10")],
    "variables across cells": [("let heaps = vec![3u32, 4, 5];", None), ("heaps.iter().fold(0, |a, b| a ^ b)", "2")],
    "mutation": [("let mut total = 1;", None), ("total += 41;", None), ("total", "42")],
    "shadowing": [("let s = 1u8;", None), ('let s = "one";', None), ("s", '"one"')],
    "destructuring": [("let (left, [_, right]) = (1, [2, 3]);", None), ("(left, right)", "(1, 3)")],
    "a variable is moved, and its name used again": [
        ("let v = vec![1, 2];", None),
        ("let moved = v; moved.len()", "2"),
        ("let v = vec![3];", None),
        ("(moved, v)", "([1, 2], [3])"),
    ],
    "functions across cells": [("fn square(n: u64) -> u64 { n * n }", None), ("square(12)", "144")],
    "types across cells": [
        ("#[derive(Debug, Clone, PartialEq)]\nstruct Heap { size: u32 }\nimpl Heap { fn double(&self) -> u32 { 2 * self.size } }", None),
        ("let heap = Heap { size: 21 };", None),
        ("(heap.double(), heap)", "(42, Heap { size: 21 })"),
    ],
    "traits and generics": [
        ("trait Size { fn size(&self) -> usize; }\nimpl<T> Size for Vec<T> { fn size(&self) -> usize { self.len() } }", None),
        ("fn largest<T: Ord + Copy>(all: &[T]) -> Option<T> { all.iter().copied().max() }", None),
        ("(vec!['x'; 3].size(), largest(&[3, 1, 2]))", "(3, Some(3))"),
    ],
    "macros": [("macro_rules! twice { ($e:expr) => { $e + $e } }", None), ("twice!(21)", "42")],
    "modules": [("mod inner { pub fn answer() -> i32 { super::base() + 2 } }\nfn base() -> i32 { 40 }", None), ("inner::answer()", "42")],
    "constants and enums": [
        ("const LIMIT: usize = 3;\n#[derive(Debug)]\nenum Player { Left, Right }", None),
        ("([Player::Left, Player::Right], LIMIT)", "([Left, Right], 3)"),
    ],
    "a use that stays": [("use std::collections::BTreeMap;", None), ("BTreeMap::from([(1, 'a')])", "{1: 'a'}")],
    "a closure within its cell": [("let double = |n: i32| n * 2;\ndouble(21)", "42")],
    "a closure behind a type": [("let half: Box<dyn Fn(i32) -> i32> = Box::new(|n| n / 2);", None), ("half(84)", "42")],
    "a function pointer": [("let next: fn(u8) -> u8 = |n| n + 1;", None), ("next(41)", "42")],
    "threads": [("std::thread::spawn(|| 6 * 7).join().unwrap()", "42")],
    "names in Chinese": [("let 堆 = [3, 4, 5]; // 三堆\nlet 和: i32 = 堆.iter().sum();", None), ("和", "12")],
    "late and conditional bindings": [("let late;\nlate = 5;\nlet Some(inner) = Some(3) else { panic!() };", None), ("(late, inner)", "(5, 3)")],
    "names that generated code might use": [("let value = 1; let store = 2; let cell = 3; let agon = 4; let state = 5;", None), ("(value, store, cell, agon, state)", "(1, 2, 3, 4, 5)")],
    "a type with a long name": [
        ("use std::collections::{BTreeMap as M, BTreeSet as S};\nlet long: M<String, M<String, M<u64, S<(u32, u32, u32, u32)>>>> = M::new();\nlet other = long.clone();", None),
        ("use std::fmt;", None),
        ("(long.len(), other.len())", "(0, 0)"),
    ],
    "a stored function that takes a reference": [
        ("let size: Box<dyn Fn(&str) -> usize> = Box::new(|text| text.len());", None),
        ('size("mex")', "3"),
    ],
    "the end of a question mark": [('let n: i32 = "42".parse()?;\nn', "42")],
    "nim": [("3u32 ^ 4 ^ 5", "2"), ("use agon::*;", None), ("mex([0, 1, 3])", "2")],
    "nimbers": [("agon::Nimber(3) + agon::Nimber(4)", "∗7"), ("agon::Nimber(1)", "∗"), ("agon::Nimber(5) + agon::Nimber(5)", "0")],
    "games": [
        ("let number: agon::Game = \"1/2\".parse()?;\nnumber", "1/2"),
        ("let simplest: agon::Game = \"{0|1}\".parse()?;\n(simplest == number, simplest)", "(true, 1/2)"),
        ("\"{1|-1}\".parse::<agon::Game>()?", "±1"),
    ],
    "outcomes": [("agon::Nim.options(&agon::Heaps::from([1])).len()", "1")],
    # Statements and expressions.
    "statements without semicolons": [("for a in 1..5 {}\nfor b in 1..5 {}\nif true {}\n42", "42")],
    "a label": [("'outer: loop { loop { break 'outer; } }", None), ("let found = 'l: { if true { break 'l 42; } 0 };\nfound", "42")],
    "inner functions and items": [("fn outer() -> u8 { fn inner() -> u8 { 42 } const TWICE: u8 = 2; inner() / TWICE }", None), ("outer()", "21")],
    "variables that cannot be stored live in their cell": [
        ("fn evens() -> impl Iterator<Item = u32> { (0..).step_by(2) }\nlet mut evens_so_far = evens();\nevens_so_far.nth(2)", "Some(4)"),
        ("evens_so_far.next()", Fails("CompileError", "`evens_so_far`", "Box<dyn")),
        ("let heaps = vec![1, 9];\nlet (least, greatest) = (heaps.iter().min(), heaps.iter().max());\nlet pairs = heaps.iter().zip(1..);\n(pairs.count(), least, greatest)", "(2, Some(1), Some(9))"),
        ("heaps.len()", "2"),
        ("greatest", Fails("CompileError", "`greatest`", "clone")),
    ],
    "let else and if let": [("let Some(third) = [1, 2, 3].get(2).copied() else { panic!() };\nthird", "3")],
    "raw strings and bytes": [('(r#"a"b"#, b"x", c"y")', '("a\\"b", [120], "y")')],
    "attributes and doc comments": [("/// Twice.\n#[inline]\n#[must_use]\nfn doubled(n: u8) -> u8 { n * 2 }", None), ("#[allow(unused)]\nlet unused = 1;\ndoubled(21)", "42")],
    "a whole crate attribute": [("#![allow(non_snake_case)]\nlet UpperCase = 42;\nUpperCase", "42")],
    "an array of one size": [("let fives = [42; 5];", None), ("fives[4]", "42")],
    "formats name variables": [("let named = 42;", None), ('format!("{named:>4}")', '"  42"')],
    "numbers get their usual types": [("let pair = (42, 3.14);", None), ("let check: (i32, f64) = pair;\ncheck", "(42, 3.14)")],
    # Variables.
    "a variable in an unsuffixed cell": [("let mut a = 34;\nlet b = 8;", None), ("a = a + b;", None), ("a", "42")],
    "an immutable variable stays so": [("let fixed = 1;", None), ("fixed = 2;", Fails("CompileError", "fixed")), ("fixed", "1")],
    "a failed cell leaves the variables": [("let before = vec![1];", None), ("let after = before; missing", Fails("CompileError", "missing")), ("before", "[1]")],
    "shared state": [
        ("use std::cell::RefCell;\nuse std::rc::Rc;\nlet shared: Rc<RefCell<String>> = Rc::default();\nlet second = Rc::clone(&shared);", None),
        ('shared.borrow_mut().push_str("mex");', None),
        ("second.borrow().len()", "3"),
    ],
    "a reference that lives for ever": [("let forever: &'static [u8] = &[1, 2];\nlet leaked = &*Box::leak(Box::new(40));", None), ("forever.len() as i32 + leaked", "42")],
    "partial destructuring": [("let _ = 1;\nlet (x1, ..) = (42, 43, 44);\nlet [first, rest @ ..] = [1, 2, 3];", None), ("(x1, first, rest)", "(42, 1, [2, 3])")],
    "a struct is taken apart": [
        ("#[derive(Debug)]\npub struct Spot { pub x: i32, pub y: i32 }\nlet spot = Spot { x: 3, y: 8 };", None),
        ("spot", "Spot { x: 3, y: 8 }"),
        ("let Spot { x, y: y2 } = spot;", None),
        ("(x, y2)", "(3, 8)"),
    ],
    "part of a type is inferred": [("let squares: Vec<_> = (1..4).map(|n| n * n).collect();", None), ("squares", "[1, 4, 9]")],
    "an iterator waits": [("let mut waiting = vec![1, 2, 3].into_iter();", None), ("waiting.next();", None), ("waiting.next()", "Some(2)")],
    "a trait object": [
        ("trait Speaks { fn word(&self) -> String; }\nstruct Cow;\nimpl Speaks for Cow { fn word(&self) -> String { \"moo\".into() } }", None),
        ("let speaker: Box<dyn Speaks> = Box::new(Cow);", None),
        ("speaker.word()", '"moo"'),
    ],
    "a channel and a thread": [
        ("let (sender, receiver) = std::sync::mpsc::channel::<u8>();", None),
        ("std::thread::spawn(move || sender.send(42).unwrap()).join().unwrap();", None),
        ("receiver.recv().unwrap()", "42"),
    ],
    "a moved variable is explained": [("let cargo = vec![1];", None), ("drop(cargo);", None), ("cargo", Fails("CompileError", "cargo"))],
    # Items.
    "constant generics": [("struct Bytes<const N: usize> { data: [u8; N] }\nlet bytes: Bytes<3> = Bytes { data: [41, 42, 43] };", None), ("bytes.data[1]", "42")],
    "a module and what its functions return": [
        ("pub mod deep { pub mod down { pub struct Thing {}\nimpl Thing { pub fn answer(&self) -> i32 { 42 } } } }\nfn make() -> Result<Option<deep::down::Thing>, i32> { Ok(Some(deep::down::Thing {})) }", None),
        ("let thing = make().ok().flatten();", None),
        ("thing.unwrap().answer()", "42"),
    ],
    "a name that is a keyword": [("mod r#async { pub struct Foo(pub u8); }\nlet r#type = r#async::Foo(42);", None), ("r#type.0", "42")],
    "imports again and under other names": [
        ("mod tools { pub fn one() -> u8 { 1 } pub mod more { pub fn two() -> u8 { 2 } } pub trait Tool { fn use_it(&self) -> u8 { 3 } }\nimpl Tool for u8 {} }\nuse tools::{one, more::*, Tool as _};", None),
        ("use tools::one;\nuse tools::more::two as zwei;", None),
        ("(one(), two(), zwei(), 0u8.use_it())", "(1, 2, 2, 3)"),
    ],
    "a bad import is forgotten": [("use no_such_crate::x;", Fails("CompileError", "no_such_crate")), ('"f".to_string() + "oo"', '"foo"')],
    "operators and Display": [
        ("#[derive(Debug, Clone, Copy, PartialEq)]\nstruct Star(u32);\nimpl std::ops::Add for Star { type Output = Star; fn add(self, other: Star) -> Star { Star(self.0 ^ other.0) } }", None),
        ("let sum_of_stars = Star(3) + Star(4);", None),
        ("sum_of_stars + Star(7)", "Star(0)"),
    ],
    "generic functions and where": [("fn most<T>(all: &[T]) -> Option<&T> where T: Ord { all.iter().max() }", None), ("most(&[\"b\", \"a\"])", 'Some("b")')],
    "a union and an enum with data": [
        ("union Bits { float: f32, bits: u32 }\n#[derive(Debug)]\nenum Move { Take { heap: usize, count: u32 }, Pass }", None),
        ("let moves = vec![Move::Take { heap: 0, count: 2 }, Move::Pass];\nlet bits = unsafe { Bits { float: 1.0 }.bits };", None),
        ("(moves, bits)", "([Take { heap: 0, count: 2 }, Pass], 1065353216)"),
    ],
    "a macro that defines": [
        ("macro_rules! named { ($name:ident) => { let $name = 42; } }\nmacro_rules! list { ($($e:expr),*) => { vec![$($e),*] } }", None),
        ("list![1, 2]", "[1, 2]"),
    ],
    "a definition is replaced": [("fn version() -> u8 { 1 }", None), ("fn version() -> u8 { 2 }", None), ("version()", "2")],
    "const fn and statics": [("const fn cube(n: u64) -> u64 { n * n * n }\nstatic CUBES: [u64; 3] = [cube(1), cube(2), cube(3)];", None), ("CUBES", "[1, 8, 27]")],
    # Errors.
    "a question mark without variables": [('std::fs::read_to_string("/does/not/exist")?;', Fails("Error", "No such file"))],
    "a question mark keeps what was done before": [
        ('let mut kept_text = "kept".to_string();\nlet mut kept_number = 41;', None),
        ('kept_text.push_str("42");\nkept_number += 1;\nlet never = 1;\nstd::fs::read_to_string("/does/not/exist")?;\nkept_number += 10;', Fails("Error", "No such file")),
        ("(kept_text, kept_number)", '("kept42", 42)'),
        ("never", Fails("CompileError", "never")),
    ],
    "an error from within a macro": [('let mut grown = String::new(); grown.push_str(format!(""));', Fails("CompileError", "E0308", "grown.push_str"))],
    "a panic keeps the variables": [("let calm = vec![1, 2, 3];", None), ('panic!("on purpose {}", calm.len());', Fails("Panic", "on purpose 3")), ("calm", "[1, 2, 3]")],
    "an index beyond the end": [("let short = [1, 2, 3];\nlet at = 3usize;", None), ("short[at]", Fails("Panic", "index out of bounds")), ("short", "[1, 2, 3]")],
    "an overflow is a panic": [("let most = u8::MAX;", None), ("most + 1", Fails("Panic", "overflow"))],
    "a process that aborts": [("fn survivor() -> u8 { 42 }\nlet lost = 1;", None), ("std::process::abort();", Fails("Crashed", "lost")), ("survivor()", "42"), ("lost", Fails("CompileError", "lost"))],
    "an exit": [("std::process::exit(3);", Fails("Crashed")), ("1 + 1", "2")],
    "a missing semicolon": [("let open = 1", Fails("CompileError"))],
    "a type that does not fit": [('let wrong: u8 = "mex";', Fails("CompileError", "E0308", "let wrong"))],
    # Redefinition.
    "a type anew, with its variables in the same cell": [
        ("struct Foo { x: i32 }\nlet foo1 = Foo { x: 42 };\nlet foo2 = Foo { x: 42 };", None),
        ("struct Foo { x: i32, y: i32 }\nlet foo3 = Foo { x: 42, y: 43 };", Warns("foo1", "foo2")),
        ("foo3.x + foo3.y", "85"),
        ("foo1.x", Fails("CompileError", "foo1")),
    ],
    "the same type again": [("struct Same { x: i32 }\nlet same = Same { x: 42 };", None), ("struct Same {\n    x: i32, // the same\n}", None), ("same.x", "42")],
    "an alias changes what contains it": [
        ("type Cell = u8;\nstruct Board { cells: [Cell; 2] }\nlet board = Board { cells: [1, 2] };", None),
        ("type Cell = u64;", Warns("board")),
        ("Board { cells: [1, 1 << 40] }.cells", "[1, 1099511627776]"),
    ],
    "a constant changes a length": [
        ("const SIZE: usize = 2;\nstruct Row([u8; SIZE]);\nlet row = Row([1, 2]);", None),
        ("const SIZE: usize = 3;", Warns("row")),
        ("Row([1, 2, 3]).0", "[1, 2, 3]"),
    ],
}

# What never has a value is no result whose type could be asked for.
SESSIONS["last expressions without a value"] = [
    ('{ let _why = 1; panic!("first") }', Fails("Panic", "first")),
    ('if true { panic!("second") } else { todo!() }', Fails("Panic", "second")),
    ("match 5 { _ => unreachable!() }", Fails("Panic", "unreachable")),
]

# Rows that only the native engine runs, each with the reason.
NATIVE_ONLY = {
    "mutable borrows end with their cell": (
        "evcxr stores references, or refuses them",
        [
            ("let mut bound = 5; let reference = &mut bound; *reference += 1;", None),
            ("bound", "6"),
            ("reference", Fails("CompileError", "borrowed from something")),
            ("let mut heaps = vec![3, 4, 5];", None),
            ("let first = &mut heaps[0]; *first -= 1;", None),
            ("let mut all = heaps.iter_mut(); *all.next().unwrap() *= 10;", None),
            ("heaps", "[20, 4, 5]"),
            ("for heap in heaps { let _ = heap; }", None),
            ("let own = vec![1]; for one in own { let _: i32 = one; }", None),
            ("own", Fails("CompileError", "was moved")),
        ],
    ),
    "types within cells are told apart": (
        "evcxr gives both the same identity",
        [
            ("let hidden: Box<dyn std::any::Any> = { struct Local(u64); Box::new(Local(8)) };", None),
            ("{ struct Local(&'static u64); hidden.downcast_ref::<Local>().map(|local| *local.0) }", "None"),
        ],
    ),
    "text that looks like a mark of ours": (
        "only native keeps compiled cells",
        [('"/*@1"', '"/*@1"'), ('"/*@2"', '"/*@2"')],
    ),
    "an item takes the name of a variable": (
        "evcxr keeps both",
        [
            ("let shared_name = 5; let SHARED = 6;", None),
            ("fn shared_name() -> u8 { 7 }\nconst SHARED: u8 = 8;", None),
            ("(shared_name(), SHARED)", "(7, 8)"),
        ],
    ),
    "what returns before its end keeps nothing new": (
        "evcxr takes it for the end of its own function",
        [("let early = 1;", None), ("if true { return Ok(()); }\nlet early = 2;", None), ("early", "1")],
    ),
    "a cell that cannot be linked changes nothing": (
        "evcxr's linker says so while it compiles",
        [
            ("use std::sync::atomic::{AtomicU8 as Count, Ordering::Relaxed as Order};\nstatic LINKED: Count = Count::new(3);\nlet given = vec![1];", None),
            ('unsafe extern "C" { safe fn nobody_has_that(); }\ndrop(given); nobody_has_that(); LINKED.load(Order)', Fails("LinkError", "nobody_has_that")),
            ("(given, LINKED.load(Order))", "([1], 3)"),
        ],
    ),
    "a function that nobody has": (
        "evcxr's linker says so while it compiles",
        [
            ('let linked = 1;\nunsafe extern "C" { safe fn nobody_has_this(); }', None),
            ("nobody_has_this();", Fails("LinkError", "nobody_has_this", ":dep")),
            ("linked", "1"),
        ],
    ),
    "a name that is bound anew and does not stay": (
        "evcxr refuses a reference to what ends with its cell",
        [
            ('let text = String::from("own"); let gone = 5;', None),
            ('let text: &str = &String::from("temporary");\ntext.len()', "9"),
            ("text", Fails("CompileError", "borrowed")),
            ("let gone = vec![1]; drop(gone);", None),
            ("gone", Fails("CompileError", "moved")),
            ("let gone = 6;\ngone", "6"),
        ],
    ),
    "a cell that returns": (
        "evcxr takes it for the end of its own function",
        [("return 5", Fails("CompileError", "mismatched")), ("1", "1")],
    ),
    "an implementation again": (
        "evcxr keeps the old implementation beside the new one",
        [
            ("struct Counter(u8);\nimpl Counter { fn value(&self) -> u8 { self.0 } }\nlet counter = Counter(21);", None),
            ("impl Counter { fn value(&self) -> u8 { self.0 * 2 } }", None),
            ("counter.value()", "42"),
        ],
    ),
    "a static keeps its value between cells": (
        "evcxr defines every static anew in each cell",
        [
            ("use std::sync::atomic::{AtomicU32, Ordering};\nstatic COUNT: AtomicU32 = AtomicU32::new(40);", None),
            ("COUNT.fetch_add(2, Ordering::SeqCst);", None),
            ("COUNT.load(Ordering::SeqCst)", "42"),
        ],
    ),
    "what is moved and does not come to its new value is lost": (
        "evcxr does not tell why",
        [
            ('let mut carried = String::from("a");', None),
            ('carried = carried + "b"; panic!("late");', Fails("Panic", "late")),
            ("carried", Fails("CompileError", "`carried` was moved in cell [", "panicked before `carried` had a value again")),
            ('let mut carried = String::from("a"); async fn more(text: String) -> String { text + "b" }', None),
            ("carried = more(carried).await;", None),
            ("carried", '"ab"'),
            ("drop(carried); carried = 5.to_string(); drop(carried);", None),
            ("carried", Fails("CompileError", "`carried` was moved in cell [")),
        ],
    ),
    "last expressions in braces": (
        "evcxr takes a macro in braces for a statement",
        [
            ("vec!{1, 2}", "[1, 2]"),
            ("macro_rules! braced { ($n:ident) => { let $n = 42; } }\nbraced!{unseen}", None),
            ("macro_rules! summed { ($($n:expr),*) => { 0 $(+ $n)* } }\nsummed!{1, 2, 3}", "6"),
            ("'found: { break 'found 9 }", "9"),
        ],
    ),
    "conditions choose between definitions": (
        "evcxr keeps one of a name",
        [
            ('#[cfg(target_os = "linux")]\nfn which_system() -> u8 { 1 }\n#[cfg(not(target_os = "linux"))]\nfn which_system() -> u8 { 2 }\nwhich_system()', "1"),
            ("which_system()", "1"),
            ("fn which_system() -> u8 { 3 }\nwhich_system()", "3"),
        ],
    ),
    "macros that make items": (
        "evcxr takes a call of a macro for a statement",
        [
            ("macro_rules! shape { ($name:ident { $($field:ident: $ty:ty),* }) => { #[derive(Debug)] struct $name { $($field: $ty),* } impl $name { fn fields() -> usize { 0 $(+ { let _ = stringify!($field); 1 })* } } }; }", None),
            ("shape!(Square { side: u8 });\nfn unit() -> Square { Square { side: 1 } }", None),
            ("let square = unit(); square", "Square { side: 1 }"),
            ("Square::fields()", "1"),
            ("shape!(Square { side: u8 });", None),
            ("square.side", "1"),
            ("shape! { Square { side: u8, colour: String } }", Warns("variables of the old type are gone: square")),
            ("(Square { side: 2, colour: String::new() }, Square::fields())", '(Square { side: 2, colour: "" }, 2)'),
            ("unit()", Fails("CompileError", "`unit` of cell [")),
            ("trait Named { fn name() -> &'static str; }\nmacro_rules! named { ($($ty:ty),*) => { $(impl Named for $ty { fn name() -> &'static str { stringify!($ty) } })* } }\nnamed!(u8, Vec<i32>);", None),
            ("(<u8 as Named>::name(), <Vec<i32>>::name())", '("u8", "Vec<i32>")'),
            ("named!(u16);\nu16::name()", '"u16"'),
        ],
    ),
    "an import of a module with itself": (
        "evcxr hides the module by its import",
        [
            ("mod chest { pub const LID: u8 = 1; pub mod drawer { pub fn open() -> u8 { 2 } } }", None),
            ("use chest::{self, drawer::{self, open as pull}, LID};", None),
            ("(chest::LID, LID, drawer::open(), pull())", "(1, 1, 2, 2)"),
        ],
    ),
    "a cell that awaits": (
        "evcxr compiles a tokio of its own first",
        [("async fn later() -> u8 { 42 }", None), ("later().await", "42")],
    ),
    "statics inside functions live on": (
        "evcxr compiles every function anew with each cell, and its statics with it",
        [
            ("use std::sync::atomic::{AtomicU32 as A32, Ordering::Relaxed};\nfn next_number() -> u32 { static NEXT: A32 = A32::new(1); NEXT.fetch_add(1, Relaxed) }", None),
            ("next_number()", "1"),
            ("next_number()", "2"),
            ("mod counter { use super::*; static N: A32 = A32::new(7); pub fn up() -> u32 { N.fetch_add(1, Relaxed) } }\ncounter::up()", "7"),
            ("counter::up()", "8"),
            ('static NAMES: [&str; 2] = ["a", "b"];', None),
            ("NAMES", '["a", "b"]'),
            ("fn in_thread() -> u32 { thread_local!(static COUNT: std::cell::Cell<u32> = const { std::cell::Cell::new(0) }); COUNT.with(|c| { c.set(c.get() + 1); c.get() }) }", None),
            ("in_thread()", "1"),
            ("in_thread()", "2"),
        ],
    ),
    "a box of anything does not open as the new type": (
        "evcxr gives a type that is defined anew the identity of the old one",
        [
            ("#[derive(Debug)]\nstruct Boxed { x: u8 }\nlet anything: Box<dyn std::any::Any> = Box::new(Boxed { x: 1 });", None),
            ("anything.downcast_ref::<Boxed>().is_some()", "true"),
            ("#[derive(Debug)]\nstruct Boxed { x: String }\nimpl Boxed { fn len(&self) -> usize { self.x.len() } }", None),
            ("anything.downcast_ref::<Boxed>().map(|new| new.len())", "None"),
            ('let new = Boxed { x: "new".into() };', None),
            ("(new.len(), &new)", '(3, Boxed { x: "new" })'),
            ("#[derive(Debug, Clone, Default)]\nstruct Boxed { pub x: String, more: u8 }\nBoxed::default()", Prints(stderr="A type is defined anew; variables of the old type are gone: new\n", result='Boxed { x: "", more: 0 }')),
            ("let third = Boxed::default();\nthird.more", "0"),
            ("third", 'Boxed { x: "", more: 0 }'),
        ],
    ),
    "a library's name is hidden": (
        "evcxr's definitions are read by name only",
        [
            ("use agon::*;\nstruct Holds { n: Nimber }\nlet holds = Holds { n: Nimber(3) };\nlet nimber = Nimber(4);", None),
            ("#[derive(Debug)]\nstruct Nimber(u64, u64);", Warns("holds")),
            ("nimber", "∗4"),
            ("Holds { n: Nimber(1, 2) }.n", "Nimber(1, 2)"),
        ],
    ),
    "what an implementation says of a type": (
        "evcxr's definitions are read by name only",
        [
            ("struct Sizes;\nimpl Sizes { const N: usize = 1; }\nstruct Sized1([u8; Sizes::N]);\nlet sized1 = Sized1([7]);", None),
            ("impl Sizes { const N: usize = 2; }", Warns("sized1")),
            ("Sized1([1, 2]).0", "[1, 2]"),
        ],
    ),
    "a destructor that panics": (
        "evcxr ends the process: the value is dropped outside of the cell's own code",
        [
            ("struct Bomb;\nimpl Drop for Bomb { fn drop(&mut self) { panic!(\"bang\"); } }\nlet bomb = Bomb;\nlet bystander = 42;", None),
            ("let bomb = 0;", Prints(stderr="a destructor panicked: bang\n")),
            ("(bomb, bystander)", "(0, 42)"),
        ],
    ),
    "an impl in another cell than its struct": (
        "evcxr refuses the new struct",
        [
            ("#[derive(Debug)]\nstruct Vector { x: f64, y: f64 }", None),
            ("impl Vector { fn norm(&self) -> f64 { self.x.hypot(self.y) } }\nfn unit() -> Vector { Vector { x: 1.0, y: 0.0 } }", None),
            ("fn doubled(of: &Vector) -> f64 { 2.0 * of.norm() }", None),
            ("#[derive(Debug)]\nstruct Vector { x: f64, y: f64, z: f64 }", Warns("`Vector` has changed", "`unit` (cell [", "missing field `z`")),
            ("unit()", Fails("CompileError", "`unit` of cell [", "since `Vector` changed in cell [", "again, changed")),
            # What still compiles has stayed.
            ("doubled(&Vector { x: 3.0, y: 4.0, z: 0.0 })", "10.0"),
            ("#[derive(Debug)]\nstruct Vector([f64; 2]);", Warns("`impl Vector` (cell [", "no field `x`", "`doubled` (cell [")),
            ("doubled(&Vector([3.0, 4.0]))", Fails("CompileError", "`doubled` of cell [")),
            ("impl Vector { fn norm(&self) -> f64 { self.0[0].hypot(self.0[1]) } }", Warns("is back: `doubled` (cell [")),
            ("doubled(&Vector([3.0, 4.0]))", "10.0"),
        ],
    ),
    "an enum with one more variant, a trait with one more method": (
        "evcxr refuses them",
        [
            ("enum Figure { Circle(u32), Square(u32) }\ntrait Area { fn area(&self) -> u32; }", None),
            ("impl Area for Figure { fn area(&self) -> u32 { match self { Figure::Circle(r) => 3 * r * r, Figure::Square(a) => a * a } } }", None),
            ("enum Figure { Circle(u32), Square(u32), Dot }", Warns("`impl Area for Figure` (cell [", "`&Figure::Dot` not covered")),
            ("Figure::Dot.area()", Fails("CompileError", "`impl Area for Figure` of cell [", "since `Figure` changed")),
            ("impl Area for Figure { fn area(&self) -> u32 { match self { Figure::Circle(r) => 3 * r * r, Figure::Square(a) => a * a, Figure::Dot => 0 } } }", None),
            ("trait Area { fn area(&self) -> u32; fn twice(&self) -> u32; }", Warns("`Area` has changed", "missing: `twice`")),
            ("trait Area { fn area(&self) -> u32; fn twice(&self) -> u32 { 2 * self.area() } }", Warns("is back: `impl Area for Figure`")),
            ("Figure::Square(3).twice()", "18"),
        ],
    ),
    "an import of something that is there no more": (
        "evcxr refuses the new module",
        [
            ("mod depot { pub fn first() -> u8 { 1 } pub fn second() -> u8 { 2 } }", None),
            ("use depot::{first, second};", None),
            ("mod depot { pub fn first() -> u8 { 10 } }", Warns("`use depot::second` (cell [")),
            ("first()", "10"),
            ("second()", Fails("CompileError", "`use depot::second` of cell [")),
            ("mod depot { pub fn first() -> u8 { 10 } pub fn second() -> u8 { 20 } }", Warns("is back: `use depot::second`")),
            ("second()", "20"),
        ],
    ),
    "an implementation for more than before": (
        "evcxr keeps both",
        [
            ("trait Wide { fn wide(&self) -> u8; }\nimpl Wide for u8 { fn wide(&self) -> u8 { 1 } }", None),
            ("impl<T: Copy> Wide for T { fn wide(&self) -> u8 { 2 } }", Warns("takes the place of `impl Wide for u8` (cell [")),
            ("(5u8.wide(), 'x'.wide())", "(2, 2)"),
        ],
    ),
    "blocks of one type live side by side": (
        "evcxr's definitions are read by name only",
        [
            ("struct Many;\nimpl Many { const N: usize = 2; }\nstruct Filled([u8; Many::N]);\nlet filled = Filled([1, 2]);", None),
            ("impl Many { fn other(&self) {} }", None),
            ("impl Many { fn other(&self) { () } }", None),
            ("filled.0", "[1, 2]"),
        ],
    ),
    "a constant of a trait shows again": (
        "evcxr gives a type that is defined anew the identity of the old one",
        [
            ("trait Fifty { const SIZE: usize = 50; }\nstruct Sized1;\nimpl Fifty for Sized1 {}\nimpl Sized1 { const SIZE: usize = 1; fn f() {} }\nstruct Row1([u8; Sized1::SIZE]);\nlet row1: Box<dyn std::any::Any> = Box::new(Row1([7; Sized1::SIZE]));", None),
            ("row1.downcast_ref::<Row1>().map(|row| row.0.to_vec())", "Some([7])"),
            ("impl Sized1 { fn f() { () } }", Warns("`SIZE` of cell [", "is gone with the `impl Sized1` that cell [")),
            ("row1.downcast_ref::<Row1>().map(|row| row.0.to_vec())", "None"),
            ("Row1([0; Sized1::SIZE]).0.len()", "50"),
        ],
    ),
    "a constant of a trait is hidden": (
        "evcxr gives a type that is defined anew the identity of the old one",
        [
            ("trait One { const LENGTH: usize = 1; }\nstruct Sized2;\nimpl One for Sized2 {}\nstruct Row2([u8; Sized2::LENGTH]);\nlet row2: Box<dyn std::any::Any> = Box::new(Row2([7; Sized2::LENGTH]));", None),
            ("impl Sized2 { const LENGTH: usize = 64; }", None),
            ("row2.downcast_ref::<Row2>().map(|row| row.0.to_vec())", "None"),
            ("Row2([0; Sized2::LENGTH]).0.len()", "64"),
        ],
    ),
    "a cell that cannot be linked defines nothing": (
        "evcxr's linker says so while it compiles",
        [
            ('unsafe extern "C" { fn nowhere_to_be_found(); }\n#[derive(Debug)]\nstruct Linked { a: u8 }\nlet linked = Linked { a: 1 };', None),
            ("struct Linked { a: [u64; 6] }\nlet dropped = vec![1u8];\ndrop(dropped);\nunsafe { nowhere_to_be_found() }", Fails("LinkError", "cannot be linked: undefined symbol: nowhere_to_be_found")),
            ("linked.a", "1"),
            ("dropped", Fails("CompileError", "cannot find value `dropped`")),
            ("let later_linked = Linked { a: 7 };\nlater_linked", "Linked { a: 7 }"),
            ("struct Linked { a: [u64; 6] }", Prints(stderr="A type is defined anew; variables of the old type are gone: later_linked, linked\n")),
            ("later_linked.a", Fails("CompileError", "`later_linked` was of a type that has been defined anew")),
        ],
    ),
    "a method that goes with its block": (
        "evcxr does not say so",
        [
            ("struct Pair;\nimpl Pair { fn left(&self) -> u8 { 1 } fn right(&self) -> u8 { 2 } }", None),
            ("impl Pair { fn left(&self) -> u8 { 10 } }", Warns("`right` of cell [", "is gone with the `impl Pair` that cell [")),
            ("Pair.right()", Fails("CompileError", "`right` of cell [", "is gone with the `impl Pair`")),
            ("impl Pair { fn right(&self) -> u8 { 20 } }", None),
            ("Pair.left() + Pair.right()", "30"),
        ],
    ),
    "a block of extern functions again": (
        "evcxr keeps both",
        [
            ('unsafe extern "C" { safe fn abs(n: i32) -> i32; }\nabs(-3)', "3"),
            ('unsafe extern "C" { safe fn abs(n: i32) -> i32; safe fn labs(n: i64) -> i64; }\nlabs(-4)', "4"),
            ("abs(-5)", "5"),
        ],
    ),
    "a type that is passed on is defined anew": (
        "evcxr sees no module of another cell",
        [
            ("pub struct Passed(pub u8);\npub use Passed as Renamed;\nRenamed(1).0", "1"),
            ("pub struct Passed(pub u16);", None),
            ("mod outlet { pub use super::Passed; pub use super::Passed as Third; }\noutlet::Third(700).0", "700"),
            ("Renamed(300).0", "300"),
        ],
    ),
    "a lost variable is explained": (
        "evcxr forgets why",
        [
            ('let of_question = vec![1]; let _: u8 = "x".parse()?;', Fails("Error", "invalid digit")),
            ("of_question", Fails("CompileError", "`of_question` was not kept, because cell [", "left by a `?`")),
            ('let of_panic = vec![1]; panic!("now");', Fails("Panic", "now")),
            ("of_panic", Fails("CompileError", "`of_panic` was not kept, because cell [", "panicked")),
            ("if true { return Ok(()); } let of_return = 4;", None),
            ("of_return", Fails("CompileError", "`of_return` was not kept, because cell [", "returned before its end")),
            ("let of_move = vec![1]; drop(of_move);", None),
            ("of_move", Fails("CompileError", "`of_move` was moved in cell [", "clone")),
            ("let of_death = vec![1];", None),
            ("let of_end = 1; std::process::abort();", Fails("Crashed", "of_death")),
            ("of_death", Fails("CompileError", "`of_death` was lost when cell [")),
            ("of_end", Fails("CompileError", "`of_end` was not kept, because cell [")),
            ("let of_panic = 5;\nof_panic", "5"),
            ("of_panic", "5"),
        ],
    ),
    "what other cells cannot name": (
        "evcxr says it in the compiler's words",
        [
            ("mod shut { mod inner { pub struct Hidden(pub u8); } pub fn hidden() -> inner::Hidden { inner::Hidden(3) } }\nlet hidden_one = shut::hidden(); hidden_one.0", "3"),
            ("hidden_one.0", Fails("CompileError", "`hidden_one` is a `shut::inner::Hidden`, a type that no other cell can name")),
            ("let of_block = { struct Local(u8); Local(1) };", None),
            ("of_block.0", Fails("CompileError", "`of_block` contains the local type `Local`", "at the top of a cell")),
        ],
    ),
    "a guard ends with its cell": (
        "evcxr refuses the reference",
        [
            ("let lock = std::sync::Mutex::new(5);\nlet mut guard = lock.lock().unwrap();\n*guard += 1;", None),
            ("*lock.lock().unwrap()", "6"),
            ("*guard", Fails("CompileError", "`guard` borrowed from something")),
        ],
    ),
    "functions have no value to show": (
        "evcxr says it in the compiler's words",
        [
            ("fn doubled_number(n: u8) -> u8 { 2 * n }\ndoubled_number", Fails("CompileError", "`doubled_number` is a function", "call it")),
            ("|n: u8| n", Fails("CompileError", "a closure has no value to show")),
        ],
    ),
    "a type within a function that changes": (
        "evcxr gives both the same identity",
        [
            ("fn boxed() -> Box<dyn std::any::Any> { struct Within(u8); Box::new(Within(8)) }\nlet within = boxed();", None),
            ("fn boxed() -> Box<dyn std::any::Any> { struct Within(&'static str); Box::new(Within(\"text\")) }", None),
            ("(*within).type_id() == (*boxed()).type_id()", "false"),
            ("let again = boxed();", None),
            ("(*again).type_id() == (*boxed()).type_id()", "true"),
        ],
    ),
    "a static that a macro makes": (
        "evcxr defines every static anew in each cell",
        [
            ("macro_rules! counting { () => { static N: std::sync::atomic::AtomicU8 = std::sync::atomic::AtomicU8::new(0); } }", None),
            ("fn counted() -> u8 { counting!(); N.fetch_add(1, std::sync::atomic::Ordering::Relaxed) }", Warns("`counted`", "`counting!`", "begins anew in each cell")),
            ("(counted(), counted())", "(0, 1)"),
        ],
    ),
    "places are the reader's": (
        "evcxr prints a path of its own",
        [
            ("fn debugged(n: u8) -> u8 {\n    dbg!(n + 1)\n}", None),
            ("debugged(1);", Warns("line 2] n + 1 = 2", "[cell [")),
            ('assert!(!file!().contains("/tmp"));\nfile!().ends_with(".rs")', "true"),
        ],
    ),
    "a hook of the reader's": (
        "evcxr loses the message",
        [
            ('std::panic::set_hook(Box::new(|info| eprintln!("seen: {:?}", info.payload_as_str())));\npanic!("first");', Fails("Panic", "first")),
            ('panic!("second");', Fails("Panic", "second", "line 1 of the cell")),
            ('let _ = std::panic::catch_unwind(|| panic!("caught"));\nstd::panic::set_hook(Box::new(|_| {}));\npanic!("other");', Fails("Panic", "other")),
            ("let _ = std::panic::take_hook();", None),
            ('panic!("third");', Fails("Panic", "third", "line 1 of the cell")),
        ],
    ),
    "a panic on another thread": (
        "evcxr prints a path of its own",
        [
            ('let ended = std::thread::Builder::new().name("worker".into()).spawn(|| panic!("elsewhere"))?.join().is_err();', Prints(stderr="thread `worker` panicked: elsewhere\n")),
            ("ended", "true"),
        ],
    ),
    "the same names as the prelude's": (
        "evcxr takes `prelude` for the crate",
        [
            ("mod prelude { pub fn mine() -> u8 { 7 } }\nuse agon::*;\nlet heaps_kept = Heaps::from([1, 2]);", None),
            ("(prelude::mine(), heaps_kept)", "(7, (1, 2))"),
        ],
    ),
    "a panic in a stored closure points to its own cell": (
        "evcxr keeps only the last source",
        [
            ('let stored: Box<dyn Fn(i32) -> i32> = Box::new(|n| {\n    assert!(n > 0, "not positive");\n    n\n});', None),
            ("stored(1)", "1"),
            ("stored(-1)", Fails("Panic", "not positive", "line 2 of an earlier cell: assert!(n > 0")),
        ],
    ),
    "lines that look like evcxr's": (
        "they are evcxr's own protocol",
        [('println!("EVCXR_PANIC_NOTIFICATION");', Prints(stdout="EVCXR_PANIC_NOTIFICATION\n")), ("1 + 1", "2")],
    ),
    "what reads files is compiled each time": (
        "the cache is the native engine's",
        [
            ('std::fs::write("/tmp/agon-included.txt", "one")?;', None),
            ('include_str!("/tmp/agon-included.txt")', '"one"'),
            ('std::fs::write("/tmp/agon-included.txt", "two")?;', None),
            ('include_str!("/tmp/agon-included.txt")', '"two"'),
            ('std::fs::remove_file("/tmp/agon-included.txt")?;', None),
        ],
    ),
}
