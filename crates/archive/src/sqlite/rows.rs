//! Rows of the tables as values.

use halfboard_rules::record::{Record, Start};
use halfboard_rules::symmetry::Symmetry;
use rusqlite::Row;

use crate::stored_game::StoredGame;
use crate::summary::{GameResult, GameSummary};

/// The columns that [`read_game`] reads, in this order; `games` and `rules` must be joined.
pub(super) const GAME_COLUMNS: &str = "games.id, rules.rules, games.start, games.moves, games.outcome, games.reason, \
    games.tags, games.comments";

/// Returns the id of a game and the game.
pub(super) fn read_game(row: &Row<'_>) -> rusqlite::Result<(u64, StoredGame)> {
    let game = StoredGame {
        rules: row.get(1)?,
        start: parse_start(row.get(2)?),
        moves: row.get(3)?,
        result: row.get(4)?,
        reason: row.get(5)?,
        tags: split_pairs(&row.get::<_, String>(6)?),
        comments: split_pairs(&row.get::<_, String>(7)?)
            .into_iter()
            .filter_map(|(ply, text)| Some((ply.parse().ok()?, text)))
            .collect(),
    };
    Ok((row.get(0)?, game))
}

/// Returns the text of a start: a position string, `seed N`, or nothing for seed 0.
pub(super) fn format_start(start: &Start) -> String {
    match start {
        Start::Seed(0) => String::new(),
        Start::Seed(seed) => format!("seed {seed}"),
        Start::Position(position) => position.clone(),
    }
}

fn parse_start(text: String) -> Start {
    match text.strip_prefix("seed ").map(str::parse) {
        Some(Ok(seed)) => Start::Seed(seed),
        _ if text.is_empty() => Start::Seed(0),
        _ => Start::Position(text),
    }
}

/// Separates pairs, and the parts of a pair; ASCII has characters for this, which no tag or comment needs.
const PAIR_END: char = '\u{1e}';
const PART_END: char = '\u{1f}';

/// Returns pairs of texts as one text.
pub(super) fn join_pairs<'a>(pairs: impl IntoIterator<Item = (String, &'a str)>) -> String {
    let mut text = String::new();
    for (name, value) in pairs {
        text.push_str(&name);
        text.push(PART_END);
        text.extend(value.chars().filter(|c| *c != PAIR_END && *c != PART_END));
        text.push(PAIR_END);
    }
    text
}

fn split_pairs(text: &str) -> Vec<(String, String)> {
    let pairs = text.split_terminator(PAIR_END).filter_map(|pair| pair.split_once(PART_END));
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// A game ready to be inserted.
#[derive(Debug)]
pub(super) struct NewGame {
    pub(super) duplicate_key: u64,
    pub(super) stored: StoredGame,
    pub(super) summary: GameSummary,
}

impl NewGame {
    pub(super) fn new(record: &Record, duplicate_key: u64) -> Self {
        NewGame { duplicate_key, stored: StoredGame::new(record), summary: GameSummary::new(record) }
    }
}

/// Returns the number in which an index row stores the ply and the orientation.
pub(super) fn pack_place(ply: u16, orientation: Symmetry) -> i64 {
    i64::from(ply) << 3 | i64::from(orientation.number())
}

/// Returns the ply and the orientation of an index row.
pub(super) fn unpack_place(place: i64) -> (usize, Symmetry) {
    let orientation = Symmetry::from_number((place & 7) as u8).unwrap_or(Symmetry::IDENTITY);
    ((place >> 3).max(0) as usize, orientation)
}

/// Returns the result of a number in a row.
pub(super) fn result(number: i64) -> GameResult {
    u8::try_from(number).map_or(GameResult::Open, GameResult::from_number)
}
