//! A few connections that read, opened when they are needed.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Semaphore;
use tokio_postgres::{Error, Statement};

use super::super::columns::{read_event, read_key};
use super::super::{Kept, Unavailable, closed};
use super::connect::{Address, Connected, unavailable, within};

/// So many reads happen at a time.
const READERS: usize = 4;

/// The connections.
pub(super) struct Readers {
    address: Arc<Address>,
    permits: Semaphore,
    idle: Mutex<Vec<Reader>>,
}

/// A connection with its statements.
pub(super) struct Reader {
    pub(super) connected: Connected,
    known: Statement,
    events: Statement,
    seats: Statement,
    list: Statement,
    due: Statement,
}

/// Reads with a connection. Once more with a new one where it was lost meanwhile: PostgreSQL may have been started anew
/// while it was idle, and reading twice does no harm.
macro_rules! reading {
    ($readers:expr, $reader:ident => $query:expr) => {{
        let readers: &Readers = $readers;
        let _permit = readers.permits.acquire().await.map_err(|_| closed())?;
        loop {
            let idle = readers.idle().pop();
            let is_new = idle.is_none();
            let $reader = match idle {
                Some(reader) => reader,
                None => Reader::open(&readers.address).await?,
            };
            match within($query).await {
                Ok(value) => {
                    if !readers.permits.is_closed() {
                        readers.idle().push($reader);
                    }
                    break Ok::<_, Unavailable>(value);
                }
                // A connection that failed is dropped here.
                Err(problem) if is_new || !$reader.connected.client.is_closed() => break Err(problem),
                Err(_) => {}
            }
        }
    }};
}

impl Readers {
    pub(super) fn new(address: Arc<Address>) -> Readers {
        Readers { address, permits: Semaphore::new(READERS), idle: Mutex::default() }
    }

    /// Reads a game's log after a version, and all its keys.
    pub(super) async fn read(&self, id: &str, after: i64) -> Result<Option<Kept>, Unavailable> {
        let rows = reading!(self, reader => reader.read(id, after))?;
        let Some((events, keys)) = rows else { return Ok(None) };
        let event = |row: &tokio_postgres::Row| {
            let (version, at) = (field(row, 0)?, field(row, 1)?);
            read_event(id, version, at, field(row, 2)?)
        };
        let key = |row: &tokio_postgres::Row| read_key(id, field(row, 0)?, field(row, 1)?);
        Ok(Some(Kept {
            events: events.iter().map(event).collect::<Result<_, _>>()?,
            keys: keys.iter().map(key).collect::<Result<_, _>>()?,
        }))
    }

    /// The rows of public games of a status, the last changed first.
    pub(super) async fn list(&self, status: &str, limit: i64) -> Result<Vec<String>, Unavailable> {
        let rows = reading!(self, reader => reader.connected.client.query(&reader.list, &[&status, &limit]))?;
        rows.iter().map(|row| field(row, 0)).collect()
    }

    /// The names of games whose flag has fallen, the first first.
    pub(super) async fn due(&self, now: i64, limit: i64) -> Result<Vec<String>, Unavailable> {
        let rows = reading!(self, reader => reader.connected.client.query(&reader.due, &[&now, &limit]))?;
        rows.iter().map(|row| field(row, 0)).collect()
    }

    /// Nobody reads any more.
    pub(super) fn close(&self) {
        self.permits.close();
        self.idle().clear();
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Reader>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A column of a row.
pub(super) fn field<'a, T: tokio_postgres::types::FromSql<'a>>(
    row: &'a tokio_postgres::Row,
    index: usize,
) -> Result<T, Unavailable> {
    row.try_get(index).map_err(|error| unavailable(&error))
}

type Rows = Vec<tokio_postgres::Row>;

impl Reader {
    pub(super) async fn open(address: &Address) -> Result<Reader, Unavailable> {
        let connected = address.connect(None).await?;
        let client = &connected.client;
        let prepared = async {
            tokio::try_join!(
                client.prepare("SELECT 1 FROM games WHERE id = $1"),
                client
                    .prepare("SELECT version, at, event FROM events WHERE game = $1 AND version > $2 ORDER BY version"),
                client.prepare("SELECT seat, hash FROM seats WHERE game = $1 ORDER BY seat"),
                client.prepare("SELECT summary FROM games WHERE public AND status = $1 ORDER BY changed DESC LIMIT $2"),
                client.prepare(
                    "SELECT id FROM games WHERE status = 'playing' AND flag IS NOT NULL AND flag <= $1
                     ORDER BY flag LIMIT $2"
                ),
            )
        };
        let (known, events, seats, list, due) = within(prepared).await?;
        Ok(Reader { connected, known, events, seats, list, due })
    }

    /// All rows of a game after a version, in one snapshot: events and keys belong together. Sent at once, so that it takes
    /// one round trip.
    async fn read(&self, id: &str, after: i64) -> Result<Option<(Rows, Rows)>, Error> {
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
