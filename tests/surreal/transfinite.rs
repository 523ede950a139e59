//! Ordinals, normal forms, Gonshor's sign expansions, cuts with infinite sides.

use agon::surreal::days::numbers_by_day;
use agon::surreal::{
    Bound, Family, Sign, SignSequence, simplest_between, simplest_in_cut, simplest_sequence,
};
use agon::{Dyadic, Ordinal, Surreal};
use num_bigint::BigInt;
use num_rational::BigRational;
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
        ("√2", "+ [√2 - 1]", "w"),
        ("-π", "− [1 - π]", "w"),
        ("w - √2", "+^ω [-√2]", "w*2"),
        ("√2 + 1/w", "[√2]+", "w + 1"),
        ("√2 - 1/w", "[√2]−", "w + 1"),
        ("√2·w", "[√2]·ω", "w^2"),
        ("√2·w + 1", "[√2]·ω +", "w^2 + 1"),
        ("√2·w + π", "[√2]·ω [π]", "w^2 + w"),
        ("√2/w", "+ −^ω [√2 - 1]", "w*2"),
        ("π·√w", "+^ω −^(ω^2) +^(ω·2) [π - 3]·ω", "w^2*2"),
        ("√2·w^2 - w", "[√2]·ω^2 −^ω", "w^3 + w"),
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
        ("√2", "√2"),
        ("2^(1/2)", "√2"),
        ("sqrt(2)*omega + 1", "√2·ω + 1"),
        ("w√2", "√2·ω"),
        ("√(2w)", "√2·√ω"),
        ("w - √2", "ω - √2"),
        ("√2/w", "√2/ω"),
        ("w/√2", "(√2/2)·ω"),
        ("(1 - √2)w^2 - 2w + 1 - √2", "-(√2 - 1)·ω^2 - 2ω + 1 - √2"),
        ("(w + √2)(w - √2)", "ω^2 - 2"),
        ("(w^2 - 2)/(w - √2)", "ω + √2"),
        ("1/(√2·w)", "(√2/2)/ω"),
        ("√(w^2 + 2√2·w + 2)", "ω + √2"),
        ("w^√2·w^(2 - √2)", "ω^2"),
        ("3π·w^(π/2)", "3π·ω^(π/2)"),
        ("φ·w + π", "(1/2 + √5/2)·ω + π"),
    ] {
        assert_eq!(number(written).to_string(), printed);
        assert_eq!(number(printed).to_string(), printed);
    }
    for (written, message) in [
        ("", "at character 1 a number, w, ε, √, π or a bracket was expected"),
        ("w+", "at character 3"),
        ("(w", "a closing bracket"),
        ("1/(w+1)", "has no finite normal form"),
        ("1/0", "cannot be divided by 0"),
        ("√(w + 1)", "no finite sum"),
        ("2^w", "is not offered"),
        ("sqrt(omega) + )", "at character 15 "),
        ("pi·epsilon phi?", "at character 15 "),
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
        ("+x", "+, − or ["),
        ("+[√2", "at character 5 a closing bracket"),
        ("[1/3]", "1/3 is no irrational number in square brackets"),
        ("[e]", "e is no irrational number"),
        ("[w]", "w is no irrational number"),
        ("[√2]·2", "a power of ω"),
        ("+^0", "at least 1"),
        ("(+", "+, − or ["),
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
    let coefficients: BigRational = long.terms().iter().map(|(_, r)| r.to_rational().unwrap()).sum();
    assert_eq!(coefficients, BigRational::from(BigInt::from(1) << 3000));
    assert_eq!(number("w/2 - w^-1 + 1/3").pow(60), number("w/2 - w^-1 + 1/3").pow(30).pow(2));
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

/// Coefficients finer than a dyadic number of this type are dyadic all the same.
#[test]
fn birthdays_of_very_fine_coefficients() {
    let x: Surreal = "((1/2)^1000)^1000".parse().unwrap();
    assert_eq!(x.birthday().unwrap().to_string(), "1000001");
    assert_eq!(x.pow(17).birthday().unwrap().to_string(), "17000001");
    assert_eq!((Surreal::omega() * x.pow(17)).birthday().unwrap().to_string(), "ω·17000001");
    assert!(x.pow(17).sign_sequence().unwrap_err().to_string().contains("2^17000000"));
}

#[test]
#[should_panic(expected = "a 300000th power of 2 terms is too large")]
fn powers_beyond_memory() {
    let _ = "w - 1".parse::<Surreal>().unwrap().pow(300_000);
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

/// A long run before the signs of an irrational number is a number with as long a denominator, and costs no more for that.
#[test]
fn long_runs_before_irrational_signs() {
    let sequence = |text: &str| text.parse::<SignSequence>().unwrap();
    for k in [1, 2, 63, 64, 65, 200, 1000, 1_000_000] {
        let [a, b, c] = ["√2", "√3", "√2 + 1"].map(|root| sequence(&format!("+−^{k}[{root}]")));
        assert!(a < b && b < c, "{k}");
        // Between 2^(−k) and 2^(−k + 1): the fraction of a is (1 + h)/2^k where the signs behind are those of h − k.
        let above = if k == 1 { sequence("+") } else { sequence(&format!("+−^{}", k - 1)) };
        assert!(sequence(&format!("+−^{k}")) < a && a < above, "{k}");
        let text = a.to_string();
        assert!(k < 65 || text == format!("+ −^{k} [√2]"), "{text}");
        assert_eq!(sequence(&text), a, "{k}");
    }
    let signs = sequence("+^3 −^70 +^90 −^80 [π]·w");
    assert_eq!(sequence(&signs.to_string()), signs, "{signs}");
}

#[test]
fn far_members_of_families() {
    let thirds =
        Family::geometric(Surreal::zero(), Surreal::one(), BigRational::new(2.into(), 3.into())).unwrap();
    let power = |n: u32| BigRational::new(BigInt::from(2).pow(n), BigInt::from(3).pow(n));
    assert!((0..50).all(|n| thirds.member(n) == Some(Surreal::from(power(n)))));
    let halves = Family::halves(Surreal::zero(), Surreal::one());
    assert!(halves.member(1_000_000).is_some() && halves.member(u32::MAX).is_none());
    assert_eq!(Family::omega_powers(halves).member(u32::MAX), None);
}
