//! The one place where sets are kept.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use super::FiniteGame;
use crate::impartial::{Nimber, Outcome};

/// All sets that were made, each once. A set is made after its members, so that its number is greater than theirs.
#[derive(Default)]
pub(super) struct Arena {
    sets: Vec<(Arc<[FiniteGame]>, Facts)>,
    index: HashMap<Arc<[FiniteGame]>, FiniteGame>,
    /// How many members they have together.
    members: usize,
}

/// The most members that all sets may have together: a gigabyte.
const MOST_MEMBERS: usize = 1 << 28;

/// What follows from the members' facts.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    pub(super) depth: u32,
    pub(super) grundy: Nimber,
    pub(super) outcome: Outcome,
    pub(super) is_nim_heap: bool,
}

pub(super) fn arena() -> MutexGuard<'static, Arena> {
    static ARENA: LazyLock<Mutex<Arena>> = LazyLock::new(Mutex::default);
    // An insertion panics before its first step, or not at all.
    ARENA.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Arena {
    pub(super) fn intern(&mut self, mut options: Vec<FiniteGame>) -> FiniteGame {
        options.sort_unstable_by(|a, b| self.compare(*b, *a));
        options.dedup();
        if let Some(&known) = self.index.get(options.as_slice()) {
            return known;
        }
        assert!(
            self.members + options.len() <= MOST_MEMBERS,
            "the games made so far, which are kept as sets, have {} options together; {MOST_MEMBERS} is the most",
            self.members
        );
        self.members += options.len();
        let facts = || options.iter().map(|&option| self.facts(option));
        let facts = Facts {
            depth: facts().map(|option| option.depth + 1).max().unwrap_or(0),
            grundy: Nimber::mex(facts().map(|option| option.grundy)),
            outcome: if facts().any(|option| option.outcome.is_p()) { Outcome::N } else { Outcome::P },
            is_nim_heap: facts()
                .zip((0..options.len()).rev())
                .all(|(option, n)| option.is_nim_heap && option.depth as usize == n),
        };
        let game = FiniteGame(u32::try_from(self.sets.len()).expect("memory ends before 2³² sets"));
        let options: Arc<[FiniteGame]> = options.into();
        self.index.insert(Arc::clone(&options), game);
        self.sets.push((options, facts));
        game
    }

    /// The members, the greatest first.
    pub(super) fn options(&self, game: FiniteGame) -> &[FiniteGame] {
        &self.sets[game.0 as usize].0
    }

    pub(super) fn facts(&self, game: FiniteGame) -> Facts {
        self.sets[game.0 as usize].1
    }

    /// Ackermann's order: the first difference, from the greatest members down, decides.
    pub(super) fn compare(&self, mut a: FiniteGame, mut b: FiniteGame) -> Ordering {
        let (first, second) = (self.facts(a), self.facts(b));
        if first.is_nim_heap && second.is_nim_heap {
            // The larger one contains the smaller one, and step by step it would take as many steps.
            return first.depth.cmp(&second.depth);
        }
        while a != b {
            let (left, right) = (self.options(a), self.options(b));
            match left.iter().zip(right).find(|(x, y)| x != y) {
                Some((&x, &y)) => (a, b) = (x, y),
                None => return left.len().cmp(&right.len()),
            }
        }
        Ordering::Equal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "268435455 options together; 268435456 is the most")]
    fn a_full_arena_takes_no_more() {
        let mut arena = Arena::default();
        let zero = arena.intern(Vec::new());
        let star = arena.intern(vec![zero]);
        arena.members = MOST_MEMBERS - 1;
        assert_eq!(arena.intern(vec![zero, zero]), star, "a set that is there is no new one");
        arena.intern(vec![star, zero]);
    }
}
