//! Chomp: outcomes and winning openings.

use std::collections::{BTreeSet, HashSet};

use agon::{Chomp, Retrograde, Solver, Staircase};

use super::reference;

#[test]
fn every_rectangle_but_the_single_square_is_won() {
    let six = Retrograde::reachable_from(&Chomp, [Staircase::rectangle(6, 6).unwrap()]).unwrap();
    assert_eq!(six.len(), 923);
    let mut solver = Solver::new(Chomp);
    for (shape, outcome) in six.iter() {
        assert_eq!(solver.outcome(shape), Ok(outcome), "{shape}");
    }
    for (rows, columns) in (1..=6).flat_map(|m| (1..=6).map(move |n| (m, n))) {
        let outcome = six.outcome(&Staircase::rectangle(rows, columns).unwrap()).unwrap();
        assert_eq!(outcome.is_p(), (rows, columns) == (1, 1), "{rows} × {columns}");
    }
    // The table of P-positions agrees with both.
    let listed = Chomp::p_positions(6, 6).unwrap();
    assert_eq!(listed.iter().collect::<BTreeSet<_>>(), six.p_positions().collect::<BTreeSet<_>>());
}

#[test]
fn chomp_openings_are_the_published_ones() {
    let table = reference(include_str!("../reference/chomp.json"));
    let openings = table["openings"].as_object().unwrap();
    assert!(openings.contains_key("8x10"));
    for (size, squares) in openings {
        let (rows, columns) = size.split_once('x').unwrap();
        let published: Vec<(usize, u32)> = serde_json::from_value(squares.clone()).unwrap();
        let found = Chomp::winning_openings(rows.parse().unwrap(), columns.parse().unwrap()).unwrap();
        assert_eq!(found, published, "{size}");
    }
    for (columns, squares) in table["openings_3xn"].as_object().unwrap() {
        let columns: u32 = columns.parse().unwrap();
        if columns <= 20 {
            let published: Vec<(usize, u32)> = serde_json::from_value(squares.clone()).unwrap();
            assert_eq!(Chomp::winning_openings(3, columns).unwrap(), published, "3x{columns}");
        }
    }
}

#[test]
fn chomp_p_positions_are_the_published_ones() {
    let table = reference(include_str!("../reference/chomp.json"));
    let published: HashSet<Staircase> =
        serde_json::from_value(table["p_positions_3_rows_upto_n40"].clone()).unwrap();
    let three = |shape: &Staircase| shape.rows().len() == 3;
    let found: HashSet<Staircase> = Chomp::p_positions(3, 40).unwrap().into_iter().filter(three).collect();
    assert_eq!(found, published);
    let two: Vec<Staircase> = Chomp::p_positions(2, 40).unwrap();
    assert!(two.iter().all(|shape| matches!(shape.rows(), [1] | [_, _])));
    assert!(two[1..].iter().all(|shape| shape.rows()[0] == shape.rows()[1] + 1));
    assert_eq!(two.len(), 40);
    assert!(Chomp::p_positions(0, 4).is_err() && Chomp::winning_openings(4, 0).is_err());
}
