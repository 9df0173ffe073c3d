//! SQL of heartbeats and outages.

use rusqlite::{Connection, Result, params};

use super::super::heartbeat::HeartbeatRows;

/// Stores a heartbeat with its outages, and deletes those of nodes that are gone.
pub(super) fn beat(connection: &Connection, rows: &HeartbeatRows) -> Result<()> {
    connection
        .prepare_cached("INSERT INTO heartbeats (node, at) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET at = ?2")?
        .execute(params![rows.node, rows.at])?;
    connection
        .prepare_cached("DELETE FROM heartbeats WHERE at < ?1 AND node <> ?2")?
        .execute(params![rows.expired, rows.node])?;
    for (since, until) in rows.since.iter().zip(&rows.until) {
        connection
            .prepare_cached("INSERT INTO outages (since, until) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?
            .execute(params![since, until])?;
    }
    Ok(())
}

/// Returns the last heartbeat of each node.
pub(super) fn heartbeats(connection: &Connection) -> Result<Vec<(String, i64)>> {
    let mut statement = connection.prepare_cached("SELECT node, at FROM heartbeats")?;
    statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// Returns the last outages, the latest first.
pub(super) fn outages(connection: &Connection, limit: u32) -> Result<Vec<(i64, i64)>> {
    let mut statement = connection.prepare_cached("SELECT since, until FROM outages ORDER BY since DESC LIMIT ?1")?;
    statement.query_map([limit], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}
