//! Terminal text: colours become classes, all other control sequences go.

use super::slots::escaped;
use std::fmt::Write;

#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Look {
    /// 0 to 7: the colours of a terminal, bright ones folded into them.
    colour: Option<u8>,
    bold: bool,
    faint: bool,
    underlined: bool,
}

/// `text` as HTML: escaped, and in spans `a-red`, `a-bold` and so on where escape sequences say so.
pub fn to_html(text: &str) -> String {
    let (mut html, mut look, mut rest) = (String::new(), Look::default(), text);
    while let Some((before, sequence)) = rest.split_once('\u{1b}') {
        put(before, look, &mut html);
        rest = match sequence.strip_prefix('[') {
            Some(parameters) => {
                let end = parameters.find(|c: char| ('@'..='~').contains(&c)).unwrap_or(parameters.len());
                if parameters[end..].starts_with('m') {
                    look = look.changed(&parameters[..end]);
                }
                parameters.get(end + 1..).unwrap_or_default()
            }
            // A link or a title: up to BEL or ESC \.
            None if sequence.starts_with(']') => {
                let end = sequence.find(['\u{7}', '\u{1b}']).unwrap_or(sequence.len());
                let rest = &sequence[end..];
                rest.strip_prefix('\u{7}').or_else(|| rest.strip_prefix("\u{1b}\\")).unwrap_or(rest)
            }
            None => sequence.get(1..).unwrap_or(sequence),
        };
    }
    put(rest, look, &mut html);
    html
}

fn put(text: &str, look: Look, html: &mut String) {
    let text: String = text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
    let classes = look.classes();
    if text.is_empty() || classes.is_empty() {
        html.push_str(&escaped(&text));
    } else {
        let _ = write!(html, "<span class=\"{classes}\">{}</span>", escaped(&text));
    }
}

impl Look {
    /// Select Graphic Rendition, ECMA-48 §8.3.117. A colour of another palette becomes the nearest of the eight, which has a light
    /// and a dark shade; backgrounds go.
    fn changed(mut self, parameters: &str) -> Self {
        let mut codes = parameters.split([';', ':']).map(|code| code.parse::<u8>().unwrap_or(0));
        while let Some(code) = codes.next() {
            match code {
                0 => self = Self::default(),
                1 => self.bold = true,
                2 => self.faint = true,
                4 => self.underlined = true,
                22 => (self.bold, self.faint) = (false, false),
                24 => self.underlined = false,
                30..=37 => self.colour = Some(code - 30),
                90..=97 => self.colour = Some(code - 90),
                39 => self.colour = None,
                38 | 48 => {
                    let is_of_256 = codes.next() == Some(5);
                    let parts: Vec<u8> = codes.by_ref().take(if is_of_256 { 1 } else { 3 }).collect();
                    if code == 38 {
                        self.colour = match parts[..] {
                            [colour] if is_of_256 => Some(nearest_of_256(colour)),
                            [red, green, blue] => Some(nearest([red, green, blue])),
                            _ => self.colour,
                        };
                    }
                }
                _ => {}
            }
        }
        self
    }

    fn classes(self) -> String {
        const COLOURS: [&str; 8] = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
        let colour = self.colour.map(|colour| COLOURS[usize::from(colour)]);
        let names = [
            colour,
            self.bold.then_some("bold"),
            self.faint.then_some("faint"),
            self.underlined.then_some("underlined"),
        ];
        names.into_iter().flatten().map(|name| format!("a-{name}")).collect::<Vec<_>>().join(" ")
    }
}

/// Which of the eight colours is the hue of one of the 256: sixteen of the terminal's, a cube of 6 × 6 × 6, and greys.
fn nearest_of_256(colour: u8) -> u8 {
    match colour {
        0..16 => colour % 8,
        16..232 => nearest([36, 6, 1].map(|step| match (colour - 16) / step % 6 {
            0 => 0,
            level => 55 + 40 * level,
        })),
        232.. => nearest([(colour - 232) * 10 + 8; 3]),
    }
}

/// The colour whose bits say which of red, green and blue are more than half way from the least of them to the greatest. Greys
/// are black: they are read like the text around them.
fn nearest([red, green, blue]: [u8; 3]) -> u8 {
    let (least, greatest) = (red.min(green).min(blue), red.max(green).max(blue));
    if greatest - least < 32 {
        return 0;
    }
    let half = least + (greatest - least) / 2;
    u8::from(red > half) | u8::from(green > half) << 1 | u8::from(blue > half) << 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_become_classes_and_the_rest_goes() {
        for (text, html) in [
            ("\u{1b}[1;31merror\u{1b}[0m: <x>", "<span class=\"a-red a-bold\">error</span>: &#60;x&#62;"),
            ("\u{1b}[38;5;9mE\u{1b}[39m", "<span class=\"a-red\">E</span>"),
            (
                "\u{1b}[38;5;208mo\u{1b}[38;5;33mb",
                "<span class=\"a-yellow\">o</span><span class=\"a-cyan\">b</span>",
            ),
            ("\u{1b}[38;2;200;30;40mrgb", "<span class=\"a-red\">rgb</span>"),
            ("\u{1b}[48;5;208;1mb", "<span class=\"a-bold\">b</span>"),
            ("\u{1b}[2K\u{1b}[1Aline", "line"),
            ("\u{1b}]8;;https://example.org\u{1b}\\link\u{1b}]8;;\u{7}", "link"),
            ("cut \u{1b}[3", "cut "),
            ("\u{1b}", ""),
            ("甲\u{1b}甲", "甲甲"),
        ] {
            assert_eq!(to_html(text), html, "{text:?}");
        }
    }
}
