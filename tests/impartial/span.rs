//! The nimbers as vectors.

use std::collections::BTreeSet;

use agon::Nimber;
use agon::impartial::NimSpan;
use proptest::collection::vec;
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_span_is_the_set_of_all_sums(generators in vec(0u32..64, 0..7)) {
        let span = NimSpan::new(generators.iter().copied().map(Nimber));
        let mut sums = BTreeSet::from([0]);
        for generator in &generators {
            let more: Vec<u32> = sums.iter().map(|sum| sum ^ generator).collect();
            sums.extend(more);
        }
        prop_assert_eq!(sums.len(), 1 << span.dimension());
        for n in 0..64 {
            prop_assert_eq!(span.contains(Nimber(n)), sums.contains(&n));
            let combination = span.combination(Nimber(n));
            prop_assert_eq!(combination.is_some(), sums.contains(&n));
            if let Some(members) = combination {
                prop_assert!(members.iter().all(|member| span.basis().contains(member)));
                prop_assert_eq!(members.into_iter().sum::<Nimber>(), Nimber(n));
            }
        }
    }

    #[test]
    fn binary_digits_are_coordinates(n: u32) {
        let digits = NimSpan::digits(Nimber(n));
        prop_assert!(digits.iter().all(|digit| digit.size().is_power_of_two()) && digits.is_sorted());
        prop_assert_eq!(digits.into_iter().sum::<Nimber>(), Nimber(n));
    }
}
