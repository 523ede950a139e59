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

/// The cell with spaces instead of its directives: everything else keeps its place.
pub fn blanked(code: &str) -> String {
    let blank = |line: &str| {
        line.chars().map(|c| if c == '\n' { "\n".to_owned() } else { " ".repeat(c.len_utf8()) }).collect()
    };
    lines(code).map(|(line, directive)| if directive { blank(line) } else { line.to_owned() }).collect()
}

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
    }
}
