//! An irrational root of a polynomial in an interval where it is the only one.

use super::{Enclosure, Polynomial};
use crate::surreal::{Coefficient, Dyadic};
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::Signed;
use std::{
    cmp::Ordering,
    fmt,
    sync::{Mutex, PoisonError},
};

pub(super) struct Algebraic {
    polynomial: Polynomial,
    /// The sign above the root, up to the end of the isolating interval.
    above: Sign,
    isolating: (Dyadic, Dyadic),
    /// The narrowest interval known.
    interval: Mutex<(Dyadic, Dyadic)>,
    name: Option<String>,
    /// The root as a sum of rational multiples of roots, if it is known as one.
    exact: Option<Coefficient>,
}

impl Algebraic {
    /// Binary places in which numbers are compared before it is done exactly.
    const FIRST_LOOK: u64 = 64;

    /// The one root between the bounds: simple, irrational, and the polynomial is not 0 at `high`.
    pub(super) fn new(polynomial: Polynomial, low: Dyadic, high: Dyadic) -> Algebraic {
        let above = polynomial.sign_at(&high);
        let isolating = (low, high);
        let interval = Mutex::new(isolating.clone());
        Algebraic { polynomial, above, interval, isolating, name: None, exact: None }
    }

    /// The same root, with a name and, if there is one, an exact form.
    pub(super) fn known_as(self, name: String, exact: Option<Coefficient>) -> Algebraic {
        Algebraic { name: Some(name), exact, ..self }
    }

    pub(super) fn has_name(&self) -> bool {
        self.name.is_some()
    }

    pub(super) fn exact(&self) -> Option<&Coefficient> {
        self.exact.as_ref()
    }

    /// Whether the root is this number, by exact arithmetic.
    pub(super) fn is(&self, number: &Coefficient) -> bool {
        if !number.is_algebraic() {
            return false;
        }
        // Most numbers are told apart by a few digits; the exact value of a polynomial of high degree can be very long.
        let near = self.enclose(Self::FIRST_LOOK);
        let (least, most) = number.bounds(Self::FIRST_LOOK);
        if most < near.low || near.high < least {
            return false;
        }
        let (low, high) = &self.isolating;
        let zero = Coefficient::zero();
        let value = |x: &Coefficient| {
            let coefficients = self.polynomial.coefficients().iter().rev();
            coefficients.fold(zero.clone(), |value, c| value * x + Coefficient::from(c.clone()))
        };
        Coefficient::from(low) < *number && *number <= Coefficient::from(high) && value(number).is_zero()
    }

    /// How a dyadic number inside the isolating interval stands to the root.
    fn is_above(&self, x: &Dyadic) -> bool {
        self.polynomial.sign_at(x) == self.above
    }

    /// Quadratic interval refinement: the root is guessed by a straight line between the ends and looked for in one of N parts;
    /// each success squares N, each failure takes its root. (J. Abbott, *Quadratic interval refinement for real roots*.)
    pub(super) fn enclose(&self, bits: u64) -> Enclosure {
        let (mut low, mut high) = self.interval.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let target = Dyadic::new(1, bits);
        let mut log_parts: u64 = 2;
        while &high - &low > target {
            crate::interrupt::check();
            match self.refined(&low, &high, log_parts) {
                Some(narrower) => {
                    (low, high) = narrower;
                    log_parts = log_parts.saturating_mul(2).min(bits.max(2));
                }
                None => {
                    let middle = (&low + &high).halve();
                    if self.is_above(&middle) {
                        high = middle
                    } else {
                        low = middle
                    }
                    log_parts = (log_parts / 2).max(2);
                }
            }
        }
        let narrow = (low, high);
        let mut interval = self.interval.lock().unwrap_or_else(PoisonError::into_inner);
        if &narrow.1 - &narrow.0 < &interval.1 - &interval.0 {
            *interval = narrow.clone();
        }
        Enclosure { low: narrow.0, high: narrow.1 }
    }

    /// One of 2^log_parts equal parts of the interval, if the straight line leads to the one that has the root.
    fn refined(&self, low: &Dyadic, high: &Dyadic, log_parts: u64) -> Option<(Dyadic, Dyadic)> {
        let degree = self.polynomial.degree()? as u64;
        let exponent = low.exponent().max(high.exponent());
        let value = |x: &Dyadic| self.polynomial.scaled_value(x) << ((exponent - x.exponent()) * degree);
        let (at_low, at_high) = (value(low).abs(), value(high).abs());
        let parts = BigInt::from(1) << log_parts;
        let part = (&at_low * &parts).div_floor(&(at_low + at_high)).min(&parts - 1);
        let width = (high - low) * Dyadic::new(1, log_parts);
        let point = |index: &BigInt| low + Dyadic::from(index.clone()) * &width;
        let (left, right) = (point(&part), point(&(&part + 1)));
        // The part itself, or its neighbour on the side where the root is.
        if self.is_above(&left) {
            let before = point(&(&part - 1));
            (part.is_positive() && !self.is_above(&before)).then_some((before, left))
        } else if self.is_above(&right) {
            Some((left, right))
        } else {
            let after = point(&(&part + 2));
            (after <= *high && self.is_above(&after)).then_some((right, after))
        }
    }

    /// The order of two such numbers, exactly: they are equal when their polynomials have a common root where both isolating
    /// intervals meet.
    pub(super) fn cmp(&self, other: &Algebraic) -> Ordering {
        let low = (&self.isolating.0).max(&other.isolating.0);
        let high = (&self.isolating.1).min(&other.isolating.1);
        if low < high && self.polynomial.gcd(&other.polynomial).roots_between(low, high) == 1 {
            return Ordering::Equal;
        }
        let mut bits = 16;
        loop {
            let (a, b) = (self.enclose(bits), other.enclose(bits));
            if a.high <= b.low {
                return Ordering::Less;
            }
            if b.high <= a.low {
                return Ordering::Greater;
            }
            bits *= 2;
        }
    }
}

impl fmt::Display for Algebraic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => f.pad(name),
            None => {
                let (low, high) = &self.isolating;
                f.pad(&format!("the root of {} between {low} and {high}", self.polynomial))
            }
        }
    }
}
