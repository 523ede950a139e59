//! Hackenbush: the colon and fusion principles, sign expansions and edge-by-edge values against the rules alone.

#![allow(clippy::mutable_key_type, reason = "a game hashes and compares by the fixed id of its value")]

#[path = "hackenbush/coloured.rs"]
mod coloured;
#[path = "oracle/conway.rs"]
mod conway;
#[path = "hackenbush/green.rs"]
mod green;
#[path = "hackenbush/pictures.rs"]
mod pictures;

use std::collections::HashMap;

use agon::hackenbush::{Edge, EdgeColour};
use agon::{Game, HackenbushGraph, Player, mex};
use conway::Forms;

fn picture(text: &str) -> HackenbushGraph {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The rules on sets of edges of one picture, as masks: nothing is taken apart, nothing is simplified.
struct Rules {
    edges: Vec<Edge>,
}

impl Rules {
    fn of(graph: &HackenbushGraph) -> Self {
        Self { edges: graph.edges().to_vec() }
    }

    fn all(&self) -> u32 {
        (1 << self.edges.len()) - 1
    }

    /// What of these edges is connected with the ground.
    fn standing(&self, mask: u32) -> u32 {
        let (mut standing, mut reached) = (0u32, 1u64);
        loop {
            let before = standing;
            for (index, edge) in self.edges.iter().enumerate() {
                if mask >> index & 1 == 1 && (reached >> edge.from & 1 == 1 || reached >> edge.to & 1 == 1) {
                    standing |= 1 << index;
                    reached |= 1 << edge.from | 1 << edge.to;
                }
            }
            if standing == before {
                return standing;
            }
        }
    }

    fn cuts(&self, mask: u32, may: impl Fn(EdgeColour) -> bool) -> Vec<u32> {
        let there =
            (0..self.edges.len()).filter(|&index| mask >> index & 1 == 1 && may(self.edges[index].colour));
        there.map(|index| self.standing(mask & !(1 << index))).collect()
    }

    fn grundy(&self, mask: u32, known: &mut HashMap<u32, u32>) -> u32 {
        if let Some(&value) = known.get(&mask) {
            return value;
        }
        let options: Vec<u32> =
            self.cuts(mask, |_| true).iter().map(|&rest| self.grundy(rest, known)).collect();
        let value = mex(options);
        known.insert(mask, value);
        value
    }

    fn form(&self, mask: u32, forms: &mut Forms, known: &mut HashMap<u32, usize>) -> usize {
        if let Some(&form) = known.get(&mask) {
            return form;
        }
        let [left, right] = Player::BOTH.map(|player| {
            let cuts = self.cuts(mask, |colour| match player {
                Player::Left => colour != EdgeColour::Red,
                Player::Right => colour != EdgeColour::Blue,
            });
            cuts.iter().map(|&rest| self.form(rest, forms, known)).collect::<Vec<_>>()
        });
        let form = forms.form(left, right);
        known.insert(mask, form);
        form
    }
}

fn has_value(graph: &HackenbushGraph, value: &Game, forms: &mut Forms) -> bool {
    let rules = Rules::of(graph);
    let form = rules.form(rules.all(), forms, &mut HashMap::new());
    let imported = forms.import(value);
    forms.equal(form, imported)
}

/// Every tree of so many edges, several times over: vertex n stands on some vertex before it.
fn trees(edges: u32, colours: &[EdgeColour]) -> Vec<HackenbushGraph> {
    let mut lists: Vec<Vec<Edge>> = vec![vec![]];
    for new in 1..=edges {
        let grown = |list: &Vec<Edge>| {
            let list = list.clone();
            let edges =
                (0..new).flat_map(|below| colours.iter().map(move |&colour| Edge::new(below, new, colour)));
            edges.map(move |edge| list.iter().copied().chain([edge]).collect()).collect::<Vec<_>>()
        };
        lists = lists.iter().flat_map(grown).collect();
    }
    lists.into_iter().map(|list| HackenbushGraph::new(list).unwrap()).collect()
}
