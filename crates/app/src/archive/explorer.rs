//! The opening explorer: answers of several sources in one, and games that reached a position.

use std::cmp::Reverse;

use halfboard_archive::{ExplorerAnswer, ExplorerMove, GameSummary, Tally, parse_explorer_answer};
use halfboard_protocol::id::GameId;
use halfboard_rules::session::Session;

use super::library::{ArchiveLibrary, GameOrigin};
use crate::route::escape;

/// A source of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExplorerSource {
    /// The server's finished games.
    Server,
    /// The archives imported into this browser.
    Archives,
    /// The games played in this browser.
    OwnGames,
}

impl ExplorerSource {
    /// All sources.
    pub const ALL: [ExplorerSource; 3] = [ExplorerSource::Server, ExplorerSource::Archives, ExplorerSource::OwnGames];

    /// Returns the name under which the choice of the source is remembered.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            ExplorerSource::Server => "server",
            ExplorerSource::Archives => "archives",
            ExplorerSource::OwnGames => "own-games",
        }
    }
}

/// Returns the path of the server's answer for a session's current position, relative to `api/`.
#[must_use]
pub fn server_path(session: &dyn Session) -> String {
    format!("explorer?rules={}&position={}", escape(&session.rules()), escape(&session.position()))
}

/// Parses the server's answer for a session's current position. Moves that are not legal there are dropped; `None` if
/// the text is not an answer for the position.
#[must_use]
pub fn parse_server_answer(session: &dyn Session, text: &str) -> Option<ExplorerAnswer> {
    let mut answer = parse_explorer_answer(text).ok()?;
    if answer.position != session.position() {
        return None;
    }
    let legal = session.moves();
    answer.moves.retain(|mv| legal.contains(&mv.mv));
    Some(answer)
}

/// Adds up the answers of several sources for a session's current position: most frequent moves first, then in move
/// order.
#[must_use]
pub fn merge(session: &dyn Session, answers: &[ExplorerAnswer]) -> ExplorerAnswer {
    let mut tally = Tally::default();
    let mut moves: Vec<ExplorerMove> = Vec::new();
    for answer in answers {
        tally.merge(&answer.tally);
        for mv in &answer.moves {
            match moves.iter_mut().find(|known| known.mv == mv.mv) {
                Some(known) => {
                    known.tally.merge(&mv.tally);
                    known.value = known.value.or(mv.value);
                    known.proof = known.proof.take().or_else(|| mv.proof.clone());
                }
                None => moves.push(mv.clone()),
            }
        }
    }
    let order = session.moves();
    moves.sort_by_key(|mv| (Reverse(mv.tally.games), order.iter().position(|other| *other == mv.mv)));
    ExplorerAnswer { position: session.position(), tally, moves }
}

/// Returns the shares of White's wins, draws and Black's wins among the decided games in whole percent, which add up
/// to 100, or `None` if no game is decided.
///
/// ```
/// use halfboard_app::archive::explorer::percentages;
/// use halfboard_archive::Tally;
/// let tally = Tally { games: 4, white: 1, draw: 1, black: 1, ..Tally::default() };
/// assert_eq!(percentages(&tally), Some([33, 34, 33]));
/// ```
#[must_use]
pub fn percentages(tally: &Tally) -> Option<[u64; 3]> {
    let decided = tally.white + tally.draw + tally.black;
    if decided == 0 {
        return None;
    }
    let percent = |count: u64| (count * 200 + decided) / (decided * 2);
    let (white, black) = (percent(tally.white), percent(tally.black));
    Some(match 100_u64.checked_sub(white + black) {
        Some(draw) if tally.draw > 0 || draw == 0 => [white, draw, black],
        // Without draws the other two share everything, however they were rounded.
        _ => [white, 0, 100 - white],
    })
}

/// Where a game is in its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameLocation {
    /// A game of the server.
    Server(GameId),
    /// A game of a library.
    Library {
        /// The game's id in the archive of the library.
        game: u64,
        /// The import that it comes from.
        origin: GameOrigin,
    },
}

/// A game that reached the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachedEntry {
    /// The source of the game.
    pub source: ExplorerSource,
    /// Where the game is in its source.
    pub location: GameLocation,
    /// Players, event, date and result.
    pub summary: GameSummary,
    /// The number of moves before the position.
    pub ply: usize,
    /// Whether the game came by another order of moves.
    pub transposed: bool,
}

/// Returns the games of a library that reached a session's current position, the latest first, at most `limit`.
#[must_use]
pub fn reached(
    source: ExplorerSource,
    library: &ArchiveLibrary,
    session: &dyn Session,
    limit: usize,
) -> Vec<ReachedEntry> {
    let archive = library.archive();
    let found = archive.reached(session, limit).into_iter();
    let entry = |found: halfboard_archive::ReachedGame| {
        let (summary, origin) = (archive.summary(found.game)?.clone(), library.origin(found.game)?);
        let location = GameLocation::Library { game: found.game, origin };
        Some(ReachedEntry { source, location, summary, ply: found.ply, transposed: found.transposed })
    };
    found.filter_map(entry).collect()
}
