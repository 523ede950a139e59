//! Domains: finitely many cases, each with its place in an order.

use std::fmt::Debug;
use std::ops::{Range, RangeInclusive};

/// Finitely many cases in an order.
#[diagnostic::on_unimplemented(
    message = "a conjecture is examined over finitely many cases in an order, which `{Self}` is not",
    label = "no finite list of cases",
    note = "give a range with both ends, such as `0..=1000`, or a `Vec` by value"
)]
pub trait Domain: Sync {
    /// What the law gets.
    type Case: Debug;

    /// How many cases there are.
    fn size(&self) -> u64;

    /// The case at a place from 0; places from [`size`](Domain::size) on are never asked for.
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
        let (row, plane) = (self.2.size(), self.1.size() * self.2.size());
        (self.0.case(index / plane), self.1.case(index / row % self.1.size()), self.2.case(index % row))
    }

    fn describe(&self) -> String {
        format!("{} × {} × {}", self.0.describe(), self.1.describe(), self.2.describe())
    }
}
