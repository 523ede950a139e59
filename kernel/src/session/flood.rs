//! A cell that prints very much: its beginning and its end are shown, and all of it is in a file.
//!
//! A browser that is to show some million lines stands still, and the notebook can never be opened again. Nothing is left
//! out in silence: a notice says how much it is and where to find it.

use crate::evaluator::{CellError, MimeBundle, Stream};
use serde_json::Value;
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

/// So many times the limit may be shown of what cannot be cut without breaking it: a picture, a table in HTML.
const WHOLE: usize = 16;

/// The longest line of an error that is shown.
const LINE: usize = 64 << 10;

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
        // A cell may have several texts, and cells that do not count share a number.
        let mut names = std::iter::once(format!("cell-{cell}.txt"))
            .chain((2..).map(|number| format!("cell-{cell}-{number}.txt")));
        loop {
            let path = folder.path().join(names.next().unwrap_or_default());
            match File::create_new(&path) {
                Ok(file) => return Ok((path, BufWriter::new(file))),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
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
    /// How much of displays has been kept in files.
    kept: u64,
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
        Flood { spool, cell, limit: limit(), shown: String::new(), cut: None, kept: 0 }
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
        if let Some((path, _)) = self.cut.take().and_then(|cut| cut.file) {
            let _ = std::fs::remove_file(path);
        }
    }

    /// Cuts what a value is too long in: of its text, beginning and end stay; what cannot be cut is left out. The text says
    /// so.
    pub fn shorten(&mut self, data: &mut MimeBundle) {
        const PLAIN: &str = "text/plain";
        let most = self.limit.saturating_mul(WHOLE);
        let length = |value: &Value| value.as_str().map_or_else(|| value.to_string().len(), str::len);
        let too_long = |(mime, value): (&String, &Value)| {
            (mime != PLAIN && length(value) > most).then(|| mime.to_owned())
        };
        let left_out: Vec<String> = data.iter().filter_map(too_long).collect();
        let mut notices = String::new();
        for mime in left_out {
            let value = data.remove(&mime).unwrap_or_default();
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let (megabytes, place) = (text.len() as f64 / 1e6, self.keep(&text));
            notices += &format!("[{mime} of {megabytes:.1} MB is left out here.{place} {MORE}]\n");
        }
        let text = data.get(PLAIN).and_then(Value::as_str).unwrap_or_default();
        let text = match text.len() > self.limit {
            true => self.cut_text(text),
            false if notices.is_empty() => return,
            false => text.to_owned(),
        };
        data.insert(PLAIN.to_owned(), (notices + &text).into());
    }

    fn cut_text(&mut self, text: &str) -> String {
        let tail = TAIL.min(self.limit / 2);
        let begin = text.floor_char_boundary(self.limit - tail);
        let end = text.ceil_char_boundary(text.len() - tail);
        let (megabytes, place) = ((end - begin) as f64 / 1e6, self.keep(text));
        let notice = format!("\n[{megabytes:.1} MB are left out here.{place} {MORE}]\n");
        [&text[..begin], &notice, &text[end..]].concat()
    }

    /// Keeps a text in a file of its own, within what a cell may keep; returns the sentence that says where it is.
    fn keep(&mut self, text: &str) -> String {
        let room = FILE - self.kept.min(FILE);
        let file = (text.len() as u64 <= room).then(|| {
            let (path, mut file) = self.spool.file(self.cell)?;
            file.write_all(text.as_bytes())?;
            file.flush()?;
            Ok::<PathBuf, io::Error>(path)
        });
        match file {
            Some(Ok(path)) => {
                self.kept += text.len() as u64;
                format!(" Until the kernel ends, all of it is in {}.", path.display())
            }
            Some(Err(error)) => {
                tracing::warn!(%error, "the value of a cell cannot be kept in a file");
                NOWHERE.to_owned()
            }
            None => NOWHERE.to_owned(),
        }
    }
}

/// An error whose lines a browser can show: a panic may carry megabytes.
pub fn shortened(error: CellError) -> CellError {
    let shorten = |line: String, plain: &str| {
        if line.len() <= LINE {
            return line;
        }
        let shown = &line[..line.floor_char_boundary(LINE)];
        let megabytes = (line.len() - shown.len()) as f64 / 1e6;
        format!("{shown}{plain} [{megabytes:.1} MB are left out here.{NOWHERE}]")
    };
    CellError {
        ename: error.ename,
        evalue: shorten(error.evalue, ""),
        // Whatever colour the line had, the notice has none.
        traceback: error.traceback.into_iter().map(|line| shorten(line, "\u{1b}[0m")).collect(),
    }
}

/// The sentence for what is kept in no file.
const NOWHERE: &str = " Write it to a file to see all of it.";

/// The sentence that says how more is shown.
const MORE: &str = "AGON_OUTPUT_LIMIT=BYTES in the kernel's environment shows more.";

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
        let notice =
            format!("\n[{lines} lines ({megabytes:.1} MB) are left out here.{} {MORE}]\n", self.place());
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
            None => NOWHERE.to_owned(),
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
    fn a_long_value_is_cut_and_all_of_it_is_in_a_file() {
        let spool = Spool::default();
        let mut flood = Flood { limit: 100, ..Flood::new(&spool, 7) };
        let bundle = |text: &str, html: &str| {
            MimeBundle::from_iter([("text/plain".into(), text.into()), ("text/html".into(), html.into())])
        };
        let (text, html) = ("堆".repeat(1000), "<b>".repeat(1000));
        let mut small = bundle("3", "<b>3</b>");
        flood.shorten(&mut small);
        assert_eq!(small, bundle("3", "<b>3</b>"));

        let mut long = bundle(&text, "<b>3</b>");
        flood.shorten(&mut long);
        let shown = long["text/plain"].as_str().unwrap();
        assert!(shown.starts_with("堆堆") && shown.ends_with("堆堆") && shown.len() < 400, "{shown}");
        let path =
            |shown: &str| shown.split_once(" is in ").unwrap().1.split_once(". ").unwrap().0.to_owned();
        assert_eq!(std::fs::read_to_string(path(shown)).unwrap(), text);
        assert_eq!(long["text/html"], "<b>3</b>");

        let mut wide = bundle("3", &html);
        flood.shorten(&mut wide);
        let shown = wide["text/plain"].as_str().unwrap();
        assert!(shown.contains("text/html") && shown.ends_with("\n3"), "{shown}");
        assert_eq!(std::fs::read_to_string(path(shown)).unwrap(), html);
        assert!(!wide.contains_key("text/html"));

        let mut alone = MimeBundle::from_iter([("image/png".into(), "x".into())]);
        flood.shorten(&mut alone);
        assert_eq!(alone.len(), 1);
        flood.kept = FILE;
        flood.shorten(&mut long);
        let mut more = bundle(&text, "");
        flood.shorten(&mut more);
        assert!(more["text/plain"].as_str().unwrap().contains(NOWHERE));
    }

    #[test]
    fn an_error_keeps_the_beginning_of_its_lines() {
        let long = "数".repeat(1 << 20);
        let error =
            CellError { ename: "Panic".into(), evalue: long.clone(), traceback: vec!["x".into(), long] };
        let shown = shortened(error);
        assert!(shown.evalue.len() < LINE + 100 && shown.evalue.contains("3.1 MB"));
        assert_eq!(shown.traceback[0], "x");
        assert!(shown.traceback[1].len() < LINE + 100);
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
