//! The server's archive: paths of its API, and its games in the form of the other sources.

use halfboard_archive::{GameFilter, GameResult, GameSummary, normalize_date};
use halfboard_protocol::api::{self, ArchivePage, ArchivedGame};
use halfboard_protocol::id::GameId;
use halfboard_protocol::{json, utc_date};
use halfboard_rules::game::Outcome;
use halfboard_rules::record::{self, Record};
use halfboard_rules::session::Session;

use super::explorer::{ExplorerSource, GameLocation, ReachedEntry};
use crate::phrases::online::player_name;
use crate::route::escape;

/// A game of the server's archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerGame {
    /// The game.
    pub id: GameId,
    /// The number of moves before the position that was searched for; 0 without one.
    pub ply: usize,
    /// Players, date and result.
    pub summary: GameSummary,
}

/// A page of the server's games, the last archived first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerPage {
    /// The games.
    pub games: Vec<ServerGame>,
    /// The number to ask for the next page with; `None` on the last one.
    pub next: Option<u64>,
}

/// Returns the path of a page of the server's games, relative to `api/`, or `None` if no game can match: the filter
/// asks for a game other than that of the position. The server knows no events and no open results, which are left out.
#[must_use]
pub fn games_path(
    filter: &GameFilter,
    position: Option<&dyn Session>,
    before: Option<u64>,
    limit: usize,
) -> Option<String> {
    let mut rules = filter.rules.clone();
    if let Some(session) = position {
        let is_allowed = |wanted: &String| *wanted == session.rules() || wanted == session.info().id;
        if !rules.iter().all(is_allowed) {
            return None;
        }
        rules = Some(session.rules());
    }
    let result = filter.result.filter(|result| *result != GameResult::Open);
    let parameters = [
        ("rules", rules),
        ("position", position.map(Session::position)),
        ("player", filter.player.clone()),
        ("result", result.map(|result| result.as_str().to_owned())),
        ("since", filter.since.clone()),
        ("until", filter.until.clone()),
        ("min_plies", filter.min_plies.map(|plies| plies.to_string())),
        ("max_plies", filter.max_plies.map(|plies| plies.to_string())),
        ("before", before.map(|before| before.to_string())),
    ];
    let given = parameters.iter().filter_map(|(name, value)| Some(format!("&{name}={}", escape(value.as_ref()?))));
    Some(format!("archive/games?limit={limit}{}", given.collect::<String>()))
}

/// Parses a page of the server's games; `None` if the text is not one.
#[must_use]
pub fn parse_games_page(text: &str) -> Option<ServerPage> {
    let page: ArchivePage = json::decode(text).ok()?;
    let game = |ArchivedGame { ply, game, .. }: ArchivedGame| ServerGame {
        ply: ply.map_or(0, |ply| ply as usize),
        summary: summary(&game),
        id: game.id,
    };
    Some(ServerPage { games: page.games.into_iter().map(game).collect(), next: page.next })
}

/// Returns the summary of a game of the server, which dates games by their beginning, as records do.
fn summary(game: &api::GameSummary) -> GameSummary {
    let outcome = game.result.as_deref().and_then(|result| result.parse::<Outcome>().ok());
    GameSummary {
        rules: game.rules.clone(),
        players: game.seats.iter().map(|seat| player_name(seat.as_ref())).collect(),
        event: String::new(),
        date: normalize_date(&utc_date(game.created)).unwrap_or_default(),
        result: outcome.map_or(GameResult::Open, GameResult::from),
        plies: game.plies as usize,
    }
}

/// Returns the path of the record of a game of the server, relative to `api/`.
#[must_use]
pub fn record_path(id: &GameId) -> String {
    format!("archive/games/{id}/record")
}

/// Parses the record of a game of the server; `None` if the text is not one.
#[must_use]
pub fn parse_record(text: &str) -> Option<Record> {
    record::parse(text).ok()?.into_iter().next()
}

impl From<ServerGame> for ReachedEntry {
    /// The server does not tell by which moves a game came to the position.
    fn from(game: ServerGame) -> ReachedEntry {
        let ServerGame { id, ply, summary } = game;
        let location = GameLocation::Server(id);
        ReachedEntry { source: ExplorerSource::Server, location, summary, ply, transposed: false }
    }
}
