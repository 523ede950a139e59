//! What a ruleset of a partizan game says, and a ruleset in one line.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;

use super::{Game, PartizanSolver, Player};
use crate::impartial::SolveError;

/// A ruleset: which positions each player can reach in one move.
///
/// The partizan twin of [`Impartial`](crate::Impartial). A [`PartizanSolver`] turns positions into values.
///
/// ```
/// use agon::{Game, Partizan, Player};
///
/// /// From a strip of n squares Left breaks off one square, Right two.
/// struct BreakOff;
///
/// impl Partizan for BreakOff {
///     type Position = u32;
///
///     fn options(&self, player: Player, squares: &u32) -> Vec<u32> {
///         let taken = if player == Player::Left { 1 } else { 2 };
///         squares.checked_sub(taken).into_iter().collect()
///     }
/// }
///
/// assert_eq!(BreakOff.value(&1)?, Game::integer(1));
/// assert_eq!(BreakOff.value(&2)?.to_string(), "{1|0}");
/// # Ok::<(), agon::SolveError<u32>>(())
/// ```
pub trait Partizan {
    /// A position. Positions that are equal in the game should be equal as values, so that each is solved once.
    ///
    /// ```
    /// use agon::{Domineering, Game, Partizan};
    ///
    /// /// The value of any position of any ruleset.
    /// fn value<R: Partizan<Position: std::fmt::Debug>>(rules: R, position: R::Position) -> Game {
    ///     rules.value(&position).expect("play ends")
    /// }
    /// assert_eq!(value(Domineering, Domineering::rectangle(2, 1)?), Game::integer(1));
    /// # Ok::<(), agon::partizan::rulesets::RegionError>(())
    /// ```
    type Position: Clone + Eq + Hash;

    /// The positions that the player can move to; none if the player cannot move. An option may be listed twice.
    ///
    /// ```
    /// use agon::{Partizan, Player, ToadsAndFrogs};
    ///
    /// assert_eq!(ToadsAndFrogs.options(Player::Left, &"T.F".parse()?), [".TF".parse()?]);
    /// assert_eq!(ToadsAndFrogs.options(Player::Right, &"T.F".parse()?), ["TF.".parse()?]);
    /// # Ok::<(), agon::partizan::rulesets::ParseToadStripError>(())
    /// ```
    fn options(&self, player: Player, position: &Self::Position) -> Vec<Self::Position>;

    /// The independent components whose sum the position is: each move changes one of them.
    ///
    /// By default the position is its own only component. A component may be replaced by another position of the same
    /// value, such as its mirror image; components of components are taken again until a position is its own only one.
    ///
    /// ```
    /// use agon::{Domineering, Partizan};
    ///
    /// // Two columns that do not touch each other.
    /// assert_eq!(Domineering.components(&".#.|.#.".parse()?).len(), 2);
    /// # Ok::<(), agon::partizan::rulesets::RegionError>(())
    /// ```
    fn components(&self, position: &Self::Position) -> Vec<Self::Position> {
        vec![position.clone()]
    }

    /// A position that is known to have the negative value, such as the same with the players' colours exchanged; `None`, as
    /// by default, if there is none at hand. A solver saves one of two such positions.
    ///
    /// ```
    /// use agon::{Domineering, Partizan, Region, TopplingDominoes};
    ///
    /// // Turned by a quarter, Left's places are Right's.
    /// assert_eq!(Domineering.negative(&Region::rectangle(2, 3)?), Some(Region::rectangle(3, 2)?));
    /// assert_eq!(TopplingDominoes.negative(&"LLR".parse()?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn negative(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// The value of a position in canonical form. A [`PartizanSolver`] remembers values between questions.
    ///
    /// # Errors
    /// [`SolveError`] if a loop or too many positions can be reached.
    ///
    /// ```
    /// use agon::{Partizan, ToadsAndFrogs};
    ///
    /// assert_eq!(ToadsAndFrogs.value(&"T..F".parse()?)?.to_string(), "0");
    /// assert_eq!(ToadsAndFrogs.value(&"T.F".parse()?)?.to_string(), "∗");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn value(&self, position: &Self::Position) -> Result<Game, SolveError<Self::Position>>
    where
        Self: Sized,
    {
        PartizanSolver::new(self).value(position)
    }
}

impl<R: Partizan + ?Sized> Partizan for &R {
    type Position = R::Position;

    fn options(&self, player: Player, position: &Self::Position) -> Vec<Self::Position> {
        (**self).options(player, position)
    }

    fn components(&self, position: &Self::Position) -> Vec<Self::Position> {
        (**self).components(position)
    }

    fn negative(&self, position: &Self::Position) -> Option<Self::Position> {
        (**self).negative(position)
    }
}

/// The ruleset whose options a function lists.
///
/// ```
/// use agon::{Partizan, Player, partizan_from_fn};
///
/// // Subtraction from one heap: Left takes 1 or 2 counters, Right 1 or 3.
/// let rules = partizan_from_fn(|player, n: &u32| {
///     let taken = if player == Player::Left { [1, 2] } else { [1, 3] };
///     taken.iter().filter_map(|t| n.checked_sub(*t)).collect()
/// });
/// let values: Vec<String> = (0..5).map(|n| rules.value(&n).map(|v| v.to_string())).collect::<Result<_, _>>()?;
/// assert_eq!(values, ["0", "∗", "↑", "↑∗", "{↑|∗}"]);
/// # Ok::<(), agon::SolveError<u32>>(())
/// ```
pub fn partizan_from_fn<P, F>(options: F) -> PartizanFromFn<P, F>
where
    P: Clone + Eq + Hash,
    F: Fn(Player, &P) -> Vec<P>,
{
    PartizanFromFn { options, position: PhantomData }
}

/// A ruleset made by [`partizan_from_fn`].
///
/// ```
/// use agon::{Partizan, Player, partizan::PartizanFromFn, partizan_from_fn};
///
/// /// Left takes one counter, Right two, as a ruleset that can be handed on.
/// fn one_or_two() -> PartizanFromFn<u32, fn(Player, &u32) -> Vec<u32>> {
///     partizan_from_fn(|player, n| {
///         let taken = if player == Player::Left { 1 } else { 2 };
///         n.checked_sub(taken).into_iter().collect()
///     })
/// }
/// assert_eq!(one_or_two().value(&2)?.to_string(), "{1|0}");
/// # Ok::<(), agon::SolveError<u32>>(())
/// ```
#[derive(Clone, Copy)]
pub struct PartizanFromFn<P, F> {
    options: F,
    position: PhantomData<fn(&P)>,
}

impl<P, F> Partizan for PartizanFromFn<P, F>
where
    P: Clone + Eq + Hash,
    F: Fn(Player, &P) -> Vec<P>,
{
    type Position = P;

    fn options(&self, player: Player, position: &P) -> Vec<P> {
        (self.options)(player, position)
    }
}

impl<P, F> fmt::Debug for PartizanFromFn<P, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("partizan_from_fn(…)")
    }
}
