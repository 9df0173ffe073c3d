//! Whole trees of SGF, with their branches. The main line is checked as strictly as without them; a branch that is not
//! valid is left out with everything below it.

use super::parse::parse_main;
use super::tree::{Property, trees};
use super::{SgfError, write_head, write_turn};
use crate::game::Color;
use crate::record::{Record, RecordError};
use crate::session::Session;

/// A move of a game with branches, in depth-first order: a move, everything that follows it, then its alternatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The number of moves up to this one, itself included.
    pub depth: usize,
    /// The move.
    pub mv: String,
    /// The comment on it, or an empty string.
    pub comment: String,
}

/// Formats a game with branches, the main line included. Rules, start, names, result and preface are the record's; its
/// moves are ignored. Branches that are not legal are left out.
///
/// ```
/// use halfboard_rules::{games::lines_of_action::sgf, record};
/// let game = &record::parse("[Game \"lines-of-action:first=black\"]\n\n*\n")?[0];
/// let branch = |depth, mv: &str| sgf::Branch { depth, mv: mv.to_owned(), comment: String::new() };
/// let branches = [branch(1, "b1b3"), branch(2, "a2c2"), branch(2, "a4c4"), branch(1, "c1c3")];
/// let text = sgf::format_tree(game, &branches)?;
/// assert_eq!(sgf::parse_trees(&text)?[0].1, branches);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn format_tree(record: &Record, branches: &[Branch]) -> Result<String, SgfError> {
    let (mut text, game, start) = write_head(record)?;
    // The positions on the way to the last turn written, and whether a bracket was opened for each turn of it.
    let (mut positions, mut brackets) = (vec![start], Vec::new());
    for (index, branch) in branches.iter().enumerate() {
        if branch.depth == 0 || branch.depth > positions.len() {
            continue;
        }
        close(&mut text, &mut brackets, branch.depth);
        positions.truncate(branch.depth);
        let mut position = positions[branch.depth - 1];
        let has_others = is_one_of_several(branches, index);
        let before = text.len();
        if has_others {
            text.push_str("\n(");
        }
        let comments = if branch.comment.is_empty() { Vec::new() } else { vec![branch.comment.clone()] };
        if write_turn(&mut text, &game, &mut position, &branch.mv, &comments) {
            positions.push(position);
            brackets.push(has_others);
        } else {
            text.truncate(before);
        }
    }
    close(&mut text, &mut brackets, 1);
    text.push_str(")\n");
    Ok(text)
}

/// Closes the brackets of the turns that are not on the way to one of this depth.
fn close(text: &mut String, brackets: &mut Vec<bool>, depth: usize) {
    while brackets.len() >= depth {
        if brackets.pop() == Some(true) {
            text.push(')');
        }
    }
}

/// Returns whether a move has alternatives.
fn is_one_of_several(branches: &[Branch], index: usize) -> bool {
    let depth = branches[index].depth;
    // The next turn that is as deep or less: the same depth is another choice.
    let after = branches[index + 1..].iter().find(|other| other.depth <= depth);
    let before = branches[..index].iter().rev().find(|other| other.depth <= depth);
    [after, before].into_iter().flatten().any(|other| other.depth == depth)
}

/// Parses the games of a collection with their branches, the main line included. Comments before the first move are the
/// record's preface.
pub fn parse_trees(text: &str) -> Result<Vec<(Record, Vec<Branch>)>, RecordError> {
    let mut games = Vec::new();
    for (tree, game) in trees(text)?.iter().zip(1..) {
        let record = parse_main(tree, game)?;
        let mut collector = BranchCollector::new(&record, tree.len());
        for (index, placed) in tree.iter().enumerate() {
            collector.node(index, placed.parent, &placed.node);
        }
        games.push((record, collector.branches));
    }
    Ok(games)
}

/// Collects the branches of a tree, playing along.
struct BranchCollector {
    session: Box<dyn Session>,
    /// The nodes of the current path, and whether each has a move.
    way: Vec<(usize, bool)>,
    /// Whether each node is on the current path, by index.
    on_way: Vec<bool>,
    branches: Vec<Branch>,
    /// The branch of each move on the current path.
    turns: Vec<usize>,
}

impl BranchCollector {
    fn new(record: &Record, nodes: usize) -> BranchCollector {
        let mut session = record.session();
        while session.undo() {}
        BranchCollector {
            session,
            way: Vec::new(),
            on_way: vec![false; nodes],
            branches: Vec::new(),
            turns: Vec::new(),
        }
    }

    fn node(&mut self, index: usize, parent: Option<usize>, properties: &[Property]) {
        // The nodes of a text come in order: the one before is on the way, unless it was left out.
        if parent.is_some_and(|parent| !self.on_way[parent]) {
            return;
        }
        while self.way.last().map(|(node, _)| *node) != parent {
            let Some((node, has_turn)) = self.way.pop() else { break };
            self.on_way[node] = false;
            if has_turn {
                self.session.undo();
                self.turns.pop();
            }
        }
        let find = |name: &str| properties.iter().find(|property| property.name == name);
        let turn = [("W", Color::White), ("B", Color::Black)]
            .into_iter()
            .find_map(|(name, color)| find(name).map(|property| (&property.values[0], color)));
        if let Some((word, color)) = turn {
            let Some(mv) = self.play(word, color) else { return };
            self.turns.push(self.branches.len());
            self.branches.push(Branch { depth: self.turns.len(), mv, comment: String::new() });
        }
        if let (Some(comment), Some(&branch)) = (find("C"), self.turns.last()) {
            let said = &mut self.branches[branch].comment;
            let gap = if said.is_empty() { "" } else { "\n\n" };
            said.push_str(&format!("{gap}{}", comment.values[0]));
        }
        self.way.push((index, turn.is_some()));
        self.on_way[index] = true;
    }

    fn play(&mut self, word: &str, color: Color) -> Option<String> {
        let text = word.trim().to_ascii_lowercase();
        let mv = self.session.respell(text.trim_end_matches(['+', '!', '?', '#']));
        let in_turn = self.session.color_of(self.session.turn()) == Some(color);
        (in_turn && self.session.play(&mv).is_ok()).then_some(mv)
    }
}
