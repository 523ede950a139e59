//! What makes notebooks a book: [boards to play on](board), and the ledger.
//!
//! The ledger says what the book claims, where, in our words, and which cell of which lab checks it.
//!
//! The source is `book/claims/`, one TOML file for each chapter and each short text, in the order of the pages:
//!
//! ```toml
//! [chapter]
//! zh = "第一章：取子游戏与博弈的群结构"
//! en = "Chapter 1: Take-away games and the group of games"
//!
//! [[claim]]
//! id = "000-p11-laws"
//! place = "p11 §1.1"
//! zh = "……"                  # our wording; formulas between dollars
//! en = "…"
//! lab = "binary"             # notebooks/…/binary.ipynb
//! cell = "xor-laws"          # the id of the cell
//! ```
//!
//! There is no verdict in it: a verdict comes from a run.
//!
//! ```
//! let ledger = agon_book::Ledger::compiled_in();
//! assert_eq!(ledger.claims().count(), 367);
//! assert_eq!(ledger.find("000-p11-laws").unwrap().lab, "binary");
//! assert_eq!(ledger.nearest("000-p11-law").unwrap().id, "000-p11-laws");
//! ```

#![forbid(unsafe_code)]

pub mod board;
mod place;

use serde::Deserialize;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The name of each chapter and its file, in the order of the book.
const CHAPTERS: [(&str, &str); 7] = [
    ("preface", include_str!("../claims/preface.toml")),
    ("chapter-1", include_str!("../claims/chapter-1.toml")),
    ("chapter-2", include_str!("../claims/chapter-2.toml")),
    ("sg-theory", include_str!("../claims/sg-theory.toml")),
    ("fair-games", include_str!("../claims/fair-games.toml")),
    ("impartial-games", include_str!("../claims/impartial-games.toml")),
    ("game-notes", include_str!("../claims/game-notes.toml")),
];

/// One statement of the book that can be asked about.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Its name, for ever.
    pub id: String,
    /// Page and section, as the book counts them.
    pub place: String,
    /// The statement in Chinese; formulas between dollars.
    pub zh: String,
    /// The statement in English.
    pub en: String,
    /// The stem of the notebook that checks it.
    pub lab: String,
    /// The id of the cell that checks it.
    pub cell: String,
}

impl Claim {
    /// The claim's place for readers of English.
    ///
    /// ```
    /// let ledger = agon_book::Ledger::compiled_in();
    /// let claim = ledger.claims().find(|claim| claim.place == "p30 习题 9").unwrap();
    /// assert_eq!(claim.place_in_english(), "p. 30, Exercise 9");
    /// ```
    pub fn place_in_english(&self) -> String {
        place::in_english(&self.place)
    }
}

/// A chapter's or a short text's claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The stem of its file.
    pub name: String,
    /// Its title in Chinese.
    pub zh: String,
    /// Its title in English.
    pub en: String,
    /// In the order of the pages.
    pub claims: Vec<Claim>,
}

/// All claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger {
    chapters: Vec<Chapter>,
}

/// A ledger cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The folder or a file of it.
    #[error("{}: cannot be read: {source}. The ledger of claims is the folder book/claims of a clone", path.display())]
    Read {
        /// Where.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// There is nothing in the folder.
    #[error("{}: no chapters here; a ledger is a folder with one TOML file for each chapter", .0.display())]
    Empty(PathBuf),
    /// A file is not as it should be.
    #[error("{file}: {reason}")]
    Malformed {
        /// The file's name.
        file: String,
        /// What is wrong, and in which line.
        reason: String,
    },
    /// Two claims have one id.
    #[error("{file}: the claim {id} stands in the ledger twice; an id belongs to one claim")]
    Doubled {
        /// The file of the second one.
        file: String,
        /// The id.
        id: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    chapter: Title,
    #[serde(default, rename = "claim")]
    claims: Vec<Claim>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Title {
    zh: String,
    en: String,
}

impl Ledger {
    /// The ledger as it was when this program was compiled.
    ///
    /// # Panics
    /// Never: a test reads the same files.
    pub fn compiled_in() -> &'static Ledger {
        static LEDGER: LazyLock<Ledger> = LazyLock::new(|| {
            let chapters = CHAPTERS.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
            Ledger::from_files(chapters).expect("the files of book/claims are well formed")
        });
        &LEDGER
    }

    /// The ledger in a folder. Chapters of the book stand in its order, others behind them by name.
    ///
    /// # Errors
    /// See [`LedgerError`].
    pub fn read(folder: &Path) -> Result<Ledger, LedgerError> {
        let error = |path: &Path| {
            let path = path.to_owned();
            |source| LedgerError::Read { path, source }
        };
        let mut files = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(error(folder))? {
            let path = entry.map_err(error(folder))?.path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                files.push((name, std::fs::read_to_string(&path).map_err(error(&path))?));
            }
        }
        if files.is_empty() {
            return Err(LedgerError::Empty(folder.to_owned()));
        }
        let place =
            |name: &str| CHAPTERS.iter().position(|(known, _)| *known == name).unwrap_or(CHAPTERS.len());
        files.sort_by(|(a, _), (b, _)| (place(a), a).cmp(&(place(b), b)));
        Ledger::from_files(files)
    }

    fn from_files(files: impl IntoIterator<Item = (String, String)>) -> Result<Ledger, LedgerError> {
        let mut ids = HashSet::new();
        let mut chapters = Vec::new();
        for (name, text) in files {
            let File { chapter: Title { zh, en }, claims } = toml::from_str(&text).map_err(|error| {
                LedgerError::Malformed { file: format!("{name}.toml"), reason: error.to_string() }
            })?;
            if let Some(claim) = claims.iter().find(|claim| !ids.insert(claim.id.clone())) {
                return Err(LedgerError::Doubled { file: format!("{name}.toml"), id: claim.id.clone() });
            }
            chapters.push(Chapter { name, zh, en, claims });
        }
        Ok(Ledger { chapters })
    }

    /// The chapters in the order of the book.
    pub fn chapters(&self) -> &[Chapter] {
        &self.chapters
    }

    /// All claims in the order of the book.
    pub fn claims(&self) -> impl Iterator<Item = &Claim> {
        self.chapters.iter().flat_map(|chapter| &chapter.claims)
    }

    /// The claim with this id.
    pub fn find(&self, id: &str) -> Option<&Claim> {
        self.claims().find(|claim| claim.id == id)
    }

    /// The claim whose id looks most like this one, for a message about an id that does not exist.
    pub fn nearest(&self, id: &str) -> Option<&Claim> {
        self.claims().min_by_key(|claim| strsim::levenshtein(&claim.id, id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_claim_is_complete() {
        for claim in Ledger::compiled_in().claims() {
            let Claim { id, place, zh, en, lab, cell } = claim;
            assert!([place, zh, en].iter().all(|text| !text.trim().is_empty()), "{id}");
            for dollars in [zh, en].map(|text| text.matches('$').count()) {
                assert!(dollars % 2 == 0, "{id}: a formula is not closed");
            }
            let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
            assert!(
                [lab, cell].iter().all(|name| (1..=64).contains(&name.len()) && name.chars().all(plain)),
                "{id}"
            );
        }
    }

    #[test]
    fn the_folder_is_the_ledger_compiled_in() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("claims");
        assert_eq!(&Ledger::read(&folder).unwrap(), Ledger::compiled_in());
    }

    #[test]
    fn errors_name_the_file() {
        let read =
            |text: &str| Ledger::from_files([("a".to_owned(), text.to_owned())]).unwrap_err().to_string();
        let chapter = "[chapter]\nzh = \"z\"\nen = \"e\"\n";
        let claim =
            "[[claim]]\nid = \"x\"\nplace = \"p\"\nzh = \"z\"\nen = \"e\"\nlab = \"l\"\ncell = \"c\"\n";
        assert!(read("[[claim]]").starts_with("a.toml: "));
        assert!(read(&format!("{chapter}{claim}{claim}")).contains("claim x stands in the ledger twice"));
        assert!(read(&format!("{chapter}{claim}verdict = \"proven\"\n")).contains("verdict"));
        assert!(
            Ledger::read(Path::new("no such folder")).unwrap_err().to_string().contains("no such folder")
        );
    }
}
