//! What the parser says, in the reader's words: characters instead of the names of tokens, and the full-width signs of a
//! Chinese keyboard called by their name.

use ra_ap_syntax::{AstNode, NodeOrToken, Parse, SourceFile, SyntaxKind, TextRange};

/// What a text has that the parser did not understand, and where. Full-width signs come first: where there is one, what else
/// the parser says comes of it.
pub fn errors(parse: &Parse<SourceFile>) -> Vec<(TextRange, String)> {
    let said = parse.errors();
    if said.is_empty() {
        return vec![];
    }
    let tree = parse.tree();
    let tokens = tree.syntax().descendants_with_tokens().filter_map(NodeOrToken::into_token);
    // Within texts and comments such signs are as they should be; elsewhere they are no token of Rust.
    let unknown = tokens.filter(|token| token.kind() == SyntaxKind::ERROR);
    let full_width = unknown.filter_map(|token| {
        let (sign, rust) = FULL_WIDTH.iter().find(|(sign, _)| token.text().starts_with(*sign))?;
        Some((token.text_range(), format!("`{sign}` is a full-width character: write `{rust}`")))
    });
    full_width.chain(said.iter().map(|error| (error.range(), in_characters(&error.to_string())))).collect()
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

    fn first(code: &str) -> (String, String) {
        let source = format!("fn cell() {{{code}\n}}");
        let parse = SourceFile::parse(&source, ra_ap_syntax::Edition::Edition2024);
        let (place, message) = errors(&parse).remove(0);
        (source[std::ops::Range::<usize>::from(place)].to_owned(), message)
    }

    #[test]
    fn full_width_signs_are_named_where_they_stand() {
        for (code, sign) in [
            ("let a：u32 = 3;", "："),
            ("let n = 60；", "；"),
            ("f(|n| n < 9）", "）"),
            ("let text = \"（）\";\nlet b = 1；", "；"),
            ("let b = “x”;", "“"),
        ] {
            let (place, message) = first(code);
            assert!(place == sign && message.contains("full-width"), "{code}: {place} {message}");
        }
        for code in ["let a = \"：\" b", "let a = 1 // 注：\nlet b", "let a = '：' b", "let a = \"\n；\" b"]
        {
            assert_eq!(first(code).1, "expected `;`", "{code}");
        }
        assert_eq!(in_characters("expected R_PAREN or COMMA"), "expected `)` or `,`");
    }
}
