//! What the parser says, in the reader's words: characters instead of the names of tokens, and the full-width signs of a
//! Chinese keyboard called by their name.

use std::ops::Range;

/// The place and the message of an error of the parser, for the reader of `code`.
pub fn in_words(code: &str, range: Range<usize>, message: &str) -> (Range<usize>, String) {
    match full_width(code, range.start) {
        Some((at, sign, rust)) => {
            (at..at + sign.len_utf8(), format!("`{sign}` is a full-width character: write `{rust}`"))
        }
        None => (range, in_characters(message)),
    }
}

/// Signs that Chinese keyboards write, and what Rust calls for.
const FULL_WIDTH: [(char, &str); 16] = [
    ('（', "("),
    ('）', ")"),
    ('；', ";"),
    ('：', ":"),
    ('，', ","),
    ('。', "."),
    ('“', "\""),
    ('”', "\""),
    ('‘', "'"),
    ('’', "'"),
    ('！', "!"),
    ('＝', "="),
    ('【', "["),
    ('】', "]"),
    ('｛', "{"),
    ('｝', "}"),
];

/// The full-width sign that the parser may have stumbled over at a place: the first one from there to the end of the
/// line, or the last one before. None in a text, where it would be right.
fn full_width(code: &str, at: usize) -> Option<(usize, char, &'static str)> {
    let at = code.floor_char_boundary(at);
    let begin = code[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = code[at..].find('\n').map_or(code.len(), |end| at + end);
    let mut signs = Vec::new();
    let mut quoted = false;
    for (place, sign) in code[begin..end].char_indices() {
        if code[begin + place..end].starts_with("//") && !quoted {
            break;
        }
        quoted ^= sign == '"';
        if let Some((_, rust)) = FULL_WIDTH.iter().find(|(wide, _)| *wide == sign && !quoted) {
            signs.push((begin + place, sign, *rust));
        }
    }
    let behind = signs.iter().find(|(place, ..)| *place + 3 >= at).copied();
    behind.or(signs.last().copied())
}

/// A message of the parser with the characters of tokens instead of their names.
fn in_characters(message: &str) -> String {
    const TOKENS: [(&str, &str); 16] = [
        ("SEMICOLON", "`;`"),
        ("COMMA", "`,`"),
        ("L_PAREN", "`(`"),
        ("R_PAREN", "`)`"),
        ("L_CURLY", "`{`"),
        ("R_CURLY", "`}`"),
        ("L_BRACK", "`[`"),
        ("R_BRACK", "`]`"),
        ("L_ANGLE", "`<`"),
        ("R_ANGLE", "`>`"),
        ("FAT_ARROW", "`=>`"),
        ("THIN_ARROW", "`->`"),
        ("COLON2", "`::`"),
        ("COLON", "`:`"),
        ("EQ", "`=`"),
        ("BANG", "`!`"),
    ];
    let words = message.split(' ').map(|word| {
        let token = TOKENS.iter().find(|(name, _)| *name == word);
        token.map_or(word, |(_, characters)| characters)
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_width_signs_are_named_where_they_stand() {
        for (code, at, sign) in [
            ("let a：u32 = 3;", 5, '：'),
            ("let n = 60；", 8, '；'),
            ("f(|n| n < 9）", 14, '）'),
            ("let text = \"（）\";\nlet b = 1；", 24, '；'),
        ] {
            let (range, message) = in_words(code, at..at, "expected SEMICOLON");
            assert!(code[range].starts_with(sign) && message.contains("full-width"), "{code}: {message}");
        }
        for code in ["let a = \"：\" b", "let a = 1 // 注：\nlet b", "let a = 1 b"] {
            assert_eq!(
                in_words(code, 9..9, "expected SEMICOLON"),
                (9..9, "expected `;`".to_owned()),
                "{code}"
            );
        }
        assert_eq!(in_characters("expected R_PAREN or COMMA"), "expected `)` or `,`");
    }
}
