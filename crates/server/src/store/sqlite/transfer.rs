//! Export and import of all games.

use halfboard_protocol::id::GameId;
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::super::backup::{BackupError, ExportedGame, ImportItem};
use super::super::operator::OperatorWrite;
use super::super::{Unavailable, closed};
use super::writer::SqliteJob;
use super::{Sqlite, connection, operator, statements};

impl Sqlite {
    /// Sends a snapshot of all games for a backup.
    pub(in super::super) async fn export(&self, games: mpsc::Sender<ExportedGame>) -> Result<u64, Unavailable> {
        self.read_snapshot(move |connection| {
            let mut ids = connection.prepare("SELECT id, hidden FROM games ORDER BY id")?;
            let ids: Vec<(String, bool)> =
                ids.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
            let mut count = 0;
            for (id, hidden) in ids {
                let Ok(id) = id.parse::<GameId>() else { continue };
                let Some(stored) = statements::read(connection, id.as_str(), 0)? else { continue };
                let stored = match stored {
                    Ok(stored) => stored,
                    Err(corrupt) => return Ok(Err(corrupt)),
                };
                // The receiver is gone if writing the file failed, which is reported.
                if games.blocking_send(ExportedGame::new(id, stored, hidden)).is_err() {
                    break;
                }
                count += 1;
            }
            Ok(Ok(count))
        })
        .await?
    }

    /// Imports games into an empty database, all or nothing.
    pub(in super::super) async fn import(&self, mut games: mpsc::Receiver<ImportItem>) -> Result<(), BackupError> {
        let location = self.location.clone();
        let (done, answer) = oneshot::channel();
        let work = move |connection: Result<&Connection, Unavailable>| {
            let failed = |error: rusqlite::Error| BackupError::from(connection::unavailable(&location, &error));
            let restored = connection.map_err(BackupError::from).and_then(|connection| {
                let transaction = connection.unchecked_transaction().map_err(failed)?;
                let count: i64 =
                    transaction.query_row("SELECT count(*) FROM games", [], |row| row.get(0)).map_err(failed)?;
                if count > 0 {
                    return Err(BackupError(format!(
                        "the database already has {count} games; restore into an empty one"
                    )));
                }
                while let Some(next) = games.blocking_recv() {
                    match next {
                        ImportItem::Game { rows, hidden } => {
                            statements::create(&transaction, &rows).map_err(|error| {
                                if connection::is_constraint(&error) {
                                    BackupError(format!("the backup contains game {} twice", rows.row.id))
                                } else {
                                    failed(error)
                                }
                            })?;
                            if hidden {
                                let hide = OperatorWrite::Hide { game: rows.row.id.clone(), hidden };
                                operator::write(&transaction, &hide).map_err(failed)?;
                            }
                        }
                        ImportItem::Commit => return transaction.commit().map_err(failed),
                    }
                }
                // The backup is incomplete: the transaction is rolled back, and the parser reports why.
                Ok(())
            });
            let _ = done.send(restored);
        };
        self.jobs.send(SqliteJob::Run(Box::new(work))).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }
}
