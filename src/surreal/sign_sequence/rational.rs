//! The sign expansions of rational numbers: eventually periodic.

use super::{Block, MOST_DIGITS, SignSequence, SignSequenceError};
use crate::surreal::dyadic::is_dyadic;
use crate::surreal::{Coefficient, Dyadic, Ordinal, Sign};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The longest period that is written down, in signs.
const LONGEST_PERIOD: u64 = 1_000_000;

impl TryFrom<&Coefficient> for SignSequence {
    type Error = SignSequenceError;

    /// The periodic signs of a rational number, or those of an irrational one, which have no period.
    ///
    /// # Errors
    ///
    /// As for rational numbers.
    ///
    /// ```
    /// use agon::{Ordinal, surreal::{Coefficient, SignSequence}};
    /// let signs = SignSequence::try_from(&Coefficient::pi())?;
    /// assert_eq!(signs.to_string(), "[π]");
    /// assert_eq!(signs.len(), Ordinal::omega());
    /// # Ok::<(), agon::surreal::SignSequenceError>(())
    /// ```
    fn try_from(number: &Coefficient) -> Result<SignSequence, SignSequenceError> {
        match number.as_rational() {
            Some(rational) => SignSequence::try_from(rational),
            None => {
                let mut sequence = SignSequence::default();
                sequence.push_irrational(number.into());
                Ok(sequence)
            }
        }
    }
}

impl TryFrom<&BigRational> for SignSequence {
    type Error = SignSequenceError;

    /// For 0 < x no dyadic: ⌊x⌋ + 1 times `+`, one `−`, then the binary digits of the fraction for ever, `+` for 1 and `−`
    /// for 0. The period is the order of 2 modulo the odd part of the denominator.
    ///
    /// ```
    /// use agon::surreal::SignSequence;
    /// use num_rational::BigRational;
    /// let x = BigRational::new((-1).into(), 7.into());
    /// assert_eq!(SignSequence::try_from(&x)?.to_string(), "−+++(−++)^ω");
    /// # Ok::<(), agon::surreal::SignSequenceError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the period has more than a million signs, or the denominator is a power of two beyond
    /// 2^[`LARGEST_EXPONENT`](Dyadic::LARGEST_EXPONENT).
    fn try_from(number: &BigRational) -> Result<SignSequence, SignSequenceError> {
        if let Ok(dyadic) = Dyadic::try_from(number) {
            return Ok(SignSequence::from(&dyadic.sign_expansion()));
        }
        if is_dyadic(number) {
            return Err(SignSequenceError::TooFine { bits: number.denom().bits() - 1 });
        }
        let towards = if number.is_negative() { Sign::Minus } else { Sign::Plus };
        let digit_sign = |digit: bool| if digit { towards } else { towards.reverse() };
        let (numerator, denominator) = (number.numer().abs(), number.denom());
        let (whole, mut remainder) = numerator.div_rem(denominator);
        let mut sequence = SignSequence::default();
        let first = whole.to_biguint().unwrap_or_default() + 1u8;
        sequence.push(towards, Ordinal::from(first));
        sequence.push_sign(towards.reverse());
        let mut next_digit = || {
            remainder <<= 1;
            let digit = remainder >= *denominator;
            if digit {
                remainder -= denominator;
            }
            (digit, remainder.clone())
        };
        let preperiod = denominator.trailing_zeros().unwrap_or(0);
        let mut state = None;
        for _ in 0..preperiod {
            let (digit, after) = next_digit();
            sequence.push_sign(digit_sign(digit));
            state = Some(after);
        }
        let start = state.unwrap_or_else(|| numerator.mod_floor(denominator));
        let mut word = Vec::new();
        loop {
            if word.len() as u64 == LONGEST_PERIOD {
                return Err(SignSequenceError::LongPeriod { number: number.clone(), limit: LONGEST_PERIOD });
            }
            if word.len().is_multiple_of(4096) {
                crate::interrupt::check();
            }
            let (digit, after) = next_digit();
            word.push((digit_sign(digit), Ordinal::one()));
            if after == start {
                break;
            }
        }
        sequence.push_repeated(word);
        Ok(sequence)
    }
}

impl SignSequence {
    /// The rational number with this expansion: one of finite length, or of length ω with a period of both signs. `None`
    /// for other numbers, and for more than 2²⁴ signs.
    ///
    /// ```
    /// use agon::surreal::SignSequence;
    /// use num_rational::BigRational;
    /// let third = "+−(−+)^ω".parse::<SignSequence>()?.to_rational();
    /// assert_eq!(third, Some(BigRational::new(1.into(), 3.into())));
    /// assert_eq!("+^ω".parse::<SignSequence>()?.to_rational(), None);
    /// # Ok::<(), agon::surreal::SignSequenceError>(())
    /// ```
    #[must_use]
    pub fn to_rational(&self) -> Option<BigRational> {
        let (word, before) = match self.blocks.split_last() {
            Some((Block::Repeated(word), before)) => (word, before),
            _ => return self.to_expansion().map(|expansion| expansion.to_dyadic().into()),
        };
        // Unrolled once, the beginning has a change of sign, after which every sign counts half of the one before.
        let mut beginning = SignSequence { blocks: before.to_vec() };
        for (sign, length) in word {
            beginning.push(*sign, length.clone());
        }
        let beginning = beginning.to_expansion()?;
        let period =
            word.iter().try_fold(0u64, |total, (_, n)| total.checked_add(n.to_natural()?.to_u64()?))?;
        let after_first = beginning.len() - &beginning.runs().first()?.1;
        let after_first = after_first.to_u64()?;
        if after_first.max(period) > MOST_DIGITS {
            return None;
        }
        // Σ ±2^(−i) over one period is its numerator over 2^period; all periods together give numerator/(2^period − 1).
        let mut numerator = BigInt::zero();
        for (sign, length) in word {
            let length = length.to_natural()?.to_u64()?;
            let ones: BigInt = (BigInt::one() << length) - 1;
            numerator = (numerator << length) + if *sign == Sign::Plus { ones } else { -ones };
        }
        let denominator = ((BigInt::one() << period) - 1) << after_first;
        Some(BigRational::from(beginning.to_dyadic()) + BigRational::new(numerator, denominator))
    }
}
