//! Sign expansions of any length, as far as they have a finite description.

mod gonshor;
mod irrational;
mod rational;
mod rest;
mod text;

pub(super) use rest::{Rest, Split};
pub use text::SignSequenceError;

use super::{Dyadic, Ordinal, Sign, SignExpansion};
use irrational::Irrational;
use num_bigint::BigUint;
use rest::take_run;
use serde::{Deserialize, Serialize};
use std::{cmp::Ordering, collections::VecDeque};

/// The most binary digits of a denominator.
const MOST_DIGITS: u64 = Dyadic::LARGEST_EXPONENT;

/// A sign expansion of transfinite length: finitely many blocks, each of which is a run of one sign, of ordinal length,
/// or a word of such runs that is repeated ω times, or the signs of an irrational number, each of them ω^c times.
///
/// Runs suffice for dyadic numbers, ordinals and numbers such as ω/2, ε or √ω; repeated words are the periods of the
/// other rationals; the signs of √2 and π have no period. Sign expansions are ordered like the numbers: at the first difference −
/// comes before the end of an expansion, and the end before +. Texts: `+^ω −^(ω^2)`, `+−−(+−)^ω` for 1/3, `[√2]` for the signs
/// of √2, `[√2]·ω` for each of them ω times, as in √2·ω, and `()` for 0, which has no sign.
///
/// Sources: H. Gonshor, *An Introduction to the Theory of Surreal Numbers*, chapters 2 and 5; J. H. Conway, *On Numbers
/// and Games*, chapter 3.
///
/// ```
/// use agon::Surreal;
/// let signs = |text: &str| text.parse::<Surreal>().unwrap().sign_sequence().unwrap().to_string();
/// assert_eq!(signs("1/3"), "+−−(+−)^ω");
/// assert_eq!(signs("w - 1"), "+^ω −");
/// assert_eq!(signs("1/w"), "+ −^ω");
/// assert_eq!(signs("w/2"), "+^ω −^ω");
/// assert_eq!(signs("√w"), "+^ω −^(ω^2)");
/// assert_eq!(signs("√2·w - 1"), "[√2]·ω −");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SignSequence {
    /// In normal form: runs and words are not empty; a run differs in sign from the run before it and from the first run
    /// of a word after it, and is not the last run of that word; a word is a sequence of runs of alternating signs, of
    /// even length, and no power of a shorter one. Signs of an irrational number begin as early as they can, but for the first
    /// run, when it has the sign of a run before it.
    blocks: Vec<Block>,
}

pub(super) type Run = (Sign, Ordinal);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Block {
    Run(Run),
    /// The word, ω times.
    Repeated(Vec<Run>),
    Irrational(Irrational),
}

impl Block {
    fn first(&self) -> Sign {
        match self {
            Block::Run((sign, _)) => *sign,
            Block::Repeated(word) => word[0].0,
            Block::Irrational(signs) => signs.first(),
        }
    }
}

impl SignSequence {
    /// The sequence of these runs; runs may be empty, and neighbours may have the same sign.
    ///
    /// ```
    /// use agon::{Ordinal, surreal::{Sign, SignSequence}};
    /// let signs = SignSequence::from_runs([(Sign::Plus, Ordinal::one()), (Sign::Minus, Ordinal::omega())]);
    /// assert_eq!(signs.to_surreal().unwrap().to_string(), "1/ω");
    /// ```
    #[must_use]
    pub fn from_runs(runs: impl IntoIterator<Item = (Sign, Ordinal)>) -> SignSequence {
        let mut sequence = SignSequence::default();
        for (sign, length) in runs {
            sequence.push(sign, length);
        }
        sequence
    }

    /// Appends a run.
    pub(super) fn push(&mut self, sign: Sign, length: Ordinal) {
        match self.blocks.last_mut() {
            _ if length.is_zero() => {}
            Some(Block::Run((last, total))) if *last == sign => *total += length,
            _ => self.blocks.push(Block::Run((sign, length))),
        }
    }

    /// Appends a word, ω times.
    pub(super) fn push_repeated(&mut self, word: impl IntoIterator<Item = Run>) {
        let joined = SignSequence::from_runs(word);
        let mut word: Vec<Run> = joined.finite_runs().unwrap_or_default();
        let Some((first, _)) = word.first().cloned() else { return };
        if let [(sign, length)] = word.as_slice() {
            return self.push(*sign, length * Ordinal::omega());
        }
        if word[word.len() - 1].0 == first {
            // The last run of one copy and the first of the next are one run.
            let (sign, length) = word.remove(0);
            self.push(sign, length.clone());
            let last = word.len() - 1;
            word[last].1 += length;
        }
        let copies =
            |d: &usize| word.len().is_multiple_of(*d) && word.chunks(*d).all(|chunk| *chunk == word[..*d]);
        let period = (1..=word.len()).find(copies).unwrap_or(word.len());
        word.truncate(period);
        if let Some(Block::Run((sign, _))) = self.blocks.last()
            && *sign == word[0].0
        {
            let (sign, length) = word[0].clone();
            self.push(sign, length);
            word.rotate_left(1);
        }
        while let Some(Block::Run(run)) = self.blocks.last()
            && *run == word[word.len() - 1]
        {
            self.blocks.pop();
            word.rotate_right(1);
        }
        self.blocks.push(Block::Repeated(word));
    }

    fn push_block(&mut self, block: Block) {
        match block {
            Block::Run((sign, length)) => self.push(sign, length),
            Block::Repeated(word) => self.push_repeated(word),
            Block::Irrational(signs) => self.push_irrational(signs),
        }
    }

    /// This sequence, then the other.
    ///
    /// ```
    /// use agon::surreal::SignSequence;
    /// let [a, b]: [SignSequence; 2] = ["+^ω".parse()?, "++−".parse()?];
    /// assert_eq!(a.then(&b).to_string(), "+^(ω + 2) −");
    /// assert_eq!(b.then(&a).to_string(), "++− +^ω");
    /// # Ok::<(), agon::surreal::SignSequenceError>(())
    /// ```
    #[must_use]
    pub fn then(&self, other: &SignSequence) -> SignSequence {
        let mut sequence = self.clone();
        for block in &other.blocks {
            sequence.push_block(block.clone());
        }
        sequence
    }

    /// The maximal runs, if there are finitely many.
    ///
    /// ```
    /// use agon::{Ordinal, SignSequence, surreal::Sign};
    ///
    /// let epsilon: SignSequence = "+ -^ω".parse()?;
    /// assert_eq!(epsilon.finite_runs(), Some(vec![(Sign::Plus, Ordinal::one()), (Sign::Minus, Ordinal::omega())]));
    /// assert_eq!("+--(+-)^ω".parse::<SignSequence>()?.finite_runs(), None); // 1/3
    /// # Ok::<(), agon::surreal::SignSequenceError>(())
    /// ```
    #[must_use]
    pub fn finite_runs(&self) -> Option<Vec<(Sign, Ordinal)>> {
        let run = |block: &Block| match block {
            Block::Run(run) => Some(run.clone()),
            Block::Repeated(_) | Block::Irrational(_) => None,
        };
        self.blocks.iter().map(run).collect()
    }

    /// The number of signs, an ordinal: the birthday of the number.
    ///
    /// ```
    /// use agon::{Ordinal, surreal::SignSequence};
    /// assert_eq!("+−−(+−)^ω".parse::<SignSequence>()?.len(), Ordinal::omega());
    /// # Ok::<(), agon::surreal::SignSequenceError>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> Ordinal {
        self.blocks.iter().fold(Ordinal::zero(), |total, block| match block {
            Block::Run((_, length)) => total + length,
            Block::Repeated(word) => {
                let once = word.iter().fold(Ordinal::zero(), |total, (_, length)| total + length);
                total + once * Ordinal::omega()
            }
            Block::Irrational(signs) => total + signs.len(),
        })
    }

    /// Whether this is the expansion of 0.
    ///
    /// ```
    /// use agon::Surreal;
    ///
    /// assert!(Surreal::zero().sign_sequence()?.is_empty() && !Surreal::epsilon().sign_sequence()?.is_empty());
    /// # Ok::<(), agon::surreal::SignSequenceError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The first sign; `None` for the expansion of 0.
    ///
    /// ```
    /// use agon::{SignSequence, surreal::Sign};
    ///
    /// // The sign of the number.
    /// assert_eq!("-+^ω".parse::<SignSequence>()?.first(), Some(Sign::Minus));
    /// assert_eq!(SignSequence::default().first(), None);
    /// # Ok::<(), agon::surreal::SignSequenceError>(())
    /// ```
    #[must_use]
    pub fn first(&self) -> Option<Sign> {
        self.blocks.first().map(Block::first)
    }

    /// All signs reversed: the expansion of −x.
    ///
    /// ```
    /// use agon::Surreal;
    ///
    /// let x: Surreal = "w - 1".parse()?;
    /// assert_eq!(x.sign_sequence()?.reverse(), (-x).sign_sequence()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn reverse(&self) -> SignSequence {
        let run = |(sign, length): &Run| (sign.reverse(), length.clone());
        let blocks = self.blocks.iter().map(|block| match block {
            Block::Run(one) => Block::Run(run(one)),
            Block::Repeated(word) => Block::Repeated(word.iter().map(run).collect()),
            Block::Irrational(signs) => Block::Irrational(signs.reverse()),
        });
        SignSequence { blocks: blocks.collect() }
    }

    /// Whether this is a proper initial segment of the other: whether the number is *simpler*, an ancestor of the other
    /// in the tree of days.
    ///
    /// ```
    /// use agon::Surreal;
    /// let signs = |text: &str| text.parse::<Surreal>().unwrap().sign_sequence().unwrap();
    /// assert!(signs("1/4").is_simpler_than(&signs("1/3")) && !signs("1/3").is_simpler_than(&signs("1/w")));
    /// ```
    #[must_use]
    pub fn is_simpler_than(&self, other: &SignSequence) -> bool {
        let Split { left, right, .. } = self.split_common(other);
        left.is_empty() && !right.is_empty()
    }

    /// The longest common initial segment: the simplest number between the two, both included.
    ///
    /// ```
    /// use agon::SignSequence;
    ///
    /// let (a, b): (SignSequence, SignSequence) = ("++-".parse()?, "++++".parse()?);
    /// assert_eq!(a.common_prefix(&b), "++".parse()?);
    /// # Ok::<(), agon::surreal::SignSequenceError>(())
    /// ```
    #[must_use]
    pub fn common_prefix(&self, other: &SignSequence) -> SignSequence {
        self.split_common(other).common
    }

    pub(super) fn split_common(&self, other: &SignSequence) -> Split {
        let mut common = SignSequence::default();
        let mut left: VecDeque<Block> = self.blocks.clone().into();
        let mut right: VecDeque<Block> = other.blocks.clone().into();
        // Both normal forms are unique: two sequences that agree throughout a repeated word, or the signs of an irrational
        // number, have it in the same place, so that unrolling blocks that differ, or stand in different places, comes to an
        // end.
        loop {
            crate::interrupt::check();
            if let (Some(block), Some(other)) = (left.front(), right.front())
                && block == other
                && !matches!(block, Block::Run(_))
            {
                common.push_block(block.clone());
                left.pop_front();
                right.pop_front();
                continue;
            }
            if left.is_empty() || right.is_empty() {
                break;
            }
            let (Some((a, m)), Some((b, n))) = (take_run(&mut left), take_run(&mut right)) else { break };
            if a != b {
                left.push_front(Block::Run((a, m)));
                right.push_front(Block::Run((b, n)));
                break;
            }
            if m == n {
                common.push(a, m);
                continue;
            }
            if let Some(rest) = m.left_difference(&n) {
                common.push(a, m);
                right.push_front(Block::Run((b, rest)));
            } else if let Some(rest) = n.left_difference(&m) {
                common.push(a, n);
                left.push_front(Block::Run((a, rest)));
            }
            break;
        }
        Split { common, left: left.into(), right: right.into() }
    }
}

impl Ord for SignSequence {
    fn cmp(&self, other: &SignSequence) -> Ordering {
        let Split { left, right, .. } = self.split_common(other);
        let value = |rest: Rest| match rest.first() {
            Some(Sign::Plus) => 1,
            None => 0,
            Some(Sign::Minus) => -1,
        };
        value(left).cmp(&value(right))
    }
}

impl PartialOrd for SignSequence {
    fn partial_cmp(&self, other: &SignSequence) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<&SignExpansion> for SignSequence {
    fn from(expansion: &SignExpansion) -> SignSequence {
        SignSequence::from_runs(
            expansion.runs().into_iter().map(|(sign, length)| (sign, Ordinal::from(length))),
        )
    }
}

impl From<&Ordinal> for SignSequence {
    /// An ordinal has as many + signs.
    fn from(ordinal: &Ordinal) -> SignSequence {
        SignSequence::from_runs([(Sign::Plus, ordinal.clone())])
    }
}

impl SignSequence {
    /// The expansion with finitely many signs, if this has finitely many: at most 2²⁴ after the first run, since they are
    /// the digits of a denominator.
    ///
    /// ```
    /// use agon::{Ordinal, SignSequence};
    /// let three = SignSequence::from(&(Ordinal::one() + Ordinal::one() + Ordinal::one()));
    /// assert_eq!(three.to_expansion().map(|signs| signs.to_string()).as_deref(), Some("+++"));
    /// assert_eq!(SignSequence::from(&Ordinal::omega()).to_expansion(), None);
    /// ```
    #[must_use]
    pub fn to_expansion(&self) -> Option<SignExpansion> {
        let natural = |(sign, length): Run| Some((sign, length.to_natural()?));
        let runs = self.finite_runs()?.into_iter().map(natural).collect::<Option<Vec<_>>>()?;
        let digits: BigUint = runs.iter().skip(1).map(|(_, length)| length).sum();
        (digits <= BigUint::from(MOST_DIGITS)).then(|| SignExpansion::from_runs(runs))
    }

    /// One further sign.
    pub(super) fn push_sign(&mut self, sign: Sign) {
        self.push(sign, Ordinal::one());
    }

    /// How many + there are, an ordinal.
    fn all_plus_signs(&self) -> Ordinal {
        self.blocks.iter().fold(Ordinal::zero(), |total, block| match block {
            Block::Run((Sign::Plus, length)) => total + length,
            Block::Run(_) => total,
            Block::Repeated(word) => total + SignSequence::plus_signs(word) * Ordinal::omega(),
            Block::Irrational(signs) => total + signs.plus_signs(),
        })
    }

    /// The same among finitely many runs.
    fn plus_signs(runs: &[Run]) -> Ordinal {
        runs.iter().filter(|(sign, _)| *sign == Sign::Plus).fold(Ordinal::zero(), |total, (_, n)| total + n)
    }
}
