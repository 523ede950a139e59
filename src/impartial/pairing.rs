//! Pairing and symmetry strategies, as programs that are checked against every play.

use std::collections::HashMap;
use std::fmt::{self, Debug};

use serde::{Serialize, Serializer, ser::SerializeStruct};

use super::{Impartial, SolveError, Solver, from_fn};
use crate::evidence::Certificate;
use crate::interrupt;

/// A proof that the player to move loses: a reply to every move of theirs, checked in all positions that can come up.
///
/// If each move from a position of some set has a legal reply that leads back into the set, and play ends, then the
/// second player always has a move and so makes the last one. The positions of the set are found by trying *every* move
/// of the first player against the reply of the strategy.
///
/// A certificate can only be made by that check.
///
/// ```
/// use agon::{Certificate, Heaps, Nim};
/// use agon::impartial::{PairingStrategy, SubtractionGame};
///
/// // Two equal heaps: do the same in the other heap.
/// let copy = |heaps: &Heaps| heaps.replace(*heaps.sizes().last()?, *heaps.sizes().first()?);
/// let mirror = PairingStrategy::check(Nim, Heaps::from([7, 7]), copy)?;
/// assert_eq!(mirror.positions(), 8);
/// assert!(mirror.verify());
///
/// // Six cards, take 1 or 2: complete to 3.
/// let cards = SubtractionGame::bash(2)?;
/// let complete = |left: &Heaps| Some(Heaps::new([left.total() as u32 / 3 * 3].into_iter().filter(|&n| n > 0)));
/// assert!(PairingStrategy::check(&cards, Heaps::from([6]), complete).is_ok());
/// assert!(PairingStrategy::check(&cards, Heaps::from([8]), complete).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PairingStrategy<R: Impartial, F> {
    rules: R,
    start: R::Position,
    reply: F,
    positions: usize,
}

/// Why a strategy does not win for the second player.
///
/// ```
/// use agon::{Heaps, Nim, impartial::{PairingError, PairingStrategy}};
///
/// // “Take the largest heap” is no strategy: (1, 1) becomes (0, 1), of which the first player leaves nothing to take.
/// let take_all = |heaps: &Heaps| heaps.replace(*heaps.sizes().last()?, 0).filter(|rest| rest != heaps);
/// let error = PairingStrategy::check(Nim, Heaps::from([1, 2]), take_all).err();
/// assert!(matches!(error, Some(PairingError::NoReply { .. })));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PairingError<P> {
    /// The strategy has no answer.
    #[error("no reply: from {position:?} the first player moves to {moved:?}")]
    NoReply {
        /// A position that comes up with the first player to move.
        position: P,
        /// What the first player makes of it.
        moved: P,
    },
    /// The answer is against the rules.
    #[error(
        "no legal reply: from {position:?} the first player moves to {moved:?}, and {reply:?} is no option of it"
    )]
    Illegal {
        /// A position that comes up with the first player to move.
        position: P,
        /// What the first player makes of it.
        moved: P,
        /// The answer of the strategy.
        reply: P,
    },
    /// Play need not end, or there are too many positions to check.
    #[error(transparent)]
    Endless(#[from] SolveError<P>),
}

impl<R: Impartial, F: Fn(&R::Position) -> Option<R::Position>> PairingStrategy<R, F>
where
    R::Position: Debug,
{
    /// Checks that the second player wins `start` by answering each position that the first player makes with
    /// `reply`. The check can be [interrupted](crate::interrupt).
    ///
    /// # Errors
    /// [`PairingError`], with the first move that is not answered.
    ///
    /// ```
    /// use agon::impartial::{CoinRow, PairingError, PairingStrategy};
    ///
    /// // Four coins, turn one or two neighbours: answer on the partners in (1, 2), (3, 4), or on both coins of the other pair.
    /// let partner = |heads: &Vec<bool>| {
    ///     let mut after = heads.clone();
    ///     match heads.chunks(2).position(|pair| pair == [true, false] || pair == [false, true]) {
    ///         Some(pair) => after[2 * pair..2 * pair + 2].fill(false),
    ///         None => after.chunks_mut(2).find(|pair| **pair == [true, true])?.fill(false),
    ///     }
    ///     Some(after)
    /// };
    /// let start = vec![true; 4];
    /// let error = PairingStrategy::check(CoinRow, start.clone(), partner).err().expect("it is no win");
    /// // Coins of two pairs at once: after the answer in one pair, the other one is broken for ever.
    /// assert!(matches!(error, PairingError::NoReply { .. }), "{error}");
    /// ```
    pub fn check(rules: R, start: R::Position, reply: F) -> Result<Self, PairingError<R::Position>> {
        let mut rounds: HashMap<R::Position, Vec<R::Position>> = HashMap::new();
        let mut open = vec![start.clone()];
        while let Some(position) = open.pop() {
            interrupt::check();
            if rounds.contains_key(&position) {
                continue;
            }
            if rounds.len() >= Solver::<R>::DEFAULT_LIMIT {
                return Err(SolveError::TooManyPositions { limit: rounds.len(), position }.into());
            }
            let mut answers = Vec::new();
            for moved in rules.options(&position) {
                let Some(answer) = reply(&moved) else {
                    return Err(PairingError::NoReply { position, moved });
                };
                if !rules.options(&moved).contains(&answer) {
                    return Err(PairingError::Illegal { position, moved, reply: answer });
                }
                answers.push(answer);
            }
            open.extend(answers.iter().cloned());
            rounds.insert(position, answers);
        }
        // A solver visits the rounds from the start and finds the loops, if there are any.
        Solver::new(from_fn(|position| rounds[position].clone())).grundy(&start)?;
        Ok(Self { rules, start, reply, positions: rounds.len() })
    }

    /// How many positions can come up with the first player to move.
    ///
    /// ```
    /// use agon::{Heaps, Nim, impartial::PairingStrategy};
    ///
    /// let copy = |heaps: &Heaps| heaps.replace(*heaps.sizes().last()?, *heaps.sizes().first()?);
    /// // (0, 0), …, (5, 5)
    /// assert_eq!(PairingStrategy::check(Nim, Heaps::from([5, 5]), copy)?.positions(), 6);
    /// # Ok::<(), agon::impartial::PairingError<Heaps>>(())
    /// ```
    #[must_use]
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// The position from which the player to move loses.
    ///
    /// ```
    /// use agon::{Heaps, Nim, impartial::PairingStrategy};
    ///
    /// let copy = |heaps: &Heaps| heaps.replace(*heaps.sizes().last()?, *heaps.sizes().first()?);
    /// assert_eq!(PairingStrategy::check(Nim, Heaps::from([5, 5]), copy)?.start(), &Heaps::from([5, 5]));
    /// # Ok::<(), agon::impartial::PairingError<Heaps>>(())
    /// ```
    #[must_use]
    pub fn start(&self) -> &R::Position {
        &self.start
    }

    /// What the strategy answers to a position that the first player has made; `None` if it has no answer.
    ///
    /// ```
    /// use agon::{Heaps, Nim, impartial::PairingStrategy};
    ///
    /// let copy = |heaps: &Heaps| heaps.replace(*heaps.sizes().last()?, *heaps.sizes().first()?);
    /// let mirror = PairingStrategy::check(Nim, Heaps::from([5, 5]), copy)?;
    /// assert_eq!(mirror.reply(&Heaps::from([2, 5])), Some(Heaps::from([2, 2])));
    /// # Ok::<(), agon::impartial::PairingError<Heaps>>(())
    /// ```
    #[must_use]
    pub fn reply(&self, moved: &R::Position) -> Option<R::Position> {
        (self.reply)(moved)
    }
}

impl<R: Impartial, F: Fn(&R::Position) -> Option<R::Position>> Certificate for PairingStrategy<R, F>
where
    R::Position: Debug,
{
    fn verify(&self) -> bool {
        PairingStrategy::check(&self.rules, self.start.clone(), &self.reply)
            .is_ok_and(|again| again.positions == self.positions)
    }
}

impl<R: Impartial, F> fmt::Display for PairingStrategy<R, F>
where
    R::Position: Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a reply to every move from {:?} on (positions checked: {})", self.start, self.positions)
    }
}

/// The start, and how many positions were checked. The reply is code: [`check`](PairingStrategy::check) makes the
/// certificate again.
impl<R: Impartial, F> Serialize for PairingStrategy<R, F>
where
    R::Position: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("PairingStrategy", 2)?;
        record.serialize_field("start", &self.start)?;
        record.serialize_field("positions", &self.positions)?;
        record.end()
    }
}

impl<R: Impartial, F> Debug for PairingStrategy<R, F>
where
    R::Position: Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
