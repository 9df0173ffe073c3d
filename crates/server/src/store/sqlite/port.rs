//! All games out of the file, and into an empty one.

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::super::backup::{self, BackupError, Restored};
use super::super::columns::read_names;
use super::super::{Unavailable, closed};
use super::writer::Job;
use super::{Sqlite, connect, statements};

impl Sqlite {
    /// Sends every game as a line, all of one moment.
    pub(in super::super) async fn export(&self, lines: mpsc::Sender<String>) -> Result<u64, Unavailable> {
        self.look(move |connection| {
            let mut names = connection.prepare("SELECT id FROM games ORDER BY id")?;
            let names: Vec<String> = names.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
            let mut count = 0;
            for id in read_names(names) {
                let Some(kept) = statements::read(connection, id.as_str(), 0)? else { continue };
                let kept = match kept {
                    Ok(kept) => kept,
                    Err(broken) => return Ok(Err(broken)),
                };
                // Nobody takes lines any more when the file failed, and that is said.
                if lines.blocking_send(backup::line(id, kept)).is_err() {
                    break;
                }
                count += 1;
            }
            Ok(Ok(count))
        })
        .await?
    }

    /// Writes games into a database that has none, all or nothing.
    pub(in super::super) async fn import(&self, mut games: mpsc::Receiver<Restored>) -> Result<(), BackupError> {
        let place = self.place.clone();
        let (done, answer) = oneshot::channel();
        let work = move |connection: Result<&Connection, Unavailable>| {
            let failed = |error: rusqlite::Error| BackupError::from(connect::unavailable(&place, &error));
            let restored = connection.map_err(BackupError::from).and_then(|connection| {
                let transaction = connection.unchecked_transaction().map_err(failed)?;
                let count: i64 =
                    transaction.query_row("SELECT count(*) FROM games", [], |row| row.get(0)).map_err(failed)?;
                if count > 0 {
                    return Err(BackupError(format!(
                        "The database has {count} games already; a backup is restored into an empty one."
                    )));
                }
                while let Some(next) = games.blocking_recv() {
                    match next {
                        Restored::Game(game) => statements::create(&transaction, &game).map_err(|error| {
                            let twice = connect::is_constraint(&error);
                            let name = &game.row.id;
                            if twice {
                                BackupError(format!("The backup has game {name} twice."))
                            } else {
                                failed(error)
                            }
                        })?,
                        Restored::All => return transaction.commit().map_err(failed),
                    }
                }
                // The file was not whole: the transaction is undone, and whoever reads the file says why.
                Ok(())
            });
            let _ = done.send(restored);
        };
        self.jobs.send(Job::Look(Box::new(work))).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }
}
