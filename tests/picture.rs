//! Pictures are well-formed SVG with a title and a description, or an error says why there is none.

use agon::partizan::days;
use agon::picture::*;
use agon::{Game, HackenbushGraph, Heaps, Nim, Solver, Staircase, from_fn};

#[test]
fn new_words_replace_the_old_ones_and_nothing_else() {
    let picture = Picture::new("<a>", "b", "<svg width=\"1\"><g/></svg>");
    let renamed = picture.clone().titled("Longer & other").described("").titled("<a>").described("b");
    assert_eq!(renamed, picture);
    assert_eq!(
        picture.svg(),
        "<svg role=\"img\" style=\"max-width:100%;height:auto;background:#fff\" width=\"1\"><title>&lt;a&gt;</title>\
         <desc>b</desc><g/></svg>"
    );
    assert_eq!(Picture::new("a", "b", "no drawing").titled("c").svg(), "no drawing");
}

/// Checks that elements are closed in the order in which they were opened, and that no number is broken.
fn assert_well_formed(picture: &Picture) {
    let mut open = Vec::new();
    for tag in picture.svg().split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("a tag ends");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.ends_with('/') => {}
            None => open.push(tag.split(' ').next().unwrap_or_default()),
        }
    }
    assert!(open.is_empty() && !picture.svg().contains("NaN") && !picture.svg().contains("inf"), "{picture}");
}

#[test]
fn small_and_odd_pictures_are_well_formed() {
    let strange = from_fn(|text: &String| {
        let mut shorter = text.clone();
        shorter.pop().map(|_| shorter).into_iter().collect()
    });
    let pictures = [
        grundy_values(&[]),
        grundy_values(&[0]),
        p_positions(0, |_, _| false),
        wythoff(0),
        heat_map(0, 3, |_, _| 1),
        heat_map(2, 2, |_, _| u32::MAX),
        hackenbush(&HackenbushGraph::default()),
        hackenbush(&"0-0G, 0-1R, 1-1B, 0-1B, 1-2G, 1-2R".parse().unwrap()),
        play_tree(&mut Solver::new(strange), &"a<&\"b".to_owned(), 9),
        game_tree(&Game::zero(), 0),
        birthday_tree(0),
        number_line(0),
        thermograph(Game::zero().thermograph()),
        thermograph(Game::up().thermograph()),
        hasse_diagram(&days::day_order(0).unwrap()),
        hasse_diagram(&days::all_small_order(2).unwrap()),
    ];
    for picture in pictures {
        assert_well_formed(&picture.unwrap());
    }
}

#[test]
fn what_nobody_could_see_is_an_error() {
    let large = Game::integer(i64::MAX);
    let errors = [
        staircase(&Staircase::rectangle(1, u32::MAX).unwrap()).unwrap_err(),
        thermograph(large.thermograph()).unwrap_err(),
        game_tree(&large, u32::MAX).unwrap_err(),
        play_tree(&mut Solver::new(Nim), &Heaps::from([9, 9]), 9).unwrap_err(),
        birthday_tree(u32::MAX).unwrap_err(),
        wythoff(u32::MAX).unwrap_err(),
    ];
    for error in errors {
        assert!(error.to_string().contains("too large to be seen"), "{error}");
    }
}

/// ∗n has n options for each player; nobody lists thousands of millions of them for a picture of at most 600 nodes.
#[test]
fn trees_of_large_nimbers() {
    use agon::Game;
    use agon::picture::game_tree;
    for game in [Game::nimber(u32::MAX), Game::integer(3) + Game::nimber(1 << 30)] {
        let picture = game_tree(&game, 0).unwrap();
        assert!(picture.description().starts_with("Left has too many moves to be listed"));
        assert!(game_tree(&game, 1).is_err());
    }
    assert!(game_tree(&Game::nimber(8), 3).is_ok());
}
