//! What the operator does to games: looking at any of them, hiding, ending, deleting, erasing, replacing tokens.

use std::sync::{Arc, PoisonError};

use halfboard_archive::{GameSummary, classify_moves};
use halfboard_protocol::Millis;
use halfboard_protocol::event::{Event, LoggedEvent};
use halfboard_protocol::game::Game;
use halfboard_protocol::id::{GameId, Token};
use halfboard_protocol::message::{Refusal, RefusalCode};

use super::actor::{GameActor, MAX_ATTEMPTS, too_many_conflicts, unreadable};
use super::appending::{AppendOutcome, GameChange};
use super::{Hub, folding, no_such_game};
use crate::admin::erase::{self, Erasure};
use crate::admin::{Operator, OperatorResult};
use crate::referee;
use crate::secrets;
use crate::store::{ArchiveInsert, ListedGame, SeatKey, Unavailable};

impl Hub {
    /// Returns what the operator has set.
    pub(crate) fn operator(&self) -> &Operator {
        &self.0.operator
    }

    /// Returns a game and its complete log.
    pub(crate) async fn show(&self, id: &GameId) -> Result<(ListedGame, Vec<LoggedEvent>), Refusal> {
        let (game, log) = self.read_game(id).await?;
        let hidden = self.0.store.is_hidden(id).await.map_err(|error| self.unavailable(&error))?;
        Ok((ListedGame { game: game.summary(), hidden }, log))
    }

    async fn read_game(&self, id: &GameId) -> Result<(Game, Vec<LoggedEvent>), Refusal> {
        let stored = self.0.store.read(id, 0).await.map_err(|error| self.unavailable(&error))?;
        let log = stored.ok_or_else(|| no_such_game(id))?.events;
        let unreadable = |error| Refusal::new(RefusalCode::Unavailable, format!("the game cannot be read: {error}"));
        let (folded, log) = folding::fold(id.clone(), log).await;
        Ok((folded.map_err(unreadable)?, log))
    }

    /// Hides a game from the lobby, previews and the archive, or shows it again.
    pub(crate) async fn hide(&self, id: &GameId, hidden: bool) -> Result<(), Refusal> {
        let unavailable = |error: &Unavailable| self.unavailable(error);
        if !self.0.store.hide(id, hidden).await.map_err(|error| unavailable(&error))? {
            return Err(no_such_game(id));
        }
        if hidden {
            let archived = self.archived_content(id).await?;
            self.0.store.unarchive(archived).await.map_err(|error| unavailable(&error))?;
        }
        self.0.lobby.clear();
        Ok(())
    }

    /// Returns what a game has in the archive, if it is there.
    async fn archived_content(&self, id: &GameId) -> Result<ArchiveInsert, Refusal> {
        let is_archived = self.0.store.is_archived(id).await.map_err(|error| self.unavailable(&error))?;
        let game = if is_archived { self.read_game(id).await.ok() } else { None };
        let Some((game, _)) = game else { return Ok(ArchiveInsert { game: id.clone(), content: None }) };
        let record = game.record();
        let content = tokio::task::spawn_blocking(move || (GameSummary::new(&record), classify_moves(&record))).await;
        Ok(ArchiveInsert { game: id.clone(), content: content.ok() })
    }

    /// Ends a game. The log has an abort, a resignation or an agreed draw, which every version understands; the audit log
    /// tells that it was the operator.
    pub(crate) async fn end(&self, id: &GameId, result: OperatorResult) -> Result<(), Refusal> {
        let actor = self.actor(id, None).await?;
        let hub = self.clone();
        Hub::spawn_uncancelled(async move { actor.end(&hub, |game| referee::operator::end(game, result)).await }).await
    }

    /// Deletes a game, also from the archive.
    pub(crate) async fn delete(&self, id: &GameId) -> Result<(), Refusal> {
        let archived = self.archived_content(id).await?;
        let deleted = self.0.store.delete(archived).await.map_err(|error| self.unavailable(&error))?;
        self.0.holdings.forget(id);
        self.reset(id).await;
        self.0.lobby.clear();
        if deleted { Ok(()) } else { Err(no_such_game(id)) }
    }

    /// Replaces the token of a person's seat and returns the new one. The former holder is disconnected.
    pub(crate) async fn revoke(&self, id: &GameId, seat: u8) -> Result<Token, Refusal> {
        let token = secrets::new_token();
        let key = SeatKey { seat, hash: secrets::hash(&token) };
        let replaced = self.0.store.replace_key(id, &key).await.map_err(|error| self.unavailable(&error))?;
        if !replaced {
            let message = format!("there is no game {id} with a person at seat {seat}");
            return Err(Refusal::new(RefusalCode::NotFound, message));
        }
        self.reset(id).await;
        Ok(token)
    }

    /// Erases names or chat from a game; returns whether there was something to erase.
    pub(crate) async fn erase(&self, id: &GameId, what: &Erasure) -> Result<bool, Refusal> {
        let (actor, hub, what) = (self.actor(id, None).await?, self.clone(), what.clone());
        let erased = Hub::spawn_uncancelled(async move { actor.erase(&hub, &what).await }).await?;
        if erased {
            self.reset(id).await;
            self.0.lobby.clear();
        }
        Ok(erased)
    }

    /// Makes this node read a game anew before its next use, and disconnects its clients, which then reconnect. The storage has
    /// notified the other nodes.
    pub(super) async fn reset(&self, id: &GameId) {
        let Some(actor) = self.open_actor(id) else { return };
        let flag = actor.reset(self).await;
        self.reschedule_flag(id, flag, None);
    }

    /// Stores the usage of this node.
    pub(crate) async fn store_usage(&self) -> Result<(), Unavailable> {
        self.0.operator.store_usage(&self.0.store, &self.0.node).await
    }
}

impl GameActor {
    /// Ends the game with the events that `decide` returns.
    pub(super) async fn end(
        self: &Arc<Self>,
        hub: &Hub,
        decide: impl Fn(&Game) -> Result<Vec<Event>, Refusal>,
    ) -> Result<(), Refusal> {
        let mut state = self.state(hub).await?;
        for _ in 0..MAX_ATTEMPTS {
            let events = decide(&state.game)?;
            let appended = self.append(hub, &mut state, GameChange::new(events, hub.now())).await?;
            if let AppendOutcome::Appended = appended {
                self.after_change(hub, &mut state);
                return Ok(());
            }
        }
        Err(too_many_conflicts())
    }

    /// Erases names or chat from the stored log; returns whether there was something to erase. The game must be reset. The
    /// summary, which has names, is written in any case: another node may have stored one with the name since the log was
    /// rewritten.
    pub(super) async fn erase(self: &Arc<Self>, hub: &Hub, what: &Erasure) -> Result<bool, Refusal> {
        // Locked throughout: an append of this node would store a summary with the name.
        let mut state = self.state(hub).await?;
        for _ in 0..MAX_ATTEMPTS {
            let stored = hub.0.store.read(&self.id, 0).await.map_err(|error| hub.unavailable(&error))?;
            let log = stored.ok_or_else(|| no_such_game(&self.id))?.events;
            let rewrite = erase::erase(&self.id, log, what).map_err(|error| unreadable(hub, &self.id, &error))?;
            if rewrite.events.is_empty() && *what == Erasure::Chat {
                return Ok(false);
            }
            if hub.0.store.rewrite(&rewrite).await.map_err(|error| hub.unavailable(&error))? {
                state.needs_reload = true;
                return Ok(!rewrite.events.is_empty());
            }
        }
        Err(too_many_conflicts())
    }

    /// Reads the game anew, and disconnects the subscribers. Returns the flag time that was registered with the hub.
    pub(super) async fn reset(self: &Arc<Self>, hub: &Hub) -> Option<Millis> {
        let mut state = self.state.lock().await;
        state.needs_reload = true;
        let subscribers = std::mem::take(&mut *self.subscribers.lock().unwrap_or_else(PoisonError::into_inner));
        // Another node may have replaced a token. If it fails, the game is read before its next use.
        let reloaded = self.catch_up(hub, &mut state).await.is_ok();
        let keys = reloaded.then(|| &state.keys[..]);
        subscribers.into_iter().for_each(|subscriber| subscriber.disconnect(keys));
        state.take_flag()
    }
}
