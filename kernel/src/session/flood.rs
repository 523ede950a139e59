//! A cell that prints very much: its beginning and its end are shown, and all of it is in a file.
//!
//! A browser that is to show some million lines stands still, and the notebook can never be opened again. Nothing is left
//! out in silence: a notice says how much it is and where to find it.

use crate::evaluator::Stream;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use tempfile::TempDir;

/// How many bytes of text of one cell are shown, unless [`VARIABLE`] says otherwise.
const LIMIT: usize = 1 << 20;

/// The variable that sets the limit, in bytes; `off` for none.
const VARIABLE: &str = "AGON_OUTPUT_LIMIT";

/// How much of the end is shown.
const TAIL: usize = 16 << 10;

/// How much of one cell is kept in a file at most: a loop may print without end, but no disk is without one.
const FILE: u64 = 256 << 20;

/// A piece of text on its stream.
pub type Piece = (Stream, String);

/// Where the texts of cells that print very much are kept until the kernel ends.
#[derive(Default)]
pub struct Spool {
    folder: Mutex<Option<TempDir>>,
}

impl Spool {
    fn file(&self, cell: u32) -> io::Result<(PathBuf, BufWriter<File>)> {
        let mut folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = match &mut *folder {
            Some(folder) => folder,
            empty => {
                // The name says whose folder it is, so that a later kernel can remove it if this one cannot.
                let prefix = format!("agon-{}-", std::process::id());
                empty.insert(tempfile::Builder::new().prefix(&prefix).tempdir()?)
            }
        };
        let path = folder.path().join(format!("cell-{cell}.txt"));
        let file = BufWriter::new(File::create(&path)?);
        Ok((path, file))
    }

    /// Removes all texts.
    pub fn close(&self) {
        drop(self.folder.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// The text of one cell.
pub struct Flood<'a> {
    spool: &'a Spool,
    cell: u32,
    limit: usize,
    /// What has been shown, until it has become too much.
    shown: String,
    cut: Option<Cut>,
}

/// What is left out since the text has become too much.
struct Cut {
    file: Option<(PathBuf, BufWriter<File>)>,
    written: u64,
    tail: VecDeque<Piece>,
    tail_bytes: usize,
    bytes: usize,
    lines: usize,
}

impl<'a> Flood<'a> {
    /// The text of the cell with this number, of which nothing has come yet.
    pub fn new(spool: &'a Spool, cell: u32) -> Flood<'a> {
        Flood { spool, cell, limit: limit(), shown: String::new(), cut: None }
    }

    /// Takes a piece of text, and returns what is to be shown now.
    pub fn take(&mut self, stream: Stream, mut text: String) -> Vec<Piece> {
        if let Some(cut) = &mut self.cut {
            cut.take(stream, text);
            return Vec::new();
        }
        if self.shown.len() + text.len() <= self.limit {
            self.shown += &text;
            return vec![(stream, text)];
        }
        let rest = text.split_off(text.floor_char_boundary(self.limit - self.shown.len()));
        self.shown += &text;
        let mut cut = Cut::new(self.spool, self.cell, &std::mem::take(&mut self.shown));
        let notice =
            format!("\n[This cell prints very much; what follows is left out here.{}]\n", cut.place());
        cut.take(stream, rest);
        self.cut = Some(cut);
        vec![(stream, text), (Stream::Stderr, notice)]
    }

    /// The end of what was left out so far, behind a notice of how much it is.
    pub fn catch_up(&mut self) -> Vec<Piece> {
        self.cut.as_mut().map_or_else(Vec::new, Cut::end)
    }

    /// The frontends have been told to clear what they show: the text begins anew.
    pub fn forget(&mut self) {
        self.shown.clear();
        self.cut = None;
    }
}

impl Cut {
    fn new(spool: &Spool, cell: u32, shown: &str) -> Cut {
        let file = spool.file(cell).map_err(|error| {
            tracing::warn!(%error, "the text of a cell cannot be kept in a file");
        });
        let mut cut =
            Cut { file: file.ok(), written: 0, tail: VecDeque::new(), tail_bytes: 0, bytes: 0, lines: 0 };
        cut.write(shown);
        cut
    }

    fn take(&mut self, stream: Stream, text: String) {
        self.write(&text);
        self.tail_bytes += text.len();
        self.tail.push_back((stream, text));
        while let Some((_, oldest)) = self.tail.front_mut()
            && self.tail_bytes > TAIL
        {
            let surplus = oldest.ceil_char_boundary(self.tail_bytes - TAIL);
            let gone: String = oldest.drain(..surplus).collect();
            if oldest.is_empty() {
                self.tail.pop_front();
            }
            self.tail_bytes -= gone.len();
            self.bytes += gone.len();
            self.lines += gone.matches('\n').count();
        }
    }

    fn write(&mut self, text: &str) {
        let Some((_, file)) = &mut self.file else { return };
        let room = usize::try_from(FILE - self.written).unwrap_or(usize::MAX);
        let text = &text[..text.floor_char_boundary(room)];
        match file.write_all(text.as_bytes()) {
            Ok(()) => self.written += text.len() as u64,
            Err(error) => {
                tracing::warn!(%error, "the text of a cell cannot be kept in a file any more");
                self.file = None;
            }
        }
    }

    fn end(&mut self) -> Vec<Piece> {
        if self.file.as_mut().is_some_and(|(_, file)| file.flush().is_err()) {
            self.file = None;
        }
        let tail = std::mem::take(&mut self.tail);
        self.tail_bytes = 0;
        if self.bytes == 0 {
            return tail.into();
        }
        let (lines, megabytes) =
            (std::mem::take(&mut self.lines), std::mem::take(&mut self.bytes) as f64 / 1e6);
        let notice = format!(
            "\n[{lines} lines ({megabytes:.1} MB) are left out here.{} {VARIABLE}=BYTES in the kernel's environment \
             shows more.]\n",
            self.place()
        );
        std::iter::once((Stream::Stderr, notice)).chain(tail).collect()
    }

    /// The sentence that says where the text is.
    fn place(&self) -> String {
        match &self.file {
            Some((path, _)) if self.written < FILE => {
                format!(" Until the kernel ends, all of it is in {}.", path.display())
            }
            Some((path, _)) => {
                format!(" Until the kernel ends, the first {} MB are in {}.", FILE >> 20, path.display())
            }
            None => " Write it to a file to see all of it.".to_owned(),
        }
    }
}

fn limit() -> usize {
    match std::env::var(VARIABLE) {
        Ok(stated) if stated == "off" => usize::MAX,
        Ok(stated) => stated.parse().unwrap_or(LIMIT),
        Err(_) => LIMIT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginning_and_end_are_shown_and_all_is_in_the_file() {
        let spool = Spool::default();
        let mut flood = Flood { limit: 100, ..Flood::new(&spool, 7) };
        let line = |number: usize| format!("第 {number} 行\n");
        let mut shown: Vec<Piece> = Vec::new();
        for number in 0..10_000 {
            shown.extend(flood.take(Stream::Stdout, line(number)));
        }
        shown.extend(flood.catch_up());
        let text = |wanted: Stream| -> String {
            shown.iter().filter(|(stream, _)| *stream == wanted).map(|(_, text)| text.as_str()).collect()
        };
        let all: String = (0..10_000).map(line).collect();
        let (stdout, notices) = (text(Stream::Stdout), text(Stream::Stderr));
        assert!(
            stdout.len() <= 100 + TAIL && stdout.starts_with(&all[..50]) && all.ends_with(&stdout[200..])
        );
        let path = notices.split_once("is in ").unwrap().1.split_once(".txt").unwrap().0;
        assert_eq!(std::fs::read_to_string(format!("{path}.txt")).unwrap(), all);
        let left_out = all.matches('\n').count() - stdout.matches('\n').count();
        assert!(
            notices.contains(&format!("[{left_out} lines"))
                || notices.contains(&format!("[{} lines", left_out - 1)),
            "{notices}"
        );
        assert!(flood.catch_up().is_empty());
        spool.close();
        assert!(!std::path::Path::new(&format!("{path}.txt")).exists());
    }

    #[test]
    fn ordinary_text_passes_and_a_cleared_one_begins_anew() {
        let spool = Spool::default();
        let mut flood = Flood { limit: 10, ..Flood::new(&spool, 1) };
        assert_eq!(flood.take(Stream::Stdout, "12345".into()), [(Stream::Stdout, "12345".to_owned())]);
        flood.forget();
        assert_eq!(
            flood.take(Stream::Stderr, "1234567890".into()),
            [(Stream::Stderr, "1234567890".to_owned())]
        );
        assert_eq!(flood.take(Stream::Stdout, "堆堆".into()).len(), 2);
        assert_eq!(
            flood.catch_up(),
            [(Stream::Stdout, "堆堆".to_owned())],
            "nothing was lost, nothing is said"
        );
    }
}
