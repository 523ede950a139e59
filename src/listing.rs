//! Which lists of options fit into memory.

/// The most heaps, squares, dominoes or edges that all options of a position may have together: some hundred megabytes.
const MOST: usize = 1 << 25;

/// Says in words that a position has too many options, before they fill the memory.
///
/// # Panics
/// If so many options of so many heaps, squares, dominoes or edges each are more than can be listed.
pub(crate) fn admit_options(options: u64, size: usize) {
    assert!(
        options.saturating_mul(size as u64) <= MOST as u64,
        "{options} options of size {size} are too many to be listed: together they may have at most {MOST} heaps, squares, \
         dominoes or edges"
    );
}
