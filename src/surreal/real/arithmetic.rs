//! Sums, differences and products: exact where both numbers are, and otherwise kept as they are.

use super::{Kind, Real};
use crate::surreal::{
    Coefficient,
    operators::{integer_operators, owned_operators},
};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::ops::{Add, Mul, Neg, Sub};

/// Exact results with more terms than that are enclosed instead.
const MOST_TERMS: usize = 4096;

impl Neg for &Real {
    type Output = Real;

    fn neg(self) -> Real {
        match self.kind() {
            Kind::Rational(number) => Real::from(-number),
            Kind::Negative(number) => number.clone(),
            _ => match self.to_coefficient() {
                Some(exact) => Real::from(-exact),
                None => Real::new(Kind::Negative(self.clone())),
            },
        }
    }
}

impl Neg for Real {
    type Output = Real;

    fn neg(self) -> Real {
        -&self
    }
}

/// Sums and products, whose brackets may be moved.
#[derive(Clone, Copy)]
pub(super) enum Operation {
    Sum,
    Product,
}

impl Operation {
    /// Both numbers, if they are exact and short enough that the result is not very long.
    pub(super) fn both_exact(self, a: &Real, b: &Real) -> Option<(Coefficient, Coefficient)> {
        let (a, b) = (a.to_coefficient()?, b.to_coefficient()?);
        let terms = match self {
            Operation::Sum => a.count_terms() + b.count_terms(),
            Operation::Product => a.count_terms() * b.count_terms(),
        };
        (terms <= MOST_TERMS).then_some((a, b))
    }

    fn operands(self, number: &Real) -> Option<(&Real, &Real)> {
        match (self, number.kind()) {
            (Operation::Sum, Kind::Sum(a, b)) | (Operation::Product, Kind::Product(a, b)) => Some((a, b)),
            _ => None,
        }
    }

    fn join(self, a: &Real, b: &Real) -> Real {
        let is = |x: &Real, n: i64| matches!(x.kind(), Kind::Rational(q) if *q == BigRational::from(BigInt::from(n)));
        match self {
            Operation::Sum if is(b, 0) => return a.clone(),
            Operation::Sum if is(a, 0) => return b.clone(),
            Operation::Product if is(a, 0) || is(b, 1) => return a.clone(),
            Operation::Product if is(b, 0) || is(a, 1) => return b.clone(),
            _ => {}
        }
        match (self, self.both_exact(a, b)) {
            (Operation::Sum, Some((a, b))) => Real::from(a + b),
            (Operation::Product, Some((a, b))) => Real::from(a * b),
            (Operation::Sum, None) => Real::new(Kind::Sum(a.clone(), b.clone())),
            (Operation::Product, None) => Real::new(Kind::Product(a.clone(), b.clone())),
        }
    }
}

/// Moves brackets so that a sum or product of n numbers, one joined after the other, is about log₂ n operations deep: parts of
/// equal length become one, as the ones of a binary counter do.
fn balanced(operation: Operation, a: &Real, b: &Real) -> Real {
    let (mut a, mut b) = (a.clone(), b.clone());
    let at_the_end = a.0.leaves >= b.0.leaves;
    loop {
        let (left, right) = (a.0.leaves, b.0.leaves);
        if at_the_end
            && left > right
            && let Some((first, second)) = operation.operands(&a)
            && second.0.leaves <= right
        {
            (b, a) = (operation.join(second, &b), first.clone());
        } else if !at_the_end
            && left < right
            && let Some((first, second)) = operation.operands(&b)
            && first.0.leaves <= left
        {
            (a, b) = (operation.join(&a, first), second.clone());
        } else {
            return operation.join(&a, &b);
        }
    }
}

impl Add<&Real> for &Real {
    type Output = Real;

    fn add(self, other: &Real) -> Real {
        balanced(Operation::Sum, self, other)
    }
}

impl Sub<&Real> for &Real {
    type Output = Real;

    fn sub(self, other: &Real) -> Real {
        self + -other
    }
}

impl Mul<&Real> for &Real {
    type Output = Real;

    fn mul(self, other: &Real) -> Real {
        balanced(Operation::Product, self, other)
    }
}

owned_operators!(
    Real: Add add AddAssign add_assign, Sub sub SubAssign sub_assign, Mul mul MulAssign mul_assign,
    Div div DivAssign div_assign
);
integer_operators!(
    Real, i64: Add add AddAssign add_assign, Sub sub SubAssign sub_assign, Mul mul MulAssign mul_assign,
    Div div DivAssign div_assign
);
