//! The numbers by day: as a tree with signs, and on a line.

use super::canvas::{Anchor, BLUE, Canvas, INK, ORANGE, RED};
use super::{Picture, PictureError};
use crate::surreal::days::{TooManyNumbers, born_on, sign_expansions_by_day};
use crate::surreal::{Dyadic, Sign};

const LAST_DAY: u128 = 6;
const ROW: f64 = 62.0;

fn days(day: u32) -> Result<(), PictureError> {
    PictureError::unless_at_most("days", day, LAST_DAY)
}

/// The tree of the numbers born by a day: `+` goes up in size, to the right, on a blue line; `−` to the left on a red
/// dashed one. The path from 0 to a number is its sign expansion; the days stand at the left.
///
/// # Errors
/// After day 6.
///
/// ```
/// use agon::picture;
///
/// let tree = picture::birthday_tree(3)?;
/// assert_eq!(tree.title(), "The numbers born by day 3");
/// assert!(tree.description().contains("day 2: -2, -1/2, 1/2, 2; day 3: -3, -3/2, -3/4, -1/4, 1/4, 3/4, 3/2, 3"));
/// # Ok::<(), agon::picture::PictureError>(())
/// ```
pub fn birthday_tree(day: u32) -> Result<Picture, PictureError> {
    days(day)?;
    let expansions = sign_expansions_by_day(day).map_err(|TooManyNumbers { day }| {
        PictureError::TooLarge { what: "days", count: day.into(), most: LAST_DAY }
    })?;
    // Two places between the numbers of the last day, with the older ones between.
    let step = if day <= 3 { 34.0 } else { 21.0 };
    let (left, top) = (48.0, 26.0);
    let count = (2u32 << day) - 1;
    let mut canvas = Canvas::new(left + step * f64::from(count + 1), 2.0 * top + ROW * f64::from(day));
    let place = |index: u32, born: u32| (left + step * f64::from(index), top + ROW * f64::from(born));
    for born in 0..=day {
        let y = top + ROW * f64::from(born);
        canvas.text((16.0, y), &born.to_string(), 12.0, Anchor::Middle, INK);
        canvas.line((30.0, y), (left + step * f64::from(count) + 12.0, y), INK, 1.0, 0.12);
    }
    let mut labels = Vec::new();
    for (index, expansion) in (1..=count).zip(expansions) {
        // The later the day, the nearer is the parent in the row of all numbers.
        let born = day - index.trailing_zeros();
        let here = place(index, born);
        if let Some(sign) = expansion.signs().last() {
            let away = 1 << (day - born);
            let (parent, colour, dashes, text) = match sign {
                Sign::Plus => (index - away, BLUE, "", "+"),
                Sign::Minus => (index + away, RED, "7 4", "−"),
            };
            let from = place(parent, born - 1);
            canvas.polyline(&[(from.0, from.1 + 10.0), (here.0, here.1 - 10.0)], colour, 2.0, 1.0, dashes);
            let aside = if sign == Sign::Plus { 8.0 } else { -8.0 };
            let middle = ((from.0 + here.0) / 2.0 + aside, (from.1 + here.1) / 2.0 - 7.0);
            canvas.text(middle, text, 13.0, Anchor::Middle, colour);
        }
        labels.push((here, expansion.to_dyadic().to_string()));
    }
    for (here, text) in labels {
        let size = if text.len() > 4 { 10.5 } else { 13.0 };
        canvas.text(here, &text, size, Anchor::Middle, INK);
    }
    Ok(canvas.finish(format!("The numbers born by day {day}"), description(day)))
}

fn description(day: u32) -> String {
    let lines: Vec<String> =
        (0..=day).map(|day| format!("day {day}: {}", super::canvas::listed(born_on(day), 16))).collect();
    lines.join("; ")
}

/// The numbers born by a day on a line, each day on a row of its own above it: the newest highest and orange.
///
/// # Errors
/// After day 6.
///
/// ```
/// use agon::picture;
///
/// let line = picture::number_line(2)?;
/// assert_eq!(line.description(), "dots upon a line from -2 to 2; day 0: 0; day 1: -1, 1; day 2: -2, -1/2, 1/2, 2");
/// assert_eq!(line.svg().matches("<circle").count(), 14);
/// # Ok::<(), agon::picture::PictureError>(())
/// ```
pub fn number_line(day: u32) -> Result<Picture, PictureError> {
    days(day)?;
    let far = f64::from(day.max(1));
    let (left, row) = (52.0, 46.0);
    let width = (180.0 * far).clamp(420.0, 1080.0);
    let unit = width / (2.0 * far);
    let axis = 30.0 + row * f64::from(day + 1);
    let mut canvas = Canvas::new(2.0 * left + width, axis + 34.0);
    let x = |number: &Dyadic| left + unit * (number.to_f64() + far);
    canvas.line((left - 16.0, axis), (left + width + 16.0, axis), INK, 1.5, 0.8);
    for integer in -i64::from(day)..=i64::from(day) {
        let at = x(&Dyadic::from(integer));
        canvas.text((at, axis + 18.0), &integer.to_string(), 12.0, Anchor::Middle, INK);
    }
    for born in 0..=day {
        let y = axis - row * f64::from(born + 1);
        canvas.text((18.0, y), &born.to_string(), 12.0, Anchor::Middle, INK);
        canvas.line((30.0, y), (left + width + 16.0, y), INK, 1.0, 0.12);
        let colour = if born == day { ORANGE } else { BLUE };
        let mut free = f64::NEG_INFINITY;
        for number in born_on(born) {
            let (at, text) = (x(&number), number.to_string());
            canvas.line((at, y), (at, axis), colour, 1.0, 0.3);
            canvas.disc((at, y), 4.0, colour);
            canvas.disc((at, axis), 2.5, colour);
            let half = super::canvas::text_width(&text, 11.0) / 2.0;
            if at - half > free {
                canvas.text((at, y - 13.0), &text, 11.0, Anchor::Middle, INK);
                free = at + half + 2.0;
            }
        }
    }
    Ok(canvas.finish(
        format!("The numbers born by day {day} on the line"),
        format!("dots upon a line from {} to {day}; {}", -i64::from(day), description(day)),
    ))
}
