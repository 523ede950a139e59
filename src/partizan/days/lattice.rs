//! That the games born by a day are a distributive lattice, as a certificate.

use super::{
    DayOrder,
    day::{Day, Family},
};
use crate::evidence::Certificate;
use crate::partizan::Game;
use serde::Serialize;
use std::fmt;
use thiserror::Error;

/// The games of a day are a distributive lattice: every two of them were inspected.
///
/// A finite order is a distributive lattice exactly when every two elements have a join, there is a least element, and
/// the join-irreducibles below a join are those below one of its two parts (Birkhoff). Made by
/// [`DayOrder::distributive_lattice`] only.
///
/// ```
/// use agon::{Evidence, partizan::days::day_order};
/// let certificate = day_order(2)?.distributive_lattice()?;
/// assert_eq!(certificate.to_string(), "231 joins and meets of the 22 games born by day 2, 8 of them join-irreducible");
/// assert!(Evidence::proven("day 2 is a distributive lattice", &certificate)?.is_proven());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// In JSON the counts stand with the day and the family of games (`all` or `all-small`), from which
/// [`day_order`](super::day_order) or [`all_small_order`](super::all_small_order) makes the certificate again.
#[derive(Clone, Debug, Serialize)]
pub struct LatticeCertificate {
    day: u32,
    family: Family,
    games: usize,
    join_irreducibles: usize,
    #[serde(skip)]
    order: DayOrder,
}

/// Two games that have no join or no meet, or whose join-irreducibles show that the lattice is not distributive.
///
/// ```
/// use agon::partizan::days::all_small_order;
///
/// // ↑ and ↑∗ have no common upper bound on day 2.
/// let error = all_small_order(2)?.distributive_lattice().unwrap_err();
/// assert_eq!(error.day, 2);
/// # Ok::<(), agon::partizan::days::DayTooLate>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{first} and {second} have {missing} among the games of day {day}")]
pub struct NoLattice {
    /// The day.
    pub day: u32,
    /// One game.
    pub first: Game,
    /// The other.
    pub second: Game,
    missing: &'static str,
}

impl DayOrder {
    /// Inspects every two games of this day.
    ///
    /// # Errors
    ///
    /// Two games that show that the order is no lattice, or not a distributive one.
    ///
    /// ```
    /// use agon::{Certificate, partizan::days::day_order};
    ///
    /// // Theorem of Calistrate, Paulhus and Wolfe, for day 2.
    /// assert!(day_order(2)?.distributive_lattice()?.verify());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distributive_lattice(&self) -> Result<LatticeCertificate, NoLattice> {
        let irreducibles = self.join_irreducibles();
        let irreducibles_below = |game: usize| -> Vec<u64> {
            let bit = |(place, &i): (usize, &usize)| u64::from(self.at_most(i, game)) << place;
            irreducibles.chunks(64).map(|part| part.iter().enumerate().map(bit).sum()).collect()
        };
        let irreducibles_below: Vec<Vec<u64>> = (0..self.games().len()).map(irreducibles_below).collect();
        for j in 0..self.games().len() {
            crate::interrupt::check();
            for i in 0..j {
                let failed = |missing| {
                    let [first, second] = [i, j].map(|index| self.games()[index].clone());
                    NoLattice { day: self.day, first, second, missing }
                };
                let join = self.join_index(i, j).ok_or_else(|| failed("no join"))?;
                self.meet_index(i, j).ok_or_else(|| failed("no meet"))?;
                let parts = irreducibles_below[i].iter().zip(&irreducibles_below[j]).map(|(a, b)| a | b);
                let distributive = irreducibles_below[join].iter().copied().eq(parts);
                if !distributive {
                    return Err(failed("a join above another join-irreducible"));
                }
            }
        }
        Ok(LatticeCertificate {
            day: self.day,
            family: self.family,
            games: self.games().len(),
            join_irreducibles: irreducibles.len(),
            order: self.clone(),
        })
    }
}

impl LatticeCertificate {
    /// The day.
    ///
    /// ```
    /// assert_eq!(agon::partizan::days::day_order(2)?.distributive_lattice()?.day(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn day(&self) -> u32 {
        self.day
    }

    /// How many join-irreducible games there are; a longest chain has one game more.
    ///
    /// ```
    /// use agon::partizan::days::day_order;
    ///
    /// let lattice = day_order(2)?.distributive_lattice()?;
    /// assert_eq!(lattice.join_irreducibles() + 1, day_order(2)?.longest_chain());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn join_irreducibles(&self) -> usize {
        self.join_irreducibles
    }
}

impl Certificate for LatticeCertificate {
    /// Builds the day anew and inspects every two games again.
    fn verify(&self) -> bool {
        let order = DayOrder::of(&Day::by(self.day, self.family));
        order.games() == self.order.games()
            && order.distributive_lattice().is_ok_and(|again| {
                (again.games, again.join_irreducibles) == (self.games, self.join_irreducibles)
            })
    }
}

impl fmt::Display for LatticeCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LatticeCertificate { day, family, games, join_irreducibles, .. } = self;
        let pairs = games * games.saturating_sub(1) / 2;
        let family = match family {
            Family::All => "",
            Family::AllSmall => "all-small ",
        };
        write!(
            f,
            "{pairs} joins and meets of the {games} {family}games born by day {day}, {join_irreducibles} of them \
             join-irreducible"
        )
    }
}
