//! The tasks that tend a hub: flags that fall, rooms that nobody needs, words of other nodes.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError, Weak};
use std::time::Duration;

use halfboard_protocol::Millis;
use halfboard_protocol::id::GameId;

use super::room::Room;
use super::{Hub, Inner, now};
use crate::store::Word;

/// How often flags are looked at.
const FLAGS: Duration = Duration::from_millis(100);
/// How often games that are not at hand are looked for whose flag has fallen.
const DUE: Duration = Duration::from_secs(5);
/// How often rooms are looked at, and after what time without any use they are closed.
const ROOMS: Duration = Duration::from_secs(20);
const IDLE: Millis = 60_000;
/// The pause between words about who is present in one room and the next.
const BETWEEN_WORDS: Duration = Duration::from_millis(2);
/// How often challenges that nobody took are looked for.
const FORGET: Duration = Duration::from_secs(3600);

/// Starts the tasks. They end with the hub.
pub(super) fn start(hub: &Hub) {
    every(hub, FLAGS, async |hub| hub.drop_flags().await);
    every(hub, DUE, async |hub| hub.drop_flags_of_others().await);
    every(hub, ROOMS, async |hub| hub.close_rooms().await);
    every(hub, FORGET, async |hub| hub.forget().await);
    let weak = Arc::downgrade(&hub.0);
    let store = hub.0.store.clone();
    tokio::spawn(async move {
        let Some(mut words) = store.words().await else { return };
        if let Some(inner) = weak.upgrade() {
            inner.has_others.store(true, Ordering::Relaxed);
        }
        while let Some(word) = words.next().await {
            let Some(hub) = weak.upgrade().map(Hub) else { return };
            hub.hear(word).await;
        }
    });
}

fn every<F>(hub: &Hub, pause: Duration, act: impl Fn(Hub) -> F + Send + 'static)
where
    F: Future<Output = ()> + Send,
{
    let weak: Weak<Inner> = Arc::downgrade(&hub.0);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(pause).await;
            let Some(hub) = weak.upgrade().map(Hub) else { return };
            act(hub).await;
        }
    });
}

impl Hub {
    /// Notes when a game's flag falls.
    pub(super) fn set_flag(&self, game: &GameId, before: Option<Millis>, after: Option<Millis>) {
        let mut flags = self.0.flags.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(before) = before {
            flags.remove(&(before, game.clone()));
        }
        if let Some(after) = after {
            flags.insert((after, game.clone()));
        }
    }

    async fn drop_flags(&self) {
        let fallen: Vec<GameId> = {
            let flags = self.0.flags.lock().unwrap_or_else(PoisonError::into_inner);
            let now = now();
            flags.iter().take_while(|(at, _)| *at < now).map(|(_, game)| game.clone()).collect()
        };
        for game in fallen {
            if let Ok(room) = self.room(&game).await {
                room.tend(self).await;
            }
        }
    }

    async fn drop_flags_of_others(&self) {
        let Ok(due) = self.0.store.due(now(), 100).await else { return };
        for game in due {
            if let Ok(room) = self.room(&game).await {
                room.tend(self).await;
            }
        }
    }

    fn open_rooms(&self) -> Vec<Arc<Room>> {
        let rooms = self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.values().filter_map(|cell| cell.get().map(Arc::clone)).collect()
    }

    /// Closes rooms that nobody needs, and says again who is present in the others.
    async fn close_rooms(&self) {
        let since = now().saturating_sub(IDLE);
        let mut closed = Vec::new();
        {
            let mut rooms = self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner);
            rooms.retain(|_, cell| {
                // Whoever wanted to open it has gone away before it was.
                if cell.get().is_none() {
                    return Arc::strong_count(cell) > 1;
                }
                // Whoever is about to use the room holds it, too.
                let idle = cell.get().is_some_and(|room| Arc::strong_count(room) == 1 && room.is_idle(since))
                    && Arc::strong_count(cell) == 1;
                if idle {
                    closed.extend(cell.get().map(Arc::clone));
                }
                !idle
            });
        }
        for room in closed {
            let flag = room.lock().await.take_flag();
            self.set_flag(&room.id, flag, None);
        }
        if self.has_others() {
            for room in self.open_rooms().iter().filter(|room| !room.is_idle(Millis::MAX)) {
                room.forget_others().await;
                room.say_presence(self).await;
                // Not all at once: the others have to hear it.
                tokio::time::sleep(BETWEEN_WORDS).await;
            }
        }
    }

    async fn forget(&self) {
        let age = self.0.limits.challenge_days * 24 * 60 * 60 * 1000;
        match self.0.store.forget(now().saturating_sub(age)).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "forgot challenges that nobody took"),
            Err(problem) => tracing::warn!(problem = %problem.0, "could not forget old challenges"),
        }
    }

    /// Hears another node.
    async fn hear(&self, word: Word) {
        let open = |game: &GameId| {
            let rooms = self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner);
            rooms.get(game).and_then(|cell| cell.get().map(Arc::clone))
        };
        match word {
            Word::News(game, version) => {
                if let Some(room) = open(&game) {
                    let hub = self.clone();
                    // Apart, so that one slow game does not hold up the others.
                    tokio::spawn(async move { room.news_of(&hub, Some(version)).await });
                }
            }
            Word::Aside(game, words) => {
                if let Some(room) = open(&game) {
                    tokio::spawn(async move { room.hear_presence(&words).await });
                }
            }
            Word::Missed => {
                let hub = self.clone();
                tokio::spawn(async move {
                    for room in hub.open_rooms() {
                        room.news_of(&hub, None).await;
                    }
                });
            }
        }
    }
}
