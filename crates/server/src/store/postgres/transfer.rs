//! Export and import of all games.

use tokio::sync::mpsc;
use tokio_postgres::Client;

use super::super::backup::{BackupError, ExportedGame, ImportItem};
use super::super::operator::OperatorWrite;
use super::super::rows::{decode_event, decode_key};
use super::super::{StoredGame, Unavailable};
use super::connection::{describe, unavailable};
use super::readers::field;
use super::statements::Statements;
use super::{Postgres, operator};

/// Number of games read at a time.
const PAGE_SIZE: i64 = 100;

impl Postgres {
    /// Sends a snapshot of all games for a backup.
    pub(in super::super) async fn export(&self, games: mpsc::Sender<ExportedGame>) -> Result<u64, Unavailable> {
        let connected = self.0.connector.connect(None).await?;
        let client = &connected.client;
        let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        client.batch_execute(begin).await.map_err(|error| unavailable(&error))?;
        let (mut count, mut last) = (0, String::new());
        loop {
            let page = page(client, &last).await?;
            let Some((name, ..)) = page.last() else { return Ok(count) };
            last.clone_from(name);
            for (name, stored, hidden) in page {
                let Ok(id) = name.parse() else { continue };
                // The receiver is gone if writing the file failed, which is reported.
                if games.send(ExportedGame::new(id, stored, hidden)).await.is_err() {
                    return Ok(count);
                }
                count += 1;
            }
        }
    }

    /// Imports games into an empty database, all or nothing.
    pub(in super::super) async fn import(&self, mut games: mpsc::Receiver<ImportItem>) -> Result<(), BackupError> {
        let failed = |error: tokio_postgres::Error| BackupError(describe(&error));
        let mut connected = self.0.connector.connect(None).await?;
        let statements = Statements::prepare(&connected).await?;
        let transaction = connected.client.transaction().await.map_err(failed)?;
        transaction.batch_execute("LOCK TABLE games IN SHARE ROW EXCLUSIVE MODE").await.map_err(failed)?;
        let count = transaction.query_one("SELECT count(*) FROM games", &[]).await.map_err(failed)?;
        let count: i64 = field(&count, 0)?;
        if count > 0 {
            return Err(BackupError(format!("the database already has {count} games; restore into an empty one")));
        }
        while let Some(next) = games.recv().await {
            match next {
                ImportItem::Game { rows, hidden } => {
                    let created = statements.create(transaction.client(), &rows).await;
                    created.map_err(|error| BackupError(format!("game {}: {}", rows.row.id, describe(&error))))?;
                    if hidden {
                        let hide = OperatorWrite::Hide { game: rows.row.id.clone(), hidden };
                        operator::write(transaction.client(), &hide).await.map_err(failed)?;
                    }
                }
                ImportItem::Commit => return transaction.commit().await.map_err(failed),
            }
        }
        // The backup is incomplete: the transaction is rolled back, and the parser reports why.
        transaction.rollback().await.map_err(failed)
    }
}

/// Returns the next page of games with whether they are hidden, in the order of their IDs.
async fn page(client: &Client, after: &str) -> Result<Vec<(String, StoredGame, bool)>, Unavailable> {
    let failed = |error: tokio_postgres::Error| unavailable(&error);
    let names = "SELECT id, hidden FROM games WHERE id > $1 ORDER BY id LIMIT $2";
    let rows = client.query(names, &[&after, &PAGE_SIZE]).await.map_err(failed)?;
    let names = rows.iter().map(|row| field(row, 0)).collect::<Result<Vec<String>, _>>()?;
    let mut page = Vec::new();
    for (name, row) in names.iter().zip(&rows) {
        page.push((name.clone(), StoredGame { events: Vec::new(), keys: Vec::new() }, field(row, 1)?));
    }
    let events = "SELECT game, version, at, event FROM events WHERE game = ANY($1) ORDER BY game, version";
    let mut games = page.iter_mut().peekable();
    for row in client.query(events, &[&names]).await.map_err(failed)? {
        let name: &str = field(&row, 0)?;
        while games.next_if(|(game, ..)| game != name).is_some() {}
        if let Some((_, stored, _)) = games.peek_mut() {
            stored.events.push(decode_event(name, field(&row, 1)?, field(&row, 2)?, field(&row, 3)?)?);
        }
    }
    let seats = "SELECT game, seat, hash FROM seats WHERE game = ANY($1) ORDER BY game, seat";
    let mut games = page.iter_mut().peekable();
    for row in client.query(seats, &[&names]).await.map_err(failed)? {
        let name: &str = field(&row, 0)?;
        while games.next_if(|(game, ..)| game != name).is_some() {}
        if let Some((_, stored, _)) = games.peek_mut() {
            stored.keys.push(decode_key(name, field(&row, 1)?, field(&row, 2)?)?);
        }
    }
    Ok(page)
}
