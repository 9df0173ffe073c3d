//! An analysis as text, for the browser's storage and for files: a head of lines `name value`, an empty line, and a line for
//! each move with how many turns lead to it, the move, and what was said about it. A line that makes no sense is left out
//! with all that hangs on it, and counted; the rest is read.

use std::fmt;

use halfboard_rules::game::Color;
use halfboard_rules::record::{Declared, Start, StartError};

use super::tree::{MOST_NODES, NodeId, Tree};

/// The first line.
pub const MARK: &str = "halfboard analysis";

/// A text longer than this is not looked at.
pub const MOST_BYTES: usize = 2_000_000;

/// An analysis as it was read, or is to be written.
#[derive(Clone, Debug)]
pub struct ParsedAnalysis {
    /// The moves.
    pub tree: Tree,
    /// What it is the analysis of, in words of the caller; empty for one that began here.
    pub source: String,
    /// When it was last changed, by the caller's clock.
    pub changed: u64,
    /// How many lines could not be read.
    pub left_out: usize,
}

/// Why a text is no analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextError {
    /// It does not begin as one.
    NoAnalysis,
    /// It is too long.
    TooLong,
    /// Its rules or its start are wrong.
    Start(StartError),
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextError::NoAnalysis => write!(f, "the first line is not '{MARK}'"),
            TextError::TooLong => write!(f, "longer than {MOST_BYTES} bytes"),
            TextError::Start(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TextError {}

/// Writes an analysis.
pub fn write(written: &ParsedAnalysis) -> String {
    let ParsedAnalysis { tree, source, changed, .. } = written;
    let order = tree.in_order();
    let place = |node: NodeId| order.iter().position(|&other| other == node).unwrap_or_default();
    let mut text = format!("{MARK}\nrules {}\n", tree.session().rules());
    match tree.start() {
        Start::Seed(seed) => text.push_str(&format!("seed {seed}\n")),
        Start::Position(position) => text.push_str(&format!("position {position}\n")),
    }
    if !source.is_empty() {
        text.push_str(&format!("source {}\n", escape(source)));
    }
    text.push_str(&format!("changed {changed}\nat {}\n", place(tree.current())));
    for (name, value) in tree.tags() {
        text.push_str(&format!("tag {name} {}\n", escape(value)));
    }
    if let Some((node, winner, why)) = tree.declared() {
        let winner = winner.map_or("nobody", Color::as_str);
        text.push_str(&format!("declared {} {winner} {}\n", place(node), why.as_str()));
    }
    text.push('\n');
    for node in order {
        let line = format!("{} {} {}", tree.depth(node), tree.mv(node).unwrap_or("-"), escape(tree.comment(node)));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Returns whether a text wants to be an analysis.
pub fn is_written(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with(MARK)
}

/// Reads an analysis.
pub fn read(text: &str) -> Result<ParsedAnalysis, TextError> {
    if text.len() > MOST_BYTES {
        return Err(TextError::TooLong);
    }
    let mut lines = text.trim_start_matches('\u{feff}').trim_start().lines();
    if lines.next().map(str::trim) != Some(MARK) {
        return Err(TextError::NoAnalysis);
    }
    let (mut rules, mut start, mut source) = ("", Start::Seed(0), String::new());
    let (mut changed, mut at, mut declared, mut tags) = (0, 0, None, Vec::new());
    for line in lines.by_ref().take_while(|line| !line.trim().is_empty()) {
        let (name, value) = line.split_once(' ').unwrap_or((line, ""));
        match name {
            "rules" => rules = value.trim(),
            "seed" => start = value.trim().parse().map(Start::Seed).unwrap_or(start),
            "position" => start = Start::Position(value.trim().to_owned()),
            "source" => source = unescape(value),
            "changed" => changed = value.trim().parse().unwrap_or(0),
            "at" => at = value.trim().parse().unwrap_or(0),
            "tag" => tags.extend(value.split_once(' ').map(|(name, value)| (name.to_owned(), unescape(value)))),
            "declared" => declared = read_declared(value),
            _ => {}
        }
    }
    let mut tree = Tree::new(start.session(rules).map_err(TextError::Start)?);
    tree.set_tags(tags);
    let (nodes, left_out) = read_moves(&mut tree, lines);
    let node = |place: usize| nodes.get(place).copied().flatten();
    if let Some((place, winner, why)) = declared
        && let Some(node) = node(place)
    {
        tree.declare(node, winner, why);
    }
    tree.go(node(at).unwrap_or(tree.root()));
    Ok(ParsedAnalysis { tree, source, changed, left_out })
}

/// Reads the lines of moves, and gives the place that each has become.
fn read_moves<'a>(tree: &mut Tree, lines: impl Iterator<Item = &'a str>) -> (Vec<Option<NodeId>>, usize) {
    let mut nodes = Vec::new();
    let mut way = vec![tree.root()];
    let mut left_out = 0;
    for line in lines.filter(|line| !line.trim().is_empty()) {
        // Finding out that a move is not legal takes its time: a text that goes on and on is not followed to its end.
        let node = if left_out < MOST_NODES { read_move(tree, &mut way, line) } else { None };
        left_out += usize::from(node.is_none());
        nodes.push(node);
    }
    (nodes, left_out)
}

fn read_move(tree: &mut Tree, way: &mut Vec<NodeId>, line: &str) -> Option<NodeId> {
    let mut words = line.trim().splitn(3, ' ');
    let depth: usize = words.next()?.parse().ok()?;
    let mv = words.next()?;
    let comment = unescape(words.next().unwrap_or_default());
    if depth == 0 {
        tree.set_comment(tree.root(), &comment);
        return Some(tree.root());
    }
    // What hangs on a line that was left out is left out, too.
    let parent = *way.get(depth - 1)?;
    way.truncate(depth);
    if tree.len() >= MOST_NODES {
        return None;
    }
    tree.go(parent);
    let node = tree.play(mv).ok()?;
    way.push(node);
    tree.set_comment(node, &comment);
    Some(node)
}

fn read_declared(value: &str) -> Option<(usize, Option<Color>, Declared)> {
    let mut words = value.split(' ');
    let place = words.next()?.parse().ok()?;
    let winner = match words.next()? {
        "nobody" => None,
        word => Some(Color::BOTH.into_iter().find(|color| color.as_str() == word)?),
    };
    let reasons = [Declared::Resigned, Declared::Agreed, Declared::Time, Declared::Abandoned, Declared::Unstated];
    let word = words.next().unwrap_or_default();
    Some((place, winner, reasons.into_iter().find(|reason| reason.as_str() == word)?))
}

/// Returns a text as one line.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        plain.push(match letter {
            '\\' => match letters.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some(other) => other,
                None => '\\',
            },
            letter => letter,
        });
    }
    plain
}
