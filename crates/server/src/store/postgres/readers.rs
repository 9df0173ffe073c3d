//! A pool of connections for reading, opened on demand.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Error, Statement};

use super::super::archive::{ArchivedRow, CountRow, QueryParameters};
use super::super::operator::{AuditRow, GameQueryParameters, ListedRow, RecordRow};
use super::super::rows::{decode_event, decode_key};
use super::super::{SearchError, StoredGame, Unavailable, closed};
use super::connection::{Connector, PostgresConnection, unavailable, with_timeout};
use super::{archive, heartbeat, operator};

/// Maximum number of concurrent reads.
const MAX_READERS: usize = 4;

/// Maximum number of concurrent searches in the archive.
const MAX_SEARCHERS: usize = 1;

/// A pool of connections.
pub(super) struct PostgresReaders {
    connector: Arc<Connector>,
    /// Longest time of a query.
    limit: Option<Duration>,
    permits: Semaphore,
    idle: Mutex<Vec<PostgresReader>>,
}

/// A connection with its prepared statements.
pub(super) struct PostgresReader {
    pub(super) connected: PostgresConnection,
    known: Statement,
    events: Statement,
    seats: Statement,
    list: Statement,
    fallen_flags: Statement,
}

/// Runs a query on a pooled connection. Retries once on a new connection if the pooled one was lost while idle, for example
/// by a restart of PostgreSQL.
macro_rules! reading {
    ($readers:expr, $reader:ident => $query:expr) => {{
        let readers: &PostgresReaders = $readers;
        let _permit = readers.permits.acquire().await.map_err(|_| closed())?;
        loop {
            let idle = readers.idle().pop();
            let is_new = idle.is_none();
            let $reader = match idle {
                Some(reader) => reader,
                None => PostgresReader::open(&readers.connector, readers.limit).await?,
            };
            match with_timeout($query).await {
                Ok(value) => {
                    if !readers.permits.is_closed() {
                        readers.idle().push($reader);
                    }
                    break Ok::<_, Unavailable>(value);
                }
                // A failed connection is dropped.
                Err(error) if is_new || !$reader.connected.client.is_closed() => break Err(error),
                Err(_) => {}
            }
        }
    }};
}

impl PostgresReaders {
    /// Creates a pool for games and lists.
    pub(super) fn new(connector: Arc<Connector>) -> PostgresReaders {
        PostgresReaders { connector, limit: None, permits: Semaphore::new(MAX_READERS), idle: Mutex::default() }
    }

    /// Creates a pool for searches, for which games do not wait, with a time limit.
    pub(super) fn for_searches(connector: Arc<Connector>, limit: Duration) -> PostgresReaders {
        let permits = Semaphore::new(MAX_SEARCHERS);
        PostgresReaders { connector, limit: Some(limit), permits, idle: Mutex::default() }
    }

    /// Waits for a search; fails if its query was ended by the time limit, or it waits for others that long.
    async fn search<T>(&self, query: impl Future<Output = Result<Option<T>, Unavailable>>) -> Result<T, SearchError> {
        // PostgreSQL ends a query by itself.
        let patience = 2 * self.limit.unwrap_or_default();
        let found = tokio::time::timeout(patience, query).await.map_err(|_| SearchError::TimeLimit)?;
        found?.ok_or(SearchError::TimeLimit)
    }

    /// Returns a game's log after a version, and all its keys.
    pub(super) async fn read(&self, id: &str, after: i64) -> Result<Option<StoredGame>, Unavailable> {
        let rows = reading!(self, reader => reader.read(id, after))?;
        let Some((events, keys)) = rows else { return Ok(None) };
        let event = |row: &tokio_postgres::Row| {
            let (version, at) = (field(row, 0)?, field(row, 1)?);
            decode_event(id, version, at, field(row, 2)?)
        };
        let key = |row: &tokio_postgres::Row| decode_key(id, field(row, 0)?, field(row, 1)?);
        Ok(Some(StoredGame {
            events: events.iter().map(event).collect::<Result<_, _>>()?,
            keys: keys.iter().map(key).collect::<Result<_, _>>()?,
        }))
    }

    /// Returns the summaries of public games with a status after a position, most recently changed first.
    pub(super) async fn list_after(
        &self,
        status: &str,
        changed: i64,
        id: &str,
        limit: i64,
    ) -> Result<Vec<String>, Unavailable> {
        let rows = reading!(self, reader => reader.connected.client
            .query(&reader.list, &[&status, &changed, &id, &limit]))?;
        rows.iter().map(|row| field(row, 0)).collect()
    }

    /// Returns the IDs of games whose flag has fallen, earliest first.
    pub(super) async fn fallen_flags(&self, now: i64, limit: i64) -> Result<Vec<String>, Unavailable> {
        let rows = reading!(self, reader => reader.connected.client.query(&reader.fallen_flags, &[&now, &limit]))?;
        rows.iter().map(|row| field(row, 0)).collect()
    }

    /// Returns the IDs of games in progress without a flag time that last changed before a time.
    pub(super) async fn idle_games(&self, changed_before: i64, limit: i64) -> Result<Vec<String>, Unavailable> {
        let query = "SELECT id FROM games WHERE status = 'playing' AND flag IS NULL AND changed < $1
                     ORDER BY changed LIMIT $2";
        let rows = reading!(self, reader => reader.connected.client.query(query, &[&changed_before, &limit]))?;
        rows.iter().map(|row| field(row, 0)).collect()
    }

    /// Returns the IDs of games to archive.
    pub(super) async fn to_archive(&self, limit: i64) -> Result<Vec<String>, Unavailable> {
        let rows = reading!(self, reader => archive::to_archive(&reader.connected.client, limit))?;
        rows.iter().map(|row| field(row, 0)).collect()
    }

    /// Returns the counts of a position by class of moves.
    pub(super) async fn counts(&self, key: i64) -> Result<Vec<CountRow>, SearchError> {
        let query =
            async { reading!(self, reader => unless_cancelled(archive::counts(&reader.connected.client, key))) };
        let rows = self.search(query).await?;
        let count =
            |row| Ok((field(row, 0)?, field(row, 1)?, field(row, 2)?, field(row, 3)?, field(row, 4)?, field(row, 5)?));
        rows.iter().map(count).collect()
    }

    /// Returns archived games, the last archived first.
    pub(super) async fn archived(&self, query: &QueryParameters) -> Result<Vec<ArchivedRow>, SearchError> {
        let query =
            async { reading!(self, reader => unless_cancelled(archive::archived(&reader.connected.client, query))) };
        let rows = self.search(query).await?;
        rows.iter().map(|row| Ok((field(row, 0)?, field(row, 1)?, field(row, 2)?))).collect()
    }

    /// Returns whether a game is in the archive.
    pub(super) async fn is_archived(&self, id: &str) -> Result<bool, Unavailable> {
        let rows = reading!(self, reader => archive::is_archived(&reader.connected.client, id))?;
        Ok(!rows.is_empty())
    }

    /// Returns the records of a kind.
    pub(super) async fn records(&self, kind: &str) -> Result<Vec<RecordRow>, Unavailable> {
        let rows = reading!(self, reader => operator::records(&reader.connected.client, kind))?;
        rows.iter().map(|row| Ok((field(row, 0)?, field(row, 1)?, field(row, 2)?, field(row, 3)?))).collect()
    }

    /// Returns the last entries of the audit log before a number.
    pub(super) async fn audit(&self, before: i64, limit: i64) -> Result<Vec<AuditRow>, Unavailable> {
        let rows = reading!(self, reader => operator::audit(&reader.connected.client, before, limit))?;
        let entry = |row| Ok((field(row, 0)?, field(row, 1)?, field(row, 2)?, field(row, 3)?, field(row, 4)?));
        rows.iter().map(entry).collect()
    }

    /// Returns stored games, most recently changed first.
    pub(super) async fn games(&self, query: &GameQueryParameters) -> Result<Vec<ListedRow>, Unavailable> {
        let rows = reading!(self, reader => operator::games(&reader.connected.client, query))?;
        rows.iter().map(|row| Ok((field(row, 0)?, field(row, 1)?))).collect()
    }

    /// Returns whether a game is hidden.
    pub(super) async fn is_hidden(&self, id: &str) -> Result<bool, Unavailable> {
        let rows = reading!(self, reader => operator::is_hidden(&reader.connected.client, id))?;
        Ok(!rows.is_empty())
    }

    /// Returns the size of the database, in bytes.
    pub(super) async fn database_size(&self) -> Result<i64, Unavailable> {
        let sql = "SELECT pg_database_size(current_database())";
        let row = reading!(self, reader => reader.connected.client.query_one(sql, &[]))?;
        field(&row, 0)
    }

    /// Returns the last heartbeat of each node.
    pub(super) async fn heartbeats(&self) -> Result<Vec<(String, i64)>, Unavailable> {
        let rows = reading!(self, reader => heartbeat::heartbeats(&reader.connected.client))?;
        rows.iter().map(|row| Ok((field(row, 0)?, field(row, 1)?))).collect()
    }

    /// Returns the last outages.
    pub(super) async fn outages(&self, limit: i64) -> Result<Vec<(i64, i64)>, Unavailable> {
        let rows = reading!(self, reader => heartbeat::outages(&reader.connected.client, limit))?;
        rows.iter().map(|row| Ok((field(row, 0)?, field(row, 1)?))).collect()
    }

    /// Returns the time of the database.
    pub(super) async fn time(&self) -> Result<i64, Unavailable> {
        let row = reading!(self, reader => heartbeat::time(&reader.connected.client))?;
        field(&row, 0)
    }

    /// Closes the pool.
    pub(super) fn close(&self) {
        self.permits.close();
        self.idle().clear();
    }

    fn idle(&self) -> MutexGuard<'_, Vec<PostgresReader>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns `None` if PostgreSQL ended a query by its time limit.
async fn unless_cancelled<T>(query: impl Future<Output = Result<T, Error>>) -> Result<Option<T>, Error> {
    match query.await {
        Err(error) if error.code() == Some(&SqlState::QUERY_CANCELED) => Ok(None),
        answer => answer.map(Some),
    }
}

/// Returns a column of a row.
pub(super) fn field<'a, T: tokio_postgres::types::FromSql<'a>>(
    row: &'a tokio_postgres::Row,
    index: usize,
) -> Result<T, Unavailable> {
    row.try_get(index).map_err(|error| unavailable(&error))
}

type PostgresRows = Vec<tokio_postgres::Row>;

impl PostgresReader {
    pub(super) async fn open(connector: &Connector, limit: Option<Duration>) -> Result<PostgresReader, Unavailable> {
        let connected = connector.connect(None).await?;
        let client = &connected.client;
        if let Some(limit) = limit {
            with_timeout(client.batch_execute(&format!("SET statement_timeout = {}", limit.as_millis()))).await?;
        }
        let prepared = async {
            tokio::try_join!(
                client.prepare("SELECT 1 FROM games WHERE id = $1"),
                client
                    .prepare("SELECT version, at, event FROM events WHERE game = $1 AND version > $2 ORDER BY version"),
                client.prepare("SELECT seat, hash FROM seats WHERE game = $1 ORDER BY seat"),
                client.prepare(
                    "SELECT summary FROM games WHERE public AND NOT hidden AND status = $1
                     AND changed <= $2 AND (changed, id) < ($2, $3) ORDER BY changed DESC, id DESC LIMIT $4"
                ),
                client.prepare(
                    "SELECT id FROM games WHERE status = 'playing' AND flag IS NOT NULL AND flag <= $1
                     ORDER BY flag LIMIT $2"
                ),
            )
        };
        let (known, events, seats, list, fallen_flags) = with_timeout(prepared).await?;
        Ok(PostgresReader { connected, known, events, seats, list, fallen_flags })
    }

    /// Returns the rows of a game after a version, in one snapshot. Pipelined, so that it takes one round trip.
    async fn read(&self, id: &str, after: i64) -> Result<Option<(PostgresRows, PostgresRows)>, Error> {
        let client = &self.connected.client;
        let id: &(dyn tokio_postgres::types::ToSql + Sync) = &id;
        let (begun, known, events, seats, ended) = tokio::join!(
            biased;
            client.batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
            client.query(&self.known, std::slice::from_ref(&id)),
            async { client.query(&self.events, &[id, &after]).await },
            client.query(&self.seats, std::slice::from_ref(&id)),
            client.batch_execute("COMMIT"),
        );
        begun?;
        let (known, events, seats) = (known?, events?, seats?);
        ended?;
        Ok((!known.is_empty()).then_some((events, seats)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_are_ended_in_time() {
        let Some(url) = halfboard_pgtest::fresh_database() else { return };
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        runtime.expect("a runtime").block_on(async {
            drop(crate::store::Store::open(&url).await.expect("migrated"));
            let connector = Arc::new(Connector::parse(&url).expect("a URL"));
            let pool = PostgresReaders::for_searches(connector, Duration::from_millis(500));
            let sleep = async |seconds: &str| {
                let sql = format!("SELECT pg_sleep({seconds})");
                let query =
                    async { reading!(&pool, reader => unless_cancelled(reader.connected.client.batch_execute(&sql))) };
                pool.search(query).await
            };
            assert_eq!(sleep("60").await, Err(SearchError::TimeLimit));
            assert_eq!(sleep("0").await, Ok(()), "the connection is fine");
            let waiting = tokio::join!(sleep("60"), sleep("60"), sleep("60"));
            let limit = Err(SearchError::TimeLimit);
            assert_eq!(waiting, (limit.clone(), limit.clone(), limit));
        });
    }
}
