//! Powers of ↑, and the sums of their multiples: the uptimals.
//!
//! ```text
//! ↑^[n] = ↑ + ↑² + … + ↑ⁿ = {↑^[n−1] | ∗}        ↑ⁿ = {0 | ∗ − ↑^[n−1]}
//! ```
//!
//! Each power is infinitesimal with respect to the one before: `k·↑ⁿ⁺¹ < ↑ⁿ` for every k. Sums `d₁·↑ + d₂·↑² + …` are therefore
//! ordered like words, by the first digit that differs, and a game has one such expansion at most.
//!
//! Sources: *Winning Ways*, chapter 8; Siegel, *Combinatorial Game Theory*, II.4.

use super::{game::Game, notation::SUPERSCRIPTS};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use std::fmt;

/// The last power of ↑ that is built; its form is nested so deeply.
pub(super) const LAST_POWER: u32 = 100;

/// A game `d₁·↑ + d₂·↑² + … + dₙ·↑ⁿ + ∗m` with whole numbers dᵢ, found by [`Game::uptimal`].
///
/// Printed as a sum, which is read again as a game.
///
/// ```
/// use agon::Game;
///
/// let game: Game = "{^|*}".parse()?;
/// let sum = game.uptimal().expect("↑^[2] is an uptimal");
/// assert_eq!(sum.to_string(), "↑ + ↑²");
/// assert_eq!(sum.to_string().parse::<Game>()?, game);
/// # Ok::<(), agon::partizan::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Uptimal {
    digits: Vec<BigInt>,
    nimber: u32,
}

impl Uptimal {
    /// `d₁, d₂, …, dₙ` with dₙ ≠ 0; none for a nimber.
    ///
    /// ```
    /// use agon::Game;
    ///
    /// let game: Game = "^3 - ^[2] + *".parse()?;
    /// let digits: Vec<i64> = game.uptimal().unwrap().digits().iter().map(|d| d.try_into().unwrap()).collect();
    /// assert_eq!(digits, [2, -1]);
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn digits(&self) -> &[BigInt] {
        &self.digits
    }

    /// The m of the summand `∗m`.
    ///
    /// ```
    /// use agon::Game;
    ///
    /// assert_eq!("^2*".parse::<Game>()?.uptimal().unwrap().nimber(), 1);
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn nimber(&self) -> u32 {
        self.nimber
    }
}

impl fmt::Display for Uptimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let power = |n: usize| match n {
            1 => "↑".to_owned(),
            _ => {
                let digits = n.to_string();
                let raised = digits.bytes().map(|digit| SUPERSCRIPTS[usize::from(digit - b'0')]);
                "↑".chars().chain(raised).collect()
            }
        };
        let mut text = String::new();
        for (n, digit) in (1..).zip(&self.digits).filter(|(_, digit)| !digit.is_zero()) {
            text.push_str(match (text.is_empty(), digit.is_negative()) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            });
            match digit.magnitude().to_u32() {
                Some(1) => text.push_str(&power(n)),
                _ => text.push_str(&format!("{}·{}", digit.magnitude(), power(n))),
            }
        }
        if self.nimber > 0 || text.is_empty() {
            let join = if text.is_empty() { "" } else { " + " };
            text.push_str(&format!("{join}{}", Game::nimber(self.nimber)));
        }
        f.pad(&text)
    }
}

impl Game {
    /// `↑ⁿ = {0 | ∗ − ↑ − ↑² − … − ↑ⁿ⁻¹}`, which is infinitesimal with respect to `↑ⁿ⁻¹`; `None` for n = 0 and n > 100.
    ///
    /// Its text is `↑²`, see [`Game::uptimal`].
    ///
    /// ```
    /// use agon::Game;
    ///
    /// let square = Game::up_power(2).unwrap();
    /// assert_eq!(square, "{0|v*}".parse()?);
    /// assert!(square > Game::zero() && square.times(1000) < Game::up());
    /// assert_eq!(square.atomic_weight().unwrap(), Game::zero());
    /// assert_eq!(Game::up_power(0), None);
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn up_power(n: u32) -> Option<Game> {
        if !(1..=LAST_POWER).contains(&n) {
            return None;
        }
        let below = (1..n).fold(Game::zero(), |sum, _| up_sum_after(sum));
        Some(Game::new([Game::zero()], [Game::star() - below]))
    }

    /// `↑^[n] = ↑ + ↑² + … + ↑ⁿ = {↑^[n−1] | ∗}`; 0 for n = 0, `None` for n > 100.
    ///
    /// ```
    /// use agon::Game;
    ///
    /// assert_eq!(Game::up_power_sum(1), Some(Game::up()));
    /// assert_eq!(Game::up_power_sum(2).unwrap().to_string(), "{↑|∗}");
    /// assert_eq!(Game::up_power_sum(3).unwrap() - Game::up_power_sum(2).unwrap(), Game::up_power(3).unwrap());
    /// ```
    #[must_use]
    pub fn up_power_sum(n: u32) -> Option<Game> {
        (n <= LAST_POWER).then(|| (0..n).fold(Game::zero(), |sum, _| up_sum_after(sum)))
    }

    /// The game as `d₁·↑ + d₂·↑² + … + ∗m`, if it is such a sum; `None` for other games, and for sums that are born after day 100,
    /// unless they are `k·↑ + ∗m`.
    ///
    /// In the texts of games `↑²` is the second power of ↑, `↑[2]` (or `^[2]`) is the sum `↑ + ↑²`, and `↑2` is ↑ twice.
    ///
    /// ```
    /// use agon::Game;
    ///
    /// let uptimal = |text: &str| text.parse::<Game>().unwrap().uptimal().map(|sum| sum.to_string());
    /// assert_eq!(uptimal("{0|v*}").as_deref(), Some("↑²"));
    /// assert_eq!(uptimal("{0|^^*}").as_deref(), Some("3·↑"));
    /// assert_eq!(uptimal("2·↑² - ↑³ + *").as_deref(), Some("2·↑² - ↑³ + ∗"));
    /// assert_eq!(uptimal("{^3|v}"), None);
    /// ```
    #[must_use]
    pub fn uptimal(&self) -> Option<Uptimal> {
        if let Some(name) = self.value().name() {
            let digits = if name.ups.is_zero() { Vec::new() } else { vec![name.ups.clone()] };
            return name.number.is_zero().then_some(Uptimal { digits, nimber: name.nimber });
        }
        let weight = self.atomic_weight().ok()?.as_number().filter(crate::Dyadic::is_integer)?;
        // No digit, no power and no nimber is larger than the birthday.
        let most = self.birthday().to_u32().filter(|birthday| *birthday <= LAST_POWER)?;
        (0..=most).find_map(|nimber| {
            let rest = self - Game::nimber(nimber) - Game::up().times_integer(&weight.numerator());
            let digits = digits_from(rest, 2, most)?;
            Some(Uptimal { digits: [weight.numerator()].into_iter().chain(digits).collect(), nimber })
        })
    }
}

/// `↑^[n+1]` from `↑^[n]`.
fn up_sum_after(sum: Game) -> Game {
    if sum == Game::zero() { Game::up() } else { Game::new([sum], [Game::star()]) }
}

/// The digits from this power of ↑ on of a game that is infinitesimal with respect to the powers before.
fn digits_from(mut rest: Game, first: u32, most: u32) -> Option<Vec<BigInt>> {
    let mut digits = Vec::new();
    for n in first.. {
        if rest == Game::zero() {
            return Some(digits);
        }
        if n > most {
            return None;
        }
        let power = Game::up_power(n)?;
        // The first multiple beside which twice the rest is still smaller than the power.
        let sign = match rest.partial_cmp(&Game::zero())? {
            std::cmp::Ordering::Less => -1,
            _ => 1,
        };
        let step = power.times(sign);
        let mut digit = 0i64;
        while !(rest.times(2) < power && rest.times(-2) < power) {
            crate::interrupt::check();
            if digit == i64::from(most) {
                return None;
            }
            rest -= &step;
            digit += 1;
        }
        digits.push(BigInt::from(sign * digit));
    }
    None
}
