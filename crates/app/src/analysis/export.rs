//! What of an analysis can be taken elsewhere: the line that is looked at as a record, all branches as SGF where there is such
//! a thing, and a link to the position.

use halfboard_rules::games::lines_of_action::sgf;
use halfboard_rules::record::{Record, Start};

use super::tree::Tree;
use crate::route::Shared;

/// Returns the line that is looked at as a record, with its comments and what else the record said that it came from.
pub fn record(tree: &Tree) -> Record {
    let line = tree.line();
    let mut there = tree.clone();
    let end = *line.last().unwrap_or(&tree.root());
    there.go(end);
    let mut record = Record::new(there.session(), tree.start().clone());
    for (name, value) in tree.tags() {
        record.set_tag(name, value);
    }
    for (ply, &node) in line.iter().enumerate() {
        if !tree.comment(node).is_empty() {
            record.comment(ply, tree.comment(node));
        }
    }
    if let Some((node, winner, why)) = tree.declared()
        && node == end
    {
        // The rules come first: they may have ended the game that was declared over.
        let _ = record.declare(winner, why);
    }
    record
}

/// Returns all branches in the Smart Game Format, if that can hold the game.
pub fn sgf(tree: &Tree) -> Option<String> {
    let mut main = tree.clone();
    main.go(*tree.main_line().last()?);
    let nodes = tree.in_order();
    let branches = nodes.into_iter().skip(1).map(|node| sgf::Branch {
        depth: tree.depth(node),
        mv: tree.mv(node).unwrap_or_default().to_owned(),
        comment: tree.comment(node).to_owned(),
    });
    sgf::format_tree(&record(&main), &branches.collect::<Vec<_>>()).ok()
}

/// Returns what a link needs to say to lead to the position that is looked at.
pub fn link(tree: &Tree) -> Shared {
    let (position, seed) = match tree.start() {
        Start::Position(position) => (Some(position.clone()), None),
        Start::Seed(seed) => (None, Some(seed.to_string()).filter(|_| *seed != 0)),
    };
    let moves = tree.path(tree.current());
    let moves = (!moves.is_empty()).then(|| moves.join(" "));
    Shared { rules: tree.session().rules(), position, seed, moves }
}
