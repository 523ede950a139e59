//! The ring operations of dyadic rationals.

use super::{
    Dyadic,
    operators::{integer_operators, owned_operators},
};
use std::{
    iter::Sum,
    ops::{Add, Mul, Neg, Sub},
};

impl Neg for &Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        match self.align_small(self) {
            Some((n, _, exponent)) => Dyadic::from_small(-n, exponent),
            None => Dyadic::new(-self.numerator(), self.exponent()),
        }
    }
}

impl Neg for Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        -&self
    }
}

impl Add<&Dyadic> for &Dyadic {
    type Output = Dyadic;

    fn add(self, other: &Dyadic) -> Dyadic {
        if let Some((a, b, exponent)) = self.align_small(other) {
            return Dyadic::from_small(a + b, exponent);
        }
        let (a, b, exponent) = self.align(other);
        Dyadic::new(a + b, exponent)
    }
}

impl Sub<&Dyadic> for &Dyadic {
    type Output = Dyadic;

    fn sub(self, other: &Dyadic) -> Dyadic {
        if let Some((a, b, exponent)) = self.align_small(other) {
            return Dyadic::from_small(a - b, exponent);
        }
        let (a, b, exponent) = self.align(other);
        Dyadic::new(a - b, exponent)
    }
}

impl Mul<&Dyadic> for &Dyadic {
    type Output = Dyadic;

    /// # Panics
    ///
    /// When the exponent of the product is above [`LARGEST_EXPONENT`](Dyadic::LARGEST_EXPONENT).
    fn mul(self, other: &Dyadic) -> Dyadic {
        Dyadic::new(self.numerator() * other.numerator(), self.exponent() + other.exponent())
    }
}

owned_operators!(Dyadic: Add add AddAssign add_assign, Sub sub SubAssign sub_assign, Mul mul MulAssign mul_assign);
integer_operators!(Dyadic, i64: Add add AddAssign add_assign, Sub sub SubAssign sub_assign, Mul mul MulAssign mul_assign);

impl Sum for Dyadic {
    fn sum<I: Iterator<Item = Dyadic>>(numbers: I) -> Dyadic {
        numbers.fold(Dyadic::zero(), |total, number| total + number)
    }
}

impl<'a> Sum<&'a Dyadic> for Dyadic {
    fn sum<I: Iterator<Item = &'a Dyadic>>(numbers: I) -> Dyadic {
        numbers.fold(Dyadic::zero(), |total, number| total + number)
    }
}
