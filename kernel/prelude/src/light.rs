//! Loops that look at the interrupt flag only now and then. Nothing here is for readers.
//!
//! A look at the flag in every turn keeps the compiler from vectorising a loop, which makes loops over numbers up to eight
//! times slower. The kernel writes [`light!`](crate::light!) around loops whose turns cost next to nothing: such a loop does without
//! the look while it is short, and a long one over a range or a slice looks between its parts.

use std::iter::FusedIterator;
use std::ops::{Range, RangeInclusive};
use std::slice::Iter;

/// So many turns pass in a part of a long loop, and may pass in a loop that is compiled as it is: few, because the
/// operators in it may be those of large numbers or matrices.
const PART: usize = 1 << 10;
/// The same for a loop that cannot be divided, and would be slow if it were longer.
const WHOLE: usize = 1 << 13;

/// Whether an iterator announces so few turns that an interrupt can wait for their end.
#[inline(always)]
fn announces<I: Iterator>(turns: &I, most: usize) -> bool {
    turns.size_hint().1.is_some_and(|turns| turns <= most)
}

/// A loop in parts: what is left of it, and whether the last part came to its end, as opposed to a `break`.
pub struct Parts<I> {
    rest: I,
    ended: bool,
}

/// An iterator that can give a part of itself away.
pub trait Divisible: Iterator + Sized {
    /// Takes the first turns away, at most as many as a part has; `None` if there are none.
    fn part(&mut self) -> Option<Self>;
}

/// One part of a loop.
pub struct Part<'a, I> {
    turns: I,
    ended: &'a mut bool,
}

impl<I: Iterator> Iterator for Part<'_, I> {
    type Item = I::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        let next = self.turns.next();
        if next.is_none() {
            *self.ended = true;
        }
        next
    }
}

impl<I: Iterator> FusedIterator for Part<'_, I> {}

impl<I: Divisible> Parts<I> {
    /// The next part, unless the one before was left by `break` or nothing is left. Looks at the interrupt flag.
    #[inline(always)]
    pub fn next_part(&mut self) -> Option<Part<'_, I>> {
        agon::interrupt::check();
        if !std::mem::replace(&mut self.ended, false) {
            return None;
        }
        let turns = self.rest.part()?;
        Some(Part { turns, ended: &mut self.ended })
    }
}

/// A loop that looks at the flag in every turn, as a single part.
pub struct Watched<I>(Option<I>);

/// The turns of a watched loop.
pub struct Turns<I>(I);

impl<I: Iterator> Watched<I> {
    /// The whole loop, once.
    #[inline(always)]
    pub fn next_part(&mut self) -> Option<Turns<I>> {
        self.0.take().map(Turns)
    }
}

impl<I: Iterator> Iterator for Turns<I> {
    type Item = I::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        agon::interrupt::check();
        self.0.next()
    }
}

/// The way of a loop that can be divided.
pub struct InParts;
/// The way of any other loop.
pub struct AsAWhole;

impl InParts {
    #[inline(always)]
    #[allow(missing_docs)]
    pub fn is_short<I: Divisible>(&self, turns: &I) -> bool {
        announces(turns, PART)
    }

    #[inline(always)]
    #[allow(missing_docs)]
    pub fn over<I: Divisible>(self, turns: I) -> Parts<I> {
        Parts { rest: turns, ended: true }
    }
}

impl AsAWhole {
    #[inline(always)]
    #[allow(missing_docs)]
    pub fn is_short<I: Iterator>(&self, turns: &I) -> bool {
        announces(turns, WHOLE)
    }

    #[inline(always)]
    #[allow(missing_docs)]
    pub fn over<I: Iterator>(self, turns: I) -> Watched<I> {
        Watched(Some(turns))
    }
}

/// Chosen by method resolution when the iterator can be divided.
pub trait Divided {
    #[inline(always)]
    #[allow(missing_docs)]
    fn way(&self) -> InParts {
        InParts
    }
}

/// Chosen by method resolution, one reference further, when it cannot.
pub trait Undivided {
    #[inline(always)]
    #[allow(missing_docs)]
    fn way(&self) -> AsAWhole {
        AsAWhole
    }
}

impl<I> Undivided for &I {}

/// The integers that ranges are over.
pub trait Integer: Copy + PartialOrd {
    /// The number `PART` further, or `end` if that comes first; `self` is not beyond `end`.
    fn ahead(self, end: Self) -> Self;
    /// The next number, if there is one.
    fn after(self) -> Option<Self>;
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl Integer for $integer {
            #[inline(always)]
            fn ahead(self, end: Self) -> Self {
                // A type that is too small for `PART` turns has short loops only.
                match <$integer>::try_from(PART).ok().and_then(|part| self.checked_add(part)) {
                    Some(ahead) if ahead < end => ahead,
                    _ => end,
                }
            }

            #[inline(always)]
            fn after(self) -> Option<Self> {
                self.checked_add(1)
            }
        }
    )*};
}

integers!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);

impl<T: Integer> Divided for Range<T> {}
impl<T: Integer> Divisible for Range<T>
where
    Range<T>: Iterator,
{
    #[inline(always)]
    fn part(&mut self) -> Option<Self> {
        if self.start >= self.end {
            return None;
        }
        let part = self.start..self.start.ahead(self.end);
        self.start = part.end;
        Some(part)
    }
}

impl<T: Integer> Divided for RangeInclusive<T> {}
impl<T: Integer> Divisible for RangeInclusive<T>
where
    RangeInclusive<T>: Iterator,
{
    #[inline(always)]
    fn part(&mut self) -> Option<Self> {
        if self.is_empty() {
            return None;
        }
        let (start, end) = (*self.start(), *self.end());
        let last = start.ahead(end);
        *self = match last.after() {
            Some(next) => next..=end,
            // Nothing is left: an empty range of a type that need not have a number to spare.
            None => return Some(std::mem::replace(self, emptied(start..=end))),
        };
        Some(start..=last)
    }
}

/// A range that has been gone through.
fn emptied<T: Integer>(mut range: RangeInclusive<T>) -> RangeInclusive<T>
where
    RangeInclusive<T>: Iterator,
{
    while range.next().is_some() {}
    range
}

impl<T> Divided for Iter<'_, T> {}
impl<'a, T> Divisible for Iter<'a, T> {
    #[inline(always)]
    fn part(&mut self) -> Option<Self> {
        let rest = self.as_slice();
        if rest.is_empty() {
            return None;
        }
        let (part, rest) = rest.split_at(rest.len().min(PART));
        *self = rest.iter();
        Some(part.iter())
    }
}

/// A loop whose turns cost next to nothing; the kernel writes this call.
#[macro_export]
macro_rules! light {
    ($($label:lifetime :)? for $pattern:pat in $turns:expr => $body:block) => {
        match ::core::iter::IntoIterator::into_iter($turns) {
            turns => {
                #[allow(unused_imports)]
                use $crate::light::{Divided as _, Undivided as _};
                let way = (&turns).way();
                if way.is_short(&turns) {
                    $($label:)? for $pattern in turns $body
                } else {
                    let mut parts = way.over(turns);
                    while let Some(part) = parts.next_part() {
                        $($label:)? for $pattern in part $body
                    }
                }
            }
        }
    };
}
