//! Room for the parser.

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

#[cfg(test)]
mod tests {
    use super::super::cell::Cell;

    #[test]
    fn a_row_of_brackets_ends_nothing() {
        let deep = "[".repeat(50_000);
        assert_eq!(Cell::new(&deep, 1).compiled(), deep);
    }
}
