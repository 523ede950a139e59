//! Misère quotients: the commutative monoids that decide sums of heaps.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::fmt;

use serde::Serialize;

use crate::evidence::Certificate;
use crate::impartial::recursion::Memo;
use crate::impartial::{Heaps, Impartial, Outcome, SolveError};
use crate::interrupt;

/// The misère quotient of the heaps `1, …, n` of a game: a finite commutative monoid with a subset, the *P-portion*, and
/// an element for each heap, such that a sum of heaps (any number of each) is P under misère play exactly when the
/// product of their elements lies in the P-portion (Plambeck 2005; Plambeck and Siegel 2008).
///
/// Two sums have the same element exactly when they can replace each other in every sum of these heaps.
///
/// The monoid is found as a learner finds an automaton: sums that some experiment (a sum added to both) tells apart are
/// different elements, until the table that this gives contradicts no position. The last step is a proof for all of the
/// infinitely many sums, and [`verify`](Certificate::verify) repeats it: the pairs (element of a sum, elements of its
/// options) are finitely many, and in each of them the element lies in the P-portion exactly when no option's does (for
/// the empty sum, which is won: not at all).
///
/// ```
/// use agon::{Heaps, MisereQuotient, Nim, OctalGame, Outcome};
///
/// let nim = MisereQuotient::of_heaps(&Nim, 3)?;
/// assert_eq!(nim.to_string(), "the misère quotient of the heaps 1–3: order 6, 2 P-elements");
/// assert_eq!(nim.outcome(&Heaps::from([1, 2, 3]))?, Outcome::P);
/// let kayles_with_threes = MisereQuotient::of_heaps(&"0.123".parse::<OctalGame>()?, 9)?;
/// assert_eq!((kayles_with_threes.order(), kayles_with_threes.p_portion().len()), (20, 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MisereQuotient {
    /// For each heap, from 1: what it can become, as counts of the heaps.
    moves: Vec<Vec<Word>>,
    /// One sum for each element, the empty one first.
    representatives: Vec<Word>,
    /// `step[element][heap]`: the element after one heap more.
    step: Vec<Vec<usize>>,
    lost: Vec<bool>,
}

/// How many heaps there are of each size, from 1.
type Word = Vec<u32>;

/// Why a misère quotient was not found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QuotientError {
    /// A move leads to a larger heap than the ones that were asked for.
    #[error(
        "heap {heap} can become {option}, which has a heap above {largest}: the heaps must be closed under moves"
    )]
    NotClosed {
        /// The heap.
        heap: u32,
        /// What it can become.
        option: Heaps,
        /// The largest heap of the quotient.
        largest: u32,
    },
    /// Play need not end, or is too long.
    #[error(transparent)]
    Endless(#[from] SolveError<Heaps>),
    /// The quotient is infinite, or larger than the search may go.
    #[error(
        "the quotient has more than {limit} elements (it may be infinite; MisereQuotient::with_limit looks further)"
    )]
    TooLarge {
        /// How many elements were allowed.
        limit: usize,
    },
    /// A heap that is not among those of the quotient.
    #[error("the quotient is about the heaps up to {largest}, and not about heap {heap}")]
    NoSuchHeap {
        /// The heap.
        heap: u32,
        /// The largest heap of the quotient.
        largest: u32,
    },
}

impl MisereQuotient {
    /// The greatest order that [`of_heaps`](Self::of_heaps) looks for.
    pub const DEFAULT_LIMIT: usize = 256;

    /// The quotient of the heaps `1, …, largest` of a game whose moves change one heap (into any number of heaps).
    ///
    /// # Errors
    /// [`QuotientError`], in particular if the quotient has more than [`DEFAULT_LIMIT`](Self::DEFAULT_LIMIT) elements.
    pub fn of_heaps<R>(rules: &R, largest: u32) -> Result<Self, QuotientError>
    where
        R: Impartial<Position = Heaps> + ?Sized,
    {
        Self::with_limit(rules, largest, Self::DEFAULT_LIMIT)
    }

    /// The same, for quotients of up to `limit` elements.
    ///
    /// # Errors
    /// [`QuotientError`].
    pub fn with_limit<R>(rules: &R, largest: u32, limit: usize) -> Result<Self, QuotientError>
    where
        R: Impartial<Position = Heaps> + ?Sized,
    {
        let mut moves = Vec::new();
        for heap in 1..=largest {
            let mut words = BTreeSet::new();
            for option in rules.options(&Heaps::from([heap])) {
                let Some(word) = count(&option, largest) else {
                    return Err(QuotientError::NotClosed { heap, option, largest });
                };
                words.insert(word);
            }
            moves.push(words.into_iter().collect());
        }
        Learner::new(moves, limit).learn()
    }

    /// The number of elements.
    #[must_use]
    pub fn order(&self) -> usize {
        self.lost.len()
    }

    /// The largest heap.
    #[must_use]
    pub fn largest_heap(&self) -> u32 {
        self.moves.len() as u32
    }

    /// A sum of heaps for each element, in the order in which elements are numbered; the first is the empty sum, whose
    /// element is the identity.
    #[must_use]
    pub fn elements(&self) -> Vec<Heaps> {
        self.representatives.iter().map(|word| heaps(word)).collect()
    }

    /// The numbers of the elements of the P-portion, ascending.
    #[must_use]
    pub fn p_portion(&self) -> Vec<usize> {
        (0..self.order()).filter(|&element| self.lost[element]).collect()
    }

    /// The number of the element of a sum of heaps.
    ///
    /// # Errors
    /// [`QuotientError::NoSuchHeap`].
    pub fn element(&self, sum: &Heaps) -> Result<usize, QuotientError> {
        let largest = self.largest_heap();
        sum.sizes().iter().filter(|&&heap| heap > 0).try_fold(0, |element, &heap| {
            let step = self.step[element].get(heap as usize - 1);
            step.copied().ok_or(QuotientError::NoSuchHeap { heap, largest })
        })
    }

    /// Who wins a sum of heaps under misère play.
    ///
    /// # Errors
    /// [`QuotientError::NoSuchHeap`].
    pub fn outcome(&self, sum: &Heaps) -> Result<Outcome, QuotientError> {
        self.element(sum).map(|element| if self.lost[element] { Outcome::P } else { Outcome::N })
    }

    /// The product of two elements, by number; `None` if there is no such element.
    #[must_use]
    pub fn product(&self, a: usize, b: usize) -> Option<usize> {
        let word = self.representatives.get(b)?;
        (a < self.order()).then(|| run(&self.step, a, word))
    }

    /// The products of all elements.
    ///
    /// ```
    /// use agon::{MisereQuotient, Nim};
    ///
    /// // One heap of one counter: two of them are as good as none.
    /// let quotient = MisereQuotient::of_heaps(&Nim, 1)?;
    /// assert_eq!(quotient.multiplication_table(), [[0, 1], [1, 0]]);
    /// assert_eq!(quotient.p_portion(), [1]);
    /// # Ok::<(), agon::impartial::QuotientError>(())
    /// ```
    #[must_use]
    pub fn multiplication_table(&self) -> Vec<Vec<usize>> {
        let row = |a: usize| self.representatives.iter().map(|word| run(&self.step, a, word)).collect();
        (0..self.order()).map(row).collect()
    }

    /// Whether the steps by single heaps commute; then they are products with the elements of the heaps.
    fn noncommuting_step(&self) -> Option<(usize, usize, usize)> {
        let heaps = self.moves.len();
        (0..self.order()).find_map(|element| {
            (0..heaps).find_map(|g| {
                (0..g).find_map(|h| {
                    let step = |x: usize, heap: usize| self.step[x][heap];
                    (step(step(element, g), h) != step(step(element, h), g)).then_some((element, g, h))
                })
            })
        })
    }

    /// A sum in which the P-portion contradicts the rules of misère play, if there is one; see the type's page.
    fn contradiction(&self) -> Option<Word> {
        // The empty sum is won.
        let empty: (usize, BTreeSet<usize>) = (0, BTreeSet::new());
        if self.lost[0] {
            return Some(vec![0; self.moves.len()]);
        }
        let mut seen = HashSet::from([empty.clone()]);
        let mut pending = VecDeque::from([(empty, vec![0; self.moves.len()])]);
        while let Some(((element, options), word)) = pending.pop_front() {
            interrupt::check();
            for heap in 0..self.moves.len() {
                let mut next: BTreeSet<usize> =
                    options.iter().map(|&option| self.step[option][heap]).collect();
                next.extend(self.moves[heap].iter().map(|option| run(&self.step, element, option)));
                let state = (self.step[element][heap], next);
                let mut word = word.clone();
                word[heap] += 1;
                let any_lost = state.1.iter().any(|&option| self.lost[option]);
                // A heap without moves is as good as none, and won as long as there is no other.
                let won = any_lost || state.1.is_empty();
                if self.lost[state.0] == won {
                    return Some(word);
                }
                if seen.insert(state.clone()) {
                    pending.push_back((state, word));
                }
            }
        }
        None
    }

    /// Whether each two elements differ in company of some third.
    fn is_reduced(&self) -> bool {
        let table = self.multiplication_table();
        let signatures: HashSet<Vec<bool>> =
            table.iter().map(|row| row.iter().map(|&product| self.lost[product]).collect()).collect();
        signatures.len() == self.order()
    }
}

impl Certificate for MisereQuotient {
    fn verify(&self) -> bool {
        self.noncommuting_step().is_none() && self.contradiction().is_none() && self.is_reduced()
    }
}

impl fmt::Display for MisereQuotient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lost = self.p_portion().len();
        let noun = if lost == 1 { "P-element" } else { "P-elements" };
        write!(
            f,
            "the misère quotient of the heaps 1–{}: order {}, {lost} {noun}",
            self.moves.len(),
            self.order()
        )
    }
}

fn count(heaps: &Heaps, largest: u32) -> Option<Word> {
    let mut word = vec![0; largest as usize];
    for &heap in heaps.sizes().iter().filter(|&&heap| heap > 0) {
        *word.get_mut(heap as usize - 1)? += 1;
    }
    Some(word)
}

fn heaps(word: &[u32]) -> Heaps {
    (1..).zip(word).flat_map(|(heap, &times)| std::iter::repeat_n(heap, times as usize)).collect()
}

fn plus(a: &[u32], b: &[u32]) -> Word {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

/// The heaps of a word one after the other, the largest first.
fn letters(word: &[u32]) -> Vec<usize> {
    word.iter()
        .enumerate()
        .rev()
        .flat_map(|(heap, &times)| std::iter::repeat_n(heap, times as usize))
        .collect()
}

fn run(step: &[Vec<usize>], from: usize, word: &[u32]) -> usize {
    letters(word).into_iter().fold(from, |element, heap| step[element][heap])
}

/// Angluin's learner of automata, in the form of Rivest and Schapire.
struct Learner {
    moves: Vec<Vec<Word>>,
    limit: usize,
    outcomes: Memo<Word, bool>,
    /// Sums with different rows.
    access: Vec<Word>,
    /// What is added to them to tell them apart.
    experiments: Vec<Word>,
    rows: Vec<Vec<bool>>,
}

impl Learner {
    const POSITIONS: usize = 20_000_000;

    fn new(moves: Vec<Vec<Word>>, limit: usize) -> Self {
        let empty = vec![0; moves.len()];
        Self {
            moves,
            limit,
            outcomes: Memo::new(Self::POSITIONS),
            access: vec![empty.clone()],
            experiments: vec![empty],
            rows: Vec::new(),
        }
    }

    /// Whether a sum is lost for the player to move, by the rules of misère play.
    fn is_lost(&mut self, word: &Word) -> Result<bool, QuotientError> {
        let moves = &self.moves;
        let options = |word: &Word| {
            let mut options = Vec::new();
            for heap in (0..word.len()).filter(|&heap| word[heap] > 0) {
                let mut rest = word.clone();
                rest[heap] -= 1;
                options.extend(moves[heap].iter().map(|option| plus(&rest, option)));
            }
            options
        };
        self.outcomes
            .evaluate_until(
                word,
                |word| ((), options(word)),
                |&lost| lost,
                |(), lost| !lost.is_empty() && !lost.contains(&true),
            )
            .map_err(|error| match error {
                SolveError::Loop { cycle } => {
                    SolveError::Loop { cycle: cycle.iter().map(|word| heaps(word)).collect() }.into()
                }
                SolveError::TooManyPositions { limit, position } => {
                    SolveError::TooManyPositions { limit, position: heaps(&position) }.into()
                }
            })
    }

    fn row(&mut self, word: &[u32]) -> Result<Vec<bool>, QuotientError> {
        (0..self.experiments.len()).map(|at| self.is_lost(&plus(word, &self.experiments[at]))).collect()
    }

    fn learn(mut self) -> Result<MisereQuotient, QuotientError> {
        loop {
            let guess = self.close()?;
            if let Some((element, g, h)) = guess.noncommuting_step() {
                // The two ways lead to elements which an experiment tells apart: one of them is wrong.
                let (a, b) = (guess.step[guess.step[element][g]][h], guess.step[guess.step[element][h]][g]);
                let at = (0..self.experiments.len()).find(|&at| self.rows[a][at] != self.rows[b][at]);
                let experiment = self.experiments[at.unwrap_or_default()].clone();
                if !self.refine(&guess, element, &[g, h], &experiment)? {
                    self.refine(&guess, element, &[h, g], &experiment)?;
                }
                continue;
            }
            let Some(word) = guess.contradiction() else {
                return Ok(guess);
            };
            // The guess is wrong about this sum or about one of its options.
            let mut suspects = vec![word.clone()];
            for heap in (0..word.len()).filter(|&heap| word[heap] > 0) {
                let mut rest = word.clone();
                rest[heap] -= 1;
                suspects.extend(self.moves[heap].iter().map(|option| plus(&rest, option)));
            }
            let nothing = vec![0; word.len()];
            for suspect in suspects {
                if self.is_lost(&suspect)? != guess.lost[run(&guess.step, 0, &suspect)] {
                    self.refine(&guess, 0, &letters(&suspect), &nothing)?;
                    break;
                }
            }
        }
    }

    /// The smallest table in which every step from a known sum leads to a known row.
    fn close(&mut self) -> Result<MisereQuotient, QuotientError> {
        self.rows.clear();
        for at in 0..self.access.len() {
            let row = self.row(&self.access[at].clone())?;
            self.rows.push(row);
        }
        let mut step: Vec<Vec<usize>> = Vec::new();
        while let Some(word) = self.access.get(step.len()).cloned() {
            let mut row_of_steps = Vec::new();
            for heap in 0..self.moves.len() {
                interrupt::check();
                let mut next = word.clone();
                next[heap] += 1;
                let row = self.row(&next)?;
                let known = self.rows.iter().position(|known| *known == row);
                row_of_steps.push(known.unwrap_or(self.rows.len()));
                if known.is_none() {
                    if self.access.len() >= self.limit {
                        return Err(QuotientError::TooLarge { limit: self.limit });
                    }
                    self.access.push(next);
                    self.rows.push(row);
                }
            }
            step.push(row_of_steps);
        }
        // The first experiment is the empty one.
        let lost = self.rows.iter().map(|row| row[0]).collect();
        Ok(MisereQuotient { moves: self.moves.clone(), representatives: self.access.clone(), step, lost })
    }

    /// Follows the guess from an element through the given heaps, and adds the experiment that shows where it goes wrong:
    /// the last such place, which leaves the least to be added.
    fn refine(
        &mut self,
        guess: &MisereQuotient,
        mut element: usize,
        heaps: &[usize],
        end: &[u32],
    ) -> Result<bool, QuotientError> {
        // What is still to be added when the guess has gone through some of the heaps.
        let mut rest = end.to_vec();
        heaps.iter().for_each(|&heap| rest[heap] += 1);
        let mut outcome = self.is_lost(&plus(&guess.representatives[element], &rest))?;
        let mut experiment = None;
        for &heap in heaps {
            rest[heap] -= 1;
            element = guess.step[element][heap];
            let next = self.is_lost(&plus(&guess.representatives[element], &rest))?;
            if next != outcome {
                experiment = Some(rest.clone());
            }
            outcome = next;
        }
        let found = experiment.is_some();
        self.experiments.extend(experiment);
        Ok(found)
    }
}
