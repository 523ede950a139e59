//! Inverses and quotients of real numbers that are known to differ from 0.

use super::arithmetic::Operation;
use super::{Enclosure, Kind, Real};
use crate::surreal::Dyadic;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};
use std::ops::Div;

/// Binary places in which a number that is not known to be irrational is looked at for a difference from 0.
const PLACES: u64 = 1024;

impl Real {
    /// `1/x`; `None` for 0, and for a number that 1024 binary places cannot tell from 0.
    ///
    /// ```
    /// use agon::Real;
    /// let inverse = Real::pi().recip().unwrap();
    /// assert_eq!(inverse.to_decimal(20)?, "0.31830988618379067153…");
    /// assert_eq!((Real::sqrt(2) - 1).recip().unwrap().to_string(), "1 + √2");
    /// assert!((Real::e() - Real::e()).recip().is_none());
    /// # Ok::<(), agon::surreal::Undecided>(())
    /// ```
    #[must_use]
    pub fn recip(&self) -> Option<Real> {
        match self.kind() {
            Kind::Rational(number) => (!number.is_zero()).then(|| Real::from(number.recip())),
            Kind::Inverse(number, _) => Some(number.clone()),
            _ => match self.to_coefficient().and_then(|exact| exact.recip()) {
                Some(inverse) => Some(Real::from(inverse)),
                None => Some(Real::new(Kind::Inverse(self.clone(), self.distance_from_zero()?))),
            },
        }
    }

    /// `self / divisor`; `None` where [`recip`](Real::recip) gives none for the divisor.
    ///
    /// ```
    /// use agon::Real;
    /// let quotient = Real::from(1).checked_div(&Real::from(3)).unwrap();
    /// assert_eq!(quotient.to_string(), "1/3");
    /// assert!(Real::pi().checked_div(&Real::from(0)).is_none());
    /// ```
    #[must_use]
    pub fn checked_div(&self, divisor: &Real) -> Option<Real> {
        let exact = Operation::Product.both_exact(self, divisor).and_then(|(a, b)| a.checked_div(&b));
        match exact {
            Some(quotient) => Some(Real::from(quotient)),
            None => Some(self * divisor.recip()?),
        }
    }

    /// An s with |x| ≥ 2^(−s).
    fn distance_from_zero(&self) -> Option<u64> {
        let mut bits = 16;
        loop {
            let Enclosure { low, high } = self.enclose(bits);
            if low.is_positive() || high.is_negative() {
                let least = low.abs().min(high.abs());
                return Some((least.exponent() + 1).saturating_sub(least.numerator().bits()));
            }
            if bits >= PLACES && !self.is_known_irrational() {
                return None;
            }
            bits *= 2;
        }
    }
}

/// `1/x` for |x| ≥ 2^(−s). With x to `bits + 2s + 2` places the bounds of x have its sign and an absolute value of at least
/// ¾·2^(−s), so that their inverses are less than 2^(−bits − 1) apart; rounding to `bits + 2` places adds as much.
pub(super) fn enclose_inverse(number: &Real, s: u64, bits: u64) -> Enclosure {
    let Enclosure { low, high } = number.enclose(bits + 2 * s + 2);
    let places = bits + 2;
    let one = |x: &Dyadic| BigInt::one() << (places + x.exponent());
    let below = one(&high).div_floor(&high.numerator());
    let above = -(-one(&low)).div_floor(&low.numerator());
    Enclosure::scaled(below, above, places)
}

impl Div<&Real> for &Real {
    type Output = Real;

    /// # Panics
    ///
    /// When the divisor is 0 or cannot be told from 0; [`checked_div`](Real::checked_div) does not panic.
    fn div(self, divisor: &Real) -> Real {
        self.checked_div(divisor).unwrap_or_else(|| {
            panic!("{self} cannot be divided by {divisor}, which is 0 or cannot be told from 0")
        })
    }
}
