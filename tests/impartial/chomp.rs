//! Chomp: outcomes and winning openings.

use std::collections::{BTreeSet, HashSet};

use agon::impartial::{ChompTable, StaircaseError};
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

#[test]
fn tables_hold_what_retrograde_analysis_finds() {
    for (rows, columns) in (1..=5).flat_map(|m| (1..=6).map(move |n| (m, n))) {
        let bar = Staircase::rectangle(rows, columns).unwrap();
        let labels = Retrograde::reachable_from(&Chomp, [bar.clone()]).unwrap();
        let table = ChompTable::new(rows, columns).unwrap();
        assert_eq!(table.len(), labels.len() as u64);
        assert!(
            labels.iter().all(|(shape, outcome)| table.outcome(shape) == Some(outcome)),
            "{rows} × {columns}"
        );
        let lost: Vec<Staircase> = table.p_positions().collect();
        assert!(lost.is_sorted() && lost.iter().collect::<BTreeSet<_>>() == labels.p_positions().collect());
        assert_eq!(table.openings()[&(rows, columns)], Chomp::winning_openings(rows, columns).unwrap());
        assert_eq!(table.outcome(&Staircase::rectangle(rows + 1, 1).unwrap()), None);
        assert_eq!(table.winning_bites(&Staircase::rectangle(1, columns + 1).unwrap()), None);
    }
}

#[test]
fn one_table_holds_the_openings_of_all_smaller_rectangles() {
    let openings = ChompTable::new(7, 7).unwrap().openings();
    let table = reference(include_str!("../reference/chomp.json"));
    let published = table["openings"].as_object().unwrap();
    assert_eq!(published.len(), 22);
    for (size, squares) in published.iter().filter(|(size, _)| *size != "8x10") {
        let (rows, columns) = size.split_once('x').unwrap();
        let squares: Vec<(usize, u32)> = serde_json::from_value(squares.clone()).unwrap();
        let (rows, columns): (usize, u32) = (rows.parse().unwrap(), columns.parse().unwrap());
        assert_eq!(openings[&(rows, columns)], squares, "{size}");
        // Reflection at the diagonal.
        let reflected: BTreeSet<(usize, u32)> =
            squares.iter().map(|&(r, c)| (c as usize, r as u32)).collect();
        let found: BTreeSet<(usize, u32)> =
            openings[&(columns as usize, rows as u32)].iter().copied().collect();
        assert_eq!(found, reflected, "{size}");
    }
}

#[test]
fn tables_that_would_be_too_large_are_refused() {
    for (rows, columns) in [(20, 20), (1_000_000, 1000), (3, u32::MAX), (usize::MAX, 1)] {
        assert!(
            matches!(ChompTable::new(rows, columns), Err(StaircaseError::TooLarge { .. })),
            "{rows} × {columns}"
        );
    }
    assert_eq!(ChompTable::new(2, 0).unwrap_err(), StaircaseError::Empty);
    assert_eq!(ChompTable::new(1, 1).unwrap().p_positions().count(), 1);
    assert_eq!(ChompTable::new(3000, 1).unwrap().p_positions().count(), 1);
    assert_eq!(Chomp::p_positions(1, 3000).unwrap().len(), 1);
}
