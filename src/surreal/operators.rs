//! Operators on values and on mixtures of values and references, from those on references, and with whole numbers.
//!
//! Comparisons with whole numbers are left out: with two types to compare with, the compiler could no longer tell what
//! the right side of `x == "1/2".parse()?` is.

macro_rules! owned_operators {
    ($type:ty: $($trait:ident $method:ident $assign_trait:ident $assign:ident),*) => {$(
        impl std::ops::$trait<$type> for $type {
            type Output = $type;

            fn $method(self, other: $type) -> $type {
                std::ops::$trait::$method(&self, &other)
            }
        }

        impl std::ops::$trait<&$type> for $type {
            type Output = $type;

            fn $method(self, other: &$type) -> $type {
                std::ops::$trait::$method(&self, other)
            }
        }

        impl std::ops::$trait<$type> for &$type {
            type Output = $type;

            fn $method(self, other: $type) -> $type {
                std::ops::$trait::$method(self, &other)
            }
        }

        impl std::ops::$assign_trait<&$type> for $type {
            fn $assign(&mut self, other: &$type) {
                *self = std::ops::$trait::$method(&*self, other);
            }
        }

        impl std::ops::$assign_trait for $type {
            fn $assign(&mut self, other: $type) {
                std::ops::$assign_trait::$assign(self, &other);
            }
        }
    )*};
}

/// The same with a whole number on one side.
macro_rules! integer_operators {
    ($type:ty, $integer:ty: $($trait:ident $method:ident $assign_trait:ident $assign:ident),*) => {$(
        impl std::ops::$trait<$integer> for $type {
            type Output = $type;

            fn $method(self, other: $integer) -> $type {
                std::ops::$trait::$method(&self, &<$type>::from(other))
            }
        }

        impl std::ops::$trait<$integer> for &$type {
            type Output = $type;

            fn $method(self, other: $integer) -> $type {
                std::ops::$trait::$method(self, &<$type>::from(other))
            }
        }

        impl std::ops::$trait<$type> for $integer {
            type Output = $type;

            fn $method(self, other: $type) -> $type {
                std::ops::$trait::$method(&<$type>::from(self), &other)
            }
        }

        impl std::ops::$trait<&$type> for $integer {
            type Output = $type;

            fn $method(self, other: &$type) -> $type {
                std::ops::$trait::$method(&<$type>::from(self), other)
            }
        }

        impl std::ops::$assign_trait<$integer> for $type {
            fn $assign(&mut self, other: $integer) {
                std::ops::$assign_trait::$assign(self, &<$type>::from(other));
            }
        }
    )*};
}

pub(super) use integer_operators;
pub(super) use owned_operators;
