//! From normal form to sign expansion and back: Gonshor's theorems.
//!
//! Let y have the runs of a₀ plus, b₀ minus, a₁ plus, b₁ minus, … signs, and cᵢ = a₀ + … + aᵢ. Then (theorem 5.11) ω^y has
//! ω^c₀ plus, ω^(c₀+1)·b₀ minus, ω^c₁ plus, ω^(c₁+1)·b₁ minus signs, and so on. For a real r > 0 (theorem 5.12) ω^y·r goes
//! on with the signs of r after the first, each ω^c times, where c counts all plus signs of y; for r < 0 all signs are
//! reversed. In a sum (theorem 5.13) the expansions of the terms follow one another, but those of *reduced* exponents: a minus
//! sign of an exponent is left out where an earlier exponent has the same signs up to and with it, and also the minus
//! sign right after yᵢ in yᵢ₊₁ when rᵢ is no dyadic rational.

use super::{Block, Irrational, Rest, Run, SignSequence, SignSequenceError};
use crate::surreal::{Coefficient, Ordinal, Sign, Surreal};
use num_traits::{Signed, ToPrimitive};

/// Whether the denominator is a power of two.
fn is_dyadic(r: &Coefficient) -> bool {
    r.as_rational().is_some_and(crate::surreal::dyadic::is_dyadic)
}

/// The exponent before, and whether its coefficient is dyadic.
type Before = (SignSequence, bool);

impl Surreal {
    /// The sign expansion, by Gonshor's theorems.
    ///
    /// ```
    /// use agon::Surreal;
    /// let signs = |text: &str| text.parse::<Surreal>().unwrap().sign_sequence().unwrap().to_string();
    /// assert_eq!(signs("w^2"), "+^(ω^2)");
    /// assert_eq!(signs("w^w - w"), "+^(ω^ω) −^ω");
    /// assert_eq!(signs("1/3 + 1/w"), "+−−(+−)^ω +");
    /// assert_eq!(signs("w^(1/w)"), "+^ω −^(ω^3)");
    /// assert_eq!(signs("√2·w + π"), "[√2]·ω [π]");
    /// ```
    ///
    /// # Errors
    ///
    /// [`SignSequenceError::EndlessExponent`] when an exponent has a coefficient that is not dyadic, as in `ω^(1/3)`, and
    /// [`SignSequenceError::LongPeriod`] when a coefficient has a period of more than a million signs.
    pub fn sign_sequence(&self) -> Result<SignSequence, SignSequenceError> {
        let mut sequence = SignSequence::default();
        let mut before: Option<Before> = None;
        for (exponent, coefficient) in self.terms() {
            let y =
                append_term(&mut sequence, before.as_ref(), exponent, &SignSequence::try_from(coefficient)?)?;
            before = Some((y, is_dyadic(coefficient)));
        }
        Ok(sequence)
    }

    /// The sign expansion of `self + ω^y·r`, where y is smaller than all exponents of this number, for a sequence r of
    /// length at most ω that need not be a number of this type: the limit of coefficients.
    pub(in crate::surreal) fn sign_sequence_with(
        &self,
        y: &Surreal,
        r: &SignSequence,
    ) -> Result<SignSequence, SignSequenceError> {
        let mut sequence = self.sign_sequence()?;
        let before = match self.terms().last() {
            Some((exponent, last)) => Some((exponent.sign_sequence()?, is_dyadic(last))),
            None => None,
        };
        append_term(&mut sequence, before.as_ref(), y, r)?;
        Ok(sequence)
    }

    /// The day on which the number is born: the length of its sign expansion.
    ///
    /// ```
    /// use agon::Surreal;
    /// let day = |text: &str| text.parse::<Surreal>().unwrap().birthday().unwrap().to_string();
    /// assert_eq!(["3/4", "1/3", "w", "1/w", "w - 1"].map(day), ["3", "ω", "ω", "ω", "ω + 1"]);
    /// assert_eq!(["w/2", "√w", "1/w^2"].map(day), ["ω·2", "ω^2", "ω·2"]);
    /// assert_eq!(day("w^(1/3)"), "ω^ω"); // though its signs have no finite description
    /// ```
    ///
    /// # Errors
    ///
    /// When the expansion of an exponent has no finite description, as in `ω^(ω^(1/3))`, or a period of more than a
    /// million signs.
    pub fn birthday(&self) -> Result<Ordinal, SignSequenceError> {
        let mut day = Ordinal::zero();
        let mut before: Option<Before> = None;
        for (exponent, coefficient) in self.terms() {
            crate::interrupt::check();
            let y = exponent.sign_sequence()?;
            day += monomial_length(&reduce(&y, before.as_ref()), &signs_of(coefficient));
            before = Some((y, is_dyadic(coefficient)));
        }
        Ok(day)
    }
}

/// The number of signs of a real number: as many as its size if it is whole; ⌊|r|⌋ + 1 + k if its denominator is 2^k; and
/// otherwise ω.
fn signs_of(r: &Coefficient) -> Ordinal {
    let Some(r) = r.as_rational().filter(|_| is_dyadic(r)) else { return Ordinal::omega() };
    let size = r.abs();
    let whole = size.floor().to_integer().magnitude().clone();
    let beyond = r.denom().magnitude().trailing_zeros().unwrap_or(0);
    Ordinal::from(if beyond == 0 { whole } else { whole + 1u8 + beyond })
}

/// The number of signs of `ω^y·r`, for a (reduced) y and a real r ≠ 0 with so many signs.
fn monomial_length(exponent: &SignSequence, signs: &Ordinal) -> Ordinal {
    let mut length = Ordinal::one();
    let mut plus_signs = Ordinal::zero();
    for block in &exponent.blocks {
        match block {
            Block::Run((Sign::Plus, run)) => {
                plus_signs += run;
                length += Ordinal::omega_pow(plus_signs.clone());
            }
            Block::Run((Sign::Minus, run)) => length += Ordinal::omega_pow(&plus_signs + 1) * run,
            // The runs become ever longer blocks, of ω^c signs each as far as their largest term goes, where c rises to all
            // plus signs up to the end of the repetition. (A minus run of length b makes it c + 1 + deg b, which does not
            // lead beyond: in an expansion deg b is at most the degree of the plus runs beside it.)
            Block::Repeated(word) => {
                plus_signs += SignSequence::plus_signs(word) * Ordinal::omega();
                length += Ordinal::omega_pow(plus_signs.clone());
            }
            // For the same reason.
            Block::Irrational(signs) => {
                plus_signs += signs.plus_signs();
                length += Ordinal::omega_pow(plus_signs.clone());
            }
        }
    }
    // The first sign of r is in ω^y, every other one stands for ω^c signs.
    let others = Ordinal::one().left_difference(signs).unwrap_or_default();
    length + Ordinal::omega_pow(plus_signs) * others
}

/// Appends `ω^y·r` to the terms before it, and returns the expansion of y.
fn append_term(
    sequence: &mut SignSequence,
    before: Option<&Before>,
    y: &Surreal,
    r: &SignSequence,
) -> Result<SignSequence, SignSequenceError> {
    crate::interrupt::check();
    let exponent = y.sign_sequence()?;
    let reduced = reduce(&exponent, before)
        .finite_runs()
        .filter(|_| exponent.finite_runs().is_some())
        .ok_or_else(|| SignSequenceError::EndlessExponent { exponent: y.clone() })?;
    let term = monomial(&reduced, r);
    *sequence = sequence.then(&if r.first() == Some(Sign::Minus) { term.reverse() } else { term });
    Ok(exponent)
}

/// `ω^y·|r|` for the runs of a (reduced) y and a real r ≠ 0.
fn monomial(exponent: &[Run], real: &SignSequence) -> SignSequence {
    let mut sequence = SignSequence::omega_power(exponent);
    let unit = Ordinal::omega_pow(SignSequence::plus_signs(exponent));
    let stretch = |(sign, length): Run| (sign, &unit * length);
    let mut rest = Rest::from(&if real.first() == Some(Sign::Minus) { real.reverse() } else { real.clone() });
    rest.take_sign();
    for block in rest.0 {
        sequence.push_block(match block {
            Block::Run(run) => Block::Run(stretch(run)),
            Block::Repeated(word) => Block::Repeated(word.into_iter().map(stretch).collect()),
            Block::Irrational(Irrational { number, degree }) => {
                Block::Irrational(Irrational { number, degree: unit.degree() + degree })
            }
        });
    }
    sequence
}

impl SignSequence {
    /// `ω^y` for the runs of y.
    pub(in crate::surreal) fn omega_power(exponent: &[Run]) -> SignSequence {
        let mut sequence = SignSequence::from_runs([(Sign::Plus, Ordinal::one())]);
        let mut plus_signs = Ordinal::zero();
        for (sign, length) in exponent {
            match sign {
                Sign::Plus => {
                    plus_signs += length;
                    sequence.push(Sign::Plus, Ordinal::omega_pow(plus_signs.clone()));
                }
                Sign::Minus => {
                    let unit = Ordinal::omega_pow(&plus_signs + Ordinal::one());
                    sequence.push(Sign::Minus, unit * length);
                }
            }
        }
        sequence
    }
}

/// The reduced exponent. Exponents decrease, and numbers with a common beginning are an interval: a beginning that y
/// shares with any earlier exponent it shares with the last one.
fn reduce(y: &SignSequence, before: Option<&Before>) -> SignSequence {
    let Some((last, dyadic)) = before else { return y.clone() };
    let split = last.split_common(y);
    let mut reduced = SignSequence::from_runs([(Sign::Plus, split.common.all_plus_signs())]);
    let mut rest = split.right;
    if split.left.is_empty() && !dyadic {
        rest.take_sign();
    }
    rest.append_to(&mut reduced);
    reduced
}

/// The exponent below the last one that has this reduced form.
fn restore(reduced: &SignSequence, before: Option<&Before>) -> Option<SignSequence> {
    let Some((last, dyadic)) = before else { return Some(reduced.clone()) };
    let mut rest = Rest::from(reduced);
    let mut plus_signs = match rest.first() {
        Some(Sign::Plus) => rest.take_run()?.1,
        _ => Ordinal::zero(),
    };
    let mut y = SignSequence::default();
    let mut diverged = false;
    for (sign, length) in last.finite_runs()? {
        if sign == Sign::Minus {
            y.push(sign, length);
        } else if let Some(further) = length.left_difference(&plus_signs) {
            y.push(sign, length);
            plus_signs = further;
        } else {
            y.push(sign, plus_signs);
            plus_signs = Ordinal::zero();
            diverged = true;
            break;
        }
    }
    if !diverged && !dyadic {
        y.push_sign(Sign::Minus);
    }
    y.push(Sign::Plus, plus_signs);
    rest.append_to(&mut y);
    Some(y)
}

impl SignSequence {
    /// The number with this expansion in normal form; `None` when its normal form has infinitely many terms. `None` also
    /// when a coefficient has more than 2²⁴ signs after its first run, or a period of more than a million, as
    /// `+−^99999999999` has.
    ///
    /// The expansion is read term by term, and the result is accepted only if its own expansion is this one.
    ///
    /// ```
    /// use agon::surreal::SignSequence;
    /// let number = |text: &str| text.parse::<SignSequence>().unwrap().to_surreal().unwrap().to_string();
    /// assert_eq!(number("+−+^ω"), "1 - 1/ω");
    /// assert_eq!(number("+^ω −^ω"), "ω/2");
    /// assert_eq!(number("+^ω −^(ω^2)"), "√ω");
    /// assert_eq!(number("+^ω [√2]·ω"), "(1 + √2)·ω");
    /// ```
    #[must_use]
    pub fn to_surreal(&self) -> Option<Surreal> {
        let mut rest = Rest::from(self);
        let mut terms: Vec<(Surreal, Coefficient)> = Vec::new();
        let mut before: Option<Before> = None;
        while let Some(towards) = rest.first() {
            crate::interrupt::check();
            let exponent = read_exponent(&mut rest, towards)?;
            let unit = SignSequence::plus_signs(&exponent);
            let real = read_coefficient(&mut rest, towards, &unit)?.to_coefficient()?;
            let y = restore(&SignSequence::from_runs(exponent), before.as_ref())?;
            before = Some((y.clone(), is_dyadic(&real)));
            terms.push((y.to_surreal()?, if towards == Sign::Minus { -real } else { real }));
        }
        if !terms.windows(2).all(|pair| pair[0].0 > pair[1].0) {
            return None;
        }
        let number = Surreal::from_terms(terms);
        (number.sign_sequence().as_ref() == Ok(self)).then_some(number)
    }
}

/// The runs of the reduced exponent of the term that begins here, whose sign is `towards`.
fn read_exponent(rest: &mut Rest, towards: Sign) -> Option<Vec<Run>> {
    let mut exponent: Vec<Run> = Vec::new();
    let mut plus_signs = Ordinal::zero();
    let mut first = true;
    while let Some((sign, length)) = rest.take_run() {
        crate::interrupt::check();
        if sign == towards && (first || length.degree() > plus_signs) {
            // ω^(c + a) signs in a row: a further plus signs after c.
            let degree = length.degree();
            let run = plus_signs.left_difference(&degree)?;
            exponent.push((Sign::Plus, run));
            let left = Ordinal::omega_pow(degree.clone()).left_difference(&length)?;
            plus_signs = degree;
            if !left.is_zero() {
                rest.put_back((sign, left));
                break;
            }
        } else if sign != towards && length.degree() > plus_signs {
            let (run, left) = length.div_rem_omega_pow(&(&plus_signs + Ordinal::one()));
            exponent.push((Sign::Minus, run));
            if !left.is_zero() {
                rest.put_back((sign, left));
                break;
            }
        } else {
            rest.put_back((sign, length));
            break;
        }
        first = false;
    }
    exponent.retain(|(_, length)| !length.is_zero());
    Some(exponent)
}

/// The signs of |r|: the first, which the exponent has used, and those that follow in blocks of ω^unit.
fn read_coefficient(rest: &mut Rest, towards: Sign, unit: &Ordinal) -> Option<SignSequence> {
    let relative = |sign: Sign| if sign == towards { Sign::Plus } else { Sign::Minus };
    let in_units = |length: &Ordinal| {
        let (units, left) = length.div_rem_omega_pow(unit);
        (units.is_finite(), units, left)
    };
    let mut real = SignSequence::default();
    real.push_sign(Sign::Plus);
    loop {
        if let Some(signs) = rest.take_irrational(unit) {
            let signs = if towards == Sign::Plus { signs } else { signs.reverse() };
            real.push_irrational(Irrational { degree: Ordinal::zero(), ..signs });
            return Some(real);
        }
        if let Some(word) = rest.take_repeated() {
            let runs: Option<Vec<Run>> = word
                .iter()
                .map(|(sign, length)| match in_units(length) {
                    (true, units, left) if left.is_zero() && !units.is_zero() => {
                        Some((relative(*sign), units))
                    }
                    _ => None,
                })
                .collect();
            match runs {
                Some(runs) => {
                    real.push_repeated(runs);
                    return Some(real);
                }
                // Not the real number's, or only its first runs, which are looked at one by one.
                None => rest.0.push_front(Block::Repeated(word)),
            }
        }
        let Some((sign, length)) = rest.take_run() else { return Some(real) };
        let (finite, units, left) = in_units(&length);
        if !finite {
            // Too many for a real number: the term that begins with the block before this run has them.
            rest.put_back((sign, length));
            let mut runs = real.finite_runs()?;
            let (last, count) = runs.pop()?;
            let fewer = count.to_natural()?.to_u64()?.checked_sub(1)?;
            runs.push((last, Ordinal::from(fewer)));
            let shorter = SignSequence::from_runs(runs);
            if shorter.is_empty() || last == relative(sign) {
                return None;
            }
            let begins = if last == Sign::Plus { towards } else { towards.reverse() };
            rest.put_back((begins, Ordinal::omega_pow(unit.clone())));
            return Some(shorter);
        }
        if units.is_zero() {
            rest.put_back((sign, length));
            return Some(real);
        }
        real.push(relative(sign), units);
        if !left.is_zero() {
            rest.put_back((sign, left));
            return Some(real);
        }
    }
}
