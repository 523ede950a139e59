//! Code with classes for colours.

use super::slots::escaped;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};
use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxSet};

static SYNTAXES: LazyLock<SyntaxSet> = LazyLock::new(SyntaxSet::load_defaults_newlines);

/// Which scopes of Sublime's grammars have which class; the first that fits the innermost scope wins. A few calm
/// groups instead of a hundred scopes keep the page small and its style sheet readable.
static CLASSES: LazyLock<Vec<(Scope, &'static str)>> = LazyLock::new(|| {
    [
        ("comment", "c"),
        ("string", "s"),
        ("constant.character", "s"),
        ("constant.numeric", "n"),
        ("constant", "n"),
        ("keyword.operator", "o"),
        ("keyword", "k"),
        ("storage.type.numeric", "t"),
        ("storage", "k"),
        ("variable.language", "k"),
        ("entity.name.function", "f"),
        ("support.function", "f"),
        ("support.macro", "m"),
        ("entity.name.macro", "m"),
        ("variable.annotation", "m"),
        ("meta.annotation", "m"),
        ("entity.name", "t"),
        ("support.type", "t"),
    ]
    .into_iter()
    .filter_map(|(scope, class)| Some((Scope::new(scope).ok()?, class)))
    .collect()
});

/// What was highlighted before: the cells of a lab are the same in both languages of the book.
static DONE: LazyLock<Mutex<HashMap<(String, String), String>>> = LazyLock::new(Mutex::default);

/// `source` as `<pre><code>`; a language that is not known has no colours.
pub fn highlight(source: &str, language: &str) -> String {
    let key = (source.to_owned(), language.to_owned());
    let known = DONE.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
    known.unwrap_or_else(|| {
        let html = highlight_anew(source, language);
        DONE.lock().unwrap_or_else(PoisonError::into_inner).insert(key, html.clone());
        html
    })
}

fn highlight_anew(source: &str, language: &str) -> String {
    let language = language.trim().to_lowercase();
    let syntax =
        SYNTAXES.find_syntax_by_token(&language).unwrap_or_else(|| SYNTAXES.find_syntax_plain_text());
    let mut state = ParseState::new(syntax);
    let mut stack = ScopeStack::new();
    let mut html = format!("<pre tabindex=\"0\"><code class=\"language-{}\">", escaped(&language));
    let mut run = Run::default();
    for line in source.trim_end_matches('\n').split_inclusive('\n') {
        // The grammars end their lines with a newline, the source may not.
        let whole = if line.ends_with('\n') { line.to_owned() } else { format!("{line}\n") };
        let changes = state.parse_line(&whole, &SYNTAXES).unwrap_or_default();
        let mut at = 0;
        for (until, change) in changes {
            run.add(&line[at.min(line.len())..until.min(line.len())], class(&stack), &mut html);
            at = until;
            if stack.apply(&change).is_err() {
                stack = ScopeStack::new();
            }
        }
        run.add(&line[at.min(line.len())..], class(&stack), &mut html);
    }
    run.flush(&mut html);
    html.push_str("</code></pre>");
    html
}

fn class(stack: &ScopeStack) -> Option<&'static str> {
    stack.as_slice().iter().rev().find_map(|scope| {
        CLASSES.iter().find(|(prefix, _)| prefix.is_prefix_of(*scope)).map(|(_, class)| *class)
    })
}

/// Neighbours of one class, joined into one span.
#[derive(Default)]
struct Run {
    text: String,
    class: Option<&'static str>,
}

impl Run {
    fn add(&mut self, text: &str, class: Option<&'static str>, html: &mut String) {
        if text.is_empty() {
            return;
        }
        if class != self.class {
            self.flush(html);
            self.class = class;
        }
        self.text.push_str(text);
    }

    fn flush(&mut self, html: &mut String) {
        let text = escaped(&std::mem::take(&mut self.text));
        match self.class {
            Some(class) if !text.is_empty() => {
                html.push_str(&format!("<span class=\"{class}\">{text}</span>"));
            }
            _ => html.push_str(&text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rust_has_colours() {
        let html = highlight("// 注\nfn mex(n: u32) -> bool { println!(\"∗{}\", 3) }\n", "rust");
        for part in
            ["class=\"c\">// 注", "class=\"k\">fn", "class=\"f\">mex", "class=\"s\">&#34;∗", "class=\"n\">3"]
        {
            assert!(html.contains(part), "{part} in {html}");
        }
    }

    #[test]
    fn no_text_is_lost_or_active() {
        let text = |html: &str| {
            let mut inside = false;
            html.chars()
                .filter(|c| {
                    let kept = !inside && *c != '<';
                    inside = (inside || *c == '<') && *c != '>';
                    kept
                })
                .collect::<String>()
        };
        for language in ["rust", "python", "no such language"] {
            let html = highlight("a < b && \"甲\" // <script>\n  c", language);
            assert_eq!(text(&html), "a &#60; b &#38;&#38; &#34;甲&#34; // &#60;script&#62;\n  c");
        }
        assert!(highlight("", "rust").ends_with("\"></code></pre>"));
    }
}
