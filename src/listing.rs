//! Which lists of options fit into memory.

/// The most squares, dominoes or edges that all options of a position may have together: some hundred megabytes.
const MOST: usize = 1 << 25;

/// Says in words that a position has too many options, before they fill the memory.
///
/// # Panics
/// If so many options of so many squares, dominoes or edges each are more than can be listed.
pub(crate) fn admit_options(options: usize, size: usize) {
    assert!(
        options.saturating_mul(size) <= MOST,
        "a position of size {size} with {options} moves is too large: its options would have more than {MOST} squares, \
         dominoes or edges together"
    );
}
