//! What the parser says, in the reader's words: characters instead of the names of tokens, and the full-width signs of a
//! Chinese keyboard called by their name, reserved words, and texts, characters and comments that have no end.

use ra_ap_syntax::{
    AstNode, Edition, NodeOrToken, Parse, SourceFile, SyntaxKind, SyntaxNode, SyntaxToken, TextRange,
};

/// What a text has that the parser did not understand, and where. Full-width signs and what has no end come first: where
/// there is one, what else the parser says comes of it.
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
    let said = said.iter().map(|error| (error.range(), error.to_string()));
    let (endless, others): (Vec<_>, Vec<_>) =
        said.partition(|(_, message)| message.starts_with(ENDLESS) || message == ENDLESS_RAW);
    let endless = endless.into_iter().map(|(range, message)| (range, without_end(&message)));
    let others = others.into_iter().enumerate().map(|(index, (range, message))| {
        // Only the first mistake is told, and there may be as many as there are brackets.
        let token = (index == 0).then(|| token_at(tree.syntax(), range)).flatten();
        let misused = token.and_then(|token| misused(&token, &message));
        misused.unwrap_or_else(|| (range, in_characters(&message)))
    });
    full_width.chain(endless).chain(others).collect()
}

/// How the parser begins to speak of what has no end.
const ENDLESS: &str = "Missing trailing ";
/// What it says of a raw text that has no end.
const ENDLESS_RAW: &str = "Invalid raw string literal";

/// What to say of a text, a character or a comment that has no end.
fn without_end(message: &str) -> String {
    let sign = message.split('`').nth(1).unwrap_or("\"#");
    let what = match () {
        () if message.contains("comment") => "this comment",
        () if sign == "'" => "this character",
        () => "this text",
    };
    format!("{what} has no end: a `{sign}` is missing")
}

/// The token at which the parser stopped.
fn token_at(tree: &SyntaxNode, range: TextRange) -> Option<SyntaxToken> {
    let mut token = tree.token_at_offset(range.start()).right_biased()?;
    while matches!(token.kind(), SyntaxKind::WHITESPACE | SyntaxKind::COMMENT) {
        token = token.next_token()?;
    }
    Some(token)
}

/// A token that is good Rust, and not where it stands: what to say of it.
fn misused(token: &SyntaxToken, message: &str) -> Option<(TextRange, String)> {
    const NEVER_NAMES: [&str; 4] = ["self", "Self", "super", "crate"];
    let (text, kind) = (token.text(), token.kind());
    let wants_name = ["expected pattern", "expected a name", "expected an identifier"].contains(&message);
    let said = if wants_name && kind.is_keyword(Edition::Edition2024) && !NEVER_NAMES.contains(&text) {
        format!("`{text}` is a word of the language: choose another name, or write `r#{text}`")
    } else if kind == SyntaxKind::LIFETIME_IDENT && message == "expected expression" {
        format!("a character stands between two quotes: `{text}'`")
    } else if kind == SyntaxKind::CHAR && message.contains("one codepoint") {
        format!("a character is one sign; a text stands in double quotes: `\"{}\"`", text.trim_matches('\''))
    } else {
        return None;
    };
    Some((token.text_range(), said))
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
        for (code, place_of, words) in [
            ("let gen = 5;", "gen", "`r#gen`"),
            ("fn gen() {}", "gen", "`r#gen`"),
            ("let type = 5;", "type", "`r#type`"),
            ("let c = 'a;", "'a", "`'a'`"),
            ("let c = 'ab';", "'ab'", "`\"ab\"`"),
            ("let x = \"abc;\nlet y = 5;", "\"abc;\nlet y = 5;\n}", "this text has no end: a `\"`"),
            ("let r = r#\"abc\";", "r#\"abc\";\n}", "a `\"#` is missing"),
            ("let z = 1; /* open", "/* open\n}", "this comment has no end: a `*/`"),
            ("let c = '", "'", "this character has no end"),
        ] {
            let (place, message) = first(code);
            assert!(place == place_of && message.contains(words), "{code}: {place:?} {message}");
        }
        assert_eq!(in_characters("expected R_PAREN or COMMA"), "expected `)` or `,`");
    }
}
