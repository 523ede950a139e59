//! The signs of irrational numbers, as blocks of a sign sequence: they have no period, but the number describes them.

use super::{Block, MOST_DIGITS, Run, SignSequence};
use crate::surreal::{Coefficient, Ordinal, Sign};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

/// The signs of an irrational number, each of them ω^degree times.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Irrational {
    pub(super) number: Coefficient,
    pub(super) degree: Ordinal,
}

impl Irrational {
    pub(super) fn first(&self) -> Sign {
        if self.number.is_positive() { Sign::Plus } else { Sign::Minus }
    }

    pub(super) fn len(&self) -> Ordinal {
        Ordinal::omega_pow(&self.degree + 1)
    }

    /// An irrational number has infinitely many + and infinitely many −.
    pub(super) fn plus_signs(&self) -> Ordinal {
        self.len()
    }

    pub(super) fn reverse(&self) -> Irrational {
        Irrational { number: -&self.number, degree: self.degree.clone() }
    }

    /// The first run of equal signs, and the signs behind it.
    ///
    /// Let x = m + f with a whole m ≥ 0 and 0 < f < 1. The signs are m + 1 times +, one −, and the binary digits of f, which
    /// begin with k − 1 zeros and a one: `f = (1 + h)/2^k` with 0 < h < 1. Behind the + stand k signs −, and then + and the digits
    /// of h: the signs of h − k.
    pub(super) fn take_run(&self) -> (Run, Irrational) {
        let sign = self.first();
        let size = self.number.abs();
        let whole = size.floor();
        let fraction = &size - Coefficient::from(whole.clone());
        let k = fraction.leading_zeros() + 1;
        let scaled = fraction * Coefficient::from(BigInt::one() << k);
        let rest = scaled - Coefficient::from(BigInt::from(k) + 1);
        let rest = if sign == Sign::Plus { rest } else { -rest };
        let run = Ordinal::omega_pow(self.degree.clone()) * Ordinal::from(whole.magnitude() + 1u8);
        ((sign, run), Irrational { number: rest, degree: self.degree.clone() })
    }

    /// What is left of a run before these signs when the end of it is counted with them; `None` when nothing of it can be.
    pub(super) fn absorb(&self, (sign, length): &Run) -> Option<(Ordinal, Irrational)> {
        let same = *sign == self.first();
        let (above, rest): (Vec<_>, Vec<_>) =
            length.terms().iter().cloned().partition(|(exponent, _)| *exponent > self.degree);
        // Equal signs before a run of ω^degree or more are absorbed by it as summands are; different ones must fill a block.
        let (blocks, is_whole) = match rest.as_slice() {
            [] => return None,
            [(exponent, n)] if *exponent == self.degree => (n.clone(), true),
            [(exponent, n), ..] if *exponent == self.degree => (n.clone(), false),
            _ => (BigUint::zero(), false),
        };
        if !same && !is_whole {
            return None;
        }
        let blocks = BigInt::from(blocks);
        let size = if same {
            self.number.abs() + Coefficient::from(blocks)
        } else {
            // The inverse of `take_run`: x = −(k − h), and f = (1 + h)/2^k.
            let size = self.number.abs();
            let k = (size.floor() + 1u8).to_u64().filter(|k| *k <= MOST_DIGITS)?;
            let h = Coefficient::from(BigInt::from(k)) - size;
            let unit = BigRational::new(BigInt::one(), BigInt::one() << k);
            (h + 1) * Coefficient::from(unit) + Coefficient::from(blocks - 1)
        };
        let number = if *sign == Sign::Plus { size } else { -size };
        Some((Ordinal::from_terms(above), Irrational { number, degree: self.degree.clone() }))
    }
}

impl SignSequence {
    /// Appends the signs of an irrational number, each ω^degree times.
    pub(super) fn push_irrational(&mut self, mut signs: Irrational) {
        while let Some(Block::Run(run)) = self.blocks.last()
            && let Some((left, longer)) = signs.absorb(run)
        {
            let sign = run.0;
            self.blocks.pop();
            signs = longer;
            if !left.is_zero() {
                self.blocks.push(Block::Run((sign, left)));
                break;
            }
        }
        if let Some(Block::Run((sign, length))) = self.blocks.last_mut()
            && *sign == signs.first()
        {
            let ((_, first), rest) = signs.take_run();
            *length += first;
            signs = rest;
        }
        self.blocks.push(Block::Irrational(signs));
    }

    /// The real number with this expansion, of length at most ω; `None` for others.
    pub(super) fn to_coefficient(&self) -> Option<Coefficient> {
        match self.blocks.as_slice() {
            [Block::Irrational(signs)] if signs.degree.is_zero() => Some(signs.number.clone()),
            _ => self.to_rational().map(Coefficient::from),
        }
    }
}

impl From<&Coefficient> for Irrational {
    fn from(number: &Coefficient) -> Irrational {
        Irrational { number: number.clone(), degree: Ordinal::zero() }
    }
}
