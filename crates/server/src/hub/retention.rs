//! Retention: deletes what is older than the operator wants to keep.

use halfboard_protocol::Millis;
use halfboard_protocol::api::GameStatus;
use halfboard_protocol::id::GameId;
use halfboard_protocol::message::{Refusal, RefusalCode};

use super::Hub;
use crate::admin::erase::Erasure;
use crate::store::{GameQuery, OperatorRecord, Unavailable};

/// Number of games looked at with one query.
const BATCH: u32 = 100;

/// Kind and name of the record up to which chat was erased.
const CHAT_RECORD: (&str, &str) = ("retention", "chat");

const DAY_MS: Millis = 24 * 60 * 60 * 1000;

impl Hub {
    /// Deletes old games, chat, audit entries and expired records, as configured.
    pub(super) async fn enforce_retention(&self) {
        if self.operator().is_read_only() {
            return;
        }
        if let Err(error) = self.try_enforce_retention().await {
            tracing::warn!(error = error.message, "cannot delete what is too old");
        }
    }

    /// Deletes old games, chat, audit entries and expired records; fails at the first error.
    pub async fn try_enforce_retention(&self) -> Result<(), Refusal> {
        let (limits, now) = (&self.0.limits, self.now());
        let before = |days: u64| now.saturating_sub(days.saturating_mul(DAY_MS));
        // Zero days are for ever.
        let audit_before = if limits.audit_days == 0 { 0 } else { before(limits.audit_days) };
        self.0.store.expire_records(now, audit_before).await.map_err(|error| self.unavailable(&error))?;
        for (status, days) in [(GameStatus::Finished, limits.finished_days), (GameStatus::Aborted, limits.aborted_days)]
        {
            if days > 0 {
                self.delete_ended(status, before(days)).await?;
            }
        }
        if limits.chat_days > 0 {
            self.erase_old_chat(before(limits.chat_days)).await?;
        }
        Ok(())
    }

    async fn delete_ended(&self, status: GameStatus, before: Millis) -> Result<(), Refusal> {
        let mut count = 0_u64;
        let games = self.ended_between(status, 0, before).await.map_err(|error| self.unavailable(&error))?;
        for game in games {
            match self.delete(&game).await {
                Ok(()) => count += 1,
                // Another node was faster.
                Err(refusal) if refusal.code == RefusalCode::NotFound => {}
                Err(refusal) => return Err(refusal),
            }
        }
        if count > 0 {
            tracing::info!(count, status = status.as_str(), "deleted old games");
        }
        Ok(())
    }

    /// Erases the chat of games that ended before a time. A record remembers up to when this was done.
    async fn erase_old_chat(&self, before: Millis) -> Result<(), Refusal> {
        let done = self.chat_erased_until().await.map_err(|error| self.unavailable(&error))?;
        for status in [GameStatus::Finished, GameStatus::Aborted] {
            for game in self.ended_between(status, done, before).await.map_err(|error| self.unavailable(&error))? {
                if let Err(refusal) = self.erase(&game, &Erasure::Chat).await {
                    // One that cannot be read must not keep the chat of all others.
                    tracing::warn!(%game, error = refusal.message, "cannot erase the chat of a game");
                }
            }
        }
        let (kind, name) = CHAT_RECORD;
        let record =
            OperatorRecord { kind: kind.to_owned(), name: name.to_owned(), value: before.to_string(), expires: None };
        self.0.store.put_record(record).await.map_err(|error| self.unavailable(&error))
    }

    async fn chat_erased_until(&self) -> Result<Millis, Unavailable> {
        let (kind, name) = CHAT_RECORD;
        let records = self.0.store.records(kind).await?;
        let record = records.iter().find(|record| record.name == name);
        Ok(record.and_then(|record| record.value.parse().ok()).unwrap_or(0))
    }

    /// Returns the games with a status that last changed in a period.
    async fn ended_between(&self, status: GameStatus, from: Millis, to: Millis) -> Result<Vec<GameId>, Unavailable> {
        let mut query =
            GameQuery { status: Some(status), changed_before: Some(to), limit: BATCH, ..GameQuery::default() };
        let mut found = Vec::new();
        loop {
            let page = self.0.store.games(query.clone()).await?;
            // A page may be short because a summary cannot be read.
            let is_last = page.last().is_none_or(|last| last.game.changed < from);
            query.after = page.last().map(|last| (last.game.changed, last.game.id.to_string()));
            found.extend(page.into_iter().filter(|listed| listed.game.changed >= from).map(|listed| listed.game.id));
            if is_last {
                return Ok(found);
            }
        }
    }
}
