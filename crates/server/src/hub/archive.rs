//! The archive of finished public games. A background task archives them shortly after they finish, in batches, also those
//! that finished before there was an archive. Each game is archived in one transaction, so any node may stop at any time.

use halfboard_archive::{ExplorerBuilder, GameSummary, Tally, classify_moves};
use halfboard_protocol::api::{ArchivePage, ExploredMove, ExploredPosition};
use halfboard_protocol::id::GameId;
use halfboard_protocol::message::{Refusal, RefusalCode};
use halfboard_rules::session::Session;

use super::{Hub, folding, no_such_game};
use crate::store::{ArchiveInsert, ArchiveQuery, SearchError};

/// Number of games archived at a time, so that games in progress do not wait for long.
const BATCH: u32 = 20;

impl Hub {
    /// Archives finished public games until none is left.
    pub(super) async fn archive_finished(&self) {
        loop {
            let Ok(games) = self.0.store.to_archive(BATCH).await else { return };
            for game in &games {
                if let Err(error) = self.archive(game).await {
                    tracing::warn!(%error, %game, "cannot archive a game");
                    return;
                }
            }
            if games.len() < BATCH as usize {
                return;
            }
        }
    }

    async fn archive(&self, id: &GameId) -> Result<(), crate::store::Unavailable> {
        let Some(stored) = self.0.store.read(id, 0).await? else { return Ok(()) };
        let content = match folding::fold(id.clone(), stored.events).await.0 {
            Ok(game) => {
                let record = game.record();
                // Takes milliseconds for a long game.
                let content = tokio::task::spawn_blocking(move || (GameSummary::new(&record), classify_moves(&record)));
                content.await.ok()
            }
            Err(error) => {
                tracing::warn!(%error, game = %id, "a game cannot be archived");
                None
            }
        };
        self.0.store.archive(ArchiveInsert { game: id.clone(), content }).await
    }

    /// Returns the moves that were played in a session's current position.
    pub async fn explore(&self, session: Box<dyn Session>) -> Result<ExploredPosition, Refusal> {
        let key = halfboard_archive::position_key(session.as_ref()).key;
        let counts = self.0.store.explore(key).await.map_err(|error| self.search_failed(&error))?;
        // A position may have thousands of moves.
        let answer = tokio::task::spawn_blocking(move || explored(session.as_ref(), &counts)).await;
        answer.map_err(|_| Refusal::new(RefusalCode::Unavailable, "internal error; try again"))
    }

    /// Returns a page of archived games.
    pub async fn archived_games(&self, query: ArchiveQuery) -> Result<ArchivePage, Refusal> {
        let limit = query.limit as usize;
        let games = self.0.store.archived(query).await.map_err(|error| self.search_failed(&error))?;
        let next = games.last().filter(|_| games.len() == limit).map(|game| game.number);
        Ok(ArchivePage { games, next })
    }

    /// Returns the refusal of a search that failed.
    fn search_failed(&self, error: &SearchError) -> Refusal {
        match error {
            SearchError::Unavailable(error) => self.unavailable(error),
            _ => {
                let advice = "name the rules or dates, or try again later";
                let message = format!("the search in the archive took too long and was ended; {advice}");
                Refusal::new(RefusalCode::Unavailable, message).retry_after(30)
            }
        }
    }

    /// Returns the record of an archived game.
    pub async fn archived_record(&self, game: &GameId) -> Result<String, Refusal> {
        match self.0.store.is_archived(game).await {
            Ok(true) => self.record(game, None).await,
            Ok(false) => Err(Refusal::new(RefusalCode::NotFound, no_such_game(game).message + " in the archive")),
            Err(error) => Err(self.unavailable(&error)),
        }
    }
}

/// Returns the answer of the explorer from the counts of a position.
fn explored(session: &dyn Session, counts: &[(String, Tally)]) -> ExploredPosition {
    if counts.is_empty() {
        return ExploredPosition { position: session.position(), ..ExploredPosition::default() };
    }
    let mut builder = ExplorerBuilder::new(session);
    for (class, tally) in counts {
        builder.add_counted(Some(class.as_str()).filter(|class| !class.is_empty()), tally);
    }
    let answer = builder.finish();
    let moves = answer.moves.into_iter().map(|mv| ExploredMove {
        mv: mv.mv,
        games: mv.tally.games,
        white: mv.tally.white,
        black: mv.tally.black,
        draw: mv.tally.draw,
        last: Some(mv.tally.last).filter(|date| !date.is_empty()),
        value: None,
        proof: None,
    });
    ExploredPosition {
        moves: moves.collect(),
        position: answer.position,
        games: answer.tally.games,
        white: answer.tally.white,
        black: answer.tally.black,
        draw: answer.tally.draw,
    }
}
