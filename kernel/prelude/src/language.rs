//! The language of what the prelude itself says (badges, captions, notices). What a lab says is the lab's own text.

use std::sync::atomic::{AtomicU8, Ordering};

/// A language that the prelude speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// 中文
    Chinese,
    /// English
    English,
}

static LANGUAGE: AtomicU8 = AtomicU8::new(0);

/// The language in force.
pub fn current() -> Language {
    if LANGUAGE.load(Ordering::Relaxed) == 0 { Language::Chinese } else { Language::English }
}

/// Changes the language for everything that is shown from now on.
pub fn set(language: Language) {
    LANGUAGE.store(if language == Language::Chinese { 0 } else { 1 }, Ordering::Relaxed);
}

/// Chooses between a Chinese and an English wording.
pub(crate) fn say<'a>(chinese: &'a str, english: &'a str) -> &'a str {
    match current() {
        Language::Chinese => chinese,
        Language::English => english,
    }
}
