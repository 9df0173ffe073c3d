//! The PostgreSQL backend, which several nodes can share: two writer tasks, a pool of readers and a listener.

mod archive;
mod connection;
mod heartbeat;
mod listener;
mod migrate;
mod operator;
mod readers;
mod statements;
mod tls;
mod transfer;
mod writer;

use std::sync::Arc;

use halfboard_archive::Tally;
use halfboard_protocol::api::{ArchivedGame, GameStatus, GameSummary};
use halfboard_protocol::clock::Outage;
use halfboard_protocol::id::GameId;
use halfboard_protocol::{Millis, Version};
use tokio::sync::{broadcast, mpsc, oneshot};

use super::archive::{QueryParameters, SEARCH_TIME, decode_archived, decode_counts};
use super::backend::NoticeStream;
use super::heartbeat::decode_outage;
use super::operator::{GameQueryParameters, OperatorWrite, decode_audit, decode_listed, decode_record};
use super::rows::{self, WriteOp, decode_ids, decode_summaries};
use super::{
    AppendError, AppendRequest, ArchiveInsert, ArchiveQuery, AuditEntry, GameInsert, GameQuery, Heartbeat, ListedGame,
    OpenError, OperatorRecord, SearchError, StoredGame, Unavailable, WriteResult, closed,
};
use crate::process::StorageSize;
use connection::Connector;
use listener::{ListenConnection, NoticeListener};
use readers::PostgresReaders;
use writer::{PostgresJob, PostgresWriter};

/// Number of writer tasks: while one commits, the other collects the next batch.
const WRITERS: usize = 2;

/// Capacity of each writer's queue.
const QUEUE_CAPACITY: usize = 2048;

/// Capacity of the notice channel; a slower receiver misses notices.
const NOTICE_CAPACITY: usize = 4096;

/// A PostgreSQL database.
#[derive(Clone)]
pub struct Postgres(Arc<PostgresInner>);

struct PostgresInner {
    connector: Arc<Connector>,
    writers: [mpsc::Sender<PostgresJob>; WRITERS],
    readers: PostgresReaders,
    /// Those for searches in the archive.
    searchers: PostgresReaders,
    notices: broadcast::WeakSender<super::NodeNotice>,
    outgoing: mpsc::Sender<(GameId, String)>,
    listener: tokio::task::AbortHandle,
}

impl Postgres {
    /// Connects to an existing database and creates its tables.
    pub async fn open(url: &str) -> Result<Postgres, OpenError> {
        let connector = Arc::new(Connector::parse(url)?);
        let failed = |Unavailable(reason)| OpenError(reason);
        let mut first = connector.connect(None).await.map_err(failed)?;
        migrate::run(&mut first.client).await?;
        drop(first);
        let writers = std::array::from_fn(|_| {
            let (jobs, queue) = mpsc::channel(QUEUE_CAPACITY);
            tokio::spawn(PostgresWriter::new(connector.clone()).run(queue));
            jobs
        });
        let (outgoing, queue) = mpsc::channel(256);
        let (notices, _) = broadcast::channel(NOTICE_CAPACITY);
        let weak = notices.downgrade();
        let connection = ListenConnection::open(&connector).await.map_err(failed)?;
        let listener = NoticeListener { connector: connector.clone(), node: node_id()?, notices, outgoing: queue };
        let listener = tokio::spawn(listener.run(connection)).abort_handle();
        let readers = PostgresReaders::new(connector.clone());
        let searchers = PostgresReaders::for_searches(connector.clone(), SEARCH_TIME);
        let inner = PostgresInner { connector, writers, readers, searchers, notices: weak, outgoing, listener };
        Ok(Postgres(Arc::new(inner)))
    }

    /// See [`super::Store::create`].
    pub async fn create(&self, game: GameInsert) -> Result<(), Unavailable> {
        let id = game.row.summary.id.clone();
        let written = self.write(Some(&id), WriteOp::Create(Box::new(game.into()))).await;
        written.map(|_| ()).map_err(AppendError::into_unavailable)
    }

    /// See [`super::Store::append`].
    pub async fn append(&self, append: AppendRequest) -> Result<(), AppendError> {
        let id = append.game.clone();
        self.write(Some(&id), WriteOp::Append(Box::new(append.into()))).await.map(|_| ())
    }

    /// See [`super::Store::delete_open`].
    pub async fn delete_open(&self, created_before: Millis) -> Result<u64, Unavailable> {
        let write = WriteOp::DeleteOpen(rows::timestamp(created_before));
        self.write(None, write).await.map_err(AppendError::into_unavailable)
    }

    /// See [`super::Store::idle_games`].
    pub async fn idle_games(&self, changed_before: Millis, limit: u32) -> Result<Vec<GameId>, Unavailable> {
        self.0.readers.idle_games(rows::timestamp(changed_before), limit.into()).await.map(decode_ids)
    }

    /// See [`super::Store::check`].
    pub async fn check(&self) -> Result<(), Unavailable> {
        self.write(None, WriteOp::Check).await.map(|_| ()).map_err(AppendError::into_unavailable)
    }

    /// See [`super::Store::size`].
    pub async fn size(&self) -> Result<StorageSize, Unavailable> {
        let bytes = self.0.readers.database_size().await?;
        Ok(StorageSize { database: u64::try_from(bytes).ok(), disk_free: None })
    }

    /// See [`super::Store::read`].
    pub async fn read(&self, game: &GameId, after: Version) -> Result<Option<StoredGame>, Unavailable> {
        self.0.readers.read(game.as_str(), after.into()).await
    }

    /// See [`super::Store::list_after`].
    pub async fn list_after(
        &self,
        status: GameStatus,
        changed: i64,
        id: String,
        limit: u32,
    ) -> Result<Vec<GameSummary>, Unavailable> {
        self.0.readers.list_after(status.as_str(), changed, &id, limit.into()).await.map(decode_summaries)
    }

    /// See [`super::Store::fallen_flags`].
    pub async fn fallen_flags(&self, now: Millis, limit: u32) -> Result<Vec<GameId>, Unavailable> {
        self.0.readers.fallen_flags(rows::timestamp(now), limit.into()).await.map(decode_ids)
    }

    /// See [`super::Store::to_archive`].
    pub async fn to_archive(&self, limit: u32) -> Result<Vec<GameId>, Unavailable> {
        self.0.readers.to_archive(limit.into()).await.map(decode_ids)
    }

    /// See [`super::Store::archive`].
    pub async fn archive(&self, game: ArchiveInsert) -> Result<(), Unavailable> {
        // All archiving goes to one writer, because games share the counts of positions.
        let written = self.write(None, WriteOp::Archive(Box::new(game.into()))).await;
        written.map(|_| ()).map_err(AppendError::into_unavailable)
    }

    /// See [`super::Store::explore`].
    pub async fn explore(&self, key: u64) -> Result<Vec<(String, Tally)>, SearchError> {
        self.0.searchers.counts(key as i64).await.map(decode_counts)
    }

    /// See [`super::Store::archived`].
    pub async fn archived(&self, query: ArchiveQuery) -> Result<Vec<ArchivedGame>, SearchError> {
        self.0.searchers.archived(&QueryParameters::from(query)).await.map(decode_archived)
    }

    /// See [`super::Store::is_archived`].
    pub async fn is_archived(&self, game: &GameId) -> Result<bool, Unavailable> {
        self.0.readers.is_archived(game.as_str()).await
    }

    /// See [`super::Store::notices`].
    pub fn notices(&self) -> Option<NoticeStream> {
        self.0.notices.upgrade().map(|notices| NoticeStream(notices.subscribe()))
    }

    /// See [`super::Store::publish`].
    pub fn publish(&self, game: &GameId, message: &str) {
        // If the queue is full, the message is lost.
        let _ = self.0.outgoing.try_send((game.clone(), message.to_owned()));
    }

    /// See [`super::Store::heartbeat`].
    pub async fn heartbeat(&self, heartbeat: Heartbeat) -> Result<(), Unavailable> {
        let written = self.write(None, WriteOp::Heartbeat(heartbeat.into())).await;
        written.map(|_| ()).map_err(AppendError::into_unavailable)
    }

    /// See [`super::Store::heartbeats`].
    pub async fn heartbeats(&self) -> Result<Vec<(String, Millis)>, Unavailable> {
        let rows = self.0.readers.heartbeats().await?;
        Ok(rows.into_iter().map(|(node, at)| (node, Millis::try_from(at).unwrap_or_default())).collect())
    }

    /// See [`super::Store::outages`].
    pub async fn outages(&self, limit: u32) -> Result<Vec<Outage>, Unavailable> {
        let rows = self.0.readers.outages(limit.into()).await?;
        Ok(rows.into_iter().map(decode_outage).collect())
    }

    /// See [`super::Store::database_time`].
    pub async fn database_time(&self) -> Result<Millis, Unavailable> {
        self.0.readers.time().await.map(|time| Millis::try_from(time).unwrap_or_default())
    }

    /// See [`super::Store::records`].
    pub async fn records(&self, kind: &str) -> Result<Vec<OperatorRecord>, Unavailable> {
        let rows = self.0.readers.records(kind).await?;
        Ok(rows.into_iter().map(decode_record).collect())
    }

    /// See [`super::Store::audit_log`].
    pub async fn audit_log(&self, before: Option<u64>, limit: u32) -> Result<Vec<AuditEntry>, Unavailable> {
        let before = before.map_or(i64::MAX, rows::timestamp);
        let rows = self.0.readers.audit(before, limit.into()).await?;
        Ok(rows.into_iter().map(decode_audit).collect())
    }

    /// See [`super::Store::games`].
    pub async fn games(&self, query: GameQuery) -> Result<Vec<ListedGame>, Unavailable> {
        let query = GameQueryParameters::from(query);
        self.0.readers.games(&query).await.map(decode_listed)
    }

    /// See [`super::Store::is_hidden`].
    pub async fn is_hidden(&self, game: &GameId) -> Result<bool, Unavailable> {
        self.0.readers.is_hidden(game.as_str()).await
    }

    /// Makes a change of the operator.
    pub(super) async fn operate(&self, change: OperatorWrite) -> Result<u64, Unavailable> {
        let game = change.game().parse::<GameId>().ok();
        // Everything that changes the archive goes to the writer that archives.
        let game = game.filter(|_| !matches!(change, OperatorWrite::Delete { .. } | OperatorWrite::Unarchive(_)));
        let written = self.write(game.as_ref(), WriteOp::Operator(change)).await;
        written.map_err(AppendError::into_unavailable)
    }

    /// See [`super::Store::close`].
    pub async fn close(&self) {
        self.0.readers.close();
        self.0.searchers.close();
        self.0.listener.abort();
        for writer in &self.0.writers {
            let (closed, answer) = oneshot::channel();
            if writer.send(PostgresJob::Close(closed)).await.is_ok() {
                let _ = answer.await;
            }
        }
    }

    /// Queues a write. All writes of a game go to the same writer, which preserves their order.
    async fn write(&self, game: Option<&GameId>, write: WriteOp) -> WriteResult {
        let closed = || AppendError::Unavailable(closed());
        let sum: usize = game.map_or(0, |game| game.as_str().bytes().map(usize::from).sum());
        let Some(writer) = self.0.writers.get(sum % WRITERS) else { return Err(closed()) };
        let (done, answer) = oneshot::channel();
        writer.send(PostgresJob::Write(write, done)).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }
}

/// Returns a unique ID for this node.
fn node_id() -> Result<String, OpenError> {
    let mut random = [0; 8];
    getrandom::fill(&mut random).map_err(|error| OpenError(format!("no system randomness: {error}")))?;
    Ok(rows::hex(&random))
}
