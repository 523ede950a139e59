//! Hasse diagrams of the games born by a day.
//!
//! In a distributive lattice an element is the join of the *irreducible* ones below it (those that cover one element
//! alone). Give each irreducible a direction: an element stands at the sum of the directions of those below it, one row
//! higher for each. So all squares of the lattice become parallelograms. The directions are chosen by descent, to keep
//! the elements of a row apart and the lines short and without crossings.

use super::canvas::{Anchor, Canvas, INK, ORANGE, listed, text_width};
use super::{Picture, PictureError};
use crate::partizan::Comparison;
use crate::partizan::days::DayOrder;

const MOST_GAMES: u128 = 100;
const ROW: f64 = 64.0;
const COLUMN: f64 = 88.0;
const DIRECTIONS: [f64; 7] = [0.0, -0.5, 0.5, -1.0, 1.0, -1.5, 1.5];
const ATTEMPTS: u32 = 24;

/// The order of the games of a day: a line goes up from a game to each that covers it. Numbers are orange.
///
/// # Errors
/// With more than 100 games, so after day 2 (or day 3 for all-small games).
///
/// ```
/// use agon::{partizan::days::day_order, picture};
///
/// let picture = picture::hasse_diagram(&day_order(1)?)?;
/// assert_eq!(picture.title(), "The order of the 4 games born by day 1");
/// assert_eq!(picture.description(), "from bottom to top; 0 covers -1; ∗ covers -1; 1 covers 0, ∗");
/// assert!(picture::hasse_diagram(&day_order(3)?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hasse_diagram(order: &DayOrder) -> Result<Picture, PictureError> {
    let games = order.games();
    PictureError::unless_at_most("games", games.len(), MOST_GAMES)?;
    let diagram = Diagram::of(order);
    let x = diagram.places();
    let (least, most) =
        x.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &x| (low.min(x), high.max(x)));
    let highest = diagram.row.iter().copied().max().unwrap_or(0);
    let labels: Vec<String> = games.iter().map(ToString::to_string).collect();
    let widest = labels.iter().map(|label| text_width(label, 13.0)).fold(0.0, f64::max);
    // No two neighbours of a row are nearer than 1, so no label reaches into the next.
    let column = COLUMN.min(widest + 40.0).max(widest + 16.0);
    let margin = widest / 2.0 + 12.0;
    let place = |game: usize| {
        (margin + column * (x[game] - least), 24.0 + ROW * (highest - diagram.row[game]) as f64)
    };
    let mut canvas = Canvas::new(2.0 * margin + column * (most - least), 48.0 + ROW * highest as f64);
    for &(lower, upper) in &diagram.covers {
        let (from, to) = (place(lower), place(upper));
        // Lines end at the boxes of the labels.
        let part = |label: &str| {
            let half = text_width(label, 13.0) / 2.0 + 4.0;
            (11.0 / (from.1 - to.1).abs()).min(half / (from.0 - to.0).abs()).min(0.45)
        };
        let toward = |a: (f64, f64), b: (f64, f64), game: usize| {
            let part = part(&labels[game]);
            (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part)
        };
        canvas.line(toward(from, to, lower), toward(to, from, upper), INK, 1.2, 0.6);
    }
    for (game, label) in labels.iter().enumerate() {
        let colour = if games[game].is_number() { ORANGE } else { INK };
        canvas.text(place(game), label, 13.0, Anchor::Middle, colour);
    }
    let covered = labels.iter().enumerate().filter_map(|(upper, label)| {
        let lower: Vec<&String> = diagram.lower(upper).map(|lower| &labels[lower]).collect();
        (!lower.is_empty()).then(|| format!("; {label} covers {}", listed(lower, usize::MAX)))
    });
    let description = format!("from bottom to top{}", covered.collect::<String>());
    let count = games.len();
    let noun = if count == 1 { "game" } else { "games" };
    Ok(canvas.finish(format!("The order of the {count} {noun} born by day {}", order.day()), description))
}

struct Diagram {
    covers: Vec<(usize, usize)>,
    row: Vec<usize>,
    /// Which irreducibles are below a game.
    below: Vec<Vec<usize>>,
    irreducibles: usize,
}

impl Diagram {
    fn of(order: &DayOrder) -> Self {
        let (covers, count) = (order.covers(), order.games().len());
        let mut row = vec![0; count];
        for &(lower, upper) in &covers {
            row[upper] = row[upper].max(row[lower] + 1);
        }
        let mut diagram = Self { covers, row, below: Vec::new(), irreducibles: 0 };
        let least = (0..count).filter(|&game| diagram.lower(game).next().is_none()).count();
        // Several least games need directions too.
        let irreducible = |&game: &usize| match diagram.lower(game).count() {
            0 => least > 1,
            covered => covered == 1,
        };
        let irreducibles: Vec<usize> = (0..count).filter(irreducible).collect();
        let at_least =
            |game, other| matches!(order.comparison(other, game), Comparison::Less | Comparison::Equal);
        diagram.below = (0..count)
            .map(|game| (0..irreducibles.len()).filter(|&i| at_least(game, irreducibles[i])).collect())
            .collect();
        diagram.irreducibles = irreducibles.len();
        diagram
    }

    fn lower(&self, game: usize) -> impl Iterator<Item = usize> + '_ {
        self.covers.iter().filter(move |cover| cover.1 == game).map(|cover| cover.0)
    }

    fn sums(&self, directions: &[f64]) -> Vec<f64> {
        self.below.iter().map(|below| below.iter().map(|&i| directions[i]).sum()).collect()
    }

    /// How hard the drawing is to read: games of a row too near, crossings, long lines.
    fn cost(&self, directions: &[f64]) -> f64 {
        let x = self.sums(directions);
        let mut cost = 0.0;
        for a in 0..x.len() {
            for b in (0..a).filter(|&b| self.row[a] == self.row[b]) {
                cost += 100.0 * (1.0 - (x[a] - x[b]).abs()).max(0.0);
            }
        }
        for (index, &(a, b)) in self.covers.iter().enumerate() {
            cost += (x[a] - x[b]).abs();
            let others = self.covers[..index].iter().filter(|other| self.row[other.0] == self.row[a]);
            let crossing = |&&(c, d): &&(usize, usize)| (x[a] - x[c]) * (x[b] - x[d]) < 0.0;
            cost += 3.0 * others.filter(crossing).count() as f64;
        }
        cost
    }

    /// The places from left to right; neighbours of a row are at least 1 apart.
    fn places(&self) -> Vec<f64> {
        let mut best: Option<(f64, Vec<f64>)> = None;
        // A fixed sequence of starting points, so that the same order always gives the same picture.
        let mut state = 1u32;
        for _ in 0..ATTEMPTS {
            crate::interrupt::check();
            let mut directions: Vec<f64> = (0..self.irreducibles)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    DIRECTIONS[(state >> 16) as usize % DIRECTIONS.len()]
                })
                .collect();
            let cost = self.descend(&mut directions);
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, directions));
            }
        }
        let mut x = self.sums(&best.map(|(_, directions)| directions).unwrap_or_default());
        self.spread(&mut x);
        x
    }

    fn descend(&self, directions: &mut [f64]) -> f64 {
        let mut cost = self.cost(directions);
        loop {
            let before = cost;
            for i in 0..directions.len() {
                for direction in DIRECTIONS {
                    let old = std::mem::replace(&mut directions[i], direction);
                    let new = self.cost(directions);
                    if new < cost {
                        cost = new;
                    } else {
                        directions[i] = old;
                    }
                }
            }
            if cost >= before {
                return cost;
            }
        }
    }

    /// Moves games of a row apart that are too near, and the row back to its middle.
    fn spread(&self, x: &mut [f64]) {
        for row in 0..=self.row.iter().copied().max().unwrap_or(0) {
            let mut games: Vec<usize> = (0..x.len()).filter(|&game| self.row[game] == row).collect();
            games.sort_by(|&a, &b| x[a].total_cmp(&x[b]));
            let middle = |x: &[f64]| games.iter().map(|&game| x[game]).sum::<f64>() / games.len() as f64;
            let before = middle(x);
            for pair in games.windows(2) {
                x[pair[1]] = x[pair[1]].max(x[pair[0]] + 1.0);
            }
            let moved = middle(x) - before;
            games.iter().for_each(|&game| x[game] -= moved);
        }
    }
}
