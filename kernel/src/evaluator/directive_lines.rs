//! Which lines of a cell are directives (`:dep …`): those that begin with a colon, before the first line of Rust.

/// The lines of a cell, with their ends, and whether each is a directive.
pub fn lines(code: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut in_front = true;
    code.split_inclusive('\n').map(move |line| {
        let text = line.trim_start();
        let directive = text.starts_with(':') && !text.starts_with("::");
        in_front &= directive || text.is_empty() || text.starts_with("//");
        (line, in_front && directive)
    })
}

/// The cell with spaces instead of its directives, and of what files begin with that is not code (a byte order mark,
/// `#!/bin/…`): everything else keeps its place.
pub fn blanked(code: &str) -> String {
    let blank = |text: &str| -> String {
        text.chars().map(|c| if c == '\n' { "\n".to_owned() } else { " ".repeat(c.len_utf8()) }).collect()
    };
    let (head, code) = code.split_at(head(code));
    let rest = lines(code).map(|(line, directive)| if directive { blank(line) } else { line.to_owned() });
    std::iter::once(blank(head)).chain(rest).collect()
}

/// Where the code of a file begins, behind a byte order mark and a line for the system.
fn head(code: &str) -> usize {
    let mark = if code.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
    let first = code[mark..].split('\n').next().unwrap_or_default();
    let for_system = first.strip_prefix("#!").is_some_and(|rest| !rest.trim_start().starts_with('['));
    mark + if for_system { first.len() } else { 0 }
}

const BYTE_ORDER_MARK: char = '\u{feff}';

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_stand_in_front() {
        let code = "// 骰子\n:dep 骰 = \"1\"\n\n:vars\nlet x = 1;\n:vars\n";
        let directives: Vec<&str> =
            lines(code).filter(|(_, directive)| *directive).map(|(line, _)| line).collect();
        assert_eq!(directives, [":dep 骰 = \"1\"\n", ":vars\n"]);
        assert_eq!(blanked(code).len(), code.len());
        assert!(blanked(code).ends_with("\nlet x = 1;\n:vars\n"));
        assert_eq!(blanked("::std::mem::drop(1)"), "::std::mem::drop(1)");
        assert_eq!(blanked("\u{feff}#!/bin/x\n1"), format!("{}\n1", " ".repeat(11)));
        assert_eq!(blanked("#![allow(x)]\n1"), "#![allow(x)]\n1");
    }
}
