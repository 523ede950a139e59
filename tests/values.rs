//! Values of `{L | R}` games: laws over all games of days 2 and 3, and definitions beside the fast paths.

#![allow(clippy::mutable_key_type, reason = "a game hashes and compares by the fixed id of its value")]
#![allow(clippy::neg_cmp_op_on_partial_ord, reason = "`!(g <= h)` says that g > h or g and h are confused")]

#[path = "oracle/conway.rs"]
mod conway;

#[path = "values/days.rs"]
mod days;
#[path = "values/deep.rs"]
mod deep;
#[path = "values/infinitesimals.rs"]
mod infinitesimals;
#[path = "values/notation.rs"]
mod notation;
#[path = "values/operations.rs"]
mod operations;
#[path = "values/temperature.rs"]
mod temperature;

use agon::partizan::days::games_by_day;
use agon::{Dyadic, Game};
use serde_json::Value as Json;

fn game(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn number(text: &str) -> Dyadic {
    text.parse().unwrap()
}

fn day(n: u32) -> Vec<Game> {
    games_by_day(n).unwrap()
}

fn text(json: &Json) -> &str {
    json.as_str().unwrap()
}

fn games_json() -> Json {
    serde_json::from_str(include_str!("reference/games_by_day.json")).unwrap()
}

fn named_json() -> Json {
    serde_json::from_str(include_str!("reference/named_games.json")).unwrap()
}
