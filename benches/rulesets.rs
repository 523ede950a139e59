//! Fast paths of the rulesets beside slow ways to the same values, in one run: `cargo bench -p agon --bench rulesets`.

use agon::{Domineering, PartizanSolver};
use std::time::Instant;

fn main() {
    for (m, n) in [(3, 6), (4, 4), (4, 5), (5, 5), (4, 6), (4, 7)] {
        let start = Instant::now();
        let mut solver = PartizanSolver::new(Domineering);
        let value = solver.value(&Domineering::rectangle(m, n).unwrap()).unwrap();
        println!(
            "{m}x{n} {:?} known {} value birthday {} len {}",
            start.elapsed(),
            solver.known(),
            value.birthday(),
            value.to_string().len()
        );
    }
}
