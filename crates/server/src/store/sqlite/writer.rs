//! The one thread that writes. It takes everything that waits, writes it in one transaction, and answers when that is on
//! the disk: a thousand turns a second take a few hundred commits. What does not follow is undone alone; when the database
//! fails, nobody of the transaction is told that something was kept.

use std::sync::{Arc, OnceLock};

use prometheus_client::metrics::histogram::Histogram;
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::super::columns::Write;
use super::super::{AppendError, Unavailable};
use super::connect::{self, Place};
use super::statements;

/// So many writes share a commit at most: one that waits for a full one behind it is still answered soon.
const BATCH: usize = 512;

/// Something for the connection that is no write of its own: a read where there is no other connection, or a whole
/// restore. Runs outside of any transaction.
pub(super) type Look = Box<dyn FnOnce(Result<&Connection, Unavailable>) + Send>;

/// What the thread is asked.
pub(super) enum Job {
    /// To write, and to answer how many rows that changed.
    Write(Write, oneshot::Sender<Result<u64, AppendError>>),
    /// See [`Look`].
    Look(Look),
    /// To write everything that came before this, and to end.
    Close(oneshot::Sender<()>),
}

/// Where it is counted how many writes shared a commit, once somebody wants to know.
pub(super) type Batches = Arc<OnceLock<Histogram>>;

/// The writes of a transaction, with who waits for them.
type Batch = Vec<(Write, oneshot::Sender<Result<u64, AppendError>>)>;

/// Takes jobs until all who could ask are gone, or one asks it to end.
pub(super) fn run(place: &Place, connection: Connection, mut jobs: mpsc::Receiver<Job>, batches: &Batches) {
    let mut writer = Writer { place: place.clone(), connection: Some(connection), failing: false };
    let mut batch = Batch::new();
    while let Some(job) = jobs.blocking_recv() {
        let mut next = Some(job);
        // Whatever is no write ends the batch: it sees everything that came before it.
        let other = loop {
            match next {
                Some(Job::Write(write, answer)) => batch.push((write, answer)),
                other => break other,
            }
            if batch.len() == BATCH {
                break None;
            }
            next = jobs.try_recv().ok();
        };
        if let (Some(batches), false) = (batches.get(), batch.is_empty()) {
            batches.observe(batch.len() as f64);
        }
        writer.write(&mut batch);
        match other {
            Some(Job::Look(look)) => look(writer.connected()),
            Some(Job::Close(closed)) => {
                drop(writer);
                // Nobody waits any more only when the program ends anyway.
                let _ = closed.send(());
                return;
            }
            Some(Job::Write(..)) | None => {}
        }
    }
}

struct Writer {
    place: Place,
    /// `None` after a failure, until it can be opened again.
    connection: Option<Connection>,
    failing: bool,
}

impl Writer {
    /// Writes a batch and answers everybody in it.
    fn write(&mut self, batch: &mut Batch) {
        if batch.is_empty() {
            return;
        }
        let done = self.transact(batch);
        // Said once: a database can stay away for long, and much is asked of it meanwhile.
        match &done {
            Err(problem) if !self.failing => tracing::error!(%problem, "nothing can be written"),
            Ok(_) if self.failing => tracing::info!("the database can be written again"),
            _ => {}
        }
        self.failing = done.is_err();
        let answers: Vec<Result<u64, AppendError>> = match done {
            Ok(answers) => answers,
            Err(problem) => vec![Err(AppendError::Unavailable(Unavailable(problem))); batch.len()],
        };
        for ((_, waits), answer) in batch.drain(..).zip(answers) {
            // Whoever has gone away will read what became of it.
            let _ = waits.send(answer);
        }
    }

    /// Everything in one transaction: the answers once it is on the disk, or why nothing is.
    fn transact(&mut self, batch: &Batch) -> Result<Vec<Result<u64, AppendError>>, String> {
        let failing = self.failing;
        let connection = self.connected().map_err(|problem| problem.0)?;
        let done = (|| {
            connection.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
            if failing {
                statements::touch(connection)?;
            }
            let answers = batch.iter().map(|(write, _)| one(connection, write)).collect::<rusqlite::Result<_>>()?;
            connection.prepare_cached("COMMIT")?.execute([])?;
            Ok(answers)
        })();
        let error: rusqlite::Error = match done {
            Ok(answers) => return Ok(answers),
            Err(error) => error,
        };
        let rolled_back = connection.is_autocommit() || connection.execute_batch("ROLLBACK").is_ok();
        // A connection that met a full disk or a failing one is not trusted; one that merely waited is. In memory it is all
        // there is.
        if !(rolled_back && connect::is_busy(&error) || self.place == Place::Memory) {
            self.connection = None;
        }
        Err(connect::words(&self.place, &error))
    }

    /// The connection, opened again where it had to be given up.
    fn connected(&mut self) -> Result<&Connection, Unavailable> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => connect::for_writing(&self.place).map_err(|error| connect::unavailable(&self.place, &error))?,
        };
        Ok(self.connection.insert(connection))
    }
}

/// One write of a transaction. What is wrong with it alone is its answer; an error is one of the database.
fn one(connection: &Connection, write: &Write) -> rusqlite::Result<Result<u64, AppendError>> {
    connection.prepare_cached("SAVEPOINT one")?.execute([])?;
    let done = match write {
        Write::Create(game) => statements::create(connection, game).map(|()| Some(1)),
        Write::Append(append) => statements::append(connection, append).map(|follows| follows.then_some(1)),
        Write::Forget(created_before) => statements::forget(connection, *created_before).map(Some),
        Write::Check => Ok(Some(0)),
    };
    let answer = match done {
        Ok(Some(count)) => Ok(count),
        Ok(None) => Err(AppendError::Conflict),
        Err(error) if connect::is_constraint(&error) => {
            connection.prepare_cached("ROLLBACK TO one")?.execute([])?;
            Err(AppendError::Conflict)
        }
        Err(error) => return Err(error),
    };
    connection.prepare_cached("RELEASE one")?.execute([])?;
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::super::super::columns::{GameColumns, RowColumns};
    use super::*;

    fn batch(writes: usize) -> (Batch, Vec<oneshot::Receiver<Result<u64, AppendError>>>) {
        let row = |number: usize| RowColumns {
            id: format!("game{number}"),
            version: 1,
            status: "open",
            public: true,
            created: 1,
            changed: 1,
            flag: None,
            summary: "x".repeat(10_000),
        };
        let game = |number| GameColumns { row: row(number), events: Vec::new(), keys: Vec::new() };
        (0..writes)
            .map(|number| {
                let (answer, waits) = oneshot::channel();
                ((Write::Create(Box::new(game(number))), answer), waits)
            })
            .unzip()
    }

    #[test]
    fn on_a_full_disk_nobody_is_told_that_something_was_kept_and_then_it_goes_on() {
        let folder = std::env::temp_dir().join(format!("halfboard-full-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let place = Place::File(folder.join("games.db"));
        let connection = connect::open(&place).expect("it opens");
        // As a full disk does: the first games still fit, and then SQLite cannot go on.
        connection.execute_batch("PRAGMA max_page_count = 40").expect("a limit");
        let mut writer = Writer { place: place.clone(), connection: Some(connection), failing: false };
        let (mut writes, answers) = batch(50);
        writer.write(&mut writes);
        for mut answer in answers {
            let Ok(Err(AppendError::Unavailable(why))) = answer.try_recv() else { panic!("all are told the same") };
            assert!(why.0.contains("the disk is full"), "{why}");
        }
        let count = |writer: &mut Writer| {
            let connection = writer.connected().expect("it opens again");
            connection.query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0)).expect("a number")
        };
        assert_eq!(count(&mut writer), 0);
        // The new connection has no such limit, as if somebody had made room.
        let (mut writes, answers) = batch(50);
        writer.write(&mut writes);
        assert!(answers.into_iter().all(|mut answer| answer.try_recv() == Ok(Ok(1))));
        assert_eq!(count(&mut writer), 50);
        drop(writer);
        std::fs::remove_dir_all(folder).expect("removed");
    }
}
