//! Bringing the database to the schema of this program. Nodes that start at once wait for each other.

use tokio_postgres::Client;

use super::super::{OpenError, schema};
use super::connect::words;

/// A number that nobody else locks: the letters "halfboar".
const LOCK: i64 = 0x6861_6c66_626f_6172;

/// Does all steps that were not done yet, each in a transaction.
pub(super) async fn run(client: &mut Client) -> Result<(), OpenError> {
    while step(client).await? {}
    Ok(())
}

async fn step(client: &mut Client) -> Result<bool, OpenError> {
    let said = |error: tokio_postgres::Error| OpenError(words(&error));
    let transaction = client.transaction().await.map_err(said)?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await.map_err(said)?;
    // Asked first, since even "if not exists" needs the right to make tables.
    let known = transaction.query_one("SELECT to_regclass('migrations') IS NOT NULL", &[]).await.map_err(said)?;
    let known: bool = known.try_get(0).map_err(said)?;
    let mut done: Vec<(i64, String)> = Vec::new();
    if known {
        let query = "SELECT number, checksum FROM migrations ORDER BY number";
        for row in transaction.query(query, &[]).await.map_err(said)? {
            done.push((row.try_get(0).map_err(said)?, row.try_get(1).map_err(said)?));
        }
    }
    let Some(step) = schema::next(schema::POSTGRES, &done)? else { return Ok(false) };
    if !known {
        transaction.batch_execute(schema::TABLE).await.map_err(said)?;
    }
    transaction.batch_execute(step.sql).await.map_err(said)?;
    let record = "INSERT INTO migrations (number, name, checksum) VALUES ($1, $2, $3)";
    transaction.execute(record, &[&step.number, &step.name, &step.checksum()]).await.map_err(said)?;
    transaction.commit().await.map_err(said)?;
    tracing::info!(step = step.number, name = step.name, "the database's schema was brought forward");
    Ok(true)
}
