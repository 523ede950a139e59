"""What readers ask for when they press Tab, and what they must find. The cursor is `|`, or `¦` where the cell has closures."""

# The cells that have run before.
SESSION = [
    "use agon::*;\nuse polars::prelude::*;\nuse plotters::prelude::*;\nuse std::collections::{BTreeMap, HashMap};",
    """let heaps = vec![3u32, 4, 5];
let mut seen: HashMap<Vec<u32>, bool> = HashMap::new();
let kayles = OctalGame::kayles();
let 第一堆 = "堆".to_string();
let df = df!("n" => [1i64, 2, 3], "g" => [1u32, 2, 3])?;""",
    """#[derive(Clone, Debug, PartialEq)]
enum Player { Left, Right }
/// A pile of stones.
#[derive(Clone, Debug)]
struct Pile<T> { size: u32, owner: Option<Player>, label: T }
impl<T: Clone> Pile<T> {
    fn new(size: u32, label: T) -> Self { Pile { size, owner: None, label } }
    fn halves(&self) -> Vec<Pile<T>> { vec![] }
    fn label(&self) -> T { self.label.clone() }
}
trait Score { fn score(&self) -> i64; }
impl<T> Score for Pile<T> { fn score(&self) -> i64 { 1 } }
/// The moves from a heap.
fn moves(heap: u32) -> Vec<u32> { (0..heap).collect() }
macro_rules! square { ($x:expr) => { $x * $x } }
const LIMIT: u32 = 10;""",
    'let pile = Pile::new(3, String::from("a"));',
]

# Text, what is among the matches, what is not. The tables alone know all of this.
OFFERS = [
    # a game theorist
    ("Oct|", ["OctalGame"], []),
    ("OctalGame::|", ["kayles", "dawsons_kayles", "grundy_sequence"], ["push"]),
    ("kayles.|", ["grundy_sequence", "options"], ["kayles", "push"]),
    ("kayles.gr|", ["grundy_sequence"], []),
    ("let s = kayles.grundy_sequence(10);\ns.it|", ["iter"], []),
    ("mex([1, 2, 3]).|", ["count_ones", "pow"], ["push"]),
    ("Nimber(3).|", ["inverse", "sqrt"], []),
    ("agon::|", ["mex", "Nim", "show", "impartial"], []),
    ("agon::impartial::|", ["Heaps", "nim_sum"], []),
    ("use agon::impartial::|", ["Heaps"], []),
    ("use agon::{Nim, |}", ["Nimber", "mex"], []),
    ("PeriodCertificate::find(&kayles, 1000)?.|", ["preperiod", "period", "verify"], ["unwrap"]),
    ("show(&gr|", ["grundy_plot", "grundy_table"], []),
    ('grundy_plot("Kayles", &ka|', ["kayles"], []),
    ("Evidence::|", ["proven", "refuted"], []),
    ("for h in &heaps {\n    h.|\n}", ["count_ones"], ["push", "halves"]),
    ("heaps.iter().map(|h| h.¦)", ["count_ones"], ["push", "halves"]),
    ("heaps.iter().map(|&h| kayles.¦)", ["grundy_sequence"], ["push"]),
    ("heaps.iter().filter(|h| **h > 3).ma¦", ["map", "max"], ["map_err"]),
    ("heaps.iter().max().|", ["unwrap", "is_some"], ["push"]),
    ("heaps.first().unw|", ["unwrap"], []),
    # types of one's own
    ("match player {\n    Player::|", ["Left", "Right"], ["BOTH"]),
    ("match pile.owner {\n    Some(Player::L|", ["Left"], ["Right"]),
    ("pile.|", ["size", "owner", "label", "halves", "score"], ["new", "push"]),
    ("pile.label.|", ["push_str"], ["halves"]),
    ("pile.label().|", ["push_str"], ["halves"]),
    ("pile.halves()[0].|", ["size", "halves"], ["push"]),
    ("Pile::|", ["new"], ["size"]),
    ("let p = Pile { si|", ["size"], ["sink", "size_of"]),
    ("Pile { size: 3, | }", ["owner", "label"], ["heaps"]),
    ("let Pile { ow|", ["owner"], []),
    ("fn f(p: &Pile<u8>) -> u32 { p.| }", ["size", "score"], []),
    ("impl Pile<u8> { fn g(&self) { self.| } }", ["size", "g", "halves"], ["new"]),
    ("impl Pile<u8> { fn g(&self) -> Self { Self::| } }", ["new"], ["size"]),
    ("impl Score for u32 { fn sc| }", ["score"], []),
    ("impl Iterator for Player {\n    type Item = u8;\n    fn ne|", ["next"], []),
    ("let f = |p: &Player| p.cl¦", ["clone"], []),
    # macros
    ("squ|", ["square!"], ["square"]),
    ("square!(he|", ["heaps"], []),
    ('println!("{}", heaps.|', ["len", "push"], ["halves"]),
    ('println!("{:?}", kayles.gr|)', ["grundy_sequence"], []),
    ("assert_eq!(mex([0]), he|", ["heaps"], []),
    ("vec![hea|", ["heaps"], []),
    ("df!|", [], ["heaps"]),
    ("#[der|", ["derive"], ["derive!"]),
    ("#[derive(De|", ["Debug", "Default"], ["Debug!", "DerivedColorMap"]),
    ("#[derive(Clone, |)]\nstruct S;", ["Hash", "Ord"], ["heaps"]),
    # words
    ("whi|", ["while"], []),
    ("le|", ["let"], []),
    ("LIM|", ["LIMIT"], []),
    ("let x = mo|", ["moves"], []),
    ("moves(3).|", ["len", "push"], ["halves"]),
    ("let x: Ve|", ["Vec"], ["vec!"]),
    ("fn f(x: &s|", ["str"], ["show_as", "static"]),
    ("fn f() -> Op|", ["Option"], []),
    ("async fn later() {}\nlater().aw|", ["await"], []),
    # places are counted in code points
    ("第|", ["第一堆"], []),
    ("第一堆.|", ["push_str", "chars"], []),
    ("let 🎲 = 第一堆.ch|", ["chars"], []),
    ('let 甲 = "😀"; heaps.le|', ["len"], []),
    # the standard library
    ("seen.ins|", ["insert"], []),
    ("seen.entry(vec![]).|", ["or_insert", "or_default"], []),
    ("HashMap::|", ["new", "with_capacity"], []),
    ('let mut m = BTreeMap::new();\nm.insert(1, "a");\nm.|', ["get", "range"], []),
    ("std::|", ["collections", "time"], []),
    ("use std::collections::Bin|", ["BinaryHeap"], []),
    ("Vec::<u8>::wi|", ["with_capacity"], []),
    ("(1..10).map(|n| n * n).su¦", ["sum"], []),
    ("3u32.po|", ["pow"], []),
    ("let c = 'a';\nc.is_|", ["is_alphabetic"], []),
    ("i32::MA|", ["MAX"], []),
    ("std::f64::consts::|", ["PI", "TAU"], []),
    ("Some(1).and_then(|x| ¦", ["x", "heaps"], []),
    # polars
    ("df.|", ["height", "shape", "column", "lazy"], ["halves"]),
    ("df.sh|", ["shape"], []),
    ("df.clone().lazy().fil|", ["filter"], []),
    ('df.clone().lazy().filter(col("n").|', ["gt", "is_in", "sum"], []),
    ('df.clone().lazy().group_by([col("g")]).|', ["agg"], []),
    ('df.clone().lazy().group_by([col("g")]).agg([col("n").su|', ["sum"], []),
    ('df.column("n")?.|', ["as_materialized_series"], []),
    ('let out = df.clone().lazy().with_column((col("n") * lit(2)).alias("m")).collect()?;\nout.|', ["height"], []),
    ("DataFr|", ["DataFrame"], []),
    ("DataFrame::|", ["empty", "new"], []),
    ("DataType::|", ["Int64", "Boolean"], []),
    ("JoinType::|", ["Inner", "Left"], ["AsOf"]),
    ("use polars::|", ["prelude"], []),
    ("use polars::prelude::{Data|", ["DataFrame", "DataType"], []),
    # plotters
    ("use plotters::pre|", ["prelude"], []),
    ("ChartB|", ["ChartBuilder"], []),
    ("ChartBuilder::on(&root).|", ["caption", "margin", "build_cartesian_2d"], []),
    ("&RE|", ["RED"], []),
    ("RED.|", ["mix", "filled"], []),
    ("LineSeries::|", ["new"], []),
    ("fig|", ["figure"], []),
    # directives
    (":ti|", [":time"], []),
    (":type he|", ["heaps"], []),
    ("let a = 1;\n:v|", [], [":vars"]),
]

# Where the compiler's view of types is needed: rust-analyzer's.
ANALYZED = [
    ("let best = heaps.iter().copied().zip(1..).max().unwrap();\nbest.|", ["0", "1"], ["next", "zip"]),
    ("let texts: Vec<_> = heaps.iter().map(|n| n.to_string()).collect();\ntexts[0].¦", ["push_str"], ["halves"]),
    ("for (i, h) in heaps.iter().enumerate() {\n    h.|", ["count_ones"], ["halves"]),
    ("if let Some(p) = &pile.owner { p.| }", ["clone"], ["halves", "push"]),
    ("let total = heaps.iter().fold(0u64, |sum, n| sum.¦)", ["count_ones"], ["halves"]),
    ("struct Two<T>(T, T);\nimpl<T> Two<T> { fn both(self) -> (T, T) { (self.0, self.1) } }\nTwo(pile.clone(), pile).both().1.|", ["halves"], ["push"]),
    ("macro_rules! pair { ($x:expr) => { ($x, $x) } }\npair!(pile).0.|", ["halves"], ["push"]),
    ('df.column("n")?.i64()?.|', ["get", "iter"], []),
    ('let s = Series::new("a".into(), [1]);\ns.|', ["name", "dtype"], ["halves"]),
    ("Palette99::|", ["pick"], []),
    ('("sans-serif", 20).into_f|', ["into_font"], ["into_flattened"]),
    ("evcxr_figure((400, 300), |root| { root.¦", ["fill", "titled"], ["halves"]),
]
