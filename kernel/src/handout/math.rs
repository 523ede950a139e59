//! Formulas: found in the prose before Markdown sees it, numbered, and rendered by KaTeX when the page is made.

mod plain;
mod roots;
mod scan;

pub use scan::{Piece, scan};

use super::HandoutError;
use super::slots::{Slot, escaped};
use katex::{KatexContext, Settings, render_to_string};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The colour KaTeX gives to a command that it refuses (a link, a picture). Nobody would choose it, so it marks them.
const REFUSED: &str = "#bad0fa";

/// Formulas that are nested more deeply are refused: KaTeX would use up the stack.
const DEEPEST: usize = 100;

/// A displayed formula of so many characters fits on the narrowest screens.
const FITS: usize = 20;

/// Renders the formulas of one page. Macros (`\newcommand`) hold from where they are defined to the page's end.
pub struct Math {
    context: KatexContext,
    settings: Settings,
    /// What a reference to a label shows.
    labels: BTreeMap<String, String>,
    numbered: u32,
    /// All HTML so far; it decides which fonts the page needs.
    rendered: String,
}

impl Default for Math {
    fn default() -> Self {
        let settings =
            Settings::builder().global_group(true).error_color(REFUSED.to_owned()).max_size(100.0).build();
        Self {
            context: KatexContext::default(),
            settings,
            labels: BTreeMap::new(),
            numbered: 0,
            rendered: String::new(),
        }
    }
}

impl Math {
    /// Numbers the labelled formulas among `pieces` in order. All cells pass here before the first is rendered, so
    /// that a reference can point forward.
    pub fn number(&mut self, pieces: &[Piece], cell: &str) -> Result<(), HandoutError> {
        for piece in pieces {
            let Piece::Display(tex) = piece else { continue };
            for row in tex.split(r"\\") {
                let Some(label) = argument(row, r"\label") else {
                    continue;
                };
                let shown = argument(row, r"\tag").map_or_else(
                    || {
                        self.numbered += 1;
                        self.numbered.to_string()
                    },
                    str::to_owned,
                );
                if self.labels.insert(label.to_owned(), shown).is_some() {
                    return Err(HandoutError::DoubledLabel { cell: cell.into(), label: label.into() });
                }
            }
        }
        Ok(())
    }

    /// The slot for a piece that is not text.
    pub fn slot(&mut self, piece: &Piece, cell: &str) -> Result<Slot, HandoutError> {
        let typed = piece.typed();
        match piece {
            Piece::Text(text) => {
                Ok(Slot { html: escaped(text), source: text.clone(), typed, in_line: false })
            }
            Piece::Inline(tex) => {
                if let Some((label, parentheses)) = sole_reference(tex) {
                    return self.reference(label, parentheses, typed, cell);
                }
                let html = breakable(&self.render(&list_with_breaks(tex), tex, false, cell)?);
                let source = plain::plain(&html).unwrap_or_else(|| tex.clone());
                Ok(Slot { html, source, typed, in_line: true })
            }
            Piece::Display(tex) => {
                let (numbered, labels) = self.tagged(tex);
                let formula = self.render(&numbered, tex, true, cell)?;
                let source = plain::plain(&formula).unwrap_or_else(|| tex.clone());
                // What scrolls on a telephone must be within reach of the keyboard.
                let reach = if source.chars().count() > FITS { " tabindex=\"0\"" } else { "" };
                let mut html = format!("<span class=\"display\"{reach}>");
                for label in labels {
                    let _ = write!(html, "<span id=\"{}\"></span>", anchor(&label));
                }
                html.push_str(&formula);
                html.push_str("</span>");
                Ok(Slot { html, source, typed, in_line: false })
            }
            Piece::Reference { label, parentheses } => self.reference(label, *parentheses, typed, cell),
        }
    }

    /// The HTML of all formulas so far.
    pub fn rendered(&self) -> &str {
        &self.rendered
    }

    fn reference(
        &self,
        label: &str,
        parentheses: bool,
        typed: String,
        cell: &str,
    ) -> Result<Slot, HandoutError> {
        let Some(shown) = self.labels.get(label) else {
            return Err(HandoutError::UnknownLabel { cell: cell.into(), label: label.into() });
        };
        let source = if parentheses { format!("({shown})") } else { shown.clone() };
        let html = format!("<a href=\"#{}\">{}</a>", anchor(label), escaped(&source));
        Ok(Slot { html, source, typed, in_line: true })
    }

    /// `tex` with its labels turned into tags, and the labels. Only labelled formulas bear a number: the numbered
    /// environments become their starred forms.
    fn tagged(&self, tex: &str) -> (String, Vec<String>) {
        let mut labels = Vec::new();
        let rows = tex.split(r"\\").map(|row| {
            let Some(label) = argument(row, r"\label") else {
                return row.to_owned();
            };
            labels.push(label.to_owned());
            let tag = match self.labels.get(label) {
                Some(shown) if argument(row, r"\tag").is_none() => format!(r"\tag{{{shown}}}"),
                _ => String::new(),
            };
            row.replace(&format!(r"\label{{{label}}}"), &tag)
        });
        let mut tagged = rows.collect::<Vec<_>>().join(r"\\");
        for environment in ["equation", "align", "gather", "alignat"] {
            for end in ["begin", "end"] {
                tagged = tagged
                    .replace(&format!(r"\{end}{{{environment}}}"), &format!(r"\{end}{{{environment}*}}"));
            }
        }
        (tagged, labels)
    }

    fn render(&mut self, tex: &str, typed: &str, display: bool, cell: &str) -> Result<String, HandoutError> {
        self.settings.display_mode = display;
        let error = |reason: String| HandoutError::Formula {
            cell: cell.into(),
            formula: typed.trim().into(),
            reason,
        };
        if nesting(tex) > DEEPEST {
            return Err(error(format!("it is nested more than {DEEPEST} levels deep")));
        }
        let html =
            render_to_string(&self.context, &roots::braced(tex), &self.settings).map_err(|failure| {
                let message = failure.to_string();
                error(message.strip_prefix("KaTeX parse error: ").unwrap_or(&message).to_owned())
            })?;
        if html.contains(REFUSED) {
            return Err(error("links, pictures and HTML are not allowed in formulas".into()));
        }
        self.rendered.push_str(&html);
        Ok(html)
    }
}

/// How deeply a formula is nested at most: in braces, in `\left … \right`, or in commands that follow each other directly,
/// such as `\sqrt\sqrt`.
fn nesting(tex: &str) -> usize {
    let (mut depth, mut deepest, mut commands) = (0usize, 0, 0);
    let mut rest = tex.chars().peekable();
    while let Some(character) = rest.next() {
        let mut name = String::new();
        if character == '\\' {
            while let Some(letter) = rest.next_if(char::is_ascii_alphabetic) {
                name.push(letter);
            }
        }
        match (character, name.as_str()) {
            ('{', _) | (_, "left" | "begin") => depth += 1,
            ('}', _) | (_, "right" | "end") => depth = depth.saturating_sub(1),
            _ => {}
        }
        match character {
            '\\' | '^' | '_' => commands += 1,
            ' ' | '{' => {}
            _ => commands = 0,
        }
        deepest = deepest.max(depth).max(commands / 2);
    }
    deepest
}

/// A formula in a line that may break between its parts even where the text around it may not.
fn breakable(html: &str) -> String {
    const PART: &str = "<span class=\"katex-base\">";
    html.split(PART).collect::<Vec<_>>().join(&format!("<wbr>{PART}")).replacen("<wbr>", "", 1)
}

/// A list in a line, such as `(0,0),(1,2),…`, may break behind its commas, but not inside of its items.
fn list_with_breaks(tex: &str) -> String {
    let mut with_breaks = String::with_capacity(tex.len());
    let mut depth = 0;
    let mut characters = tex.chars();
    while let Some(character) = characters.next() {
        with_breaks.push(character);
        match character {
            '\\' => with_breaks.extend(characters.next()),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => with_breaks.push_str(r"\allowbreak "),
            _ => {}
        }
    }
    with_breaks
}

/// The argument of the first `command{…}` in `tex`.
fn argument<'a>(tex: &'a str, command: &str) -> Option<&'a str> {
    let (_, rest) = tex.split_once(command)?;
    Some(rest.trim_start_matches('*').strip_prefix('{')?.split_once('}')?.0)
}

/// A formula that is nothing but a reference.
fn sole_reference(tex: &str) -> Option<(&str, bool)> {
    let tex = tex.trim();
    let parentheses = tex.starts_with(r"\eqref{");
    let inner = tex.strip_prefix(r"\eqref{").or_else(|| tex.strip_prefix(r"\ref{"))?.strip_suffix('}')?;
    (!inner.contains('}')).then_some((inner, parentheses))
}

fn anchor(label: &str) -> String {
    escaped(&format!("eq-{}", label.replace(char::is_whitespace, "-")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn display(tex: &str) -> Piece {
        Piece::Display(tex.into())
    }

    #[test]
    fn a_formula_that_is_nested_too_deeply_is_refused() {
        let nested = |open: &str, close: &str| format!("{}x{}", open.repeat(2000), close.repeat(2000));
        for tex in
            [nested(r"\sqrt{", "}"), nested("{", "}"), nested(r"\left(", r"\right)"), nested(r"\sqrt ", "")]
        {
            let error = Math::default().slot(&Piece::Inline(tex), "cell 1").unwrap_err();
            assert!(error.to_string().contains("nested"), "{error}");
        }
        let fraction = format!("{}x{}", r"1+\frac{1}{".repeat(30), "}".repeat(30));
        assert!(Math::default().slot(&Piece::Inline(fraction), "cell 1").is_ok());
        assert_eq!(nesting(r"\alpha\beta\gamma\;\;\le\quad\dots"), 2);
    }

    #[test]
    fn a_formula_is_html_and_mathml_without_a_script() {
        let mut math = Math::default();
        let slot = math.slot(&Piece::Inline(r"a \oplus b".into()), "cell 1").unwrap();
        assert!(slot.html.contains("<math") && slot.html.contains("katex-html"));
        assert_eq!(slot.html.matches("<wbr>").count(), 1, "it may break after the operator");
        let list = math.slot(&Piece::Inline("(0,0),(1,2),(3,5)".into()), "cell 1").unwrap();
        assert_eq!(list.html.matches("<wbr>").count(), 2, "it may break between the pairs: {}", list.html);
        assert_eq!(list.source, "(0,0), (1,2), (3,5)");
    }

    #[test]
    fn a_formula_that_does_not_render_names_cell_and_formula() {
        for formula in [r"\frac{a", r"\foo", r"\href{https://example.org}{x}"] {
            let error = Math::default()
                .slot(&Piece::Inline(formula.into()), "cell 3 (id x)")
                .unwrap_err()
                .to_string();
            assert!(error.starts_with("cell 3 (id x): the formula") && error.contains(formula), "{error}");
        }
    }

    #[test]
    fn macros_hold_until_the_end_of_the_page() {
        let mut math = Math::default();
        math.slot(&display(r"\newcommand{\nimsum}{\oplus}"), "cell 1").unwrap();
        assert!(math.slot(&Piece::Inline(r"1 \nimsum 2".into()), "cell 2").unwrap().html.contains('⊕'));
    }

    #[test]
    fn labels_number_formulas_and_references_link_to_them() {
        let pieces = [
            display(r"\begin{align} a &= b \\ c &= d \label{two} \end{align}"),
            display(r"x \label{star} \tag{S}"),
            display(r"\begin{equation} y \label{three} \end{equation}"),
        ];
        let mut math = Math::default();
        math.number(&pieces, "cell 1").unwrap();
        let rendered: Vec<_> = pieces.iter().map(|piece| math.slot(piece, "cell 1").unwrap().html).collect();
        assert!(rendered[0].contains("id=\"eq-two\"") && rendered[2].contains("id=\"eq-three\""));
        assert!(!rendered[0].contains("class=\"eqn-num\""), "no number is left to the style sheet");
        let eqref =
            math.slot(&Piece::Reference { label: "three".into(), parentheses: true }, "cell 2").unwrap();
        assert_eq!(eqref.html, "<a href=\"#eq-three\">(2)</a>");
        assert!(math.slot(&Piece::Inline(r"\ref{star}".into()), "cell 2").unwrap().html.contains(">S<"));
        assert!(matches!(
            math.slot(&Piece::Reference { label: "none".into(), parentheses: false }, "cell 2"),
            Err(HandoutError::UnknownLabel { .. })
        ));
        assert!(matches!(math.number(&pieces[2..], "cell 3"), Err(HandoutError::DoubledLabel { .. })));
    }
}
