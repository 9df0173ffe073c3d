//! Executes the operator's requests, and records those that change something in the audit log: first that it is begun, so that
//! nothing is done without a record, then how it went.

use std::time::Duration;

use halfboard_protocol::api::{Announcement, GameStatus, GameSummary};
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::id::GameId;
use halfboard_protocol::limits::{self, MAX_ANNOUNCEMENT_CHARS};
use halfboard_protocol::message::{Refusal, RefusalCode};
use halfboard_protocol::{Millis, json};

use super::erase::Erasure;
use super::request::{AdminReply, AdminRequest};
use crate::app::App;
use crate::store::{AuditEntry, GameQuery};

/// Maximum number of entries in a reply.
const MAX_ENTRIES: u32 = 1000;

/// Maximum length of a reason, in characters.
const MAX_REASON_CHARS: usize = 200;

/// Time after which other nodes have learned of an erasure.
const PEER_DELAY: Duration = Duration::from_millis(500);

/// Executes a request of a user.
pub(crate) async fn execute(app: &App, actor: &str, request: AdminRequest) -> Result<AdminReply, Refusal> {
    let Some((action, detail)) = describe(&request) else { return run(app, request).await };
    let record = async |outcome: &str| {
        let (actor, action, at) = (actor.to_owned(), action.to_owned(), app.hub.now());
        app.hub.store().audit(AuditEntry { number: 0, at, actor, action, detail: format!("{detail}: {outcome}") }).await
    };
    record("begun").await.map_err(|error| app.hub.unavailable(&error))?;
    tracing::info!(actor, action, "admin");
    let result = run(app, request).await;
    let outcome = match &result {
        Ok(AdminReply::Count { games: 1 }) => "1 game".to_owned(),
        Ok(AdminReply::Count { games }) => format!("{games} games"),
        Ok(_) => "done".to_owned(),
        Err(refusal) => format!("refused: {}", refusal.message),
    };
    if let Err(error) = record(&outcome).await {
        // It has happened: the operator must learn of it, above all of a new token.
        app.hub.unavailable(&error);
        tracing::error!(actor, action, outcome, "this outcome is not in the audit log");
    }
    result
}

/// Returns action and detail of the audit entry of a request; `None` if it only reads. Erased names are not part of it.
fn describe(request: &AdminRequest) -> Option<(&'static str, String)> {
    Some(match request {
        AdminRequest::Hide { game, hidden: true } => ("hide", game.to_string()),
        AdminRequest::Hide { game, hidden: false } => ("unhide", game.to_string()),
        AdminRequest::End { game, result } => ("end", format!("{game} {}", json::encode(result))),
        AdminRequest::Delete { game } => ("delete", game.to_string()),
        AdminRequest::Revoke { game, seat } => ("revoke", format!("{game} seat {seat}")),
        AdminRequest::Purge { statuses, age, dry_run: false } => {
            let statuses: Vec<&str> = statuses.iter().map(|status| status.as_str()).collect();
            ("purge", format!("{} older than {} h", statuses.join(", "), age / 3_600_000))
        }
        AdminRequest::EraseName { .. } => ("erase", "a name".to_owned()),
        AdminRequest::EraseSeat { game, seat } => ("erase", format!("{game} seat {seat}")),
        AdminRequest::Ban { target, duration, reason } => {
            ("ban", format!("{target} for {} h: {reason}", duration / 3_600_000))
        }
        AdminRequest::Unban { target } => ("unban", target.clone()),
        AdminRequest::Announce { text: Some(text), .. } => ("announce", text.clone()),
        AdminRequest::Announce { text: None, .. } => ("announce", "removed".to_owned()),
        AdminRequest::Mode { mode } => ("mode", json::encode(mode).trim_matches('"').to_owned()),
        AdminRequest::Purge { dry_run: true, .. }
        | AdminRequest::Games(_)
        | AdminRequest::Show { .. }
        | AdminRequest::Bans
        | AdminRequest::Status
        | AdminRequest::Usage { .. }
        | AdminRequest::Audit { .. } => return None,
    })
}

async fn run(app: &App, request: AdminRequest) -> Result<AdminReply, Refusal> {
    let (hub, store, operator) = (&app.hub, app.hub.store(), app.hub.operator());
    let unavailable = |error| hub.unavailable(&error);
    let now = hub.now();
    let reply = match request {
        AdminRequest::Games(mut query) => {
            query.limit = query.limit.clamp(1, MAX_ENTRIES);
            AdminReply::Games { games: store.games(query).await.map_err(unavailable)? }
        }
        AdminRequest::Show { game } => {
            let (game, log) = hub.show(&game).await?;
            AdminReply::Game { game: Box::new(game), log }
        }
        AdminRequest::Hide { game, hidden } => {
            hub.hide(&game, hidden).await?;
            AdminReply::Done
        }
        AdminRequest::End { game, result } => {
            hub.end(&game, result).await?;
            AdminReply::Done
        }
        AdminRequest::Delete { game } => {
            hub.delete(&game).await?;
            AdminReply::Done
        }
        AdminRequest::Revoke { game, seat } => AdminReply::Token { token: hub.revoke(&game, seat).await? },
        AdminRequest::Purge { statuses, age, dry_run } => {
            AdminReply::Count { games: purge(app, &statuses, now.saturating_sub(age), dry_run).await? }
        }
        AdminRequest::EraseName { name } => AdminReply::Count { games: erase_name(app, name).await? },
        AdminRequest::EraseSeat { game, seat } => {
            AdminReply::Count { games: u64::from(erase(app, &game, &Erasure::Seat(seat)).await?) }
        }
        AdminRequest::Ban { target, duration, reason } => {
            if duration == 0 {
                return Err(Refusal::new(RefusalCode::Invalid, "a ban must last longer than 0"));
            }
            let reason = limits::sanitize(&reason, MAX_REASON_CHARS).unwrap_or_default();
            let banned = operator.ban(store, &target, now.saturating_add(duration), reason).await;
            banned.map_err(unavailable)?.map_err(|error| Refusal::new(RefusalCode::Invalid, error))?;
            AdminReply::Done
        }
        AdminRequest::Bans => AdminReply::Bans { bans: operator.bans(store).await.map_err(unavailable)? },
        AdminRequest::Unban { target } => {
            if !operator.unban(store, &target).await.map_err(unavailable)? {
                return Err(Refusal::new(RefusalCode::NotFound, format!("there is no ban of {target}")));
            }
            AdminReply::Done
        }
        AdminRequest::Announce { text, at } => {
            let announcement = text.map(|text| announcement(&text, at, now)).transpose()?;
            operator.announce(store, announcement, now).await.map_err(unavailable)?;
            AdminReply::Done
        }
        AdminRequest::Mode { mode } => {
            operator.set_mode(store, mode).await.map_err(unavailable)?;
            AdminReply::Done
        }
        AdminRequest::Status => AdminReply::Status {
            status: operator.status(),
            live_games: live_games(app).await?,
            sockets: u64::try_from(app.metrics.sockets.get() + app.metrics.streams.get()).unwrap_or(0),
        },
        AdminRequest::Usage { limit } => {
            hub.store_usage().await.map_err(unavailable)?;
            let limit = limit.clamp(1, MAX_ENTRIES) as usize;
            AdminReply::Usage { addresses: operator.usage(store, limit).await.map_err(unavailable)? }
        }
        AdminRequest::Audit { before, limit } => {
            let entries = store.audit_log(before, limit.clamp(1, MAX_ENTRIES)).await;
            AdminReply::Audit { entries: entries.map_err(unavailable)? }
        }
    };
    // This node and others follow within a second, too.
    if let Err(error) = operator.refresh(store, now).await {
        tracing::warn!(%error, "cannot read what the operator has set");
    }
    Ok(reply)
}

fn announcement(text: &str, at: Option<Millis>, now: Millis) -> Result<Announcement, Refusal> {
    let invalid = || {
        let message = format!("an announcement is text of 1 to {MAX_ANNOUNCEMENT_CHARS} characters");
        Refusal::new(RefusalCode::Invalid, message)
    };
    let text = limits::sanitize(text, MAX_ANNOUNCEMENT_CHARS).ok_or_else(invalid)?;
    Ok(Announcement { text, at: at.map(|from_now| now.saturating_add(from_now)) })
}

/// Returns the number of games with a running clock of minutes.
async fn live_games(app: &App) -> Result<u64, Refusal> {
    let is_live = |game: &GameSummary| matches!(game.control, TimeControl::Fischer { .. } | TimeControl::Delay { .. });
    let mut count = 0;
    let mut query = GameQuery { status: Some(GameStatus::Playing), limit: MAX_ENTRIES, ..GameQuery::default() };
    loop {
        let page = app.hub.store().games(query.clone()).await.map_err(|error| app.hub.unavailable(&error))?;
        count += page.iter().filter(|listed| is_live(&listed.game)).count() as u64;
        let Some(last) = page.last() else { return Ok(count) };
        query.after = Some((last.game.changed, last.game.id.to_string()));
    }
}

/// Deletes games by status that last changed before a time; returns their number.
async fn purge(app: &App, statuses: &[GameStatus], before: Millis, dry_run: bool) -> Result<u64, Refusal> {
    let mut count = 0;
    for status in statuses {
        let query = GameQuery { status: Some(*status), changed_before: Some(before), ..GameQuery::default() };
        let games = all_games(app, query).await?;
        count += games.len() as u64;
        for game in games.iter().filter(|_| !dry_run) {
            app.hub.delete(game).await?;
        }
    }
    Ok(count)
}

/// Erases a name from all games; returns their number.
async fn erase_name(app: &App, name: String) -> Result<u64, Refusal> {
    let mut count = 0;
    for game in all_games(app, GameQuery { player: Some(name.clone()), ..GameQuery::default() }).await? {
        count += u64::from(erase(app, &game, &Erasure::Name(name.clone())).await?);
    }
    Ok(count)
}

/// Erases from a game; returns whether there was something to erase.
async fn erase(app: &App, game: &GameId, what: &Erasure) -> Result<bool, Refusal> {
    let erased = app.hub.erase(game, what).await?;
    if erased && app.hub.has_peers() {
        // Another node may have stored a summary with the name before it learned of the erasure.
        tokio::time::sleep(PEER_DELAY).await;
        app.hub.erase(game, what).await?;
    }
    Ok(erased)
}

/// Returns the IDs of all games that a query finds.
async fn all_games(app: &App, mut query: GameQuery) -> Result<Vec<GameId>, Refusal> {
    query.limit = MAX_ENTRIES;
    let mut games = Vec::new();
    loop {
        let page = app.hub.store().games(query.clone()).await.map_err(|error| app.hub.unavailable(&error))?;
        // A page may be short because a summary cannot be read.
        let Some(last) = page.last() else { return Ok(games) };
        query.after = Some((last.game.changed, last.game.id.to_string()));
        games.extend(page.into_iter().map(|listed| listed.game.id));
    }
}
