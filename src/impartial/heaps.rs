//! Multisets of heaps.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Nimber;

/// A multiset of heaps of counters, kept in ascending order. Empty heaps are kept too: `(0, 3)` has two heaps.
///
/// ```
/// use agon::Heaps;
///
/// let heaps = Heaps::from([5, 3, 4]);
/// assert_eq!(heaps.to_string(), "(3, 4, 5)");
/// assert_eq!("(3, 4, 5)".parse(), Ok(heaps.clone()));
/// assert_eq!("5 4 3".parse(), Ok(heaps));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(from = "Vec<u32>", into = "Vec<u32>")]
pub struct Heaps(Vec<u32>);

impl Heaps {
    /// The multiset of the given heaps.
    ///
    /// ```
    /// use agon::Heaps;
    ///
    /// assert_eq!(Heaps::new((1..=3).rev()), Heaps::from([1, 2, 3]));
    /// ```
    pub fn new(sizes: impl IntoIterator<Item = u32>) -> Self {
        Self::from(sizes.into_iter().collect::<Vec<_>>())
    }

    /// The sizes in ascending order.
    ///
    /// ```
    /// assert_eq!(agon::Heaps::from([5, 3, 4]).sizes(), [3, 4, 5]);
    /// ```
    #[must_use]
    pub fn sizes(&self) -> &[u32] {
        &self.0
    }

    /// The number of heaps, empty ones included.
    ///
    /// ```
    /// assert_eq!(agon::Heaps::from([0, 3, 3]).len(), 3);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no heap at all, not even an empty one.
    ///
    /// ```
    /// use agon::Heaps;
    ///
    /// assert!(Heaps::default().is_empty() && !Heaps::from([0]).is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether no counter is left.
    ///
    /// ```
    /// use agon::Heaps;
    ///
    /// assert!(Heaps::from([0, 0]).is_terminal() && !Heaps::from([0, 1]).is_terminal());
    /// ```
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        self.0.iter().all(|&size| size == 0)
    }

    /// The number of counters.
    ///
    /// ```
    /// assert_eq!(agon::Heaps::from([u32::MAX, 1]).total(), 1 << 32);
    /// ```
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().map(|&size| u64::from(size)).sum()
    }

    /// The nim-sum of the heap sizes.
    ///
    /// ```
    /// use agon::{Heaps, Nimber};
    ///
    /// assert_eq!(Heaps::from([3, 4, 5]).nim_sum(), Nimber(2));
    /// ```
    #[must_use]
    pub fn nim_sum(&self) -> Nimber {
        self.0.iter().map(|&size| Nimber(size)).sum()
    }

    /// The heaps after one heap of size `from` has become one of size `to`; `None` if there is no such heap.
    ///
    /// ```
    /// use agon::Heaps;
    ///
    /// assert_eq!(Heaps::from([3, 4, 5]).replace(5, 1), Some(Heaps::from([1, 3, 4])));
    /// assert_eq!(Heaps::from([3, 4, 5]).replace(2, 1), None);
    /// ```
    #[must_use]
    pub fn replace(&self, from: u32, to: u32) -> Option<Self> {
        let at = self.0.binary_search(&from).ok()?;
        let mut sizes = self.0.clone();
        sizes[at] = to;
        Some(Self::from(sizes))
    }

    /// The different sizes in ascending order.
    pub(super) fn distinct(&self) -> impl Iterator<Item = u32> {
        self.0.chunk_by(|a, b| a == b).map(|equal| equal[0])
    }

    /// All multisets with so many heaps of such sizes: by the number of heaps, then in lexicographic order.
    ///
    /// ```
    /// use agon::Heaps;
    ///
    /// let positions: Vec<Heaps> = Heaps::multisets(1..=4, 0..=8).collect();
    /// assert_eq!(positions.len(), 714);
    /// assert_eq!(positions.iter().filter(|heaps| !heaps.is_terminal()).count(), 710);
    /// assert_eq!(positions[9], Heaps::from([0, 0]));
    /// ```
    pub fn multisets(heaps: RangeInclusive<usize>, sizes: RangeInclusive<u32>) -> impl Iterator<Item = Self> {
        let (least, greatest) = (*sizes.start(), *sizes.end());
        heaps.filter(move |&count| count == 0 || least <= greatest).flat_map(move |count| {
            let first = Self(vec![least; count]);
            std::iter::successors(Some(first), move |heaps| heaps.successor(greatest))
        })
    }

    /// The next multiset of as many heaps in lexicographic order.
    fn successor(&self, greatest: u32) -> Option<Self> {
        let at = self.0.iter().rposition(|&size| size < greatest)?;
        let mut sizes = self.0.clone();
        let next = sizes[at] + 1;
        sizes[at..].fill(next);
        Some(Self(sizes))
    }
}

impl From<Vec<u32>> for Heaps {
    fn from(mut sizes: Vec<u32>) -> Self {
        sizes.sort_unstable();
        Self(sizes)
    }
}

impl<const N: usize> From<[u32; N]> for Heaps {
    fn from(sizes: [u32; N]) -> Self {
        Self::new(sizes)
    }
}

impl From<&[u32]> for Heaps {
    fn from(sizes: &[u32]) -> Self {
        Self::from(sizes.to_vec())
    }
}

impl From<Heaps> for Vec<u32> {
    fn from(heaps: Heaps) -> Self {
        heaps.0
    }
}

impl FromIterator<u32> for Heaps {
    fn from_iter<I: IntoIterator<Item = u32>>(sizes: I) -> Self {
        Self::new(sizes)
    }
}

impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<String> = self.0.iter().map(u32::to_string).collect();
        f.pad(&format!("({})", sizes.join(", ")))
    }
}

/// As readable as `Display`.
impl fmt::Debug for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no list of heaps.
///
/// ```
/// use agon::Heaps;
///
/// assert_eq!(
///     "3, four".parse::<Heaps>().unwrap_err().to_string(),
///     "`four` in `3, four` is no heap: write the sizes as numbers below 2³², such as (3, 4, 5)"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{part}` in `{text}` is no heap: write the sizes as numbers below 2³², such as (3, 4, 5)")]
pub struct ParseHeapsError {
    text: String,
    part: String,
}

/// Reads what `Display` prints; the parentheses may be left out, and a comma or a space separates two heaps.
impl FromStr for Heaps {
    type Err = ParseHeapsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let trimmed = text.trim();
        let inner = trimmed.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(trimmed);
        inner
            .split([',', ' '])
            .filter(|part| !part.is_empty())
            .map(|part| {
                let error = || ParseHeapsError { text: text.to_owned(), part: part.to_owned() };
                // `u32::from_str` would let a sign pass.
                let digits = part.bytes().all(|byte| byte.is_ascii_digit());
                if digits { part.parse().map_err(|_| error()) } else { Err(error()) }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_parser_reads_what_is_printed(sizes in vec(any::<u32>(), 0..6)) {
            let heaps = Heaps::from(sizes);
            prop_assert_eq!(heaps.to_string().parse(), Ok(heaps));
        }

        #[test]
        fn any_text_is_answered(text: String) {
            let _ = text.parse::<Heaps>();
        }

        #[test]
        fn the_order_of_the_heaps_does_not_matter(sizes in vec(0u32..100, 0..6)) {
            prop_assert_eq!(Heaps::new(sizes.iter().rev().copied()), Heaps::from(sizes));
        }
    }

    #[test]
    fn multisets_are_all_of_them_once() {
        for (most, greatest) in [(0, 3), (1, 0), (3, 2), (4, 4)] {
            let listed: Vec<Heaps> = Heaps::multisets(0..=most, 0..=greatest).collect();
            // Slowly: every sequence, sorted.
            let mut sequences = vec![vec![]];
            let mut expected = BTreeSet::from([Heaps::default()]);
            for _ in 0..most {
                sequences = sequences
                    .iter()
                    .flat_map(|sequence: &Vec<u32>| {
                        (0..=greatest).map(move |size| [sequence.as_slice(), &[size]].concat())
                    })
                    .collect();
                expected.extend(sequences.iter().cloned().map(Heaps::from));
            }
            assert_eq!(listed.len(), expected.len());
            assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), expected);
        }
    }

    #[test]
    fn an_empty_range_has_no_multisets() {
        let (one, two) = (1, 2);
        assert_eq!(Heaps::multisets(1..=3, 2..=one).count(), 0);
        assert_eq!(Heaps::multisets(two..=1, 0..=3).count(), 0);
    }

    #[test]
    fn errors_name_the_part_that_is_no_heap() {
        let error = "(3, x, 5)".parse::<Heaps>().unwrap_err();
        assert!(error.to_string().starts_with("`x` in `(3, x, 5)`"), "{error}");
        assert!("(3".parse::<Heaps>().is_err());
        assert!("-3".parse::<Heaps>().is_err());
    }
}
