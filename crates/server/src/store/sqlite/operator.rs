//! SQL statements of the operator. Callers provide the transaction.

use rusqlite::{Connection, Result, params};

use super::super::archive::ArchiveRows;
use super::super::operator::{AuditRow, GameQueryParameters, ListedRow, OperatorWrite, RecordRow};

/// Runs a write and returns the number of changed rows.
pub(super) fn write(connection: &Connection, write: &OperatorWrite) -> Result<u64> {
    let execute = |sql: &str, parameters: &[&dyn rusqlite::ToSql]| {
        connection.prepare_cached(sql)?.execute(parameters).map(|count| count as u64)
    };
    match write {
        OperatorWrite::Put(record) => {
            let expires = record.expires.map(super::rows::timestamp);
            let sql = "INSERT INTO operator_records (kind, name, value, expires) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (kind, name) DO UPDATE SET value = ?3, expires = ?4";
            execute(sql, params![record.kind, record.name, record.value, expires])
        }
        OperatorWrite::Remove { kind, name } => {
            execute("DELETE FROM operator_records WHERE kind = ?1 AND name = ?2", params![kind, name])
        }
        OperatorWrite::Expire { now, audit_before } => {
            execute("DELETE FROM operator_audit WHERE at < ?1", params![audit_before])?;
            execute("DELETE FROM operator_records WHERE expires <= ?1", params![now])
        }
        OperatorWrite::Audit(entry) => {
            let at = super::rows::timestamp(entry.at);
            let sql = "INSERT INTO operator_audit (at, actor, action, detail) VALUES (?1, ?2, ?3, ?4)";
            execute(sql, params![at, entry.actor, entry.action, entry.detail])
        }
        OperatorWrite::Hide { game, hidden } => {
            execute("UPDATE games SET hidden = ?2 WHERE id = ?1", params![game, hidden])
        }
        OperatorWrite::Delete { game, archived } => erasing(connection, || {
            unarchive(connection, archived)?;
            execute("DELETE FROM games WHERE id = ?1", params![game])
        }),
        OperatorWrite::Rewrite(rows) => erasing(connection, || {
            let sql = "UPDATE games SET summary = ?3 WHERE id = ?1 AND version = ?2";
            let found = execute(sql, params![rows.game, rows.version, rows.summary])?;
            if found == 0 {
                return Ok(0);
            }
            for (version, event) in &rows.events {
                let sql = "UPDATE events SET event = ?3 WHERE game = ?1 AND version = ?2";
                execute(sql, params![rows.game, version, event])?;
            }
            execute("UPDATE archive_games SET players = ?2 WHERE game = ?1", params![rows.game, rows.players])?;
            Ok(found)
        }),
        OperatorWrite::ReplaceKey { game, seat, hash } => {
            execute("UPDATE seats SET hash = ?3 WHERE game = ?1 AND seat = ?2", params![game, seat, hash])
        }
        OperatorWrite::Unarchive(rows) => unarchive(connection, rows),
    }
}

/// Runs a write that overwrites what it removes, so that no free page keeps it.
fn erasing(connection: &Connection, write: impl FnOnce() -> Result<u64>) -> Result<u64> {
    connection.pragma_update(None, "secure_delete", true)?;
    let written = write();
    connection.pragma_update(None, "secure_delete", false)?;
    written
}

/// Subtracts a game from the archive.
fn unarchive(connection: &Connection, rows: &ArchiveRows) -> Result<u64> {
    let found = connection
        .prepare_cached("DELETE FROM archive_games WHERE game = ?1 RETURNING number")?
        .query_map([&rows.id], |row| row.get::<_, i64>(0))?
        .collect::<Result<Vec<i64>>>()?;
    let Some(number) = found.first() else { return Ok(0) };
    connection.prepare_cached("UPDATE games SET archived = 0 WHERE id = ?1")?.execute([&rows.id])?;
    let mut delete = connection.prepare_cached("DELETE FROM archive_positions WHERE key = ?1 AND number = ?2")?;
    let mut subtract = connection.prepare_cached(
        "UPDATE archive_moves SET games = games - 1, white = white - ?3, black = black - ?4, draw = draw - ?5
         WHERE key = ?1 AND class = ?2",
    )?;
    let mut clear =
        connection.prepare_cached("DELETE FROM archive_moves WHERE key = ?1 AND class = ?2 AND games <= 0")?;
    for position in &rows.positions {
        let key = position.key as i64;
        delete.execute(params![key, number])?;
        subtract.execute(params![key, position.class, rows.white, rows.black, rows.draw])?;
        clear.execute(params![key, position.class])?;
    }
    Ok(1)
}

/// Returns the records of a kind.
pub(super) fn records(connection: &Connection, kind: &str) -> Result<Vec<RecordRow>> {
    let sql = "SELECT kind, name, value, expires FROM operator_records WHERE kind = ?1 ORDER BY name";
    let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
    connection.prepare_cached(sql)?.query_map([kind], row)?.collect()
}

/// Returns the last entries of the audit log before a number.
pub(super) fn audit(connection: &Connection, before: i64, limit: u32) -> Result<Vec<AuditRow>> {
    let sql = "SELECT number, at, actor, action, detail FROM operator_audit WHERE number < ?1
         ORDER BY number DESC LIMIT ?2";
    let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?));
    connection.prepare_cached(sql)?.query_map(params![before, limit], row)?.collect()
}

/// Returns stored games, most recently changed first.
pub(super) fn games(connection: &Connection, query: &GameQueryParameters) -> Result<Vec<ListedRow>> {
    let sql = "SELECT summary, hidden FROM games
         WHERE (?1 IS NULL OR status = ?1) AND (?2 IS NULL OR instr(summary, ?2) > 0)
             AND (?3 IS NULL OR instr(summary, ?3) > 0) AND changed < ?4 AND (changed, id) < (?5, ?6)
         ORDER BY changed DESC, id DESC LIMIT ?7";
    let GameQueryParameters { status, rules, player, changed_before, after: (changed, id), limit } = query;
    let parameters = params![status, rules, player, changed_before, changed, id, limit];
    let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
    connection.prepare_cached(sql)?.query_map(parameters, row)?.collect()
}

/// Returns whether a game is hidden.
pub(super) fn is_hidden(connection: &Connection, id: &str) -> Result<bool> {
    connection.prepare_cached("SELECT 1 FROM games WHERE id = ?1 AND hidden = 1")?.exists([id])
}
