//! The pages of notebooks, written below one folder, and the index that leads to them.

use crate::handout::{self, Entry};
use crate::notebook::write_atomically;
use miette::{IntoDiagnostic, Result, WrapErr};
use std::path::{Path, PathBuf};

/// Writes one file below `out`, in one step.
pub fn write(out: &Path, page: &Path, bytes: &[u8]) -> Result<()> {
    let page = out.join(page);
    if let Some(folder) = page.parent() {
        std::fs::create_dir_all(folder).into_diagnostic().wrap_err_with(|| {
            format!("making the folder {}; choose another one with --out", folder.display())
        })?;
    }
    write_atomically(&page, bytes).into_diagnostic().wrap_err_with(|| format!("writing {}", page.display()))
}

/// Writes the index of some labs: one for each language that they are in. `command` makes it again.
pub fn write_index(out: &Path, labs: Vec<Entry>, command: &str) -> Result<()> {
    let (chinese, english): (Vec<_>, Vec<_>) = labs.into_iter().partition(|entry| entry.lab.is_chinese());
    let indexes = match (chinese.is_empty(), english.is_empty()) {
        (false, false) => vec![
            (chinese, "zh-CN", "index.html", Some("en/index.html")),
            (english, "en", "en/index.html", Some("../index.html")),
        ],
        (false, true) => vec![(chinese, "zh-CN", "index.html", None)],
        (true, _) => vec![(english, "en", "index.html", None)],
    };
    for (labs, lang, page, other) in indexes {
        let page = PathBuf::from(page);
        // A notebook of that name is somebody's own index.
        if labs.iter().any(|entry| entry.page.as_ref() == Some(&page)) {
            continue;
        }
        let html = handout::index(&labs, lang, &page, other, command).into_diagnostic()?;
        write(out, &page, html.as_bytes())?;
    }
    Ok(())
}

/// Paths as a shell takes them.
pub fn quoted(paths: &[PathBuf]) -> String {
    let paths: Vec<String> = paths.iter().map(|path| quote(&path.display().to_string())).collect();
    paths.join(" ")
}

/// A word as a shell takes it.
pub fn quote(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_=.-+/".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        for (word, quoted) in [
            ("notebooks/数.ipynb", "notebooks/数.ipynb"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
            ("", "''"),
        ] {
            assert_eq!(quote(word), quoted);
        }
    }
}
