//! Ordinals, normal forms, Gonshor's sign expansions, cuts with infinite sides.

use agon::surreal::days::numbers_by_day;
use agon::surreal::{
    Bound, Family, Sign, SignSequence, simplest_between, simplest_in_cut, simplest_sequence,
};
use agon::{Dyadic, Ordinal, Surreal};
use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;
use std::cmp::Ordering;

fn number(text: &str) -> Surreal {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn ordinal(text: &str) -> Ordinal {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn signs(text: &str) -> SignSequence {
    number(text).sign_sequence().unwrap_or_else(|error| panic!("{error}"))
}

/// The table that one finds in Gonshor, chapter 5, in *On Numbers and Games*, chapter 3, and in the literature since.
#[test]
fn sign_expansions_of_the_literature() {
    for (x, expansion, birthday) in [
        ("0", "", "0"),
        ("3/4", "+−+", "3"),
        ("1/3", "+−−(+−)^ω", "w"),
        ("2/3", "(+−)^ω", "w"),
        ("-1/5", "−+++(−−++)^ω", "w"),
        ("w", "+^ω", "w"),
        ("-w", "−^ω", "w"),
        ("w + 1", "+^(ω + 1)", "w + 1"),
        ("w - 1", "+^ω −", "w + 1"),
        ("w - 5", "+^ω −−−−−", "w + 5"),
        ("w + 1/2", "+^(ω + 1) −", "w + 2"),
        ("w - 1/2", "+^ω −+", "w + 2"),
        ("2w", "+^(ω·2)", "w*2"),
        ("w/2", "+^ω −^ω", "w*2"),
        ("3w/2", "+^(ω·2) −^ω", "w*3"),
        ("w/4", "+^ω −^(ω·2)", "w*3"),
        ("3w/4", "+^ω −^ω +^ω", "w*3"),
        ("w/2 + 1", "+^ω −^ω +", "w*2 + 1"),
        ("w/2 - 1", "+^ω −^(ω + 1)", "w*2 + 1"),
        ("w^2", "+^(ω^2)", "w^2"),
        ("w^2 - w", "+^(ω^2) −^ω", "w^2 + w"),
        ("w^w", "+^(ω^ω)", "w^w"),
        ("√w", "+^ω −^(ω^2)", "w^2"),
        ("2√w", "+^ω −^(ω^2) +^ω", "w^2 + w"),
        ("w^(1/4)", "+^ω −^(ω^2·2)", "w^2*2"),
        ("w^(3/4)", "+^ω −^(ω^2) +^(ω^2)", "w^2*2"),
        ("w^(1/w)", "+^ω −^(ω^3)", "w^3"),
        ("w^(3/2)", "+^(ω^2) −^(ω^3)", "w^3"),
        ("w^(w-1)", "+^(ω^ω) −^(ω^(ω + 1))", "w^(w+1)"),
        ("1/w", "+ −^ω", "w"),
        ("2/w", "+ −^ω +", "w + 1"),
        ("1/(2w)", "+ −^ω −", "w + 1"),
        ("1/w^2", "+ −^(ω·2)", "w*2"),
        ("1/√w", "+ −^ω +^ω", "w*2"),
        ("w^(-w)", "+ −^(ω^2)", "w^2"),
        ("1 + 1/w", "++ −^ω", "w"),
        ("1 - 1/w", "+−+^ω", "w"),
        ("1/2 + 1/w", "+−+ −^ω", "w"),
        ("1/3 + 1/w", "+−−(+−)^ω+", "w + 1"),
        ("1/3 - 1/w", "+−−(+−)^ω−", "w + 1"),
        ("w + 1/w", "+^(ω + 1) −^ω", "w*2"),
        ("1/w + 1/w^2", "+ −^ω+ −^ω", "w*2"),
        ("w + √w", "+^(ω·2) −^(ω^2)", "w^2"),
        ("w/3", "+^ω −^(ω·2) (+^ω −^ω)^ω", "w^2"),
    ] {
        assert_eq!(signs(x), expansion.parse().unwrap(), "{x} has {}", signs(x));
        assert_eq!(number(x).birthday().unwrap(), ordinal(birthday), "{x}");
        assert_eq!(number(x).birthday().unwrap(), signs(x).len(), "{x}");
        assert_eq!(signs(x).to_surreal(), Some(number(x)), "{x}");
        assert_eq!(signs(x).to_string().parse::<SignSequence>(), Ok(signs(x)), "{x}");
        assert_eq!(number(x).to_string().parse::<Surreal>(), Ok(number(x)));
    }
}

/// Lengths by Gonshor's theorems, where an exponent has infinitely many runs: the supremum over its beginnings.
#[test]
fn birthdays_of_endless_exponents() {
    for (x, birthday) in [
        ("w^(1/3)", "w^w"),
        ("w^(2/3)", "w^w"),
        ("w^(-1/3)", "w^w"),
        ("-w^(1/3)", "w^w"),
        ("2w^(1/3)", "w^w*2"),
        ("w^(1/3)/3", "w^(w+1)"),
        ("w^(1/3) + 1", "w^w + 1"),
        ("w + w^(1/3)", "w^w"),
        ("w^(w/3)", "w^(w^2)"),
        ("w^(1/3 + 1/w)", "w^w + w^(w+1)"),
        ("w^(1/3 - 1/w)", "w^(w+1)"),
    ] {
        assert_eq!(number(x).birthday().unwrap(), ordinal(birthday), "{x}: {:?}", number(x).birthday());
    }
    // The beginnings of 1/3 are 1, 1/2, 1/4, 3/8, …: each ω^beginning is born before ω^ω, and for each n one after ω^n.
    let omega_pow_omega = ordinal("w^w");
    let mut last = Ordinal::zero();
    for (beginning, _) in
        agon::Real::from(BigRational::new(1.into(), 3.into())).signs(20).unwrap().ancestors()
    {
        let day = Surreal::omega_pow(Surreal::from(&beginning)).birthday().unwrap();
        assert!(last < day && day < omega_pow_omega, "{beginning}: {day}");
        last = day;
    }
    assert!(last > ordinal("w^9"));
    assert!(number("w^w^(1/3)").birthday().is_err());
}

#[test]
fn ordinary_ordinal_arithmetic() {
    for (sum, value) in [
        (ordinal("1") + ordinal("w"), "w"),
        (ordinal("w") + ordinal("1"), "w + 1"),
        (ordinal("w^2 + w*3 + 1") + ordinal("w*2 + 5"), "w^2 + w*5 + 5"),
        (ordinal("2") * ordinal("w"), "w"),
        (ordinal("w + 1") * ordinal("2"), "w*2 + 1"),
        (ordinal("w + 1") * ordinal("w"), "w^2"),
        (ordinal("w^w") * ordinal("w"), "w^(w+1)"),
        (ordinal("w") * ordinal("w^w"), "w^w"),
        (ordinal("2").pow(&ordinal("w")).unwrap(), "w"),
        (ordinal("2").pow(&ordinal("w^2")).unwrap(), "w^w"),
        (ordinal("3").pow(&ordinal("w*2 + 1")).unwrap(), "w^2*3"),
        (ordinal("2").pow(&ordinal("w^w")).unwrap(), "w^(w^w)"),
        (ordinal("w*2").pow(&ordinal("2")).unwrap(), "w^2*2"),
        (ordinal("w + 1").pow(&ordinal("w")).unwrap(), "w^w"),
        (ordinal("w^2 + 1").pow(&ordinal("w + 1")).unwrap(), "w^(w+2) + w^w"),
    ] {
        assert_eq!(sum, ordinal(value));
    }
    assert_eq!(
        ordinal("w").pow(&ordinal("100000000000000000000")).unwrap().to_string(),
        "ω^(100000000000000000000)"
    );
    assert_eq!(Ordinal::from(2).pow(&ordinal("100000000000")), None);
}

/// The texts mean what the operators mean; the values are those of the textbooks.
#[test]
fn texts_of_ordinals_are_ordinary_arithmetic() {
    for (text, value) in [
        ("1 + w", "ω"),
        ("w + 1", "ω + 1"),
        ("2*w", "ω"),
        ("w*2", "ω·2"),
        ("2w", "ω·2"),
        ("2·3w^2", "ω^2·3"),
        ("3w^2 + 2ω + 5", "ω^2·3 + ω·2 + 5"),
        ("w^2 + w^3", "ω^3"),
        ("(w+1)^2", "ω^2 + ω + 1"),
        ("(w+1)*2", "ω·2 + 1"),
        ("2^w", "ω"),
        ("2^(w^2)", "ω^ω"),
        ("(w*2)^w", "ω^ω"),
        ("w^w^w", "ω^(ω^ω)"),
        ("ω² + ω¹⁰", "ω^10"),
        ("0^0 + 0*w", "1"),
    ] {
        assert_eq!(ordinal(text).to_string(), value, "{text}");
        assert_eq!(ordinal(value).to_string(), value);
    }
    for (text, message) in [
        ("w - 1", "is no ordinal"),
        ("w/2", "is no ordinal"),
        ("1.5", "is no ordinal"),
        ("√w", "is no ordinal"),
        ("w w", "is no ordinal"),
        ("2(w + 1)", "is no ordinal"),
        ("w +", "at character 4 a natural number, w or a bracket was expected"),
        ("1/w", "is no ordinal"),
        ("(w+1)^5000", "is not offered"),
        ("((w+1)^4096)^4096", "is not offered"),
        ("2^100000000000", "is not offered"),
    ] {
        let error = text.parse::<Ordinal>().unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

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

#[test]
fn infinite_families() {
    let [zero, one, omega] = ["0", "1", "w"].map(number);
    let naturals = Family::naturals();
    let single = |text: &str| Family::from([number(text)]);
    for (left, right, value) in [
        (naturals.clone(), Family::empty(), "w"),
        (naturals.clone(), single("w"), "w - 1"),
        (naturals.clone(), single("w - 1"), "w - 2"),
        (single("w"), Family::empty(), "w + 1"),
        (Family::progression(omega.clone(), one.clone()), Family::empty(), "2w"),
        (naturals.clone(), Family::progression(omega.clone(), number("-1")), "w/2"),
        (
            Family::progression(number("w/2"), one.clone()),
            Family::progression(omega.clone(), number("-1")),
            "3w/4",
        ),
        (naturals.clone(), Family::halves(zero.clone(), omega.clone()), "√w"),
        (Family::progression(zero.clone(), omega.clone()), Family::empty(), "w^2"),
        (Family::omega_powers(naturals.clone()), Family::empty(), "w^w"),
        (single("0"), Family::halves(zero.clone(), one.clone()), "1/w"),
        (single("0"), Family::halves(zero.clone(), number("1/w")), "1/w^2"),
        (single("0"), Family::omega_powers(Family::progression(zero.clone(), number("-1"))), "w^(-w)"),
        (single("1/w"), Family::halves(zero.clone(), one.clone()), "2/w"),
        (Family::progression(zero.clone(), number("1/w")), Family::halves(zero.clone(), one.clone()), "1/√w"),
        (single("1"), Family::halves(one.clone(), one.clone()), "1 + 1/w"),
        (Family::halves(one.clone(), number("-1")), single("1"), "1 - 1/w"),
        (Family::halves(one.clone(), number("-1")), Family::halves(one.clone(), one.clone()), "1"),
        (Family::halves(number("1/3"), number("-1/3")), Family::halves(number("1/3"), one.clone()), "1/3"),
        (single("1/3"), Family::halves(number("1/3"), one.clone()), "1/3 + 1/w"),
        (naturals.clone(), Family::omega_powers(Family::halves(zero.clone(), one.clone())), "w^(1/w)"),
        (Family::empty(), Family::progression(zero.clone(), number("-1")), "-w"),
        (Family::empty(), naturals.clone(), "-1"),
        (Family::empty(), Family::empty(), "0"),
        (Family::from(["1/4", "1/2"].map(number)), Family::from(["1", "7/8"].map(number)), "3/4"),
    ] {
        let found = simplest_in_cut(&left, &right).unwrap();
        assert_eq!(found.number, Some(number(value)), "{found}");
        // The number lies between the members that one can look at.
        for n in 0..20 {
            assert!(left.member(n).is_none_or(|member| member < number(value)), "{found}");
            assert!(right.member(n).is_none_or(|member| member > number(value)), "{found}");
        }
    }
    let error = simplest_in_cut(&naturals, &single("1000")).unwrap_err().to_string();
    assert_eq!(
        error,
        "{0, 1, 2, … | 1000} is no number: not every left member is smaller than every right one"
    );
}

#[test]
fn finite_cuts_agree_with_the_dyadic_rule() {
    let numbers = numbers_by_day(4);
    let bound = |x: Option<&Dyadic>| {
        x.map_or(Bound::Unbounded, |x| Bound::Beyond(SignSequence::from(&x.sign_expansion())))
    };
    let sides: Vec<Option<&Dyadic>> = numbers.iter().map(Some).chain([None]).collect();
    for &low in &sides {
        for &high in &sides {
            let found = simplest_sequence(&bound(low), &bound(high));
            let found = found.map(|signs| signs.to_expansion().unwrap().to_dyadic());
            assert_eq!(found, simplest_between(low, high), "{low:?} {high:?}");
        }
    }
}

#[test]
fn texts_and_their_errors() {
    for (written, printed) in [
        ("w^2 - 3w + 1/2", "ω^2 - 3ω + 1/2"),
        ("√ω", "√ω"),
        ("ε", "1/ω"),
        ("-2/w^(1/2)", "-2/√ω"),
        ("w^w^w", "ω^(ω^ω)"),
        ("(w+1)(w-1)", "ω^2 - 1"),
        ("2.5w", "5ω/2"),
        ("(w^2-1)/(w-1)", "ω + 1"),
        ("sqrt(4omega^2)", "2ω"),
        ("w^1/2", "ω/2"),
        ("(2w)^-1", "1/(2ω)"),
        ("w - w", "0"),
        ("ω² − 3ω", "ω^2 - 3ω"),
        ("ω⁻¹ + w¹²", "ω^12 + 1/ω"),
        ("w + -1", "ω - 1"),
        ("- -1", "1"),
        ("w*-2", "-2ω"),
        ("+w", "ω"),
        (".5w", "ω/2"),
        ("4^(1/2)", "2"),
        ("(4w^2)^(1/2)", "2ω"),
        ("(w^2 + 2w + 1)^(3/2)", "ω^3 + 3ω^2 + 3ω + 1"),
        ("(-8w)^(1/3)", "-2ω^(1/3)"),
        ("(9w^2/4)^(-1/2)", "2/(3ω)"),
        ("0^(1/2)", "0"),
    ] {
        assert_eq!(number(written).to_string(), printed);
        assert_eq!(number(printed).to_string(), printed);
    }
    for (written, message) in [
        ("", "at character 1 a number, w, ε, √ or a bracket was expected"),
        ("w+", "at character 3"),
        ("(w", "a closing bracket"),
        ("1/(w+1)", "has no finite normal form"),
        ("1/0", "cannot be divided by 0"),
        ("√2", "no finite sum"),
        ("2^w", "is not offered"),
        ("2^(1/2)", "is not offered"),
        ("(-4)^(1/2)", "is not offered"),
        (".", "a decimal"),
        ("w + + 1", "at character 5"),
        ("3 4", "at character 3"),
        ("1.", "a decimal"),
    ] {
        let error = written.parse::<Surreal>().unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    assert!("(".repeat(100_000).parse::<Surreal>().unwrap_err().to_string().contains("nested deeper"));
    assert!("w - 1".parse::<Ordinal>().unwrap_err().to_string().contains("is no ordinal"));
    assert!(number("w^(1/3)").sign_sequence().unwrap_err().to_string().contains("no finite description"));
    for (text, message) in [
        ("+x", "+ or −"),
        ("+^0", "at least 1"),
        ("(+", "+ or −"),
        ("(+−)", "after a period"),
        ("+^(w-1)", "no ordinal"),
    ] {
        let error = text.parse::<SignSequence>().unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    assert_eq!(
        (signs("0").to_string(), "".parse::<SignSequence>()),
        ("()".to_owned(), Ok(SignSequence::default()))
    );
    assert_eq!("+−^99999999999".parse::<SignSequence>().unwrap().to_surreal(), None);
    assert_eq!(serde_json::to_string(&number("w/2")).unwrap(), "\"ω/2\"");
    assert_eq!(serde_json::from_str::<Surreal>("\"w/2\"").unwrap(), number("w/2"));
}

/// (ω^n − 1)/(ω − 1) is finite for every n: it has n terms, and ω + 1 does not divide it when n is odd.
#[test]
fn long_quotients_are_not_called_endless() {
    let over = |n: u32, divisor: &str| format!("(w^{n} - 1)/({divisor})").parse::<Surreal>();
    assert_eq!(over(300, "w - 1").unwrap().terms().len(), 300);
    assert_eq!(over(10_000, "w - 1").unwrap().terms().len(), 10_000);
    let error = over(20_000, "w - 1").unwrap_err().to_string();
    assert!(error.contains("more than 10000 terms") && !error.contains("no finite normal form"), "{error}");
    assert!(over(301, "w + 1").unwrap_err().to_string().contains("no finite normal form"));
}

/// A whole number beside an operator is the number itself.
#[test]
fn operators_with_whole_numbers() {
    let (omega, w, half) = (Surreal::omega(), Ordinal::omega(), Dyadic::new(1, 1));
    for (value, text) in [
        (&omega + 1, "w + 1"),
        (1 - &omega, "1 - w"),
        (2 * omega.clone() - 3, "2w - 3"),
        (1 / &omega, "1/w"),
        (&omega / 2, "w/2"),
        (omega.clone() / &omega, "1"),
        ((omega.pow(2) - 1) / (&omega + 1), "w - 1"),
    ] {
        assert_eq!(value, number(text));
    }
    for (value, text) in [(&w + 1, "ω + 1"), (1 + &w, "ω"), (w.clone() * 2, "ω·2"), (2 * &w, "ω")] {
        assert_eq!(value.to_string(), text);
    }
    let mut total = half.clone();
    total += 2;
    total *= 3;
    assert_eq!(
        (total.to_string(), (&half * 2).to_string(), (1 - half).to_string()),
        ("15/2".into(), "1".into(), "1/2".into())
    );
    let error = std::panic::catch_unwind(|| 1 / (Surreal::omega() + 1)).unwrap_err();
    assert!(error.downcast_ref::<String>().unwrap().contains("has no finite normal form"));
    assert_eq!((2 / agon::Real::pi() + 1).to_decimal(5).unwrap(), "1.63661…");
}

/// Powers are products, and those of two terms have Pascal's numbers as coefficients.
#[test]
fn powers() {
    for text in ["0", "3", "-w/2", "w + 1", "w/2 - 1/(3w)", "√w + 1/2 - ε", "w^w - w/6 + 2 + ε/10"] {
        let x = number(text);
        let mut product = Surreal::one();
        for n in 0..8 {
            assert_eq!(x.pow(n), product, "({text})^{n}");
            product = &product * &x;
        }
    }
    let long = number("w + 1").pow(3000);
    assert_eq!(long.terms().len(), 3001);
    let coefficients: BigRational = long.terms().iter().map(|(_, r)| r).sum();
    assert_eq!(coefficients, BigRational::from(BigInt::from(1) << 3000));
    assert_eq!(number("w/2 - w^-1 + 1/3").pow(60), number("w/2 - w^-1 + 1/3").pow(30).pow(2));
}

fn coefficient(thirds: bool) -> impl Strategy<Value = BigRational> {
    (-6i64..=6, 0u32..4, any::<bool>()).prop_map(move |(m, k, third)| {
        let below = BigInt::from(2).pow(k) * if thirds && third { 3 } else { 1 };
        BigRational::new(BigInt::from(m), below)
    })
}

/// Numbers with three levels of exponents; only the coefficients of the outermost level may have thirds.
fn any_surreal() -> impl Strategy<Value = Surreal> {
    let level = |exponents: BoxedStrategy<Surreal>, thirds: bool| {
        prop::collection::vec((exponents, coefficient(thirds)), 0..3)
            .prop_map(|terms| terms.into_iter().map(|(y, r)| Surreal::monomial(r, y)).sum())
            .boxed()
    };
    let rational = coefficient(false).prop_map(Surreal::from).boxed();
    level(level(level(rational, false), false), true)
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
    fn surreals_are_an_ordered_ring(x in any_surreal(), y in any_surreal(), z in any_surreal()) {
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
    fn quotients_and_roots_lead_back(x in any_surreal(), y in any_surreal()) {
        prop_assert_eq!((&x * &x).checked_sqrt(), Ok(x.abs()));
        if !y.is_zero() {
            prop_assert_eq!((&x * &y).checked_div(&y), Ok(x.clone()));
            let quotient = x.divide_to(&y, 6).unwrap();
            prop_assert_eq!(&quotient.terms * &y + &quotient.remainder, x);
        }
    }

    /// The normal forms and their sign expansions are ordered in the same way, and each is found from the other.
    #[test]
    fn gonshors_expansions_keep_the_order(x in any_surreal(), y in any_surreal()) {
        let (a, b) = (x.sign_sequence().unwrap(), y.sign_sequence().unwrap());
        prop_assert_eq!(x.cmp(&y), a.cmp(&b), "{} {}", x, y);
        prop_assert_eq!((-&x).sign_sequence().unwrap(), a.reverse());
        prop_assert_eq!(a.to_surreal(), Some(x.clone()));
        prop_assert_eq!(a.to_string().parse::<SignSequence>(), Ok(a.clone()));
    }

    /// The simplest number between two others lies between, and is simpler than whatever else lies there.
    #[test]
    fn simplest_numbers(x in any_surreal(), y in any_surreal(), z in any_surreal()) {
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

/// The ring and field laws among all triples of a small set.
#[test]
fn laws_on_a_small_set() {
    let set = [
        "0", "1", "-1", "1/2", "-1/3", "w", "-w/2", "w - 1", "1/w", "2/w - 1", "√w", "-w^w", "w^2 + 3",
        "1/√w",
    ]
    .map(number);
    for x in &set {
        for y in &set {
            assert_eq!(x + y, y + x);
            assert_eq!(x * y, y * x);
            assert_eq!(x.abs() * y.abs(), (x * y).abs());
            if let Some(inverse) = y.inverse_to(1) {
                let exact = y.terms().len() == 1;
                assert_eq!(&inverse * y == Surreal::one(), exact, "{y}");
                if exact {
                    assert_eq!(x.checked_div(y), Ok(x * &inverse));
                }
            }
            for z in &set {
                assert_eq!((x + y) + z, x + (y + z));
                assert_eq!((x * y) * z, x * (y * z));
                assert_eq!(x * (y + z), x * y + x * z);
            }
        }
    }
}

#[test]
fn order_of_a_ladder() {
    let ladder = [
        "-w^w",
        "-w",
        "-1",
        "-1/w",
        "0",
        "w^(-w)",
        "1/w^2",
        "1/w",
        "2/w",
        "1/√w",
        "w^(-1/w)",
        "1/1000",
        "1/3",
        "1/3 + 1/w",
        "1/2",
        "1 - 1/w",
        "1",
        "1 + 1/w",
        "1000",
        "w^(1/w)",
        "√w",
        "w/1000",
        "w - 1",
        "w",
        "w + 1",
        "2w",
        "w^2 - w",
        "w^2",
        "w^w",
        "w^(w^w)",
    ];
    for (i, x) in ladder.iter().enumerate() {
        for (j, y) in ladder.iter().enumerate() {
            assert_eq!(number(x).cmp(&number(y)), i.cmp(&j), "{x} {y}");
            assert_eq!(signs(x).cmp(&signs(y)), i.cmp(&j), "{x} {y}");
        }
    }
    assert_eq!(signs("1").first(), Some(Sign::Plus));
    assert_eq!(signs("0").cmp(&signs("1/w")), Ordering::Less);
}

/// Also where the runs of a term's exponent and of its coefficient are one repetition: −1 + 2/(3√ω) = −+(−^ω+^ω)^ω.
#[test]
fn every_term_is_found_behind_another() {
    let number = |text: String| text.parse::<Surreal>().unwrap();
    for first in ["-1", "1", "1/2", "2/3", "w", "-√w", "w/3", "1/√w"] {
        for exponent in ["-1/4", "-1/2", "-1", "-2", "-w", "-1/w", "1/4"] {
            for (m, n) in [(1, 1), (-1, 2), (1, 3), (2, 3), (-2, 3), (4, 3), (3, 5), (5, 7), (-11, 6)] {
                let x = number(first.into()) + number(format!("w^({exponent})")) * number(format!("{m}/{n}"));
                let signs = x.sign_sequence().unwrap();
                assert_eq!(signs.to_surreal(), Some(x), "{signs}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Whatever is written, the answer is a number or a message that names it.
    #[test]
    fn no_text_makes_a_parser_panic(text in "[-+−0-9wωε√()^/*. x|{}]{0,14}") {
        if let Err(error) = text.parse::<Surreal>() {
            prop_assert!(error.to_string().contains(&text), "{}", error);
        }
        if let Err(error) = text.parse::<SignSequence>() {
            prop_assert!(error.to_string().contains(&text), "{}", error);
        }
        if let Ok(number) = text.parse::<Surreal>() {
            prop_assert_eq!(number.to_string().parse::<Surreal>(), Ok(number));
        }
        let _ = (text.parse::<Ordinal>(), text.parse::<Dyadic>(), text.parse::<agon::surreal::Polynomial>());
    }
}
