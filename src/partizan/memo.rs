//! What is remembered of pairs of values. Each thread has tables of its own, so that looking up takes no lock.

use super::value::Value;
use crate::hash::HashMap;

fn key(a: Value, b: Value) -> u64 {
    u64::from(a.id()) << 32 | u64::from(b.id())
}

/// Results of a computation on pairs of values that is dear enough to keep all of them.
pub(super) struct Memo<T>(HashMap<u64, T>);

impl<T: Copy> Memo<T> {
    /// Entries kept before the memo starts anew: some tens of megabytes.
    const CAPACITY: usize = 1 << 21;

    pub(super) fn new() -> Memo<T> {
        Memo(HashMap::default())
    }

    pub(super) fn get(&self, a: Value, b: Value) -> Option<T> {
        self.0.get(&key(a, b)).copied()
    }

    pub(super) fn insert(&mut self, a: Value, b: Value, result: T) {
        if self.0.len() >= Memo::<T>::CAPACITY {
            self.0.clear();
        }
        self.0.insert(key(a, b), result);
    }
}

/// Answers, yes or no, to a question on pairs of different values. Such an answer is found again in less time than a growing
/// table takes to keep it, so the table is small enough for the processor's cache and a new answer takes an old one's place.
pub(super) struct Answers(Box<[u64]>);

impl Answers {
    /// Places: four megabytes.
    const PLACES: usize = 1 << 19;

    pub(super) fn new() -> Answers {
        Answers(vec![0; Answers::PLACES].into_boxed_slice())
    }

    /// The entry of a pair with the answer no; never 0, which is an empty place, because the values differ. It fits because
    /// there are less than [`MAX_VALUES`](super::value::MAX_VALUES).
    fn entry(a: Value, b: Value) -> u64 {
        u64::from(a.id()) << 33 | u64::from(b.id()) << 1
    }

    fn place(entry: u64) -> usize {
        mix(entry) as usize % Answers::PLACES
    }

    #[inline]
    pub(super) fn get(&self, a: Value, b: Value) -> Option<bool> {
        let entry = Answers::entry(a, b);
        let found = self.0[Answers::place(entry)];
        (found & !1 == entry).then_some(found & 1 == 1)
    }

    pub(super) fn insert(&mut self, a: Value, b: Value, answer: bool) {
        let entry = Answers::entry(a, b);
        self.0[Answers::place(entry)] = entry | u64::from(answer);
    }
}

/// Two ids need mixing, not protection against chosen keys: one multiplication and a fold.
fn mix(key: u64) -> u64 {
    let product = u128::from(key) * 0x9e37_79b9_7f4a_7c15;
    (product >> 64) as u64 ^ product as u64
}
