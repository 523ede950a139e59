//! Red-blue and red-green-blue Hackenbush.

use agon::hackenbush::{Edge, EdgeColour, EdgeColour::Blue, EdgeColour::Green, EdgeColour::Red};
use agon::surreal::simplest_between;
use agon::{Dyadic, Game, Hackenbush, HackenbushGraph, OutcomeClass, Partizan, PartizanSolver, Player};
use proptest::prelude::*;
use serde_json::Value as Json;

use super::conway::Forms;
use super::{has_value, picture, trees};

fn game(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn reference() -> Json {
    serde_json::from_str(include_str!("../reference/hackenbush_strings.json")).unwrap()
}

/// A stalk by the simplicity theorem: the simplest number between what Left and what Right leaves.
fn by_simplicity(colours: &[EdgeColour]) -> Dyadic {
    let mut values: Vec<Dyadic> = Vec::new();
    for length in 0..=colours.len() {
        let cut = |colour| (0..length).filter(move |&edge| colours[edge] == colour);
        let low = cut(Blue).map(|edge| &values[edge]).max();
        let high = cut(Red).map(|edge| &values[edge]).min();
        values.push(simplest_between(low, high).expect("a red-blue stalk is a number"));
    }
    values.pop().expect("the empty stalk has a value")
}

#[test]
fn red_blue_stalks_agree_with_the_reference_in_four_ways() {
    let table = reference();
    let mut solver = PartizanSolver::new(Hackenbush);
    let mut seen = 0;
    for (text, value) in table["red_blue_len_le_9"].as_object().unwrap() {
        let stalk = picture(text);
        let number: Dyadic = value.as_str().unwrap().parse().unwrap();
        assert_eq!(stalk.sign_expansion().unwrap().to_dyadic(), number, "{text}");
        assert_eq!(by_simplicity(&stalk.stalk_colours().unwrap()), number, "{text}");
        assert_eq!(Hackenbush::number_of_tree(&stalk).as_ref(), Some(&number), "{text}");
        assert_eq!(solver.value(&stalk).unwrap().as_number().as_ref(), Some(&number), "{text}");
        assert_eq!(HackenbushGraph::from_sign_expansion(&number.sign_expansion()), Ok(stalk));
        seen += 1;
    }
    assert_eq!(seen, 512);
}

#[test]
fn loops_are_edges_with_a_free_end() {
    for text in
        ["0-0B", "0-1B, 1-1R", "0-1G, 1-1B, 1-1B, 0-0R", "0-1R, 1-1G, 1-2B, 2-2R, 2-2G", "0-1B, 1-0R, 1-1G"]
    {
        let picture = picture(text);
        let by_definition = PartizanSolver::new(Hackenbush).value(&picture).unwrap();
        assert!(Hackenbush.value(&picture).unwrap().identical(&by_definition), "{text}");
    }
    // A hundred loops: no position is looked at one by one.
    let flower = picture(&format!("0-1G{}", ", 1-1B".repeat(100)));
    assert_eq!(Hackenbush.value(&flower).unwrap(), Hackenbush.value(&picture("G(B100)")).unwrap());
}

#[test]
fn mixed_stalks_agree_with_the_reference() {
    let mut solver = PartizanSolver::new(Hackenbush);
    for (text, value) in reference()["with_green_len_le_4"].as_object().unwrap() {
        let value = game(value.as_str().unwrap());
        let stalk = picture(text);
        assert!(Hackenbush.value(&stalk).unwrap().identical(&value), "{text}");
        assert!(solver.value(&stalk).unwrap().identical(&value), "{text}");
    }
}

#[test]
fn every_red_blue_tree_of_at_most_five_edges() {
    let mut solver = PartizanSolver::new(Hackenbush);
    let mut forms = Forms::default();
    for edges in 0..=5 {
        for (index, tree) in trees(edges, &[Blue, Red]).iter().enumerate() {
            let number = Hackenbush::number_of_tree(tree).expect("a red-blue tree");
            assert_eq!(solver.value(tree).unwrap().as_number(), Some(number.clone()), "{tree}");
            if edges <= 3 || index % 7 == 0 {
                assert!(has_value(tree, &Game::from(number), &mut forms), "{tree}");
            }
        }
    }
}

#[test]
fn every_tree_in_three_colours_of_at_most_four_edges() {
    let mut solver = PartizanSolver::new(Hackenbush);
    let mut forms = Forms::default();
    for edges in 0..=4 {
        for (index, tree) in trees(edges, &[Blue, Red, Green]).iter().enumerate() {
            let value = Hackenbush.value(tree).unwrap();
            assert!(value.identical(&solver.value(tree).unwrap()), "{tree}: {value}");
            assert_eq!(Hackenbush.value(&tree.mirrored()).unwrap(), -&value, "{tree}");
            if edges <= 3 || index % 5 == 0 {
                assert!(has_value(tree, &value, &mut forms), "{tree}: {value}");
            }
        }
    }
}

#[test]
fn blocks_of_many_edges() {
    // A ladder with braces that stands on the ground: 12 edges that no vertex holds together.
    let ladder = |colours: &[EdgeColour]| {
        let sides = (0..3).flat_map(|n| [(2 * n, 2 * n + 2), (2 * n + 1, 2 * n + 3)]);
        let rungs = (1..4).map(|n| (2 * n, 2 * n + 1));
        let braces = (0..3).map(|n| (2 * n, 2 * n + 3));
        let edges = sides.chain(rungs).chain(braces).zip(colours.iter().cycle());
        let on_the_ground = |vertex: u32| vertex.saturating_sub(1);
        HackenbushGraph::new(
            edges.map(|((a, b), &colour)| Edge::new(on_the_ground(a), on_the_ground(b), colour)),
        )
        .unwrap()
    };
    for colours in [&[Blue, Red][..], &[Blue, Blue, Red]] {
        let graph = ladder(colours);
        assert_eq!(graph.edges().len(), 12);
        let value = Hackenbush.value(&graph).unwrap();
        assert!(value.is_number());
        assert_eq!(Hackenbush.value(&graph.mirrored()).unwrap(), -&value);
        assert_eq!(PartizanSolver::new(Hackenbush).value(&graph).unwrap(), value);
    }
    // A grid of 21 edges in changing colours, too many for plain recursion: it is the negative of its mirror image.
    let legs = (1..5).map(|column| (0, column));
    let across = (0..3).flat_map(|row| (1..4).map(move |column| (4 * row + column, 4 * row + column + 1)));
    let up = (0..2).flat_map(|row| (1..5).map(move |column| (4 * row + column, 4 * row + column + 4)));
    let edges = legs.chain(across).chain(up).zip([Blue, Red].into_iter().cycle());
    let grid = HackenbushGraph::new(edges.map(|((a, b), colour)| Edge::new(a, b, colour))).unwrap();
    let value = Hackenbush.value(&grid).unwrap();
    assert_eq!(value, Game::integer(1));
    assert_eq!(Hackenbush.value(&grid.mirrored()).unwrap(), -value);
    // A necklace: blocks that hang on one another are no larger than the largest.
    let necklace: Vec<String> =
        (0..40).map(|n| format!("{n}-{}B, {n}-{}R, {n}-{}R", n + 1, n + 1, n + 1)).collect();
    assert!(Hackenbush.value(&picture(&necklace.join(", "))).unwrap().is_number());
    // Seventy-six edges between two vertices, and a long cycle.
    let edges = format!("0-1B{}", ", 0-1B, 0-1R, 0-1R".repeat(25));
    assert!(Hackenbush.value(&picture(&edges)).unwrap().is_number());
    let cycle: Vec<String> = (0..60).map(|n| format!("{n}-{}{}", (n + 1) % 60, ["B", "R"][n % 2])).collect();
    assert_eq!(Hackenbush.value(&picture(&cycle.join(", "))).unwrap(), Game::zero());
}

fn any_colour() -> impl Strategy<Value = EdgeColour> {
    prop::sample::select(vec![Blue, Red, Green])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn random_blocks_have_their_value_by_plain_recursion(
        edges in prop::collection::vec((0u32..5, 0u32..5, any_colour()), 8..11)
    ) {
        if let Ok(graph) = HackenbushGraph::new(edges.into_iter().map(|(a, b, c)| Edge::new(a, b, c))) {
            let by_definition = PartizanSolver::new(Hackenbush).value(&graph).unwrap();
            prop_assert!(Hackenbush.value(&graph).unwrap().identical(&by_definition), "{}", graph);
        }
    }

    #[test]
    fn random_red_blue_blocks_have_their_value_by_plain_recursion(
        edges in prop::collection::vec((0u32..6, 0u32..6, prop::sample::select(vec![Blue, Red])), 9..13)
    ) {
        if let Ok(graph) = HackenbushGraph::new(edges.into_iter().map(|(a, b, c)| Edge::new(a, b, c))) {
            let by_definition = PartizanSolver::new(Hackenbush).value(&graph).unwrap();
            prop_assert_eq!(Hackenbush.value(&graph).unwrap(), by_definition, "{}", graph);
        }
    }
}

proptest! {
    #[test]
    fn random_graphs_have_their_value_by_definition(
        edges in prop::collection::vec((0u32..5, 0u32..5, any_colour()), 0..8)
    ) {
        if let Ok(graph) = HackenbushGraph::new(edges.into_iter().map(|(a, b, c)| Edge::new(a, b, c))) {
            let value = Hackenbush.value(&graph).unwrap();
            let mut forms = Forms::default();
            prop_assert!(has_value(&graph, &value, &mut forms), "{}: {}", graph, value);
            prop_assert_eq!(PartizanSolver::new(Hackenbush).value(&graph).unwrap(), value.clone());
            if graph.is_red_blue() {
                prop_assert!(value.is_number());
            }
            // A player has a winning cut exactly when moving first wins; and each one leaves a won position.
            for player in Player::BOTH {
                let cuts = Hackenbush::winning_cuts(player, &graph).unwrap();
                prop_assert_eq!(!cuts.is_empty(), value.outcome().winner(player) == player);
                let mut solver = PartizanSolver::new(Hackenbush);
                for cut in graph.edges_of(player) {
                    let rest = solver.outcome(&graph.cut(cut).unwrap()).unwrap();
                    prop_assert_eq!(cuts.contains(&cut), rest.winner(player.opponent()) == player);
                }
            }
        }
    }

    #[test]
    fn large_red_blue_trees_are_the_sum_of_their_branches(
        below in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 1..60)
    ) {
        let edge = |(index, (below, blue)): (usize, &(prop::sample::Index, bool))| {
            Edge::new(below.index(index + 1) as u32, index as u32 + 1, if *blue { Blue } else { Red })
        };
        let tree = HackenbushGraph::new(below.iter().enumerate().map(edge)).unwrap();
        let number = Hackenbush::number_of_tree(&tree).unwrap();
        let parts: Dyadic = tree.components().iter().filter_map(Hackenbush::number_of_tree).sum();
        prop_assert_eq!(&parts, &number);
        prop_assert_eq!(Hackenbush::number_of_tree(&tree.mirrored()), Some(-&number));
        prop_assert_eq!(Hackenbush.value(&tree), Ok(Game::from(number)));
    }
}

#[test]
fn flowers_and_other_known_pictures() {
    // Winning Ways, chapters 1 and 7: a green edge on blue stalks, flowers, and a red-blue cycle.
    for (text, value) in [
        ("BG", "1∗"),
        ("BBG", "2∗"),
        ("GB", "↑∗"),
        ("GR", "↓∗"),
        ("GG(B, R)", "∗2"),
        ("BR, BR, R", "0"),
        ("0-1B, 1-0R", "0"),
        ("0-1B, 1-2B, 2-0B", "3"),
        ("0-1B, 1-2R, 2-0B", "1"),
        ("0-0B, 0-0G", "1∗"),
        ("0", "0"),
    ] {
        assert_eq!(Hackenbush.value(&picture(text)).unwrap(), game(value), "{text}");
    }
    // A flower is confused with 0, and smaller than any positive number; two of them are won by Left.
    let flower = Hackenbush.value(&picture("GG(B, B)")).unwrap();
    assert_eq!(flower.outcome(), OutcomeClass::Next);
    assert!(flower < game("1/1024") && flower > game("-1/1024"));
    assert_eq!(Hackenbush.value(&picture("GG(B, B), GGB")).unwrap().outcome(), OutcomeClass::Left);
}

#[test]
fn deep_stalks_need_no_deep_stack() {
    let stalk = HackenbushGraph::stalk((0..20_000).map(|n| if n % 3 == 0 { Red } else { Blue })).unwrap();
    let number = Hackenbush::number_of_tree(&stalk).unwrap();
    assert_eq!(stalk.sign_expansion().unwrap().to_dyadic(), number);
    assert_eq!(number.exponent(), 19_999);
    let tall = HackenbushGraph::stalk(vec![Blue; 1_000_000]).unwrap();
    assert_eq!(Hackenbush.value(&tall), Ok(Game::integer(1_000_000)));
    // A blue triangle is worth 3, on the ground as on top of a long stalk.
    let text: Vec<String> = (0..300).map(|n| format!("{n}-{}R", n + 1)).collect();
    let balloon = picture(&(text.join(", ") + ", 300-301B, 301-302B, 302-300B"));
    let stalk = picture("R300B3");
    assert_eq!(Hackenbush.value(&balloon), Hackenbush.value(&stalk));
    let green_top = picture("B100000G100000");
    assert_eq!(Hackenbush.value(&green_top), Ok(Game::integer(100_000) + Game::nimber(100_000)));
}
