//! Exact real numbers: the laws of an ordered field, against floating-point numbers, squares and enclosures.

use agon::surreal::RealError;
use agon::surreal::{BigInt, BigRational, Coefficient, DivisionError, NotExact, Polynomial};
use agon::{Dyadic, Real, Surreal};
use proptest::prelude::*;
use std::cmp::Ordering;

fn ratio(m: i64, n: i64) -> BigRational {
    BigRational::new(m.into(), n.into())
}

fn exact(text: &str) -> Coefficient {
    let number: Surreal = text.parse().unwrap_or_else(|error| panic!("{error}"));
    number.to_coefficient().unwrap_or_else(|| panic!("{text} is no real number"))
}

/// Roots, and what they are as floating-point numbers.
fn any_root() -> impl Strategy<Value = (Coefficient, f64)> {
    let powers = [(1, 1, 1), (2, 1, 2), (3, 1, 2), (6, 1, 2), (5, 1, 3), (5, 2, 3), (40, 2, 3), (12, -1, 2)];
    prop::sample::select(powers.to_vec()).prop_map(|(n, above, below)| {
        let root = exact(&format!("{n}^({above}/{below})"));
        (root, f64::from(n).powf(f64::from(above) / f64::from(below)))
    })
}

/// Sums of rational multiples of roots, and of powers of π where it is asked for, with their sizes.
fn any_coefficient(pi: bool) -> impl Strategy<Value = (Coefficient, f64)> {
    let powers = if pi { -1i32..=2 } else { 0i32..=0 };
    let term = (any_root(), powers, -9i64..=9, 1i64..7).prop_map(|((root, size), k, m, n)| {
        let power = match k {
            -1 => Coefficient::pi().recip().unwrap(),
            k => Coefficient::pi().pow(k as u32),
        };
        (
            root * power * Coefficient::from(ratio(m, n)),
            size * std::f64::consts::PI.powi(k) * m as f64 / n as f64,
        )
    });
    prop::collection::vec(term, 0..4).prop_map(|terms| {
        terms.into_iter().fold((0.into(), 0.0), |(x, size), (y, more)| (x + y, size + more))
    })
}

proptest! {
    #[test]
    fn an_ordered_ring((x, a) in any_coefficient(true), (y, b) in any_coefficient(true), (z, _) in any_coefficient(true)) {
        prop_assert_eq!(&x + &y, &y + &x);
        prop_assert_eq!((&x + &y) + &z, &x + (&y + &z));
        prop_assert_eq!(&x * &y, &y * &x);
        prop_assert_eq!((&x * &y) * &z, &x * (&y * &z));
        prop_assert_eq!(&x * (&y + &z), &x * &y + &x * &z);
        prop_assert_eq!(&x - &x, Coefficient::zero());
        prop_assert_eq!(x.cmp(&y), (&x - &y).cmp(&0.into()));
        prop_assert_eq!(x.cmp(&y), (&x + &z).cmp(&(&y + &z)));
        if z.is_positive() {
            prop_assert_eq!(x.cmp(&y), (&x * &z).cmp(&(&y * &z)));
        }
        prop_assert_eq!(x.pow(3), &x * &x * &x);
        // Far from each other they are ordered as floating-point numbers are.
        if (a - b).abs() > 1e-6 {
            prop_assert_eq!(x.cmp(&y), a.total_cmp(&b), "{} {}", x, y);
        }
        prop_assert!((Real::from(x.clone()).to_f64() - a).abs() < 1e-6, "{} is not {}", x, a);
        prop_assert_eq!(exact(&x.to_string()), x.clone());
        prop_assert_eq!(x.to_string().parse::<Real>().unwrap().to_coefficient(), Some(x));
    }

    /// The numbers without π are a field of degree at most 4·3 here.
    #[test]
    fn a_field((x, _) in any_coefficient(false), (y, _) in any_coefficient(true)) {
        if !x.is_zero() {
            let inverse = x.recip().unwrap();
            prop_assert_eq!(&x * &inverse, Coefficient::one());
            prop_assert_eq!(inverse.recip(), Some(x.clone()));
            prop_assert_eq!((&y * &x).checked_div(&x), Some(y.clone()));
        }
        if !y.is_zero() {
            prop_assert_eq!((&x * &y).checked_div(&y), Some(x));
        }
    }

    #[test]
    fn squares_have_roots(a in 1u8..30, b in 1u8..30, m in -9i64..=9, n in -9i64..=9) {
        let x = Coefficient::sqrt(a).unwrap() * m + Coefficient::sqrt(b).unwrap() * n;
        prop_assert_eq!((&x * &x).root(2), Some(x.abs()), "({})²", x);
    }

    /// a + b·√d against 0 by squares of whole numbers, close to 0 as well.
    #[test]
    fn signs_of_quadratic_numbers(a in any::<i64>(), b in any::<i64>(), d in prop::sample::select(vec![2u8, 3, 5, 7, 10]), near in any::<bool>()) {
        let b = BigInt::from(b);
        let a = if near { -(&b * &b * d).sqrt() } else { BigInt::from(a) };
        let x = Coefficient::from(a.clone()) + Coefficient::sqrt(d).unwrap() * Coefficient::from(b.clone());
        let (left, right) = (&a * num_traits::abs(a.clone()), &b * num_traits::abs(b.clone()) * d);
        prop_assert_eq!(x.cmp(&0.into()), (left + right).cmp(&0.into()));
    }

    #[test]
    fn enclosures((x, _) in any_coefficient(true), bits in 0u32..300) {
        let enclosure = Real::from(x.clone()).enclosure(bits);
        prop_assert!(&enclosure.high - &enclosure.low <= Dyadic::new(1, u64::from(bits)));
        prop_assert!(Coefficient::from(&enclosure.low) <= x && x <= Coefficient::from(&enclosure.high));
    }
}

#[test]
fn equalities_of_the_textbooks() {
    for (left, right) in [
        ("√2·√3", "√6"),
        ("√8", "2√2"),
        ("√(1/2)", "√2/2"),
        ("2^(1/3)·4^(1/3)", "2"),
        ("2^(1/2)·2^(1/3)", "2^(5/6)"),
        ("(√2 + √3)^2", "5 + 2√6"),
        ("√(5 + 2√6)", "√2 + √3"),
        ("√(3 - 2√2)", "√2 - 1"),
        ("√(π²/2)", "π/√2"),
        ("φ²", "φ + 1"),
        ("1/φ", "φ - 1"),
        ("φ", "(1 + √5)/2"),
        ("1/(√3 - √2)", "√3 + √2"),
        ("1/(1 + 2^(1/3))", "(1 - 2^(1/3) + 4^(1/3))/3"),
        ("(π² - 2)/(π + √2)", "π - √2"),
        ("√√2", "2^(1/4)"),
        ("(3^-2000)^(1/999)", "3^(-2000/999)"),
        ("√(1000003·1000003)", "1000003"),
        ("-8^(1/3)", "-2"),
        ("sqrt(2) + pi - phi", "√2 + π - (1 + √5)/2"),
    ] {
        assert_eq!(exact(left), exact(right), "{left} = {right}");
    }
    for (x, y) in [
        ("√2 + √3", "π"),
        ("π^2", "9.8696044"),
        ("2^(1/3)", "1.2599"),
        ("√2 + √3 + √5 + √7", "8.02808365"),
        ("22/7", "π"),
        ("π", "333/106"),
        ("2^(9973/10007)", "1.995"),
    ] {
        assert_eq!(exact(x).cmp(&exact(y)), Ordering::Greater, "{x} > {y}");
    }
    // The powers of 0, 5, 6, 16, 17, 22 and those of 1, 2, 10, 12, 20, 21 have equal sums up to the fifth powers (Prouhet,
    // Tarry, Escott): the sums of the roots of a million more agree in 28 decimals.
    let sum = |numbers: [i64; 6]| {
        let roots = numbers.iter().map(|n| exact(&format!("√{}", 1_000_000 + n)));
        roots.fold(Coefficient::zero(), |a, b| a + b)
    };
    let (x, y) = (sum([0, 5, 6, 16, 17, 22]), sum([1, 2, 10, 12, 20, 21]));
    let decimals = |x: &Coefficient| Real::from(x.clone()).to_decimal(60).unwrap();
    assert_eq!(decimals(&x)[..32], decimals(&y)[..32]);
    assert_eq!(x.cmp(&y), decimals(&x).cmp(&decimals(&y)));
    assert_ne!(x, y);
    // Fractions p/q of Pell's equation come as close to √2 as 1/q².
    let (mut p, mut q) = (BigInt::from(1), BigInt::from(1));
    for step in 0..500 {
        let order = Coefficient::from(BigRational::new(p.clone(), q.clone())).cmp(&exact("√2"));
        assert_eq!(order, if step % 2 == 0 { Ordering::Less } else { Ordering::Greater });
        (p, q) = (&p + &q * 2, p + q);
    }
}

#[test]
fn texts() {
    for (text, printed) in [
        ("√2/2 + 1", "1 + √2/2"),
        ("3√2π", "3√2·π"),
        ("1/(2π)", "1/(2π)"),
        ("√2/π²", "√2/π^2"),
        ("-5·2^(2/3)/3", "-5·4^(1/3)/3"),
        ("2^(1/2)·3^(1/3)", "√2·3^(1/3)"),
        ("√6·2^(1/3)", "√3·32^(1/6)"),
        ("3^(99/100)", "3^(99/100)"),
        ("√1000003·√1000033", "√1000003·√1000033"),
        ("√(6·1000003)", "√6·√1000003"),
        ("1 - √2 - π", "1 - √2 - π"),
        ("-1 - √2 + π", "π - 1 - √2"),
        ("-1 - √2", "-1 - √2"),
    ] {
        assert_eq!(exact(text).to_string(), printed);
        assert_eq!(exact(printed), exact(text), "{printed}");
    }
    for (text, message) in [
        ("e", "the number e is no coefficient"),
        ("w + 2e", "the type Real has e"),
        ("√(1 + √2)", "no finite sum"),
        ("√(-2)", "no finite sum"),
        ("√π", "no finite sum"),
        ("1/(π + 1)", "1 / (1 + π) is no sum of rational multiples of roots and powers of π"),
        ("w/(π·w + w + 1)", "1 / (1 + π) is no sum"),
        ("2^√2", "is not offered"),
        ("√(1000003·1000033)", "no finite sum"),
    ] {
        let error = text.parse::<Surreal>().unwrap_err().to_string();
        assert!(error.contains(message) && error.contains(text), "{error}");
    }
    assert!(matches!(
        Surreal::one().checked_div(&"π·w + w".parse().unwrap()),
        Err(DivisionError::Coefficient { .. })
    ));
    let error: NotExact = Surreal::try_from(&Real::e()).unwrap_err();
    assert!(error.to_string().starts_with("e is not known as a sum"), "{error}");
    assert_eq!(Coefficient::from(2).pow(0), Coefficient::one());
    assert_eq!((exact("1 + 2^(1/100)").recip(), Coefficient::zero().recip()), (None, None));
}

/// Exact numbers and roots of polynomials are compared exactly, however they come about.
#[test]
fn real_numbers_know_what_they_are() {
    let real = |text: &str| text.parse::<Real>().unwrap_or_else(|error| panic!("{error}"));
    let roots = |text: &str| text.parse::<Polynomial>().unwrap().real_roots().unwrap();
    for (polynomial, root) in [
        ("x^2 - 2x - 1", "1 + √2"),
        ("x^4 - 10x^2 + 1", "√2 + √3"),
        ("x^3 - 2", "2^(1/3)"),
        ("x^2 - x - 1", "φ"),
        ("x^6 - 6x^4 - 4x^3 + 12x^2 - 24x - 4", "√2 + 2^(1/3)"),
    ] {
        let largest = roots(polynomial).pop().unwrap();
        assert_eq!(largest.compare(&real(root), 10), Ok(Ordering::Equal), "{polynomial}");
        assert_eq!(real(root).compare(&largest, 10), Ok(Ordering::Equal), "{polynomial}");
        assert_eq!((real(root) - ratio_real(1, 1_000_000)).compare(&largest, 10), Ok(Ordering::Less));
        assert_eq!(Real::pi().compare(&largest, 10), real("π").compare(&real(root), 10));
    }
    for (text, printed) in [
        ("√2·√2", "2"),
        ("(√2 + √3)^10", "47525 + 19402√6"),
        ("π - π", "0"),
        ("1/√2", "√2/2"),
        ("√8", "√8"),
        ("-√2", "-√2"),
        ("π/π", "1"),
        ("(π + 1)/(2π + 2)", "1/2"),
        ("(3^-2000)^(1/999)", "3^(997/999)/27"),
    ] {
        assert_eq!(real(text).to_string(), printed, "{text}");
    }
    assert_eq!(real("(3^-2000)^(1/999)").to_decimal(8).unwrap(), "0.11086699…");
}

fn ratio_real(m: i64, n: i64) -> Real {
    Real::from(ratio(m, n))
}

#[test]
fn texts_that_would_take_for_ever_are_refused_or_quick() {
    for text in [
        "((((((((((π^64)^64)^64)^64)^64)^64)^64)^64)^64)^64)^64",
        "(((√2+1)^64)^64)^64",
        "(10^50000+1)^(1/2500)",
    ] {
        assert!(matches!(text.parse::<Real>(), Err(RealError::Power { .. })), "{text}");
    }
    let primes = "(999983·999979·999961·999959·999953·999931·999917·999907·999883·999863)^(131071/2)";
    let terms = "(√2+√3+√5+√7+√11+√13+√17+√19+√23+√29+√31+√37+√41+√43+√47)^1000";
    for text in [primes, terms, "(π^1000000+2)/(π+1)"] {
        assert!(text.parse::<Surreal>().is_err(), "{text}");
    }
    assert!(("2^(1/3000)".parse::<Surreal>().unwrap() + "3^(1/3000)".parse::<Surreal>().unwrap()) > 2.into());
    assert_eq!("1^5000000".parse(), Ok(Surreal::one()));
}

#[test]
fn large_powers_are_read_as_they_are_printed() {
    let pi = |k| Coefficient::pi().pow(k);
    let surreal = Surreal::from(pi(1000) * pi(1));
    assert_eq!(surreal.to_string().parse(), Ok(surreal.clone()), "{surreal}");
    let real = Real::from(pi(64)) * Real::pi();
    assert_eq!(real.to_string().parse::<Real>().map(|read| read.to_string()), Ok(real.to_string()));
    let root = |k: &str| k.parse::<Surreal>().unwrap();
    let product = root("2^(1/65537)") * root("2^(1/65539)");
    assert_eq!(product.to_string().parse(), Ok(product.clone()), "{product}");
}

#[test]
fn sums_of_many_terms_stay_exact() {
    let roots = [2, 3, 5, 7, 11, 13, 17].map(|q: u32| Real::from(Coefficient::sqrt(q).unwrap() + 1));
    let product = roots.iter().fold(Real::from(1), |product, root| &product * root);
    assert_eq!((&product - &product).compare(&Real::from(0), 64), Ok(Ordering::Equal));
}
