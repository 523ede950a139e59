//! Strategy stealing, as an object that can be inspected.

use std::fmt::{self, Debug};

use serde::Serialize;

use super::{Chomp, ChompTable, bites};
use crate::evidence::Certificate;
use crate::impartial::{Impartial, Outcome, Solver, Staircase, StaircaseError};

/// The argument of strategy stealing in one game.
///
/// Some first move, the *harmless* one, takes away so little that whatever can be reached after it could have been
/// reached at once: in Chomp on a rectangle, the bite at the corner opposite to the poison, which is a part of every
/// other bite. If the position after it is P, the harmless move wins. If it is N, some reply wins, and the first player
/// can make this reply in the first place. So the first player wins in both cases; which of them it is, the argument does
/// not say. This object says it, for one game, and holds the move that is stolen.
///
/// [`verify`](Certificate::verify) inspects the argument from the rules: the harmless move exists, all of its options
/// are options of the start, and the position that the winning move leaves is P.
///
/// ```
/// use agon::{Certificate, Chomp};
///
/// let squares = Chomp::strategy_stealing(3, 3)?;
/// assert_eq!(squares.to_string(), "strategy stealing from [3, 3, 3]: after (3, 3) the reply (2, 2) would win; so it wins at once, and leaves [3, 1, 1]");
/// let two_rows = Chomp::strategy_stealing(2, 3)?;
/// assert_eq!(two_rows.to_string(), "strategy stealing from [3, 3]: (2, 3) wins, and leaves [3, 2]");
/// assert!(squares.verify() && two_rows.verify());
/// # Ok::<(), agon::impartial::StaircaseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StrategyStealing<R: Impartial, M> {
    #[serde(skip)]
    pub(in crate::impartial) rules: R,
    pub(in crate::impartial) start: R::Position,
    /// The harmless move, and what it leaves.
    pub(in crate::impartial) harmless: (M, R::Position),
    /// The winning reply to the harmless move, if there is one, and what it leaves.
    pub(in crate::impartial) reply: Option<(M, R::Position)>,
}

impl<R: Impartial, M> StrategyStealing<R, M> {
    /// The position in which the first player wins.
    ///
    /// ```
    /// use agon::{Chomp, Staircase};
    ///
    /// assert_eq!(Chomp::strategy_stealing(3, 4)?.start(), &Staircase::rectangle(3, 4)?);
    /// # Ok::<(), agon::impartial::StaircaseError>(())
    /// ```
    pub fn start(&self) -> &R::Position {
        &self.start
    }

    /// The move that takes away so little.
    ///
    /// ```
    /// use agon::Chomp;
    ///
    /// // The corner opposite to the poison.
    /// assert_eq!(Chomp::strategy_stealing(3, 4)?.harmless_move(), &(3, 4));
    /// # Ok::<(), agon::impartial::StaircaseError>(())
    /// ```
    pub fn harmless_move(&self) -> &M {
        &self.harmless.0
    }

    /// Whether the winning move was stolen: it is the reply to the harmless move.
    ///
    /// ```
    /// use agon::Chomp;
    ///
    /// // Of two rows the corner itself wins; in a square one must bite deeper.
    /// assert!(!Chomp::strategy_stealing(2, 5)?.is_stolen());
    /// assert!(Chomp::strategy_stealing(5, 5)?.is_stolen());
    /// # Ok::<(), agon::impartial::StaircaseError>(())
    /// ```
    pub fn is_stolen(&self) -> bool {
        self.reply.is_some()
    }

    /// The first player's winning move: the harmless one, or the one that would be the winning reply to it.
    ///
    /// ```
    /// use agon::Chomp;
    ///
    /// assert_eq!(Chomp::strategy_stealing(5, 5)?.winning_move(), &(2, 2));
    /// # Ok::<(), agon::impartial::StaircaseError>(())
    /// ```
    pub fn winning_move(&self) -> &M {
        &self.reply.as_ref().unwrap_or(&self.harmless).0
    }

    /// The P-position that the winning move leaves.
    ///
    /// ```
    /// use agon::{Chomp, Outcome, Solver, Staircase};
    ///
    /// let stealing = Chomp::strategy_stealing(3, 3)?;
    /// assert_eq!(stealing.leaves(), &Staircase::new([3, 1, 1])?);
    /// assert_eq!(Solver::new(Chomp).outcome(stealing.leaves())?, Outcome::P);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn leaves(&self) -> &R::Position {
        &self.reply.as_ref().unwrap_or(&self.harmless).1
    }
}

impl<R: Impartial, M: Debug> Certificate for StrategyStealing<R, M>
where
    R::Position: Debug,
{
    fn verify(&self) -> bool {
        let options = self.rules.options(&self.start);
        let after = self.rules.options(&self.harmless.1);
        options.contains(&self.harmless.1)
            && after.iter().all(|option| options.contains(option))
            && self.reply.as_ref().is_none_or(|(_, left)| after.contains(left))
            && Solver::new(&self.rules).outcome(self.leaves()) == Ok(Outcome::P)
    }
}

impl<R: Impartial, M: Debug> fmt::Display for StrategyStealing<R, M>
where
    R::Position: Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, (harmless, left)) = (&self.start, &self.harmless);
        write!(f, "strategy stealing from {start:?}: ")?;
        match &self.reply {
            None => write!(f, "{harmless:?} wins, and leaves {left:?}"),
            Some((reply, left)) => write!(
                f,
                "after {harmless:?} the reply {reply:?} would win; so it wins at once, and leaves {left:?}"
            ),
        }
    }
}

impl Chomp {
    /// Why the first player wins a rectangle: the argument, with the move that it steals.
    ///
    /// # Errors
    /// [`StaircaseError::Single`] if the rectangle is the single, poisoned square, in which the argument has no harmless
    /// move; else as [`winning_openings`](Self::winning_openings).
    ///
    /// ```
    /// use agon::Chomp;
    ///
    /// let stealing = Chomp::strategy_stealing(2, 2)?;
    /// assert!(stealing.to_string().starts_with("strategy stealing from "));
    /// assert!(Chomp::strategy_stealing(1, 1).is_err());
    /// # Ok::<(), agon::impartial::StaircaseError>(())
    /// ```
    pub fn strategy_stealing(
        rows: usize,
        columns: u32,
    ) -> Result<StrategyStealing<Self, (usize, u32)>, StaircaseError> {
        let start = Staircase::rectangle(rows, columns)?;
        let corner = (rows, columns);
        let left = start.bite(rows, columns).ok_or(StaircaseError::Single)?;
        let table = ChompTable::new(rows, columns)?;
        let reply = bites(&left).find(|(_, rest)| table.outcome(rest) == Some(Outcome::P));
        Ok(StrategyStealing { rules: Self, start, harmless: (corner, left), reply })
    }
}
