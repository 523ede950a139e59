//! Numbers: arithmetic against rationals, days against Conway's construction, sign expansions, simplest numbers; in the
//! folder the definitions of the operations, real numbers, transfinite numbers, and numbers among games.

#[path = "surreal/among_games.rs"]
mod among_games;
#[path = "surreal/coefficient.rs"]
mod coefficient;
#[path = "oracle/conway.rs"]
mod conway;
#[path = "surreal/genetic.rs"]
mod genetic;
#[path = "surreal/real.rs"]
mod real;
#[path = "surreal/simplicity.rs"]
mod simplicity;
#[path = "surreal/transfinite.rs"]
mod transfinite;
#[path = "surreal/transfinite_laws.rs"]
mod transfinite_laws;

use agon::surreal::days::{born_on, numbers_by_construction, numbers_by_day, sign_expansions_by_day};
use agon::surreal::{canonical_game, simplest_between, standard_form};
use agon::{Dyadic, Game, SignExpansion};
use conway::Forms;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use proptest::prelude::*;
use serde_json::Value as Json;

fn reference() -> Json {
    serde_json::from_str(include_str!("reference/surreal.json")).unwrap()
}

fn number(text: &str) -> Dyadic {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn texts(numbers: &[Dyadic]) -> Json {
    numbers.iter().map(Dyadic::to_string).collect()
}

#[test]
fn days_agree_with_the_reference_and_the_counts() {
    let json = reference();
    for (day, expected) in (0u32..).zip(json["numbers_born_by_day"].as_array().unwrap()) {
        let numbers = numbers_by_day(day);
        assert_eq!(texts(&numbers), *expected);
        assert_eq!(numbers.len(), (1 << (day + 1)) - 1);
        let new = born_on(day);
        assert_eq!(new.len(), 1 << day);
        assert!(numbers.is_sorted());
        let late: Vec<Dyadic> = numbers.into_iter().filter(|x| x.birthday() == day.into()).collect();
        assert_eq!(new, late);
    }
}

/// The numbers day by day in another way: each gap between neighbours gets its simplest number.
#[test]
fn days_are_the_gaps_of_the_days_before() {
    let mut numbers: Vec<Dyadic> = Vec::new();
    for day in 0..=10 {
        let lows = std::iter::once(None).chain(numbers.iter().map(Some));
        let highs = numbers.iter().map(Some).chain([None]);
        let new: Vec<Dyadic> =
            lows.zip(highs).map(|(low, high)| simplest_between(low, high).unwrap()).collect();
        assert_eq!(new, born_on(day));
        numbers.extend(new);
        numbers.sort();
        assert_eq!(numbers, numbers_by_day(day));
        let expansions: Vec<SignExpansion> = sign_expansions_by_day(day).unwrap().collect();
        assert!(expansions.iter().zip(&numbers).all(|(signs, x)| *signs == x.sign_expansion()));
        assert_eq!(expansions.len(), numbers.len());
    }
    let mut late = sign_expansions_by_day(62).unwrap();
    assert_eq!(late.next().unwrap().to_dyadic(), (-62).into());
    assert_eq!(late.next_back().unwrap().to_dyadic(), 62.into());
    assert!(sign_expansions_by_day(63).err().unwrap().to_string().contains("day 63"));
}

/// The message of the panic of f.
fn panic_of<T>(f: impl FnOnce() -> T + std::panic::UnwindSafe) -> String {
    let payload = std::panic::catch_unwind(f).err().expect("a panic");
    payload.downcast_ref::<String>().expect("a message with values in it").clone()
}

#[test]
fn lists_of_numbers_end_where_memory_does() {
    for message in [
        panic_of(|| numbers_by_day(25)),
        panic_of(|| born_on(30)),
        panic_of(|| numbers_by_day(4_000_000_000)),
    ] {
        assert!(
            message.contains("ask for day 0 to 24") && message.contains("sign_expansions_by_day"),
            "{message}"
        );
    }
}

#[test]
fn powers_end_where_memory_does() {
    assert_eq!(Dyadic::from(3).pow(u32::MAX), None);
    assert_eq!(Dyadic::from(2).pow(1 << 24).map(|power| power.numerator().bits()), Some((1 << 24) + 1));
    assert_eq!(Dyadic::from(2).pow((1 << 24) + 1), None);
    assert_eq!([0, 1, -1].map(|x| Dyadic::from(x).pow(u32::MAX)), [0, 1, -1].map(|x| Some(Dyadic::from(x))));
}

/// Denominators as large as they may be, and what is beyond them.
#[test]
fn very_fine_numbers() {
    let finest = Dyadic::new(1, Dyadic::LARGEST_EXPONENT);
    assert_eq!(finest, number("1/2^16777216"));
    assert!(Dyadic::zero() < finest && finest < number("1/2^5000") && -&finest < finest);
    assert!(-number("1/2^5000") < -&finest && Dyadic::new(3, 1 << 24) > finest);
    assert_eq!((&finest + &finest).exponent(), (1 << 24) - 1);
    assert_eq!(finest.to_f64(), 0.0);
    assert_eq!(finest.sign_expansion().len(), finest.birthday());
    assert_eq!(finest.sign_expansion().to_dyadic(), finest);
    assert_eq!(agon::Surreal::from(&finest).to_dyadic(), Some(finest.clone()));
    assert_eq!(Dyadic::new(0, u64::MAX), Dyadic::zero());
    assert_eq!(Dyadic::new(BigInt::from(1) << 50, (1 << 24) + 50), finest);
    let too_fine = "the largest is 2^16777216";
    for message in [
        panic_of(|| Dyadic::new(1, u64::MAX)),
        panic_of(|| Dyadic::new(BigInt::from(3) << 200, 1 << 50)),
        panic_of(|| Dyadic::new(1, 1 << 24).halve()),
        panic_of(|| Dyadic::new(1, 1 << 24) * Dyadic::new(1, 1)),
        panic_of(|| simplest_between(Some(&Dyadic::zero()), Some(&Dyadic::new(1, 1 << 24)))),
    ] {
        assert!(message.contains(too_fine), "{message}");
    }
    assert_eq!(finest.pow(2), None);
    assert_eq!(Dyadic::new(1, 1 << 12).pow(1 << 12), Some(finest.clone()));
    let error = Dyadic::ratio(3, BigInt::from(1) << ((1 << 24) + 1)).unwrap_err().to_string();
    assert_eq!(error, "`3/2^16777217` has a denominator above 2^16777216");
}

/// Expansions of 60 to 70 signs: packed in a word or kept as runs.
#[test]
fn packed_and_long_expansions_meet() {
    for length in 60u64..70 {
        for x in [
            Dyadic::from(length as i64),
            Dyadic::new(1, length - 1),
            Dyadic::new((BigInt::from(1) << (length - 1)) - 1, length - 1),
            Dyadic::new((BigInt::from(5) << (length - 6)) + 1, length - 6),
            -Dyadic::new((BigInt::from(5) << (length - 6)) + 1, length - 6),
        ] {
            let expansion = x.sign_expansion();
            assert_eq!(expansion.len(), length.into(), "{x}");
            assert_eq!(expansion.len(), x.birthday());
            assert_eq!(expansion.to_dyadic(), x);
            assert_eq!(expansion.signs().collect::<SignExpansion>(), expansion);
            assert_eq!(expansion.to_string().parse::<SignExpansion>(), Ok(expansion.clone()));
            let ancestors: Vec<_> = expansion.ancestors().collect();
            assert_eq!(ancestors.len() as u64, length);
            assert!(ancestors.iter().all(|(y, sign)| (*y < x) == (*sign == agon::surreal::Sign::Plus)));
        }
    }
}

#[test]
fn gaps_agree_with_conways_construction() {
    for day in 0..=4 {
        let constructed = numbers_by_construction(day).unwrap();
        let values: Vec<Dyadic> = constructed.iter().map(|game| game.as_number().unwrap()).collect();
        assert_eq!(values, numbers_by_day(day), "day {day}");
    }
    let error = numbers_by_construction(5).unwrap_err().to_string();
    assert!(error.contains("day 5") && error.contains("numbers_by_day"), "{error}");
}

/// Days 0 to 3 without any of the library's rules: the sets are tried, compared and told apart by the definition of ≤.
#[test]
fn days_follow_from_the_definition_of_order_alone() {
    let mut forms = Forms::default();
    let mut numbers = vec![forms.form(vec![], vec![])];
    for day in 1..=3 {
        let subset = |mask: usize| -> Vec<usize> {
            (0..numbers.len()).filter(|i| mask >> i & 1 == 1).map(|i| numbers[i]).collect()
        };
        let mut found: Vec<usize> = Vec::new();
        for left in 0..1 << numbers.len() {
            for right in 0..1 << numbers.len() {
                let (left, right): (Vec<usize>, Vec<usize>) = (subset(left), subset(right));
                if left.iter().all(|&l| right.iter().all(|&r| forms.at_most(l, r) && !forms.at_most(r, l))) {
                    let form = forms.form(left, right);
                    if !found.iter().any(|&other| forms.equal(form, other)) {
                        found.push(form);
                    }
                }
            }
        }
        numbers = found;
        let expected: Vec<usize> =
            numbers_by_day(day).iter().map(|x| forms.import(&canonical_game(x))).collect();
        assert_eq!(numbers.len(), expected.len());
        assert!(expected.iter().all(|&x| numbers.iter().any(|&form| forms.equal(x, form))), "day {day}");
    }
}

/// Sums, order and standard forms of the numbers of day 3, by Conway's definitions, against dyadic arithmetic.
#[test]
fn numbers_as_games_add_and_compare_like_dyadics() {
    let mut forms = Forms::default();
    let numbers = numbers_by_day(3);
    let games: Vec<usize> = numbers.iter().map(|x| forms.import(&standard_form(x).unwrap())).collect();
    for (x, &game_x) in numbers.iter().zip(&games) {
        for (y, &game_y) in numbers.iter().zip(&games) {
            assert_eq!(forms.at_most(game_x, game_y), x <= y, "{x} <= {y}");
            let (sum, expected) = (forms.sum(game_x, game_y), forms.import(&canonical_game(&(x + y))));
            assert!(forms.equal(sum, expected), "{x} + {y}");
            assert_eq!(Game::from(x) + Game::from(y), Game::from(x + y));
        }
    }
}

#[test]
fn standard_forms_are_those_of_the_book() {
    for (x, form) in [
        ("0", "{|}"),
        ("1", "{0|}"),
        ("-1", "{|0}"),
        ("2", "{0,1|}"),
        ("1/2", "{0|1}"),
        ("-1/2", "{-1|0}"),
        ("1/4", "{0|1,1/2}"),
        ("3/4", "{0,1/2|1}"),
        ("3/2", "{0,1|2}"),
        ("-11/8", "{-2,-3/2|0,-1,-5/4}"),
    ] {
        let game = standard_form(&number(x)).unwrap();
        assert_eq!(game.literal(), form);
        assert_eq!(game.as_number(), Some(number(x)));
    }
    for x in numbers_by_day(7) {
        let game = standard_form(&x).unwrap();
        assert_eq!(game.as_number().as_ref(), Some(&x));
        assert_eq!(game.left_options().len() + game.right_options().len(), x.birthday().to_usize().unwrap());
        assert_eq!(game.birthday(), x.birthday());
    }
    assert!(standard_form(&1_000_000_000.into()).unwrap_err().to_string().contains("1000000000 options"));
}

#[test]
fn sign_expansions_agree_with_the_reference() {
    let json = reference();
    let expansions = json["sign_expansions_day5"].as_object().unwrap();
    assert_eq!(expansions.len(), 63);
    for (x, signs) in expansions {
        let signs = signs.as_str().unwrap();
        let expansion = number(x).sign_expansion();
        assert_eq!(expansion.to_string(), signs.replace('-', "−"), "{x}");
        assert_eq!(signs.parse::<SignExpansion>().unwrap(), expansion);
        assert_eq!(expansion.to_dyadic(), number(x));
        assert_eq!(expansion.len(), number(x).birthday());
        assert_eq!(expansion.signs().count(), signs.len());
    }
}

#[test]
fn sign_expansions_of_any_length_are_short() {
    let large = Dyadic::from(i64::MAX).sign_expansion();
    assert_eq!(large.to_string(), "+^9223372036854775807");
    assert_eq!("+^9223372036854775807".parse::<SignExpansion>().unwrap().to_dyadic(), Dyadic::from(i64::MAX));
    for (text, message) in [
        ("+x", "`x` at character 2 of `+x` is no sign"),
        ("+^", "`^` at character 2 of `+^` must be followed"),
        ("+-^0", "`^` at character 3"),
        ("+-^99999999999", "more than 1000000 signs after the first run"),
    ] {
        let error = text.parse::<SignExpansion>().unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn the_simplest_number_has_the_earliest_birthday_in_the_gap() {
    let numbers = numbers_by_day(5);
    let bounds: Vec<Option<&Dyadic>> = numbers.iter().map(Some).chain([None]).collect();
    let within = numbers_by_day(7);
    for &low in &bounds {
        for &high in &bounds {
            let fits = |x: &&Dyadic| low.is_none_or(|low| low < *x) && high.is_none_or(|high| *x < high);
            let earliest = within.iter().filter(fits).min_by_key(|x| x.birthday());
            assert_eq!(simplest_between(low, high).as_ref(), earliest, "{low:?} {high:?}");
        }
    }
    let fine = Dyadic::new((BigInt::from(1) << 200) + 1, 300);
    assert_eq!(
        simplest_between(Some(&Dyadic::new(1, 100)), Some(&fine)),
        Some(Dyadic::new((BigInt::from(1) << 201) + 1, 301))
    );
}

#[test]
fn products_agree_with_the_reference() {
    for row in reference()["products_quarters"].as_array().unwrap() {
        let [x, y, product] = [0, 1, 2].map(|i| number(row[i].as_str().unwrap()));
        assert_eq!(x * y, product);
    }
}

#[test]
fn texts_of_numbers() {
    for (written, printed) in [
        ("5", "5"),
        ("-3/8", "-3/8"),
        ("−3/8", "-3/8"),
        ("0.125", "1/8"),
        ("-2.50", "-5/2"),
        ("6/8", "3/4"),
        ("3/12", "1/4"),
        (" 7 ", "7"),
        ("2 3/4", "11/4"),
        ("-2 3/4", "-11/4"),
        ("3/2^5", "3/32"),
        ("1/2^5000", "1/2^5000"),
        ("-0", "0"),
    ] {
        assert_eq!(number(written).to_string(), printed);
    }
    for (written, message) in [
        ("", "`` is no number"),
        ("one", "`one` is no number; write an integer, a fraction such as -3/8, or a decimal such as 0.125"),
        ("1/0", "`1/0` has the denominator 0"),
        ("2/6", "`2/6` is no dyadic rational: in lowest terms its denominator is 3, which is no power of 2"),
        ("0.1", "its denominator is 10"),
        ("1/-2", "is no number"),
        (".5", "is no number"),
        ("1.", "is no number"),
    ] {
        let error = written.parse::<Dyadic>().unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    assert_eq!(Dyadic::ratio(1, -2).unwrap(), number("-1/2"));
    assert_eq!(format!("{:>5}|{:?}", number("1/2"), number("-7")), "  1/2|-7");
    assert_eq!(serde_json::to_string(&number("3/4")).unwrap(), "\"3/4\"");
    assert_eq!(serde_json::from_str::<Dyadic>("\"3/4\"").unwrap(), number("3/4"));
}

/// Numerators of all lengths, some of them where a machine word ends.
fn any_dyadic() -> impl Strategy<Value = Dyadic> {
    let any_length = (any::<i128>(), 0u32..120).prop_map(|(m, cut)| m >> cut);
    let end = prop_oneof![Just(i128::from(i64::MIN)), Just(i128::from(i64::MAX))];
    let near_the_end = (end, -2..=2i128).prop_map(|(m, more)| m + more);
    let numerator = prop_oneof![4 => any_length, 1 => near_the_end];
    (numerator, 0u64..140).prop_map(|(m, k)| Dyadic::new(m, k))
}

proptest! {
    #[test]
    fn arithmetic_agrees_with_rationals(x in any_dyadic(), y in any_dyadic()) {
        let (p, q) = (BigRational::from(x.clone()), BigRational::from(y.clone()));
        prop_assert_eq!(BigRational::from(&x + &y), &p + &q);
        prop_assert_eq!(BigRational::from(&x - &y), &p - &q);
        prop_assert_eq!(BigRational::from(&x * &y), &p * &q);
        prop_assert_eq!(x.cmp(&y), p.cmp(&q));
        prop_assert_eq!(BigRational::from(-&x), -&p);
        prop_assert_eq!(BigRational::from(x.halve()), &p / BigInt::from(2));
        prop_assert_eq!(x.halve() + x.halve(), x.clone());
        prop_assert_eq!(x.floor(), p.floor().to_integer());
        prop_assert_eq!(x.ceil(), p.ceil().to_integer());
        prop_assert_eq!(x.is_integer(), p.is_integer());
        prop_assert_eq!(Dyadic::try_from(&p), Ok(x.clone()));
        prop_assert_eq!(x.denominator(), p.denom().clone());
        prop_assert_eq!(number(&x.to_mixed()), x.clone());
        prop_assert_eq!(number(&x.to_decimal().unwrap()), x.clone());
        prop_assert_eq!(x.pow(3), Some(&x * &x * &x));
    }

    #[test]
    fn texts_and_sign_expansions_lead_back(x in any_dyadic()) {
        prop_assert_eq!(number(&x.to_string()), x.clone());
        let expansion = x.sign_expansion();
        prop_assert_eq!(expansion.to_dyadic(), x.clone());
        prop_assert_eq!(expansion.len(), x.birthday());
        prop_assert_eq!(expansion.to_string().parse::<SignExpansion>(), Ok(expansion));
    }

    #[test]
    fn the_canonical_options_leave_the_number_as_the_simplest(x in any_dyadic()) {
        let game = canonical_game(&x);
        let low = game.left_options().first().and_then(Game::as_number);
        let high = game.right_options().first().and_then(Game::as_number);
        prop_assert_eq!(simplest_between(low.as_ref(), high.as_ref()), Some(x));
    }
}
