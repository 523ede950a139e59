//! Sums and products of transfinite numbers by Conway's definition, against the arithmetic of normal forms.
//!
//! When the last run of + and the last run of − of a sign expansion have successor lengths, the number is `{xᴸ | xᴿ}` with
//! one option on each side: without the last +, or the last −, and what follows. Sums and products are then the simplest numbers
//! between finitely many others, found from sign expansions; normal forms give them by polynomial arithmetic. That both
//! agree tests Gonshor's theorems by the definition of the operations.

use agon::surreal::{Bound, Sign, SignSequence, simplest_sequence};
use agon::{Ordinal, Surreal};
use proptest::prelude::*;

/// A number as `{L | R}` with at most one option on each side.
#[derive(Clone, Debug)]
struct Form {
    number: Surreal,
    left: Option<Surreal>,
    right: Option<Surreal>,
}

/// The number with runs of these lengths, of alternating signs; each of the last two lengths is one more than given.
fn form(first: Sign, before: &[Ordinal], last: &[Ordinal]) -> Form {
    let mut sequence = SignSequence::default();
    let mut sign = first;
    let append = |sequence: &SignSequence, sign, length: &Ordinal| {
        sequence.then(&SignSequence::from_runs([(sign, length.clone())]))
    };
    for length in before {
        sequence = append(&sequence, sign, length);
        sign = sign.reverse();
    }
    let (mut left, mut right) = (None, None);
    for length in last {
        let option = append(&sequence, sign, length).to_surreal().expect("finitely many runs");
        if sign == Sign::Plus {
            left = Some(option)
        } else {
            right = Some(option)
        }
        sequence = append(&sequence, sign, &(length + Ordinal::one()));
        sign = sign.reverse();
    }
    Form { number: sequence.to_surreal().expect("finitely many runs"), left, right }
}

fn small_ordinal(least: u64) -> impl Strategy<Value = Ordinal> {
    let finite = least..3;
    prop_oneof![
        3 => finite.prop_map(Ordinal::from),
        2 => (1u64..3, 0u64..3).prop_map(|(m, n)| Ordinal::omega() * Ordinal::from(m) + Ordinal::from(n)),
        1 => (0u64..3).prop_map(|n| Ordinal::omega_pow(Ordinal::from(2)) + Ordinal::from(n)),
        1 => Just(Ordinal::omega_pow(Ordinal::omega())),
    ]
}

fn any_form() -> impl Strategy<Value = Form> {
    let before = prop::collection::vec(small_ordinal(1), 0..3);
    // Both last runs are needed whenever there are earlier ones.
    let last = (small_ordinal(0), small_ordinal(0), any::<bool>());
    (any::<bool>(), before, last).prop_map(|(plus, before, (a, b, short))| {
        let last = if short && before.is_empty() { vec![a] } else { vec![a, b] };
        form(if plus { Sign::Plus } else { Sign::Minus }, &before, &last)
    })
}

/// The simplest number above and below these, by their sign expansions.
fn simplest(left: Vec<Surreal>, right: Vec<Surreal>) -> SignSequence {
    let bound = |side: Option<Surreal>| {
        side.map_or(Bound::Unbounded, |x| Bound::Beyond(x.sign_sequence().expect("dyadic coefficients")))
    };
    simplest_sequence(&bound(left.into_iter().max()), &bound(right.into_iter().min()))
        .expect("left below right")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn the_form_is_the_number(x in any_form()) {
        let found = simplest(x.left.into_iter().collect(), x.right.into_iter().collect());
        prop_assert_eq!(found, x.number.sign_sequence().unwrap());
    }

    #[test]
    fn sums_by_definition(x in any_form(), y in any_form()) {
        let side = |a: &Option<Surreal>, b: &Option<Surreal>| {
            let in_x = a.iter().map(|option| option + &y.number);
            in_x.chain(b.iter().map(|option| &x.number + option)).collect::<Vec<_>>()
        };
        let sum = simplest(side(&x.left, &y.left), side(&x.right, &y.right));
        prop_assert_eq!(sum, (&x.number + &y.number).sign_sequence().unwrap(), "{:?} {:?}", x, y);
    }

    #[test]
    fn products_by_definition(x in any_form(), y in any_form()) {
        let option = |a: &Option<Surreal>, b: &Option<Surreal>| {
            let (a, b) = (a.as_ref()?, b.as_ref()?);
            Some(a * &y.number + &x.number * b - a * b)
        };
        let left = [option(&x.left, &y.left), option(&x.right, &y.right)].into_iter().flatten().collect();
        let right = [option(&x.left, &y.right), option(&x.right, &y.left)].into_iter().flatten().collect();
        let product = simplest(left, right);
        prop_assert_eq!(product, (&x.number * &y.number).sign_sequence().unwrap(), "{:?} {:?}", x, y);
    }
}
