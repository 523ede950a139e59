//! Green Hackenbush: colon, fusion, winning cuts, certificates.

use std::collections::HashMap;

use agon::hackenbush::{Edge, EdgeColour::Green, FusionCertificate};
use agon::{
    Certificate, Evidence, GreenHackenbush, HackenbushGraph, Heaps, Impartial, Nim, Nimber, Outcome, Solver,
};
use proptest::prelude::*;

use super::{Rules, picture, trees};

/// Value, winning cuts and certificate of a picture against the rules alone.
fn check(graph: &HackenbushGraph) {
    let rules = Rules::of(graph);
    let mut known = HashMap::new();
    let value = rules.grundy(rules.all(), &mut known);
    assert_eq!(GreenHackenbush::nimber(graph), Nimber(value), "{}", graph.edge_list());
    let cuts = rules.cuts(rules.all(), |_| true);
    let winning: Vec<usize> =
        (0..cuts.len()).filter(|&edge| rules.grundy(cuts[edge], &mut known) == 0).collect();
    assert_eq!(GreenHackenbush::winning_cuts(graph), winning, "{}", graph.edge_list());
    let certificate = GreenHackenbush::certificate(graph);
    assert!(certificate.verify(), "{}", graph.edge_list());
    assert_eq!(certificate.value(), Nimber(value));
}

#[test]
fn every_tree_of_at_most_seven_edges() {
    let mut solver = Solver::new(GreenHackenbush);
    for edges in 0..=7 {
        for tree in trees(edges, &[Green]) {
            check(&tree);
            let known = solver.grundy(&tree.normal_form());
            assert_eq!(known, Ok(GreenHackenbush::nimber(&tree)), "{tree}");
        }
    }
    // There are 1 + 1 + 2 + 4 + 9 + 20 + 48 + 115 = 200 rooted trees; the rest are what cuts leave of them, as they lie.
    assert!((200..400).contains(&solver.known()), "{}", solver.known());
}

/// The grounded pictures among the subsets of some edges.
fn subsets(edges: Vec<Edge>) -> impl Iterator<Item = HackenbushGraph> {
    (0u32..1 << edges.len()).filter_map(move |mask| {
        let chosen = (0..edges.len()).filter(|index| mask >> index & 1 == 1);
        HackenbushGraph::new(chosen.map(|index| edges[index])).ok()
    })
}

#[test]
fn every_graph_on_four_vertices_with_loops_and_on_five_without() {
    let edges = |vertices: u32, loops: bool| {
        let pairs = (0..vertices).flat_map(move |a| (a..vertices).map(move |b| (a, b)));
        pairs.filter(|(a, b)| loops || a != b).map(|(a, b)| Edge::new(a, b, Green)).collect::<Vec<_>>()
    };
    let mut solver = Solver::new(GreenHackenbush);
    let mut count = 0;
    for graph in subsets(edges(4, true)).chain(subsets(edges(5, false))) {
        check(&graph);
        assert_eq!(solver.grundy(&graph), Ok(GreenHackenbush::nimber(&graph)), "{graph}");
        count += 1;
    }
    assert!(count > 1000, "{count}");
}

proptest! {
    #[test]
    fn random_graphs(ends in prop::collection::vec((0u32..6, 0u32..6), 0..11)) {
        if let Ok(graph) = HackenbushGraph::new(ends.into_iter().map(|(a, b)| Edge::new(a, b, Green))) {
            check(&graph);
        }
    }

    #[test]
    fn random_trees(below in prop::collection::vec(any::<prop::sample::Index>(), 0..14)) {
        let edge = |(index, below): (usize, &prop::sample::Index)| {
            Edge::new(below.index(index + 1) as u32, index as u32 + 1, Green)
        };
        check(&HackenbushGraph::new(below.iter().enumerate().map(edge)).unwrap());
    }
}

#[test]
fn stalks_are_nim_heaps() {
    for n in 0..40u32 {
        assert_eq!(
            GreenHackenbush::nimber(&HackenbushGraph::stalk(vec![Green; n as usize]).unwrap()),
            Nimber(n)
        );
    }
    let mut nim = Solver::new(Nim);
    for heaps in Heaps::multisets(1..=3, 1..=5) {
        let text: Vec<String> = heaps.sizes().iter().map(|heap| format!("G{heap}")).collect();
        let graph = picture(&text.join(", "));
        assert_eq!(GreenHackenbush::nimber(&graph), heaps.nim_sum());
        assert_eq!(
            nim.winning_moves(&heaps).unwrap().is_empty(),
            GreenHackenbush::winning_cuts(&graph).is_empty()
        );
    }
}

#[test]
fn branches_add_first_and_the_stalk_below_goes_on_top() {
    // A stalk of a that carries branches of b and c is worth a + (b ⊕ c), not a ⊕ b ⊕ c.
    for (a, b, c) in (1..6u32).flat_map(|a| (1..6).flat_map(move |b| (1..6).map(move |c| (a, b, c)))) {
        let graph = picture(&format!("G{a}(G{b}, G{c})"));
        assert_eq!(GreenHackenbush::nimber(&graph), Nimber(a + (b ^ c)), "{graph}");
    }
    // A stalk of three with a branch of two at its second node is worth 5; 3 ⊕ 2 = 1 would be wrong.
    let bamboo = picture("GG(G, GG)");
    assert_eq!(Solver::new(GreenHackenbush).grundy(&bamboo), Ok(Nimber(5)));
    // It is won by felling it, and by nothing else: after every other cut the opponent wins.
    assert_eq!(GreenHackenbush::winning_cuts(&bamboo), [0]);
}

#[test]
fn two_heaps_of_three_beside_stalks_of_three_and_five() {
    // 3 ⊕ 3 ⊕ 3 ⊕ 5 = 6: the stalk of 5 becomes 5 ⊕ 6 = 3, by a cut above its third edge, and there is no other way.
    let stalks = picture("G3, G3, G3, G5");
    assert_eq!(GreenHackenbush::nimber(&stalks), Nimber(6));
    assert_eq!(GreenHackenbush::winning_cuts(&stalks), [12]);
    assert_eq!(stalks.cut(12).unwrap().to_string(), "GGG, GGG, GGG, GGG");
    assert_eq!(Solver::new(GreenHackenbush).outcome(&stalks.cut(12).unwrap()), Ok(Outcome::P));
}

#[test]
fn cycles_on_the_ground_count_by_parity() {
    for length in 2..12u32 {
        let edge = |n: u32| Edge::new(n, (n + 1) % length, Green);
        let cycle = HackenbushGraph::new((0..length).map(edge)).unwrap();
        assert_eq!(GreenHackenbush::nimber(&cycle), Nimber(length % 2));
        let certificate = GreenHackenbush::certificate(&cycle);
        assert_eq!(certificate.loops().len() as u32, length);
        assert!(certificate.fused().iter().all(|&vertex| vertex == 0));
    }
}

#[test]
fn large_pictures_are_fast_and_need_no_deep_stack() {
    let edges = 300_000u32;
    // A comb: a spine with a tooth at each vertex; and a ladder over it would be all cycles.
    let comb = (0..edges / 2).flat_map(|n| {
        let below = if n == 0 { 0 } else { 2 * n - 1 };
        [Edge::new(below, 2 * n + 1, Green), Edge::new(2 * n + 1, 2 * n + 2, Green)]
    });
    let comb = HackenbushGraph::new(comb).unwrap();
    // From the top: a tooth under a spine of value x makes 1 + (1 ⊕ x).
    let value = (0..edges / 2).fold(0u32, |x, _| 1 + (1 ^ x));
    assert_eq!(GreenHackenbush::nimber(&comb), Nimber(value));
    let cuts = GreenHackenbush::winning_cuts(&comb);
    assert!(cuts.contains(&0));
    for &cut in cuts.iter().take(3) {
        assert_eq!(GreenHackenbush::nimber(&comb.cut(cut).unwrap()), Nimber::ZERO);
    }
    let cycle = HackenbushGraph::new((0..edges).map(|n| Edge::new(n, (n + 1) % edges, Green))).unwrap();
    assert_eq!(GreenHackenbush::nimber(&cycle), Nimber::ZERO);
}

#[test]
fn a_certificate_that_was_tampered_with_is_refused() {
    let graph = picture("0-1, 1-2, 2-3, 3-1, 3-4, 0-4");
    let certificate = FusionCertificate::of(&graph);
    let json = serde_json::to_string(&certificate).unwrap();
    assert_eq!(serde_json::from_str::<FusionCertificate>(&json).unwrap(), certificate);
    let tree = serde_json::to_value(FusionCertificate::of(&picture("GG(G, GG)"))).unwrap();
    for (field, forged) in [
        ("value", serde_json::json!(1)),
        ("labels", serde_json::json!([5, 3, 1, 2, 1])),
        ("labels", serde_json::json!([5, 4, 1, 2])),
        ("fused", serde_json::json!([0, 1, 2, 3, 3, 5])),
        ("fused", serde_json::json!([0, 1, 2, 3, 4, 3])),
        ("graph", serde_json::json!("0-1G, 1-2G, 2-3G, 2-4G, 3-4G")),
    ] {
        let mut value = tree.clone();
        value[field] = forged.clone();
        let certificate: FusionCertificate = serde_json::from_value(value).unwrap();
        assert!(!certificate.verify(), "{field}: {forged}");
    }
    let evidence =
        Evidence::proven("GG(G, GG) has the Grundy value 5", &FusionCertificate::of(&picture("GG(G, GG)")));
    assert_eq!(
        evidence.unwrap().to_string(),
        "proven by the colon principle (5 edges: value ∗5): GG(G, GG) has the Grundy value 5"
    );
}

#[test]
fn options_are_the_cuts_in_the_order_of_the_edges() {
    let graph = picture("0-1, 1-2, 2-0, 2-3");
    let options = GreenHackenbush.options(&graph);
    assert_eq!(options.len(), 4);
    for (edge, option) in options.iter().enumerate() {
        assert_eq!(graph.cut(edge).as_ref(), Some(option));
        assert_eq!(graph.falling(edge).unwrap().len() + option.edges().len(), 4);
    }
}
