//! Outcomes from the end of the game backwards, without Grundy values.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;

use super::solver::Arrows;
use super::{Impartial, Outcome};
use crate::interrupt;

/// Who wins each position of a finite set, by retrograde analysis.
///
/// A position without options is P; a position with an option that is P is N; a position all of whose options are N
/// is P. These three rules are the definition of the outcome. Nothing here knows of mex or nim-sums, so that
/// agreement with a rule which uses them is evidence.
///
/// ```
/// use agon::{Outcome, Retrograde, Wythoff};
///
/// let labels = Retrograde::reachable_from(&Wythoff, [(6, 10)])?;
/// assert_eq!(labels.outcome(&(6, 10)), Some(Outcome::P));
/// assert_eq!(labels.outcome(&(6, 9)), Some(Outcome::N));
/// assert_eq!(labels.outcome(&(7, 10)), None);
/// # Ok::<(), agon::impartial::RetrogradeError<(u64, u64)>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Retrograde<P> {
    positions: Vec<P>,
    outcomes: Vec<Outcome>,
    index: HashMap<P, usize>,
}

/// Why a set of positions could not be labelled.
///
/// ```
/// use agon::{Retrograde, from_fn, impartial::RetrogradeError};
///
/// // From 2 one can go to 3 and back, or end the game: 2 is won and 3 lost. From 4 and 5 play can only go round.
/// let rules = from_fn(|n: &u32| match n { 2 => vec![3, 0], 3 => vec![2], 4 => vec![5], 5 => vec![4], _ => vec![] });
/// assert!(Retrograde::reachable_from(&rules, [2]).is_ok());
/// let error = Retrograde::reachable_from(&rules, [4]).unwrap_err();
/// assert_eq!(error, RetrogradeError::Undecided { position: 4, cycle: vec![4, 5], undecided: 2 });
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RetrogradeError<P> {
    /// A move leads out of the set.
    #[error(
        "{position:?} has the option {option:?}, which is not in the set: add it, or use Retrograde::reachable_from"
    )]
    NotClosed {
        /// A position of the set.
        position: P,
        /// Its option outside of the set.
        option: P,
    },
    /// So many positions can be reached that they are not listed.
    #[error("from {position:?} more than {limit} positions can be reached: too many to be labelled")]
    TooManyPositions {
        /// How many positions are listed.
        limit: usize,
        /// The position from which more can be reached.
        position: P,
    },
    /// The three rules do not decide a position, because play can go round in a loop.
    #[error(
        "{position:?} is neither won nor lost ({undecided} such positions): play can go round in a loop, {}",
        Arrows(cycle)
    )]
    Undecided {
        /// The first position without a label.
        position: P,
        /// A loop in which nobody can be forced to lose; the first position is reached again from the last.
        cycle: Vec<P>,
        /// How many there are.
        undecided: usize,
    },
}

impl<P: Clone + Eq + Hash> Retrograde<P> {
    /// The most positions that [`reachable_from`](Self::reachable_from) lists.
    ///
    /// ```
    /// use agon::{Retrograde, Wythoff, impartial::RetrogradeError};
    ///
    /// let error = Retrograde::reachable_from(&Wythoff, [(1_000_000_000, 1_000_000_000)]).unwrap_err();
    /// let limit = Retrograde::<(u64, u64)>::LIMIT;
    /// assert!(matches!(error, RetrogradeError::TooManyPositions { limit: given, .. } if given == limit));
    /// ```
    pub const LIMIT: usize = 20_000_000;

    /// Labels a set of positions that contains the options of each of its members. Repeated positions count once.
    ///
    /// # Errors
    /// [`RetrogradeError`] if a move leads out of the set, or if a loop leaves positions undecided.
    ///
    /// ```
    /// use agon::{Retrograde, from_fn};
    ///
    /// let up_to_two = from_fn(|n: &i32| (0.max(n - 2)..*n).collect());
    /// let labels = Retrograde::label(&up_to_two, 0..=9)?;
    /// assert_eq!(labels.p_positions().collect::<Vec<_>>(), [&0, &3, &6, &9]);
    /// assert!(Retrograde::label(&up_to_two, 1..=9).is_err());
    /// # Ok::<(), agon::impartial::RetrogradeError<i32>>(())
    /// ```
    pub fn label<R>(rules: &R, positions: impl IntoIterator<Item = P>) -> Result<Self, RetrogradeError<P>>
    where
        R: Impartial<Position = P> + ?Sized,
    {
        let mut index = HashMap::new();
        let mut unique = Vec::new();
        for position in positions {
            index.entry(position).or_insert_with_key(|position| {
                unique.push(position.clone());
                unique.len() - 1
            });
        }
        // For each position: from where it can be reached, and how many of its own options are not known to be N.
        let mut sources = vec![Vec::new(); unique.len()];
        let mut open_options = vec![0usize; unique.len()];
        for (at, position) in unique.iter().enumerate() {
            interrupt::check();
            for option in rules.options(position) {
                let Some(&to) = index.get(&option) else {
                    return Err(RetrogradeError::NotClosed { position: position.clone(), option });
                };
                sources[to].push(at);
                open_options[at] += 1;
            }
        }
        let outcomes = propagate(&sources, open_options);
        let undecided = outcomes.iter().filter(|outcome| outcome.is_none()).count();
        match outcomes.iter().copied().collect::<Option<Vec<Outcome>>>() {
            Some(outcomes) => Ok(Self { positions: unique, outcomes, index }),
            None => {
                let first = outcomes.iter().position(Option::is_none).unwrap_or_default();
                // An undecided position has an undecided option: following them, one comes back.
                let (mut at, mut path, mut seen) = (first, Vec::new(), HashSet::new());
                while seen.insert(at) {
                    path.push(at);
                    let options = rules.options(&unique[at]);
                    let mut places = options.iter().filter_map(|option| index.get(option).copied());
                    at = places.find(|&to| outcomes[to].is_none()).unwrap_or(at);
                }
                let cycle =
                    path.into_iter().skip_while(|&place| place != at).map(|place| unique[place].clone());
                let cycle = cycle.collect();
                Err(RetrogradeError::Undecided { position: unique.swap_remove(first), cycle, undecided })
            }
        }
    }

    /// Labels everything that can be reached from the given positions.
    ///
    /// # Errors
    /// [`RetrogradeError::Undecided`] if play can go round in a loop; [`RetrogradeError::TooManyPositions`] if more than
    /// [`LIMIT`](Self::LIMIT) positions can be reached.
    ///
    /// ```
    /// use agon::{Retrograde, Wythoff};
    ///
    /// let labels = Retrograde::reachable_from(&Wythoff, [(5, 5)])?;
    /// let mut lost: Vec<(u64, u64)> = labels.p_positions().copied().collect();
    /// lost.sort();
    /// assert_eq!(lost, [(0, 0), (1, 2), (3, 5)]);
    /// # Ok::<(), agon::impartial::RetrogradeError<(u64, u64)>>(())
    /// ```
    pub fn reachable_from<R>(
        rules: &R,
        starts: impl IntoIterator<Item = P>,
    ) -> Result<Self, RetrogradeError<P>>
    where
        R: Impartial<Position = P> + ?Sized,
    {
        let mut seen = HashSet::new();
        let mut reached: Vec<P> = starts.into_iter().filter(|start| seen.insert(start.clone())).collect();
        let mut next = 0;
        while let Some(position) = reached.get(next) {
            interrupt::check();
            let is_source = rules.reachable_at_least(position) as usize > Self::LIMIT;
            if is_source || reached.len() > Self::LIMIT {
                // The one with too many, or else the first that was given.
                let position = reached.swap_remove(if is_source { next } else { 0 });
                return Err(RetrogradeError::TooManyPositions { limit: Self::LIMIT, position });
            }
            let options = rules.options(position);
            reached.extend(options.into_iter().filter(|option| seen.insert(option.clone())));
            next += 1;
        }
        Self::label(rules, reached)
    }

    /// Who wins a position; `None` if it is not in the set.
    ///
    /// ```
    /// use agon::{Heaps, Nim, Outcome, Retrograde};
    ///
    /// let labels = Retrograde::reachable_from(&Nim, [Heaps::from([1, 2, 3])])?;
    /// assert_eq!(labels.outcome(&Heaps::from([1, 2, 3])), Some(Outcome::P));
    /// assert_eq!(labels.outcome(&Heaps::from([9])), None);
    /// # Ok::<(), agon::impartial::RetrogradeError<Heaps>>(())
    /// ```
    #[must_use]
    pub fn outcome(&self, position: &P) -> Option<Outcome> {
        self.index.get(position).map(|&at| self.outcomes[at])
    }

    /// The positions with their outcomes, in the order in which they were given.
    ///
    /// ```
    /// use agon::{Outcome, Retrograde, from_fn};
    ///
    /// let up_to_two = from_fn(|n: &u32| (n.saturating_sub(2)..*n).collect());
    /// let labels = Retrograde::label(&up_to_two, 0..=3)?;
    /// let outcomes: Vec<Outcome> = labels.iter().map(|(_, outcome)| outcome).collect();
    /// assert_eq!(outcomes, [Outcome::P, Outcome::N, Outcome::N, Outcome::P]);
    /// # Ok::<(), agon::impartial::RetrogradeError<u32>>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (&P, Outcome)> {
        self.positions.iter().zip(self.outcomes.iter().copied())
    }

    /// The positions in which the player to move loses, in the order in which they were given.
    ///
    /// ```
    /// use agon::{Heaps, Nim, Retrograde};
    ///
    /// let labels = Retrograde::reachable_from(&Nim, [Heaps::from([2, 2])])?;
    /// let mut lost: Vec<String> = labels.p_positions().map(ToString::to_string).collect();
    /// lost.sort();
    /// assert_eq!(lost, ["(0, 0)", "(1, 1)", "(2, 2)"]);
    /// # Ok::<(), agon::impartial::RetrogradeError<Heaps>>(())
    /// ```
    pub fn p_positions(&self) -> impl Iterator<Item = &P> {
        self.iter().filter(|(_, outcome)| outcome.is_p()).map(|(position, _)| position)
    }

    /// How many positions are labelled.
    ///
    /// ```
    /// use agon::{Heaps, Nim, Retrograde};
    ///
    /// // (0, 0), (0, 1), (0, 2), (1, 1), (1, 2)
    /// assert_eq!(Retrograde::reachable_from(&Nim, [Heaps::from([1, 2])])?.len(), 5);
    /// # Ok::<(), agon::impartial::RetrogradeError<Heaps>>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether the set is empty.
    ///
    /// ```
    /// use agon::{Nim, Retrograde};
    ///
    /// assert!(Retrograde::label(&Nim, [])?.is_empty());
    /// # Ok::<(), agon::impartial::RetrogradeError<agon::Heaps>>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }
}

/// Spreads the labels from the ends of the game to their sources until nothing more follows.
fn propagate(sources: &[Vec<usize>], mut open_options: Vec<usize>) -> Vec<Option<Outcome>> {
    let mut outcomes = vec![None; sources.len()];
    let mut decided = VecDeque::new();
    for (at, &open) in open_options.iter().enumerate() {
        if open == 0 {
            outcomes[at] = Some(Outcome::P);
            decided.push_back((at, Outcome::P));
        }
    }
    while let Some((at, outcome)) = decided.pop_front() {
        interrupt::check();
        for &source in &sources[at] {
            if outcomes[source].is_some() {
                continue;
            }
            let label = match outcome {
                Outcome::P => Outcome::N,
                Outcome::N => {
                    open_options[source] -= 1;
                    if open_options[source] > 0 {
                        continue;
                    }
                    Outcome::P
                }
            };
            outcomes[source] = Some(label);
            decided.push_back((source, label));
        }
    }
    outcomes
}
