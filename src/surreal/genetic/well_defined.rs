//! Whether equal forms have equal sums and products: yes for numbers, no for other games.

use super::Genetic;
use crate::{
    evidence::{Counterexample, Evidence},
    partizan::Game,
    surreal::{
        Dyadic,
        days::{DayTooLate, numbers_by_day},
    },
};

const FORMS: DayTooLate = DayTooLate {
    day: 0,
    last: 3,
    games: "the forms of numbers",
    task: "listed",
    reason: "there are hundreds of thousands by day 4",
};

/// All forms `{L | R}` of numbers where L and R are sets of numbers born before the given day, in canonical form, and
/// every member of L is smaller than every member of R: 1, 3, 20, 576 on days 0 to 3.
///
/// ```
/// use agon::surreal::genetic::number_forms;
/// let forms: Vec<String> = number_forms(1)?.iter().map(|form| form.literal()).collect();
/// assert_eq!(forms, ["{|}", "{|0}", "{0|}"]);
/// assert_eq!(number_forms(3)?.len(), 576);
/// # Ok::<(), agon::surreal::days::DayTooLate>(())
/// ```
///
/// # Errors
///
/// After day 3.
pub fn number_forms(day: u32) -> Result<Vec<Game>, DayTooLate> {
    FORMS.unless_by(day)?;
    let numbers: Vec<Game> = match day.checked_sub(1) {
        Some(before) => numbers_by_day(before).into_iter().map(Game::from).collect(),
        None => Vec::new(),
    };
    let subset = |mask: u32| {
        numbers.iter().enumerate().filter(move |(i, _)| mask >> i & 1 == 1).map(|(_, game)| game.clone())
    };
    let all = 1u32 << numbers.len();
    let forms = (0..all).flat_map(|left| {
        let beyond = u32::BITS - left.leading_zeros();
        (0..all).step_by(1 << beyond).map(move |right| (left, right))
    });
    Ok(forms.map(|(left, right)| Game::new(subset(left), subset(right))).collect())
}

/// Examines all pairs of [`number_forms`] of a day: the sum and the product by definition, of the forms as they are, are the
/// sum and the product of the dyadic values; so they depend on the values alone.
///
/// ```
/// use agon::surreal::genetic::operations_are_well_defined;
/// let evidence = operations_are_well_defined(2)?;
/// assert_eq!(
///     evidence.to_string(),
///     "verified up to forms of day 2 (400 cases): sums and products of number forms are those of their values"
/// );
/// # Ok::<(), agon::surreal::days::DayTooLate>(())
/// ```
///
/// # Errors
///
/// After day 3, whose 331 776 pairs take minutes.
pub fn operations_are_well_defined(day: u32) -> Result<Evidence, DayTooLate> {
    let forms = number_forms(day)?;
    let mut genetic = Genetic::default();
    let pairs = forms.iter().flat_map(|x| forms.iter().map(move |y| (x, y)));
    Ok(Evidence::check(
        "sums and products of number forms are those of their values",
        format!("forms of day {day}"),
        pairs,
        |(x, y)| {
            let case = || format!("{} and {}", x.literal(), y.literal());
            let value =
                |game: &Game| game.as_number().ok_or_else(|| Counterexample::new(case(), "a number", game));
            let (a, b) = (value(x)?, value(y)?);
            for (operation, expected, found) in
                [("sum", &a + &b, genetic.sum_of(x, y)), ("product", &a * &b, genetic.product_of(x, y))]
            {
                let found: Dyadic = value(&found)?;
                if found != expected {
                    return Err(Counterexample::new(
                        format!("the {operation} of {}", case()),
                        expected,
                        found,
                    ));
                }
            }
            Ok(())
        },
    ))
}

/// Looks for equal games with different products among all forms with options from −1, 0 and 1, and finds them: Conway's
/// product is defined for all games, but not for their values.
///
/// ```
/// use agon::surreal::genetic::products_of_games_are_well_defined;
/// let evidence = products_of_games_are_well_defined();
/// assert!(evidence.is_refuted());
/// println!("{evidence}");
/// ```
#[must_use]
pub fn products_of_games_are_well_defined() -> Evidence {
    let options = [Game::zero(), Game::integer(-1), Game::integer(1)];
    let subset =
        |mask: usize| (0..options.len()).filter(move |i| mask >> i & 1 == 1).map(|i| options[i].clone());
    let forms: Vec<Game> =
        (0..8).flat_map(|left| (0..8).map(move |right| Game::new(subset(left), subset(right)))).collect();
    let mut genetic = Genetic::default();
    let pairs = forms.iter().enumerate().flat_map(|(i, g)| forms[..i].iter().map(move |h| (h, g)));
    let equal: Vec<(&Game, &Game)> = pairs.filter(|(g, h)| g == h).collect();
    let cases = equal.iter().flat_map(|(g, h)| forms.iter().map(move |k| (*g, *h, k)));
    Evidence::check("equal games have equal products", "options from −1, 0, 1", cases, |(g, h, k)| {
        let (expected, found) = (genetic.product_of(g, k), genetic.product_of(h, k));
        if expected == found {
            return Ok(());
        }
        let case = format!("{} = {} times {}", g.literal(), h.literal(), k.literal());
        Err(Counterexample::new(case, expected.canonical_form(), found.canonical_form()))
    })
}
