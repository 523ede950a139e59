//! Forwards what cells print.

use super::super::frame::{self, Kind};
use super::marker::{Markers, Piece};
use rustix::event::{PollFd, PollFlags, poll};
use serde_json::Value;
use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::{Mutex, PoisonError};

/// The two pipes and the one socket. Whoever holds the lock may move output from the former to the latter.
pub(super) struct Pump {
    stdout: File,
    stderr: File,
    line: Mutex<Line>,
}

struct Line {
    socket: UnixStream,
    /// evcxr's side of the child's standard output, for evcxr's own notices.
    evcxr: Option<File>,
    markers: Markers,
}

impl Pump {
    pub(super) fn new(socket: UnixStream, evcxr: Option<File>, stdout: File, stderr: File) -> Pump {
        let markers = Markers::new(evcxr.is_some());
        Pump { stdout, stderr, line: Mutex::new(Line { socket, evcxr, markers }) }
    }

    /// Forwards output as it comes, for ever.
    pub(super) fn run(&self) {
        loop {
            let mut pipes =
                [PollFd::new(&self.stdout, PollFlags::IN), PollFd::new(&self.stderr, PollFlags::IN)];
            if poll(&mut pipes, None).is_ok() {
                self.drain();
            }
        }
    }

    /// Forwards what stands in the pipes now.
    pub(super) fn drain(&self) {
        drop(self.hold());
    }

    /// Forwards what stands in the pipes now, and leaves what comes later there until the hold ends.
    pub(super) fn hold(&self) -> impl Sized {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        line.drain(&self.stdout, &self.stderr);
        line
    }

    /// Sends a frame, after everything that was printed before it.
    pub(super) fn send(&self, kind: u8, content: &[u8]) {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        line.drain(&self.stdout, &self.stderr);
        let rest = line.markers.finish();
        line.write(Kind::Stdout as u8, &rest);
        if kind == Kind::Started as u8 {
            line.markers.begin();
        }
        line.write(kind, content);
    }
}

impl Line {
    fn drain(&mut self, mut stdout: &File, mut stderr: &File) {
        let mut buffer = [0u8; 1 << 16];
        // Standard error first: what `?` reports there comes before the notice on standard output.
        while let Ok(length @ 1..) = stderr.read(&mut buffer) {
            self.write(Kind::Stderr as u8, &buffer[..length]);
        }
        while let Ok(length @ 1..) = stdout.read(&mut buffer) {
            for piece in self.markers.split(&buffer[..length]) {
                self.forward(piece);
            }
        }
    }

    fn forward(&mut self, piece: Piece) {
        match piece {
            Piece::Text(text) => self.write(Kind::Stdout as u8, &text),
            Piece::Content { mime, content } => {
                // JSON goes to frontends as JSON, not as text.
                let json = mime.ends_with("json").then(|| serde_json::from_str(&content).ok()).flatten();
                let content = json.unwrap_or(Value::String(content));
                let display = serde_json::json!({"data": {mime: content}, "metadata": {}});
                self.write(Kind::Display as u8, display.to_string().as_bytes());
            }
            Piece::Notice { line, kind } => {
                if let Some(kind) = kind {
                    self.write(kind as u8, b"");
                }
                if let Some(evcxr) = &mut self.evcxr {
                    let _ = writeln!(evcxr, "{line}");
                }
            }
        }
    }

    /// A kernel that is gone is noticed by the thread that waits for its commands.
    fn write(&mut self, kind: u8, content: &[u8]) {
        if !(content.is_empty() && kind == Kind::Stdout as u8) {
            let _ = frame::write(&mut self.socket, kind, content);
        }
    }
}
