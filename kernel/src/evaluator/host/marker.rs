//! evcxr's notices in the standard output of a cell.
//!
//! Code that evcxr generates prints lines such as `EVCXR_PANIC_NOTIFICATION`, and values shown the evcxr way stand
//! between `EVCXR_BEGIN_CONTENT type` and `EVCXR_END_CONTENT`. A notice may follow unfinished text on its line. Nothing
//! else is touched: bytes that are not UTF-8 and partial lines pass at once.

use super::super::frame::Kind;

const PREFIX: &[u8] = b"EVCXR_";

/// A piece of standard output, told apart.
#[derive(Debug, PartialEq)]
pub(super) enum Piece {
    /// The reader's own output.
    Text(Vec<u8>),
    /// A value in one MIME type.
    Content { mime: String, content: String },
    /// A line for evcxr, and what it means to the kernel.
    Notice { line: String, kind: Option<Kind> },
}

/// Tells pieces apart across the borders of reads.
#[derive(Default)]
pub(super) struct Markers {
    /// Whether evcxr's code runs here. Without it only values are marked, by the reader's own code.
    notices: bool,
    /// The end of the output so far that may yet turn out to be a notice.
    held: Vec<u8>,
    /// The content that is being collected, with its MIME type.
    content: Option<(String, String)>,
}

impl Markers {
    pub(super) fn new(notices: bool) -> Markers {
        Markers { notices, ..Markers::default() }
    }

    /// A new cell: a value that an earlier one began and did not end is given up.
    pub(super) fn begin(&mut self) {
        self.content = None;
    }

    /// The pieces that `bytes` complete.
    pub(super) fn split(&mut self, bytes: &[u8]) -> Vec<Piece> {
        self.held.extend_from_slice(bytes);
        let mut pieces = Vec::new();
        loop {
            if self.content.is_some() {
                let Some(line) = self.take_line() else {
                    return pieces;
                };
                self.content_line(&String::from_utf8_lossy(&line), &mut pieces);
                continue;
            }
            let start = possible_start(&self.held);
            push_text(&mut pieces, self.held.drain(..start).collect());
            if !self.held.starts_with(PREFIX) {
                return pieces;
            }
            let Some(line) = self.take_line() else {
                return pieces;
            };
            match self.notice(&String::from_utf8_lossy(&line)) {
                Some(notice) => pieces.extend(notice),
                None => push_text(&mut pieces, [line, b"\n".to_vec()].concat()),
            }
        }
    }

    /// What is held back at the end of a cell.
    pub(super) fn finish(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.held)
    }

    fn take_line(&mut self) -> Option<Vec<u8>> {
        let end = self.held.iter().position(|byte| *byte == b'\n')?;
        let mut line: Vec<u8> = self.held.drain(..=end).collect();
        line.pop();
        Some(line)
    }

    /// `None` if the line is no notice; the pieces it stands for otherwise.
    fn notice(&mut self, line: &str) -> Option<Vec<Piece>> {
        if let Some(mime) = line.strip_prefix("EVCXR_BEGIN_CONTENT ") {
            self.content = Some((mime.to_owned(), String::new()));
            return Some(vec![]);
        }
        let kind = match line {
            _ if !self.notices => return None,
            "EVCXR_PANIC_NOTIFICATION" => Some(Kind::Unwound),
            "EVCXR_ERROR_OCCURRED" => Some(Kind::Failed),
            _ if line.starts_with("EVCXR_VARIABLE_CHANGED_TYPE:") => None,
            _ => return None,
        };
        Some(vec![Piece::Notice { line: line.to_owned(), kind }])
    }

    fn content_line(&mut self, line: &str, pieces: &mut Vec<Piece>) {
        if line == "EVCXR_END_CONTENT" {
            pieces.extend(self.content.take().map(|(mime, content)| Piece::Content { mime, content }));
        } else if line == "EVCXR_PANIC_NOTIFICATION" && self.notices {
            self.content = None;
            pieces.push(Piece::Notice { line: line.to_owned(), kind: Some(Kind::Unwound) });
        } else if let Some((_, content)) = &mut self.content {
            if !content.is_empty() {
                content.push('\n');
            }
            content.push_str(line);
        }
    }
}

/// Where a notice may begin: at a whole prefix, or at the end of what has come so far.
fn possible_start(bytes: &[u8]) -> usize {
    (0..bytes.len())
        .find(|&at| PREFIX.starts_with(&bytes[at..]) || bytes[at..].starts_with(PREFIX))
        .unwrap_or(bytes.len())
}

fn push_text(pieces: &mut Vec<Piece>, text: Vec<u8>) {
    if text.is_empty() {
        return;
    }
    match pieces.last_mut() {
        Some(Piece::Text(before)) => before.extend(text),
        _ => pieces.push(Piece::Text(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &[u8]) -> Piece {
        Piece::Text(text.to_vec())
    }

    #[test]
    fn ordinary_output_passes_at_once() {
        let mut markers = Markers::default();
        assert_eq!(markers.split(b"50% \xff\n"), [text(b"50% \xff\n")]);
        assert_eq!(markers.split(b"partial"), [text(b"partial")]);
        assert_eq!(markers.split(b"EVCXR_unlike\nx"), [text(b"EVCXR_unlike\nx")]);
    }

    #[test]
    fn a_notice_is_found_behind_text_and_across_reads() {
        let mut markers = Markers::new(true);
        assert_eq!(markers.split(b"half a lineEVC"), [text(b"half a line")]);
        let notice = Piece::Notice { line: "EVCXR_PANIC_NOTIFICATION".into(), kind: Some(Kind::Unwound) };
        assert_eq!(markers.split(b"XR_PANIC_NOTIFICATION\nafter"), [notice, text(b"after")]);
    }

    #[test]
    fn notices_are_ordinary_text_where_evcxr_is_not() {
        let mut markers = Markers::new(false);
        let line = b"EVCXR_PANIC_NOTIFICATION\n";
        assert_eq!(markers.split(line), [text(line)]);
    }

    #[test]
    fn what_only_looked_like_a_notice_is_kept() {
        let mut markers = Markers::default();
        assert_eq!(markers.split(b"E"), []);
        assert_eq!(markers.finish(), b"E");
        assert_eq!(markers.split(b"EE\n"), [text(b"EE\n")]);
    }

    #[test]
    fn content_is_collected() {
        let mut markers = Markers::default();
        assert_eq!(markers.split(b"a\nEVCXR_BEGIN_CONTENT text/html\n<b>\n"), [text(b"a\n")]);
        let content = Piece::Content { mime: "text/html".into(), content: "<b>\n</b>".into() };
        assert_eq!(markers.split(b"</b>\nEVCXR_END_CONTENT\nz"), [content, text(b"z")]);
    }
}
