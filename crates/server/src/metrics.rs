//! Metrics in the OpenMetrics text format, served at `/metrics`. Counting takes no lock.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use halfboard_protocol::json;
use halfboard_protocol::message::RefusalCode;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use crate::process::{ProcessCollector, StorageSize};

/// The content type of [`Metrics::encode`].
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Labels with their values.
type Label<const N: usize> = [(&'static str, String); N];

/// Histogram buckets of durations, in seconds.
const DURATION_BUCKETS: [f64; 14] =
    [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 10.0];

/// The metrics of a server.
#[derive(Debug)]
pub struct Metrics {
    /// Open sockets.
    pub sockets: Gauge,
    /// Open event streams.
    pub streams: Gauge,
    /// Open connections, including those of sockets and streams.
    pub connections: Gauge,
    /// Client addresses to which something was refused in the last minute.
    pub limited_addresses: Gauge,
    /// Malformed messages received over sockets.
    pub unreadable: Counter,
    /// Log lines suppressed because a client caused too many, or because they repeat others.
    pub suppressed_log_lines: Counter,
    /// Games with an actor on this node.
    pub active_games: Gauge,
    /// Games created, including rematches.
    pub games_created: Counter,
    /// Turns played, including by engines.
    pub moves: Counter,
    /// Turns played by the server's engine.
    pub engine_moves: Counter,
    /// Searches of the server's engine that failed.
    pub engine_failures: Counter,
    /// Turns that wait for the server's engine.
    pub engine_queue: Gauge,
    /// Time from an engine's turn until its search starts, in seconds.
    pub engine_wait_seconds: Histogram,
    /// Messages received over sockets.
    pub messages_in: Counter,
    /// Messages sent over sockets and streams.
    pub messages_out: Counter,
    /// Sockets closed by the rate limit.
    pub rate_limit_closes: Counter,
    /// Sockets and streams closed because the client was too slow.
    pub slow_closes: Counter,
    /// Appends that conflicted with another node.
    pub conflicts: Counter,
    /// Storage errors.
    pub store_errors: Counter,
    /// Panics in background tasks, which went on.
    pub background_panics: Counter,
    /// How far the system clock is ahead of the database's, in seconds.
    pub clock_skew: Gauge<f64, AtomicU64>,
    /// Time during which turns could not be accepted, in seconds.
    pub outage_seconds: Counter<f64, AtomicU64>,
    /// Duration of an append until it is durable, in seconds.
    pub append_seconds: Histogram,
    /// Number of writes per commit.
    pub batch_size: Histogram,
    /// Duration of a command from arrival to reply, in seconds.
    pub command_seconds: Histogram,
    /// Sizes that are measured with each request for the metrics.
    pub(crate) storage_size: Arc<Mutex<StorageSize>>,
    /// Whether the metrics have a listener of their own.
    is_private: AtomicBool,
    /// When the last complete backup was begun, in seconds since 1970; 0 if there is none.
    pub backup_timestamp: Gauge,
    /// Time between scheduled backups, in seconds; 0 if none are scheduled.
    pub backup_interval: Gauge,
    /// Backups that failed.
    pub backup_errors: Counter,
    /// When the TLS certificate expires, in seconds since 1970; 0 if there is none.
    pub certificate_expiry: Gauge,
    refused_connections: Family<Label<1>, Counter>,
    closed_connections: Family<Label<1>, Counter>,
    refused: Family<Label<1>, Counter>,
    requests: Family<Label<3>, Counter>,
    request_seconds: Family<Label<1>, Histogram>,
    registry: Registry,
}

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics::new()
    }
}

impl Metrics {
    /// Creates metrics with all counters at zero.
    pub fn new() -> Metrics {
        let seconds = || Histogram::new(DURATION_BUCKETS);
        let mut metrics = Metrics {
            sockets: Gauge::default(),
            streams: Gauge::default(),
            connections: Gauge::default(),
            limited_addresses: Gauge::default(),
            unreadable: Counter::default(),
            suppressed_log_lines: Counter::default(),
            refused_connections: Family::default(),
            closed_connections: Family::default(),
            active_games: Gauge::default(),
            games_created: Counter::default(),
            moves: Counter::default(),
            engine_moves: Counter::default(),
            engine_failures: Counter::default(),
            engine_queue: Gauge::default(),
            engine_wait_seconds: seconds(),
            messages_in: Counter::default(),
            messages_out: Counter::default(),
            rate_limit_closes: Counter::default(),
            slow_closes: Counter::default(),
            conflicts: Counter::default(),
            store_errors: Counter::default(),
            background_panics: Counter::default(),
            clock_skew: Gauge::default(),
            outage_seconds: Counter::default(),
            append_seconds: seconds(),
            batch_size: Histogram::new([1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0]),
            command_seconds: seconds(),
            storage_size: Arc::default(),
            is_private: AtomicBool::new(false),
            backup_timestamp: Gauge::default(),
            backup_interval: Gauge::default(),
            backup_errors: Counter::default(),
            certificate_expiry: Gauge::default(),
            refused: Family::default(),
            requests: Family::default(),
            request_seconds: Family::new_with_constructor(seconds),
            registry: Registry::default(),
        };
        metrics.register();
        metrics.registry.register_collector(Box::new(ProcessCollector::new(Arc::clone(&metrics.storage_size))));
        metrics
    }

    fn register(&mut self) {
        let registry = self.registry.sub_registry_with_prefix("halfboard");
        registry.register("sockets", "Open sockets", self.sockets.clone());
        registry.register("streams", "Open event streams", self.streams.clone());
        registry.register("connections", "Open connections", self.connections.clone());
        let help = "Client addresses to which something was refused in the last minute";
        registry.register("limited_addresses", help, self.limited_addresses.clone());
        registry.register("unreadable_messages", "Malformed messages received over sockets", self.unreadable.clone());
        let help = "Log lines suppressed because a client caused too many";
        registry.register("suppressed_log_lines", help, self.suppressed_log_lines.clone());
        let help = "Refused connections by reason";
        registry.register("refused_connections", help, self.refused_connections.clone());
        let help = "Connections closed by the server by reason";
        registry.register("closed_connections", help, self.closed_connections.clone());
        registry.register("rooms", "Active games in memory", self.active_games.clone());
        registry.register("games_created", "Games created, including rematches", self.games_created.clone());
        registry.register("moves", "Turns played", self.moves.clone());
        registry.register("engine_moves", "Turns played by the server's engine", self.engine_moves.clone());
        let help = "Searches of the server's engine that failed";
        registry.register("engine_failures", help, self.engine_failures.clone());
        registry.register("engine_queue", "Turns that wait for the server's engine", self.engine_queue.clone());
        let help = "Time from an engine's turn until its search starts";
        registry.register_with_unit("engine_wait", help, Unit::Seconds, self.engine_wait_seconds.clone());
        registry.register("messages_in", "Messages received over sockets", self.messages_in.clone());
        registry.register("messages_out", "Messages sent over sockets and streams", self.messages_out.clone());
        let help = "Sockets closed by the rate limit";
        registry.register("rate_limit_closes", help, self.rate_limit_closes.clone());
        let help = "Sockets and streams closed because the client was too slow";
        registry.register("slow_closes", help, self.slow_closes.clone());
        registry.register("conflicts", "Appends that conflicted with another node", self.conflicts.clone());
        registry.register("store_errors", "Storage errors", self.store_errors.clone());
        let help = "Panics in background tasks, which went on";
        registry.register("background_panics", help, self.background_panics.clone());
        let help = "How far the system clock is ahead of the database's";
        registry.register_with_unit("clock_skew", help, Unit::Seconds, self.clock_skew.clone());
        let help = "Time during which turns could not be accepted";
        registry.register_with_unit("outage", help, Unit::Seconds, self.outage_seconds.clone());
        let help = "Duration of an append until it is durable";
        registry.register_with_unit("append", help, Unit::Seconds, self.append_seconds.clone());
        registry.register("batch_size", "Writes per commit", self.batch_size.clone());
        let help = "Duration of a command from arrival to reply";
        registry.register_with_unit("command", help, Unit::Seconds, self.command_seconds.clone());
        let help = "Time of the last complete scheduled backup; 0 if there is none";
        registry.register_with_unit("backup_timestamp", help, Unit::Seconds, self.backup_timestamp.clone());
        let help = "Time between scheduled backups; 0 if none are scheduled";
        registry.register_with_unit("backup_interval", help, Unit::Seconds, self.backup_interval.clone());
        registry.register("backup_errors", "Scheduled backups that failed", self.backup_errors.clone());
        let help = "Time at which the TLS certificate expires; 0 if there is none";
        registry.register_with_unit(
            "certificate_expiry_timestamp",
            help,
            Unit::Seconds,
            self.certificate_expiry.clone(),
        );
        registry.register("refused", "Refusals by code", self.refused.clone());
        registry.register("requests", "HTTP requests by method, route and status", self.requests.clone());
        let help = "Duration of HTTP requests by route";
        registry.register_with_unit("request", help, Unit::Seconds, self.request_seconds.clone());
    }

    /// Removes the metrics from the public listener: they have their own.
    pub(crate) fn make_private(&self) {
        self.is_private.store(true, Ordering::Relaxed);
    }

    /// Returns whether the metrics have a listener of their own.
    pub(crate) fn is_private(&self) -> bool {
        self.is_private.load(Ordering::Relaxed)
    }

    /// Counts a refused connection.
    pub fn count_refused_connection(&self, reason: &'static str) {
        self.refused_connections.get_or_create(&[("reason", reason.to_owned())]).inc();
    }

    /// Counts a connection that the server closed before its client was done.
    pub fn count_closed_connection(&self, reason: &'static str) {
        self.closed_connections.get_or_create(&[("reason", reason.to_owned())]).inc();
    }

    /// Counts a refusal.
    pub fn count_refusal(&self, code: RefusalCode) {
        let code = json::encode(&code).trim_matches('"').to_owned();
        self.refused.get_or_create(&[("code", code)]).inc();
    }

    /// Counts a request. `route` must be a declared route, not a path from the client, to bound the number of labels.
    pub fn count_request(&self, method: &str, route: &str, status: u16, duration: Duration) {
        let labels = [("method", method.to_owned()), ("route", route.to_owned()), ("status", status.to_string())];
        self.requests.get_or_create(&labels).inc();
        self.request_seconds.get_or_create(&[("route", route.to_owned())]).observe(duration.as_secs_f64());
    }

    /// Encodes all metrics in the OpenMetrics text format.
    pub fn encode(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail; a partial text would be rejected by the reader.
        if encode(&mut text, &self.registry).is_err() {
            text.clear();
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_encoded() {
        let metrics = Metrics::new();
        metrics.sockets.inc();
        metrics.moves.inc_by(3);
        metrics.append_seconds.observe(0.004);
        metrics.count_refusal(RefusalCode::NotYourTurn);
        metrics.count_request("GET", "/api/lobby", 200, Duration::from_millis(3));
        let text = metrics.encode();
        for line in [
            "halfboard_sockets 1",
            "halfboard_moves_total 3",
            "halfboard_append_seconds_bucket{le=\"0.005\"} 1",
            "halfboard_refused_total{code=\"not-your-turn\"} 1",
            "halfboard_requests_total{method=\"GET\",route=\"/api/lobby\",status=\"200\"} 1",
            "halfboard_request_seconds_count{route=\"/api/lobby\"} 1",
            "# EOF",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
    }
}
