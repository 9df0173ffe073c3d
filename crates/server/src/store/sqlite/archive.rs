//! SQL statements of the archive. Callers provide the transaction.

use rusqlite::{Connection, Result, params};

use super::super::archive::{ArchiveRows, ArchivedRow, CountRow, QueryParameters};

/// Returns the IDs of finished public games that are not archived, the first finished first.
pub(super) fn to_archive(connection: &Connection, limit: u32) -> Result<Vec<String>> {
    let mut statement = connection.prepare_cached(
        "SELECT id FROM games WHERE public = 1 AND status = 'finished' AND archived = 0 AND hidden = 0 ORDER BY changed LIMIT ?1",
    )?;
    statement.query_map([limit], |row| row.get(0))?.collect()
}

/// Archives a game; returns false if it is archived already.
pub(super) fn archive(connection: &Connection, rows: &ArchiveRows) -> Result<bool> {
    let marked = connection
        .prepare_cached("UPDATE games SET archived = 1 WHERE id = ?1 AND public = 1 AND archived = 0 AND hidden = 0")?
        .execute([&rows.id])?;
    if marked == 0 || !rows.is_archived {
        return Ok(marked > 0);
    }
    let ArchiveRows { id, family, rules, players, result, date, plies, white, black, draw, .. } = rows;
    connection
        .prepare_cached(
            "INSERT INTO archive_games (game, family, rules, players, result, date, plies)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![id, family, rules, players, result, date, plies])?;
    let number = connection.last_insert_rowid();
    let mut insert =
        connection.prepare_cached("INSERT INTO archive_positions (key, number, ply) VALUES (?1, ?2, ?3)")?;
    let mut count = connection.prepare_cached(
        "INSERT INTO archive_moves (key, class, games, white, black, draw, last) VALUES (?1, ?2, 1, ?3, ?4, ?5, ?6)
         ON CONFLICT (key, class) DO UPDATE SET games = games + 1, white = white + ?3, black = black + ?4,
             draw = draw + ?5, last = max(last, ?6)",
    )?;
    for position in &rows.positions {
        let key = position.key as i64;
        insert.execute(params![key, number, position.ply])?;
        count.execute(params![key, position.class, white, black, draw, date])?;
    }
    Ok(true)
}

/// Returns the counts of a position by class of moves.
pub(super) fn counts(connection: &Connection, key: i64) -> Result<Vec<CountRow>> {
    let mut statement =
        connection.prepare_cached("SELECT class, games, white, black, draw, last FROM archive_moves WHERE key = ?1")?;
    let row =
        |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?));
    statement.query_map([key], row)?.collect()
}

/// Returns archived games, the last archived first.
pub(super) fn archived(connection: &Connection, query: &QueryParameters) -> Result<Vec<ArchivedRow>> {
    let (ply, from) = match query.key {
        Some(_) => ("p.ply", "archive_positions p JOIN archive_games a ON a.number = p.number AND p.key = ?10"),
        None => ("NULL", "archive_games a"),
    };
    // The index of positions is in the order of numbers, too. Without a position the last parameter is not used.
    let unused = if query.key.is_some() { "" } else { "AND ?10 IS NULL" };
    let mut statement = connection.prepare_cached(&format!(
        "SELECT a.number, {ply}, g.summary FROM {from} JOIN games g ON g.id = a.game
         WHERE (?1 IS NULL OR a.rules = ?1 OR a.family = ?1) AND (?2 IS NULL OR instr(a.players, ?2) > 0)
             AND (?3 IS NULL OR a.result = ?3) AND (?4 IS NULL OR a.date >= ?4) AND (?5 IS NULL OR a.date <= ?5)
             AND a.plies BETWEEN ?6 AND ?7 AND a.number < ?8 {unused} ORDER BY a.number DESC LIMIT ?9"
    ))?;
    let QueryParameters { rules, player, result, since, until, min_plies, max_plies, before, limit, key } = query;
    let parameters = params![rules, player, result, since, until, min_plies, max_plies, before, limit, key];
    statement.query_map(parameters, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect()
}

/// Returns whether a game is in the archive.
pub(super) fn is_archived(connection: &Connection, id: &str) -> Result<bool> {
    connection.prepare_cached("SELECT 1 FROM archive_games WHERE game = ?1")?.exists([id])
}
