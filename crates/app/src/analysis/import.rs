//! Games and positions from outside: what kind of text it is, and the trees in it. Everything is checked.

use halfboard_import::{ImportOptions, ImportedGame, detect, read_text};
use halfboard_rules::record::RecordError;
use halfboard_rules::registry::{self, RulesError};
use halfboard_rules::text::PositionError;

use super::text::{self, MOST_BYTES, TextError};
use super::tree::{MOST_NODES, NodeId, Tree};

/// The most games that one text may have.
pub const MOST_GAMES: usize = 20;

/// What was in a text.
#[derive(Clone, Debug)]
pub struct ImportedGames {
    /// Its games, at least one.
    pub trees: Vec<Tree>,
    /// How many moves could not be read and were left out.
    pub left_out: usize,
    /// What is wrong with the games that could not be read.
    pub problems: Vec<RecordError>,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// There is nothing in it.
    Nothing,
    /// It is longer than an analysis may be.
    TooLong,
    /// There are too many games in it.
    TooMany,
    /// It is a record or SGF, and wrong.
    Record(RecordError),
    /// It is an analysis, and wrong.
    Text(TextError),
    /// The rules for a position are wrong.
    Rules(RulesError),
    /// It should be a position, and is none.
    Position(PositionError),
}

/// Reads a text: an analysis as it is written here, games in any format that is imported, or else a position by these
/// rules. Games that cannot be read are reported beside those that can.
///
/// ```
/// use halfboard_app::analysis::import::import;
/// let games = import("(;GM[9]PL[B];B[b1-b3](;W[a2-c2])(;W[a4-c4]C[so]))", "")?;
/// assert_eq!(games.trees[0].len(), 4);
/// let position = games.trees[0].session().position();
/// assert_eq!(import(&position, "lines-of-action")?.trees[0].session().position(), position);
/// # Ok::<(), halfboard_app::analysis::import::ImportError>(())
/// ```
pub fn import(text: &str, rules: &str) -> Result<ImportedGames, ImportError> {
    // Some programs begin a file with a mark of its encoding.
    let text = text.trim_start_matches('\u{feff}').trim();
    match text.chars().next() {
        None => Err(ImportError::Nothing),
        Some(_) if text.len() > MOST_BYTES => Err(ImportError::TooLong),
        Some(_) if text::is_written(text) => {
            let written = text::read(text).map_err(ImportError::Text)?;
            Ok(ImportedGames { trees: vec![written.tree], left_out: written.left_out, problems: Vec::new() })
        }
        Some(first) if matches!(first, '(' | '[') || detect(text).is_some() => games(text),
        Some(_) => {
            let rules = registry::rules(rules.trim()).map_err(ImportError::Rules)?;
            let session = rules.position(text).map_err(ImportError::Position)?;
            Ok(ImportedGames { trees: vec![Tree::new(session)], left_out: 0, problems: Vec::new() })
        }
    }
}

fn games(text: &str) -> Result<ImportedGames, ImportError> {
    let (mut trees, mut problems) = (Vec::new(), Vec::new());
    for game in read_text(text, &ImportOptions { variations: true, ..ImportOptions::default() }) {
        match game {
            // Branches that make no sense are left out without a count: other programs have their own ideas of them.
            Ok(game) => trees.push(with_variations(&game)),
            Err(error) => problems.push(error),
        }
    }
    match (trees.as_slice(), problems.first()) {
        ([], Some(error)) => Err(ImportError::Record(error.clone())),
        ([], None) => Err(ImportError::Nothing),
        (trees, _) if trees.len() > MOST_GAMES => Err(ImportError::TooMany),
        (trees, _) if trees.iter().any(|tree| tree.len() > MOST_NODES) => Err(ImportError::TooLong),
        _ => Ok(ImportedGames { trees, left_out: 0, problems }),
    }
}

fn with_variations(game: &ImportedGame) -> Tree {
    let mut tree = Tree::of_record(&game.record);
    let end = tree.current();
    let mut way: Vec<NodeId> = vec![tree.root()];
    for branch in game.variations.iter().take(2 * MOST_NODES) {
        let Some(&parent) = branch.depth.checked_sub(1).and_then(|before| way.get(before)) else { continue };
        way.truncate(branch.depth);
        tree.go(parent);
        if let Ok(node) = tree.play(&branch.mv) {
            way.push(node);
            tree.set_comment(node, &branch.comment);
        }
    }
    tree.go(end);
    tree
}
