//! SQL of the operator. These statements are rare, so they are not prepared in advance.

use tokio_postgres::{Client, Error, Row};

use super::super::RELOAD;
use super::super::archive::ArchiveRows;
use super::super::operator::{GameQueryParameters, OperatorWrite};
use super::super::rows::timestamp;
use super::listener::MESSAGES;

/// Runs a write and returns the number of changed rows. All nodes read a game anew that was deleted, erased from, or has another
/// token.
pub(super) async fn write(client: &Client, write: &OperatorWrite) -> Result<u64, Error> {
    let written = change(client, write).await?;
    if let OperatorWrite::Delete { .. } | OperatorWrite::Rewrite(_) | OperatorWrite::ReplaceKey { .. } = write {
        // Not through the queue of notices, which is lost with its connection.
        let payload = format!("operator {} {RELOAD}", write.game());
        client.execute("SELECT pg_notify($1, $2)", &[&MESSAGES, &payload]).await?;
    }
    Ok(written)
}

async fn change(client: &Client, write: &OperatorWrite) -> Result<u64, Error> {
    match write {
        OperatorWrite::Put(record) => {
            let expires = record.expires.map(timestamp);
            let sql = "INSERT INTO operator_records (kind, name, value, expires) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (kind, name) DO UPDATE SET value = $3, expires = $4";
            client.execute(sql, &[&record.kind, &record.name, &record.value, &expires]).await
        }
        OperatorWrite::Remove { kind, name } => {
            client.execute("DELETE FROM operator_records WHERE kind = $1 AND name = $2", &[kind, name]).await
        }
        OperatorWrite::Expire { now, audit_before } => {
            client.execute("DELETE FROM operator_audit WHERE at < $1", &[audit_before]).await?;
            client.execute("DELETE FROM operator_records WHERE expires <= $1", &[now]).await
        }
        OperatorWrite::Audit(entry) => {
            let sql = "INSERT INTO operator_audit (at, actor, action, detail) VALUES ($1, $2, $3, $4)";
            client.execute(sql, &[&timestamp(entry.at), &entry.actor, &entry.action, &entry.detail]).await
        }
        OperatorWrite::Hide { game, hidden } => {
            client.execute("UPDATE games SET hidden = $2 WHERE id = $1", &[game, hidden]).await
        }
        OperatorWrite::Delete { game, archived } => {
            unarchive(client, archived).await?;
            client.execute("DELETE FROM games WHERE id = $1", &[game]).await
        }
        OperatorWrite::Rewrite(rows) => {
            let sql = "UPDATE games SET summary = $3 WHERE id = $1 AND version = $2";
            let found = client.execute(sql, &[&rows.game, &rows.version, &rows.summary]).await?;
            if found == 0 {
                return Ok(0);
            }
            let (versions, events): (Vec<i64>, Vec<&str>) =
                rows.events.iter().map(|(version, event)| (*version, event.as_str())).unzip();
            let sql = "UPDATE events e SET event = n.event
                 FROM unnest($2::bigint[], $3::text[]) AS n (version, event) WHERE e.game = $1 AND e.version = n.version";
            client.execute(sql, &[&rows.game, &versions, &events]).await?;
            let sql = "UPDATE archive_games SET players = $2 WHERE game = $1";
            client.execute(sql, &[&rows.game, &rows.players]).await?;
            Ok(found)
        }
        OperatorWrite::ReplaceKey { game, seat, hash } => {
            let sql = "UPDATE seats SET hash = $3 WHERE game = $1 AND seat = $2";
            client.execute(sql, &[game, seat, &hash.as_slice()]).await
        }
        OperatorWrite::Unarchive(rows) => unarchive(client, rows).await,
    }
}

/// Subtracts a game from the archive.
async fn unarchive(client: &Client, rows: &ArchiveRows) -> Result<u64, Error> {
    let keys: Vec<i64> = rows.positions.iter().map(|position| position.key as i64).collect();
    let classes: Vec<&str> = rows.positions.iter().map(|position| position.class.as_str()).collect();
    let sql = "WITH a AS (DELETE FROM archive_games WHERE game = $1 RETURNING number),
         g AS (UPDATE games SET archived = false FROM a WHERE id = $1),
         p AS (DELETE FROM archive_positions p USING a WHERE p.number = a.number AND p.key = ANY($2)),
         m AS (UPDATE archive_moves m
             SET games = m.games - 1, white = m.white - $4, black = m.black - $5, draw = m.draw - $6
             FROM a, unnest($2::bigint[], $3::text[]) AS n (key, class) WHERE m.key = n.key AND m.class = n.class)
         SELECT 1 FROM a";
    let found = client.query(sql, &[&rows.id, &keys, &classes, &rows.white, &rows.black, &rows.draw]).await?;
    if found.is_empty() {
        return Ok(0);
    }
    client.execute("DELETE FROM archive_moves WHERE key = ANY($1) AND games <= 0", &[&keys]).await?;
    Ok(1)
}

/// Returns the records of a kind.
pub(super) async fn records(client: &Client, kind: &str) -> Result<Vec<Row>, Error> {
    let sql = "SELECT kind, name, value, expires FROM operator_records WHERE kind = $1 ORDER BY name";
    client.query(sql, &[&kind]).await
}

/// Returns the last entries of the audit log before a number.
pub(super) async fn audit(client: &Client, before: i64, limit: i64) -> Result<Vec<Row>, Error> {
    let sql = "SELECT number, at, actor, action, detail FROM operator_audit WHERE number < $1
         ORDER BY number DESC LIMIT $2";
    client.query(sql, &[&before, &limit]).await
}

/// Returns stored games, most recently changed first.
pub(super) async fn games(client: &Client, query: &GameQueryParameters) -> Result<Vec<Row>, Error> {
    let sql = "SELECT summary, hidden FROM games
         WHERE ($1::text IS NULL OR status = $1) AND ($2::text IS NULL OR strpos(summary, $2) > 0)
             AND ($3::text IS NULL OR strpos(summary, $3) > 0) AND changed < $4 AND (changed, id) < ($5, $6)
         ORDER BY changed DESC, id DESC LIMIT $7";
    let GameQueryParameters { status, rules, player, changed_before, after: (changed, id), limit } = query;
    client.query(sql, &[status, rules, player, changed_before, changed, id, limit]).await
}

/// Returns a row if a game is hidden.
pub(super) async fn is_hidden(client: &Client, id: &str) -> Result<Vec<Row>, Error> {
    client.query("SELECT 1 FROM games WHERE id = $1 AND hidden", &[&id]).await
}
