//! Background tasks of a hub: fallen flags, idle actors, old challenges.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError, Weak};
use std::time::Duration;

use halfboard_protocol::Millis;
use halfboard_protocol::id::GameId;
use halfboard_protocol::limits::ABANDONED_MS;

use super::actor::GameActor;
use super::availability::{HEARTBEAT_INTERVAL, SKEW_INTERVAL};
use super::{Hub, HubInner};
use crate::background;

/// Interval between looks whether the process was stopped.
const TICK_INTERVAL: Duration = Duration::from_millis(100);
/// Interval between checks of the flags of active games.
const FLAG_INTERVAL: Duration = Duration::from_millis(100);
/// Interval between checks of the flags of games without an actor on this node.
const STORED_FLAG_INTERVAL: Duration = Duration::from_secs(5);
/// Interval between removals of idle actors.
const EVICTION_INTERVAL: Duration = Duration::from_secs(20);
/// Time without use after which an actor is removed, in milliseconds.
const IDLE_MS: Millis = 60_000;
/// Pause between presence messages of different games, to spread the load on other nodes.
const PRESENCE_PAUSE: Duration = Duration::from_millis(2);
/// Interval between removals of old challenges and looks for abandoned games.
const CHALLENGE_INTERVAL: Duration = Duration::from_secs(3600);

/// Interval between updates of the time until the engine starts.
const ENGINE_WAIT_INTERVAL: Duration = Duration::from_secs(2);
/// Interval between looks for finished games that are not in the archive yet.
const ARCHIVE_INTERVAL: Duration = Duration::from_secs(2);

/// Interval between checks that the database files are still in place.
const FILE_INTERVAL: Duration = Duration::from_secs(1);
/// Interval between deletions of what is older than the operator wants to keep.
const RETENTION_INTERVAL: Duration = Duration::from_secs(3600);
/// Interval between looks at what the operator has set on any node.
const OPERATOR_INTERVAL: Duration = Duration::from_secs(1);
/// Interval between writes of the usage by address.
const USAGE_INTERVAL: Duration = Duration::from_secs(60);

/// Number of games maintained at a time, besides those that failed before.
const MAINTENANCE_BATCH: u32 = 100;

/// Pause after a panic, which bounds the number of log lines.
const PANIC_PAUSE: Duration = Duration::from_millis(500);

/// Starts the background tasks. They end with the hub.
pub(super) fn start(hub: &Hub) {
    every(hub, "ticks", TICK_INTERVAL, async |hub| hub.tick());
    every(hub, "heartbeats", HEARTBEAT_INTERVAL, async |hub| hub.beat().await);
    every(hub, "clock skew", SKEW_INTERVAL, async |hub| {
        // If it fails, heartbeats fail as well.
        let _ = hub.measure_skew().await;
    });
    every(hub, "flags", FLAG_INTERVAL, async |hub| hub.expire_flags().await);
    every(hub, "stored flags", STORED_FLAG_INTERVAL, async |hub| hub.expire_stored_flags().await);
    every(hub, "eviction", EVICTION_INTERVAL, async |hub| hub.evict_idle().await);
    every(hub, "old challenges", CHALLENGE_INTERVAL, async |hub| hub.delete_old_challenges().await);
    every(hub, "retention", RETENTION_INTERVAL, async |hub| hub.enforce_retention().await);
    every(hub, "operator settings", OPERATOR_INTERVAL, async |hub| hub.refresh_operator().await);
    every(hub, "usage", USAGE_INTERVAL, async |hub| hub.flush_usage().await);
    every(hub, "abandoned games", CHALLENGE_INTERVAL, async |hub| hub.end_abandoned().await);
    every(hub, "archive", ARCHIVE_INTERVAL, async |hub| hub.archive_finished().await);
    every(hub, "database files", FILE_INTERVAL, async |hub| hub.check_files().await);
    every(hub, "engine waits", ENGINE_WAIT_INTERVAL, async |hub| hub.0.engines.update_waits(&hub));
    let weak = Arc::downgrade(&hub.0);
    let store = hub.0.store.clone();
    tokio::spawn(async move {
        let notices = store.notices().await;
        if let Some(hub) = weak.upgrade().map(Hub) {
            hub.0.has_peers.store(notices.is_some(), Ordering::Relaxed);
            while background::guard(&hub.0.metrics, "start", hub.start_up()).await.is_none() {
                tokio::time::sleep(PANIC_PAUSE).await;
            }
        }
        let Some(mut notices) = notices else { return };
        while let Some(notice) = notices.next().await {
            let Some(hub) = weak.upgrade().map(Hub) else { return };
            background::guard(&hub.0.metrics, "notices", async { hub.on_notice(notice) }).await;
        }
    });
}

/// Runs a task at intervals as long as the hub exists. A panic ends only one iteration.
fn every<F>(hub: &Hub, name: &'static str, interval: Duration, task: impl Fn(Hub) -> F + Send + 'static)
where
    F: Future<Output = ()> + Send,
{
    let weak: Weak<HubInner> = Arc::downgrade(&hub.0);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(interval).await;
            let Some(hub) = weak.upgrade().map(Hub) else { return };
            let metrics = Arc::clone(&hub.0.metrics);
            if background::guard(&metrics, name, task(hub)).await.is_none() {
                tokio::time::sleep(PANIC_PAUSE).await;
            }
        }
    });
}

impl Hub {
    /// Replaces the flag time of a game in the schedule.
    pub(super) fn reschedule_flag(&self, game: &GameId, before: Option<Millis>, after: Option<Millis>) {
        let mut flags = self.0.flags.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(before) = before {
            flags.remove(&(before, game.clone()));
        }
        if let Some(after) = after {
            flags.insert((after, game.clone()));
        }
    }

    async fn expire_flags(&self) {
        let now = self.now();
        if !self.may_judge(now) {
            return;
        }
        let fallen: Vec<GameId> = {
            let flags = self.0.flags.lock().unwrap_or_else(PoisonError::into_inner);
            flags.iter().take_while(|(at, _)| *at < now).map(|(_, game)| game.clone()).collect()
        };
        self.maintain(fallen).await;
    }

    async fn expire_stored_flags(&self) {
        let now = self.now();
        if self.may_judge(now)
            && let Ok(fallen) = self.0.store.fallen_flags(now, self.maintenance_batch(now)).await
        {
            self.maintain(fallen).await;
        }
    }

    /// Returns the number of games to read from a list, of which those that fail may be the first.
    fn maintenance_batch(&self, now: Millis) -> u32 {
        u32::try_from(self.0.backoff.len(now)).unwrap_or(u32::MAX).saturating_add(MAINTENANCE_BATCH)
    }

    /// Maintains games. One that fails, also by a panic, does not keep others from their turn.
    async fn maintain(&self, games: Vec<GameId>) {
        let backoff = &self.0.backoff;
        for game in games {
            if !backoff.is_due(&game, self.now()) {
                continue;
            }
            let maintenance = async {
                match self.actor(&game, None).await {
                    Ok(actor) => actor.run_maintenance(self).await,
                    Err(_) => false,
                }
            };
            let done = background::guard(&self.0.metrics, "maintenance of a game", maintenance).await;
            backoff.record(&game, done == Some(true), self.now());
        }
    }

    pub(super) fn open_actors(&self) -> Vec<Arc<GameActor>> {
        let actors = self.0.actors.lock().unwrap_or_else(PoisonError::into_inner);
        actors.values().filter_map(|cell| cell.get().map(Arc::clone)).collect()
    }

    /// Removes idle actors, and publishes the presence of the others.
    async fn evict_idle(&self) {
        let since = self.now().saturating_sub(IDLE_MS);
        let mut evicted = Vec::new();
        {
            let mut actors = self.0.actors.lock().unwrap_or_else(PoisonError::into_inner);
            actors.retain(|_, cell| {
                // A request to open the actor was cancelled.
                if cell.get().is_none() {
                    return Arc::strong_count(cell) > 1;
                }
                // Pending requests hold the actor, too.
                let idle = cell.get().is_some_and(|actor| Arc::strong_count(actor) == 1 && actor.is_idle(since))
                    && Arc::strong_count(cell) == 1;
                if idle {
                    evicted.extend(cell.get().map(Arc::clone));
                }
                !idle
            });
        }
        for actor in evicted {
            let flag = actor.lock().await.take_flag();
            self.reschedule_flag(&actor.id, flag, None);
        }
        if self.has_peers() {
            for actor in self.open_actors().iter().filter(|actor| !actor.is_idle(Millis::MAX)) {
                actor.expire_remote_presence(self).await;
                actor.publish_presence(self).await;
                tokio::time::sleep(PRESENCE_PAUSE).await;
            }
        }
    }

    /// Checks the database files. If they are gone, a write fails, is counted, and is logged once.
    async fn check_files(&self) {
        if self.0.store.check_files().is_err() && self.0.store.check().await.is_err() {
            self.0.metrics.store_errors.inc();
        }
    }

    /// Reads what the operator has set. On failure the last known settings stay in effect.
    pub(crate) async fn refresh_operator(&self) {
        if let Err(error) = self.operator().refresh(&self.0.store, self.now()).await {
            tracing::debug!(%error, "cannot read the operator's settings");
        }
    }

    async fn flush_usage(&self) {
        if let Err(error) = self.store_usage().await {
            tracing::debug!(%error, "cannot store the usage by address");
        }
    }

    async fn delete_old_challenges(&self) {
        let age = self.0.limits.challenge_days * 24 * 60 * 60 * 1000;
        match self.0.store.delete_open(self.now().saturating_sub(age)).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "deleted old challenges"),
            Err(error) => tracing::warn!(%error, "cannot delete old challenges"),
        }
    }

    /// Ends abandoned games that older versions stored without the time of their end.
    async fn end_abandoned(&self) {
        let (now, store) = (self.now(), &self.0.store);
        if let Ok(games) = store.idle_games(now.saturating_sub(ABANDONED_MS), self.maintenance_batch(now)).await {
            self.maintain(games).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use halfboard_protocol::api::GameStatus;
    use halfboard_protocol::event::LoggedEvent;
    use halfboard_protocol::json;

    use super::super::create;
    use super::*;
    use crate::limits::Limits;
    use crate::logging::tests::CapturedLog;
    use crate::metrics::Metrics;
    use crate::store::Store;

    #[tokio::test]
    async fn a_task_goes_on_after_a_panic_which_is_counted() {
        let store = Store::open("sqlite::memory:").await.expect("a storage");
        let metrics = Arc::new(Metrics::new());
        let hub = Hub::start(store, Arc::new(Limits::default()), Arc::clone(&metrics));
        let runs = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&runs);
        every(&hub, "test", Duration::from_millis(1), move |_| {
            let run = counted.fetch_add(1, Ordering::Relaxed);
            async move { assert_ne!(run, 0, "the first one fails") }
        });
        let wait = async {
            while runs.load(Ordering::Relaxed) < 3 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), wait).await.expect("it goes on");
        assert_eq!(metrics.background_panics.get(), 1);
    }

    #[tokio::test]
    async fn games_that_cannot_be_read_do_not_keep_others_from_their_turn() {
        let store = Store::open("sqlite::memory:").await.expect("a storage");
        let hub = Hub::start(store.clone(), Arc::default(), Arc::default());
        let insert = |flag, is_readable: bool| {
            let new = json::decode(r#"{"rules":"j","name":"Ann"}"#).expect("a new game");
            let mut insert = create::create(new, None, 1000).expect("a game").insert;
            (insert.row.summary.status, insert.row.flag) = (GameStatus::Playing, Some(flag));
            if !is_readable {
                let again = LoggedEvent { version: insert.row.version + 1, ..insert.events[0].clone() };
                insert.events.push(again);
            }
            insert
        };
        for _ in 0..150 {
            store.create(insert(1000, false)).await.expect("created");
        }
        let last = insert(2000, true);
        let id = last.row.summary.id.clone();
        store.create(last).await.expect("created");
        let log = CapturedLog::start();
        for _ in 0..100 {
            while !hub.may_judge(hub.now()) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            hub.expire_stored_flags().await;
            if hub.is_active(&id) {
                break;
            }
        }
        assert!(hub.is_active(&id), "the last game has its turn");
        assert_eq!(hub.0.backoff.len(hub.now()), 150);
        assert_eq!(log.count("cannot fold"), 100, "not for each game and time");
    }
}
