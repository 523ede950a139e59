//! The style sheet of a page, with the fonts that its formulas use and no others.

use std::collections::BTreeSet;
use std::fmt::Write;

const STYLE: &str = include_str!("../../../book/theme/handout.css");
const BOARDS: &str = include_str!("../../../book/theme/board.css");
const KATEX: &str = include_str!("../../../book/theme/katex/katex.min.css");

macro_rules! fonts {
    ($($name:literal: $family:literal $weight:literal $style:literal,)*) => {
        &[$(Font {
            family: $family,
            weight: $weight,
            style: $style,
            bytes: include_bytes!(concat!("../../../book/theme/katex/fonts/KaTeX_", $name, ".woff2")),
        }),*]
    };
}

struct Font {
    family: &'static str,
    weight: u16,
    style: &'static str,
    bytes: &'static [u8],
}

static FONTS: &[Font] = fonts! {
    "AMS-Regular": "AMS" 400 "normal",
    "Caligraphic-Regular": "Caligraphic" 400 "normal",
    "Caligraphic-Bold": "Caligraphic" 700 "normal",
    "Fraktur-Regular": "Fraktur" 400 "normal",
    "Fraktur-Bold": "Fraktur" 700 "normal",
    "Main-Regular": "Main" 400 "normal",
    "Main-Italic": "Main" 400 "italic",
    "Main-Bold": "Main" 700 "normal",
    "Main-BoldItalic": "Main" 700 "italic",
    "Math-Italic": "Math" 400 "italic",
    "Math-BoldItalic": "Math" 700 "italic",
    "SansSerif-Regular": "SansSerif" 400 "normal",
    "SansSerif-Italic": "SansSerif" 400 "italic",
    "SansSerif-Bold": "SansSerif" 700 "normal",
    "Script-Regular": "Script" 400 "normal",
    "Size1-Regular": "Size1" 400 "normal",
    "Size2-Regular": "Size2" 400 "normal",
    "Size3-Regular": "Size3" 400 "normal",
    "Size4-Regular": "Size4" 400 "normal",
    "Typewriter-Regular": "Typewriter" 400 "normal",
};

/// The classes by which KaTeX's style sheet chooses a family. `Main` is the default and needs no class.
static FAMILY_CLASSES: &[(&str, &[&str])] = &[
    ("AMS", &["amsrm", "mathbb", "textbb"]),
    ("Caligraphic", &["mathcal"]),
    ("Fraktur", &["mathfrak", "textfrak", "mathboldfrak", "textboldfrak"]),
    ("Math", &["mathnormal", "boldsymbol"]),
    ("SansSerif", &["textsf", "mathsf", "mathboldsf", "textboldsf", "mathitsf", "mathsfit", "textitsf"]),
    ("Script", &["mathscr", "textscr"]),
    ("Size1", &["size1", "delim-size1", "small-op"]),
    ("Size2", &["size2", "large-op"]),
    ("Size3", &["size3"]),
    ("Size4", &["size4", "delim-size4"]),
    ("Typewriter", &["texttt", "mathtt"]),
];

/// Classes under which glyphs are bold or italic.
const BOLD: &[&str] =
    &["textbf", "mathbf", "boldsymbol", "mathboldfrak", "textboldfrak", "mathboldsf", "textboldsf"];
const ITALIC: &[&str] = &["textit", "mathit", "mathitsf", "mathsfit", "textitsf", "mathnormal", "boldsymbol"];

/// The style sheet for a page whose formulas are `formulas`: this HTML of KaTeX's decides which fonts it holds.
pub fn style_sheet(formulas: &str, has_board: bool) -> String {
    let mut css = String::new();
    if !formulas.is_empty() {
        css.push_str("/* KaTeX 0.18.5, MIT License, (c) 2013-2020 Khan Academy and other contributors */\n");
        for font in used_fonts(formulas) {
            let _ = writeln!(
                css,
                "@font-face{{font-family:KaTeX_{};font-weight:{};font-style:{};font-display:block;src:url({}) format(\"woff2\")}}",
                font.family,
                font.weight,
                font.style,
                data_uri("font/woff2", font.bytes)
            );
        }
        css.push_str(&without_font_faces(KATEX));
        css.push('\n');
    }
    css.push_str(STYLE);
    if has_board {
        css.push_str(agon_book::board::STYLE);
        css.push_str(BOARDS);
    }
    css
}

fn used_fonts(formulas: &str) -> Vec<&'static Font> {
    let lists = formulas.split("class=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let mut classes: BTreeSet<&str> = BTreeSet::new();
    for list in lists {
        let sizes_text = list.contains("katex-sizing") || list.contains("fontsize-ensurer");
        // `size3` on these two is a font size, elsewhere it is a family.
        classes.extend(list.split(' ').filter(|class| !(sizes_text && class.starts_with("size"))));
    }
    let has_any = |wanted: &[&str]| wanted.iter().any(|class| classes.contains(class));
    let (bold, italic) = (has_any(BOLD), has_any(ITALIC));
    let is_used = |font: &Font| {
        let family = font.family == "Main"
            || FAMILY_CLASSES.iter().any(|(family, names)| *family == font.family && has_any(names));
        // `Math` exists in italics only.
        let italic_in_use = font.family == "Math" || italic;
        family && (font.weight == 400 || bold) && (font.style == "normal" || italic_in_use)
    };
    let main_italic = has_any(&["textit", "mathit"]);
    FONTS
        .iter()
        .filter(|font| is_used(font) && (font.family != "Main" || font.style == "normal" || main_italic))
        .collect()
}

fn without_font_faces(css: &str) -> String {
    css.split("@font-face{")
        .enumerate()
        .map(
            |(index, part)| {
                if index == 0 { part } else { part.split_once('}').map_or("", |(_, rest)| rest) }
            },
        )
        .collect()
}

/// `bytes` as a URL that needs no network.
pub fn data_uri(mime: &str, bytes: &[u8]) -> String {
    format!("data:{mime};base64,{}", base64(bytes))
}

/// `bytes` in base64.
pub fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for digit in 0..4 {
            let index = (bits >> (18 - 6 * digit)) & 63;
            text.push(if digit <= chunk.len() { char::from(ALPHABET[index as usize]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_pads() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(data_uri("a/b", bytes.as_bytes()), format!("data:a/b;base64,{text}"));
        }
    }

    #[test]
    fn only_used_fonts_are_embedded() {
        let names = |html: &str| used_fonts(html).iter().map(|font| font.family).collect::<Vec<_>>();
        assert_eq!(names(r#"<span class="mord">1</span>"#), ["Main"]);
        assert_eq!(names(r#"<span class="mord mathnormal mtight">n</span>"#), ["Main", "Math"]);
        assert_eq!(names(r#"<span class="katex-sizing reset-size6 size3">1</span>"#), ["Main"]);
        assert_eq!(names(r#"<span class="delimsizing size3">(</span>"#), ["Main", "Size3"]);
        assert!(!style_sheet("", false).contains("@font-face"));
    }

    /// A new KaTeX may bring new classes: every family its style sheet asks for must be reachable by a class we know.
    #[test]
    fn every_class_that_chooses_a_font_is_known() {
        let css = without_font_faces(KATEX);
        assert!(!css.contains("url("), "nothing is left that loads");
        for rule in css.split('}') {
            let Some((selectors, body)) = rule.split_once('{') else {
                continue;
            };
            let Some((_, family)) = body.split_once("font-family:KaTeX_") else {
                continue;
            };
            let family = family.split([';', '}']).next().unwrap();
            let known =
                FAMILY_CLASSES.iter().find(|(name, _)| *name == family).map_or(&[][..], |(_, names)| names);
            for selector in selectors.split(',') {
                assert!(
                    family == "Main" || known.iter().any(|class| selector.contains(&format!(".{class}"))),
                    "{selector} {family}"
                );
            }
        }
    }
}
