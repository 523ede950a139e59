//! Domineering: Left places vertical dominoes, Right horizontal ones.

use super::region::{Region, RegionError, Square};
use crate::listing::admit_options;
use crate::partizan::{Partizan, Player};

/// Domineering (Göran Andersson; also Crosscram). Left covers two free squares one above the other with a domino, Right
/// two side by side; who cannot move loses.
///
/// A position is a [`Region`]. It falls apart into connected parts; single squares are dead, and mirror images have the
/// same value. Turned by a quarter, a region has the negative value.
///
/// ```
/// use agon::{Domineering, Partizan};
///
/// assert_eq!(Domineering.value(&Domineering::rectangle(3, 3)?)?.to_string(), "±1");
/// assert_eq!(Domineering.value(&".#|.#|..".parse()?)?.to_string(), "1/2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Domineering;

/// The two squares that a domino covers, in ascending order.
///
/// ```
/// use agon::{Domineering, Player, Region, partizan::rulesets::Placement};
///
/// let places: Vec<Placement> = Domineering::placements(Player::Left, &Region::rectangle(2, 2)?);
/// assert_eq!(places, [[(0, 0), (1, 0)], [(0, 1), (1, 1)]]);
/// # Ok::<(), agon::partizan::rulesets::RegionError>(())
/// ```
pub type Placement = [Square; 2];

impl Domineering {
    /// The full board of so many rows and columns.
    ///
    /// # Errors
    /// [`RegionError::TooLarge`].
    ///
    /// ```
    /// use agon::{Domineering, Partizan};
    ///
    /// // A column of 2n squares is n moves for Left.
    /// assert_eq!(Domineering.value(&Domineering::rectangle(8, 1)?)?, agon::Game::integer(4));
    /// assert!(Domineering::rectangle(1 << 13, 1 << 13).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rectangle(rows: u32, columns: u32) -> Result<Region, RegionError> {
        Region::rectangle(rows, columns)
    }

    /// Where the player can place a domino, row by row; [`options`](Partizan::options) has the same order.
    ///
    /// ```
    /// use agon::{Domineering, Player};
    ///
    /// let l = ".#|..".parse()?;
    /// assert_eq!(Domineering::placements(Player::Left, &l), [[(0, 0), (1, 0)]]);
    /// assert_eq!(Domineering::placements(Player::Right, &l), [[(1, 0), (1, 1)]]);
    /// # Ok::<(), agon::partizan::rulesets::RegionError>(())
    /// ```
    #[must_use]
    pub fn placements(player: Player, region: &Region) -> Vec<Placement> {
        let (down, along) = if player == Player::Left { (1, 0) } else { (0, 1) };
        let domino = |square: Square| [square, (square.0 + down, square.1 + along)];
        region.squares().map(domino).filter(|[_, second]| region.is_free(*second)).collect()
    }
}

impl Partizan for Domineering {
    type Position = Region;

    /// The placements row by row.
    ///
    /// # Panics
    /// If the options would have more than 2²⁵ squares together.
    fn options(&self, player: Player, region: &Region) -> Vec<Region> {
        let placements = Self::placements(player, region);
        admit_options(placements.len() as u64, region.area());
        placements.iter().map(|domino| region.without(domino)).collect()
    }

    fn components(&self, region: &Region) -> Vec<Region> {
        region.parts()
    }

    /// The region turned by a quarter, if it is connected.
    fn negative(&self, region: &Region) -> Option<Region> {
        region.quarter_turn().parts().pop().filter(|part| part.area() == region.area())
    }
}
