//! Values with a name: a number plus a multiple of ↑ plus a nimber, `x + k·↑ + ∗n`.
//!
//! These values are closed under sums, their order has a closed formula, and their canonical options are known. One
//! name therefore stands for a game of any size (10¹⁸ has a birthday of 10¹⁸ and costs a few bytes).
//! Source: Siegel, *Combinatorial Game Theory*, II.4; *Winning Ways*, chapter 3.

use super::{order::Comparison, player::Player, value::Value};
use crate::surreal::{Dyadic, simplest_between};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::{cmp::Ordering, fmt};

/// The largest `∗n` whose options are listed: with all that they are made of, they take two gigabytes.
pub(super) const LARGEST_LISTED_NIMBER: u32 = 1 << 22;

/// `number + ups·↑ + ∗nimber`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Name {
    pub(super) number: Dyadic,
    pub(super) ups: BigInt,
    pub(super) nimber: u32,
}

impl Name {
    pub(super) fn number(number: Dyadic) -> Name {
        Name { number, ups: BigInt::zero(), nimber: 0 }
    }

    pub(super) fn is_number(&self) -> bool {
        self.nimber == 0 && self.ups.is_zero()
    }

    pub(super) fn plus(&self, other: &Name) -> Name {
        Name {
            number: &self.number + &other.number,
            ups: &self.ups + &other.ups,
            nimber: self.nimber ^ other.nimber,
        }
    }

    /// n copies.
    pub(super) fn times(&self, n: &BigInt) -> Name {
        Name {
            number: &self.number * Dyadic::from(n.clone()),
            ups: &self.ups * n,
            nimber: if n.bit(0) { self.nimber } else { 0 },
        }
    }

    pub(super) fn negative(&self) -> Name {
        Name { number: -&self.number, ups: -&self.ups, nimber: self.nimber }
    }

    /// Numbers decide first. For equal numbers `k·↑ + ∗n` is positive when k ≥ 1, with the one exception that ↑ + ∗ is
    /// confused with 0; `∗n` with n ≠ 0 is confused with 0.
    pub(super) fn compare(&self, other: &Name) -> Comparison {
        match self.number.cmp(&other.number) {
            Ordering::Less => return Comparison::Less,
            Ordering::Greater => return Comparison::Greater,
            Ordering::Equal => {}
        }
        let ups = &self.ups - &other.ups;
        let nimber = self.nimber ^ other.nimber;
        if ups.is_zero() {
            return if nimber == 0 { Comparison::Equal } else { Comparison::Confused };
        }
        if nimber == 1 && ups.magnitude().is_one() {
            Comparison::Confused
        } else if ups.is_positive() {
            Comparison::Greater
        } else {
            Comparison::Less
        }
    }

    /// The birthday of the canonical form: the number's plus the infinitesimal's (each option of `x + ε` is `x + ε'`).
    pub(super) fn birthday(&self) -> BigUint {
        let number = self.number.birthday();
        if self.ups.is_zero() {
            return number + self.nimber;
        }
        // k·↑ + ∗n descends by k·↑ + ∗n → (k−1)·↑ + ∗(n⊕1) until one ↑ is left: ↑ + ∗m, born with ∗(m⊕1), or with ∗ for m = 1.
        let ups = self.ups.magnitude();
        let last = if ups.bit(0) { self.nimber } else { self.nimber ^ 1 };
        let below = if last == 1 { 1 } else { last ^ 1 };
        number + ups + below
    }

    /// How deep a recursion over options can go that stops at numbers; at most `u32::MAX`.
    pub(super) fn depth(&self) -> u32 {
        let ups = self.ups.magnitude().to_u32().unwrap_or(u32::MAX);
        ups.saturating_add(self.nimber).saturating_add(u32::from(!self.ups.is_zero()))
    }

    /// The options of the canonical form.
    pub(super) fn options(&self, player: Player) -> Vec<Name> {
        if self.is_number() {
            return number_option(&self.number, player).into_iter().map(Name::number).collect();
        }
        if self.ups.is_negative() {
            let mirrored = self.negative().options(player.opponent());
            return mirrored.iter().map(Name::negative).collect();
        }
        let with = |ups: BigInt, nimber| Name { number: self.number.clone(), ups, nimber };
        let up_star = self.ups.is_one() && self.nimber == 1;
        if self.ups.is_zero() {
            assert!(
                self.nimber <= LARGEST_LISTED_NIMBER,
                "∗{} has too many options to be listed: n is at most {LARGEST_LISTED_NIMBER} for that",
                self.nimber
            );
            (0..self.nimber).map(|n| with(BigInt::zero(), n)).collect()
        } else if player == Player::Left {
            (0..=u32::from(up_star)).map(|n| with(BigInt::zero(), n)).collect()
        } else if up_star {
            vec![with(BigInt::zero(), 0)]
        } else {
            vec![with(&self.ups - 1, self.nimber ^ 1)]
        }
    }

    /// The name of the canonical form with these options (sorted), if it has one.
    pub(super) fn of_canonical(left: &[Value], right: &[Value]) -> Option<Name> {
        let names = |options: &[Value]| options.iter().map(|o| o.name()).collect::<Option<Vec<_>>>();
        let (left, right) = (names(left)?, names(right)?);
        recognise_number(&left, &right)
            .or_else(|| recognise_nimber(&left, &right))
            .or_else(|| recognise_up(&left, &right))
            .or_else(|| {
                let mirror = |names: &[&Name]| names.iter().map(|n| n.negative()).collect::<Vec<_>>();
                let (left, right) = (mirror(&left), mirror(&right));
                recognise_up(&right.iter().collect::<Vec<_>>(), &left.iter().collect::<Vec<_>>())
                    .map(|name| name.negative())
            })
    }
}

/// `m/2^k` has the options `(m−1)/2^k` and `(m+1)/2^k`; an integer has one option, towards 0.
fn number_option(number: &Dyadic, player: Player) -> Option<Dyadic> {
    let step = Dyadic::new(BigInt::one(), number.exponent());
    if number.is_integer() && (number.is_zero() || number.is_positive() != (player == Player::Left)) {
        None
    } else if player == Player::Left {
        Some(number - step)
    } else {
        Some(number + step)
    }
}

fn recognise_number(left: &[&Name], right: &[&Name]) -> Option<Name> {
    if left.len() > 1 || right.len() > 1 || !left.iter().chain(right).all(|name| name.is_number()) {
        return None;
    }
    let bound = |options: &[&Name]| options.first().map(|name| name.number.clone());
    simplest_between(bound(left).as_ref(), bound(right).as_ref()).map(Name::number)
}

/// `x + ∗n = {x, x∗, …, x∗(n−1) | the same}`.
fn recognise_nimber(left: &[&Name], right: &[&Name]) -> Option<Name> {
    let number = &left.first()?.number;
    let below = |(n, name): (usize, &&Name)| {
        name.number == *number && name.ups.is_zero() && name.nimber as usize == n
    };
    if left != right || !left.iter().enumerate().all(below) {
        return None;
    }
    Some(Name { number: number.clone(), ups: BigInt::zero(), nimber: u32::try_from(left.len()).ok()? })
}

/// `↑∗ = {0, ∗ | 0}`, and `k·↑ + ∗n = {0 | (k−1)·↑ + ∗(n⊕1)}` for every other k ≥ 1, each shifted by a number.
fn recognise_up(left: &[&Name], right: &[&Name]) -> Option<Name> {
    let &[right] = right else { return None };
    let number = &left.first()?.number;
    if right.number != *number || right.ups.is_negative() || !left[0].is_number() {
        return None;
    }
    let one = || BigInt::one();
    match left {
        [_] if !right.is_number() => {
            Some(Name { number: number.clone(), ups: &right.ups + 1, nimber: right.nimber ^ 1 })
        }
        [_, star]
            if right.is_number() && star.number == *number && star.ups.is_zero() && star.nimber == 1 =>
        {
            Some(Name { number: number.clone(), ups: one(), nimber: 1 })
        }
        _ => None,
    }
}

/// A number in the notation of games, where the `^` of `1/2^3` is an up: a long denominator stands in brackets.
pub(super) fn written_out(number: &Dyadic) -> String {
    if number.is_integer() || number.has_written_denominator() {
        return number.to_string();
    }
    format!("{}/(2^{})", number.numerator(), number.exponent())
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_number() || !self.number.is_zero() {
            f.write_str(&written_out(&self.number))?;
        }
        if !self.ups.is_zero() {
            f.write_str(if self.ups.is_positive() { "↑" } else { "↓" })?;
            if !self.ups.magnitude().is_one() {
                write!(f, "{}", self.ups.magnitude())?;
            }
        }
        match self.nimber {
            0 => Ok(()),
            1 => f.write_str("∗"),
            n => write!(f, "∗{n}"),
        }
    }
}
