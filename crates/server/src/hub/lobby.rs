//! The lobby: the first pages of the public games, and further pages of one list.
//!
//! Conditions are checked on the summaries read from the storage, so a request reads a bounded number of them, and a page can
//! be short although the list goes on.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use halfboard_protocol::Millis;
use halfboard_protocol::api::{GameStatus, GameSummary, Lobby, LobbyNext, LobbyPage};
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::Player;
use halfboard_protocol::id::GameId;
use halfboard_protocol::message::{Refusal, RefusalCode};

use super::Hub;

/// Lifetime of the cached lobby, in milliseconds.
const LOBBY_TTL_MS: Millis = 1000;

/// Number of summaries read at once.
const BATCH: u32 = 100;

/// Number of summaries after which a search ends.
const MAX_READ: usize = 1000;

/// Conditions on the games of the lobby.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LobbyFilter {
    /// The ID of a game, for all its variants.
    pub game: Option<String>,
    /// Whether there is a time control.
    pub timed: Option<bool>,
    /// Whether the server's engine plays.
    pub engine: Option<bool>,
}

impl LobbyFilter {
    fn matches(&self, summary: &GameSummary) -> bool {
        let game = summary.rules.split(':').next();
        self.game.as_deref().is_none_or(|wanted| game == Some(wanted))
            && self.timed.is_none_or(|timed| timed == (summary.control != TimeControl::None))
    }
}

/// The cached lobbies, by filter. Requests with the same filter wait for one refresh; those with others do not wait for it.
#[derive(Default)]
pub(super) struct LobbyCache(Mutex<BTreeMap<LobbyFilter, CachedLobby>>);

/// A lobby, locked while it is refreshed.
type CachedLobby = Arc<tokio::sync::Mutex<Option<Lobby>>>;

impl LobbyCache {
    fn entry(&self, filter: &LobbyFilter) -> CachedLobby {
        let mut lobbies = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(lobbies.entry(filter.clone()).or_default())
    }

    /// Forgets everything. Refreshes in progress are not cached.
    pub(super) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// A part of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LobbyPart {
    All,
    People,
    Engine,
}

impl LobbyPart {
    /// Returns the parts of a list in their order. Anyone can have many games against the engine at once, so they come after
    /// the games between people.
    fn of(status: GameStatus, filter: &LobbyFilter) -> &'static [LobbyPart] {
        match (filter.engine, status) {
            (Some(true), _) => &[LobbyPart::Engine],
            (Some(false), _) => &[LobbyPart::People],
            (None, GameStatus::Open) => &[LobbyPart::All],
            (None, _) => &[LobbyPart::People, LobbyPart::Engine],
        }
    }

    fn contains(self, summary: &GameSummary) -> bool {
        let engine = summary.seats.iter().any(|seat| matches!(seat, Some(Player::Engine { .. })));
        match self {
            LobbyPart::All => true,
            LobbyPart::People => !engine,
            LobbyPart::Engine => engine,
        }
    }
}

/// A place in a list: the last change and ID of the game before it.
type ListPosition = (Millis, GameId);

/// Where a page of the lobby starts. Clients only repeat its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LobbyCursor {
    part: LobbyPart,
    position: ListPosition,
}

impl fmt::Display for LobbyCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = match self.part {
            LobbyPart::All => 'a',
            LobbyPart::People => 'p',
            LobbyPart::Engine => 'e',
        };
        write!(f, "{part}{}-{}", self.position.0, self.position.1)
    }
}

impl FromStr for LobbyCursor {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<LobbyCursor, Refusal> {
        let parse = || {
            let (part, rest) = text.split_at_checked(1)?;
            let part = match part {
                "a" => LobbyPart::All,
                "p" => LobbyPart::People,
                "e" => LobbyPart::Engine,
                _ => return None,
            };
            let (changed, id) = rest.split_once('-')?;
            Some(LobbyCursor { part, position: (changed.parse().ok()?, id.parse().ok()?) })
        };
        parse().ok_or_else(invalid_cursor)
    }
}

fn invalid_cursor() -> Refusal {
    Refusal::new(RefusalCode::Invalid, "before must be the next of a page with the same other parameters")
}

impl Hub {
    /// Maximum number of games on a page of the lobby.
    pub const LOBBY_PAGE: usize = 50;

    /// Returns the first page of each list of public games.
    pub async fn lobby(&self, filter: &LobbyFilter) -> Result<Lobby, Refusal> {
        let entry = self.0.lobby.entry(filter);
        let mut cached = entry.lock().await;
        let now = self.now();
        if let Some(lobby) = cached.as_ref().filter(|lobby| now < lobby.now + LOBBY_TTL_MS) {
            return Ok(lobby.clone());
        }
        let page = async |status| self.read_lobby_page(status, filter, None, Hub::LOBBY_PAGE).await;
        let (open, playing, finished) =
            (page(GameStatus::Open).await?, page(GameStatus::Playing).await?, page(GameStatus::Finished).await?);
        let fresh = Lobby {
            now,
            open: open.games,
            playing: playing.games,
            finished: finished.games,
            next: LobbyNext { open: open.next, playing: playing.next, finished: finished.next },
        };
        *cached = Some(fresh.clone());
        Ok(fresh)
    }

    /// Returns a page of one list of public games. A whole first page is that of [`Hub::lobby`].
    pub async fn lobby_page(
        &self,
        status: GameStatus,
        filter: &LobbyFilter,
        before: Option<LobbyCursor>,
        limit: usize,
    ) -> Result<LobbyPage, Refusal> {
        if before.is_some() || limit != Hub::LOBBY_PAGE {
            return self.read_lobby_page(status, filter, before, limit).await;
        }
        let Lobby { now, open, playing, finished, next } = self.lobby(filter).await?;
        let (games, next) = match status {
            GameStatus::Open => (open, next.open),
            GameStatus::Playing => (playing, next.playing),
            GameStatus::Finished => (finished, next.finished),
            GameStatus::Aborted => (Vec::new(), None),
        };
        Ok(LobbyPage { now, games, next })
    }

    async fn read_lobby_page(
        &self,
        status: GameStatus,
        filter: &LobbyFilter,
        before: Option<LobbyCursor>,
        limit: usize,
    ) -> Result<LobbyPage, Refusal> {
        let mut parts = LobbyPart::of(status, filter);
        let mut position = None;
        if let Some(cursor) = before {
            let start = parts.iter().position(|part| *part == cursor.part).ok_or_else(invalid_cursor)?;
            (parts, position) = (&parts[start..], Some(cursor.position));
        }
        let mut page = LobbyPage { now: self.now(), ..LobbyPage::default() };
        for (index, part) in parts.iter().enumerate() {
            let matches = |summary: &GameSummary| filter.matches(summary) && part.contains(summary);
            let limit = limit.saturating_sub(page.games.len());
            let (games, rest) = self.search_list(status, position.take(), matches, limit).await?;
            let found_none = games.is_empty();
            page.games.extend(games);
            // A long search in vain goes on with the next part.
            let is_last = index + 1 == parts.len();
            if let Some(position) = rest.filter(|_| is_last || !found_none) {
                page.next = Some(LobbyCursor { part: *part, position }.to_string());
                break;
            }
        }
        Ok(page)
    }

    /// Returns the first games of a list that match, and where to go on unless the list ended.
    async fn search_list(
        &self,
        status: GameStatus,
        mut position: Option<ListPosition>,
        matches: impl Fn(&GameSummary) -> bool,
        limit: usize,
    ) -> Result<(Vec<GameSummary>, Option<ListPosition>), Refusal> {
        let (mut found, mut read) = (Vec::new(), 0);
        while read < MAX_READ {
            let batch = self.0.store.list_after(status, position.as_ref(), BATCH).await;
            let batch = batch.map_err(|error| self.unavailable(&error))?;
            // A batch may be short because unreadable summaries are left out of it.
            if batch.is_empty() {
                return Ok((found, None));
            }
            read += batch.len();
            for summary in batch {
                position = Some((summary.changed, summary.id.clone()));
                if matches(&summary) {
                    found.push(summary);
                    if found.len() >= limit {
                        return Ok((found, position));
                    }
                }
            }
        }
        Ok((found, position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_do_not_wait_for_each_other() {
        let cache = LobbyCache::default();
        let timed = LobbyFilter { timed: Some(true), ..LobbyFilter::default() };
        let all = cache.entry(&LobbyFilter::default());
        let refreshing = all.try_lock().expect("free");
        assert!(cache.entry(&timed).try_lock().is_ok());
        assert!(cache.entry(&LobbyFilter::default()).try_lock().is_err(), "one refresh for all with the same filter");
        cache.clear();
        assert!(cache.entry(&LobbyFilter::default()).try_lock().is_ok(), "what is being read may be outdated");
        drop(refreshing);
    }
}
