//! Pictures: notation, components, normal forms, layout.

use agon::hackenbush::{Edge, EdgeColour, EdgeColour::Blue, EdgeColour::Green, EdgeColour::Red};
use agon::hackenbush::{HackenbushLayout, Point};
use agon::{Hackenbush, HackenbushGraph, Partizan};
use proptest::prelude::*;

use super::{picture, trees};

#[test]
fn texts_of_pictures() {
    for (text, edges, printed) in [
        ("", "", "0"),
        (" 0 ", "", "0"),
        ("BRG", "0-1B, 1-2R, 2-3G", "BRG"),
        ("b2 r", "0-1B, 1-2B, 2-3R", "BBR"),
        ("G5", "0-1G, 1-2G, 2-3G, 3-4G, 4-5G", "G5"),
        ("G,B", "0-1G, 0-2B", "G, B"),
        ("G(B(R),R),B", "0-1G, 1-2B, 2-3R, 1-4R, 0-5B", "G(BR, R), B"),
        ("0-1B 1-2R, 2-0", "0-1B, 1-2R, 2-0G", "0-1B, 1-2R, 2-0G"),
        ("3-0r,3-7", "3-0R, 3-7G", "RG"),
        ("0-0B", "0-0B", "0-0B"),
    ] {
        let graph = picture(text);
        assert_eq!(graph.edge_list(), edges, "{text}");
        assert_eq!(graph.to_string(), printed, "{text}");
    }
    let json = serde_json::to_string(&picture("3-0r,3-7")).unwrap();
    assert_eq!(json, "\"3-0R, 3-7G\"");
    assert_eq!(serde_json::from_str::<HackenbushGraph>(&json).unwrap(), picture("3-0r,3-7"));
}

#[test]
fn errors_name_the_place_and_what_is_allowed() {
    // Further right than the width of a format can be.
    let long = format!("{}?", "B".repeat(70_000));
    let error = long.parse::<HackenbushGraph>().unwrap_err().to_string();
    assert!(error.starts_with("`?` stands where") && error.ends_with(&format!("{}^", " ".repeat(70_002))));
    for (text, found) in [
        ("BX", "`X` stands where a colour, `(`, `,` or the end is expected"),
        ("B(", "the text of the picture ends where a colour (B, R or G) is expected"),
        ("B()", "`)` stands where a colour"),
        ("B(R", "ends where a colour, `(`, `,` or `)` is expected"),
        ("B)", "`)` stands where a colour, `(`, `,` or the end is expected"),
        ("B,,R", "`,` stands where a colour"),
        ("B(R)G", "`G` stands where"),
        ("(B)", "`(` stands where a colour"),
        ("0-", "ends where the number of a vertex"),
        ("01", "ends where `-` between the two ends of an edge is expected"),
        ("0-1Y", "`Y` stands where a colour (B, R or G), `,` or the end is expected"),
        ("0-1, 2-3", "2-3G is not connected with the ground"),
        ("1-1", "1-1G is not connected with the ground"),
        ("G9999999999", "at most 4194304 edges"),
        ("0-99999999999999999999999", "numbered up to 4194304"),
    ] {
        let error = text.parse::<HackenbushGraph>().unwrap_err().to_string();
        assert!(error.contains(found), "{text}: {error}");
    }
}

proptest! {
    #[test]
    fn any_text_is_answered(text in "[BRGbg0-9(), -]{0,16}") {
        if let Ok(graph) = text.parse::<HackenbushGraph>() {
            let again = graph.to_string().parse::<HackenbushGraph>().unwrap();
            prop_assert_eq!(again.normal_form(), graph.normal_form());
            prop_assert_eq!(graph.edge_list().parse::<HackenbushGraph>(), Ok(graph));
        }
    }

    #[test]
    fn normal_forms_keep_values_and_cuts_keep_names(
        edges in prop::collection::vec((0u32..5, 0u32..5, 0usize..3), 0..8)
    ) {
        let colours = [Blue, Red, Green];
        let edges = edges.into_iter().map(|(a, b, c)| Edge::new(2 * a, 2 * b, colours[c]));
        let Ok(graph) = HackenbushGraph::new(edges) else { return Ok(()) };
        prop_assert_eq!(Hackenbush.value(&graph.normal_form()), Hackenbush.value(&graph));
        prop_assert_eq!(graph.normal_form().normal_form(), graph.normal_form());
        let parts = graph.components();
        prop_assert_eq!(parts.iter().map(|part| part.edges().len()).sum::<usize>(), graph.edges().len());
        for part in &parts {
            prop_assert_eq!(part.components(), vec![part.clone()]);
        }
        for edge in 0..graph.edges().len() {
            let (rest, falling) = (graph.cut(edge).unwrap(), graph.falling(edge).unwrap());
            let stay = (0..graph.edges().len()).filter(|index| !falling.contains(index));
            prop_assert_eq!(rest.edges().to_vec(), stay.map(|index| graph.edges()[index]).collect::<Vec<_>>());
            prop_assert!(HackenbushGraph::new(rest.edges().iter().copied()).is_ok());
        }
    }
}

#[test]
fn equal_trees_have_one_normal_form() {
    use std::collections::HashSet;
    // Rooted trees with 0, 1, 2, … edges: 1, 1, 2, 4, 9, 20, 48 (OEIS A000081); with edges of two colours 1, 2, 7, 26, 107.
    for (edges, count) in [1, 1, 2, 4, 9, 20, 48].into_iter().enumerate() {
        let forms: HashSet<HackenbushGraph> =
            trees(edges as u32, &[Green]).iter().map(HackenbushGraph::normal_form).collect();
        assert_eq!(forms.len(), count, "{edges} edges");
    }
    for (edges, count) in [1, 2, 7, 26, 107].into_iter().enumerate() {
        let forms: HashSet<HackenbushGraph> =
            trees(edges as u32, &[Blue, Red]).iter().map(HackenbushGraph::normal_form).collect();
        assert_eq!(forms.len(), count, "{edges} edges in two colours");
    }
}

/// Whether two straight edges without a common end cross or touch.
fn cross(a: (Point, Point), b: (Point, Point)) -> bool {
    let side = |(p, q): (Point, Point), r: Point| (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0);
    let apart = |x: f64, y: f64| (x > 1e-9 && y > 1e-9) || (x < -1e-9 && y < -1e-9);
    !apart(side(a, b.0), side(a, b.1)) && !apart(side(b, a.0), side(b, a.1))
}

#[test]
fn trees_are_drawn_without_crossings() {
    for tree in (0..=6).flat_map(|edges| trees(edges, &[Green])) {
        let layout = HackenbushLayout::of(&tree);
        let curves: Vec<_> = layout.edges.iter().map(|curve| (curve.from, curve.to)).collect();
        for (index, edge) in tree.edges().iter().enumerate() {
            let (low, high) = curves[index];
            assert_eq!(high.1 - low.1, 1.0, "{tree}");
            assert_eq!(low.1 == 0.0, edge.from == 0, "{tree}");
            assert!(layout.edges[index].controls.is_empty());
            for (other, there) in tree.edges().iter().enumerate().take(index) {
                let share = |vertex: u32| vertex != 0 && (there.from == vertex || there.to == vertex);
                let same_layer = curves[other].0.1 == low.1;
                if same_layer && !share(edge.from) {
                    assert!(!cross(curves[index], curves[other]), "{tree}: {curves:?}");
                }
            }
        }
        let inside = |p: &Point| (0.0..=layout.width).contains(&p.0) && (0.0..=layout.height).contains(&p.1);
        assert!(layout.vertices.iter().flatten().all(inside));
    }
}

#[test]
fn a_graph_is_drawn_with_its_vertices_apart() {
    for text in [
        "0-1, 1-2, 2-3, 3-0",
        "0-1, 0-1, 1-1, 1-2, 2-0, 0-0",
        "0-1, 0-2, 0-3, 1-3, 1-2, 2-3, 1-4, 2-4, 3-4",
        "0-5, 5-5, 5-5",
    ] {
        let graph = picture(text);
        let layout = HackenbushLayout::of(&graph);
        let places: Vec<Point> = layout.vertices.iter().flatten().copied().collect();
        for (index, a) in places.iter().enumerate() {
            assert!(a.1 >= 1.0);
            assert!(
                places[..index].iter().all(|b| (a.0 - b.0).hypot(a.1 - b.1) > 0.99),
                "{text}: {places:?}"
            );
        }
        for (index, a) in layout.edges.iter().enumerate() {
            assert!(layout.edges[..index].iter().all(|b| a != b), "{text}: {:?}", layout.edges);
        }
    }
    let empty = HackenbushLayout::of(&HackenbushGraph::default());
    assert_eq!((empty.width, empty.height), (0.0, 0.0));
    let tall = HackenbushLayout::of(&HackenbushGraph::stalk([EdgeColour::Green; 3]).unwrap());
    assert!(tall.vertices.iter().flatten().all(|place| place.0 == 0.0));
}
