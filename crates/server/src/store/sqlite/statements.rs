//! SQL statements. Callers provide the transaction.

use rusqlite::{Connection, OptionalExtension, Result, params};

use super::super::rows::{AppendRows, EventRow, GameRow, NewGameRows, decode_event, decode_key};
use super::super::{StoredGame, Unavailable};

/// Inserts a game. Fails with a constraint violation if its ID exists.
pub(super) fn create(connection: &Connection, game: &NewGameRows) -> Result<()> {
    let GameRow { id, version, status, public, created, changed, flag, summary } = &game.row;
    connection
        .prepare_cached(
            "INSERT INTO games (id, version, status, public, created, changed, flag, summary)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![id, version, status, public, created, changed, flag, summary])?;
    insert_log(connection, id, &game.events, &game.keys)
}

/// Appends to a game; returns false if the version does not match. Fails with a constraint violation if a turn, seat or
/// game already exists.
pub(super) fn append(connection: &Connection, append: &AppendRows) -> Result<bool> {
    let GameRow { id, version, status, public, created: _, changed, flag, summary } = &append.row;
    let updated = connection
        .prepare_cached(
            "UPDATE games SET version = ?3, status = ?4, public = ?5, changed = ?6, flag = ?7, summary = ?8
             WHERE id = ?1 AND version = ?2",
        )?
        .execute(params![id, append.after, version, status, public, changed, flag, summary])?;
    if updated == 0 {
        return Ok(false);
    }
    insert_log(connection, id, &append.events, &append.keys)?;
    append.rematch.iter().try_for_each(|game| create(connection, game))?;
    Ok(true)
}

fn insert_log(connection: &Connection, id: &str, events: &[EventRow], keys: &[(i64, [u8; 32])]) -> Result<()> {
    let mut statement = connection
        .prepare_cached("INSERT INTO events (game, version, at, line, ply, event) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for EventRow { version, at, line, ply, event } in events {
        statement.execute(params![id, version, at, line, ply, event])?;
    }
    let mut statement = connection.prepare_cached("INSERT INTO seats (game, seat, hash) VALUES (?1, ?2, ?3)")?;
    for (seat, hash) in keys {
        statement.execute(params![id, seat, hash.as_slice()])?;
    }
    Ok(())
}

/// Deletes challenges that never started, and returns their number.
pub(super) fn delete_open(connection: &Connection, created_before: i64) -> Result<u64> {
    let removed = connection
        .prepare_cached("DELETE FROM games WHERE status = 'open' AND created < ?1")?
        .execute([created_before])?;
    Ok(removed as u64)
}

/// Returns a game's log after a version, and all its keys.
pub(super) fn read(connection: &Connection, id: &str, after: i64) -> Result<Option<Result<StoredGame, Unavailable>>> {
    let known: Option<i64> = connection
        .prepare_cached("SELECT version FROM games WHERE id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()?;
    if known.is_none() {
        return Ok(None);
    }
    let mut statement = connection
        .prepare_cached("SELECT version, at, event FROM events WHERE game = ?1 AND version > ?2 ORDER BY version")?;
    let mut rows = statement.query(params![id, after])?;
    let mut events = Vec::new();
    while let Some(row) = rows.next()? {
        let event = row.get_ref(2)?.as_str().unwrap_or_default();
        match decode_event(id, row.get(0)?, row.get(1)?, event) {
            Ok(logged) => events.push(logged),
            Err(corrupt) => return Ok(Some(Err(corrupt))),
        }
    }
    let mut statement = connection.prepare_cached("SELECT seat, hash FROM seats WHERE game = ?1 ORDER BY seat")?;
    let mut rows = statement.query([id])?;
    let mut keys = Vec::new();
    while let Some(row) = rows.next()? {
        match decode_key(id, row.get(0)?, row.get_ref(1)?.as_blob().unwrap_or_default()) {
            Ok(key) => keys.push(key),
            Err(corrupt) => return Ok(Some(Err(corrupt))),
        }
    }
    Ok(Some(Ok(StoredGame { events, keys })))
}

/// Returns the summaries of public games with a status after a position, most recently changed first.
pub(super) fn list_after(
    connection: &Connection,
    status: &str,
    changed: i64,
    id: &str,
    limit: u32,
) -> Result<Vec<String>> {
    let mut statement = connection.prepare_cached(
        "SELECT summary FROM games WHERE public = 1 AND hidden = 0 AND status = ?1
         AND changed <= ?2 AND (changed, id) < (?2, ?3) ORDER BY changed DESC, id DESC LIMIT ?4",
    )?;
    statement.query_map(params![status, changed, id, limit], |row| row.get(0))?.collect()
}

/// Returns the IDs of games whose flag has fallen, earliest first.
pub(super) fn fallen_flags(connection: &Connection, now: i64, limit: u32) -> Result<Vec<String>> {
    let mut statement = connection.prepare_cached(
        "SELECT id FROM games WHERE status = 'playing' AND flag IS NOT NULL AND flag <= ?1 ORDER BY flag LIMIT ?2",
    )?;
    statement.query_map(params![now, limit], |row| row.get(0))?.collect()
}

/// Returns the IDs of games in progress without a flag time that last changed before a time.
pub(super) fn idle_games(connection: &Connection, changed_before: i64, limit: u32) -> Result<Vec<String>> {
    let mut statement = connection.prepare_cached(
        "SELECT id FROM games WHERE status = 'playing' AND flag IS NULL AND changed < ?1 ORDER BY changed LIMIT ?2",
    )?;
    statement.query_map(params![changed_before, limit], |row| row.get(0))?.collect()
}

/// Writes without changing anything, which verifies that the database is writable again.
pub(super) fn touch(connection: &Connection) -> rusqlite::Result<()> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    connection.pragma_update(None, "user_version", version)
}
