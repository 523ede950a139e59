//! Roots whose radicand is a single token, which katex-rs 0.3 sets wrongly.

/// `tex` with braces around every radicand of one token: `\sqrt5` and `\sqrt\varphi` mean `\sqrt{5}` and
/// `\sqrt{\varphi}`, but katex-rs 0.3 puts the sign over a radicand that is a bare symbol.
pub fn braced(tex: &str) -> String {
    let mut parts = tex.split(r"\sqrt");
    let mut braced = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        braced.push_str(r"\sqrt");
        let start = part.trim_start();
        let index_end = if start.starts_with('[') { start.find(']').map_or(0, |end| end + 1) } else { 0 };
        let (index, rest) = start.split_at(index_end);
        let rest = rest.trim_start();
        let length = match rest.chars().next() {
            Some('\\') => {
                let letters =
                    rest[1..].len() - rest[1..].trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
                1 + if letters > 0 { letters } else { rest[1..].chars().next().map_or(0, char::len_utf8) }
            }
            // `\sqrtx` would be another command; what is not an argument is left for KaTeX to complain about.
            Some(c)
                if !matches!(c, '{' | '}' | '&' | '$')
                    && (start.len() < part.len() || !c.is_ascii_alphabetic()) =>
            {
                c.len_utf8()
            }
            _ => {
                braced.push_str(part);
                continue;
            }
        };
        let (radicand, after) = rest.split_at(length);
        braced.push_str(&format!("{index}{{{radicand}}}{after}"));
    }
    braced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_have_braces() {
        for (typed, expected) in [
            (r"\frac{1+\sqrt5}{2}", r"\frac{1+\sqrt{5}}{2}"),
            (r"\sqrt\varphi+\sqrt x", r"\sqrt{\varphi}+\sqrt{x}"),
            (r"\sqrt[3] 2", r"\sqrt[3]{2}"),
            (r"\sqrt{5}, \sqrtx, \sqrt", r"\sqrt{5}, \sqrtx, \sqrt"),
        ] {
            assert_eq!(braced(typed), expected);
        }
    }
}
