//! The positions of a game, as an archive indexes them.

use std::collections::HashSet;

use halfboard_rules::random::mix;
use halfboard_rules::record::Record;
use halfboard_rules::session::Session;
use halfboard_rules::symmetry::Symmetry;

use crate::key::{canonical, rules_hash};

/// A position of a game: its key, and where it occurred first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexedPosition {
    /// The key; see [`PositionKey`](crate::PositionKey).
    pub key: u64,
    /// The number of moves before it.
    pub ply: u16,
    /// The symmetry from the position to its canonical image.
    pub orientation: Symmetry,
}

/// The index of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameIndex {
    /// A hash of the rules and of all positions in order. It is the same for games that are images of each other.
    pub duplicate_key: u64,
    /// The distinct positions in order, the start first.
    pub positions: Vec<IndexedPosition>,
}

impl GameIndex {
    /// Maximum number of plies that are indexed. Longer games are stored whole.
    pub const MAX_PLIES: usize = u16::MAX as usize >> 3;

    /// Indexes a game.
    #[must_use]
    pub fn new(record: &Record) -> GameIndex {
        let mut session = record.start().session(record.rules()).expect("a record's start was checked");
        let mut line = LineHash::new(session.as_ref());
        let mut seen = HashSet::new();
        let mut positions = Vec::with_capacity(record.turns().len() + 1);
        for ply in 0..=record.turns().len() {
            if ply > 0 {
                session.play(&record.turns()[ply - 1].mv).expect("a record's moves were checked");
            }
            let image_keys = line.push(session.as_ref());
            let found = canonical(session.symmetries(), &image_keys, line.rules);
            if ply <= Self::MAX_PLIES && seen.insert(found.key) {
                positions.push(IndexedPosition { key: found.key, ply: ply as u16, orientation: found.orientation });
            }
        }
        GameIndex { duplicate_key: line.finish(), positions }
    }
}

/// A position of a game with the class of the move that followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassifiedPosition {
    /// The key; see [`PositionKey`](crate::PositionKey).
    pub key: u64,
    /// The number of moves before it.
    pub ply: u16,
    /// The name of the class of the next move, as [`ExplorerBuilder::add_counted`](crate::ExplorerBuilder::add_counted)
    /// knows it; empty if the game ended here.
    pub class: String,
}

/// Indexes a game with the classes of its moves, for storage that counts the moves of every position.
#[must_use]
pub fn classify_moves(record: &Record) -> Vec<ClassifiedPosition> {
    let mut session = record.start().session(record.rules()).expect("a record's start was checked");
    let positions = GameIndex::new(record).positions.into_iter().map(|position| {
        let moves = record.turns().iter().map(|turn| turn.mv.as_str());
        for mv in moves.clone().take(position.ply.into()).skip(session.ply()) {
            session.play(mv).expect("a record's moves were checked");
        }
        let class = moves.clone().nth(position.ply.into()).map(|mv| class_of(session.as_ref(), mv));
        ClassifiedPosition { key: position.key, ply: position.ply, class: class.unwrap_or_default() }
    });
    positions.collect()
}

/// Returns the name of a move's class: the least text among its images in the canonical image of the position.
fn class_of(session: &dyn Session, mv: &str) -> String {
    let image_keys = session.image_keys();
    let least = image_keys.iter().min();
    let to_canonical = session.symmetries().iter().zip(&image_keys).filter(|(_, key)| Some(*key) == least);
    to_canonical.filter_map(|(&symmetry, _)| session.move_image(mv, symmetry)).min().unwrap_or_default()
}

/// Returns the hash of the line that led to a session's current position, the same for all images of the line. It
/// tells games that came by the same moves from transpositions.
#[must_use]
pub fn line_key(session: &dyn Session) -> u64 {
    let mut replay = session.clone_box();
    while replay.undo() {}
    let mut line = LineHash::new(replay.as_ref());
    for _ in 0..=session.ply() {
        line.push(replay.as_ref());
        replay.redo();
    }
    line.finish()
}

/// Hashes of the positions so far, one for each symmetry of the rules.
struct LineHash {
    rules: u64,
    images: Vec<u64>,
}

impl LineHash {
    fn new(session: &dyn Session) -> Self {
        let rules = rules_hash(&session.rules());
        LineHash { rules, images: vec![rules; session.symmetries().len()] }
    }

    /// Adds the current position, and returns the hashes of its images.
    fn push(&mut self, session: &dyn Session) -> Vec<u64> {
        let image_keys = session.image_keys();
        for (hash, key) in self.images.iter_mut().zip(&image_keys) {
            *hash = mix(hash.wrapping_add(*key));
        }
        image_keys
    }

    fn finish(&self) -> u64 {
        self.images.iter().copied().min().unwrap_or_default()
    }
}
