//! Heartbeats of the nodes, and outages of the service.

use halfboard_protocol::Millis;
use halfboard_protocol::clock::Outage;

use super::rows::timestamp;

/// A sign of life of a node, with outages of the service that it noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heartbeat {
    /// The node.
    pub node: String,
    /// The time at which it was sent.
    pub at: Millis,
    /// The outages to record.
    pub outages: Vec<Outage>,
}

/// Heartbeats that are so much older than the newest are deleted, in milliseconds.
const LIFETIME_MS: Millis = 60 * 60 * 1000;

/// The column values of a heartbeat.
pub(super) struct HeartbeatRows {
    pub(super) node: String,
    pub(super) at: i64,
    /// Heartbeats of other nodes before this time are deleted.
    pub(super) expired: i64,
    pub(super) since: Vec<i64>,
    pub(super) until: Vec<i64>,
}

impl From<Heartbeat> for HeartbeatRows {
    fn from(heartbeat: Heartbeat) -> HeartbeatRows {
        HeartbeatRows {
            node: heartbeat.node,
            at: timestamp(heartbeat.at),
            expired: timestamp(heartbeat.at.saturating_sub(LIFETIME_MS)),
            since: heartbeat.outages.iter().map(|outage| timestamp(outage.since)).collect(),
            until: heartbeat.outages.iter().map(|outage| timestamp(outage.until)).collect(),
        }
    }
}

/// Decodes a row of `outages`.
pub(super) fn decode_outage((since, until): (i64, i64)) -> Outage {
    let time = |column: i64| Millis::try_from(column).unwrap_or_default();
    Outage { since: time(since), until: time(until) }
}
