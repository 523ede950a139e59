//! The nimbers as a vector space over ℤ₂.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Heaps, Nimber};

/// The subspace that some nimbers span: all their nim-sums.
///
/// The nimbers are a vector space over the field ℤ₂ of two elements, and the powers `∗1, ∗2, ∗4, ∗8, …` of two are a basis:
/// the coordinates of a nimber are its binary digits. So the theorem of Bouton is about vectors: a position of Nim is P
/// exactly when the sum of its heaps is the zero vector.
///
/// ```
/// use agon::{Nimber, impartial::NimSpan};
///
/// let span = NimSpan::new([3, 5, 6].map(Nimber));
/// // 3 ⊕ 5 = 6: three vectors, two dimensions, four elements.
/// assert_eq!((span.dimension(), span.basis()), (2, [3, 5].map(Nimber).as_slice()));
/// assert_eq!(span.combination(Nimber(6)), Some(vec![Nimber(3), Nimber(5)]));
/// assert_eq!(span.combination(Nimber(1)), None);
/// assert_eq!(NimSpan::digits(Nimber(13)), [1, 4, 8].map(Nimber));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct NimSpan {
    basis: Vec<Nimber>,
    /// Elements of the span with different highest digits, each with the members of the basis (as bits) of which it is the
    /// sum.
    reduced: Vec<(u32, u32)>,
}

impl NimSpan {
    /// The span of some nimbers.
    ///
    /// ```
    /// use agon::{Nimber, impartial::NimSpan};
    ///
    /// assert_eq!(NimSpan::new([1, 2, 3].map(Nimber)).to_string(), "⟨∗, ∗2⟩");
    /// ```
    pub fn new(generators: impl IntoIterator<Item = Nimber>) -> Self {
        let mut span = Self::default();
        for generator in generators {
            span.insert(generator);
        }
        span
    }

    /// Adds a generator; `true` if it was not in the span before. It is then a member of the basis.
    ///
    /// ```
    /// use agon::{Nimber, impartial::NimSpan};
    ///
    /// let mut span = NimSpan::new([3, 5].map(Nimber));
    /// assert!(!span.insert(Nimber(6)), "6 = 3 ⊕ 5");
    /// assert!(span.insert(Nimber(1)));
    /// ```
    pub fn insert(&mut self, generator: Nimber) -> bool {
        let (rest, used) = self.reduce(generator.size());
        if rest == 0 {
            return false;
        }
        self.reduced.push((rest, used | 1 << self.basis.len()));
        self.basis.push(generator);
        true
    }

    /// Subtracts elements of the span until no highest digit of one of them is left.
    fn reduce(&self, mut rest: u32) -> (u32, u32) {
        let mut used = 0;
        // Later elements have none of the highest digits of the earlier ones.
        for &(element, combination) in &self.reduced {
            if rest >> element.ilog2() & 1 == 1 {
                rest ^= element;
                used ^= combination;
            }
        }
        (rest, used)
    }

    /// Those of the generators that were not in the span of the ones before: a basis.
    ///
    /// ```
    /// use agon::{Nimber, impartial::NimSpan};
    ///
    /// assert_eq!(NimSpan::new([3, 3, 5, 6, 8].map(Nimber)).basis(), [3, 5, 8].map(Nimber));
    /// ```
    #[must_use]
    pub fn basis(&self) -> &[Nimber] {
        &self.basis
    }

    /// The number of elements of a basis; the span has `2^dimension` elements.
    ///
    /// ```
    /// use agon::{Nimber, impartial::NimSpan};
    ///
    /// // The nimbers below 8 are a space of dimension 3.
    /// assert_eq!(NimSpan::new((0..8).map(Nimber)).dimension(), 3);
    /// ```
    #[must_use]
    pub fn dimension(&self) -> usize {
        self.basis.len()
    }

    /// Whether a nimber is a sum of members of the basis.
    ///
    /// ```
    /// use agon::{Nimber, impartial::NimSpan};
    ///
    /// let span = NimSpan::new([3, 5].map(Nimber));
    /// assert!([0, 3, 5, 6].iter().all(|&n| span.contains(Nimber(n))) && !span.contains(Nimber(1)));
    /// ```
    #[must_use]
    pub fn contains(&self, nimber: Nimber) -> bool {
        self.reduce(nimber.size()).0 == 0
    }

    /// The members of the basis whose sum a nimber is; there is only one such choice. `None` if there is none.
    ///
    /// ```
    /// use agon::{Nimber, impartial::NimSpan};
    ///
    /// let span = NimSpan::new([1, 3, 7].map(Nimber));
    /// assert_eq!(span.combination(Nimber(4)), Some([3, 7].map(Nimber).to_vec()));
    /// assert_eq!(span.combination(Nimber(8)), None);
    /// ```
    #[must_use]
    pub fn combination(&self, nimber: Nimber) -> Option<Vec<Nimber>> {
        let (rest, used) = self.reduce(nimber.size());
        let chosen = (0..).zip(&self.basis).filter(|(at, _)| used >> at & 1 == 1);
        (rest == 0).then(|| chosen.map(|(_, &member)| member).collect())
    }

    /// The powers of two whose sum a nimber is, ascending: its combination in the standard basis.
    ///
    /// ```
    /// use agon::{Nimber, impartial::NimSpan};
    ///
    /// assert_eq!(NimSpan::digits(Nimber(13)), [1, 4, 8].map(Nimber));
    /// ```
    #[must_use]
    pub fn digits(nimber: Nimber) -> Vec<Nimber> {
        (0..u32::BITS)
            .map(|place| Nimber(1 << place))
            .filter(|power| nimber.size() & power.size() != 0)
            .collect()
    }

    /// The heaps in binary, one under the other, with their nim-sum: in each column it is 1 if the number of ones
    /// above is odd.
    ///
    /// ```
    /// use agon::{Heaps, impartial::NimSpan};
    ///
    /// let sum = NimSpan::addition(&Heaps::from([3, 4, 5]));
    /// assert_eq!(sum, "  011 = 3\n  100 = 4\n⊕ 101 = 5\n  010 = 2");
    /// ```
    #[must_use]
    pub fn addition(heaps: &Heaps) -> String {
        let sum = heaps.nim_sum().size();
        let width = heaps
            .sizes()
            .iter()
            .max()
            .map_or(1, |size| size.checked_ilog2().map_or(1, |top| top as usize + 1));
        let line = |sign: &str, size: u32| format!("{sign} {size:0width$b} = {size}");
        let last = heaps.len().saturating_sub(1);
        let mut lines: Vec<String> = heaps
            .sizes()
            .iter()
            .enumerate()
            .map(|(at, &size)| line(if at == last { "⊕" } else { " " }, size))
            .collect();
        lines.push(line(" ", sum));
        lines.join("\n")
    }
}

/// As `⟨∗3, ∗5⟩`.
impl fmt::Display for NimSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let basis: Vec<String> = self.basis.iter().map(Nimber::to_string).collect();
        f.pad(&format!("⟨{}⟩", basis.join(", ")))
    }
}
