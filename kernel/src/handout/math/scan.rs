//! Where the formulas of a Markdown text begin and end.
//!
//! The rules are those of Jupyter's editor: `$…$`, `$$…$$` and bare `\begin{align}…\end{align}`, none of them in code,
//! with pandoc's condition that keeps prices from being formulas: no space inside the dollars, no digit after them.

use std::mem::take;

/// A part of a Markdown text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Markdown.
    Text(String),
    /// A formula in a line.
    Inline(String),
    /// A formula of its own.
    Display(String),
    /// `\ref{label}`, or `\eqref{label}` with parentheses.
    Reference {
        /// The label referred to.
        label: String,
        /// Whether the number stands in parentheses.
        parentheses: bool,
    },
}

impl Piece {
    /// The piece as it was typed.
    pub fn typed(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Inline(tex) => format!("${tex}$"),
            Self::Display(tex) if tex.starts_with(r"\begin{") && environment(tex).is_some() => tex.clone(),
            Self::Display(tex) => format!("$${tex}$$"),
            Self::Reference { label, parentheses: false } => format!(r"\ref{{{label}}}"),
            Self::Reference { label, parentheses: true } => format!(r"\eqref{{{label}}}"),
        }
    }
}

/// The environments that are formulas without dollars around them.
const ENVIRONMENTS: [&str; 9] =
    ["align", "align*", "equation", "equation*", "gather", "gather*", "alignat", "alignat*", "CD"];

/// Splits `markdown`; joining the pieces with their delimiters gives it back.
pub fn scan(markdown: &str) -> Vec<Piece> {
    let mut scanner = Scanner { pieces: Vec::new(), text: String::new() };
    let mut fence: Option<&str> = None;
    let mut at = 0;
    while at < markdown.len() {
        let rest = &markdown[at..];
        let line_start = at == 0 || markdown[..at].ends_with('\n');
        if line_start && let Some(marks) = fence_marks(rest) {
            match fence {
                None => fence = Some(marks),
                Some(open) if marks.starts_with(open) => fence = None,
                Some(_) => {}
            }
        }
        if fence.is_some() || (line_start && fence_marks(rest).is_some()) {
            at += scanner.keep(rest, rest.find('\n').map_or(rest.len(), |end| end + 1));
            continue;
        }
        let before = &markdown[..at];
        at += match rest.as_bytes()[0] {
            b'`' => scanner.keep(rest, code_span(rest)),
            b'$' => match dollars(rest) {
                Some((piece, length)) => scanner.take_formula(without_quote_marks(piece, before), length),
                None => scanner.keep(rest, rest.len() - rest.trim_start_matches('$').len()),
            },
            b'\\' => match environment(rest).or_else(|| reference(rest)) {
                Some((piece, length)) => scanner.take_formula(without_quote_marks(piece, before), length),
                None => scanner.keep(rest, 1 + rest[1..].chars().next().map_or(0, char::len_utf8)),
            },
            b'\n' => scanner.keep(rest, 1),
            _ => scanner.keep(rest, rest.find(['`', '$', '\\', '\n']).unwrap_or(rest.len())),
        };
    }
    scanner.finish()
}

struct Scanner {
    pieces: Vec<Piece>,
    text: String,
}

impl Scanner {
    fn keep(&mut self, rest: &str, length: usize) -> usize {
        self.text.push_str(&rest[..length]);
        length
    }

    fn take_formula(&mut self, piece: Piece, length: usize) -> usize {
        if !self.text.is_empty() {
            self.pieces.push(Piece::Text(take(&mut self.text)));
        }
        self.pieces.push(piece);
        length
    }

    fn finish(mut self) -> Vec<Piece> {
        if !self.text.is_empty() {
            self.pieces.push(Piece::Text(self.text));
        }
        self.pieces
    }
}

/// The backticks or tildes of a line that opens or closes a block of code.
fn fence_marks(line: &str) -> Option<&str> {
    let marks = line.trim_start_matches([' ', '>']);
    let mark = marks.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = marks.len() - marks.trim_start_matches(mark).len();
    let info = marks[length..].lines().next().unwrap_or_default();
    // Backticks after backticks on one line are a span, not a block.
    (length >= 3 && !(mark == '`' && info.contains('`'))).then(|| &marks[..length])
}

/// The length of the code span at the start of `text`, or of its backticks when nothing closes it.
fn code_span(text: &str) -> usize {
    let ticks = text.len() - text.trim_start_matches('`').len();
    let mut at = ticks;
    while let Some(found) = text[at..].find('`') {
        at += found;
        let run = text[at..].len() - text[at..].trim_start_matches('`').len();
        if run == ticks {
            return at + run;
        }
        at += run;
    }
    ticks
}

fn dollars(text: &str) -> Option<(Piece, usize)> {
    let delimiter = if text.starts_with("$$") { "$$" } else { "$" };
    let body = &text[delimiter.len()..];
    let end = closing(body, delimiter)?;
    let tex = &body[..end];
    let length = end + 2 * delimiter.len();
    if tex.trim().is_empty() || has_blank_line(tex) {
        return None;
    }
    if delimiter == "$$" {
        return Some((Piece::Display(tex.into()), length));
    }
    let spaced = tex.starts_with(char::is_whitespace) || tex.ends_with(char::is_whitespace);
    let price = text[length..].starts_with(|c: char| c.is_ascii_digit());
    (!spaced && !price).then(|| (Piece::Inline(tex.into()), length))
}

/// Where `delimiter` first stands in `body` without a backslash before it.
fn closing(body: &str, delimiter: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in body.char_indices() {
        if !escaped && body[at..].starts_with(delimiter) {
            return Some(at);
        }
        escaped = c == '\\' && !escaped;
    }
    None
}

fn has_blank_line(tex: &str) -> bool {
    let lines: Vec<_> = tex.split('\n').collect();
    lines.len() > 2 && lines[1..lines.len() - 1].iter().any(|line| line.trim().is_empty())
}

fn environment(text: &str) -> Option<(Piece, usize)> {
    let name = text.strip_prefix(r"\begin{")?.split_once('}')?.0;
    let end = format!(r"\end{{{name}}}");
    let length = ENVIRONMENTS.contains(&name).then(|| text.find(&end))?? + end.len();
    Some((Piece::Display(text[..length].into()), length))
}

fn reference(text: &str) -> Option<(Piece, usize)> {
    let parentheses = text.starts_with(r"\eqref{");
    let rest = text.strip_prefix(r"\eqref{").or_else(|| text.strip_prefix(r"\ref{"))?;
    let label = rest.split_once('}')?.0;
    Some((Piece::Reference { label: label.into(), parentheses }, text.len() - rest.len() + label.len() + 1))
}

/// In a block quote the lines of a formula begin with `>`, which is not an inequality.
fn without_quote_marks(piece: Piece, before: &str) -> Piece {
    let line = before.rsplit('\n').next().unwrap_or_default();
    match piece {
        Piece::Display(tex) if line.trim_start().starts_with('>') => {
            let lines: Vec<_> = tex.split('\n').collect();
            let stripped =
                lines.iter().enumerate().map(|(index, line)| match line.trim_start().strip_prefix('>') {
                    Some(quoted) if index > 0 => quoted,
                    _ => line,
                });
            Piece::Display(stripped.collect::<Vec<_>>().join("\n"))
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formulas(markdown: &str) -> Vec<Piece> {
        scan(markdown).into_iter().filter(|piece| !matches!(piece, Piece::Text(_))).collect()
    }
    fn inline(tex: &str) -> Piece {
        Piece::Inline(tex.into())
    }
    fn display(tex: &str) -> Piece {
        Piece::Display(tex.into())
    }

    #[test]
    fn dollars_and_environments_are_formulas() {
        assert_eq!(formulas("值 $a_1*b_1$，$c$。"), [inline("a_1*b_1"), inline("c")]);
        assert_eq!(formulas("$$\nx\n$$ 和 $$y$$"), [display("\nx\n"), display("y")]);
        let align = "\\begin{align}\na &= b \\\\\nc\n\\end{align}";
        assert_eq!(formulas(&format!("甲\n{align}\n乙")), [display(align)]);
        assert_eq!(formulas(r"$\$1 + \{0 | 1\}$"), [inline(r"\$1 + \{0 | 1\}")]);
    }

    #[test]
    fn prices_code_and_escapes_are_not() {
        for text in [
            "from $5 to $10",
            "`$x$` and ``a ` $y$``",
            "```\n$x$\n```",
            "~~~rust\n$x$\n```\n$y$\n~~~",
            r"\$x\$",
            "$ x $",
            "$a\n\nb$",
            "$",
            "$$$$",
            r"\begin{itemize}\end{itemize}",
            r"\",
        ] {
            assert_eq!(formulas(text), [], "{text}");
            assert_eq!(scan(text), [Piece::Text(text.into())]);
        }
        assert_eq!(formulas("```\ncode\n```\n$x$"), [inline("x")], "a fence ends");
        assert_eq!(formulas("a ` b $x$"), [inline("x")], "a lone backtick is no code");
    }

    #[test]
    fn pieces_know_how_they_were_typed() {
        let text = "甲 $a$ $$b$$ \\begin{gather}c\\end{gather} \\ref{d} \\eqref{e} `$f$`";
        assert_eq!(scan(text).iter().map(Piece::typed).collect::<String>(), text);
        assert_eq!(formulas(text).len(), 5);
    }

    #[test]
    fn references_are_found_in_text() {
        let expected = Piece::Reference { label: "mex".into(), parentheses: true };
        assert_eq!(scan(r"由 \eqref{mex}"), [Piece::Text("由 ".into()), expected]);
    }

    #[test]
    fn quotes_lose_their_marks() {
        assert_eq!(formulas("> $$\n> a > b\n> $$"), [display("\n a > b\n ")]);
    }
}
