//! The opening explorer: which moves were played in a position, how often, and with which results.

use std::collections::HashMap;

use halfboard_rules::session::Session;
use halfboard_rules::symmetry::Symmetry;

use crate::key::{PositionKey, position_key};
use crate::summary::GameResult;

/// Counts of games by result, and the date of the last one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All games, open ones included.
    pub games: u64,
    /// Games that White won.
    pub white: u64,
    /// Games that Black won.
    pub black: u64,
    /// Drawn games.
    pub draw: u64,
    /// The date of the last game, in the form of [`GameSummary::date`](crate::GameSummary); empty if unknown.
    pub last: String,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, result: GameResult, date: &str) {
        let one = |counted| u64::from(result == counted);
        let (white, black, draw) = (one(GameResult::White), one(GameResult::Black), one(GameResult::Draw));
        self.merge(&Tally { games: 1, white, black, draw, last: date.to_owned() });
    }

    /// Adds the counts of other games.
    pub fn merge(&mut self, other: &Tally) {
        self.games += other.games;
        self.white += other.white;
        self.black += other.black;
        self.draw += other.draw;
        if other.last > self.last {
            self.last.clone_from(&other.last);
        }
    }
}

/// A move of the explorer.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplorerMove {
    /// The move: the first, in move order, of those that are images of each other.
    pub mv: String,
    /// The games in which it or one of its images was played.
    pub tally: Tally,
    /// The engine's estimate for the side to move, as `halfboard analyse` prints it; `None` if it was not asked for.
    pub value: Option<f64>,
    /// The proven value for the side to move, such as `win in 5`; `None` if unknown.
    pub proof: Option<String>,
}

/// The answer of the explorer for one position.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplorerAnswer {
    /// The position string, as asked.
    pub position: String,
    /// All games that reached the position.
    pub tally: Tally,
    /// The moves played there, most frequent first, then in move order.
    pub moves: Vec<ExplorerMove>,
}

/// Collects the games that reached a position. Moves are merged with their images under the symmetries of the position.
pub struct ExplorerBuilder<'a> {
    session: &'a dyn Session,
    key: PositionKey,
    moves: Vec<String>,
    /// For each move, the first in move order among its images.
    first: Vec<usize>,
    /// For each move, the name of its class.
    names: Vec<String>,
    /// The first move of each class, by the class's name.
    classes: HashMap<String, usize>,
    /// For each symmetry that was asked for, the moves by the text of their image.
    images: HashMap<u8, HashMap<String, usize>>,
    tallies: Vec<Tally>,
    total: Tally,
}

impl<'a> ExplorerBuilder<'a> {
    /// Begins with no games for a session's current position.
    #[must_use]
    pub fn new(session: &'a dyn Session) -> Self {
        let key = position_key(session);
        let moves = session.moves();
        let image_keys = session.image_keys();
        let least = image_keys.iter().min().copied().unwrap_or_default();
        let same = |wanted: u64| {
            let images = session.symmetries().iter().zip(&image_keys).filter(move |(_, key)| **key == wanted);
            images.map(|(&symmetry, _)| session.move_images(symmetry))
        };
        // Names of classes: the least text of a move in the canonical image of the position.
        let mut names: Vec<String> = Vec::new();
        for images in same(least) {
            if names.is_empty() {
                names = images;
            } else {
                names
                    .iter_mut()
                    .zip(images)
                    .filter(|(name, image)| image < name)
                    .for_each(|(name, image)| *name = image);
            }
        }
        let mut classes = HashMap::with_capacity(moves.len());
        let mut first = Vec::with_capacity(moves.len());
        for (index, name) in names.iter().enumerate() {
            first.push(*classes.entry(name.clone()).or_insert(index));
        }
        let tallies = vec![Tally::default(); moves.len()];
        ExplorerBuilder {
            session,
            key,
            moves,
            first,
            names,
            classes,
            images: HashMap::new(),
            tallies,
            total: Tally::default(),
        }
    }

    /// Returns the key of the position.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.key.key
    }

    /// Adds a game that reached an image of the position, with this orientation, and continued with `mv`, if at all.
    pub fn add(&mut self, orientation: Symmetry, mv: Option<&str>, result: GameResult, date: &str) {
        self.total.add(result, date);
        if let Some(index) = mv.and_then(|mv| self.class_of(orientation, mv)) {
            self.tallies[index].add(result, date);
        }
    }

    /// Returns the name of the class of a move that was played in an image of the position, or `None` if the move is
    /// not legal there. The name does not depend on the image.
    pub fn class_name(&mut self, orientation: Symmetry, mv: &str) -> Option<&str> {
        self.class_of(orientation, mv).map(|index| self.names[index].as_str())
    }

    /// Adds games that were counted before, by the name of their move's class; `None` for games that ended here.
    pub fn add_counted(&mut self, class: Option<&str>, tally: &Tally) {
        self.total.merge(tally);
        if let Some(&index) = class.and_then(|class| self.classes.get(class)) {
            self.tallies[index].merge(tally);
        }
    }

    fn class_of(&mut self, orientation: Symmetry, mv: &str) -> Option<usize> {
        // From this position to the canonical image, and from there to the image where the move was played.
        let there = self.key.orientation.then(orientation.inverse());
        let session = self.session;
        let images = self.images.entry(there.number()).or_insert_with(|| {
            let images = session.move_images(there).into_iter().enumerate();
            images.map(|(index, image)| (image, index)).collect()
        });
        images.get(mv).map(|&index| self.first[index])
    }

    /// Returns the answer.
    #[must_use]
    pub fn finish(self) -> ExplorerAnswer {
        let played = self.moves.into_iter().zip(self.tallies).filter(|(_, tally)| tally.games > 0);
        let new = |(mv, tally)| ExplorerMove { mv, tally, value: None, proof: None };
        let mut moves: Vec<ExplorerMove> = played.map(new).collect();
        // The sort is stable, so that move order decides between equals.
        moves.sort_by_key(|mv| std::cmp::Reverse(mv.tally.games));
        ExplorerAnswer { position: self.session.position(), tally: self.total, moves }
    }
}
