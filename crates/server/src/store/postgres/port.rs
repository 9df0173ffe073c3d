//! All games out of the database, and into an empty one.

use tokio::sync::mpsc;
use tokio_postgres::Client;

use super::super::backup::{self, BackupError, Restored};
use super::super::columns::{read_event, read_key};
use super::super::{Kept, Unavailable};
use super::Postgres;
use super::connect::{unavailable, words};
use super::reads::field;
use super::statements::Statements;

/// So many games are read at a time.
const PAGE: i64 = 100;

impl Postgres {
    /// Sends every game as a line, all of one moment.
    pub(in super::super) async fn export(&self, lines: mpsc::Sender<String>) -> Result<u64, Unavailable> {
        let connected = self.0.address.connect(None).await?;
        let client = &connected.client;
        let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        client.batch_execute(begin).await.map_err(|error| unavailable(&error))?;
        let (mut count, mut last) = (0, String::new());
        loop {
            let page = page(client, &last).await?;
            let Some((name, _)) = page.last() else { return Ok(count) };
            last.clone_from(name);
            for (name, kept) in page {
                let Ok(id) = name.parse() else { continue };
                // Nobody takes lines any more when the file failed, and that is said.
                if lines.send(backup::line(id, kept)).await.is_err() {
                    return Ok(count);
                }
                count += 1;
            }
        }
    }

    /// Writes games into a database that has none, all or nothing.
    pub(in super::super) async fn import(&self, mut games: mpsc::Receiver<Restored>) -> Result<(), BackupError> {
        let failed = |error: tokio_postgres::Error| BackupError(words(&error));
        let mut connected = self.0.address.connect(None).await?;
        let statements = Statements::prepare(&connected).await?;
        let transaction = connected.client.transaction().await.map_err(failed)?;
        transaction.batch_execute("LOCK TABLE games IN SHARE ROW EXCLUSIVE MODE").await.map_err(failed)?;
        let count = transaction.query_one("SELECT count(*) FROM games", &[]).await.map_err(failed)?;
        let count: i64 = field(&count, 0)?;
        if count > 0 {
            return Err(BackupError(format!(
                "The database has {count} games already; a backup is restored into an empty one."
            )));
        }
        while let Some(next) = games.recv().await {
            match next {
                Restored::Game(game) => {
                    let created = statements.create(transaction.client(), &game).await;
                    created.map_err(|error| BackupError(format!("Game {}: {}", game.row.id, words(&error))))?;
                }
                Restored::All => return transaction.commit().await.map_err(failed),
            }
        }
        // The file was not whole: the transaction is undone, and whoever reads the file says why.
        transaction.rollback().await.map_err(failed)
    }
}

/// The games whose names follow this one.
async fn page(client: &Client, after: &str) -> Result<Vec<(String, Kept)>, Unavailable> {
    let failed = |error: tokio_postgres::Error| unavailable(&error);
    let names = "SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2";
    let rows = client.query(names, &[&after, &PAGE]).await.map_err(failed)?;
    let names = rows.iter().map(|row| field(row, 0)).collect::<Result<Vec<String>, _>>()?;
    let mut page: Vec<(String, Kept)> =
        names.iter().map(|name| (name.clone(), Kept { events: Vec::new(), keys: Vec::new() })).collect();
    let events = "SELECT game, version, at, event FROM events WHERE game = ANY($1) ORDER BY game, version";
    let mut games = page.iter_mut().peekable();
    for row in client.query(events, &[&names]).await.map_err(failed)? {
        let name: &str = field(&row, 0)?;
        while games.next_if(|(game, _)| game != name).is_some() {}
        if let Some((_, kept)) = games.peek_mut() {
            kept.events.push(read_event(name, field(&row, 1)?, field(&row, 2)?, field(&row, 3)?)?);
        }
    }
    let seats = "SELECT game, seat, hash FROM seats WHERE game = ANY($1) ORDER BY game, seat";
    let mut games = page.iter_mut().peekable();
    for row in client.query(seats, &[&names]).await.map_err(failed)? {
        let name: &str = field(&row, 0)?;
        while games.next_if(|(game, _)| game != name).is_some() {}
        if let Some((_, kept)) = games.peek_mut() {
            kept.keys.push(read_key(name, field(&row, 1)?, field(&row, 2)?)?);
        }
    }
    Ok(page)
}
