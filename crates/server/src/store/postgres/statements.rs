//! What is written, in SQL: each write is one statement, so that many can be on their way at once. Rows of several tables
//! go as arrays of their columns.

use tokio_postgres::{Client, Error, Statement};

use super::super::Unavailable;
use super::super::columns::{AppendColumns, EventColumns, GameColumns, RowColumns, Write};
use super::connect::{Connected, within};

/// What follows `u`: without a row in `u` nothing is inserted.
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

const FORGET: &str = "DELETE FROM games WHERE status = 'open' AND created < $1";

/// The statements, prepared on a connection.
pub(super) struct Statements {
    create: Statement,
    append: Statement,
    forget: Statement,
}

impl Statements {
    pub(super) async fn prepare(connected: &Connected) -> Result<Statements, Unavailable> {
        let client = &connected.client;
        let prepare = async || {
            Ok(Statements {
                create: client.prepare(CREATE).await?,
                append: client.prepare(APPEND).await?,
                forget: client.prepare(FORGET).await?,
            })
        };
        within(prepare()).await
    }

    /// Sends a write. Says how many rows it changed: none when it does not follow.
    pub(super) async fn send(&self, client: &Client, write: &Write) -> Result<u64, Error> {
        match write {
            Write::Create(game) => self.create(client, game).await,
            Write::Append(append) => self.append(client, append).await,
            Write::Forget(created_before) => client.execute(&self.forget, &[created_before]).await,
            Write::Check => client.batch_execute("").await.map(|()| 0),
        }
    }

    /// Sends a new game.
    pub(super) async fn create(&self, client: &Client, game: &GameColumns) -> Result<u64, Error> {
        let rows = Rows::of(None, Some(game));
        client.execute(&self.create, &rows.parameters()).await
    }

    async fn append(&self, client: &Client, append: &AppendColumns) -> Result<u64, Error> {
        let rows = Rows::of(Some(append), append.begins.as_ref());
        let RowColumns { id, version, status, public, created: _, changed, flag, summary } = &append.row;
        let row: [Parameter<'_>; 8] = [id, &append.after, version, status, public, changed, flag, summary];
        client.execute(&self.append, &[&rows.parameters()[..], &row].concat()).await
    }
}

type Parameter<'a> = &'a (dyn tokio_postgres::types::ToSql + Sync);

/// New rows of all tables, column by column.
#[derive(Default)]
struct Rows<'a> {
    games: (Vec<&'a str>, Vec<i64>, Vec<&'a str>, Vec<bool>, Vec<i64>, Vec<i64>, Vec<Option<i64>>, Vec<&'a str>),
    seats: (Vec<&'a str>, Vec<i64>, Vec<&'a [u8]>),
    events: (Vec<&'a str>, Vec<i64>, Vec<i64>, Vec<Option<i64>>, Vec<Option<i64>>, Vec<&'a str>),
}

impl<'a> Rows<'a> {
    fn of(append: Option<&'a AppendColumns>, game: Option<&'a GameColumns>) -> Rows<'a> {
        let mut rows = Rows::default();
        if let Some(append) = append {
            rows.log(&append.row.id, &append.events, &append.keys);
        }
        if let Some(game) = game {
            let RowColumns { id, version, status, public, created, changed, flag, summary } = &game.row;
            let columns = &mut rows.games;
            columns.0.push(id);
            columns.1.push(*version);
            columns.2.push(status);
            columns.3.push(*public);
            columns.4.push(*created);
            columns.5.push(*changed);
            columns.6.push(*flag);
            columns.7.push(summary);
            rows.log(id, &game.events, &game.keys);
        }
        rows
    }

    fn log(&mut self, id: &'a str, events: &'a [EventColumns], keys: &'a [(i64, [u8; 32])]) {
        for EventColumns { version, at, line, ply, event } in events {
            let columns = &mut self.events;
            columns.0.push(id);
            columns.1.push(*version);
            columns.2.push(*at);
            columns.3.push(*line);
            columns.4.push(*ply);
            columns.5.push(event);
        }
        for (seat, hash) in keys {
            self.seats.0.push(id);
            self.seats.1.push(*seat);
            self.seats.2.push(hash);
        }
    }

    fn parameters(&self) -> [Parameter<'_>; 17] {
        let (games, seats, events) = (&self.games, &self.seats, &self.events);
        [
            &games.0, &games.1, &games.2, &games.3, &games.4, &games.5, &games.6, &games.7, //
            &seats.0, &seats.1, &seats.2, //
            &events.0, &events.1, &events.2, &events.3, &events.4, &events.5,
        ]
    }
}
