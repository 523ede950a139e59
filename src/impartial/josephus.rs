//! The problem of Josephus: who is left when every k-th leaves the circle?

use std::fmt;

use crate::interrupt;

/// `people` stand in a circle, numbered from 1; counting from the first, every `step`-th leaves until one is left.
///
/// It is no game of two players, but solved as games are, from small to large: with places from 0, the survivor among
/// `n` stands at `J(n) = (J(n − 1) + k) mod n`, and `J(1) = 0`. (R. Graham, D. Knuth, O. Patashnik, *Concrete
/// Mathematics*, 1.3 and 3.3.)
///
/// ```
/// use agon::impartial::Josephus;
///
/// let circle = Josephus::new(41, 3)?;
/// assert_eq!(circle.survivor(), 31);
/// assert_eq!(circle.order().last(), Some(&31));
/// assert_eq!(Josephus::new(7, 3)?.order(), [3, 6, 2, 7, 5, 1, 4]);
/// # Ok::<(), agon::impartial::JosephusError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Josephus {
    people: u64,
    step: u64,
}

/// Why there is no circle.
///
/// ```
/// let error = agon::Josephus::new(41, 0).unwrap_err();
/// assert_eq!(error.to_string(), "41 people, counting to 0: both numbers must be at least 1");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{people} people, counting to {step}: both numbers must be at least 1")]
pub struct JosephusError {
    people: u64,
    step: u64,
}

impl Josephus {
    /// The most people whose [`order`](Self::order) is found: ten million, which takes minutes.
    ///
    /// ```
    /// use agon::Josephus;
    ///
    /// let circle = Josephus::new(Josephus::MOST_IN_ORDER + 1, 2)?;
    /// assert_eq!(Some(circle.survivor()), Josephus::survivor_of_every_second(10_000_001));
    /// assert!(std::panic::catch_unwind(|| circle.order()).is_err());
    /// # Ok::<(), agon::impartial::JosephusError>(())
    /// ```
    pub const MOST_IN_ORDER: u64 = 10_000_000;

    /// A circle of so many people in which every `step`-th leaves.
    ///
    /// # Errors
    /// [`JosephusError`] if one of the numbers is 0.
    ///
    /// ```
    /// use agon::Josephus;
    ///
    /// // Josephus and his friend stood at the places 31 and 16 of 41.
    /// assert_eq!(Josephus::new(41, 3)?.order()[39..], [16, 31]);
    /// # Ok::<(), agon::impartial::JosephusError>(())
    /// ```
    pub fn new(people: u64, step: u64) -> Result<Self, JosephusError> {
        if people == 0 || step == 0 { Err(JosephusError { people, step }) } else { Ok(Self { people, step }) }
    }

    /// The number of the survivor, from 1.
    ///
    /// Runs of the recursion in which nothing wraps around are taken at once, so that the cost grows like
    /// `k log n`, or like `n` if that is less. No way is known that is fast if both numbers are large: thousands of millions
    /// take minutes. It can be [interrupted](crate::interrupt).
    ///
    /// ```
    /// use agon::impartial::Josephus;
    ///
    /// assert_eq!(Josephus::new(1_000_000_000_000, 2)?.survivor(), 900_488_372_225);
    /// # Ok::<(), agon::impartial::JosephusError>(())
    /// ```
    #[must_use]
    pub fn survivor(&self) -> u64 {
        if self.step == 1 {
            return self.people;
        }
        let (people, step) = (u128::from(self.people), u128::from(self.step));
        let (mut circle, mut place) = (1u128, 0u128);
        while circle < people {
            interrupt::check();
            // The most growth for which place + step · growth stays below circle + growth.
            let growth = ((circle - place - 1) / (step - 1)).min(people - circle);
            if growth == 0 {
                circle += 1;
                place = (place + step) % circle;
            } else {
                circle += growth;
                place += step * growth;
            }
        }
        place as u64 + 1
    }

    /// The survivor by the recursion, one person after the other: the slow way, for comparison.
    ///
    /// ```
    /// use agon::Josephus;
    ///
    /// let circle = Josephus::new(1000, 7)?;
    /// assert_eq!(circle.survivor_by_recursion(), circle.survivor());
    /// # Ok::<(), agon::impartial::JosephusError>(())
    /// ```
    #[must_use]
    pub fn survivor_by_recursion(&self) -> u64 {
        let place = (2..=self.people).fold(0, |place, circle| {
            interrupt::check();
            ((u128::from(place) + u128::from(self.step)) % u128::from(circle)) as u64
        });
        place + 1
    }

    /// The survivor when every second leaves: write `people` in binary and move the leading one to the end. With
    /// `people = 2ᵐ + l`, `l < 2ᵐ`, that is `2l + 1`. `None` for 0.
    ///
    /// ```
    /// use agon::impartial::Josephus;
    ///
    /// // 41 = 101001₂ becomes 010011₂ = 19.
    /// assert_eq!(Josephus::survivor_of_every_second(41), Some(19));
    /// ```
    #[must_use]
    pub fn survivor_of_every_second(people: u64) -> Option<u64> {
        people.checked_ilog2().map(|leading| (people - (1 << leading)) * 2 + 1)
    }

    /// The numbers in the order in which they leave; the last one is the survivor. The cost is quadratic, with a small
    /// constant. It can be [interrupted](crate::interrupt).
    ///
    /// # Panics
    /// If there are more than [`MOST_IN_ORDER`](Self::MOST_IN_ORDER) people.
    ///
    /// ```
    /// use agon::impartial::Josephus;
    ///
    /// assert_eq!(Josephus::new(7, 3)?.order(), [3, 6, 2, 7, 5, 1, 4]);
    /// # Ok::<(), agon::impartial::JosephusError>(())
    /// ```
    #[must_use]
    pub fn order(&self) -> Vec<u64> {
        assert!(
            self.people <= Self::MOST_IN_ORDER,
            "the order in which {} people leave is too long: it is found for at most {}; `survivor` has no such limit",
            self.people,
            Self::MOST_IN_ORDER
        );
        let mut circle: Vec<u64> = (1..=self.people).collect();
        let mut order = Vec::with_capacity(circle.len());
        let mut at = 0;
        while !circle.is_empty() {
            interrupt::check();
            let length = circle.len() as u64;
            at = (at + (self.step - 1) % length) % length;
            order.push(circle.remove(at as usize));
        }
        order
    }
}

impl fmt::Display for Josephus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} people, counting to {}", self.people, self.step)
    }
}
