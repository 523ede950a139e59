//! Operators on values and on mixtures of values and references, from those on references.

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

pub(super) use owned_operators;
