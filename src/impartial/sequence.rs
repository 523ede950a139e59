//! How long a list of values may be.

/// The most values that a sequence of them may have: 2²⁸, which take a gibibyte. What would need more is refused before the
/// first value is computed.
///
/// ```
/// use agon::{OctalGame, PeriodCertificate, impartial::LONGEST_SEQUENCE};
///
/// let error = PeriodCertificate::check(&OctalGame::kayles(), LONGEST_SEQUENCE, 12).unwrap_err();
/// assert!(error.to_string().ends_with("would need more than 268435456 heaps"), "{error}");
/// ```
pub const LONGEST_SEQUENCE: usize = 1 << 28;

/// The number of values, if it is not too large.
///
/// # Panics
/// If it is more than [`LONGEST_SEQUENCE`].
pub(super) fn admitted(count: usize) -> usize {
    assert!(
        count <= LONGEST_SEQUENCE,
        "a sequence of {count} values is too long: at most {LONGEST_SEQUENCE} (2²⁸) are computed"
    );
    count
}
