//! The language that a text is written in, seen from its letters.

/// The language of notebooks that neither say it nor have prose to tell it by.
pub const DEFAULT: &str = "zh-CN";

/// Of a Chinese text at least one letter in so many is Chinese, formulas and names counted. An English one may quote a title.
const SHARE: usize = 10;

/// Whether a text has Chinese characters in it.
pub fn has_chinese(text: &str) -> bool {
    text.chars().any(is_chinese)
}

fn is_chinese(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}')
}

/// The language of the prose of a notebook that does not say it: Chinese, or else English, which is what most others are in.
/// `None` without letters.
pub fn of_prose<T: AsRef<str>>(prose: impl IntoIterator<Item = T>) -> Option<&'static str> {
    let (mut letters, mut chinese) = (0, 0);
    for text in prose {
        letters += text.as_ref().chars().filter(|c| c.is_alphabetic()).count();
        chinese += text.as_ref().chars().filter(|&c| is_chinese(c)).count();
    }
    (letters > 0).then_some(if chinese * SHARE >= letters { "zh-CN" } else { "en" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_tell_the_language() {
        assert_eq!(of_prose(["# Nim", "取石子：$\\mathcal P$"]), Some("zh-CN"));
        assert_eq!(
            of_prose([
                "# Nim",
                "Live labs for 《数学游戏》, a Chinese book that treats mathematics as play: Nim, Kayles, Wythoff and Chomp"
            ]),
            Some("en")
        );
        assert_eq!(of_prose(["", "1 + 1 = 2"]), None);
    }
}
