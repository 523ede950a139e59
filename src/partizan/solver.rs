//! Canonical values of positions by their definition, each position once.

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Debug, Display};

use super::{Game, OutcomeClass, Partizan, Player, canonical, value::Value};
use crate::impartial::SolveError;
use crate::interrupt;

/// Computes the canonical values of the positions of one ruleset and remembers them.
///
/// The search keeps its own stack, so that a game of a million moves is as safe as a short one; a position that can
/// recur is an error which shows the loop. Sums are split into components, each solved once. Values that are known
/// stay known after an error or an [interrupt](crate::interrupt).
///
/// ```
/// use agon::{PartizanSolver, Player, TopplingDominoes};
///
/// let mut solver = PartizanSolver::new(TopplingDominoes);
/// let row = "LRL".parse()?;
/// assert_eq!(solver.value(&row)?.to_string(), "1/2");
/// assert!(solver.winning_moves(Player::Right, &row)?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct PartizanSolver<R: Partizan> {
    rules: R,
    values: HashMap<R::Position, Game>,
    limit: usize,
}

/// What there is to know about a partizan position: its value, who wins, and how.
///
/// ```
/// use agon::{Domineering, PartizanSolver};
///
/// let board = Domineering::rectangle(2, 2)?;
/// let analysis = PartizanSolver::new(Domineering).analyse(&board)?;
/// assert_eq!(analysis.to_string(), "..|.. = ±1, N: Left wins by #.|#., .#|.#; Right wins by ##|.., ..|##");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartizanAnalysis<P> {
    /// The position.
    pub position: P,
    /// Its value, in canonical form.
    pub value: Game,
    /// Who wins.
    pub outcome: OutcomeClass,
    /// Every move with which Left, moving first, wins, as the position after it.
    pub left_wins_by: Vec<P>,
    /// The same for Right.
    pub right_wins_by: Vec<P>,
}

impl<P: Debug> Display for PartizanAnalysis<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} = {}, {}", self.position, self.value, self.outcome)?;
        let mut separator = ":";
        for (player, moves) in Player::BOTH.into_iter().zip([&self.left_wins_by, &self.right_wins_by]) {
            for (index, option) in moves.iter().enumerate() {
                match index {
                    0 => write!(f, "{separator} {player} wins by {option:?}")?,
                    _ => write!(f, ", {option:?}")?,
                }
                separator = ";";
            }
        }
        Ok(())
    }
}

/// A position whose value is being computed.
struct Frame<P> {
    position: P,
    /// The components of the position if it is a sum; else the components of all its options, one option after another.
    children: Vec<P>,
    /// Where each option of Left and of Right ends among the children; `None` for a sum.
    options: Option<[Vec<usize>; 2]>,
    /// The children before this one have known values.
    next: usize,
}

impl<R: Partizan> PartizanSolver<R> {
    /// The number of positions that [`PartizanSolver::new`] allows.
    pub const DEFAULT_LIMIT: usize = 20_000_000;

    /// A solver that knows nothing yet.
    pub fn new(rules: R) -> Self {
        Self::with_limit(rules, Self::DEFAULT_LIMIT)
    }

    /// A solver that gives up when it would have to hold more than `limit` positions.
    ///
    /// ```
    /// use agon::{PartizanSolver, Player, SolveError, partizan_from_fn};
    ///
    /// let endless = partizan_from_fn(|player, n: &u64| if player == Player::Left { vec![n + 1] } else { vec![] });
    /// let error = PartizanSolver::with_limit(endless, 1000).value(&0).unwrap_err();
    /// assert_eq!(error, SolveError::TooManyPositions { limit: 1000, position: 1000 });
    /// ```
    pub fn with_limit(rules: R, limit: usize) -> Self {
        Self { rules, values: HashMap::new(), limit }
    }

    /// The ruleset.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// How many positions have known values.
    #[must_use]
    pub fn known(&self) -> usize {
        self.values.len()
    }

    /// The value of the position, in canonical form.
    ///
    /// # Errors
    /// [`SolveError`] if a loop or too many positions can be reached.
    ///
    /// ```
    /// use agon::{PartizanSolver, SolveError, partizan_from_fn};
    ///
    /// let mut solver = PartizanSolver::new(partizan_from_fn(|_, n: &u32| vec![n ^ 1]));
    /// assert_eq!(solver.value(&6), Err(SolveError::Loop { cycle: vec![6, 7] }));
    /// ```
    pub fn value(&mut self, position: &R::Position) -> Result<Game, SolveError<R::Position>> {
        if let Some(value) = self.values.get(position) {
            return Ok(value.clone());
        }
        // The open positions live here and not in `values`, so that an error or an unwinding leaves nothing behind.
        let mut path = vec![self.open(position.clone())];
        let mut on_path = HashSet::from([position.clone()]);
        loop {
            interrupt::check();
            let frame = path.last_mut().expect("the path is left when its first position is known");
            while frame.children.get(frame.next).is_some_and(|child| self.values.contains_key(child)) {
                frame.next += 1;
            }
            if let Some(child) = frame.children.get(frame.next).cloned() {
                if !on_path.insert(child.clone()) {
                    let cycle =
                        path.into_iter().map(|frame| frame.position).skip_while(|p| *p != child).collect();
                    return Err(SolveError::Loop { cycle });
                }
                if self.values.len() + path.len() >= self.limit {
                    return Err(SolveError::TooManyPositions { limit: self.limit, position: child });
                }
                path.push(self.open(child));
                continue;
            }
            let value = self.value_of_frame(frame);
            let Some(Frame { position, .. }) = path.pop() else {
                unreachable!("the frame was just looked at")
            };
            on_path.remove(&position);
            self.values.insert(position, value.clone());
            if path.is_empty() {
                return Ok(value);
            }
        }
    }

    fn open(&self, position: R::Position) -> Frame<R::Position> {
        let components = self.rules.components(&position);
        if components.len() != 1 || components[0] != position {
            return Frame { position, children: components, options: None, next: 0 };
        }
        let mut children = Vec::new();
        let options = Player::BOTH.map(|player| {
            let mut ends = Vec::new();
            for option in self.rules.options(player, &position) {
                children.extend(self.rules.components(&option));
                ends.push(children.len());
            }
            ends
        });
        Frame { position, children, options: Some(options), next: 0 }
    }

    /// The value of a position all of whose children are known.
    fn value_of_frame(&self, frame: &Frame<R::Position>) -> Game {
        let Some(options) = &frame.options else {
            return self.sum(&frame.children);
        };
        let mut start = 0;
        let [left, right] = options.each_ref().map(|ends| {
            let values = ends
                .iter()
                .map(|&end| self.sum(&frame.children[std::mem::replace(&mut start, end)..end]).value());
            values.collect::<Vec<Value>>()
        });
        Game::from_value(canonical::value_of(left, right))
    }

    fn sum(&self, components: &[R::Position]) -> Game {
        components.iter().map(|component| &self.values[component]).sum()
    }

    /// The value of a sum of positions: the sum of their values.
    ///
    /// # Errors
    /// As [`value`](Self::value).
    ///
    /// ```
    /// use agon::{PartizanSolver, ToadsAndFrogs};
    ///
    /// let mut solver = PartizanSolver::new(ToadsAndFrogs);
    /// // Mirror images with the players exchanged cancel.
    /// assert_eq!(solver.value_of_sum(&["T.FF".parse()?, "TT.F".parse()?])?, agon::Game::zero());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value_of_sum(&mut self, positions: &[R::Position]) -> Result<Game, SolveError<R::Position>> {
        positions.iter().try_fold(Game::zero(), |sum, position| Ok(sum + self.value(position)?))
    }

    /// Who wins: how the value compares with 0.
    ///
    /// # Errors
    /// As [`value`](Self::value).
    ///
    /// ```
    /// use agon::{Domineering, OutcomeClass, PartizanSolver};
    ///
    /// let board = Domineering::rectangle(4, 4)?;
    /// assert_eq!(PartizanSolver::new(Domineering).outcome(&board)?, OutcomeClass::Next);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&mut self, position: &R::Position) -> Result<OutcomeClass, SolveError<R::Position>> {
        self.value(position).map(|value| value.outcome())
    }

    /// The moves with which the player, moving first, wins: the options from which the opponent, to move, loses, each
    /// once, in the ruleset's order.
    ///
    /// # Errors
    /// As [`value`](Self::value).
    ///
    /// ```
    /// use agon::{PartizanSolver, Player, ToadsAndFrogs};
    ///
    /// let mut solver = PartizanSolver::new(ToadsAndFrogs);
    /// assert_eq!(solver.winning_moves(Player::Left, &"T.F".parse()?)?, [".TF".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_moves(
        &mut self,
        player: Player,
        position: &R::Position,
    ) -> Result<Vec<R::Position>, SolveError<R::Position>> {
        // The position itself comes first: a loop through it is found here, not by chance below.
        self.value(position)?;
        let mut winning = Vec::new();
        let mut seen = HashSet::new();
        for option in self.rules.options(player, position) {
            if seen.insert(option.clone()) && self.outcome(&option)?.winner(player.opponent()) == player {
                winning.push(option);
            }
        }
        Ok(winning)
    }

    /// Value, outcome and winning moves together.
    ///
    /// # Errors
    /// As [`value`](Self::value).
    pub fn analyse(
        &mut self,
        position: &R::Position,
    ) -> Result<PartizanAnalysis<R::Position>, SolveError<R::Position>> {
        let value = self.value(position)?;
        Ok(PartizanAnalysis {
            position: position.clone(),
            outcome: value.outcome(),
            value,
            left_wins_by: self.winning_moves(Player::Left, position)?,
            right_wins_by: self.winning_moves(Player::Right, position)?,
        })
    }
}
