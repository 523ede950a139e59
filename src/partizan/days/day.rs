//! One day after the other, with sets of games as bit masks.
//!
//! Each value born by day n + 1 has one canonical form, and its options are born by day n. So the values of day n + 1
//! are counted off by the pairs of antichains (L, R) of day n in which no option is reversible. Whether one is depends
//! on how `{L | R}` compares with the games of day n − 1, and that on four sets of such games:
//!
//! - those that are ≤ some member of L, and the right options of members of L;
//! - those that are ≥ some member of R, and the left options of members of R.

use crate::partizan::{game::Game, player::Player, value::Value};
use serde::Serialize;
use std::collections::HashMap;

/// Which games are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Family {
    /// All short games.
    All,
    /// Both players can move or neither can, in every position.
    AllSmall,
}

/// A set of games of one day, by index. Days with more than 128 games have no day after them here.
type Set = u128;

/// The games born by one day.
pub(super) struct Day {
    pub(super) number: u32,
    pub(super) family: Family,
    members: Vec<Member>,
    /// How many of them, counted from the first, were born by the day before.
    earlier: usize,
}

struct Member {
    value: Value,
    /// Options by index in the day before, which is the same as in this day.
    options: [Set; 2],
    /// The games of the day before that are ≤ and ≥ this one.
    bounds: Bounds,
}

#[derive(Clone, Copy, Default)]
struct Bounds {
    /// Those ≤ the game.
    lower: Set,
    /// Those ≥ the game.
    upper: Set,
}

/// Antichains that make the same answers reversible.
type Classes = HashMap<Class, Vec<Set>>;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Class {
    /// The games of the day before to which some member is at least as good for the player.
    reached: Set,
    /// The opponent's answers to the members.
    answers: Set,
}

fn indices(mut set: Set) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        set = if set == 0 { return None } else { set & (set - 1) };
        Some(lowest)
    })
}

impl Day {
    pub(super) fn by(number: u32, family: Family) -> Day {
        let zero = Member { value: Game::zero().value(), options: [0; 2], bounds: Bounds::default() };
        let mut day = Day { number: 0, family, members: vec![zero], earlier: 0 };
        while day.number < number {
            day = day.next();
        }
        day
    }

    pub(super) fn games(&self) -> Vec<Game> {
        self.members.iter().map(|member| Game::from_value(member.value)).collect()
    }

    /// Whether member i ≤ member j: no left option of i is ≥ j, and no right option of j is ≤ i.
    pub(super) fn at_most(&self, i: usize, j: usize) -> bool {
        let (a, b) = (&self.members[i], &self.members[j]);
        a.options[Player::Left as usize] & b.bounds.upper == 0
            && b.options[Player::Right as usize] & a.bounds.lower == 0
    }

    /// The members by index, each after all smaller ones.
    ///
    /// A smaller game has fewer games of the day before below it, or more above it: two games that agree in both are
    /// each ≤ the other by the definition.
    pub(super) fn linear_extension(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.members.len()).collect();
        order.sort_by_key(|&i| {
            let Bounds { lower, upper } = self.members[i].bounds;
            i64::from(lower.count_ones()) - i64::from(upper.count_ones())
        });
        order
    }

    fn next(&self) -> Day {
        let order = Order::of(self);
        let mut members = Vec::new();
        self.for_each_canonical(&order, |left, right| {
            for &left in left {
                for &right in right {
                    crate::interrupt::check();
                    let values = |set| indices(set).map(|i: usize| self.members[i].value).collect();
                    let bounds = self.bounds(self.members.len(), order.below(left), order.above(right));
                    let value = Value::of_canonical(values(left), values(right));
                    members.push(Member { value, options: [left, right], bounds });
                }
            }
        });
        members.sort_unstable_by_key(|member| member.value);
        Day { number: self.number + 1, family: self.family, members, earlier: self.members.len() }
    }

    /// How many games are born by the day after.
    pub(super) fn count_next(&self) -> u64 {
        let mut count = 0;
        self.for_each_canonical(&Order::of(self), |left, right| {
            count += left.len() as u64 * right.len() as u64;
        });
        count
    }

    /// Calls `found` with sets of antichains, any two of which are the options of a canonical form.
    fn for_each_canonical(&self, order: &Order, mut found: impl FnMut(&[Set], &[Set])) {
        let antichains = order.antichains();
        let [left, right] = Player::BOTH.map(|player| self.classes(order, player, &antichains));
        for (left_class, left) in &left {
            crate::interrupt::check();
            for (right_class, right) in &right {
                let bounds = self.bounds(self.earlier, left_class.reached, right_class.reached);
                if left_class.answers & bounds.lower != 0 || right_class.answers & bounds.upper != 0 {
                    continue;
                }
                match self.family {
                    Family::All => found(left, right),
                    // Only the empty antichain is a class with others and yet no partner of theirs.
                    Family::AllSmall => {
                        let nonempty = |sets: &[Set]| sets.iter().copied().filter(|&set| set != 0).collect();
                        let (some_left, some_right): (Vec<Set>, Vec<Set>) = (nonempty(left), nonempty(right));
                        found(&some_left, &some_right);
                        if some_left.len() < left.len() && some_right.len() < right.len() {
                            found(&[0], &[0]);
                        }
                    }
                }
            }
        }
    }

    fn classes(&self, order: &Order, player: Player, antichains: &[Set]) -> Classes {
        let earlier = (1 << self.earlier) - 1;
        let mut classes = Classes::new();
        for &antichain in antichains {
            let reached = match player {
                Player::Left => order.below(antichain),
                Player::Right => order.above(antichain),
            };
            let answers = |i: usize| self.members[i].options[player.opponent() as usize];
            let answers = indices(antichain).map(answers).fold(0, |a, b| a | b);
            let class = Class { reached: reached & earlier, answers };
            classes.entry(class).or_default().push(antichain);
        }
        classes
    }

    /// Which of the first `count` members are ≤ and ≥ `{L | R}`, by Conway's definition: `reached` are those that are
    /// ≤ a member of L and those that are ≥ a member of R. Options come before the games they are options of.
    fn bounds(&self, count: usize, left_reached: Set, right_reached: Set) -> Bounds {
        let mut bounds = Bounds::default();
        for (i, member) in self.members[..count].iter().enumerate() {
            let [left, right] = member.options;
            let (at_most, at_least) = (
                right_reached >> i & 1 == 0 && left & bounds.upper == 0,
                left_reached >> i & 1 == 0 && right & bounds.lower == 0,
            );
            bounds.lower |= Set::from(at_most) << i;
            bounds.upper |= Set::from(at_least) << i;
        }
        bounds
    }
}

/// The order of a day with at most 128 games.
struct Order {
    /// For each game those ≤ it, and those ≥ it, itself included.
    below: Vec<Set>,
    above: Vec<Set>,
}

impl Order {
    fn of(day: &Day) -> Order {
        let count = day.members.len();
        debug_assert!(count <= Set::BITS as usize);
        let row = |related: &dyn Fn(usize) -> bool| {
            (0..count).filter(|&j| related(j)).fold(0, |set, j| set | 1 << j)
        };
        Order {
            below: (0..count).map(|i| row(&|j| day.at_most(j, i))).collect(),
            above: (0..count).map(|i| row(&|j| day.at_most(i, j))).collect(),
        }
    }

    fn below(&self, set: Set) -> Set {
        indices(set).fold(0, |all, i| all | self.below[i])
    }

    fn above(&self, set: Set) -> Set {
        indices(set).fold(0, |all, i| all | self.above[i])
    }

    /// All sets without comparable members.
    fn antichains(&self) -> Vec<Set> {
        let mut found = vec![0];
        for i in 0..self.below.len() {
            let comparable = self.below[i] | self.above[i];
            for index in 0..found.len() {
                if found[index] & comparable == 0 {
                    found.push(found[index] | 1 << i);
                }
            }
        }
        found
    }
}
