//! The tree of play from a position of an impartial game, or of a partizan form.

use super::canvas::{BLUE, GREEN, INK, ORANGE, RED};
use super::tree::{self, Branch, Node};
use super::{Picture, PictureError};
use crate::impartial::{Impartial, Solver};
use crate::partizan::{Game, Player};
use std::collections::HashSet;
use std::fmt::Debug;

/// The most options of a game that are looked at to name the first of them.
const LONGEST_LIST: u64 = 1000;

/// What can happen in the first `depth` moves from a position, with the Grundy value under each position. P-positions
/// have an orange value; moves to them, the winning ones, are thick and green. Below a `⋮` play goes on.
///
/// # Errors
/// When the solver finds no value, or with more than 600 nodes.
///
/// ```
/// use agon::{Heaps, Nim, Solver, picture};
///
/// let tree = picture::play_tree(&mut Solver::new(Nim), &Heaps::from([1, 2]), 2)?;
/// assert_eq!(tree.title(), "Play from (1, 2), 2 moves deep");
/// assert!(tree.description().starts_with("(1, 2) has the value ∗3; moves to (0, 2) = ∗2, (0, 1) = ∗, (1, 1) = 0"));
/// # Ok::<(), agon::picture::PictureError>(())
/// ```
pub fn play_tree<R>(
    solver: &mut Solver<R>,
    position: &R::Position,
    depth: u32,
) -> Result<Picture, PictureError>
where
    R: Impartial,
    R::Position: Debug,
{
    let mut nodes = 0;
    let root = play_node(solver, position, depth, &mut nodes)?;
    let moves: Vec<String> = root.branches.iter().map(|branch| branch.node.lines.join(" = ")).collect();
    let description = if moves.is_empty() {
        format!("{} has the value {}", root.lines[0], root.lines[1])
    } else {
        let moves = super::canvas::listed(&moves, 40);
        format!("{} has the value {}; moves to {moves}", root.lines[0], root.lines[1])
    };
    let title = format!("Play from {position:?}, {depth} moves deep");
    Ok(tree::drawn(&root).finish(title, format!("{description}; {nodes} nodes")))
}

fn play_node<R>(
    solver: &mut Solver<R>,
    position: &R::Position,
    depth: u32,
    nodes: &mut u128,
) -> Result<Node, PictureError>
where
    R: Impartial,
    R::Position: Debug,
{
    tree::count(nodes)?;
    let value = solver.grundy(position).map_err(|error| PictureError::NoValue(error.to_string()))?;
    let mut options = solver.rules().options(position);
    let mut seen = HashSet::new();
    options.retain(|option| seen.insert(option.clone()));
    let cut = depth == 0 && !options.is_empty();
    if cut {
        options.clear();
    }
    let mut branches = Vec::new();
    for option in &options {
        let node = play_node(solver, option, depth - 1, nodes)?;
        let wins = node.colour == ORANGE;
        let (colour, width) = if wins { (GREEN, 3.5) } else { (INK, 1.0) };
        branches.push(Branch { colour, width, dashes: "", node });
    }
    let colour = if value.size() == 0 { ORANGE } else { INK };
    Ok(Node { lines: vec![format!("{position:?}"), value.to_string()], colour, branches, cut })
}

/// The form of a game to a depth: Left's options to the left on blue lines, Right's to the right on dashed red ones.
/// Each node shows its value. Below a `⋮` there are more options.
///
/// # Errors
/// With more than 600 nodes.
///
/// ```
/// use agon::{Game, picture};
///
/// let game: Game = "{1/2|{0|-1}}".parse()?;
/// let tree = picture::game_tree(&game, 3)?;
/// assert_eq!(tree.title(), "The tree of {1/2|{0|-1}}");
/// assert!(tree.description().starts_with("Left can move to 1/2; Right can move to {0|-1}"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn game_tree(game: &Game, depth: u32) -> Result<Picture, PictureError> {
    let mut nodes = 0;
    let root = form_node(game, depth, &mut nodes)?;
    let moves = |player: Player| {
        if game.count_options() > LONGEST_LIST {
            return format!("{player} has too many moves to be listed");
        }
        let places = match game.options(player) {
            [] => "nowhere".to_owned(),
            options => format!("to {}", super::canvas::listed(options, 20)),
        };
        format!("{player} can move {places}")
    };
    let description = format!("{}; {}; {nodes} nodes", moves(Player::Left), moves(Player::Right));
    Ok(tree::drawn(&root).finish(format!("The tree of {game}"), description))
}

fn form_node(game: &Game, depth: u32, nodes: &mut u128) -> Result<Node, PictureError> {
    tree::count(nodes)?;
    // ∗n has n options for each player: they are not listed only to find that they are too many.
    let options = game.count_options();
    let cut = depth == 0 && options > 0;
    if !cut {
        tree::admit(*nodes + u128::from(options))?;
    }
    let mut branches = Vec::new();
    for player in Player::BOTH.into_iter().filter(|_| !cut) {
        let (colour, dashes) = if player == Player::Left { (BLUE, "") } else { (RED, "8 4") };
        for option in game.options(player) {
            branches.push(Branch { colour, width: 2.0, dashes, node: form_node(option, depth - 1, nodes)? });
        }
    }
    Ok(Node { lines: vec![game.to_string()], colour: INK, branches, cut })
}
