//! A task that exchanges notices with other nodes by `LISTEN` and `NOTIFY`. Updates of games are sent by a trigger when a
//! commit is done. Messages start with the ID of the sending node, so that a node ignores its own.

use std::sync::Arc;
use std::time::Duration;

use halfboard_protocol::id::GameId;
use tokio::sync::{broadcast, mpsc};
use tokio_postgres::Notification;

use super::super::{NodeNotice, Unavailable};
use super::connection::{Connector, PostgresConnection, with_timeout};

/// Channel of the trigger in the schema.
const UPDATES: &str = "halfboard_news";
/// Channel of messages between nodes.
pub(super) const MESSAGES: &str = "halfboard_aside";

/// Maximum length of a payload, in bytes: PostgreSQL accepts less than 8,000.
const MAX_PAYLOAD: usize = 7900;

/// Interval between checks of the connection.
const KEEPALIVE: Duration = Duration::from_secs(10);

/// Maximum delay between attempts to connect.
const MAX_BACKOFF: Duration = Duration::from_secs(2);

/// A connection that receives notifications.
pub(super) struct ListenConnection {
    connection: PostgresConnection,
    notifications: mpsc::UnboundedReceiver<Notification>,
}

impl ListenConnection {
    pub(super) async fn open(connector: &Connector) -> Result<ListenConnection, Unavailable> {
        let (sender, notifications) = mpsc::unbounded_channel();
        let connection = connector.connect(Some(sender)).await?;
        with_timeout(connection.client.batch_execute(&format!("LISTEN {UPDATES}; LISTEN {MESSAGES}"))).await?;
        Ok(ListenConnection { connection, notifications })
    }
}

/// The task that exchanges notices with other nodes.
pub(super) struct NoticeListener {
    pub(super) connector: Arc<Connector>,
    /// The ID of this node, new with each start.
    pub(super) node: String,
    pub(super) notices: broadcast::Sender<NodeNotice>,
    pub(super) outgoing: mpsc::Receiver<(GameId, String)>,
}

impl NoticeListener {
    /// Runs until the storage is dropped, reconnecting as needed.
    pub(super) async fn run(mut self, mut connection: ListenConnection) {
        while self.listen(&mut connection).await {
            tracing::warn!("lost the connection for notices from other nodes");
            let mut backoff = Duration::ZERO;
            connection = loop {
                tokio::time::sleep(backoff).await;
                match ListenConnection::open(&self.connector).await {
                    Ok(connection) => break connection,
                    Err(error) => tracing::debug!(%error, "cannot connect for notices"),
                }
                backoff = (backoff * 2).clamp(Duration::from_millis(50), MAX_BACKOFF);
                // Queued messages are out of date; a closed queue means that the storage was dropped.
                loop {
                    match self.outgoing.try_recv() {
                        Ok(_) => {}
                        Err(mpsc::error::TryRecvError::Empty) => break,
                        Err(mpsc::error::TryRecvError::Disconnected) => return,
                    }
                }
            };
            tracing::info!("receiving notices from other nodes again");
            self.notify(NodeNotice::Lagged);
        }
    }

    /// Listens on one connection. Returns true if the connection was lost, false if the storage was dropped.
    async fn listen(&mut self, connection: &mut ListenConnection) -> bool {
        let mut keepalive = tokio::time::interval(KEEPALIVE);
        keepalive.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            let client = &connection.connection.client;
            tokio::select! {
                notification = connection.notifications.recv() => match notification {
                    Some(notification) => {
                        if let Some(notice) = parse(&self.node, notification.channel(), notification.payload()) {
                            self.notify(notice);
                        }
                    }
                    None => return true,
                },
                message = self.outgoing.recv() => {
                    let Some((game, message)) = message else { return false };
                    let payload = format!("{} {game} {message}", self.node);
                    if payload.len() > MAX_PAYLOAD {
                        tracing::warn!(%game, bytes = payload.len(), "message to other nodes is too long");
                        continue;
                    }
                    if with_timeout(client.execute("SELECT pg_notify($1, $2)", &[&MESSAGES, &payload])).await.is_err() {
                        return true;
                    }
                }
                _ = keepalive.tick() => if with_timeout(client.batch_execute("")).await.is_err() {
                    return true;
                },
            }
        }
    }

    fn notify(&self, notice: NodeNotice) {
        // There may be no receiver yet.
        let _ = self.notices.send(notice);
    }
}

/// Parses a notification; `None` for messages of this node and malformed ones.
fn parse(node: &str, channel: &str, payload: &str) -> Option<NodeNotice> {
    if channel == UPDATES {
        let (game, version) = payload.split_once(' ')?;
        return Some(NodeNotice::Updated(game.parse().ok()?, version.parse().ok()?));
    }
    let (sender, rest) = payload.split_once(' ')?;
    let (game, message) = rest.split_once(' ')?;
    (channel == MESSAGES && sender != node).then_some(NodeNotice::Message(game.parse().ok()?, message.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_and_malformed_messages_are_ignored() {
        let game = "0123456789abcdefghijkl";
        let id: GameId = game.parse().expect("a name");
        assert_eq!(parse("me", UPDATES, &format!("{game} 7")), Some(NodeNotice::Updated(id.clone(), 7)));
        assert_eq!(parse("me", MESSAGES, &format!("you {game} a b")), Some(NodeNotice::Message(id, "a b".to_owned())));
        assert_eq!(parse("me", MESSAGES, &format!("me {game} a b")), None);
        for (channel, payload) in
            [(UPDATES, ""), (UPDATES, "x 7"), (MESSAGES, ""), (MESSAGES, "you"), ("other", "you 0 a")]
        {
            assert_eq!(parse("me", channel, payload), None, "{channel} {payload}");
        }
        assert_eq!(parse("me", UPDATES, &format!("{game} -7")), None);
    }
}
