//! Green Hackenbush (竹节游戏): either player may cut any edge.

use super::fusion::{Fusion, FusionCertificate};
use super::graph::HackenbushGraph;
use crate::impartial::{Impartial, Nimber};
use crate::interrupt;
use crate::listing::admit_options;

/// Green Hackenbush: either player cuts any edge, and what is no longer connected with the ground is gone; who cannot cut
/// loses. The colours of a picture are not looked at.
///
/// A stalk of n edges is a Nim heap of n. [`nimber`](Self::nimber) values any picture by the colon and fusion principles; a
/// [`Solver`](crate::Solver) for this ruleset does so by definition.
///
/// ```
/// use agon::{GreenHackenbush, HackenbushGraph, Nimber, Solver};
///
/// // A stalk of three with a branch of two at its second node: 2 + (1 ⊕ 2) = 5.
/// let bamboo: HackenbushGraph = "GG(G, GG)".parse()?;
/// assert_eq!(GreenHackenbush::nimber(&bamboo), Nimber(5));
/// assert_eq!(Solver::new(GreenHackenbush).grundy(&bamboo)?, Nimber(5));
/// assert_eq!(GreenHackenbush::winning_cuts(&bamboo), [0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct GreenHackenbush;

impl Impartial for GreenHackenbush {
    type Position = HackenbushGraph;

    /// What is left after each edge is cut, in the order of the edges.
    ///
    /// # Panics
    /// If the options would have more than 2²⁵ edges together.
    fn options(&self, graph: &HackenbushGraph) -> Vec<HackenbushGraph> {
        admit_options(graph.edges().len() as u64, graph.edges().len());
        (0..graph.edges().len()).filter_map(|edge| graph.cut(edge)).collect()
    }

    fn components(&self, graph: &HackenbushGraph) -> Vec<HackenbushGraph> {
        graph.components()
    }
}

impl GreenHackenbush {
    /// The Grundy value, in time proportional to the size of the picture. [`FusionCertificate`] has the reasons.
    ///
    /// ```
    /// use agon::{GreenHackenbush, HackenbushGraph, Nimber};
    ///
    /// let stalks: HackenbushGraph = "G3, G1000000".parse()?;
    /// assert_eq!(GreenHackenbush::nimber(&stalks), Nimber(3) + Nimber(1_000_000));
    /// // A square on the ground: four loops.
    /// assert_eq!(GreenHackenbush::nimber(&"0-1, 1-2, 2-3, 3-0".parse()?), Nimber(0));
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn nimber(graph: &HackenbushGraph) -> Nimber {
        Nimber(Fusion::of(graph).values[0])
    }

    /// The value with its proof.
    ///
    /// ```
    /// use agon::{Evidence, GreenHackenbush, Nimber};
    ///
    /// let certificate = GreenHackenbush::certificate(&"0-1, 1-2, 2-3, 3-1".parse()?);
    /// assert_eq!(certificate.value(), Nimber(2));
    /// assert!(Evidence::proven("a triangle on a stalk of one edge is ∗2", &certificate)?.is_proven());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn certificate(graph: &HackenbushGraph) -> FusionCertificate {
        FusionCertificate::of(graph)
    }

    /// The edges whose cut leaves a picture of value 0, in ascending order; none exactly when the value is 0.
    ///
    /// For trees in time proportional to their size: the label that an edge should get says which label one of the edges
    /// that it carries should get. An edge on a cycle is tried out. The loop can be [interrupted](crate::interrupt).
    ///
    /// ```
    /// use agon::{GreenHackenbush, HackenbushGraph};
    ///
    /// // Nim with heaps of 3, 4 and 5: take 2 from the first.
    /// let stalks: HackenbushGraph = "G3, G4, G5".parse()?;
    /// assert_eq!(GreenHackenbush::winning_cuts(&stalks), [1]);
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn winning_cuts(graph: &HackenbushGraph) -> Vec<usize> {
        let fusion = Fusion::of(graph);
        if fusion.values[0] == 0 {
            return Vec::new();
        }
        // The value that one cut above a fused vertex should give it, if one can be wanted at all.
        let mut target: Vec<Option<u32>> = vec![None; graph.vertices() as usize];
        target[0] = Some(0);
        let mut winning = Vec::new();
        for &vertex in &fusion.order[1..] {
            let Some(edge) = fusion.carrier[vertex as usize].filter(|&edge| fusion.is_bridge[edge]) else {
                continue;
            };
            let below = fusion.fused[graph.edges()[edge].other_end(vertex) as usize] as usize;
            let Some(wanted) = target[below] else { continue };
            match fusion.values[below] ^ fusion.labels[edge] ^ wanted {
                0 => winning.push(edge),
                label => target[vertex as usize] = Some(label - 1),
            }
        }
        // The value is odd exactly when the number of edges is (each step of the reduction keeps this), and a cut on a cycle
        // removes one edge: from an even number it leaves an odd value.
        if graph.edges().len() % 2 == 1 {
            let on_cycles = (0..graph.edges().len()).filter(|&edge| !fusion.is_bridge[edge]);
            winning.extend(on_cycles.filter(|&edge| {
                interrupt::check();
                graph.cut(edge).is_some_and(|rest| Self::nimber(&rest) == Nimber::ZERO)
            }));
        }
        winning.sort_unstable();
        winning
    }
}
