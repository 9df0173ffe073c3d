//! The writer thread. It batches all queued writes into one transaction and replies once that is on disk, so that a
//! thousand turns per second need a few hundred commits. A conflicting write is rolled back alone by a savepoint; if the
//! transaction fails, all its writes fail. A panic fails the jobs that it interrupts and rolls back; the thread goes on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};

use prometheus_client::metrics::histogram::Histogram;
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::super::rows::WriteOp;
use super::super::{AppendError, Unavailable, WriteResult};
use super::connection::{self, Location};
use super::files::FileWatch;
use super::{archive, heartbeat, operator, statements};

/// Maximum number of writes per commit, to bound latency.
const MAX_BATCH: usize = 512;

/// A task for the writer's connection outside of any transaction: a read of an in-memory database, or a restore.
pub(super) type ConnectionTask = Box<dyn FnOnce(Result<&Connection, Unavailable>) + Send>;

/// A job for the writer thread.
pub(super) enum SqliteJob {
    /// Writes, and replies with the number of changed rows.
    Write(WriteOp, oneshot::Sender<WriteResult>),
    /// Runs a task on the connection.
    Run(ConnectionTask),
    /// Completes earlier jobs and ends the thread.
    Close(oneshot::Sender<()>),
}

/// The histogram of batch sizes, if one is set.
pub(super) type BatchHistogram = Arc<OnceLock<Histogram>>;

/// The writes of a transaction with their reply channels.
type Batch = Vec<(WriteOp, oneshot::Sender<WriteResult>)>;

/// Runs jobs until all senders are gone or a job closes the writer.
pub(super) fn run(
    location: &Location,
    connection: Connection,
    watch: &Arc<FileWatch>,
    mut jobs: mpsc::Receiver<SqliteJob>,
    batches: &BatchHistogram,
) {
    let mut writer = SqliteWriter::new(location.clone(), connection, Arc::clone(watch));
    let mut batch = Batch::new();
    while let Some(job) = jobs.blocking_recv() {
        let mut next = Some(job);
        // Any other job ends the batch, so that it sees earlier writes.
        let other = loop {
            match next {
                Some(SqliteJob::Write(write, answer)) => batch.push((write, answer)),
                other => break other,
            }
            if batch.len() == MAX_BATCH {
                break None;
            }
            next = jobs.try_recv().ok();
        };
        if let (Some(batches), false) = (batches.get(), batch.is_empty()) {
            batches.observe(batch.len() as f64);
        }
        writer.guard(|writer| writer.write(&mut batch));
        for (_, reply) in batch.drain(..) {
            let _ = reply.send(Err(AppendError::Unavailable(Unavailable("internal error in a write".to_owned()))));
        }
        match other {
            Some(SqliteJob::Run(task)) => writer.guard(|writer| task(writer.connection())),
            Some(SqliteJob::Close(closed)) => {
                drop(writer);
                let _ = closed.send(());
                return;
            }
            Some(SqliteJob::Write(..)) | None => {}
        }
    }
}

/// The writer's connection.
pub(super) struct SqliteWriter {
    location: Location,
    /// `None` after a failure, until it is reopened.
    connection: Option<Connection>,
    watch: Arc<FileWatch>,
    failing: bool,
}

impl SqliteWriter {
    /// Creates a writer with an open connection.
    pub(super) fn new(location: Location, connection: Connection, watch: Arc<FileWatch>) -> SqliteWriter {
        SqliteWriter { location, connection: Some(connection), watch, failing: false }
    }

    /// Runs a job. After a panic, which the panic hook logs, nothing of it is left: its caller learns that the outcome
    /// is unknown, and the next job finds the connection outside of any transaction.
    fn guard(&mut self, job: impl FnOnce(&mut SqliteWriter)) {
        if catch_unwind(AssertUnwindSafe(|| job(self))).is_ok() {
            return;
        }
        tracing::error!("the database thread panicked; it goes on with a new connection");
        self.failing = true;
        match &self.connection {
            // In memory it is the database.
            Some(connection) if self.location == Location::Memory => {
                if !connection.is_autocommit() {
                    let _ = connection.execute_batch("ROLLBACK");
                }
            }
            _ => self.disconnect(),
        }
    }

    /// Closes the connection, which rolls back. The next job opens another.
    fn disconnect(&mut self) {
        let intact = self.watch.check().is_ok();
        self.connection = None;
        if intact {
            // Closing it may delete its companions.
            self.watch.forget_deleted();
        }
    }

    /// Writes a batch and replies to each write.
    pub(super) fn write(&mut self, batch: &mut Batch) {
        if batch.is_empty() {
            return;
        }
        let done = self.transact(batch);
        // Logged once per outage.
        match &done {
            Err(error) if !self.failing => tracing::error!(%error, "database not writable"),
            Ok(_) if self.failing => tracing::info!("database writable again"),
            _ => {}
        }
        self.failing = done.is_err();
        let results: Vec<WriteResult> = match done {
            Ok(results) => results,
            Err(error) => vec![Err(AppendError::Unavailable(Unavailable(error))); batch.len()],
        };
        for ((_, reply), result) in batch.drain(..).zip(results) {
            // A caller that is gone will read the game again.
            let _ = reply.send(result);
        }
    }

    /// Runs a batch as one transaction. Returns the results once it is on disk, or why it failed.
    fn transact(&mut self, batch: &Batch) -> Result<Vec<WriteResult>, String> {
        let failing = self.failing;
        let watch = Arc::clone(&self.watch);
        watch.check().map_err(|error| error.0)?;
        let connection = self.connection().map_err(|error| error.0)?;
        let done = (|| {
            connection.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
            if failing {
                statements::touch(connection)?;
            }
            let results = batch.iter().map(|(write, _)| one(connection, write)).collect::<rusqlite::Result<_>>()?;
            connection.prepare_cached("COMMIT")?.execute([])?;
            Ok(results)
        })();
        let error: rusqlite::Error = match done {
            // A commit to a file that is gone must not be acknowledged.
            Ok(results) => return watch.check().map(|()| results).map_err(|error| error.0),
            Err(error) => error,
        };
        let rolled_back = connection.is_autocommit() || connection.execute_batch("ROLLBACK").is_ok();
        // After a disk error the connection is reopened; after a busy timeout it is kept. In memory it is the database.
        if !(rolled_back && connection::is_busy(&error) || self.location == Location::Memory) {
            self.disconnect();
        }
        Err(connection::describe(&self.location, &error))
    }

    /// Returns the connection, reopening it after a failure.
    pub(super) fn connection(&mut self) -> Result<&Connection, Unavailable> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                self.watch.check()?;
                connection::open_writer(&self.location)
                    .map_err(|error| connection::unavailable(&self.location, &error))?
            }
        };
        Ok(self.connection.insert(connection))
    }
}

/// Runs one write of a transaction. A conflict is its result; an `Err` is a database error.
fn one(connection: &Connection, write: &WriteOp) -> rusqlite::Result<WriteResult> {
    connection.prepare_cached("SAVEPOINT one")?.execute([])?;
    let done = match write {
        WriteOp::Create(game) => statements::create(connection, game).map(|()| Some(1)),
        WriteOp::Append(append) => statements::append(connection, append).map(|appended| appended.then_some(1)),
        WriteOp::DeleteOpen(created_before) => statements::delete_open(connection, *created_before).map(Some),
        WriteOp::Archive(game) => archive::archive(connection, game).map(|archived| Some(archived.into())),
        WriteOp::Heartbeat(rows) => heartbeat::beat(connection, rows).map(|()| Some(1)),
        WriteOp::Operator(change) => operator::write(connection, change).map(Some),
        WriteOp::Check => Ok(Some(0)),
    };
    let result = match done {
        Ok(Some(count)) => Ok(count),
        Ok(None) => Err(AppendError::Conflict),
        Err(error) if connection::is_constraint(&error) => {
            connection.prepare_cached("ROLLBACK TO one")?.execute([])?;
            Err(AppendError::Conflict)
        }
        Err(error) => return Err(error),
    };
    connection.prepare_cached("RELEASE one")?.execute([])?;
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::super::super::rows::{GameRow, NewGameRows};
    use super::*;

    fn batch(writes: usize) -> (Batch, Vec<oneshot::Receiver<WriteResult>>) {
        let row = |number: usize| GameRow {
            id: format!("game{number}"),
            version: 1,
            status: "open",
            public: true,
            created: 1,
            changed: 1,
            flag: None,
            summary: "x".repeat(10_000),
        };
        let game = |number| NewGameRows { row: row(number), events: Vec::new(), keys: Vec::new() };
        (0..writes)
            .map(|number| {
                let (answer, waits) = oneshot::channel();
                ((WriteOp::Create(Box::new(game(number))), answer), waits)
            })
            .unzip()
    }

    #[test]
    fn the_thread_goes_on_after_a_panic_and_nothing_of_the_job_is_left() {
        let folder = std::env::temp_dir().join(format!("halfboard-panic-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        for location in [Location::Memory, Location::File(folder.join("games.db"))] {
            let connection = connection::open(&location).expect("it opens");
            let watch = Arc::new(FileWatch::new(location.path()));
            let (jobs, queue) = mpsc::channel(16);
            let thread = std::thread::spawn(move || run(&location, connection, &watch, queue, &Arc::default()));
            let (mut writes, mut answers) = batch(2);
            let mut write = || {
                let (write, answer) = writes.pop().expect("a write");
                jobs.blocking_send(SqliteJob::Write(write, answer)).expect("the thread runs");
                answers.pop().expect("an answer").blocking_recv()
            };
            assert_eq!(write(), Ok(Ok(1)));
            let task = |connection: Result<&Connection, Unavailable>| {
                let connection = connection.expect("a connection");
                connection.execute_batch("BEGIN IMMEDIATE; DELETE FROM games").expect("deleted");
                panic!("a fault");
            };
            jobs.blocking_send(SqliteJob::Run(Box::new(task))).expect("the thread runs");
            assert_eq!(write(), Ok(Ok(1)));
            let (done, answer) = oneshot::channel();
            let count = |connection: Result<&Connection, Unavailable>| {
                let count = "SELECT count(*) FROM games";
                let count = connection.expect("a connection").query_row(count, [], |row| row.get::<_, i64>(0));
                let _ = done.send(count.expect("a number"));
            };
            jobs.blocking_send(SqliteJob::Run(Box::new(count))).expect("the thread runs");
            assert_eq!(answer.blocking_recv(), Ok(2), "the deletion was rolled back");
            drop(jobs);
            thread.join().expect("it ended");
        }
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn a_full_disk_fails_the_batch_and_writing_resumes() {
        let folder = std::env::temp_dir().join(format!("halfboard-full-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let location = Location::File(folder.join("games.db"));
        let connection = connection::open(&location).expect("it opens");
        // Simulates a full disk after the first games.
        connection.execute_batch("PRAGMA max_page_count = 40").expect("a limit");
        let mut writer = SqliteWriter::new(location.clone(), connection, Arc::new(FileWatch::new(location.path())));
        let (mut writes, answers) = batch(50);
        writer.write(&mut writes);
        for mut answer in answers {
            let Ok(Err(AppendError::Unavailable(why))) = answer.try_recv() else { panic!("all writes fail") };
            assert!(why.0.contains("the disk is full"), "{why}");
        }
        let count = |writer: &mut SqliteWriter| {
            let connection = writer.connection().expect("it reopens");
            connection.query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0)).expect("a number")
        };
        assert_eq!(count(&mut writer), 0);
        // The new connection has no such limit.
        let (mut writes, answers) = batch(50);
        writer.write(&mut writes);
        assert!(answers.into_iter().all(|mut answer| answer.try_recv() == Ok(Ok(1))));
        assert_eq!(count(&mut writer), 50);
        drop(writer);
        std::fs::remove_dir_all(folder).expect("removed");
    }
}
