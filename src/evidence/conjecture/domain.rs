//! Domains: finitely many cases, each with its place in an order.

use std::fmt::Debug;
use std::ops::{Range, RangeInclusive};

/// Finitely many cases in an order.
///
/// ```
/// use agon::conjecture;
/// use agon::evidence::Domain;
///
/// /// The even numbers from 4 up to a bound.
/// struct Even(u64);
///
/// impl Domain for Even {
///     type Case = u64;
///
///     fn size(&self) -> u64 {
///         self.0 / 2 - 1
///     }
///
///     fn case(&self, index: u64) -> u64 {
///         2 * index + 4
///     }
/// }
///
/// let prime = |n: u64| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| n % d != 0);
/// let sum_of_primes = |n: u64| (2..n).any(|p| prime(p) && prime(n - p));
/// let goldbach = conjecture("an even number is a sum of two primes").over(Even(1000)).check(sum_of_primes);
/// assert_eq!(goldbach.to_string(), "verified up to 4 … 1000 (499 cases): an even number is a sum of two primes");
/// ```
#[diagnostic::on_unimplemented(
    message = "a conjecture is examined over finitely many cases in an order, which `{Self}` is not",
    label = "no finite list of cases",
    note = "give a range with both ends, such as `0..=1000`, or a `Vec` by value"
)]
pub trait Domain: Sync {
    /// What the law gets.
    ///
    /// ```
    /// use agon::evidence::Domain;
    ///
    /// fn first<D: Domain>(domain: &D) -> D::Case {
    ///     domain.case(0)
    /// }
    /// assert_eq!(first(&(1..=6u8, vec!["heads", "tails"])), (1, "heads"));
    /// ```
    type Case: Debug;

    /// How many cases there are.
    ///
    /// ```
    /// use agon::evidence::Domain;
    ///
    /// assert_eq!(((1..=6u8, 1..=6u8).size(), (3..3).size()), (36, 0));
    /// ```
    fn size(&self) -> u64;

    /// The case at a place from 0; places from [`size`](Domain::size) on are never asked for.
    ///
    /// ```
    /// use agon::evidence::Domain;
    ///
    /// // The last member of a pair runs fastest.
    /// assert_eq!((0..3u8, vec!['a', 'b']).case(3), (1, 'b'));
    /// ```
    fn case(&self, index: u64) -> Self::Case;

    /// The bound in words that need no translation: the first case and the last.
    ///
    /// ```
    /// use agon::evidence::Domain;
    ///
    /// assert_eq!((1..=9u8).describe(), "1 … 9");
    /// assert_eq!((0..3i32, vec!['a', 'z']).describe(), "0 … 2 × 'a' … 'z'");
    /// ```
    fn describe(&self) -> String {
        match self.size() {
            0 => "∅".to_owned(),
            1 => format!("{:?}", self.case(0)),
            size => format!("{:?} … {:?}", self.case(0), self.case(size - 1)),
        }
    }
}

macro_rules! ranges_of {
    ($($integer:ty),*) => {$(
        impl Domain for RangeInclusive<$integer> {
            type Case = $integer;

            /// A range of all 2⁶⁴ values counts one less: no search comes to its end.
            fn size(&self) -> u64 {
                if self.is_empty() {
                    return 0;
                }
                (self.end().abs_diff(*self.start()) as u64).saturating_add(1)
            }

            fn case(&self, index: u64) -> $integer {
                // Exact modulo the width of the type, and the true value lies in the range.
                self.start().wrapping_add(index as $integer)
            }
        }

        impl Domain for Range<$integer> {
            type Case = $integer;

            fn size(&self) -> u64 {
                if self.is_empty() { 0 } else { self.end.abs_diff(self.start) as u64 }
            }

            fn case(&self, index: u64) -> $integer {
                self.start.wrapping_add(index as $integer)
            }
        }
    )*};
}

ranges_of!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);

impl<T: Clone + Debug + Sync> Domain for Vec<T> {
    type Case = T;

    fn size(&self) -> u64 {
        self.len() as u64
    }

    fn case(&self, index: u64) -> T {
        self[index as usize].clone()
    }
}

impl<T: Clone + Debug + Sync, const N: usize> Domain for [T; N] {
    type Case = T;

    fn size(&self) -> u64 {
        N as u64
    }

    fn case(&self, index: u64) -> T {
        self[index as usize].clone()
    }
}

/// All pairs; the second member runs fastest.
impl<A: Domain, B: Domain> Domain for (A, B) {
    type Case = (A::Case, B::Case);

    fn size(&self) -> u64 {
        self.0.size().saturating_mul(self.1.size())
    }

    fn case(&self, index: u64) -> Self::Case {
        let row = self.1.size();
        (self.0.case(index / row), self.1.case(index % row))
    }

    fn describe(&self) -> String {
        format!("{} × {}", self.0.describe(), self.1.describe())
    }
}

/// All triples; the last member runs fastest.
impl<A: Domain, B: Domain, C: Domain> Domain for (A, B, C) {
    type Case = (A::Case, B::Case, C::Case);

    fn size(&self) -> u64 {
        self.0.size().saturating_mul(self.1.size()).saturating_mul(self.2.size())
    }

    fn case(&self, index: u64) -> Self::Case {
        let (row, plane) = (self.2.size(), self.1.size().saturating_mul(self.2.size()));
        (self.0.case(index / plane), self.1.case(index / row % self.1.size()), self.2.case(index % row))
    }

    fn describe(&self) -> String {
        format!("{} × {} × {}", self.0.describe(), self.1.describe(), self.2.describe())
    }
}
