//! SQL of writes. Each write is one statement, so that writes can be pipelined. Rows of several tables are passed as arrays
//! of column values.

use tokio_postgres::{Client, Error, Statement};

use super::super::Unavailable;
use super::super::rows::{AppendRows, EventRow, GameRow, NewGameRows, WriteOp};
use super::connection::{PostgresConnection, with_timeout};
use super::{archive, heartbeat, operator};

/// The inserts of a statement; nothing is inserted unless the CTE `u` has a row.
macro_rules! insert {
    ($before:literal) => {
        concat!(
            $before,
            " g AS (INSERT INTO games (id, version, status, public, created, changed, flag, summary)
                 SELECT n.* FROM u, unnest($1::text[], $2::bigint[], $3::text[], $4::boolean[], $5::bigint[],
                                           $6::bigint[], $7::bigint[], $8::text[]) AS n),
             s AS (INSERT INTO seats (game, seat, hash)
                 SELECT n.* FROM u, unnest($9::text[], $10::bigint[], $11::bytea[]) AS n)
             INSERT INTO events (game, version, at, line, ply, event)
                 SELECT n.* FROM u, unnest($12::text[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[],
                                           $17::text[]) AS n"
        )
    };
}

const CREATE: &str = insert!("WITH u AS (SELECT 1),");

const APPEND: &str = insert!(
    "WITH u AS (UPDATE games SET version = $20, status = $21, public = $22, changed = $23, flag = $24, summary = $25
         WHERE id = $18 AND version = $19 RETURNING 1),"
);

const DELETE_OPEN: &str = "DELETE FROM games WHERE status = 'open' AND created < $1";

/// Prepared statements of a connection.
pub(super) struct Statements {
    create: Statement,
    append: Statement,
    delete_open: Statement,
    archive: Statement,
    heartbeat: Statement,
}

impl Statements {
    pub(super) async fn prepare(connected: &PostgresConnection) -> Result<Statements, Unavailable> {
        let client = &connected.client;
        let prepare = async || {
            Ok(Statements {
                create: client.prepare(CREATE).await?,
                append: client.prepare(APPEND).await?,
                delete_open: client.prepare(DELETE_OPEN).await?,
                archive: client.prepare(archive::ARCHIVE).await?,
                heartbeat: client.prepare(heartbeat::BEAT).await?,
            })
        };
        with_timeout(prepare()).await
    }

    /// Sends a write and returns the number of changed rows: zero if an append conflicts.
    pub(super) async fn send(&self, client: &Client, write: &WriteOp) -> Result<u64, Error> {
        match write {
            WriteOp::Create(game) => self.create(client, game).await,
            WriteOp::Append(append) => self.append(client, append).await,
            WriteOp::DeleteOpen(created_before) => client.execute(&self.delete_open, &[created_before]).await,
            WriteOp::Archive(game) => archive::archive(client, &self.archive, game).await,
            WriteOp::Heartbeat(rows) => heartbeat::beat(client, &self.heartbeat, rows).await,
            WriteOp::Operator(change) => operator::write(client, change).await,
            WriteOp::Check => client.batch_execute("").await.map(|()| 0),
        }
    }

    /// Inserts a game.
    pub(super) async fn create(&self, client: &Client, game: &NewGameRows) -> Result<u64, Error> {
        let rows = ColumnArrays::new(None, Some(game));
        client.execute(&self.create, &rows.parameters()).await
    }

    async fn append(&self, client: &Client, append: &AppendRows) -> Result<u64, Error> {
        let rows = ColumnArrays::new(Some(append), append.rematch.as_ref());
        let GameRow { id, version, status, public, created: _, changed, flag, summary } = &append.row;
        let row: [Parameter<'_>; 8] = [id, &append.after, version, status, public, changed, flag, summary];
        client.execute(&self.append, &[&rows.parameters()[..], &row].concat()).await
    }
}

type Parameter<'a> = &'a (dyn tokio_postgres::types::ToSql + Sync);

/// Rows to insert into all tables, as arrays of column values.
#[derive(Default)]
struct ColumnArrays<'a> {
    games: GameColumns<'a>,
    seats: SeatColumns<'a>,
    events: EventColumns<'a>,
}

#[derive(Default)]
struct GameColumns<'a> {
    id: Vec<&'a str>,
    version: Vec<i64>,
    status: Vec<&'a str>,
    public: Vec<bool>,
    created: Vec<i64>,
    changed: Vec<i64>,
    flag: Vec<Option<i64>>,
    summary: Vec<&'a str>,
}

#[derive(Default)]
struct SeatColumns<'a> {
    game: Vec<&'a str>,
    seat: Vec<i64>,
    hash: Vec<&'a [u8]>,
}

#[derive(Default)]
struct EventColumns<'a> {
    game: Vec<&'a str>,
    version: Vec<i64>,
    at: Vec<i64>,
    line: Vec<Option<i64>>,
    ply: Vec<Option<i64>>,
    event: Vec<&'a str>,
}

impl<'a> ColumnArrays<'a> {
    fn new(append: Option<&'a AppendRows>, game: Option<&'a NewGameRows>) -> ColumnArrays<'a> {
        let mut rows = ColumnArrays::default();
        if let Some(append) = append {
            rows.push_log(&append.row.id, &append.events, &append.keys);
        }
        if let Some(game) = game {
            let columns = &mut rows.games;
            columns.id.push(&game.row.id);
            columns.version.push(game.row.version);
            columns.status.push(game.row.status);
            columns.public.push(game.row.public);
            columns.created.push(game.row.created);
            columns.changed.push(game.row.changed);
            columns.flag.push(game.row.flag);
            columns.summary.push(&game.row.summary);
            rows.push_log(&game.row.id, &game.events, &game.keys);
        }
        rows
    }

    fn push_log(&mut self, id: &'a str, events: &'a [EventRow], keys: &'a [(i64, [u8; 32])]) {
        for event in events {
            self.events.game.push(id);
            self.events.version.push(event.version);
            self.events.at.push(event.at);
            self.events.line.push(event.line);
            self.events.ply.push(event.ply);
            self.events.event.push(&event.event);
        }
        for (seat, hash) in keys {
            self.seats.game.push(id);
            self.seats.seat.push(*seat);
            self.seats.hash.push(hash);
        }
    }

    /// Returns the parameters in the order of the statements.
    fn parameters(&self) -> [Parameter<'_>; 17] {
        let GameColumns { id, version, status, public, created, changed, flag, summary } = &self.games;
        let SeatColumns { game: of_seat, seat, hash } = &self.seats;
        let EventColumns { game: of_event, version: number, at, line, ply, event } = &self.events;
        [
            id, version, status, public, created, changed, flag, summary, of_seat, seat, hash, of_event, number, at,
            line, ply, event,
        ]
    }
}
