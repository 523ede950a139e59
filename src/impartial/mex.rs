//! The minimal excludant.

/// The least natural number that is not among the values (*m*inimal *ex*cludant). The values come in any order, with
/// repetitions; the cost is linear in their number, whatever their size.
///
/// ```
/// use agon::mex;
///
/// assert_eq!(mex([0, 1, 3, 0]), 2);
/// assert_eq!(mex([]), 0);
/// ```
pub fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    // Nearly always the answer is below 64 and one word decides; the larger values are kept in case it is not.
    let (mut small, mut large) = (0u64, Vec::new());
    for value in values {
        if value < 64 {
            small |= 1 << value;
        } else {
            large.push(value);
        }
    }
    if small != u64::MAX {
        return small.trailing_ones();
    }
    // `n` further values cannot fill more than 64..64 + n.
    let mut present = vec![false; large.len()];
    for value in large {
        if let Some(slot) = present.get_mut(value as usize - 64) {
            *slot = true;
        }
    }
    64 + present.iter().take_while(|&&slot| slot).count() as u32
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::mex;

    /// The definition, read aloud.
    fn mex_by_definition(values: &[u32]) -> u32 {
        let set: BTreeSet<u32> = values.iter().copied().collect();
        (0..).find(|n| !set.contains(n)).expect("a finite set misses a number")
    }

    proptest! {
        #[test]
        fn mex_is_the_least_number_that_is_missing(values in vec(0u32..12, 0..40)) {
            prop_assert_eq!(mex(values.iter().copied()), mex_by_definition(&values));
        }

        #[test]
        fn beyond_one_word_too(count in 60u32..200, missing in 0u32..220, noise in vec(any::<u32>(), 0..5)) {
            let values: Vec<u32> = (0..count).rev().filter(|&n| n != missing).chain(noise).collect();
            prop_assert_eq!(mex(values.iter().copied()), mex_by_definition(&values));
        }
    }
}
