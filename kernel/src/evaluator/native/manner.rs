//! How cells speak to their readers: `:fmt`, `:types`, `:efmt`, and the language.

use super::super::CellError;
use super::super::cell::Cell;
use super::directive::error;
use std::fmt;

/// How a cell speaks to its reader.
#[derive(Clone, Debug)]
pub struct Manner {
    /// The language of captions, as it travels.
    pub language: u8,
    /// How values are shown that do not know how to show themselves.
    pub format: Format,
    /// Whether the type of a value is told, too.
    pub types: bool,
    /// By which trait the error of a `?` is told.
    pub errors: Trait,
}

/// One of the two traits by which values become text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trait {
    /// `{:?}`
    #[default]
    Debug,
    /// `{}`
    Display,
}

/// A format such as `{:#?}` or `{:.3}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Format {
    /// The trait.
    pub by: Trait,
    /// Whether there is a `#`.
    pub alternate: bool,
    /// To how many places.
    pub precision: Option<i8>,
}

impl Manner {
    /// In this language, everything else as usual.
    pub fn of_language(language: u8) -> Manner {
        Manner { language, format: Format::default(), types: false, errors: Trait::Display }
    }

    /// The cell as it is compiled to show its value in this manner.
    pub fn shown(&self, cell: Cell) -> Cell {
        match (self.format.by, self.types) {
            (Trait::Debug, false) => cell,
            (by, types) => cell.shown_by(&format!("@Show{by:?} {types} ")),
        }
    }

    /// The three numbers of the order that goes before a cell.
    pub fn numbers(&self) -> String {
        let Format { alternate, precision, .. } = self.format;
        format!("{} {} {}", self.language, u8::from(alternate), precision.unwrap_or(-1))
    }
}

impl Format {
    /// Reads a format.
    ///
    /// # Errors
    /// `Directive`, with the formats that there are.
    pub fn parse(text: &str) -> Result<Format, CellError> {
        Format::read(text).ok_or_else(|| {
            error(format!(
                "`:fmt {text}`: values are shown by {{}} or {{:?}}, also with # and a number of places, such as {{:#?}} or {{:.3}}; \
                 for one value, `format!(\"{{:b}}\", value)` does what no directive does"
            ))
        })
    }

    fn read(text: &str) -> Option<Format> {
        let inside = text.strip_prefix('{')?.strip_suffix('}')?;
        let Some(spec) = inside.strip_prefix(':') else {
            return inside.is_empty().then_some(Format { by: Trait::Display, ..Format::default() });
        };
        let (spec, by) = match spec.strip_suffix('?') {
            Some(spec) => (spec, Trait::Debug),
            None => (spec, Trait::Display),
        };
        let alternate = spec.starts_with('#');
        let places = spec.trim_start_matches('#');
        let precision = match places.strip_prefix('.') {
            Some(places) => Some(places.parse().ok().filter(|places| *places >= 0)?),
            None if places.is_empty() => None,
            None => return None,
        };
        Some(Format { by, alternate, precision })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sharp = if self.alternate { "#" } else { "" };
        let places = self.precision.map(|places| format!(".{places}")).unwrap_or_default();
        let sign = if self.by == Trait::Debug { "?" } else { "" };
        match format!("{sharp}{places}{sign}").as_str() {
            "" => f.write_str("{}"),
            spec => write!(f, "{{:{spec}}}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_written_as_they_are_read() {
        for text in ["{}", "{:?}", "{:#?}", "{:.3}", "{:#.2?}", "{:#}"] {
            assert_eq!(Format::parse(text).unwrap().to_string(), text);
        }
        for text in ["{:x}", "{:>8}", "%d", "{", "{:.}", "{:.999}", "{:.-1}", "{0}", "}{"] {
            assert!(Format::parse(text).unwrap_err().evalue.contains(":fmt"), "{text}");
        }
    }
}
