//! The analysis tree as a list of rows: moves, comments in rows of their own, and variations indented after the move
//! they replace.

use super::tree::{NodeId, Tree};

/// A row of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The indentation level: 0 for the main line.
    pub level: usize,
    /// The content.
    pub what: RowContent,
}

/// The content of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowContent {
    /// Consecutive moves.
    Moves(Vec<MoveItem>),
    /// The comment on the previous move.
    Comment(NodeId, String),
}

/// A move in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveItem {
    /// Its node in the tree.
    pub node: NodeId,
    /// The move number, if shown: `3.` for the first turn of a round, else `3…`.
    pub number: Option<String>,
    /// The move.
    pub mv: String,
}

/// Returns the number of a turn in move lists: turns are numbered by rounds of all seats, or of both colours in a
/// solitaire. The first turn has ply 0.
pub fn move_number(ply: usize, seats: usize) -> usize {
    ply / seats.max(2) + 1
}

/// Returns the rows of a tree.
pub fn rows(tree: &Tree) -> Vec<Row> {
    let mut list = MoveList { tree, round: tree.session().seats().len().max(2), rows: Vec::new(), row: Vec::new() };
    list.comment(tree.root(), 0);
    // Places from which a line is still to be written: its level, and whether its first move is another choice, whose
    // alternatives are written elsewhere.
    let mut waiting: Vec<(NodeId, usize, bool)> =
        tree.children(tree.root()).first().map(|&first| (first, 0, false)).into_iter().collect();
    while let Some((start, level, mut is_other)) = waiting.pop() {
        let mut place = Some(start);
        while let Some(node) = place {
            list.item(node);
            list.comment(node, level);
            place = tree.children(node).first().copied();
            let others = match tree.parent(node) {
                Some(parent) if !is_other => &tree.children(parent)[1..],
                _ => &[],
            };
            is_other = false;
            if !others.is_empty() {
                list.close(level);
                waiting.extend(place.map(|next| (next, level, false)));
                waiting.extend(others.iter().rev().map(|&other| (other, level + 1, true)));
                break;
            }
        }
        list.close(level);
    }
    list.rows
}

struct MoveList<'a> {
    tree: &'a Tree,
    round: usize,
    rows: Vec<Row>,
    row: Vec<MoveItem>,
}

impl MoveList<'_> {
    fn item(&mut self, node: NodeId) {
        let Some(ply) = self.tree.depth(node).checked_sub(1) else { return };
        let (number, opens) = (move_number(ply, self.round), ply.is_multiple_of(self.round));
        let said = match (opens, self.row.is_empty()) {
            (true, _) => Some(format!("{number}.")),
            (false, true) => Some(format!("{number}…")),
            (false, false) => None,
        };
        self.row.push(MoveItem { node, number: said, mv: self.tree.mv(node).unwrap_or_default().to_owned() });
    }

    fn comment(&mut self, node: NodeId, level: usize) {
        let text = self.tree.comment(node);
        if !text.is_empty() {
            self.close(level);
            self.rows.push(Row { level, what: RowContent::Comment(node, text.to_owned()) });
        }
    }

    fn close(&mut self, level: usize) {
        if !self.row.is_empty() {
            self.rows.push(Row { level, what: RowContent::Moves(std::mem::take(&mut self.row)) });
        }
    }
}
