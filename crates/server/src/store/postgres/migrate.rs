//! Schema migrations. An advisory lock serializes nodes that start at the same time.

use tokio_postgres::Client;

use super::super::{OpenError, schema};
use super::connection::describe;

/// Key of the advisory lock: the letters "halfboar".
const LOCK: i64 = 0x6861_6c66_626f_6172;

/// Applies all pending migrations, each in a transaction.
pub(super) async fn run(client: &mut Client) -> Result<(), OpenError> {
    while migrate_one(client).await? {}
    Ok(())
}

/// Applies the next migration; returns whether there was one.
async fn migrate_one(client: &mut Client) -> Result<bool, OpenError> {
    let failed = |error: tokio_postgres::Error| OpenError(describe(&error));
    let transaction = client.transaction().await.map_err(failed)?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await.map_err(failed)?;
    // Checked first, since even "if not exists" needs the privilege to create tables.
    let tables = "SELECT to_regclass('migrations') IS NOT NULL, to_regclass('upgrades') IS NOT NULL";
    let tables = transaction.query_one(tables, &[]).await.map_err(failed)?;
    let (known, upgraded): (bool, bool) = (tables.try_get(0).map_err(failed)?, tables.try_get(1).map_err(failed)?);
    let mut applied = Vec::new();
    if known {
        let query = if upgraded { schema::APPLIED } else { schema::APPLIED_FIRST };
        for row in transaction.query(query, &[]).await.map_err(failed)? {
            applied.push(schema::AppliedMigration {
                number: row.try_get(0).map_err(failed)?,
                checksum: row.try_get(1).map_err(failed)?,
                oldest: row.try_get(2).map_err(failed)?,
            });
        }
    }
    let Some(migration) = schema::next(schema::POSTGRES, &applied)? else { return Ok(false) };
    if !known || !upgraded {
        transaction.batch_execute(schema::TABLES).await.map_err(failed)?;
    }
    transaction.batch_execute(migration.sql).await.map_err(failed)?;
    let (number, name, checksum) = (&migration.number, &migration.name, &migration.checksum());
    let recorded = if *number > schema::FIRST_RELEASE {
        let record = "INSERT INTO upgrades (number, name, checksum, oldest) VALUES ($1, $2, $3, $4)";
        transaction.execute(record, &[number, name, checksum, &migration.oldest]).await
    } else {
        let record = "INSERT INTO migrations (number, name, checksum) VALUES ($1, $2, $3)";
        transaction.execute(record, &[number, name, checksum]).await
    };
    recorded.map_err(failed)?;
    transaction.commit().await.map_err(failed)?;
    tracing::info!(migration = migration.number, name = migration.name, "applied migration");
    Ok(true)
}
