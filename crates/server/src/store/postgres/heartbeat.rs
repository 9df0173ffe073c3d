//! SQL of heartbeats and outages. A heartbeat is one statement, so that it can be pipelined.

use tokio_postgres::{Client, Error, Row, Statement};

use super::super::heartbeat::HeartbeatRows;

/// Stores a heartbeat with its outages, and deletes those of nodes that are gone.
pub(super) const BEAT: &str = "
    WITH o AS (INSERT INTO outages (since, until)
        SELECT n.* FROM unnest($4::bigint[], $5::bigint[]) AS n ON CONFLICT DO NOTHING),
    d AS (DELETE FROM heartbeats WHERE at < $3 AND node <> $1)
    INSERT INTO heartbeats (node, at) VALUES ($1, $2) ON CONFLICT (node) DO UPDATE SET at = excluded.at";

/// Stores a heartbeat.
pub(super) async fn beat(client: &Client, statement: &Statement, rows: &HeartbeatRows) -> Result<u64, Error> {
    let HeartbeatRows { node, at, expired, since, until } = rows;
    client.execute(statement, &[node, at, expired, since, until]).await
}

/// Returns the last heartbeat of each node.
pub(super) async fn heartbeats(client: &Client) -> Result<Vec<Row>, Error> {
    client.query("SELECT node, at FROM heartbeats", &[]).await
}

/// Returns the last outages, the latest first.
pub(super) async fn outages(client: &Client, limit: i64) -> Result<Vec<Row>, Error> {
    client.query("SELECT since, until FROM outages ORDER BY since DESC LIMIT $1", &[&limit]).await
}

/// Returns the time of the database, in milliseconds since 1970.
pub(super) async fn time(client: &Client) -> Result<Row, Error> {
    client.query_one("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint", &[]).await
}
