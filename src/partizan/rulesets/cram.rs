//! Cram: either player places a domino either way.

use super::domineering::Domineering;
use super::region::Region;
use crate::impartial::Impartial;
use crate::listing::admit_options;
use crate::partizan::Player;

/// Cram, the impartial twin of [`Domineering`]: a move covers two neighbouring free squares, whichever way they lie; who
/// cannot move loses.
///
/// On a strip of n squares it is Dawson's Kayles, the octal game 0.07. Where both sides of a rectangle are even the second
/// player wins by answering each move with its image under the half turn; where just one is, the first player wins by
/// beginning in the centre (M. Gardner, *Scientific American*, February 1974).
///
/// ```
/// use agon::{Cram, Nimber, Region, Solver};
///
/// let mut solver = Solver::new(Cram);
/// assert_eq!(solver.grundy(&Region::rectangle(2, 4)?)?, Nimber(0));
/// assert_eq!(solver.grundy(&Region::rectangle(2, 3)?)?, Nimber(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cram;

impl Impartial for Cram {
    type Position = Region;

    /// The vertical placements, then the horizontal ones.
    ///
    /// # Panics
    /// If the options would have more than 2²⁵ squares together.
    fn options(&self, region: &Region) -> Vec<Region> {
        let placements = Player::BOTH.map(|player| Domineering::placements(player, region)).concat();
        admit_options(placements.len() as u64, region.area());
        placements.iter().map(|domino| region.without(domino)).collect()
    }

    fn components(&self, region: &Region) -> Vec<Region> {
        region.parts()
    }
}
