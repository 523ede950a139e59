//! Components and normal forms: pictures that are equal in the game become equal as values.

use super::edge::{Edge, EdgeColour};
use super::graph::HackenbushGraph;

impl HackenbushGraph {
    /// The parts that meet in the ground only, each in [normal form](Self::normal_form). The picture is their sum.
    ///
    /// ```
    /// use agon::HackenbushGraph;
    ///
    /// let parts = "B(R, G), B".parse::<HackenbushGraph>()?.components();
    /// assert_eq!(parts.iter().map(ToString::to_string).collect::<Vec<_>>(), ["B(R, G)", "B"]);
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn components(&self) -> Vec<Self> {
        // Vertices above the ground that belong together get the same part.
        let incidence = self.incidence();
        let mut part_of: Vec<Option<usize>> = vec![None; self.vertices() as usize];
        let mut parts: Vec<Vec<Edge>> = Vec::new();
        for edge in self.edges() {
            let start = edge.from.max(edge.to);
            if start == 0 {
                // A loop at the ground is a part by itself.
                parts.push(vec![*edge]);
                continue;
            }
            if let Some(part) = part_of[start as usize] {
                parts[part].push(*edge);
                continue;
            }
            let mut reached = vec![start];
            part_of[start as usize] = Some(parts.len());
            while let Some(vertex) = reached.pop() {
                for &index in incidence.at(vertex) {
                    let end = self.edges()[index].other_end(vertex);
                    if end != 0 && part_of[end as usize].is_none() {
                        part_of[end as usize] = Some(parts.len());
                        reached.push(end);
                    }
                }
            }
            parts.push(vec![*edge]);
        }
        parts.into_iter().map(|edges| Self::grounded(edges).normal_form()).collect()
    }

    /// The same picture with vertices numbered anew and edges sorted. Trees that are alike up to the order of their
    /// branches have the same normal form; for other graphs only the gaps in the numbers are closed.
    ///
    /// ```
    /// use agon::HackenbushGraph;
    ///
    /// let [a, b]: [HackenbushGraph; 2] = ["G(BB, R)".parse()?, "G(R, BB)".parse()?];
    /// assert!(a != b && a.normal_form() == b.normal_form());
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn normal_form(&self) -> Self {
        match self.carriers() {
            Some(carriers) => self.normal_tree(&carriers),
            None => self.renumbered(),
        }
    }

    fn renumbered(&self) -> Self {
        let mut used = vec![false; self.vertices() as usize];
        used[0] = true;
        for edge in self.edges() {
            used[edge.from as usize] = true;
            used[edge.to as usize] = true;
        }
        let mut names = vec![0u32; used.len()];
        for vertex in 1..used.len() {
            names[vertex] = names[vertex - 1] + u32::from(used[vertex]);
        }
        let renamed = |edge: &Edge| {
            let (a, b) = (names[edge.from as usize], names[edge.to as usize]);
            Edge::new(a.min(b), a.max(b), edge.colour)
        };
        let mut edges: Vec<Edge> = self.edges().iter().map(renamed).collect();
        edges.sort_unstable();
        Self::grounded(edges)
    }

    /// Aho, Hopcroft and Ullman: level by level from the top, equal subtrees get equal ranks; then the branches of each
    /// vertex are taken in the order of their ranks.
    fn normal_tree(&self, carriers: &[Option<usize>]) -> Self {
        let order = self.search(|_| true).order;
        let below = |vertex: u32| carriers[vertex as usize].map(|edge| self.edges()[edge].other_end(vertex));
        let mut depth = vec![0usize; carriers.len()];
        let mut levels: Vec<Vec<u32>> = Vec::new();
        for &vertex in &order {
            depth[vertex as usize] = below(vertex).map_or(0, |v| depth[v as usize] + 1);
            if depth[vertex as usize] == levels.len() {
                levels.push(Vec::new());
            }
            levels[depth[vertex as usize]].push(vertex);
        }
        let mut rank = vec![0usize; carriers.len()];
        let mut branches: Vec<Vec<(EdgeColour, usize, u32)>> = vec![Vec::new(); carriers.len()];
        for level in levels.iter().rev() {
            for &vertex in level {
                branches[vertex as usize].sort_unstable();
            }
            let shape =
                |vertex: u32| branches[vertex as usize].iter().map(|&(colour, rank, _)| (colour, rank));
            let mut sorted = level.clone();
            sorted.sort_by(|&a, &b| shape(a).cmp(shape(b)));
            let mut ranks = Vec::with_capacity(sorted.len());
            for (index, &vertex) in sorted.iter().enumerate() {
                let same = index > 0 && shape(sorted[index - 1]).eq(shape(vertex));
                ranks.push(if same { ranks[index - 1] } else { index });
            }
            for (&vertex, rank_here) in sorted.iter().zip(ranks) {
                rank[vertex as usize] = rank_here;
            }
            for &vertex in level {
                if let (Some(edge), Some(below)) = (carriers[vertex as usize], below(vertex)) {
                    let branch = (self.edges()[edge].colour, rank[vertex as usize], vertex);
                    branches[below as usize].push(branch);
                }
            }
        }
        let mut edges = Vec::with_capacity(self.edges().len());
        let mut pending = vec![(0u32, 0u32)];
        while let Some((vertex, name)) = pending.pop() {
            for &(colour, _, above) in &branches[vertex as usize] {
                let new = edges.len() as u32 + 1;
                edges.push(Edge::new(name, new, colour));
                pending.push((above, new));
            }
        }
        Self::grounded(edges)
    }
}
