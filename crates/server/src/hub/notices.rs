//! Notices from other nodes: a game has changed, or players have come and gone.

use std::sync::PoisonError;

use halfboard_protocol::Version;
use halfboard_protocol::id::GameId;

use super::Hub;
use crate::store::{NodeNotice, RELOAD};

impl Hub {
    /// Handles a notice from another node.
    pub(super) fn on_notice(&self, notice: NodeNotice) {
        let open = |game: &GameId| self.open_actor(game);
        // Spawned, so that one slow game does not block the others.
        match notice {
            NodeNotice::Updated(game, version) => {
                let hub = self.clone();
                if self.is_active(&game) {
                    tokio::spawn(async move { hub.update(&game, Some(version)).await });
                } else if self.0.holdings.has(&game) {
                    // What clients of this node hold in the game may have changed.
                    tokio::spawn(async move { hub.actor(&game, None).await.map(drop) });
                }
            }
            NodeNotice::Message(game, message) if message == RELOAD => {
                let hub = self.clone();
                tokio::spawn(async move { hub.reset(&game).await });
            }
            NodeNotice::Message(game, message) => {
                if let Some(actor) = open(&game) {
                    let hub = self.clone();
                    tokio::spawn(async move { actor.on_remote_presence(&hub, &message).await });
                }
            }
            NodeNotice::Lagged => {
                let hub = self.clone();
                tokio::spawn(async move {
                    let games: Vec<GameId> = {
                        let actors = hub.0.actors.lock().unwrap_or_else(PoisonError::into_inner);
                        actors.keys().cloned().collect()
                    };
                    for game in games {
                        hub.update(&game, None).await;
                    }
                });
            }
        }
    }

    /// Returns whether a game has an actor, or one that is just being started.
    pub(super) fn is_active(&self, game: &GameId) -> bool {
        self.0.actors.lock().unwrap_or_else(PoisonError::into_inner).contains_key(game)
    }

    /// Lets a game's actor catch up. One that is being started may have read the game before the event of a notice, so the
    /// notice waits for it.
    async fn update(&self, game: &GameId, version: Option<Version>) {
        if let Ok(actor) = self.actor(game, None).await {
            actor.on_update(self, version).await;
        }
    }
}
