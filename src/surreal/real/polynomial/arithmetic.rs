//! Sums and products of polynomials.

use super::Polynomial;
use crate::surreal::operators::owned_operators;
use num_bigint::BigInt;
use num_traits::Zero;
use std::ops::{Add, Mul, Neg, Sub};

impl Neg for &Polynomial {
    type Output = Polynomial;

    fn neg(self) -> Polynomial {
        Polynomial::new(self.coefficients.iter().map(|c| -c).collect())
    }
}

impl Add<&Polynomial> for &Polynomial {
    type Output = Polynomial;

    fn add(self, other: &Polynomial) -> Polynomial {
        let (long, short) =
            if self.coefficients.len() < other.coefficients.len() { (other, self) } else { (self, other) };
        let mut coefficients = long.coefficients.clone();
        for (total, c) in coefficients.iter_mut().zip(&short.coefficients) {
            *total += c;
        }
        Polynomial::new(coefficients)
    }
}

impl Sub<&Polynomial> for &Polynomial {
    type Output = Polynomial;

    fn sub(self, other: &Polynomial) -> Polynomial {
        self + -other
    }
}

impl Mul<&Polynomial> for &Polynomial {
    type Output = Polynomial;

    fn mul(self, other: &Polynomial) -> Polynomial {
        let mut coefficients = vec![BigInt::zero(); self.coefficients.len() + other.coefficients.len()];
        for (i, a) in self.coefficients.iter().enumerate() {
            crate::interrupt::check();
            for (j, b) in other.coefficients.iter().enumerate() {
                coefficients[i + j] += a * b;
            }
        }
        Polynomial::new(coefficients)
    }
}

owned_operators!(Polynomial: Add add AddAssign add_assign, Sub sub SubAssign sub_assign, Mul mul MulAssign mul_assign);
