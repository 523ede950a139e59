//! Powers with natural exponents.

/// `baseⁿ` by repeated squaring, where `one` is the power 0. What is multiplied need not be a number: intervals are, too.
pub(super) fn by_squares<T>(base: &T, one: T, n: u64, times: impl Fn(&T, &T) -> T) -> T {
    (0..u64::BITS - n.leading_zeros()).rev().fold(one, |power, bit| {
        let square = times(&power, &power);
        if n >> bit & 1 == 1 { times(&square, base) } else { square }
    })
}
