//! The problem of Josephus, three ways.

use agon::impartial::Josephus;

#[test]
fn the_recursion_the_jumps_and_the_circle_agree() {
    for (people, step) in (1..=70).flat_map(|people| (1..=25).map(move |step| (people, step))) {
        let circle = Josephus::new(people, step).unwrap();
        let order = circle.order();
        assert_eq!(order.last(), Some(&circle.survivor()), "{circle}");
        assert_eq!(circle.survivor(), circle.survivor_by_recursion(), "{circle}");
        let mut everyone = order;
        everyone.sort_unstable();
        assert_eq!(everyone, (1..=people).collect::<Vec<_>>());
    }
    for (people, step) in [(100_000, 2), (99_999, 7), (12_345, 1_000_000_007), (50_000, u64::MAX)] {
        let circle = Josephus::new(people, step).unwrap();
        assert_eq!(circle.survivor(), circle.survivor_by_recursion(), "{circle}");
    }
}

#[test]
fn every_second_leaves_by_rotation() {
    for people in (1..3000).chain([u64::MAX, u64::MAX - 1, 1 << 63]) {
        let rotated = Josephus::survivor_of_every_second(people);
        assert_eq!(rotated, Some(Josephus::new(people, 2).unwrap().survivor()), "{people}");
    }
    assert_eq!(Josephus::survivor_of_every_second(0), None);
    assert_eq!(Josephus::new(u64::MAX, 1).unwrap().survivor(), u64::MAX);
}

#[test]
fn an_empty_circle_is_refused() {
    let error = Josephus::new(0, 3).unwrap_err();
    assert_eq!(error.to_string(), "0 people, counting to 3: both numbers must be at least 1");
    assert!(Josephus::new(3, 0).is_err());
}
