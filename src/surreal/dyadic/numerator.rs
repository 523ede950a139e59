//! The numerator of a dyadic rational: a machine word where that is enough, which spares nearly all numbers an allocation.

use num_bigint::{BigInt, Sign};
use num_traits::ToPrimitive;

/// An integer; [`Small`](Self::Small) if it fits, so that equal integers are equal as values.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Numerator {
    Small(i64),
    Large(Box<BigInt>),
}

impl Numerator {
    pub(super) fn to_integer(&self) -> BigInt {
        match self {
            Numerator::Small(n) => BigInt::from(*n),
            Numerator::Large(n) => BigInt::clone(n),
        }
    }

    /// The number of binary digits of the absolute value; 0 for 0.
    pub(super) fn bits(&self) -> u64 {
        match self {
            Numerator::Small(n) => u64::from(u64::BITS - n.unsigned_abs().leading_zeros()),
            Numerator::Large(n) => n.bits(),
        }
    }

    pub(super) fn signum(&self) -> i64 {
        match self {
            Numerator::Small(n) => n.signum(),
            Numerator::Large(n) if n.sign() == Sign::Minus => -1,
            Numerator::Large(_) => 1,
        }
    }
}

impl Default for Numerator {
    fn default() -> Self {
        Numerator::Small(0)
    }
}

impl From<i64> for Numerator {
    fn from(n: i64) -> Self {
        Numerator::Small(n)
    }
}

impl From<i128> for Numerator {
    fn from(n: i128) -> Self {
        i64::try_from(n).map_or_else(|_| Numerator::Large(Box::new(n.into())), Numerator::Small)
    }
}

impl From<BigInt> for Numerator {
    fn from(n: BigInt) -> Self {
        n.to_i64().map_or_else(|| Numerator::Large(Box::new(n)), Numerator::Small)
    }
}
