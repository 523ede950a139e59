//! Games whose values grow by the same amount in every period, with the finite check that proves it for ever.

use std::fmt::{self, Display};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::period::first_alike;
use super::{HexadecimalGame, Nimber};
use crate::evidence::Certificate;
use crate::interrupt;

/// A proof that the Grundy values of a hexadecimal game are *arithmetic-periodic*: from some heap `e` on,
/// `G(n + p) = G(n) + s`, where the *saltus* `s` is a power of two.
///
/// *Why a finite check is enough.* Write `G(n) = s·q(n) + r(n)` with `r(n) < s`; nim-sums add `r` and `q` apart. Suppose the
/// law holds below a heap `N ≥ 3(e + p) + k`, where `k` is the place of the last non-zero digit. A move leaves at most three
/// heaps, one of them at least `e`. Let the *shape* of a move be the number of counters taken, the heaps below `e`, and the
/// residues modulo `p` of the others; its moves share the nim-sum of the `r`, and the sum `S` of the `q`. The same shapes
/// occur at `N + p`, with `S + 1`.
///
/// 1. The nim-sum of the `q` is at most `S`, and of the same parity. So `s·q + r` is no option if every shape with the
///    nim-sum `r` has `S < q`, or another parity than `q`. If this is so for `G(N)` at `N`, it is for `G(N) + s` at `N + p`.
/// 2. Three heaps with `q ≥ α, β, γ` can have any nim-sum `v` with `γ ≤ v ≤ S − 2 max(α, β)` of the parity of `S`, by
///    `v, h, h`. And where all heaps but one have `q = 0`, the nim-sum can be `v = S`. If such shapes reach all numbers
///    below `G(N)` at `N` and `N + p`, those with `v < 2` by three heaps, and `G(N) ≥ 2s`, they do at `N + 2p`: for `v ≥ 2`
///    the shape that reaches `v − 2` at `N` reaches `v`, and for `v < 2` the one that reaches `v` at `N`.
/// 3. Two heaps with `q ≥ α, β` can have the same `q` if their `S` is even and at least `2 max(α, β)`, so that with at most
///    one heap below `e` beside them the `v` is that heap's, at `N` and at `N + 2p`. This serves for a number with `v < 2`
///    too, if at `N` three heaps reach the number that is `2s` larger; for they still do at `N + 2p`.
///
/// So the law, with these conditions for `2p` heaps from `3(e + p) + k` on, proves itself. The conditions are sufficient, not
/// necessary; games without splits in three are never arithmetic-periodic (R. Austin, 1976). For the theory see S. Howse and
/// R. Nowakowski, *Periodicity and arithmetic-periodicity in hexadecimal games* (2004).
///
/// ```
/// use agon::Certificate;
/// use agon::impartial::{ArithmeticPeriod, HexadecimalGame};
///
/// let game: HexadecimalGame = "0.8".parse()?;
/// let certificate = ArithmeticPeriod::find(&game, 100).expect("its values grow");
/// assert_eq!((certificate.preperiod(), certificate.period(), certificate.saltus()), (1, 3, 1));
/// assert_eq!(certificate.value(3_000_000_001).map(|value| value.size()), Some(1_000_000_000));
/// assert!(certificate.verify());
/// assert_eq!(
///     certificate.to_string(),
///     "shapes of moves that recur (hexadecimal game 0.8: preperiod 1, period 3, saltus 1, heaps 0–18 checked)"
/// );
/// # Ok::<(), agon::impartial::ParseHexadecimalError>(())
/// ```
///
/// In JSON a certificate is the code, preperiod, period, saltus, and all values that entered the check. Reading it back
/// makes the check again, and refuses a record that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArithmeticPeriod {
    game: HexadecimalGame,
    preperiod: usize,
    period: usize,
    saltus: u32,
    /// `G(0), …, G(checked_to)`.
    values: Vec<u32>,
}

impl ArithmeticPeriod {
    /// The least period, with the least preperiod from 1 on, that the values of the heaps below `heaps` prove, if they
    /// prove one.
    ///
    /// `None` says only that this check does not prove one: because of the bound, because the saltus is no power of two,
    /// because the values are periodic or have no such law. What it proves can be a multiple of the least period: for 0.FB it is
    /// `G(n + 4) = G(n) + 4`, although `G(n + 1) = G(n) + 1` from heap 5 on. It can be [interrupted](crate::interrupt).
    ///
    /// # Panics
    /// If `heaps` is more than [`LONGEST_SEQUENCE`](super::LONGEST_SEQUENCE).
    ///
    /// ```
    /// use agon::OctalGame;
    /// use agon::impartial::{ArithmeticPeriod, HexadecimalGame};
    ///
    /// // The check of 0.8 needs the heaps up to 18.
    /// let game: HexadecimalGame = "0.8".parse()?;
    /// assert!(ArithmeticPeriod::find(&game, 18).is_none() && ArithmeticPeriod::find(&game, 19).is_some());
    /// assert!(ArithmeticPeriod::find(&OctalGame::kayles().into(), 500).is_none());
    /// # Ok::<(), agon::impartial::ParseHexadecimalError>(())
    /// ```
    #[must_use]
    pub fn find(game: &HexadecimalGame, heaps: usize) -> Option<Self> {
        let values = game.grundy_sequence(heaps);
        for period in 1..=heaps / 5 {
            interrupt::check();
            let growth = |n: usize| values[n + period].checked_sub(values[n]);
            let Some(saltus) = growth(heaps - period - 1).filter(|saltus| saltus.is_power_of_two()) else {
                continue;
            };
            let grows = |n: &usize| growth(*n) == Some(saltus);
            let preperiod = (1..heaps - period).rev().take_while(grows).last().unwrap_or(heaps);
            let Some(count) = window(game, preperiod, period).filter(|&count| count <= heaps) else {
                continue;
            };
            let values = values[..count].to_vec();
            let certificate = Self { game: game.clone(), preperiod, period, saltus, values };
            if certificate.holds() {
                return Some(certificate);
            }
        }
        None
    }

    /// The game.
    ///
    /// ```
    /// use agon::HexadecimalGame;
    /// use agon::impartial::ArithmeticPeriod;
    ///
    /// let game: HexadecimalGame = "0.8".parse()?;
    /// assert_eq!(ArithmeticPeriod::find(&game, 100).map(|law| law.game().clone()), Some(game));
    /// # Ok::<(), agon::impartial::ParseHexadecimalError>(())
    /// ```
    #[must_use]
    pub fn game(&self) -> &HexadecimalGame {
        &self.game
    }

    /// `e`: from this heap on the values grow by the saltus in every period.
    ///
    /// ```
    /// use agon::impartial::ArithmeticPeriod;
    ///
    /// // 0.8 takes one counter and leaves three heaps: G(0) = 0 stands outside of the law.
    /// let law = ArithmeticPeriod::find(&"0.8".parse()?, 100).expect("its values grow");
    /// assert_eq!(law.preperiod(), 1);
    /// # Ok::<(), agon::impartial::ParseHexadecimalError>(())
    /// ```
    #[must_use]
    pub fn preperiod(&self) -> usize {
        self.preperiod
    }

    /// `p`: `G(n + p) = G(n) + s` for all `n ≥ e`.
    ///
    /// ```
    /// use agon::HexadecimalGame;
    /// use agon::impartial::ArithmeticPeriod;
    ///
    /// let game: HexadecimalGame = "0.8".parse()?;
    /// let law = ArithmeticPeriod::find(&game, 100).expect("its values grow");
    /// let values = game.grundy_sequence(30);
    /// assert!((1..20).all(|n| values[n + law.period()] == values[n] + law.saltus()));
    /// # Ok::<(), agon::impartial::ParseHexadecimalError>(())
    /// ```
    #[must_use]
    pub fn period(&self) -> usize {
        self.period
    }

    /// `s`: by how much the values grow in a period, a power of two.
    ///
    /// ```
    /// use agon::impartial::ArithmeticPeriod;
    ///
    /// let law = ArithmeticPeriod::find(&"0.8".parse()?, 100).expect("its values grow");
    /// assert_eq!((law.period(), law.saltus()), (3, 1));
    /// # Ok::<(), agon::impartial::ParseHexadecimalError>(())
    /// ```
    #[must_use]
    pub fn saltus(&self) -> u32 {
        self.saltus
    }

    /// The largest heap whose value entered the check: `3e + 5p + k − 1`.
    ///
    /// ```
    /// use agon::impartial::ArithmeticPeriod;
    ///
    /// // e = 1, p = 3 and k = 1: 3 + 15 + 1 − 1.
    /// let law = ArithmeticPeriod::find(&"0.8".parse()?, 100).expect("its values grow");
    /// assert_eq!(law.checked_to(), 18);
    /// # Ok::<(), agon::impartial::ParseHexadecimalError>(())
    /// ```
    #[must_use]
    pub fn checked_to(&self) -> usize {
        self.values.len() - 1
    }

    /// The value of a heap of any size; `None` if it is `2³²` or more.
    ///
    /// ```
    /// use agon::impartial::ArithmeticPeriod;
    ///
    /// let certificate = ArithmeticPeriod::find(&"0.8".parse()?, 100).expect("its values grow");
    /// assert_eq!(certificate.value(11).map(|value| value.size()), Some(3));
    /// assert_eq!(certificate.value(u64::MAX), None);
    /// # Ok::<(), agon::impartial::ParseHexadecimalError>(())
    /// ```
    #[must_use]
    pub fn value(&self, heap: u64) -> Option<Nimber> {
        let alike = first_alike(heap, self.preperiod, self.period);
        let periods = (heap - alike as u64) / self.period as u64;
        let grown = u64::from(self.saltus).checked_mul(periods)?.checked_add(self.values[alike].into())?;
        grown.try_into().ok().map(Nimber)
    }

    /// Whether the values grow as they should, and the conditions hold for `2p` heaps.
    fn holds(&self) -> bool {
        let Self { preperiod: e, period: p, saltus, ref values, .. } = *self;
        (e..values.len() - p).all(|n| values[n].checked_add(saltus) == Some(values[n + p]))
            && (values.len() - 2 * p..values.len()).all(|heap| {
                interrupt::check();
                values[heap] / saltus >= 2 && self.is_no_option(heap) && self.reaches_all_below(heap)
            })
    }

    /// The first condition.
    fn is_no_option(&self, heap: usize) -> bool {
        let split = |value: u32| (value / self.saltus, value % self.saltus);
        let (target_q, target_r) = split(self.values[heap]);
        let mut allowed = true;
        self.for_each_shape(heap, |parts| {
            let split = parts.iter().map(|&part| split(self.values[part]));
            let (sum, low) = split.fold((0, 0), |(sum, low), (q, r)| (sum + q, low ^ r));
            allowed &= low != target_r || sum % 2 != target_q % 2 || sum < target_q;
        });
        allowed
    }

    /// The heaps after a move of each shape that leaves a heap of at least `e`. The last one makes up for the counters that
    /// are left; the first heap of each residue stands for all others.
    fn for_each_shape(&self, heap: usize, mut visit: impl FnMut(&[usize])) {
        let (e, others) = (self.preperiod, 1..self.preperiod + self.period);
        let mut complete = |others: &[usize], rest: usize| {
            if let Some(last) = rest.checked_sub(others.iter().sum()).filter(|&last| last >= e) {
                visit(&[others, &[last]].concat());
            }
        };
        for removed in 0..=self.game.last_digit() {
            let (digit, rest) = (self.game.digit(removed), heap - removed);
            if digit & 2 != 0 {
                complete(&[], rest);
            }
            for a in others.clone() {
                if digit & 4 != 0 {
                    complete(&[a], rest);
                }
                if digit & 8 != 0 {
                    (1..=a).for_each(|b| complete(&[a, b], rest));
                }
            }
        }
    }

    /// The second condition, with the third for the least numbers.
    fn reaches_all_below(&self, heap: usize) -> bool {
        let Self { preperiod: e, period: p, saltus, ref values, .. } = *self;
        let bound = values[heap] as usize;
        let saltus_twice = 2 * saltus as usize;
        // The numbers that one growing heap reaches, three, and two equal ones.
        let mut by_one = Reached::below(bound);
        let mut by_three = Reached::below(bound + saltus_twice);
        let mut by_two = Reached::below(bound);
        self.for_each_shape(heap, |parts| {
            let (last, others) = parts.split_last().expect("a shape has a last heap");
            if others.iter().all(|&part| values[part] < saltus) && values[*last] / saltus >= 2 {
                by_one.add(parts.iter().fold(0, |sum, &part| sum ^ values[part]));
            }
        });
        let triples = (0..=self.game.last_digit()).filter(|&removed| self.game.digit(removed) & 8 != 0);
        for rest in triples.map(|removed| heap - removed) {
            for (a, b) in (e..e + p).flat_map(|a| (a..e + p).map(move |b| (a, b))) {
                // The third heap, by its residue: the first one from e on.
                let c = e + (rest - a - b - e) % p;
                let [qa, qb, qc] = [a, b, c].map(|part| values[part] / saltus);
                let low = [a, b, c].iter().fold(0, |low, &part| low ^ (values[part] % saltus));
                let sum = qa + qb + qc + ((rest - a - b - c) / p) as u32;
                for (lowest, pair) in [(qa, qb.max(qc)), (qb, qa.max(qc)), (qc, qa.max(qb))] {
                    let highest = sum.saturating_sub(2 * pair);
                    let first = lowest + (lowest + sum) % 2;
                    for q in (first..=highest).step_by(2) {
                        by_three.add(q * saltus + low);
                    }
                }
            }
        }
        for removed in 0..=self.game.last_digit() {
            let digit = self.game.digit(removed);
            let alone = (digit & 4 != 0).then_some(0);
            let beside = if digit & 8 != 0 { 1..e } else { 1..1 };
            for small in alone.into_iter().chain(beside) {
                let (rest, value) = (heap - removed - small, if small == 0 { 0 } else { values[small] });
                for a in e..e + p {
                    let b = e + (rest - a - e) % p;
                    let [qa, qb] = [a, b].map(|part| values[part] / saltus);
                    let sum = qa + qb + ((rest - a - b) / p) as u32;
                    if sum.is_multiple_of(2) && sum / 2 >= qa.max(qb) {
                        by_two.add(value ^ (values[a] % saltus) ^ (values[b] % saltus));
                    }
                }
            }
        }
        (0..bound).all(|number| {
            by_three.has(number)
                || if number < saltus_twice {
                    by_two.has(number) && by_three.has(number + saltus_twice)
                } else {
                    by_one.has(number)
                }
        })
    }
}

/// Which numbers below a bound are reached.
struct Reached(Vec<bool>);

impl Reached {
    fn below(bound: usize) -> Self {
        Self(vec![false; bound])
    }

    fn add(&mut self, number: u32) {
        if let Some(reached) = self.0.get_mut(number as usize) {
            *reached = true;
        }
    }

    fn has(&self, number: usize) -> bool {
        self.0[number]
    }
}

/// How many heaps, from heap 0, the check needs: `3e + 5p + k`.
fn window(game: &HexadecimalGame, preperiod: usize, period: usize) -> Option<usize> {
    preperiod.checked_mul(3)?.checked_add(period.checked_mul(5)?)?.checked_add(game.last_digit())
}

impl Certificate for ArithmeticPeriod {
    /// Computes the values again and checks the law and its conditions.
    fn verify(&self) -> bool {
        self.preperiod > 0
            && self.period > 0
            && self.saltus.is_power_of_two()
            && window(&self.game, self.preperiod, self.period) == Some(self.values.len())
            && self.values == self.game.grundy_sequence(self.values.len())
            && self.holds()
    }
}

impl Display for ArithmeticPeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, preperiod, period, saltus, .. } = self;
        write!(
            f,
            "shapes of moves that recur (hexadecimal game {game}: preperiod {preperiod}, period {period}, \
             saltus {saltus}, heaps 0–{} checked)",
            self.checked_to()
        )
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "ArithmeticPeriod")]
struct Record {
    game: String,
    preperiod: usize,
    period: usize,
    saltus: u32,
    values: Vec<u32>,
}

impl Serialize for ArithmeticPeriod {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { game, preperiod, period, saltus, values } = self;
        let (game, values) = (game.to_string(), values.clone());
        Record { game, preperiod: *preperiod, period: *period, saltus: *saltus, values }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ArithmeticPeriod {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Record { game, preperiod, period, saltus, values } = Record::deserialize(deserializer)?;
        let game = game.parse().map_err(D::Error::custom)?;
        let certificate = Self { game, preperiod, period, saltus, values };
        certificate.verify().then_some(certificate).ok_or_else(|| {
            D::Error::custom(
                "the record of an arithmetic period does not pass its check: the values are not those of the game, or \
                 do not grow as it says",
            )
        })
    }
}
