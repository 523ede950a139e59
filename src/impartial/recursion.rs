//! Recursion over the positions of a game, each once, with a stack of its own.

use std::hash::Hash;

use super::SolveError;
use crate::hash::{HashMap, HashSet};
use crate::interrupt;

/// What a recursion has found so far, and how many positions it may hold.
#[derive(Debug, Clone)]
pub(super) struct Memo<P, V> {
    known: HashMap<P, V>,
    limit: usize,
}

/// A position whose value is being computed.
struct Frame<P, T, V> {
    position: P,
    tag: T,
    /// The positions on which the value depends and that were not looked at, the last one first.
    waiting: Vec<P>,
    /// The values of the others, in order.
    values: Vec<V>,
}

impl<P, T, V> Frame<P, T, V> {
    fn add(&mut self, value: V, enough: &impl Fn(&V) -> bool) {
        if enough(&value) {
            self.waiting.clear();
        }
        self.values.push(value);
    }
}

impl<P: Clone + Eq + Hash, V: Clone> Memo<P, V> {
    pub(super) fn new(limit: usize) -> Self {
        Self { known: HashMap::default(), limit }
    }

    pub(super) fn known(&self) -> &HashMap<P, V> {
        &self.known
    }

    /// Whether there can be room for a position from which so many others, or more, have to be held.
    pub(super) fn admit(&self, position: &P, reachable_at_least: u64) -> Result<(), SolveError<P>> {
        if reachable_at_least > self.limit as u64 && !self.known.contains_key(position) {
            return Err(SolveError::TooManyPositions { limit: self.limit, position: position.clone() });
        }
        Ok(())
    }

    /// The value of a position: `open` says on which positions it depends (and anything else that `close` needs),
    /// `close` makes it from their values, in the same order.
    ///
    /// The open positions are not kept, so that an error or an unwinding leaves nothing half done behind.
    pub(super) fn evaluate<T>(
        &mut self,
        position: &P,
        open: impl Fn(&P) -> (T, Vec<P>),
        close: impl Fn(T, &[V]) -> V,
    ) -> Result<V, SolveError<P>> {
        self.evaluate_until(position, open, |_| false, close)
    }

    /// The same, but a value that is `enough` ends the search at its position: `close` sees the values up to it.
    pub(super) fn evaluate_until<T>(
        &mut self,
        position: &P,
        open: impl Fn(&P) -> (T, Vec<P>),
        enough: impl Fn(&V) -> bool,
        close: impl Fn(T, &[V]) -> V,
    ) -> Result<V, SolveError<P>> {
        if let Some(value) = self.known.get(position) {
            return Ok(value.clone());
        }
        let frame = |position: P| {
            let (tag, mut waiting) = open(&position);
            waiting.reverse();
            Frame { position, tag, values: Vec::with_capacity(waiting.len()), waiting }
        };
        let mut path: Vec<Frame<P, T, V>> = Vec::new();
        let mut on_path = HashSet::from_iter([position.clone()]);
        let mut top = frame(position.clone());
        loop {
            interrupt::check();
            let Some(child) = top.waiting.pop() else {
                let value = close(top.tag, &top.values);
                on_path.remove(&top.position);
                self.known.insert(top.position, value.clone());
                match path.pop() {
                    Some(below) => top = below,
                    None => return Ok(value),
                }
                top.add(value, &enough);
                continue;
            };
            if let Some(value) = self.known.get(&child) {
                top.add(value.clone(), &enough);
                continue;
            }
            if !on_path.insert(child.clone()) {
                path.push(top);
                let cycle =
                    path.into_iter().map(|frame| frame.position).skip_while(|p| *p != child).collect();
                return Err(SolveError::Loop { cycle });
            }
            if self.known.len() + path.len() + 1 >= self.limit {
                return Err(SolveError::TooManyPositions { limit: self.limit, position: child });
            }
            path.push(std::mem::replace(&mut top, frame(child)));
        }
    }
}
