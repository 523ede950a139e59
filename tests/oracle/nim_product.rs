//! The nim product by Conway's rules for powers of two, knowing nothing of fields or halves.

use std::collections::HashMap;

/// Products of powers of two that are known already, by their exponents.
#[derive(Default)]
pub struct ConwaysRules(HashMap<(u32, u32), u128>);

impl ConwaysRules {
    /// `a ⊗ b`, by distributing both factors over their binary digits.
    pub fn product(&mut self, a: u128, b: u128) -> u128 {
        let digits = |x: u128| (0..128u32).filter(move |i| x >> i & 1 == 1);
        let mut sum = 0;
        for (i, j) in digits(a).flat_map(|i| digits(b).map(move |j| (i, j))) {
            sum ^= self.powers_of_two(i, j);
        }
        sum
    }

    /// `2^i ⊗ 2^j`. Each `2^i` is the ordinary and the nim product of the Fermat 2-powers `2^(2^k)` for the binary
    /// digits `k` of `i`; different Fermat 2-powers multiply as numbers, and `F ⊗ F = F ⊕ F/2`.
    fn powers_of_two(&mut self, i: u32, j: u32) -> u128 {
        if i & j == 0 {
            return 1 << (i + j);
        }
        if let Some(&known) = self.0.get(&(i, j)) {
            return known;
        }
        // The largest Fermat 2-power that divides both.
        let shared = 1 << (i & j).ilog2();
        let rest = self.powers_of_two(i ^ shared, j ^ shared);
        let product = self.product(rest, 1 << shared) ^ self.product(rest, 1 << (shared - 1));
        self.0.insert((i, j), product);
        product
    }
}
