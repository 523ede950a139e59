//! Nim products: the definition, Conway's rules, published tables, and the laws of a field.

use agon::impartial::{NimWord, WideNimber, nim_products_by_definition};
use agon::{Nimber, Nimber64, Nimber128};
use proptest::prelude::*;

use super::nim_product::ConwaysRules;
use super::{numbers, reference};

#[test]
fn products_are_the_mex_of_the_definition() {
    let defined = nim_products_by_definition(70);
    let mut rules = ConwaysRules::default();
    for (a, row) in (0..).zip(&defined) {
        for (b, &product) in (0..).zip(row) {
            assert_eq!(Nimber(a) * Nimber(b), Nimber(product), "{a} ⊗ {b}");
            assert_eq!(rules.product(a.into(), b.into()), product.into(), "{a} ⊗ {b}");
        }
    }
}

#[test]
fn products_are_the_published_ones() {
    let table = reference(include_str!("../reference/nim_multiplication.json"));
    for (a, row) in (0..).zip(table["table32"].as_array().unwrap()) {
        for (b, product) in (0..).zip(numbers(row)) {
            assert_eq!(Nimber(a) * Nimber(b), Nimber(product));
        }
    }
    for (a, inverse) in (1..=255).zip(numbers(&table["inverse_1_to_255"])) {
        assert_eq!(Nimber(a).inverse(), Some(Nimber(inverse)));
        assert_eq!(WideNimber::<u8>::new(a as u8).inverse(), Some(WideNimber::new(inverse as u8)));
    }
    for (a, square) in (0..=255).zip(numbers(&table["square_0_to_255"])) {
        assert_eq!((Nimber(a).square(), Nimber(square).sqrt()), (Nimber(square), Nimber(a)));
    }
    let samples: Vec<[String; 3]> = serde_json::from_value(table["samples_decimal"].clone()).unwrap();
    assert_eq!(samples.len(), 48);
    for [a, b, product] in samples {
        let parse = |digits: &str| format!("*{digits}").parse::<Nimber64>().unwrap();
        assert_eq!(parse(&a) * parse(&b), parse(&product));
    }
    let powers = table["pow2"].as_object().unwrap();
    for (factors, product) in powers.iter().filter(|(factors, _)| !factors.contains('^')) {
        let (a, b) = factors.split_once('*').unwrap();
        assert_eq!(
            Nimber(a.parse().unwrap()) * Nimber(b.parse().unwrap()),
            Nimber(product.as_u64().unwrap() as u32)
        );
    }
    assert_eq!((Nimber64::new(1 << 63).square()).size().to_string(), powers["2^63*2^63"].as_str().unwrap());
}

#[test]
fn the_nimbers_below_256_are_a_field() {
    let all = || (0..=u8::MAX).map(WideNimber::new);
    let (zero, one) = (WideNimber::<u8>::ZERO, WideNimber::<u8>::ONE);
    for a in all() {
        assert_eq!((a * zero, a * one), (zero, a));
        assert_eq!(a.inverse().map(|inverse| a * inverse), (a != zero).then_some(one));
        assert_eq!(a.sqrt().square(), a);
        for b in all() {
            assert_eq!(a * b, b * a);
            assert!(a * b != zero || a == zero || b == zero);
            let ab = a * b;
            assert!(all().all(|c| ab * c == a * (b * c) && a * (b + c) == ab + a * c));
        }
    }
}

#[test]
fn the_nimbers_below_16_are_a_field_of_their_own() {
    for (a, b) in (0..16).flat_map(|a| (0..16).map(move |b| (Nimber(a), Nimber(b)))) {
        assert!((a * b).size() < 16);
        assert!(a.inverse().is_none_or(|inverse| inverse.size() < 16));
    }
}

/// The laws, and the rules of Conway, in one field.
fn examine<W: NimWord + Into<u128>>(rules: &mut ConwaysRules, a: W, b: W, c: W) {
    let [a, b, c] = [a, b, c].map(WideNimber::new);
    let (zero, one) = (WideNimber::<W>::ZERO, WideNimber::<W>::ONE);
    assert_eq!((a * b).size().into(), rules.product(a.size().into(), b.size().into()));
    assert_eq!(a * b, b * a);
    assert_eq!((a * b) * c, a * (b * c));
    assert_eq!(a * (b + c), a * b + a * c);
    assert_eq!((a * zero, a * one), (zero, a));
    assert_eq!(a.square(), a * a);
    assert_eq!(a.sqrt() * a.sqrt(), a);
    assert_eq!((a + b).square(), a.square() + b.square());
    if let Some(inverse) = a.inverse() {
        assert_eq!(a * inverse, one);
        // Lagrange: the multiplicative group has 2^BITS − 1 elements.
        assert_eq!(a.pow(u128::MAX >> (128 - W::BITS)), one);
        assert_eq!(a.pow((u128::MAX >> (128 - W::BITS)) - 1), inverse);
    }
    assert_eq!(a.pow(5), [a; 5].into_iter().product());
    assert_eq!(a.to_string().parse(), Ok(a));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn larger_words_are_fields(x: (u64, u64, u64), y: (u128, u128, u128)) {
        let mut rules = ConwaysRules::default();
        let (a, b, c) = x;
        examine(&mut rules, a as u16, b as u16, c as u16);
        examine(&mut rules, a as u32, b as u32, c as u32);
        examine(&mut rules, a, b, c);
        examine(&mut rules, y.0, y.1, y.2);
    }

    #[test]
    fn larger_fields_contain_the_smaller_ones(a: u32, b: u32) {
        let product = Nimber(a) * Nimber(b);
        prop_assert_eq!(Nimber64::from(Nimber(a)) * Nimber64::from(Nimber(b)), product.into());
        prop_assert_eq!(Nimber128::from(Nimber(a)) * Nimber128::from(Nimber(b)), product.into());
        let (a, b) = (a as u16, b as u16);
        let product = WideNimber::new(a) * WideNimber::new(b);
        prop_assert_eq!(Nimber(a.into()) * Nimber(b.into()), Nimber(product.size().into()));
        let (a, b) = (a as u8, b as u8);
        let product = WideNimber::new(a) * WideNimber::new(b);
        prop_assert_eq!(WideNimber::new(u16::from(a)) * WideNimber::new(b.into()), WideNimber::new(product.size().into()));
    }
}

#[test]
fn what_is_no_nimber_of_this_width_is_refused() {
    for text in ["", "1", "*-1", "*18446744073709551616", "**"] {
        let message = text.parse::<Nimber64>().unwrap_err().to_string();
        assert!(message.contains(text) && message.contains("2^64"), "{message}");
    }
    assert_eq!(serde_json::to_string(&Nimber64::new(7)).unwrap(), "7");
}
