//! A task that writes, with a connection of its own. It takes everything that waits, sends it as one transaction without
//! waiting for single answers, and answers when the commit is confirmed. A lost connection is opened again for as long as
//! it takes; those who were on their way then are told that nobody knows.

use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

use super::super::columns::Write;
use super::super::{AppendError, Unavailable};
use super::connect::{Address, Connected, PATIENCE, within, words};
use super::statements::Statements;

/// So many writes share a commit at most.
const BATCH: usize = 256;

/// So often a transaction is tried that met another one in its way.
const TRIES: usize = 5;

/// The pauses between attempts to connect grow up to this.
const PAUSE: Duration = Duration::from_secs(2);

/// What the task is asked.
pub(super) enum Job {
    /// To write, and to answer how many rows that changed.
    Write(Write, oneshot::Sender<Answer>),
    /// To write everything that came before this, and to end.
    Close(oneshot::Sender<()>),
}

type Answer = Result<u64, AppendError>;

/// Why a transaction was not committed, or may not have been.
enum Failed {
    /// The database refused it: nothing was written.
    Refused(Error),
    /// The connection was lost before the commit was asked for: nothing was written.
    Lost(String),
    /// The connection was lost while the commit was under way: nobody knows.
    Unknown(String),
}

pub(super) struct Writer {
    address: Arc<Address>,
    session: Option<(Connected, Statements)>,
    /// After a failure to connect: when to try again, and what to say until then.
    down: Option<(Instant, Unavailable)>,
    pause: Duration,
    failing: bool,
}

impl Writer {
    pub(super) fn new(address: Arc<Address>) -> Writer {
        Writer { address, session: None, down: None, pause: Duration::ZERO, failing: false }
    }

    /// Takes jobs until all who could ask are gone, or one asks it to end.
    pub(super) async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let mut taken = Vec::with_capacity(BATCH);
        while jobs.recv_many(&mut taken, BATCH).await > 0 {
            let (mut writes, mut answers, mut closed) = (Vec::new(), Vec::new(), None);
            for job in taken.drain(..) {
                match job {
                    Job::Write(write, answer) if closed.is_none() => {
                        writes.push(write);
                        answers.push(answer);
                    }
                    // Whoever comes after the end finds its channel closed.
                    Job::Write(..) => {}
                    Job::Close(answer) => closed = Some(answer),
                }
            }
            for (waits, answer) in answers.into_iter().zip(self.write(&writes).await) {
                // Whoever has gone away will read what became of it.
                let _ = waits.send(answer);
            }
            if let Some(closed) = closed {
                let _ = closed.send(());
                return;
            }
        }
    }

    /// Writes all, and has an answer for each.
    async fn write(&mut self, writes: &[Write]) -> Vec<Answer> {
        if writes.is_empty() {
            return Vec::new();
        }
        let done = self.transact(writes).await;
        // Said once: a database can stay away for long, and much is asked of it meanwhile.
        match &done {
            Err(Unavailable(problem)) if !self.failing => tracing::error!(problem, "nothing can be written"),
            Ok(_) if self.failing => tracing::info!("the database can be written again"),
            _ => {}
        }
        self.failing = done.is_err();
        done.unwrap_or_else(|problem| vec![Err(AppendError::Unavailable(problem)); writes.len()])
    }

    async fn transact(&mut self, writes: &[Write]) -> Result<Vec<Answer>, Unavailable> {
        let mut lost_before = false;
        for _ in 0..TRIES {
            match self.attempt(writes).await? {
                Ok(answers) => return Ok(answers),
                // A connection that was idle while PostgreSQL was started anew is found out only now.
                Err(Failed::Lost(_)) if !lost_before => lost_before = true,
                Err(Failed::Lost(problem) | Failed::Unknown(problem)) => return Err(Unavailable(problem)),
                Err(Failed::Refused(error)) if is_in_the_way(&error) => {}
                Err(Failed::Refused(error)) if is_about_rows(&error) && writes.len() > 1 => {
                    return Ok(self.one_by_one(writes).await);
                }
                Err(Failed::Refused(error)) if breaks_constraint(&error) => {
                    return Ok(vec![Err(AppendError::Conflict)]);
                }
                Err(Failed::Refused(error)) => {
                    // It may be another server after a failover, or this one as a standby: look again next time.
                    self.session = None;
                    return Err(Unavailable(words(&error)));
                }
            }
        }
        Err(Unavailable("Other writers were in the way again and again.".to_owned()))
    }

    /// When one write cannot be, the others are not to suffer for it.
    async fn one_by_one(&mut self, writes: &[Write]) -> Vec<Answer> {
        let mut answers = Vec::with_capacity(writes.len());
        for write in writes.chunks(1) {
            let done = Box::pin(self.transact(write)).await;
            let answer = done.map_err(AppendError::Unavailable).and_then(|mut one| one.pop().unwrap_or(Ok(0)));
            answers.push(answer);
        }
        answers
    }

    /// One transaction. An error outside says that there is no connection.
    async fn attempt(&mut self, writes: &[Write]) -> Result<Result<Vec<Answer>, Failed>, Unavailable> {
        let (connected, statements) = self.connected().await?;
        let client = &connected.client;
        // Always in the same order, so that two nodes cannot wait for each other.
        let mut order: Vec<usize> = (0..writes.len()).collect();
        order.sort_by_key(|&index| writes.get(index).map(name));
        let mut sent: Vec<Sent<'_>> = vec![Box::pin(async { client.batch_execute("BEGIN").await.map(|()| 0) })];
        for write in order.iter().filter_map(|&index| writes.get(index)) {
            sent.push(Box::pin(statements.send(client, write)));
        }
        let Ok(results) = tokio::time::timeout(PATIENCE, pipelined(sent)).await else {
            self.session = None;
            return Ok(Err(Failed::Lost("PostgreSQL does not answer.".to_owned())));
        };
        let mut counts = Vec::with_capacity(writes.len());
        for result in results {
            match result {
                Ok(count) => counts.push(count),
                // The first error is the cause; the others say only that the transaction is broken.
                Err(error) => {
                    let undone = tokio::time::timeout(PATIENCE, client.batch_execute("ROLLBACK")).await;
                    if client.is_closed() || !matches!(undone, Ok(Ok(()))) {
                        self.session = None;
                        return Ok(Err(Failed::Lost(words(&error))));
                    }
                    return Ok(Err(Failed::Refused(error)));
                }
            }
        }
        match tokio::time::timeout(PATIENCE, client.batch_execute("COMMIT")).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                let problem = format!("{} Whether anything was written is not known.", words(&error));
                self.session = None;
                return Ok(Err(Failed::Unknown(problem)));
            }
            Err(_) => {
                self.session = None;
                return Ok(Err(Failed::Unknown(
                    "PostgreSQL does not answer. Whether anything was written is not known.".to_owned(),
                )));
            }
        }
        let mut answers: Vec<Answer> = vec![Ok(0); writes.len()];
        for (index, count) in order.into_iter().zip(counts.into_iter().skip(1)) {
            let follows = count > 0 || !matches!(writes.get(index), Some(Write::Append(_)));
            if let Some(answer) = answers.get_mut(index) {
                *answer = if follows { Ok(count) } else { Err(AppendError::Conflict) };
            }
        }
        Ok(Ok(answers))
    }

    /// The connection, opened again where it was lost. After a failure it is left in peace for a while.
    async fn connected(&mut self) -> Result<&(Connected, Statements), Unavailable> {
        let session = match self.session.take().filter(|(connected, _)| !connected.client.is_closed()) {
            Some(session) => session,
            None => {
                if let Some((until, problem)) = self.down.as_ref().filter(|(until, _)| Instant::now() < *until) {
                    tracing::debug!(?until, "not yet connecting again");
                    return Err(problem.clone());
                }
                self.open().await.inspect_err(|problem| {
                    self.pause = (self.pause * 2).clamp(Duration::from_millis(50), PAUSE);
                    self.down = Some((Instant::now() + self.pause, problem.clone()));
                })?
            }
        };
        self.down = None;
        self.pause = Duration::ZERO;
        Ok(self.session.insert(session))
    }

    async fn open(&self) -> Result<(Connected, Statements), Unavailable> {
        let connected = self.address.connect(None).await?;
        // When this machine goes away without a word in the middle of a transaction, PostgreSQL would keep the rows locked
        // for hours, and no other node could go on with those games.
        within(connected.client.batch_execute("SET idle_in_transaction_session_timeout = '5s'")).await?;
        let statements = Statements::prepare(&connected).await?;
        Ok((connected, statements))
    }
}

fn name(write: &Write) -> &str {
    match write {
        Write::Create(game) => &game.row.id,
        Write::Append(append) => &append.row.id,
        Write::Forget(_) | Write::Check => "",
    }
}

/// Whether another transaction was in the way, so that trying again helps.
fn is_in_the_way(error: &Error) -> bool {
    matches!(error.code(), Some(&SqlState::T_R_DEADLOCK_DETECTED | &SqlState::T_R_SERIALIZATION_FAILURE))
}

/// Whether it is what was to be written that is refused, and not writing.
fn is_about_rows(error: &Error) -> bool {
    breaks_constraint(error) || error.code().is_some_and(|state| state.code().starts_with("22"))
}

/// Whether there is a turn, a seat or a game of that name already.
fn breaks_constraint(error: &Error) -> bool {
    error.code().is_some_and(|state| state.code().starts_with("23"))
}

type Sent<'a> = Pin<Box<dyn Future<Output = Result<u64, Error>> + Send + 'a>>;

/// Sends all in this order at once, and then waits for the answers, which come in the same order.
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
