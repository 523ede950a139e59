//! Misère Nim: Bouton's rule, and its five kinds of positions.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Misere;
use crate::evidence::Evidence;
use crate::impartial::{Heaps, Impartial, Nim, NimMove, Nimber, Outcome, Retrograde};

impl Nim {
    /// Who wins if taking the last counter *loses*, by Bouton's rule (1901): as in normal play, by the nim-sum, as long
    /// as some heap has more than one counter; otherwise the player to move loses if the number of heaps is odd.
    ///
    /// ```
    /// use agon::{Heaps, Nim, Outcome};
    ///
    /// assert_eq!(Nim.misere_outcome(&Heaps::from([1, 2, 3])), Outcome::P);
    /// assert_eq!(Nim.misere_outcome(&Heaps::from([1, 1, 1])), Outcome::P);
    /// assert_eq!(Nim.misere_outcome(&Heaps::from([1, 1])), Outcome::N);
    /// ```
    #[must_use]
    pub fn misere_outcome(&self, heaps: &Heaps) -> Outcome {
        NimState::of(heaps).misere_outcome()
    }

    /// The winning moves if taking the last counter *loses*. Equal heaps give one move.
    ///
    /// ```
    /// use agon::{Heaps, Nim};
    ///
    /// // In normal play one would take the whole heap of five.
    /// let moves = Nim.misere_bouton_moves(&Heaps::from([1, 1, 5]));
    /// assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["5 → 1: (1, 1, 1)"]);
    /// ```
    #[must_use]
    pub fn misere_bouton_moves(&self, heaps: &Heaps) -> Vec<NimMove> {
        let sum = heaps.nim_sum().size();
        let mut moves = Vec::new();
        let mut sizes = heaps.sizes().to_vec();
        sizes.dedup();
        for heap in sizes {
            // Where the rule of normal play leads, or to where only heaps of one counter are left.
            let mut targets = vec![heap ^ sum, 0, 1];
            targets.sort_unstable();
            targets.dedup();
            for to in targets.into_iter().filter(|&to| to < heap) {
                let result = heaps.replace(heap, to).filter(|result| self.misere_outcome(result).is_p());
                moves.extend(result.map(|result| NimMove { heap, to, result }));
            }
        }
        moves
    }
}

/// The five kinds of positions of Nim that misère play tells apart.
///
/// `T` says that the nim-sum is 0, `S` that it is not. The number counts the *rich* heaps, those of more than one counter:
/// none, one, or two and more. A single rich heap alone has digits above the last, so that there is no `T1`.
///
/// | state | nim-sum | rich heaps | normal play | misère play |
/// |---|---|---|---|---|
/// | `S0` | 1 | 0 | N | P |
/// | `S1` | ≠ 0 | 1 | N | N |
/// | `S2` | ≠ 0 | ≥ 2 | N | N |
/// | `T0` | 0 | 0 | P | N |
/// | `T2` | 0 | ≥ 2 | P | P |
///
/// ```
/// use agon::{Heaps, impartial::NimState};
///
/// assert_eq!(NimState::of(&Heaps::from([1, 2, 3])), NimState::T2);
/// assert_eq!(NimState::of(&Heaps::from([1, 1, 7])), NimState::S1);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum NimState {
    /// An odd number of heaps of one counter.
    S0,
    /// Exactly one rich heap.
    S1,
    /// At least two rich heaps, and a nim-sum that is not 0.
    S2,
    /// An even number of heaps of one counter; none, for example.
    T0,
    /// At least two rich heaps, and nim-sum 0.
    T2,
}

impl NimState {
    /// The kind of a position.
    ///
    /// ```
    /// use agon::{Heaps, impartial::NimState};
    ///
    /// assert_eq!(NimState::of(&Heaps::from([1, 1, 1])), NimState::S0);
    /// assert_eq!(NimState::of(&Heaps::from([2, 5, 7])), NimState::T2);
    /// ```
    #[must_use]
    pub fn of(heaps: &Heaps) -> Self {
        let rich = heaps.sizes().iter().filter(|&&size| size > 1).count();
        match (rich, heaps.nim_sum() == Nimber::ZERO) {
            (0, true) => Self::T0,
            (0, false) => Self::S0,
            (1, _) => Self::S1,
            (_, true) => Self::T2,
            (_, false) => Self::S2,
        }
    }

    /// Whether the nim-sum is 0.
    ///
    /// ```
    /// use agon::impartial::NimState;
    ///
    /// assert!(NimState::T0.is_balanced() && NimState::T2.is_balanced() && !NimState::S1.is_balanced());
    /// ```
    #[must_use]
    pub const fn is_balanced(self) -> bool {
        matches!(self, Self::T0 | Self::T2)
    }

    /// Who wins if taking the last counter wins.
    ///
    /// ```
    /// use agon::{Outcome, impartial::NimState};
    ///
    /// assert_eq!((NimState::S0.normal_outcome(), NimState::T0.normal_outcome()), (Outcome::N, Outcome::P));
    /// ```
    #[must_use]
    pub const fn normal_outcome(self) -> Outcome {
        if self.is_balanced() { Outcome::P } else { Outcome::N }
    }

    /// Who wins if taking the last counter loses.
    ///
    /// ```
    /// use agon::{Outcome, impartial::NimState};
    ///
    /// // Without rich heaps misère play is the opposite of normal play; with them it is the same.
    /// assert_eq!((NimState::S0.misere_outcome(), NimState::T0.misere_outcome()), (Outcome::P, Outcome::N));
    /// assert_eq!((NimState::S2.misere_outcome(), NimState::T2.misere_outcome()), (Outcome::N, Outcome::P));
    /// ```
    #[must_use]
    pub const fn misere_outcome(self) -> Outcome {
        if matches!(self, Self::S0 | Self::T2) { Outcome::P } else { Outcome::N }
    }

    /// The ten theorems from which the table above follows, each examined in all positions of at most `heaps` heaps of
    /// at most `size` counters. Outcomes are found by retrograde analysis, which knows no nim-sums.
    ///
    /// 1. from every `S` some move leads to a `T`; 2. from a `T` every move leads to an `S`; 3. and 4. in normal play `S`
    ///    is won and `T` lost; 5. in misère play `S0` is lost and `T0` won; 6. `S1` is won; 7. no move leads from `S2` to
    ///    `T0`; 8. from every `S2` some move leads to a `T2`; 9. `S2` is won; 10. `T2` is lost.
    ///
    /// # Panics
    /// If there are more positions than retrograde analysis [labels](Retrograde::LIMIT).
    ///
    /// ```
    /// use agon::impartial::NimState;
    ///
    /// let theorems = NimState::theorems(3, 5);
    /// assert_eq!(theorems[6].to_string(), "verified up to 0–3 heaps, heaps ≤ 5 (40 cases): 7. no move leads from S2 to T0");
    /// assert!(theorems.iter().all(|theorem| theorem.holds()));
    /// ```
    #[must_use]
    pub fn theorems(heaps: usize, size: u32) -> Vec<Evidence> {
        let most = Retrograde::<Heaps>::LIMIT;
        assert!(
            count_within(heaps, size).is_some_and(|count| count < most as u64),
            "the positions of at most {heaps} heaps of at most {size} counters are too many: {most} can be labelled"
        );
        let positions: Vec<Heaps> = Heaps::multisets(0..=heaps, 0..=size).collect();
        let normal = Retrograde::label(&Nim, positions.iter().cloned());
        let misere = Retrograde::reachable_from(&Misere(Nim), positions.iter().cloned().map(Into::into));
        let (Ok(normal), Ok(misere)) = (normal, misere) else {
            unreachable!("the positions are closed under moves, and each move takes counters");
        };
        let bound = format!("0–{heaps} heaps, heaps ≤ {size}");
        let check = |statement: &str, states: &[Self], law: &dyn Fn(&Heaps) -> bool| {
            let cases = positions.iter().filter(|heaps| states.contains(&Self::of(heaps)));
            Evidence::check(statement, bound.clone(), cases, |heaps| law(heaps))
        };
        let next = |heaps: &Heaps| Nim.options(heaps).into_iter().map(|option| Self::of(&option));
        let normally = |outcome| move |heaps: &Heaps| normal.outcome(heaps) == Some(outcome);
        let (wins, loses) = (normally.clone()(Outcome::N), normally(Outcome::P));
        let misere = |outcome| {
            let labels = &misere;
            move |heaps: &Heaps| labels.outcome(&heaps.clone().into()) == Some(outcome)
        };
        let (wins_misere, loses_misere) = (misere(Outcome::N), misere(Outcome::P));
        let unbalanced = [Self::S0, Self::S1, Self::S2];
        let balanced = [Self::T0, Self::T2];
        vec![
            check("1. from every S some move leads to a T", &unbalanced, &|heaps| {
                next(heaps).any(Self::is_balanced)
            }),
            check("2. from a T every move leads to an S", &balanced, &|heaps| {
                !next(heaps).any(Self::is_balanced)
            }),
            check("3. in normal play every S is won", &unbalanced, &wins),
            check("4. in normal play every T is lost", &balanced, &loses),
            check(
                "5. in misère play every S0 is lost and every T0 is won",
                &[Self::S0, Self::T0],
                &|heaps| {
                    if Self::of(heaps) == Self::S0 { loses_misere(heaps) } else { wins_misere(heaps) }
                },
            ),
            check("6. in misère play every S1 is won", &[Self::S1], &wins_misere),
            check("7. no move leads from S2 to T0", &[Self::S2], &|heaps| {
                next(heaps).all(|state| state != Self::T0)
            }),
            check("8. from every S2 some move leads to a T2", &[Self::S2], &|heaps| {
                next(heaps).any(|state| state == Self::T2)
            }),
            check("9. in misère play every S2 is won", &[Self::S2], &wins_misere),
            check("10. in misère play every T2 is lost", &[Self::T2], &loses_misere),
        ]
    }
}

/// How many positions of at most `heaps` heaps of at most `size` counters there are: C(heaps + size + 1, heaps).
fn count_within(heaps: usize, size: u32) -> Option<u64> {
    let (heaps, sizes) = (heaps as u64, u64::from(size) + 1);
    let (fewer, more) = (heaps.min(sizes), heaps.max(sizes));
    (1..=fewer).try_fold(1u64, |count, k| Some(count.checked_mul(more.checked_add(k)?)? / k))
}

impl fmt::Display for NimState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
