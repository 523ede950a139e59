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
/// infinitely many sums, and [`verify`](Certificate::verify) repeats it: the pairs (element of a sum, elements beside which
/// a move in the sum leads into the P-portion) are finitely many, and in each of them the element lies in the P-portion
/// exactly when no option's does (for the empty sum, which is won: not at all). It is enough to look at the least of
/// these pairs.
///
/// It is found heap by heap. The time goes into the outcomes of the sums that tell elements apart, which are computed from
/// the rules; it grows with the order rather than with the number of heaps: a hundred heaps of 0.75, whose quotient stays at
/// order 8, take a second, and so do the heaps of Kayles up to 11 (order 18); where the order goes beyond a hundred, as with
/// the heaps of 4.7 up to 20, or sums of large heaps are needed, it can be minutes. It can be
/// [interrupted](crate::interrupt).
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

    /// Whether a sum is lost; `None` if it has a heap that the table is not about.
    fn is_lost(&self, sum: &[u32]) -> Option<bool> {
        let known = self.step[0].len();
        let is_known = sum[known..].iter().all(|&times| times == 0);
        is_known.then(|| self.lost[run(&self.step, 0, sum)])
    }

    /// Whether the steps by single heaps commute; then they are products with the elements of the heaps.
    fn noncommuting_step(&self) -> Option<(usize, usize, usize)> {
        let heaps = self.step[0].len();
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
        if self.lost[0] {
            // The empty sum is won.
            return Some(vec![0; self.moves.len()]);
        }
        self.lost_sum_with_lost_option().or_else(|| self.won_sum_without_lost_option())
    }

    /// What stands beside the heap that is moved in may have any element, and its element is all that matters.
    fn lost_sum_with_lost_option(&self) -> Option<Word> {
        let is_wrong = |element: usize, heap: usize| {
            let lost = |option: &Word| self.lost[run(&self.step, element, option)];
            self.lost[self.step[element][heap]] && self.moves[heap].iter().any(lost)
        };
        let places = |element| (0..self.step[0].len()).map(move |heap| (element, heap));
        let (element, heap) =
            (0..self.order()).flat_map(places).find(|&(element, heap)| is_wrong(element, heap))?;
        Some(with_heap(&self.representatives[element], heap))
    }

    /// Of a sum two things matter: its element, and its *company*, the elements that may stand beside it such that a move in
    /// the sum leads to a lost one. The larger the company, the better; so sums whose company contains that of
    /// another sum of the same element need not be looked at, nor what arises from them. Few are left.
    fn won_sum_without_lost_option(&self) -> Option<Word> {
        let order = self.order();
        let table = self.multiplication_table();
        let loses_with: Vec<Company> =
            table.iter().map(|row| Company::of(order, |other| self.lost[row[other]])).collect();
        let mut least: Vec<Vec<Company>> = vec![Vec::new(); order];
        let mut without_moves = HashSet::from([0]);
        let mut pending = VecDeque::from([(0, Company::of(order, |_| false), vec![0; self.moves.len()])]);
        while let Some((element, company, word)) = pending.pop_front() {
            interrupt::check();
            let has_moves = (0..word.len()).any(|heap| word[heap] > 0 && !self.moves[heap].is_empty());
            if has_moves && !least[element].contains(&company) {
                continue; // A smaller company was found since.
            }
            for (heap, options) in self.moves[..self.step[0].len()].iter().enumerate() {
                let mut larger = Company::of(order, |other| company.has(self.step[other][heap]));
                for option in options {
                    larger.join(&loses_with[run(&self.step, element, option)]);
                }
                let (next, word) = (self.step[element][heap], with_heap(&word, heap));
                // A heap without moves is as good as none, and won as long as there is no other.
                let has_moves = has_moves || !options.is_empty();
                if self.lost[next] == (larger.has(0) || !has_moves) {
                    return Some(word);
                }
                let known = &mut least[next];
                if !has_moves {
                    if without_moves.insert(next) {
                        pending.push_back((next, larger, word));
                    }
                } else if !known.iter().any(|smaller| smaller.is_within(&larger)) {
                    known.retain(|other| !larger.is_within(other));
                    known.push(larger.clone());
                    pending.push_back((next, larger, word));
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

/// What a sum can become in one move.
fn options(moves: &[Vec<Word>], word: &Word) -> Vec<Word> {
    let mut options = Vec::new();
    for heap in (0..word.len()).filter(|&heap| word[heap] > 0) {
        let mut rest = word.clone();
        rest[heap] -= 1;
        options.extend(moves[heap].iter().map(|option| plus(&rest, option)));
    }
    options
}

/// The heaps of a word one after the other, the largest first.
fn letters(word: &[u32]) -> Vec<usize> {
    word.iter()
        .enumerate()
        .rev()
        .flat_map(|(heap, &times)| std::iter::repeat_n(heap, times as usize))
        .collect()
}

fn with_heap(word: &[u32], heap: usize) -> Word {
    let mut word = word.to_vec();
    word[heap] += 1;
    word
}

fn run(step: &[Vec<usize>], from: usize, word: &[u32]) -> usize {
    let walk = |element, (heap, &times)| (0..times).fold(element, |element: usize, _| step[element][heap]);
    word.iter().enumerate().rev().fold(from, walk)
}

/// A set of elements, one bit each.
#[derive(Clone, PartialEq, Eq)]
struct Company(Vec<u64>);

impl Company {
    fn of(order: usize, has: impl Fn(usize) -> bool) -> Self {
        let word = |start: usize| {
            (start..order.min(start + 64))
                .fold(0, |word, element| word | u64::from(has(element)) << (element - start))
        };
        Self((0..order).step_by(64).map(word).collect())
    }

    fn has(&self, element: usize) -> bool {
        self.0[element / 64] >> (element % 64) & 1 == 1
    }

    fn join(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(word, other)| word & !other == 0)
    }
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
    /// How many heaps the table is about.
    heaps: usize,
    /// The quotient of the smaller heaps: it knows all of their sums.
    proven: Option<MisereQuotient>,
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
            heaps: 0,
            proven: None,
        }
    }

    /// Whether a sum is lost for the player to move, by the rules of misère play.
    fn is_lost(&mut self, word: &Word) -> Result<bool, QuotientError> {
        let proven = |word: &Word| self.proven.as_ref().and_then(|quotient| quotient.is_lost(word));
        if let Some(lost) = proven(word) {
            return Ok(lost);
        }
        // Whether a sum is won by what is proven, and else the options of which nothing is.
        let open = |word: &Word| {
            let mut options = options(&self.moves, word);
            let is_won = options.is_empty() || options.iter().any(|option| proven(option) == Some(true));
            options.retain(|option| !is_won && proven(option).is_none());
            (is_won, options)
        };
        self.outcomes
            .evaluate_until(word, open, |&lost| lost, |is_won, lost| !is_won && !lost.contains(&true))
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

    /// One heap after the other: when a larger one comes, all is known of the smaller ones.
    fn learn(mut self) -> Result<MisereQuotient, QuotientError> {
        let mut quotient = self.learn_heaps()?;
        for heaps in 1..=self.moves.len() {
            let is_closed = |option: &Word| option[heaps..].iter().all(|&times| times == 0);
            if !self.moves[..heaps].iter().flatten().all(is_closed) {
                continue; // A move leads to a larger heap: together with that one.
            }
            self.heaps = heaps;
            self.proven = Some(quotient);
            quotient = self.learn_heaps()?;
        }
        Ok(quotient)
    }

    fn learn_heaps(&mut self) -> Result<MisereQuotient, QuotientError> {
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
            let mut suspects = options(&self.moves, &word);
            suspects.push(word.clone());
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
            for heap in 0..self.heaps {
                interrupt::check();
                let next = with_heap(&word, heap);
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
