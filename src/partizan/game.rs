//! The game value type.

use super::{canonical, name::Name, player::Player, recursion::resolve, sum::named, value::Value};
use crate::hash::HashMap;
use crate::surreal::Dyadic;
use num_bigint::{BigInt, BigUint};
use num_traits::Zero;
use serde::{Deserialize, Serialize};
use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

/// A short game `{L | R}` under normal play: a form, and what it is worth.
///
/// - `==`, `<`, `compare` and `Hash` are about the **value**: `{-1|1} == 0`. Two games can be neither `<` nor `==` nor
///   `>`: they are confused, and [`partial_cmp`](PartialOrd::partial_cmp) is `None`.
/// - [`identical`](Game::identical), [`options`](Game::options) and [`literal`](Game::literal) are about the **form**.
/// - `+`, `-` and [`times`](Game::times) answer in canonical form.
///
/// Cloning copies one pointer and a count. In JSON a game is its [`literal`](Game::literal) text or its name.
///
/// ```
/// use agon::Game;
/// let zero = Game::new([Game::integer(-1)], [Game::integer(1)]);
/// assert_eq!(zero, Game::zero());
/// assert!(!zero.identical(&Game::zero()));
/// assert_eq!(zero.to_string(), "0");
/// assert_eq!(zero.literal(), "{-1|1}");
/// ```
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Game {
    value: Value,
    /// The options as written; `None` for the canonical form.
    form: Option<Arc<Form>>,
}

struct Form {
    options: [Box<[Game]>; 2],
    birthday: BigUint,
}

/// A form can be nested deeper than the stack: the owners of the last references are taken apart one by one.
impl Drop for Form {
    fn drop(&mut self) {
        let mut pending = self.take_nested();
        while let Some(form) = pending.pop() {
            if let Some(mut form) = Arc::into_inner(form) {
                pending.append(&mut form.take_nested());
            }
        }
    }
}

impl Form {
    fn take_nested(&mut self) -> Vec<Arc<Form>> {
        self.options.iter_mut().flatten().filter_map(|option| option.form.take()).collect()
    }
}

impl Game {
    pub(super) fn from_value(value: Value) -> Game {
        Game { value, form: None }
    }

    pub(super) fn value(&self) -> Value {
        self.value
    }

    /// The game with these options, `{left | right}`. Options are sets: an identical option is kept once.
    ///
    /// ```
    /// use agon::Game;
    /// let half = Game::new([Game::zero()], [Game::integer(1)]);
    /// assert_eq!(half.to_string(), "1/2");
    /// assert_eq!(Game::new([], []), Game::zero());
    /// ```
    #[must_use]
    pub fn new(left: impl IntoIterator<Item = Game>, right: impl IntoIterator<Item = Game>) -> Game {
        let options = [distinct(left), distinct(right)];
        let [left, right] =
            [0, 1].map(|side: usize| options[side].iter().map(|option| option.value).collect());
        let value = canonical::value_of(left, right);
        let same = |player: Player| {
            let (written, canonical) = (&options[player as usize], value.games(player));
            written.len() == canonical.len()
                && written.iter().all(|o| o.form.is_none() && canonical.contains(o))
        };
        if Player::BOTH.into_iter().all(same) {
            return Game::from_value(value);
        }
        let birthday = options.iter().flatten().map(Game::formal_birthday).max();
        let birthday = birthday.map_or_else(BigUint::zero, |day| day + 1u8);
        let form = Form { options: options.map(Vec::into_boxed_slice), birthday };
        Game { value, form: Some(Arc::new(form)) }
    }

    /// `0 = {|}`: who moves loses.
    ///
    /// ```
    /// use agon::{Game, OutcomeClass};
    ///
    /// assert_eq!(Game::zero().outcome(), OutcomeClass::Previous);
    /// assert_eq!(Game::zero().literal(), "{|}");
    /// ```
    #[must_use]
    pub fn zero() -> Game {
        Game::integer(0)
    }

    /// `∗ = {0|0}`, the nimber of a heap of one: who moves wins.
    ///
    /// ```
    /// use agon::Game;
    ///
    /// assert_eq!(Game::star() + Game::star(), Game::zero());
    /// assert_eq!(Game::star().literal(), "{0|0}");
    /// ```
    #[must_use]
    pub fn star() -> Game {
        Game::nimber(1)
    }

    /// `↑ = {0|∗}`, a positive game smaller than every positive number.
    ///
    /// ```
    /// use agon::{Dyadic, Game};
    ///
    /// // However small the number, ↑ is smaller.
    /// let small = Game::from(Dyadic::new(1, 1000));
    /// assert!(Game::zero() < Game::up() && Game::up().times(1_000_000) < small);
    /// assert_eq!((Game::up() + Game::star()).literal(), "{0,∗|0}");
    /// ```
    #[must_use]
    pub fn up() -> Game {
        named(Name { number: Dyadic::zero(), ups: BigInt::from(1), nimber: 0 })
    }

    /// `↓ = {∗|0} = −↑`.
    ///
    /// ```
    /// use agon::Game;
    ///
    /// assert_eq!(Game::down(), -Game::up());
    /// ```
    #[must_use]
    pub fn down() -> Game {
        named(Name { number: Dyadic::zero(), ups: BigInt::from(-1), nimber: 0 })
    }

    /// `∗n = {0, ∗, …, ∗(n−1) | 0, ∗, …, ∗(n−1)}`, a Nim heap of n. Any size is cheap, as long as nobody lists the options.
    ///
    /// ```
    /// use agon::Game;
    /// assert_eq!(Game::nimber(2) + Game::nimber(3), Game::star());
    /// assert_eq!(Game::nimber(2).literal(), "{0,∗|0,∗}");
    /// ```
    #[must_use]
    pub fn nimber(n: u32) -> Game {
        named(Name { number: Dyadic::zero(), ups: BigInt::zero(), nimber: n })
    }

    /// The integer n: `{n−1|}` for n > 0, `{|n+1}` for n < 0. Any size is cheap.
    ///
    /// ```
    /// use agon::Game;
    /// assert_eq!(Game::integer(2).literal(), "{1|}");
    /// ```
    #[must_use]
    pub fn integer(n: impl Into<BigInt>) -> Game {
        Game::from(Dyadic::from(n.into()))
    }

    /// The switch `±x = {x | −x}`.
    ///
    /// ```
    /// use agon::Game;
    /// assert_eq!(Game::switch(&Game::integer(2)).to_string(), "±2");
    /// ```
    #[must_use]
    pub fn switch(x: &Game) -> Game {
        Game::new([x.clone()], [-x])
    }

    /// Tiny-x, `⧾ₓ = {0 || 0 | −x}`: for a number x > 0 a positive infinitesimal, smaller than every multiple of ↑ and
    /// the smaller the larger x is.
    ///
    /// ```
    /// use agon::Game;
    /// let [tiny_1, tiny_2] = [1, 2].map(|x| Game::tiny(&Game::integer(x)));
    /// assert_eq!(tiny_1.to_string(), "⧾₁");
    /// assert!(Game::zero() < tiny_2.times(100) && tiny_2.times(100) < tiny_1 && tiny_1.times(100) < Game::up());
    /// ```
    #[must_use]
    pub fn tiny(x: &Game) -> Game {
        Game::new([Game::zero()], [Game::new([Game::zero()], [-x])])
    }

    /// Miny-x, `⧿ₓ = {x | 0 || 0} = −⧾ₓ`.
    ///
    /// ```
    /// use agon::Game;
    ///
    /// let miny = Game::miny(&Game::integer(2));
    /// assert_eq!((miny.to_string(), miny.clone()), ("⧿₂".to_owned(), -Game::tiny(&Game::integer(2))));
    /// assert!(Game::down() < miny && miny < Game::zero());
    /// ```
    #[must_use]
    pub fn miny(x: &Game) -> Game {
        Game::new([Game::new([x.clone()], [Game::zero()])], [Game::zero()])
    }

    /// The options of a player: the positions that the player can move to.
    ///
    /// # Panics
    ///
    /// If the canonical form is `x + ∗n` with a number x and n above 2²², which has too many options to be listed.
    ///
    /// ```
    /// use agon::{Game, Player};
    ///
    /// let game: Game = "{0,*|1}".parse()?;
    /// assert_eq!(game.options(Player::Left), [Game::zero(), Game::star()]);
    /// assert_eq!(game.options(Player::Right), [Game::integer(1)]);
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn options(&self, player: Player) -> &[Game] {
        match &self.form {
            Some(form) => &form.options[player as usize],
            None => self.value.games(player),
        }
    }

    /// How many options both players have together, without listing them.
    pub(crate) fn count_options(&self) -> u64 {
        match self.value.name() {
            Some(name) if self.form.is_none() && name.ups.is_zero() && name.nimber > 0 => {
                2 * u64::from(name.nimber)
            }
            _ => Player::BOTH.map(|player| self.options(player).len() as u64).iter().sum(),
        }
    }

    /// Left's options, as [`options`](Self::options).
    ///
    /// ```
    /// use agon::Game;
    ///
    /// let game: Game = "{1|-1}".parse()?;
    /// assert_eq!(game.left_options(), [Game::from(1)]);
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn left_options(&self) -> &[Game] {
        self.options(Player::Left)
    }

    /// Right's options, as [`options`](Self::options).
    ///
    /// ```
    /// use agon::Game;
    ///
    /// let game: Game = "{1|-1}".parse()?;
    /// assert_eq!(game.right_options(), [Game::from(-1)]);
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn right_options(&self) -> &[Game] {
        self.options(Player::Right)
    }

    /// The one form of this value without dominated options and reversible moves.
    /// Two games are equal exactly when their canonical forms are identical.
    ///
    /// ```
    /// use agon::Game;
    /// let game: Game = "{0|^}".parse()?; // passes "left < right" and is no number
    /// assert_eq!(game.canonical_form().to_string(), "↑2∗");
    /// let game: Game = "{*|*}".parse()?; // fails "left < right" and is a number
    /// assert_eq!(game.canonical_form().to_string(), "0");
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn canonical_form(&self) -> Game {
        Game::from_value(self.value)
    }

    /// Whether this is the canonical form of its value.
    ///
    /// ```
    /// use agon::Game;
    ///
    /// let form: Game = "{-1|1}".parse()?;
    /// assert!(!form.is_canonical() && form.canonical_form().is_canonical());
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn is_canonical(&self) -> bool {
        self.form.is_none()
    }

    /// Whether both games are the same form: the same sets of identical options.
    ///
    /// ```
    /// use agon::Game;
    ///
    /// let form: Game = "{*|*}".parse()?;
    /// assert!(form == Game::zero() && !form.identical(&Game::zero()));
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn identical(&self, other: &Game) -> bool {
        identical(self, other)
    }

    /// The day on which this value first appears: one day after the last option of the canonical form.
    ///
    /// ```
    /// use agon::Game;
    /// let zero: Game = "{-1|1}".parse()?;
    /// assert_eq!(zero.birthday(), 0u8.into());
    /// assert_eq!(zero.formal_birthday(), 2u8.into());
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn birthday(&self) -> BigUint {
        self.value.birthday().clone()
    }

    /// The height of this form: one day after its last option, 0 for `{|}`.
    ///
    /// ```
    /// use agon::Game;
    ///
    /// // The form {*|*} is born on day 2, its value 0 on day 0.
    /// let form: Game = "{*|*}".parse()?;
    /// assert_eq!(form.formal_birthday(), 2_u32.into());
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn formal_birthday(&self) -> BigUint {
        match &self.form {
            Some(form) => form.birthday.clone(),
            None => self.birthday(),
        }
    }

    /// Whether the value is a number: all options of the canonical form are numbers, and each left one is smaller
    /// than each right one.
    ///
    /// ```
    /// use agon::Game;
    ///
    /// // The comparison of options is for options that are numbers.
    /// let cases = ["{0|1}", "{0|↑}", "{*|*}", "{1|-1}"].map(|text| text.parse::<Game>().map(|game| game.is_number()));
    /// assert_eq!(cases, [Ok(true), Ok(false), Ok(true), Ok(false)]);
    /// ```
    #[must_use]
    pub fn is_number(&self) -> bool {
        self.value.is_number()
    }

    /// The number that this game equals; `None` if it equals none.
    ///
    /// ```
    /// use agon::Game;
    /// let game: Game = "{1/4|1}".parse()?;
    /// assert_eq!(game.as_number(), Some("1/2".parse()?));
    /// assert_eq!(Game::star().as_number(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn as_number(&self) -> Option<Dyadic> {
        self.value.name().filter(|name| name.is_number()).map(|name| name.number.clone())
    }

    /// x and ε, when the value is x + ε with a number x and a named all-small game ε = `k·↑ + ∗n`.
    pub(crate) fn number_and_rest(&self) -> Option<(Dyadic, Game)> {
        let name = self.value.name()?;
        Some((name.number.clone(), named(Name { number: Dyadic::zero(), ..name.clone() })))
    }

    /// The n for which this game equals `∗n`, where 0 is `∗0`; `None` if it equals no nimber.
    ///
    /// ```
    /// use agon::Game;
    ///
    /// assert_eq!("{0,*|0,*}".parse::<Game>()?.as_nimber(), Some(2));
    /// assert_eq!(Game::up().as_nimber(), None);
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn as_nimber(&self) -> Option<u32> {
        let name = self.value.name()?;
        (name.number.is_zero() && name.ups.is_zero()).then_some(name.nimber)
    }

    /// The mirror image of the form, for [`Neg`](std::ops::Neg).
    pub(super) fn mirrored(&self) -> Game {
        mirrored(self)
    }
}

fn distinct(options: impl IntoIterator<Item = Game>) -> Vec<Game> {
    let mut kept: Vec<Game> = Vec::new();
    for option in options {
        if !kept.iter().any(|other| other.value == option.value && other.identical(&option)) {
            kept.push(option);
        }
    }
    kept
}

/// A form by its place in memory.
#[derive(Clone, Copy)]
struct Place<'a>(&'a Arc<Form>);

impl PartialEq for Place<'_> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(self.0, other.0)
    }
}

impl Eq for Place<'_> {}

impl Hash for Place<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(self.0).hash(state);
    }
}

/// Two forms are compared once, however many paths lead to them.
fn identical(a: &Game, b: &Game) -> bool {
    enum Pair<'a> {
        Decided(bool),
        Forms(Place<'a>, Place<'a>),
    }
    fn pair<'a>(a: &'a Game, b: &'a Game) -> Pair<'a> {
        match (&a.form, &b.form) {
            _ if a.value != b.value => Pair::Decided(false),
            (None, None) => Pair::Decided(true),
            (Some(a), Some(b)) if Arc::ptr_eq(a, b) => Pair::Decided(true),
            (Some(a), Some(b)) if a.birthday == b.birthday => Pair::Forms(Place(a), Place(b)),
            _ => Pair::Decided(false),
        }
    }
    let root = match pair(a, b) {
        Pair::Decided(result) => return result,
        Pair::Forms(a, b) => (a, b),
    };
    resolve(root, &mut HashMap::default(), |(Place(a), Place(b)), ask| {
        for (a, b) in a.options.iter().zip(&b.options) {
            if a.len() != b.len() {
                return Some(false);
            }
            for option in a {
                let mut found = false;
                for other in b {
                    found = match pair(option, other) {
                        Pair::Decided(result) => result,
                        Pair::Forms(a, b) => ask((a, b))?,
                    };
                    if found {
                        break;
                    }
                }
                if !found {
                    return Some(false);
                }
            }
        }
        Some(true)
    })
}

fn mirrored(game: &Game) -> Game {
    let Some(form) = &game.form else {
        return Game::from_value(game.value.negative());
    };
    let form = resolve(Place(form), &mut HashMap::default(), |Place(form), ask| {
        let options = [mirrored_side(&form.options[1], ask)?, mirrored_side(&form.options[0], ask)?];
        Some(Arc::new(Form { options, birthday: form.birthday.clone() }))
    });
    Game { value: game.value.negative(), form: Some(form) }
}

fn mirrored_side<'a>(
    side: &'a [Game],
    mirror: &mut dyn FnMut(Place<'a>) -> Option<Arc<Form>>,
) -> Option<Box<[Game]>> {
    let option = |option: &'a Game| {
        let form = match &option.form {
            Some(form) => Some(mirror(Place(form))?),
            None => None,
        };
        Some(Game { value: option.value.negative(), form })
    };
    side.iter().map(option).collect()
}

impl Hash for Game {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

impl Default for Game {
    /// `0`.
    fn default() -> Game {
        Game::zero()
    }
}

impl From<Dyadic> for Game {
    /// The canonical form of the number.
    fn from(number: Dyadic) -> Game {
        named(Name::number(number))
    }
}

impl From<&Dyadic> for Game {
    fn from(number: &Dyadic) -> Game {
        Game::from(number.clone())
    }
}

impl From<i64> for Game {
    fn from(n: i64) -> Game {
        Game::integer(n)
    }
}
