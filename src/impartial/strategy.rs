//! A winning strategy as a certificate.

use std::collections::{HashSet, VecDeque};
use std::fmt::{self, Debug};

use serde::{Serialize, Serializer, ser::SerializeStruct};

use super::recursion::Memo;
use super::{Impartial, Outcome, SolveError, Solver};
use crate::evidence::Certificate;
use crate::interrupt;

/// A proof of who wins: a set `S` of positions which the winner can always hand to the opponent.
///
/// Call a position *answered* if one of its options lies in `S`. The set proves that its members are P and that answered
/// positions are N if, from the start on,
///
/// 1. the start lies in `S`, or it is answered;
/// 2. no move leads from `S` to `S`;
/// 3. every option of a member of `S` is answered;
/// 4. play ends.
///
/// For then the winner moves into `S`, whatever the loser does, and can never be without a move. Nobody needs to
/// trust the search that found the set: [`verify`](Certificate::verify) asks the ruleset alone.
///
/// ```
/// use agon::{Chomp, Evidence, Outcome, Staircase, impartial::StrategyCertificate};
///
/// let strategy = StrategyCertificate::find(Chomp, &Staircase::rectangle(3, 4)?)?;
/// assert_eq!(strategy.outcome(), Outcome::N);
/// assert_eq!(strategy.reply(&Staircase::rectangle(3, 4)?), Some(Staircase::new([4, 2, 2])?));
/// let evidence = Evidence::proven("the first player wins Chomp 3×4", &strategy)?;
/// assert!(evidence.is_proven());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct StrategyCertificate<R: Impartial> {
    rules: R,
    start: R::Position,
    safe: Vec<R::Position>,
    members: HashSet<R::Position>,
}

/// Why a set of positions is no winning strategy.
///
/// ```
/// use agon::{from_fn, impartial::{StrategyCertificate, StrategyError}};
///
/// // From n one may go to n − 1 or n − 2. From 2 one can go to 0, so they cannot both be safe.
/// let rules = from_fn(|n: &u32| (n.saturating_sub(2)..*n).collect());
/// let error = StrategyCertificate::check(rules, &2, [0, 2]).err();
/// assert_eq!(error, Some(StrategyError::Inside { from: 2, to: 0 }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StrategyError<P> {
    /// The start is not in the set, and no move leads from it into the set.
    #[error("the start {start:?} is not in the set, and no move leads from it into the set")]
    Start {
        /// The start.
        start: P,
    },
    /// A move leads from the set into the set.
    #[error("{from:?} and its option {to:?} are both in the set")]
    Inside {
        /// A member of the set.
        from: P,
        /// Its option, a member too.
        to: P,
    },
    /// A move leads out of the set to a position that has no answer.
    #[error("{from:?} is in the set, but no move leads from its option {option:?} into the set")]
    Unanswered {
        /// A member of the set.
        from: P,
        /// Its option without an answer.
        option: P,
    },
    /// Play need not end, or is too long to be followed.
    #[error(transparent)]
    Endless(SolveError<P>),
}

impl<R: Impartial> StrategyCertificate<R> {
    /// The certificate that a set of positions makes.
    ///
    /// # Errors
    /// [`StrategyError`], which names what fails and where.
    ///
    /// ```
    /// use agon::{from_fn, impartial::StrategyCertificate};
    ///
    /// // Take one or two counters; the multiples of three are safe.
    /// let rules = from_fn(|n: &u32| (n.saturating_sub(2)..*n).collect());
    /// assert!(StrategyCertificate::check(&rules, &10, (0..=9).step_by(3)).is_ok());
    /// let error = StrategyCertificate::check(&rules, &10, [0, 3, 9]).unwrap_err();
    /// assert_eq!(error.to_string(), "9 is in the set, but no move leads from its option 7 into the set");
    /// ```
    pub fn check(
        rules: R,
        start: &R::Position,
        safe: impl IntoIterator<Item = R::Position>,
    ) -> Result<Self, StrategyError<R::Position>> {
        let mut members = HashSet::new();
        let safe = safe.into_iter().filter(|position| members.insert(position.clone())).collect();
        let certificate = Self { rules, start: start.clone(), safe, members };
        certificate.inspect()?;
        Ok(certificate)
    }

    /// A strategy for the winner: only what can come up when the winner follows it.
    ///
    /// # Errors
    /// [`SolveError`] if a loop or too many positions can be reached.
    ///
    /// ```
    /// use agon::{Certificate, Heaps, Nim, Outcome, impartial::StrategyCertificate};
    ///
    /// // The loser of (2, 2) has four moves, and each has an answer.
    /// let mirror = StrategyCertificate::find(Nim, &Heaps::from([2, 2]))?;
    /// assert_eq!((mirror.outcome(), mirror.safe_positions().len()), (Outcome::P, 3));
    /// assert!(mirror.verify());
    /// # Ok::<(), agon::SolveError<Heaps>>(())
    /// ```
    pub fn find(rules: R, start: &R::Position) -> Result<Self, SolveError<R::Position>> {
        let mut solver = Solver::new(&rules);
        let mut safe = Vec::new();
        let mut members = HashSet::new();
        let mut pending = VecDeque::new();
        let mut add = |position: R::Position, pending: &mut VecDeque<R::Position>| {
            if members.insert(position.clone()) {
                safe.push(position.clone());
                pending.push_back(position);
            }
        };
        if solver.outcome(start)?.is_p() {
            add(start.clone(), &mut pending);
        } else if let Some(option) = solver.winning_moves(start)?.into_iter().next() {
            add(option, &mut pending);
        }
        while let Some(position) = pending.pop_front() {
            for option in rules.options(&position) {
                interrupt::check();
                let replies = rules.options(&option);
                for reply in replies {
                    if solver.outcome(&reply)?.is_p() {
                        add(reply, &mut pending);
                        break;
                    }
                }
            }
        }
        drop(solver);
        Ok(Self { rules, start: start.clone(), safe, members })
    }

    /// The whole *kernel* of the game: all P-positions that can be reached, whoever plays how. It answers also
    /// after a mistake.
    ///
    /// # Errors
    /// [`SolveError`] if a loop or too many positions can be reached.
    ///
    /// ```
    /// use agon::{Wythoff, impartial::StrategyCertificate};
    ///
    /// let kernel = StrategyCertificate::kernel(Wythoff, &(4, 7))?;
    /// assert_eq!(kernel.safe_positions(), [(4, 7), (0, 0), (1, 2), (3, 5)]);
    /// # Ok::<(), agon::SolveError<(u64, u64)>>(())
    /// ```
    pub fn kernel(rules: R, start: &R::Position) -> Result<Self, SolveError<R::Position>> {
        let mut solver = Solver::new(&rules);
        let mut reached = HashSet::from([start.clone()]);
        let mut pending = VecDeque::from([start.clone()]);
        let mut safe = Vec::new();
        // The start first: a loop is found here.
        solver.grundy(start)?;
        while let Some(position) = pending.pop_front() {
            interrupt::check();
            pending
                .extend(rules.options(&position).into_iter().filter(|option| reached.insert(option.clone())));
            if solver.outcome(&position)?.is_p() {
                safe.push(position);
            }
        }
        drop(solver);
        let members = safe.iter().cloned().collect();
        Ok(Self { rules, start: start.clone(), safe, members })
    }

    /// The ruleset.
    ///
    /// ```
    /// use agon::{Heaps, OctalGame, impartial::StrategyCertificate};
    ///
    /// let strategy = StrategyCertificate::find(OctalGame::kayles(), &Heaps::from([5]))?;
    /// assert_eq!(strategy.rules(), &OctalGame::kayles());
    /// # Ok::<(), agon::SolveError<Heaps>>(())
    /// ```
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The position from which the strategy wins.
    ///
    /// ```
    /// use agon::{Wythoff, impartial::StrategyCertificate};
    ///
    /// assert_eq!(StrategyCertificate::find(Wythoff, &(3, 5))?.start(), &(3, 5));
    /// # Ok::<(), agon::SolveError<(u64, u64)>>(())
    /// ```
    pub fn start(&self) -> &R::Position {
        &self.start
    }

    /// The set `S`.
    ///
    /// ```
    /// use agon::{StrategyCertificate, Wythoff};
    ///
    /// let strategy = StrategyCertificate::find(Wythoff, &(3, 5))?;
    /// let mut safe = strategy.safe_positions().to_vec();
    /// safe.sort();
    /// assert_eq!(safe, [(0, 0), (1, 2), (3, 5)]);
    /// # Ok::<(), agon::SolveError<(u64, u64)>>(())
    /// ```
    pub fn safe_positions(&self) -> &[R::Position] {
        &self.safe
    }

    /// Who wins from the start.
    ///
    /// ```
    /// use agon::{Outcome, StrategyCertificate, Wythoff};
    ///
    /// assert_eq!(StrategyCertificate::find(Wythoff, &(3, 5))?.outcome(), Outcome::P);
    /// assert_eq!(StrategyCertificate::find(Wythoff, &(3, 6))?.outcome(), Outcome::N);
    /// # Ok::<(), agon::SolveError<(u64, u64)>>(())
    /// ```
    pub fn outcome(&self) -> Outcome {
        if self.members.contains(&self.start) { Outcome::P } else { Outcome::N }
    }

    /// The winner's move from a position: its first option in `S`, if there is one.
    ///
    /// ```
    /// use agon::{StrategyCertificate, Wythoff};
    ///
    /// let strategy = StrategyCertificate::find(Wythoff, &(3, 5))?;
    /// assert_eq!(strategy.reply(&(2, 5)), Some((1, 2)));
    /// assert_eq!(strategy.reply(&(3, 5)), None, "the loser has no winning move");
    /// # Ok::<(), agon::SolveError<(u64, u64)>>(())
    /// ```
    pub fn reply(&self, position: &R::Position) -> Option<R::Position> {
        self.rules.options(position).into_iter().find(|option| self.members.contains(option))
    }

    /// Walks through all plays in which the winner moves into `S`, in any way that `S` allows.
    fn inspect(&self) -> Result<(), StrategyError<R::Position>> {
        let safe = |position: &R::Position| self.members.contains(position);
        let mut pending =
            if safe(&self.start) { vec![self.start.clone()] } else { self.answers(&self.start) };
        if pending.is_empty() {
            return Err(StrategyError::Start { start: self.start.clone() });
        }
        let mut seen: HashSet<R::Position> = pending.iter().cloned().collect();
        while let Some(from) = pending.pop() {
            for option in self.rules.options(&from) {
                interrupt::check();
                if safe(&option) {
                    return Err(StrategyError::Inside { from, to: option });
                }
                let answers = self.answers(&option);
                if answers.is_empty() {
                    return Err(StrategyError::Unanswered { from, option });
                }
                pending.extend(answers.into_iter().filter(|answer| seen.insert(answer.clone())));
            }
        }
        // The same walk once more, for loops.
        let next = |position: &R::Position| {
            if safe(position) { self.rules.options(position) } else { self.answers(position) }
        };
        Memo::new(usize::MAX)
            .evaluate(&self.start, |position| ((), next(position)), |(), _| ())
            .map_err(StrategyError::Endless)
    }

    fn answers(&self, position: &R::Position) -> Vec<R::Position> {
        self.rules.options(position).into_iter().filter(|option| self.members.contains(option)).collect()
    }
}

impl<R: Impartial> Certificate for StrategyCertificate<R>
where
    R::Position: Debug,
{
    fn verify(&self) -> bool {
        self.inspect().is_ok()
    }
}

impl<R: Impartial> fmt::Display for StrategyCertificate<R>
where
    R::Position: Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, count) = (&self.start, self.safe.len());
        let side = match self.outcome() {
            Outcome::P => "second",
            Outcome::N => "first",
        };
        let noun = if count == 1 { "position" } else { "positions" };
        write!(f, "a winning strategy for the {side} player from {start:?}, with {count} safe {noun}")
    }
}

/// The start, the outcome and the set; [`check`](StrategyCertificate::check) reads them back under a ruleset.
impl<R: Impartial> Serialize for StrategyCertificate<R>
where
    R::Position: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("StrategyCertificate", 3)?;
        record.serialize_field("start", &self.start)?;
        record.serialize_field("outcome", &self.outcome())?;
        record.serialize_field("safe", &self.safe)?;
        record.end()
    }
}
