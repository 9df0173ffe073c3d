//! A writer task with its own connection. It batches all queued writes into one pipelined transaction and replies when the
//! commit is confirmed. It reconnects after a lost connection; writes in flight then fail with an unknown outcome.

use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use futures_util::FutureExt;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

use super::super::rows::WriteOp;
use super::super::{AppendError, Unavailable, WriteResult};
use super::connection::{Connector, PostgresConnection, TIMEOUT, describe, with_timeout};
use super::statements::Statements;

/// Maximum number of writes per commit.
const MAX_BATCH: usize = 256;

/// Maximum number of attempts of a transaction after deadlocks or serialization failures.
const MAX_ATTEMPTS: usize = 5;

/// Maximum delay between attempts to connect.
const MAX_BACKOFF: Duration = Duration::from_secs(2);

/// A job for a writer task.
pub(super) enum PostgresJob {
    /// Writes, and replies with the number of changed rows.
    Write(WriteOp, oneshot::Sender<WriteResult>),
    /// Completes earlier jobs and ends the task.
    Close(oneshot::Sender<()>),
}

/// An error from a transaction.
enum CommitError {
    /// The database refused it; nothing was written.
    Refused(Error),
    /// The connection was lost before the commit; nothing was written.
    Lost(String),
    /// The connection was lost during the commit; the outcome is unknown.
    Unknown(String),
}

/// A writer task.
pub(super) struct PostgresWriter {
    connector: Arc<Connector>,
    session: Option<(PostgresConnection, Statements)>,
    /// After a failed attempt to connect: when to retry, and the error until then.
    down: Option<(Instant, Unavailable)>,
    backoff: Duration,
    failing: bool,
}

impl PostgresWriter {
    pub(super) fn new(connector: Arc<Connector>) -> PostgresWriter {
        PostgresWriter { connector, session: None, down: None, backoff: Duration::ZERO, failing: false }
    }

    /// Runs jobs until all senders are gone or a job closes the writer.
    pub(super) async fn run(mut self, mut jobs: mpsc::Receiver<PostgresJob>) {
        let mut taken = Vec::with_capacity(MAX_BATCH);
        while jobs.recv_many(&mut taken, MAX_BATCH).await > 0 {
            let (mut writes, mut replies, mut closed) = (Vec::new(), Vec::new(), None);
            for job in taken.drain(..) {
                match job {
                    PostgresJob::Write(write, reply) if closed.is_none() => {
                        writes.push(write);
                        replies.push(reply);
                    }
                    // Writes after a close fail by their dropped channel.
                    PostgresJob::Write(..) => {}
                    PostgresJob::Close(reply) => closed = Some(reply),
                }
            }
            for (reply, result) in replies.into_iter().zip(self.write(&writes).await) {
                // A caller that is gone will read the game again.
                let _ = reply.send(result);
            }
            if let Some(closed) = closed {
                let _ = closed.send(());
                return;
            }
        }
    }

    /// Writes a batch and returns a result for each write.
    async fn write(&mut self, writes: &[WriteOp]) -> Vec<WriteResult> {
        if writes.is_empty() {
            return Vec::new();
        }
        let done = match AssertUnwindSafe(self.transact(writes)).catch_unwind().await {
            Ok(done) => done,
            // The panic hook has logged it. Closing the connection rolls back.
            Err(_) => {
                self.session = None;
                Err(Unavailable("internal error in a write".to_owned()))
            }
        };
        // Logged once per outage.
        match &done {
            Err(error) if !self.failing => tracing::error!(%error, "database not writable"),
            Ok(_) if self.failing => tracing::info!("database writable again"),
            _ => {}
        }
        self.failing = done.is_err();
        done.unwrap_or_else(|error| vec![Err(AppendError::Unavailable(error)); writes.len()])
    }

    async fn transact(&mut self, writes: &[WriteOp]) -> Result<Vec<WriteResult>, Unavailable> {
        let mut lost_before = false;
        for _ in 0..MAX_ATTEMPTS {
            match self.attempt(writes).await? {
                Ok(results) => return Ok(results),
                // A connection lost while idle is detected only now.
                Err(CommitError::Lost(_)) if !lost_before => lost_before = true,
                Err(CommitError::Lost(reason) | CommitError::Unknown(reason)) => return Err(Unavailable(reason)),
                Err(CommitError::Refused(error)) if is_transient(&error) => {}
                Err(CommitError::Refused(error)) if is_data_error(&error) && writes.len() > 1 => {
                    return Ok(self.write_individually(writes).await);
                }
                Err(CommitError::Refused(error)) if is_constraint_violation(&error) => {
                    return Ok(vec![Err(AppendError::Conflict)]);
                }
                Err(CommitError::Refused(error)) => {
                    // After a failover this may be another server or a standby: reconnect next time.
                    self.session = None;
                    return Err(Unavailable(describe(&error)));
                }
            }
        }
        Err(Unavailable("too many conflicts with other writers".to_owned()))
    }

    /// Writes one by one, so that an invalid write does not fail the others.
    async fn write_individually(&mut self, writes: &[WriteOp]) -> Vec<WriteResult> {
        let mut results = Vec::with_capacity(writes.len());
        for write in writes.chunks(1) {
            let done = Box::pin(self.transact(write)).await;
            let result = done.map_err(AppendError::Unavailable).and_then(|mut one| one.pop().unwrap_or(Ok(0)));
            results.push(result);
        }
        results
    }

    /// Runs one transaction. The outer error means that there is no connection.
    async fn attempt(&mut self, writes: &[WriteOp]) -> Result<Result<Vec<WriteResult>, CommitError>, Unavailable> {
        let (connected, statements) = self.connected().await?;
        let client = &connected.client;
        // Sorted, so that two nodes cannot deadlock.
        let mut order: Vec<usize> = (0..writes.len()).collect();
        order.sort_by_key(|&index| writes.get(index).map(game_id));
        let mut sent: Vec<Sent<'_>> = vec![Box::pin(async { client.batch_execute("BEGIN").await.map(|()| 0) })];
        for write in order.iter().filter_map(|&index| writes.get(index)) {
            sent.push(Box::pin(statements.send(client, write)));
        }
        let Ok(results) = tokio::time::timeout(TIMEOUT, pipelined(sent)).await else {
            self.session = None;
            return Ok(Err(CommitError::Lost("PostgreSQL does not respond".to_owned())));
        };
        let mut counts = Vec::with_capacity(writes.len());
        for result in results {
            match result {
                Ok(count) => counts.push(count),
                // The first error is the cause; later ones only report the failed transaction.
                Err(error) => {
                    let undone = tokio::time::timeout(TIMEOUT, client.batch_execute("ROLLBACK")).await;
                    if client.is_closed() || !matches!(undone, Ok(Ok(()))) {
                        self.session = None;
                        return Ok(Err(CommitError::Lost(describe(&error))));
                    }
                    return Ok(Err(CommitError::Refused(error)));
                }
            }
        }
        match tokio::time::timeout(TIMEOUT, client.batch_execute("COMMIT")).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                let reason = format!("{}; the outcome of the write is unknown", describe(&error));
                self.session = None;
                return Ok(Err(CommitError::Unknown(reason)));
            }
            Err(_) => {
                self.session = None;
                return Ok(Err(CommitError::Unknown(
                    "PostgreSQL does not respond; the outcome of the write is unknown".to_owned(),
                )));
            }
        }
        let mut results: Vec<WriteResult> = vec![Ok(0); writes.len()];
        for (index, count) in order.into_iter().zip(counts.into_iter().skip(1)) {
            let appended = count > 0 || !matches!(writes.get(index), Some(WriteOp::Append(_)));
            if let Some(result) = results.get_mut(index) {
                *result = if appended { Ok(count) } else { Err(AppendError::Conflict) };
            }
        }
        Ok(Ok(results))
    }

    /// Returns the connection, reconnecting if it was lost. After a failed attempt it waits before the next.
    async fn connected(&mut self) -> Result<&(PostgresConnection, Statements), Unavailable> {
        let session = match self.session.take().filter(|(connected, _)| !connected.client.is_closed()) {
            Some(session) => session,
            None => {
                if let Some((until, error)) = self.down.as_ref().filter(|(until, _)| Instant::now() < *until) {
                    tracing::debug!(?until, "waiting to reconnect");
                    return Err(error.clone());
                }
                self.open().await.inspect_err(|error| {
                    self.backoff = (self.backoff * 2).clamp(Duration::from_millis(50), MAX_BACKOFF);
                    self.down = Some((Instant::now() + self.backoff, error.clone()));
                })?
            }
        };
        self.down = None;
        self.backoff = Duration::ZERO;
        Ok(self.session.insert(session))
    }

    async fn open(&self) -> Result<(PostgresConnection, Statements), Unavailable> {
        let connected = self.connector.connect(None).await?;
        // If this machine disappears during a transaction, PostgreSQL would keep its rows locked for hours, and no other
        // node could continue those games.
        with_timeout(connected.client.batch_execute("SET idle_in_transaction_session_timeout = '5s'")).await?;
        let statements = Statements::prepare(&connected).await?;
        Ok((connected, statements))
    }
}

fn game_id(write: &WriteOp) -> &str {
    match write {
        WriteOp::Create(game) => &game.row.id,
        WriteOp::Append(append) => &append.row.id,
        WriteOp::Archive(game) => &game.id,
        WriteOp::Operator(change) => change.game(),
        WriteOp::DeleteOpen(_) | WriteOp::Heartbeat(_) | WriteOp::Check => "",
    }
}

/// Returns whether a retry may succeed: a deadlock or serialization failure.
fn is_transient(error: &Error) -> bool {
    matches!(error.code(), Some(&SqlState::T_R_DEADLOCK_DETECTED | &SqlState::T_R_SERIALIZATION_FAILURE))
}

/// Returns whether the data of a write was refused.
fn is_data_error(error: &Error) -> bool {
    is_constraint_violation(error) || error.code().is_some_and(|state| state.code().starts_with("22"))
}

/// Returns whether a turn, seat or game already exists.
fn is_constraint_violation(error: &Error) -> bool {
    error.code().is_some_and(|state| state.code().starts_with("23"))
}

type Sent<'a> = Pin<Box<dyn Future<Output = Result<u64, Error>> + Send + 'a>>;

/// Sends all requests in order at once, then waits for the replies, which arrive in the same order.
async fn pipelined(mut sent: Vec<Sent<'_>>) -> Vec<Result<u64, Error>> {
    let mut early = Vec::with_capacity(sent.len());
    std::future::poll_fn(|context| {
        for one in &mut sent {
            early.push(match one.as_mut().poll(context) {
                Poll::Ready(answer) => Some(answer),
                Poll::Pending => None,
            });
        }
        Poll::Ready(())
    })
    .await;
    let mut answers = Vec::with_capacity(sent.len());
    for (one, early) in sent.into_iter().zip(early) {
        answers.push(match early {
            Some(answer) => answer,
            None => one.await,
        });
    }
    answers
}
