//! The language of the reader: of what the prelude itself says (badges, captions, notices), and of what a lab says
//! with [`say`].

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

/// Chooses between a Chinese and an English wording, by the language of the reader. The cells of a lab are the same in
/// both languages; what they show is written with this function, or with the macro [`say!`](macro@crate::say) where
/// values stand in the text.
pub fn say<'a>(chinese: &'a str, english: &'a str) -> &'a str {
    match current() {
        Language::Chinese => chinese,
        Language::English => english,
    }
}

/// Formats a Chinese or an English wording: `say!("共 {n} 堆", "{n} heaps")`. Values that are more than a name stand
/// behind a semicolon, once for both: `say!("共 {} 堆", "{} heaps"; heaps.len())`.
#[macro_export]
macro_rules! say {
    ($chinese:literal, $english:literal $(; $($value:tt)*)?) => {
        match $crate::language::current() {
            $crate::language::Language::Chinese => ::std::format!($chinese $(, $($value)*)?),
            $crate::language::Language::English => ::std::format!($english $(, $($value)*)?),
        }
    };
}
