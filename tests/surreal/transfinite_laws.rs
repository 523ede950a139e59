//! Laws of transfinite numbers, on random ones.

use agon::surreal::{Bound, Coefficient, Sign, SignSequence, simplest_sequence};
use agon::{Dyadic, Ordinal, Surreal};
use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;

/// A text with brackets around every operation, and its value by the operators.
fn any_ordinal_expression() -> impl Strategy<Value = (String, Ordinal)> {
    let leaf = prop_oneof![
        (0u64..4).prop_map(|n| (n.to_string(), Ordinal::from(n))),
        Just(("w".to_owned(), Ordinal::omega())),
        (1u64..4).prop_map(|n| (format!("{n}w"), Ordinal::omega() * Ordinal::from(n))),
    ];
    leaf.prop_recursive(4, 12, 2, |inner| {
        (inner.clone(), inner, 0..3, 0u64..4).prop_map(|((a, x), (b, y), operation, n)| match operation {
            0 => (format!("({a}) + ({b})"), x + y),
            1 => (format!("({a})*({b})"), x * y),
            _ => (format!("({a})^{n}"), x.pow(&Ordinal::from(n)).unwrap()),
        })
    })
}

/// Which real numbers the coefficients are multiples of.
fn dyadic() -> Vec<Coefficient> {
    vec![1.into()]
}

fn algebraic() -> Vec<Coefficient> {
    let third = Coefficient::from(BigRational::new(1.into(), 3.into()));
    vec![1.into(), third, Coefficient::sqrt(2).unwrap(), Coefficient::from(5).root(3).unwrap()]
}

/// Squares of sums of two of these have roots that are found.
fn quadratic() -> Vec<Coefficient> {
    [1, 2, 3].map(|n| Coefficient::sqrt(n).unwrap()).to_vec()
}

fn transcendental() -> Vec<Coefficient> {
    algebraic().into_iter().chain([Coefficient::pi(), Coefficient::pi() - 3]).collect()
}

fn coefficient(units: Vec<Coefficient>) -> impl Strategy<Value = Coefficient> {
    (-6i64..=6, 0u32..4, prop::sample::select(units)).prop_map(move |(m, k, unit)| {
        unit * Coefficient::from(BigRational::new(m.into(), BigInt::from(2).pow(k)))
    })
}

/// Numbers with three levels of exponents; only the coefficients of the outermost level may be no dyadic numbers.
fn any_surreal(units: Vec<Coefficient>) -> impl Strategy<Value = Surreal> {
    let level = |exponents: BoxedStrategy<Surreal>, units: Vec<Coefficient>| {
        prop::collection::vec((exponents, coefficient(units)), 0..3)
            .prop_map(|terms| terms.into_iter().map(|(y, r)| Surreal::monomial(r, y)).sum())
            .boxed()
    };
    let real = coefficient(dyadic()).prop_map(Surreal::from).boxed();
    level(level(level(real, dyadic()), dyadic()), units)
}

fn any_ordinal() -> impl Strategy<Value = Ordinal> {
    let level = |exponents: BoxedStrategy<Ordinal>| {
        prop::collection::vec((exponents, 0u64..4), 0..4)
            .prop_map(|terms| {
                let terms = terms.into_iter().map(|(b, n)| Ordinal::omega_pow(b) * Ordinal::from(n));
                terms.fold(Ordinal::zero(), |total, term| total.natural_sum(&term))
            })
            .boxed()
    };
    level(level((0u64..4).prop_map(Ordinal::from).boxed()))
}

proptest! {
    #[test]
    fn texts_of_ordinals_agree_with_the_operators((text, value) in any_ordinal_expression()) {
        prop_assert_eq!(text.parse::<Ordinal>(), Ok(value), "{}", text);
    }

    #[test]
    fn surreals_are_an_ordered_ring(
        x in any_surreal(transcendental()), y in any_surreal(transcendental()), z in any_surreal(transcendental()),
    ) {
        prop_assert_eq!(&x + &y, &y + &x);
        prop_assert_eq!((&x + &y) + &z, &x + (&y + &z));
        prop_assert_eq!(&x * &y, &y * &x);
        prop_assert_eq!((&x * &y) * &z, &x * (&y * &z));
        prop_assert_eq!(&x * (&y + &z), &x * &y + &x * &z);
        prop_assert_eq!(&x - &x, Surreal::zero());
        prop_assert_eq!(&x * Surreal::one(), x.clone());
        prop_assert_eq!(x.cmp(&y), (&x - &y).cmp(&Surreal::zero()));
        prop_assert_eq!(x.cmp(&y), (&x + &z).cmp(&(&y + &z)));
        if z.is_positive() {
            prop_assert_eq!(x.cmp(&y), (&x * &z).cmp(&(&y * &z)));
        }
        prop_assert_eq!(x.to_string().parse::<Surreal>(), Ok(x));
    }

    #[test]
    fn roots_lead_back(x in any_surreal(quadratic())) {
        prop_assert_eq!((&x * &x).checked_sqrt(), Ok(x.abs()));
    }

    #[test]
    fn quotients_lead_back(x in any_surreal(algebraic()), y in any_surreal(algebraic())) {
        if !y.is_zero() {
            prop_assert_eq!((&x * &y).checked_div(&y), Ok(x.clone()));
            let quotient = x.divide_to(&y, 6).unwrap();
            prop_assert_eq!(&quotient.terms * &y + &quotient.remainder, x);
        }
    }

    /// The normal forms and their sign expansions are ordered in the same way, and each is found from the other.
    #[test]
    fn gonshors_expansions_keep_the_order(x in any_surreal(transcendental()), y in any_surreal(transcendental())) {
        let (a, b) = (x.sign_sequence().unwrap(), y.sign_sequence().unwrap());
        prop_assert_eq!(x.cmp(&y), a.cmp(&b), "{} {}", x, y);
        prop_assert_eq!((-&x).sign_sequence().unwrap(), a.reverse());
        prop_assert_eq!(a.to_surreal(), Some(x.clone()));
        prop_assert_eq!(a.to_string().parse::<SignSequence>(), Ok(a.clone()));
        prop_assert_eq!(x.birthday(), Ok(a.len()));
    }

    /// Two numbers with a common beginning, so that the signs of one irrational number are compared far behind it.
    #[test]
    fn common_beginnings(
        x in any_surreal(transcendental()), y in any_surreal(transcendental()), z in any_surreal(transcendental()),
    ) {
        let [x, y, z] = [x, y, z].map(|x| x.sign_sequence().unwrap());
        let [a, b] = [&y, &z].map(|rest| x.then(rest));
        prop_assert_eq!(a.cmp(&b), y.cmp(&z), "{} {}", a, b);
        prop_assert_eq!(a.len(), x.len() + y.len());
        prop_assert_eq!(x.then(&y).then(&z), x.then(&y.then(&z)));
        prop_assert_eq!(a.to_string().parse::<SignSequence>(), Ok(a.clone()));
        prop_assert!(y.is_empty() || x.is_simpler_than(&a));
        if y < z {
            let found = simplest_sequence(&Bound::Beyond(a.clone()), &Bound::Beyond(b.clone())).unwrap();
            prop_assert!(a < found && found < b);
        }
    }

    /// The signs of an irrational number as a real number, and as a block.
    #[test]
    fn irrational_signs_begin_as_those_of_real_numbers(x in coefficient(transcendental()), n in 0u32..60) {
        let whole = SignSequence::try_from(&x).unwrap();
        let beginning = SignSequence::from(&agon::Real::from(x.clone()).signs(n).unwrap());
        prop_assert!(beginning == whole || beginning.is_simpler_than(&whole), "{} {}", beginning, whole);
        prop_assert_eq!(whole.to_surreal(), Some(Surreal::from(x)));
    }

    /// The simplest number between two others lies between, and is simpler than whatever else lies there.
    #[test]
    fn simplest_numbers(
        x in any_surreal(transcendental()), y in any_surreal(transcendental()), z in any_surreal(transcendental()),
    ) {
        let mut three = [x, y, z];
        three.sort();
        let [low, middle, high] = three;
        let signs = |x: &Surreal| x.sign_sequence().unwrap();
        let found = simplest_sequence(&Bound::Beyond(signs(&low)), &Bound::Beyond(signs(&high)));
        prop_assert_eq!(found.is_some(), low < high);
        if let Some(found) = found {
            prop_assert!(signs(&low) < found && found < signs(&high));
            if low < middle && middle < high {
                prop_assert!(found == signs(&middle) || found.is_simpler_than(&signs(&middle)));
            }
        }
    }

    #[test]
    fn ordinal_laws(a in any_ordinal(), b in any_ordinal(), c in any_ordinal()) {
        prop_assert_eq!((&a + &b) + &c, &a + (&b + &c));
        prop_assert_eq!((&a * &b) * &c, &a * (&b * &c));
        prop_assert_eq!(&a * (&b + &c), &a * &b + &a * &c);
        prop_assert_eq!(a.left_difference(&(&a + &b)), Some(b.clone()));
        prop_assert_eq!(a.left_difference(&b).is_some(), a <= b);
        prop_assert_eq!(b.cmp(&c), (&a + &b).cmp(&(&a + &c)));
        prop_assert!(&a + &b <= a.natural_sum(&b));
        prop_assert!(&a * &b <= a.natural_product(&b));
        // The natural operations are those of the surreal numbers.
        let [x, y] = [&a, &b].map(Surreal::from);
        prop_assert_eq!((&x + &y).to_ordinal(), Some(a.natural_sum(&b)));
        prop_assert_eq!((&x * &y).to_ordinal(), Some(a.natural_product(&b)));
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        prop_assert_eq!(x.birthday().unwrap(), a.clone());
        prop_assert_eq!(a.to_string().parse::<Ordinal>(), Ok(a.clone()));
        let two = Ordinal::from(2);
        if let (Some(p), Some(q), Some(r)) = (two.pow(&a), two.pow(&b), two.pow(&(&a + &b))) {
            prop_assert_eq!(p * q, r);
        }
        if let (Some(p), Some(q), Some(r)) = (c.pow(&a), c.pow(&b), c.pow(&(&a + &b))) {
            prop_assert_eq!(p * q, r);
        }
    }

    /// Every sequence of finitely many runs is a number in normal form with dyadic coefficients, and in the same order.
    #[test]
    fn every_sequence_of_runs_is_a_number(
        first in prop::collection::vec((any::<bool>(), any_ordinal()), 0..5),
        second in prop::collection::vec((any::<bool>(), any_ordinal()), 0..5),
        common in prop::collection::vec((any::<bool>(), any_ordinal()), 0..3),
    ) {
        let sequence = |runs: Vec<(bool, Ordinal)>| {
            let runs = runs.into_iter().map(|(plus, n)| (if plus { Sign::Plus } else { Sign::Minus }, n));
            SignSequence::from_runs(runs)
        };
        let common = sequence(common);
        let [a, b] = [first, second].map(|runs| common.then(&sequence(runs)));
        let [x, y] = [&a, &b].map(SignSequence::to_surreal);
        prop_assert!(x.is_some(), "{}", a);
        prop_assert_eq!(x.as_ref().map(|x| x.sign_sequence().unwrap()), Some(a.clone()));
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
    }

    #[test]
    fn rational_periods_lead_back(m in -2000i64..2000, n in 1i64..500) {
        let x = BigRational::new(m.into(), n.into());
        let signs = SignSequence::try_from(&x).unwrap();
        prop_assert_eq!(signs.to_rational(), Some(x.clone()));
        let other = BigRational::new(m.into(), (n + 1).into());
        prop_assert_eq!(signs.cmp(&SignSequence::try_from(&other).unwrap()), x.cmp(&other));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Whatever is written, the answer is a number or a message that names it.
    #[test]
    fn no_text_makes_a_parser_panic(text in r"[-+−0-9wωεπφe√()^/*·. x|{}\[\]]{0,14}") {
        if let Err(error) = text.parse::<Surreal>() {
            prop_assert!(error.to_string().contains(&text), "{}", error);
        }
        if let Err(error) = text.parse::<SignSequence>() {
            prop_assert!(error.to_string().contains(&text), "{}", error);
        }
        if let Err(error) = text.parse::<agon::Real>() {
            prop_assert!(error.to_string().contains(&text), "{}", error);
        }
        if let Ok(signs) = text.parse::<SignSequence>() {
            prop_assert_eq!(signs.to_string().parse::<SignSequence>(), Ok(signs));
        }
        if let Ok(number) = text.parse::<Surreal>() {
            prop_assert_eq!(number.to_string().parse::<Surreal>(), Ok(number));
        }
        let _ = (text.parse::<Ordinal>(), text.parse::<Dyadic>(), text.parse::<agon::surreal::Polynomial>());
    }
}
