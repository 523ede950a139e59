//! Walls: piecewise linear functions of the temperature.

use crate::partizan::player::Player;
use crate::surreal::Dyadic;
use serde::Serialize;
use std::{cmp::Ordering, fmt};

/// A point of a wall: at this temperature the score is this value.
///
/// ```
/// use agon::{Dyadic, Game, partizan::thermograph::Breakpoint};
///
/// let ground = &Game::switch(&Game::integer(1)).thermograph().left_wall().breakpoints()[0].clone();
/// assert_eq!(ground, &Breakpoint { temperature: Dyadic::zero(), value: Dyadic::one() });
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Breakpoint {
    /// The temperature t.
    pub temperature: Dyadic,
    /// The score at t.
    pub value: Dyadic,
}

/// A wall of a thermograph: the score of one player as a function of the temperature, linear between breakpoints and
/// constant above the last one.
///
/// A piece of Left's wall is vertical (the score stays) or goes down by 1 for 1 of temperature; Right's are mirrored.
///
/// ```
/// use agon::{Dyadic, Game};
/// let game: Game = "{{4|2}|-1}".parse()?;
/// assert_eq!(game.thermograph().left_wall().to_string(), "2 at 0, 2 at 1, 1 at 2");
/// assert_eq!(game.thermograph().left_wall().at(&Dyadic::new(3, 1)), Dyadic::new(3, 1));
/// # Ok::<(), agon::partizan::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Wall {
    points: Vec<Breakpoint>,
}

impl Wall {
    pub(super) fn constant(temperature: Dyadic, value: Dyadic) -> Wall {
        Wall { points: vec![Breakpoint { temperature, value }] }
    }

    /// The breakpoints, from the ground up to the freezing point.
    ///
    /// ```
    /// use agon::Game;
    ///
    /// let game: Game = "{{4|2}|-1}".parse()?;
    /// let temperatures: Vec<String> =
    ///     game.thermograph().left_wall().breakpoints().iter().map(|point| point.temperature.to_string()).collect();
    /// assert_eq!(temperatures, ["0", "1", "2"]);
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn breakpoints(&self) -> &[Breakpoint] {
        &self.points
    }

    pub(super) fn top(&self) -> &Breakpoint {
        &self.points[self.points.len() - 1]
    }

    /// The score at a temperature. Below the ground it is that at the ground.
    ///
    /// ```
    /// use agon::{Dyadic, Game};
    ///
    /// let game: Game = "{4|1}".parse()?;
    /// let wall = game.thermograph().left_wall();
    /// assert_eq!((wall.at(&Dyadic::new(1, 1)), wall.at(&Dyadic::from(100))), (Dyadic::new(7, 1), Dyadic::new(5, 1)));
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn at(&self, t: &Dyadic) -> Dyadic {
        let above = self.points.partition_point(|point| point.temperature <= *t);
        let Some(below) = above.checked_sub(1).map(|index| &self.points[index]) else {
            return self.points[0].value.clone();
        };
        match self.points.get(above).map(|above| above.value.cmp(&below.value)) {
            None | Some(Ordering::Equal) => below.value.clone(),
            Some(Ordering::Less) => &below.value - (t - &below.temperature),
            Some(Ordering::Greater) => &below.value + (t - &below.temperature),
        }
    }

    /// The best wall that the player can choose among the opponent's, pointwise from temperature 0 on.
    pub(super) fn best<'a>(player: Player, mut walls: impl Iterator<Item = &'a Wall>) -> Option<Wall> {
        let zero = Dyadic::zero();
        let first = walls.next()?;
        let mut points = vec![Breakpoint { value: first.at(&zero), temperature: zero.clone() }];
        points.extend(first.points.iter().filter(|point| point.temperature.is_positive()).cloned());
        Some(walls.fold(Wall { points }, |best, wall| best.better_of(player, wall)))
    }

    fn better_of(&self, player: Player, other: &Wall) -> Wall {
        let better = |a: Dyadic, b: Dyadic| if player == Player::Left { a.max(b) } else { a.min(b) };
        let mut points: Vec<Breakpoint> = Vec::new();
        let mut previous: Option<(Dyadic, Dyadic)> = None;
        for temperature in merged_temperatures(self, other) {
            let (a, b) = (self.at(&temperature), other.at(&temperature));
            let difference = &a - &b;
            if let Some((start, before)) = previous
                && (before.is_positive() && difference.is_negative()
                    || before.is_negative() && difference.is_positive())
            {
                // Both walls have the slopes 0 and ±1 with one sign, so where they cross they approach at rate 1.
                let crossing = start + before.abs();
                points.push(Breakpoint { value: self.at(&crossing), temperature: crossing });
            }
            points.push(Breakpoint { temperature: temperature.clone(), value: better(a, b) });
            previous = Some((temperature, difference));
        }
        Wall { points: without_inner_points(points) }
    }

    /// Taxes both scaffolds by the temperature, and freezes them where they meet. The first is Left's.
    pub(super) fn frozen(left: &Wall, right: &Wall) -> (Wall, Wall) {
        let gap = |t: &Dyadic| left.at(t) - right.at(t) - (t + t);
        let mut below: Vec<Dyadic> = Vec::new();
        let mut freezing = None;
        for t in merged_temperatures(left, right) {
            let here = gap(&t);
            if !here.is_positive() {
                // The gap closes at rate 1 or 2 in this piece, or here is the ground.
                freezing = Some(below.last().map_or_else(
                    || t.clone(),
                    |start| {
                        let before = gap(start);
                        let (lost, time) = (&before - &here, &t - start);
                        start + if lost == time { before } else { before.halve() }
                    },
                ));
                break;
            }
            below.push(t);
        }
        // Above all breakpoints both scaffolds move by 1.
        let freezing = freezing.unwrap_or_else(|| {
            let last = &below[below.len() - 1];
            last + gap(last).halve()
        });
        below.push(freezing);
        let taxed = |player: Player| {
            let point = |t: &Dyadic| Breakpoint {
                temperature: t.clone(),
                value: match player {
                    Player::Left => left.at(t) - t,
                    Player::Right => right.at(t) + t,
                },
            };
            Wall { points: without_inner_points(below.iter().map(point).collect()) }
        };
        (taxed(Player::Left), taxed(Player::Right))
    }
}

/// The temperatures of the breakpoints from 0 on, with 0, in order.
fn merged_temperatures(a: &Wall, b: &Wall) -> Vec<Dyadic> {
    let mut all = Vec::with_capacity(a.points.len() + b.points.len() + 1);
    all.push(Dyadic::zero());
    let temperatures = a.points.iter().chain(&b.points).map(|point| &point.temperature);
    all.extend(temperatures.filter(|temperature| temperature.is_positive()).cloned());
    all.sort_unstable();
    all.dedup();
    all
}

/// Drops points on a line with their neighbours. All slopes are −1, 0 or 1.
fn without_inner_points(points: Vec<Breakpoint>) -> Vec<Breakpoint> {
    let mut kept: Vec<Breakpoint> = Vec::with_capacity(points.len());
    for point in points {
        if let [.., before, middle] = &kept[..]
            && middle.value.cmp(&before.value) == point.value.cmp(&middle.value)
        {
            kept.pop();
        }
        kept.push(point);
    }
    kept
}

impl fmt::Display for Wall {
    /// Such as `1 at 0, 0 at 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let point = |point: &Breakpoint| format!("{} at {}", point.value, point.temperature);
        f.pad(&self.points.iter().map(point).collect::<Vec<_>>().join(", "))
    }
}
