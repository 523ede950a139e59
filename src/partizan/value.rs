//! The table of values: each canonical form exists once in the program, so equal values are the same node.

use super::{
    game::Game, name::Name, player::Player, recursion::bottom_up, stops::Stops, thermograph::Thermograph,
};
use num_bigint::BigUint;
use std::{
    cmp::Ordering,
    collections::HashMap,
    hash::{Hash, Hasher},
    sync::{LazyLock, Mutex, OnceLock, PoisonError},
};

/// A canonical form in the table.
///
/// Nodes live as long as the program: a value met once is met again, and a node that cannot go away needs neither a
/// count nor a lock to be read.
#[derive(Clone, Copy)]
pub(super) struct Value(&'static Node);

struct Node {
    id: u32,
    name: Option<Name>,
    birthday: BigUint,
    /// How deep a recursion can go that stops at numbers; at most `u32::MAX`.
    depth: u32,
    stops: Stops,
    /// Left's and Right's options; for a named value made only when somebody asks.
    options: OnceLock<[Box<[Game]>; 2]>,
    negative: OnceLock<Value>,
    thermograph: OnceLock<Box<Thermograph>>,
}

/// How many values there can be: each is a hundred bytes at least.
pub(super) const MAX_VALUES: u32 = 1 << 31;

#[derive(Default)]
struct Table {
    named: HashMap<Name, Value>,
    unnamed: HashMap<[Vec<Value>; 2], Value>,
}

static TABLE: LazyLock<Mutex<Table>> = LazyLock::new(Mutex::default);

impl Table {
    fn add(
        &self,
        name: Option<Name>,
        birthday: BigUint,
        depth: u32,
        stops: Stops,
        options: OnceLock<[Box<[Game]>; 2]>,
    ) -> Value {
        let id = u32::try_from(self.named.len() + self.unnamed.len()).ok().filter(|id| *id < MAX_VALUES);
        let id = id.expect("2³¹ games do not fit in memory");
        let (negative, thermograph) = (OnceLock::new(), OnceLock::new());
        Value(Box::leak(Box::new(Node { id, name, birthday, depth, stops, options, negative, thermograph })))
    }
}

/// Runs `work` on the table. An entry is inserted whole or not at all, so a panic elsewhere leaves the table usable.
fn with_table<T>(work: impl FnOnce(&mut Table) -> T) -> T {
    work(&mut TABLE.lock().unwrap_or_else(PoisonError::into_inner))
}

impl Value {
    /// The value `number + ups·↑ + ∗nimber`.
    pub(super) fn named(name: Name) -> Value {
        with_table(|table| {
            if let Some(&value) = table.named.get(&name) {
                return value;
            }
            let value = table.add(
                Some(name.clone()),
                name.birthday(),
                name.depth(),
                Stops::at(&name.number),
                OnceLock::new(),
            );
            table.named.insert(name, value);
            value
        })
    }

    /// The value whose canonical form has these options: no option dominated or reversible, none twice.
    pub(super) fn of_canonical(mut left: Vec<Value>, mut right: Vec<Value>) -> Value {
        left.sort_unstable();
        right.sort_unstable();
        if let Some(name) = Name::of_canonical(&left, &right) {
            return Value::named(name);
        }
        let key = [left, right];
        with_table(|table| {
            if let Some(&value) = table.unnamed.get(&key) {
                return value;
            }
            let birthday = key
                .iter()
                .flatten()
                .map(|option| option.birthday())
                .max()
                .map_or_else(BigUint::default, |b| b + 1u8);
            let depth = key.iter().flatten().map(|option| option.depth()).max();
            let depth = depth.map_or(0, |depth| depth.saturating_add(1));
            let options = key.clone().map(|side| side.into_iter().map(Game::from_value).collect());
            let value = table.add(None, birthday, depth, Stops::of_options(&key), OnceLock::from(options));
            table.unnamed.insert(key, value);
            value
        })
    }

    pub(super) fn id(self) -> u32 {
        self.0.id
    }

    pub(super) fn name(self) -> Option<&'static Name> {
        self.0.name.as_ref()
    }

    pub(super) fn is_number(self) -> bool {
        self.name().is_some_and(Name::is_number)
    }

    pub(super) fn birthday(self) -> &'static BigUint {
        &self.0.birthday
    }

    /// The options of the canonical form, in the order of [`Value`]'s `Ord`.
    pub(super) fn games(self, player: Player) -> &'static [Game] {
        let options = self.0.options.get_or_init(|| {
            Player::BOTH.map(|player| {
                let names = self.name().map(|name| name.options(player)).unwrap_or_default();
                names.into_iter().map(|name| Game::from_value(Value::named(name))).collect()
            })
        });
        &options[player as usize]
    }

    pub(super) fn options(self, player: Player) -> impl ExactSizeIterator<Item = Value> + Clone {
        self.games(player).iter().map(Game::value)
    }

    pub(super) fn kept_thermograph(self) -> Option<&'static Thermograph> {
        self.0.thermograph.get().map(Box::as_ref)
    }

    pub(super) fn keep_thermograph(self, make: impl FnOnce() -> Thermograph) -> &'static Thermograph {
        self.0.thermograph.get_or_init(|| Box::new(make()))
    }

    pub(super) fn stops(self) -> Stops {
        self.0.stops
    }

    pub(super) fn depth(self) -> u32 {
        self.0.depth
    }

    pub(super) fn negative(self) -> Value {
        let known = |value: Value| match value.name() {
            Some(name) => Some(Value::named(name.negative())),
            None => value.0.negative.get().copied(),
        };
        known(self).unwrap_or_else(|| {
            bottom_up(self, &mut HashMap::new(), known, |value, known| {
                let mirror = |player| value.options(player).map(|option| known[&option]).collect();
                let negative = Value::of_canonical(mirror(Player::Right), mirror(Player::Left));
                *value.0.negative.get_or_init(|| negative)
            })
        })
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        self.0.id == other.0.id
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.0.id);
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// An order for printing and listing, the same in every run: by birthday, names before braces, then by name or options.
/// (It is not the order of games. The ids would give an order too, but one that depends on what was computed before.)
impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        let (mut a, mut b) = (*self, *other);
        while a != b {
            let by_name = || match (a.name(), b.name()) {
                (Some(a), Some(b)) => a.cmp(b),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => Ordering::Equal,
            };
            let order = a.birthday().cmp(b.birthday()).then_with(by_name);
            if order.is_ne() {
                return order;
            }
            // The first options that differ decide, else the number of options.
            let differing = |player| a.options(player).zip(b.options(player)).find(|(a, b)| a != b);
            let count = |player| a.options(player).len().cmp(&b.options(player).len());
            match differing(Player::Left) {
                Some(next) => (a, b) = next,
                None if count(Player::Left).is_ne() => return count(Player::Left),
                None => match differing(Player::Right) {
                    Some(next) => (a, b) = next,
                    None => return count(Player::Right),
                },
            }
        }
        Ordering::Equal
    }
}
