//! Every public item of the library shows an example in its own documentation, which `cargo test --doc` runs.

use std::fs;
use std::path::{Path, PathBuf};

/// The lines that begin a public item, or an item of a public trait, with no example above them.
fn without_example(source: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let (mut in_trait, mut in_code, mut has_example) = (false, false, false);
    for (number, line) in (1..).zip(source.lines()) {
        let text = line.trim_start();
        if let Some(doc) = text.strip_prefix("/// ```") {
            has_example |= !in_code && !doc.starts_with("text");
            in_code = !in_code;
        }
        if text.starts_with("//") || text.starts_with("#[") {
            continue;
        }
        if begins_public_item(line, in_trait) && !has_example {
            found.push((number, text));
        }
        in_trait = line.starts_with("pub trait") || in_trait && line != "}";
        // What is left are the further lines of an attribute, which stand between the documentation and its item.
        if text.is_empty() || text.ends_with(['{', '}', ';']) {
            has_example = false;
        }
    }
    found
}

/// Methods and items of traits are indented by four spaces; what is indented more is inside of something else.
fn begins_public_item(line: &str, in_trait: bool) -> bool {
    let kinds: &[&str] = match line.len() - line.trim_start().len() {
        0 => &["fn", "const", "static", "struct", "enum", "union", "trait", "type"],
        4 => &["fn", "const", "type"],
        _ => return false,
    };
    let mut words = line.split_whitespace().peekable();
    let is_public = words.next_if_eq(&"pub").is_some() || in_trait;
    is_public && words.next().is_some_and(|word| kinds.contains(&word))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("an entry of the folder").path()).collect();
    paths.sort();
    let files = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
    paths
        .into_iter()
        .flat_map(files)
        .filter(|path| path.extension().is_some_and(|kind| kind == "rs"))
        .collect()
}

#[test]
fn every_public_item_shows_an_example() {
    let mut found = Vec::new();
    for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let source = fs::read_to_string(&path).expect("the file can be read");
        let lines = without_example(&source).into_iter();
        found.extend(lines.map(|(number, line)| format!("{}:{number}: {line}", path.display())));
    }
    assert!(
        found.is_empty(),
        "public items need an example in their own documentation (what only a parent room uses is pub(super)):\n{}",
        found.join("\n")
    );
}

#[test]
fn an_item_without_an_example_is_found() {
    let source = r#"
/// Half a number.
///
/// ```
/// assert_eq!(half(6), 3);
/// ```
#[must_use]
#[doc(
    alias = "halve",
)]
pub const fn half(n: u32) -> u32 {
    n / 2
}

/// Twice a number.
///
/// ```text
/// 2n
/// ```
pub fn twice(n: u32) -> u32 {
    2 * n
}

/// Something that can be played.
///
/// ```
/// trait Game {}
/// ```
pub trait Game {
    /// Who wins.
    fn winner(&self) -> u32;

    /// ```
    /// let loser = 1;
    /// ```
    fn loser(&self) -> u32;
}

impl Chess {
    /// The board.
    pub fn board(&self) {}
    pub(super) fn hidden(&self) {}
    fn private(&self) {}
}
"#;
    let lines: Vec<&str> = without_example(source).into_iter().map(|(_, line)| line).collect();
    assert_eq!(
        lines,
        ["pub fn twice(n: u32) -> u32 {", "fn winner(&self) -> u32;", "pub fn board(&self) {}"]
    );
}
