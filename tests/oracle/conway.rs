//! Conway's definitions and nothing else: the slow oracle beside the library's fast paths.

use agon::{Game, Player};
use std::collections::HashMap;

/// Forms by index; a form's options have smaller indices. No form is ever simplified.
#[derive(Default)]
pub struct Forms {
    options: Vec<[Vec<usize>; 2]>,
    by_options: HashMap<[Vec<usize>; 2], usize>,
    at_most: HashMap<(usize, usize), bool>,
    #[allow(dead_code, reason = "each test crate compiles this file for itself")]
    sums: HashMap<(usize, usize), usize>,
}

impl Forms {
    pub fn form(&mut self, left: Vec<usize>, right: Vec<usize>) -> usize {
        let key = [left, right].map(|mut side| {
            side.sort_unstable();
            side.dedup();
            side
        });
        *self.by_options.entry(key.clone()).or_insert_with(|| {
            self.options.push(key);
            self.options.len() - 1
        })
    }

    /// The form of a game of the library, option by option.
    pub fn import(&mut self, game: &Game) -> usize {
        let [left, right] =
            Player::BOTH.map(|player| game.options(player).iter().map(|o| self.import(o)).collect());
        self.form(left, right)
    }

    /// `g ≤ h`: no left option of g is ≥ h, and no right option of h is ≤ g.
    pub fn at_most(&mut self, g: usize, h: usize) -> bool {
        if let Some(&known) = self.at_most.get(&(g, h)) {
            return known;
        }
        let (left, right) = (self.options[g][0].clone(), self.options[h][1].clone());
        let result =
            !left.into_iter().any(|l| self.at_most(h, l)) && !right.into_iter().any(|r| self.at_most(r, g));
        self.at_most.insert((g, h), result);
        result
    }

    #[allow(dead_code, reason = "each test crate compiles this file for itself")]
    pub fn equal(&mut self, g: usize, h: usize) -> bool {
        self.at_most(g, h) && self.at_most(h, g)
    }

    #[allow(dead_code, reason = "each test crate compiles this file for itself")]
    /// `g + h = {gᴸ + h, g + hᴸ | gᴿ + h, g + hᴿ}`.
    #[allow(dead_code, reason = "each test crate compiles this file for itself")]
    pub fn sum(&mut self, g: usize, h: usize) -> usize {
        if let Some(&known) = self.sums.get(&(g, h)) {
            return known;
        }
        let [left, right] = [0, 1].map(|side| {
            let (in_g, in_h) = (self.options[g][side].clone(), self.options[h][side].clone());
            let mut sums: Vec<usize> = in_g.into_iter().map(|option| self.sum(option, h)).collect();
            sums.extend(in_h.into_iter().map(|option| self.sum(g, option)));
            sums
        });
        let sum = self.form(left, right);
        self.sums.insert((g, h), sum);
        sum
    }

    /// Whether the player, to move, wins: some move leaves the opponent without a winning move.
    #[allow(dead_code, reason = "each test crate compiles this file for itself")]
    pub fn wins_moving_first(&self, player: Player, g: usize) -> bool {
        let mut moves = self.options[g][player as usize].iter();
        moves.any(|&option| !self.wins_moving_first(player.opponent(), option))
    }
}
