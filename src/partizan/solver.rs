//! Canonical values of positions by their definition, each position once.

use std::fmt::{self, Debug, Display};

use serde::Serialize;

use super::{Game, OutcomeClass, Partizan, Player, canonical, value::Value};
use crate::hash::{HashMap, HashSet};
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
    /// Each position that was met is hashed once; from then on its number stands for it.
    ids: HashMap<R::Position, usize>,
    /// The values by number, where they are known.
    values: Vec<Option<Game>>,
    known: usize,
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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
    id: usize,
    /// The components of the position if it is a sum; else the components of all its options, one option after another.
    children: Vec<usize>,
    /// Where each option of Left and of Right ends among the children; `None` for a sum.
    options: Option<[Vec<usize>; 2]>,
    /// The children whose values were not known when the frame was made, last first.
    unknown: Vec<(usize, P)>,
}

impl<R: Partizan> PartizanSolver<R> {
    /// The number of positions that [`PartizanSolver::new`] allows.
    ///
    /// ```
    /// use agon::{Domineering, PartizanSolver};
    ///
    /// assert_eq!(PartizanSolver::<Domineering>::DEFAULT_LIMIT, 20_000_000);
    /// ```
    pub const DEFAULT_LIMIT: usize = 20_000_000;

    /// A solver that knows nothing yet.
    ///
    /// ```
    /// use agon::{Domineering, PartizanSolver, Region};
    ///
    /// let mut solver = PartizanSolver::new(Domineering);
    /// assert_eq!(solver.value(&Region::rectangle(3, 3)?)?.to_string(), "±1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
        Self { rules, ids: HashMap::default(), values: Vec::new(), known: 0, limit }
    }

    /// The ruleset.
    ///
    /// ```
    /// use agon::{Domineering, PartizanSolver};
    ///
    /// assert_eq!(PartizanSolver::new(Domineering).rules(), &Domineering);
    /// ```
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// How many positions have known values.
    ///
    /// ```
    /// use agon::{PartizanSolver, ToadsAndFrogs};
    ///
    /// let mut solver = PartizanSolver::new(ToadsAndFrogs);
    /// solver.value(&"TT.FF".parse()?)?;
    /// let known = solver.known();
    /// // What comes up in play is known by now.
    /// solver.value(&"T.TFF".parse()?)?;
    /// assert!(known > 1 && solver.known() == known);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn known(&self) -> usize {
        self.known
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
        let root = self.id(position);
        if let Some(value) = &self.values[root] {
            return Ok(value.clone());
        }
        // The open positions live here and not in `values`, so that an error or an unwinding leaves nothing wrong behind.
        let mut path = vec![self.open(root, position.clone())];
        let mut on_path = HashSet::from_iter([root]);
        while let Some(frame) = path.last_mut() {
            interrupt::check();
            if let Some((id, child)) = frame.unknown.pop() {
                if self.values[id].is_some() {
                    continue;
                }
                if let Some(negative) = self.negative(&child) {
                    self.learn(id, negative);
                    continue;
                }
                if !on_path.insert(id) {
                    let cycle = path.into_iter().skip_while(|frame| frame.id != id);
                    return Err(SolveError::Loop { cycle: cycle.map(|frame| frame.position).collect() });
                }
                if self.known + path.len() >= self.limit {
                    return Err(SolveError::TooManyPositions { limit: self.limit, position: child });
                }
                path.push(self.open(id, child));
                continue;
            }
            let (id, value) = (frame.id, self.value_of_frame(frame));
            path.pop();
            on_path.remove(&id);
            self.learn(id, value);
        }
        Ok(self.known_value(root).clone())
    }

    /// The number of a position.
    fn id(&mut self, position: &R::Position) -> usize {
        if let Some(&id) = self.ids.get(position) {
            return id;
        }
        let id = self.values.len();
        self.values.push(None);
        self.ids.insert(position.clone(), id);
        id
    }

    fn learn(&mut self, id: usize, value: Game) {
        self.values[id] = Some(value);
        self.known += 1;
    }

    fn known_value(&self, id: usize) -> &Game {
        self.values[id].as_ref().expect("a position is left when its value is known, and children come first")
    }

    /// The value by way of a position of the negative value, if that one's is known.
    fn negative(&self, position: &R::Position) -> Option<Game> {
        let id = self.ids.get(&self.rules.negative(position)?)?;
        self.values[*id].as_ref().map(|value| -value)
    }

    fn open(&mut self, id: usize, position: R::Position) -> Frame<R::Position> {
        let components = self.rules.components(&position);
        let mut frame = Frame { position, id, children: Vec::new(), options: None, unknown: Vec::new() };
        if components.len() != 1 || components[0] != frame.position {
            self.add_children(&mut frame, components);
        } else {
            frame.options = Some(Player::BOTH.map(|player| {
                let mut ends = Vec::new();
                for option in self.rules.options(player, &frame.position) {
                    let components = self.rules.components(&option);
                    self.add_children(&mut frame, components);
                    ends.push(frame.children.len());
                }
                ends
            }));
        }
        frame.unknown.reverse();
        frame
    }

    fn add_children(&mut self, frame: &mut Frame<R::Position>, children: Vec<R::Position>) {
        for child in children {
            let id = self.id(&child);
            frame.children.push(id);
            if self.values[id].is_none() {
                frame.unknown.push((id, child));
            }
        }
    }

    /// The value of a position all of whose children are known.
    fn value_of_frame(&self, frame: &Frame<R::Position>) -> Game {
        let Some(options) = &frame.options else {
            return self.sum(&frame.children);
        };
        let mut start = 0;
        let [left, right] = options.each_ref().map(|ends| {
            let mut values: Vec<Value> = Vec::with_capacity(ends.len());
            for &end in ends {
                values.push(self.sum(&frame.children[start..end]).value());
                start = end;
            }
            values
        });
        Game::from_value(canonical::value_of(left, right))
    }

    fn sum(&self, components: &[usize]) -> Game {
        // Nearly always there is one component, and nothing to be added.
        let mut values = components.iter().map(|&id| self.known_value(id));
        values.next().map_or_else(Game::zero, |first| values.fold(first.clone(), |sum, value| sum + value))
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
        let mut seen = HashSet::default();
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
    ///
    /// ```
    /// use agon::{OutcomeClass, PartizanSolver, TopplingDominoes};
    ///
    /// let analysis = PartizanSolver::new(TopplingDominoes).analyse(&"LR".parse()?)?;
    /// assert_eq!((analysis.value.to_string().as_str(), analysis.outcome), ("∗", OutcomeClass::Next));
    /// assert_eq!(analysis.left_wins_by.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
