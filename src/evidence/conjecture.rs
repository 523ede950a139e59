//! Conjectures: the first counterexample in a domain, sought on all cores.
//!
//! ```
//! use agon::conjecture;
//!
//! let prime = |n: u64| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| n % d != 0);
//! let euler = conjecture("n² + n + 41 is prime").over(0..=1000u64).check(|n| prime(n * n + n + 41));
//! assert_eq!(euler.to_string(), "refuted by 40: n² + n + 41 is prime");
//! let shorter = conjecture("n² + n + 41 is prime").over(0..=39u64).check(|n| prime(n * n + n + 41));
//! assert_eq!(shorter.to_string(), "verified up to 0 … 39 (40 cases): n² + n + 41 is prime");
//! ```
//!
//! The answer is that of a loop from the first case to the last: which of several threads comes upon a counterexample
//! makes no difference. A [`Search`] keeps how far it has come when it is [interrupted](crate::interrupt).

mod domain;
mod search;

pub use domain::Domain;
pub use search::SEARCH_THREAD;

use super::{Evidence, Judgement, NO_CASE, panicked};
use crate::Counterexample;
use std::fmt::{self, Debug};

/// A statement that somebody believes. See [`conjecture()`].
///
/// ```
/// use agon::conjecture;
///
/// // A conjecture is only words until it is said over which cases it is examined.
/// let fermat = conjecture("2ⁿ + 1 is prime or n is no power of two");
/// let prime = |n: u64| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| n % d != 0);
/// let evidence = fermat.over(1..=40u32).check(|n| prime((1 << n) + 1) || !n.is_power_of_two());
/// assert_eq!(evidence.to_string(), "refuted by 32: 2ⁿ + 1 is prime or n is no power of two");
/// ```
#[derive(Debug, Clone)]
pub struct Conjecture {
    statement: String,
}

/// A conjecture with the domain in which a counterexample is sought.
///
/// ```
/// use agon::conjecture;
///
/// let cases = conjecture("x² + y² = 50 has no solution").over((1..=9u32, 1..=9u32));
/// let evidence = cases.check(|(x, y)| x * x + y * y != 50);
/// assert_eq!(evidence.to_string(), "refuted by (1, 7): x² + y² = 50 has no solution");
/// ```
#[derive(Debug, Clone)]
pub struct ConjectureOver<D> {
    statement: String,
    domain: D,
    bound: String,
}

/// A statement to be tested: `conjecture("…").over(0..=100).check(|n| …)`.
///
/// ```
/// use agon::conjecture;
///
/// let square = |a: u32, b: u32| (1..=200).any(|c| c * c == a * a + b * b);
/// let evidence = conjecture("a² + b² is no square").over((1..=20u32, 1..=20u32)).check(|(a, b)| !square(a, b));
/// assert_eq!(evidence.to_string(), "refuted by (3, 4): a² + b² is no square");
/// ```
pub fn conjecture(statement: impl Into<String>) -> Conjecture {
    Conjecture { statement: statement.into() }
}

impl Conjecture {
    /// Says where a counterexample is sought. Ranges of integers, arrays and vectors, and tuples of two or three of them
    /// are domains.
    ///
    /// ```
    /// use agon::conjecture;
    ///
    /// let squarefree = vec![1, 2, 3, 5, 6, 7, 10];
    /// let small = conjecture("n ≤ 9").over(squarefree).check(|n| n <= 9);
    /// assert_eq!(small.to_string(), "refuted by 10: n ≤ 9");
    /// ```
    pub fn over<D: Domain>(self, domain: D) -> ConjectureOver<D> {
        let bound = domain.describe();
        ConjectureOver { statement: self.statement, domain, bound }
    }
}

impl<D: Domain> ConjectureOver<D> {
    /// Words the bound otherwise than by the first and the last case.
    ///
    /// ```
    /// use agon::conjecture;
    ///
    /// let squares = conjecture("n² ≥ n").over(0..=9u32).bound("the digits").check(|n| n * n >= n);
    /// assert_eq!(squares.to_string(), "verified up to the digits (10 cases): n² ≥ n");
    /// ```
    #[must_use]
    pub fn bound(self, bound: impl Into<String>) -> Self {
        Self { bound: bound.into(), ..self }
    }

    /// Seeks the first case in which the law fails. The law answers as in [`Evidence::check`].
    ///
    /// # Panics
    /// With the law's own panic, if the first case that does not obey it makes it panic.
    ///
    /// ```
    /// use agon::{Counterexample, conjecture};
    ///
    /// // A law may say what it has expected, and what it has found.
    /// let law = |n: u32| match (1..=n).sum::<u32>() {
    ///     sum if sum == n * n => Ok(()),
    ///     sum => Err(Counterexample::new(n, n * n, sum)),
    /// };
    /// let evidence = conjecture("1 + … + n = n²").over(1..=9u32).check(law);
    /// assert_eq!(evidence.to_string(), "refuted by 2 (expected 4, found 3): 1 + … + n = n²");
    /// ```
    pub fn check<J: Judgement>(self, law: impl Fn(D::Case) -> J + Sync) -> Evidence {
        let Self { statement, domain, bound } = self;
        let judge = |index| judge(&domain, index, &law);
        let mut next = 0;
        let found = search::search(domain.size(), &mut next, &judge);
        conclude(&statement, &bound, domain.size(), found)
    }

    /// A search that can be interrupted and [run](Search::run) again. The law has to own what it uses.
    ///
    /// ```
    /// use agon::conjecture;
    ///
    /// let mut search = conjecture("n² ≥ n").over(0..=99u32).law(|n| n * n >= n);
    /// assert_eq!((search.examined(), search.size()), (0, 100));
    /// assert!(search.run().holds());
    /// ```
    pub fn law<J: Judgement>(self, law: impl Fn(D::Case) -> J + Send + Sync + 'static) -> Search
    where
        D: Send + 'static,
    {
        let Self { statement, domain, bound } = self;
        let size = domain.size();
        let judge = Box::new(move |index| judge(&domain, index, &law));
        Search { statement, bound, size, next: 0, counterexample: None, judge }
    }
}

fn judge<D: Domain, J: Judgement>(
    domain: &D,
    index: u64,
    law: &impl Fn(D::Case) -> J,
) -> Option<Counterexample> {
    // The law may consume its case; a second copy is its name.
    let _named = panicked::name(|| format!("{:?}", domain.case(index)));
    law(domain.case(index)).counterexample(&domain.case(index))
}

fn conclude(statement: &str, bound: &str, size: u64, found: Option<Counterexample>) -> Evidence {
    match found {
        Some(counterexample) => Evidence::refuted(statement, counterexample),
        None if size == 0 => Evidence::open(statement, NO_CASE),
        None => Evidence::verified(statement.to_owned(), bound.to_owned(), size),
    }
}

type Judge = Box<dyn Fn(u64) -> Option<Counterexample> + Send + Sync>;

/// A search that remembers how far it is.
///
/// ```
/// use agon::conjecture;
///
/// let mut search = conjecture("n is at most 2000").over(1..=9999u32).law(|n| n <= 2000);
/// assert_eq!(search.examined(), 0);
/// assert_eq!(search.run().to_string(), "refuted by 2001: n is at most 2000");
/// assert_eq!(search.examined(), 2000);
/// assert!(search.run().is_refuted(), "what is known is known");
/// ```
pub struct Search {
    statement: String,
    bound: String,
    size: u64,
    next: u64,
    counterexample: Option<Counterexample>,
    judge: Judge,
}

impl Search {
    /// Goes on from where the search is, to the first counterexample or to the end.
    ///
    /// # Panics
    /// As [`ConjectureOver::check`]. An interrupt unwinds, as everywhere in this crate; the search then still knows which
    /// cases it has examined.
    ///
    /// ```
    /// use agon::conjecture;
    ///
    /// let mut search = conjecture("n² < 50").over(0..=99u32).law(|n| n * n < 50);
    /// assert_eq!(search.run().to_string(), "refuted by 8: n² < 50");
    /// // Run again, it knows the answer.
    /// assert!(search.run().is_refuted());
    /// ```
    pub fn run(&mut self) -> Evidence {
        if self.counterexample.is_none() {
            self.counterexample = search::search(self.size, &mut self.next, &*self.judge);
        }
        conclude(&self.statement, &self.bound, self.size, self.counterexample.clone())
    }

    /// How many cases, from the first on, are known to obey the law.
    ///
    /// ```
    /// use agon::conjecture;
    ///
    /// let mut search = conjecture("n² < 50").over(0..=99u32).law(|n| n * n < 50);
    /// search.run();
    /// // 0, …, 7 obey the law.
    /// assert_eq!(search.examined(), 8);
    /// ```
    #[must_use]
    pub fn examined(&self) -> u64 {
        self.next
    }

    /// How many cases there are.
    ///
    /// ```
    /// let search = agon::conjecture("a pair").over((1..=6u8, 1..=6u8)).law(|_| true);
    /// assert_eq!(search.size(), 36);
    /// ```
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }
}

impl Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Search({}: {} of {} cases examined)", self.statement, self.next, self.size)
    }
}
