//! The parser, with room for texts that nest deeply.

use ra_ap_syntax::{Edition, Parse, SourceFile, WalkEvent};
use std::ops::Deref;
use std::thread;

/// The most stack that is reserved; what is not used of it costs nothing.
const MOST: usize = 1 << 30;

/// Runs `parse` on a stack in proportion to the text: the parser calls itself for each level of nesting, and a level may
/// be a single byte, so that a row of brackets would end the process. `None` if the system gives no thread.
pub fn with_room<T: Send>(text: &str, parse: impl FnOnce() -> T + Send) -> Option<T> {
    const BYTES_PER_LEVEL: usize = 8 << 10;
    let stack = (text.len().saturating_mul(BYTES_PER_LEVEL).saturating_add(2 << 20)).min(MOST);
    thread::scope(|scope| {
        thread::Builder::new().stack_size(stack).spawn_scoped(scope, parse).ok()?.join().ok()
    })
}

/// A parsed text.
pub struct Parsed(Option<Parse<SourceFile>>);

/// Parses a text as a source file.
pub fn parse(text: &str) -> Parsed {
    Parsed(Some(SourceFile::parse(text, Edition::Edition2024)))
}

impl Deref for Parsed {
    type Target = Parse<SourceFile>;

    fn deref(&self) -> &Parse<SourceFile> {
        self.0.as_ref().expect("it is taken only when dropped")
    }
}

impl Drop for Parsed {
    /// The parser's crate frees trees on a thread of its own with an ordinary stack, one call for each level: a tree that
    /// is too deep for that is not freed at all.
    fn drop(&mut self) {
        const SAFE: usize = 1000;
        if self.0.as_ref().is_some_and(|parse| depth(parse) > SAFE) {
            std::mem::forget(self.0.take());
        }
    }
}

fn depth(parse: &Parse<SourceFile>) -> usize {
    let (mut depth, mut most) = (0usize, 0);
    for event in parse.syntax_node().preorder() {
        match event {
            WalkEvent::Enter(_) => depth += 1,
            WalkEvent::Leave(_) => depth -= 1,
        }
        most = most.max(depth);
    }
    most
}

#[cfg(test)]
mod tests {
    use super::super::cell::{Cell, Pace};

    #[test]
    fn a_row_of_brackets_ends_nothing() {
        for deep in ["[".repeat(15_000), "-".repeat(15_000), format!("1{}", "+1".repeat(15_000))] {
            assert!(Cell::new(&deep, 1, Pace::Fast).compiled().contains(&deep[1..]));
        }
        // Longer than the thread that frees trees sleeps.
        std::thread::sleep(std::time::Duration::from_millis(300));
    }
}
