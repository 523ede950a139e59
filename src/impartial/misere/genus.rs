//! The genus of a position.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::impartial::{Nimber, Outcome};

/// The genus `g^{g₀g₁g₂…}` of a game `G`: its Grundy value `g`, and the misère Grundy values `gₙ` of `G + n·∗2`
/// (Conway; *Winning Ways*, chapter 13).
///
/// From some place on the values `gₙ` alternate between two numbers; the notation stops when the last two digits are
/// repeated for ever. Digits of more than one figure are separated by commas.
///
/// | game | genus |
/// |---|---|
/// | no move | `0^{120}` |
/// | `∗` | `1^{031}` |
/// | `∗2` | `2^{20}` |
/// | `∗2 + ∗2` | `0^{02}` |
///
/// ```
/// use agon::impartial::Genus;
///
/// let zero = Genus::from_options([]);
/// let star = Genus::from_options([&zero]);
/// assert_eq!((zero.to_string(), star.to_string()), ("0^{120}".to_owned(), "1^{031}".to_owned()));
/// assert!(zero.outcome().is_n() && star.outcome().is_p());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Genus {
    normal: Nimber,
    /// At least two values; the last two are repeated for ever, and no shorter list says the same.
    misere: Vec<Nimber>,
}

impl Genus {
    /// The genus of a game from those of its options.
    ///
    /// `g` and `g₀` are the values of normal and of misère play. `gₙ₊₁` is the mex of the options' `gₙ₊₁` together with
    /// the two values that a move in one of the `∗2` leads to: `gₙ` (to 0) and `gₙ ⊕ 1` (to `∗`).
    ///
    /// ```
    /// use agon::Genus;
    ///
    /// let zero = Genus::from_options([]);
    /// let star = Genus::from_options([&zero]);
    /// let two = Genus::from_options([&zero, &star]);
    /// assert_eq!(two.to_string(), "2^{20}");
    /// // {∗2} is a game of genus 0^{02}, as ∗2 + ∗2 is.
    /// assert_eq!(Genus::from_options([&two]).to_string(), "0^{02}");
    /// ```
    #[must_use]
    pub fn from_options<'a>(options: impl IntoIterator<Item = &'a Self>) -> Self {
        let options: Vec<&Self> = options.into_iter().collect();
        let normal = Nimber::mex(options.iter().map(|option| option.normal));
        let values = |n: usize| options.iter().map(|option| option.misere(n)).collect::<Vec<_>>();
        let first = values(0);
        let mut misere = vec![if first.is_empty() { Nimber(1) } else { Nimber::mex(first) }];
        // From here on all options alternate, so that a value which comes back after two steps does so for ever.
        let alternating = options.iter().map(|option| option.misere.len() - 2).max().unwrap_or(0);
        loop {
            let (n, last) = (misere.len(), misere[misere.len() - 1]);
            let next = Nimber::mex(values(n).into_iter().chain([last, last + Nimber(1)]));
            misere.push(next);
            if n >= alternating + 2 && misere[n - 2] == next {
                break;
            }
        }
        while let [.., before, _, last] = misere[..]
            && before == last
        {
            misere.pop();
        }
        Self { normal, misere }
    }

    /// `g`, the Grundy value of normal play.
    ///
    /// ```
    /// use agon::{Heaps, MisereSolver, Nimber, OctalGame};
    ///
    /// // The wild rows of Kayles have the values of normal play.
    /// let genus = MisereSolver::new(OctalGame::kayles()).genus(&Heaps::from([5]))?;
    /// assert_eq!((genus.normal(), genus.is_tame()), (Nimber(4), false));
    /// # Ok::<(), agon::SolveError<Heaps>>(())
    /// ```
    #[must_use]
    pub fn normal(&self) -> Nimber {
        self.normal
    }

    /// `gₙ`, the misère Grundy value of the game together with `n` games `∗2`.
    ///
    /// ```
    /// use agon::{Nimber, impartial::Genus};
    ///
    /// let zero = Genus::from_options([]);
    /// assert_eq!([0, 1, 2, 3, 4].map(|n| zero.misere(n)), [1, 2, 0, 2, 0].map(Nimber));
    /// ```
    #[must_use]
    pub fn misere(&self, n: usize) -> Nimber {
        let last = self.misere.len() - 1;
        let at = if n <= last { n } else { last - (n - last) % 2 };
        self.misere[at]
    }

    /// Who wins under misère play: P exactly when `g₀` is 0.
    ///
    /// ```
    /// use agon::{Genus, Outcome};
    ///
    /// let zero = Genus::from_options([]);
    /// assert_eq!(zero.outcome(), Outcome::N, "there is no move, and so no last one that would lose");
    /// assert_eq!(Genus::from_options([&zero]).outcome(), Outcome::P);
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.misere(0).into()
    }

    /// Whether this is the genus of a Nim position: `0^{120}`, `1^{031}`, or `n^{n(n⊕2)}`.
    ///
    /// ```
    /// use agon::{Heaps, MisereSolver, OctalGame};
    ///
    /// // The first row of pins in Kayles with another genus has five of them.
    /// let mut kayles = MisereSolver::new(OctalGame::kayles());
    /// let genus = |pins: u32| kayles.genus(&Heaps::from([pins]));
    /// let wild: Vec<u32> = (0..=9).zip((0..=9).map(genus)).filter(|(_, g)| g.as_ref().is_ok_and(|g| !g.is_tame())).map(|(n, _)| n).collect();
    /// assert_eq!(wild, [5, 9]);
    /// ```
    #[must_use]
    pub fn is_tame(&self) -> bool {
        let n = self.normal;
        self.misere == [n, n + Nimber(2)]
            || (n == Nimber(0) && self.misere == [1, 2, 0].map(Nimber))
            || (n == Nimber(1) && self.misere == [0, 3, 1].map(Nimber))
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: Vec<String> = self.misere.iter().map(|value| value.size().to_string()).collect();
        let separator = if digits.iter().all(|digit| digit.len() == 1) { "" } else { "," };
        f.pad(&format!("{}^{{{}}}", self.normal.size(), digits.join(separator)))
    }
}
