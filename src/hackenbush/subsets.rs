//! Red-blue blocks with many cycles: one value for each set of edges.
//!
//! The positions below a picture of `n` edges are sets of edges, that is, numbers below `2ⁿ`, and a move leads to a smaller
//! one. So the values are computed in ascending order into a table. They are numbers whose birthday is at most `n` (the
//! picture of a number is a game of at most `n` moves), which fit into 32 bits with `n` binary places.

use super::edge::{Edge, EdgeColour};
use crate::surreal::{Dyadic, Sign};

/// The most edges: a table of 64 MB, which takes a few seconds.
const MOST_EDGES: usize = 24;

/// The least number of edges for which it is worth asking whether another way is shorter.
const FEW_EDGES: usize = 16;

/// How many binary places a value has; a number of so late a birthday needs one less.
const PLACES: u32 = MOST_EDGES as u32;

/// The value of a red-blue block with numbers on its vertices; `None` if it has green edges or other games, if it is too
/// large, or if it has so few cycles or so many equal edges that its options are soon looked at one by one.
pub(super) fn number(edges: &[Edge], carried: &[Option<Dyadic>]) -> Option<Dyadic> {
    if edges.iter().any(|edge| edge.colour == EdgeColour::Green) || edges.len() > MOST_EDGES {
        return None;
    }
    let mut all = edges.to_vec();
    let mut vertices = carried.len() as u32;
    for (vertex, number) in (0..).zip(carried) {
        // By the colon principle a number may be replaced by the stalk of its signs.
        let number = number.as_ref()?;
        if number.birthday() > (MOST_EDGES - all.len()).into() {
            return None;
        }
        let mut below = vertex;
        for sign in number.sign_expansion().signs() {
            let colour = if sign == Sign::Plus { EdgeColour::Blue } else { EdgeColour::Red };
            all.push(Edge::new(below, vertices, colour));
            (below, vertices) = (vertices, vertices + 1);
        }
    }
    let cycles = edges.len() + 1 - carried.len();
    let different = edges.chunk_by(|a, b| a == b).count();
    if all.len() > FEW_EDGES && (cycles <= 3 || different <= FEW_EDGES / 2) {
        return None;
    }
    let value = *values_of_subsets(&all).last()?;
    Some(Dyadic::new(value, PLACES.into()))
}

/// For each set of the edges the value of what is connected with the ground, in units of `2^−PLACES`.
fn values_of_subsets(edges: &[Edge]) -> Vec<i32> {
    let ends: Vec<u32> = edges.iter().map(|edge| 1 << edge.from | 1 << edge.to).collect();
    let of_colour = |colour| {
        (0..).zip(edges).filter(|(_, edge)| edge.colour == colour).fold(0u32, |set, (bit, _)| set | 1 << bit)
    };
    let [blue, red] = [EdgeColour::Blue, EdgeColour::Red].map(of_colour);
    let mut values = vec![0i32; 1 << edges.len()];
    for set in 1..1u32 << edges.len() {
        if set.is_multiple_of(1 << 12) {
            crate::interrupt::check();
        }
        let standing = grounded(set, &ends);
        values[set as usize] = if standing == set {
            let after = |edge: u32| values[(set & !edge) as usize];
            simplest_between(
                bits(set & blue).map(after).max().unwrap_or(i32::MIN),
                bits(set & red).map(after).min().unwrap_or(i32::MAX),
            )
        } else {
            values[standing as usize]
        };
    }
    values
}

/// The edges of a set that are connected with the ground; `ends` has the ends of each edge as a set of vertices.
fn grounded(set: u32, ends: &[u32]) -> u32 {
    let (mut standing, mut reached) = (0, 1);
    loop {
        let before = standing;
        for edge in bits(set & !standing) {
            let ends = ends[edge.trailing_zeros() as usize];
            if ends & reached != 0 {
                reached |= ends;
                standing |= edge;
            }
        }
        if standing == before || standing == set {
            return standing;
        }
    }
}

/// The sets of one element in a set.
fn bits(set: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(set), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|&rest| rest != 0)
        .map(|rest| rest & rest.wrapping_neg())
}

/// The simplest number strictly between two, in units of `2^−PLACES`; the least and the greatest `i32` are no bounds.
fn simplest_between(low: i32, high: i32) -> i32 {
    if low < 0 && high > 0 {
        return 0;
    }
    if high <= 0 {
        let negative = |bound: i32| bound.checked_neg().unwrap_or(i32::MAX);
        return -simplest_between(negative(high), negative(low));
    }
    // The multiple of the greatest power of two; of whole numbers the least.
    let next = |places: u32| ((low >> places) + 1) << places;
    (0..=PLACES)
        .rev()
        .map(next)
        .find(|&number| number < high)
        .expect("a number lies between, by its birthday")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_simplest_number_is_that_of_the_surreals() {
        let unit = |n: i32| n << (PLACES - 3);
        let number = |n: i32| Dyadic::new(n, 3);
        for (low, high) in (-20..20).flat_map(|low| (low + 2..22).map(move |high| (low, high))) {
            let expected = crate::surreal::simplest_between(Some(&number(low)), Some(&number(high)));
            let found = Dyadic::new(simplest_between(unit(low), unit(high)), PLACES.into());
            assert_eq!(Some(found), expected, "{low}/8, {high}/8");
        }
        for bound in -20..20 {
            let found = |low, high| Dyadic::new(simplest_between(low, high), PLACES.into());
            let exact = number(bound);
            let expected = [(Some(&exact), None), (None, Some(&exact))]
                .map(|(low, high)| crate::surreal::simplest_between(low, high).unwrap());
            assert_eq!([found(unit(bound), i32::MAX), found(i32::MIN, unit(bound))], expected);
        }
        assert_eq!(simplest_between(i32::MIN, i32::MAX), 0);
    }
}
