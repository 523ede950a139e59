//! HTML of our own that passes through Markdown and the sanitiser as a short word.
//!
//! A formula or a piece of highlighted code stands in the text as `U+E000 n U+E001` (private use: neither punctuation
//! nor space, so that emphasis around it works), and is put in at the very end, when nothing is rewritten any more.

use askama::filters::{Html, escape};

const OPEN: char = '\u{e000}';
const CLOSE: char = '\u{e001}';

/// Closing punctuation that must not begin a line, and opening punctuation that must not end one.
const CLOSING: &str = "，。、；：！？）」』】》〉”’,.;:!?)";
const OPENING: &str = "（「『【《〈“‘(";

/// What one word stands for.
#[derive(Debug)]
pub struct Slot {
    /// The HTML to put in.
    pub html: String,
    /// What it says in plain text, for attributes and for the title of the page.
    pub source: String,
    /// How it was typed, for code.
    pub typed: String,
    /// Whether it stands in a line of text, so that punctuation beside it must stay with it.
    pub in_line: bool,
}

/// All the words of a page.
#[derive(Debug, Default)]
pub struct Slots(Vec<Slot>);

impl Slots {
    /// Keeps `slot` and returns the word for it.
    pub fn put(&mut self, slot: Slot) -> String {
        self.0.push(slot);
        format!("{OPEN}{}{CLOSE}", self.0.len() - 1)
    }

    /// `text` with the plain text in place of the words.
    pub fn plain(&self, text: &str) -> String {
        self.replace(text, |slot| slot.source.clone())
    }

    /// `text` as it was typed.
    pub fn typed(&self, text: &str) -> String {
        self.replace(text, |slot| slot.typed.clone())
    }

    /// `html`, sanitised and therefore well-formed, with the HTML put in.
    pub fn fill(&self, html: &str) -> String {
        let mut filled = String::with_capacity(html.len() * 2);
        let (mut rest, mut code_depth) = (html, 0usize);
        while let Some(at) = rest.find('<') {
            self.fill_text(&rest[..at], code_depth > 0, &mut filled);
            let tag_end = end_of_tag(&rest[at..]) + at;
            let tag = &rest[at..tag_end];
            if tag.starts_with("<code") || tag.starts_with("<pre") {
                code_depth += 1;
            } else if tag.starts_with("</code") || tag.starts_with("</pre") {
                code_depth = code_depth.saturating_sub(1);
            }
            filled.push_str(&self.replace(tag, |slot| escaped(&slot.source)));
            rest = &rest[tag_end..];
        }
        self.fill_text(rest, code_depth > 0, &mut filled);
        filled
    }

    fn fill_text(&self, text: &str, in_code: bool, filled: &mut String) {
        let mut rest = text;
        while let Some((before, slot, after)) = self.next(rest) {
            if in_code {
                filled.push_str(before);
                filled.push_str(&escaped(&slot.typed));
                rest = after;
                continue;
            }
            let opening = before.chars().next_back().filter(|c| OPENING.contains(*c));
            let closing = after.chars().next().filter(|c| CLOSING.contains(*c));
            let glued = slot.in_line && (opening.is_some() || closing.is_some());
            let (opening, closing) = if glued { (opening, closing) } else { (None, None) };
            filled.push_str(&before[..before.len() - opening.map_or(0, char::len_utf8)]);
            if glued {
                filled.push_str("<span class=\"together\">");
                filled.extend(opening);
            }
            filled.push_str(&slot.html);
            if glued {
                filled.extend(closing);
                filled.push_str("</span>");
            }
            rest = &after[closing.map_or(0, char::len_utf8)..];
        }
        filled.push_str(rest);
    }

    fn replace(&self, text: &str, with: impl Fn(&Slot) -> String) -> String {
        let (mut replaced, mut rest) = (String::with_capacity(text.len()), text);
        while let Some((before, slot, after)) = self.next(rest) {
            replaced.push_str(before);
            replaced.push_str(&with(slot));
            rest = after;
        }
        replaced.push_str(rest);
        replaced
    }

    /// The first word of `text`, what stands before it and what after.
    fn next<'a>(&self, text: &'a str) -> Option<(&'a str, &Slot, &'a str)> {
        let (before, rest) = text.split_once(OPEN)?;
        let (number, after) = rest.split_once(CLOSE)?;
        Some((before, self.0.get(number.parse::<usize>().ok()?)?, after))
    }
}

/// Whether a text has words for HTML, and beside them no letter and no digit.
pub fn is_all_slots(text: &str) -> bool {
    let mut depth = 0;
    let outside = |c: char| {
        depth += i32::from(c == OPEN) - i32::from(c == CLOSE);
        depth == 0 && c.is_alphanumeric()
    };
    text.contains(OPEN) && !text.chars().any(outside)
}

/// `text` without the characters that mark words.
pub fn without_marks(text: &str) -> String {
    text.replace([OPEN, CLOSE], "")
}

/// `text` for use in HTML, in attributes too.
pub fn escaped(text: &str) -> String {
    escape(text, Html).map(|safe| safe.to_string()).unwrap_or_default()
}

/// Where the tag at the start of `html` ends, quoted attributes skipped.
fn end_of_tag(html: &str) -> usize {
    let mut quoted = false;
    for (at, c) in html.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '>' if !quoted => return at + 1,
            _ => {}
        }
    }
    html.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_goes_into_text_and_source_into_attributes_and_code() {
        let mut slots = Slots::default();
        let word = slots.put(Slot {
            html: "<b>x</b>".into(),
            source: "a<b".into(),
            typed: "$a<b$".into(),
            in_line: false,
        });
        let html = format!("<p title=\"&gt; {word} >\">{word}</p><code>{word}</code>");
        assert_eq!(slots.fill(&html), "<p title=\"&gt; a&#60;b >\"><b>x</b></p><code>$a&#60;b$</code>");
        assert_eq!(slots.plain(&format!("第 {word} 堆")), "第 a<b 堆");
    }

    #[test]
    fn a_text_of_slots_alone_is_told_from_others() {
        for (text, alone) in [
            ("\u{e000}1\u{e001}", true),
            ("(\u{e000}1\u{e001}), \u{e000}2\u{e001}", true),
            ("\u{e000}1\u{e001} 值", false),
            ("", false),
            ("—", false),
        ] {
            assert_eq!(is_all_slots(text), alone, "{text}");
        }
    }

    #[test]
    fn punctuation_stays_with_a_formula() {
        let mut slots = Slots::default();
        let word =
            slots.put(Slot { html: "X".into(), source: "x".into(), typed: "$x$".into(), in_line: true });
        assert_eq!(
            slots.fill(&format!("取（{word}）与 {word} 和")),
            "取<span class=\"together\">（X）</span>与 X 和"
        );
    }

    #[test]
    fn marks_typed_by_somebody_mean_nothing() {
        let slots = Slots::default();
        assert_eq!(slots.fill("\u{e000}7\u{e001}"), "\u{e000}7\u{e001}");
        assert_eq!(without_marks("a\u{e000}b"), "ab");
    }
}
