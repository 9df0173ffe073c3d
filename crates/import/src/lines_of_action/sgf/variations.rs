//! The variations of a game tree. One that is not legal is left out with everything below it.

use halfboard_rules::game::Color;
use halfboard_rules::games::lines_of_action::sgf::Branch;
use halfboard_rules::record::Record;
use halfboard_rules::session::Session;

use super::lexer::{SgfNode, SgfTree};
use crate::lines_of_action::words::{TurnWord, parse_turn};

/// Returns all moves of a tree in depth-first order, the main line included, or nothing if there are no others.
pub(super) fn collect(tree: &SgfTree, record: &Record) -> Vec<Branch> {
    let is_line = tree.nodes.iter().enumerate().all(|(index, node)| node.parent == index.checked_sub(1));
    if is_line {
        return Vec::new();
    }
    let mut session = record.session();
    while session.undo() {}
    let mut walk =
        VariationWalk { session, plies: vec![None; tree.nodes.len()], branches: Vec::new(), last: Vec::new() };
    for (index, node) in tree.nodes.iter().enumerate() {
        walk.node(index, node);
    }
    walk.branches
}

/// Plays along a tree.
struct VariationWalk {
    session: Box<dyn Session>,
    /// The number of moves after each node, `None` if it was left out.
    plies: Vec<Option<usize>>,
    branches: Vec<Branch>,
    /// The branch of each move on the current path.
    last: Vec<usize>,
}

impl VariationWalk {
    fn node(&mut self, index: usize, node: &SgfNode) {
        let Some(depth) = node.parent.map_or(Some(0), |parent| self.plies[parent]) else { return };
        // The nodes of a text are in depth-first order, so the node before is on the current path.
        while self.session.ply() > depth {
            self.session.undo();
        }
        self.last.truncate(depth);
        for property in &node.properties {
            let value = property.values[0].as_str();
            match property.name.as_str() {
                "B" if !self.turn(Color::Black, value) => return,
                "W" if !self.turn(Color::White, value) => return,
                "C" if !value.trim().is_empty() => {
                    if let Some(&branch) = self.last.last() {
                        let comment = &mut self.branches[branch].comment;
                        let gap = if comment.is_empty() { "" } else { "\n\n" };
                        comment.push_str(&format!("{gap}{value}"));
                    }
                }
                _ => {}
            }
        }
        self.plies[index] = Some(self.session.ply());
    }

    /// Plays a turn. Returns false if it is not legal.
    fn turn(&mut self, color: Color, text: &str) -> bool {
        let mv = match parse_turn(text) {
            Some(TurnWord::Move(mv) | TurnWord::Pass(mv)) => mv,
            Some(_) => return true,
            None => return false,
        };
        let due = |session: &dyn Session| session.color_of(session.turn()) == Some(color);
        if !due(&*self.session) && self.session.moves() == ["pass"] {
            self.play("pass");
        }
        due(&*self.session) && self.play(&mv)
    }

    fn play(&mut self, mv: &str) -> bool {
        let played = self.session.play(mv).is_ok();
        if played {
            self.last.push(self.branches.len());
            self.branches.push(Branch { depth: self.last.len(), mv: mv.to_owned(), comment: String::new() });
        }
        played
    }
}
