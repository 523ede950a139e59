//! A place in the text of a cell, counted in Unicode code points as the protocol does, and what the parser makes of it.

use crate::evaluator::directive_lines::blanked;
use crate::evaluator::parse::{Parsed, parse};
use ra_ap_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken, ast};

/// Put in at the cursor, so that the parser sees a name there. A reader who has a name that contains it loses nothing.
const MARK: &str = "agonhere";

/// Before a cell, to make it a function.
const OPENING: &str = "fn cell() {\n";

/// The text of a cell with a cursor in it.
pub struct Cursor {
    /// The part of the word that stands before the cursor.
    pub word: String,
    /// Where that part begins, in code points.
    pub start: usize,
    /// The cursor, in code points.
    pub end: usize,
    /// The text before the word.
    pub before: String,
    after: String,
}

impl Cursor {
    /// The cursor after so many code points; at the end, if the text has fewer.
    pub fn new(code: &str, position: usize) -> Cursor {
        let end = position.min(code.chars().count());
        let code = &with_expression(code, position);
        let at = code.char_indices().nth(end).map_or(code.len(), |(at, _)| at);
        let (before, after) = code.split_at(at);
        let word = before
            .rfind(|c| !is_of_name(c))
            .map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8));
        let (before, word) = before.split_at(word);
        Cursor {
            word: word.to_owned(),
            start: end - word.chars().count(),
            end,
            before: before.to_owned(),
            after: after.to_owned(),
        }
    }

    /// The same with the whole word that the cursor touches.
    pub fn whole_word(&self) -> String {
        let rest: String = self.after.chars().take_while(|c| is_of_name(*c)).collect();
        self.word.clone() + &rest
    }

    /// The text behind the whole word.
    pub fn rest(&self) -> &str {
        self.after.trim_start_matches(is_of_name)
    }

    /// The line up to the cursor.
    pub fn line(&self) -> &str {
        self.before.rsplit('\n').next().unwrap_or_default()
    }

    /// The text as a function with a mark at the end of the word, and the mark.
    pub fn parsed(&self) -> Option<(Parsed, SyntaxToken)> {
        let code = format!("{}{}{MARK}{}", self.before, self.word, self.after);
        let parsed = parse(&format!("{OPENING}{}\n}}", blanked(&code)));
        let root = parsed.syntax_node();
        let mark = marked(&root)?;
        Some((parsed, mark))
    }
}

/// The text with spaces for the words of directives that an expression follows, so that what remains is Rust.
pub fn with_expression(code: &str, position: usize) -> String {
    const WORD: &str = ":type ";
    let mut start = 0;
    let lines = code.split_inclusive('\n').map(|line| {
        let is_here = (start..=start + line.chars().count()).contains(&position);
        start += line.chars().count();
        match line.strip_prefix(WORD).filter(|_| is_here) {
            Some(expression) => " ".repeat(WORD.len()) + expression,
            None => line.to_owned(),
        }
    });
    lines.collect()
}

/// Whether a character may stand in a name.
pub fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn marked(root: &SyntaxNode) -> Option<SyntaxToken> {
    let tokens = root.descendants_with_tokens().filter_map(|element| element.into_token());
    // In a text or a comment, the mark is no name.
    tokens.into_iter().find(|token| token.kind() == SyntaxKind::IDENT && token.text().contains(MARK))
}

/// Tokens in a macro's parentheses are no expressions to the parser. Most macros take expressions between commas, so the
/// tokens are parsed as such; the result is the mark there.
pub fn inside_macro(mark: &SyntaxToken) -> Option<(Parsed, SyntaxToken)> {
    let tree = mark.parent_ancestors().filter_map(ast::TokenTree::cast).last()?;
    let text = tree.syntax().text().to_string();
    // While the reader types, the closing parenthesis may be missing.
    let inside = text.get(1..)?;
    let is_closed = tree.right_delimiter_token().is_some();
    let inside = if is_closed { &inside[..inside.len() - 1] } else { inside };
    let list = if text.starts_with('[') { format!("[{inside}]") } else { format!("({inside})") };
    let parsed = parse(&format!("{OPENING}{list};\n}}"));
    let mark = marked(&parsed.syntax_node())?;
    (!mark.parent_ancestors().any(|parent| ast::TokenTree::can_cast(parent.kind()))).then_some((parsed, mark))
}

/// The names in a path.
pub fn segments(path: &ast::Path) -> Vec<String> {
    let names = path.segments().filter_map(|segment| segment.name_ref());
    names.map(|name| name.text().to_string()).collect()
}

/// The names before the last of a path, and whether it stands in an import: `use a::{b::|}` stands behind `a::b`.
pub fn before(path: &ast::Path) -> (Vec<String>, bool) {
    let mut before = path.qualifier().map(|qualifier| segments(&qualifier)).unwrap_or_default();
    let mut trees = path.syntax().ancestors().filter_map(ast::UseTree::cast);
    let is_import = trees.next().is_some();
    for path in trees.filter_map(|tree| tree.path()) {
        before.splice(0..0, segments(&path));
    }
    (before, is_import)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_code_points() {
        let cursor = Cursor::new("let 🎲堆 = 三堆.le", 14);
        assert_eq!((cursor.word.as_str(), cursor.start, cursor.end), ("le", 12, 14));
        assert!(cursor.before.ends_with("三堆."));
        let cursor = Cursor::new("第一堆 + 1", 2);
        assert_eq!((cursor.word.as_str(), cursor.whole_word()), ("第一", "第一堆".to_owned()));
        let cursor = Cursor::new(":type 堆.le", 10);
        assert_eq!((cursor.before.as_str(), cursor.start, cursor.end), ("      堆.", 8, 10));
        let cursor = Cursor::new("ab", 99);
        assert_eq!((cursor.start, cursor.end), (0, 2));
    }

    #[test]
    fn a_mark_is_found_in_code_only() {
        let parsed = |code: &str| Cursor::new(code, code.chars().count()).parsed().map(|(_, mark)| mark);
        assert!(parsed("let x = he").is_some() && parsed("x.").is_some());
        assert!(parsed("// he").is_none() && parsed("\"he").is_none());
        let mark = parsed("println!(\"{}\", heaps.le").unwrap();
        let (_, inner) = inside_macro(&mark).unwrap();
        assert!(
            inner
                .parent_ancestors()
                .any(|node| ast::MethodCallExpr::can_cast(node.kind())
                    || ast::FieldExpr::can_cast(node.kind()))
        );
    }
}
