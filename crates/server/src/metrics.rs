//! What is counted and measured, and how monitoring reads it: Prometheus' text form at `/metrics`. Everybody who counts
//! holds the same [`Metrics`]; counting takes no lock. Touches nothing else.

use std::time::Duration;

use halfboard_protocol::json;
use halfboard_protocol::message::RefusalCode;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

/// The content type of what [`Metrics::text`] writes.
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// A label with its value.
type Label<const N: usize> = [(&'static str, String); N];

/// Seconds between a tenth of a millisecond and some seconds.
const SECONDS: [f64; 14] = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 10.0];

/// Everything that is counted and measured.
#[derive(Debug)]
pub struct Metrics {
    /// Sockets open now.
    pub sockets: Gauge,
    /// Event streams open now.
    pub streams: Gauge,
    /// Games held in memory now, because somebody looks at them.
    pub rooms: Gauge,
    /// Games made, rematches among them.
    pub games_created: Counter,
    /// Turns played by anybody, engines among them.
    pub moves: Counter,
    /// Turns played by the server's own engine.
    pub engine_moves: Counter,
    /// Messages that came in over sockets.
    pub messages_in: Counter,
    /// Messages that went out over sockets and streams.
    pub messages_out: Counter,
    /// Sockets closed because too much came in over them.
    pub rate_limit_closes: Counter,
    /// Sockets and streams closed because their reader was too slow.
    pub slow_closes: Counter,
    /// Events that another node was first with, after which it is decided again.
    pub conflicts: Counter,
    /// Times that the storage could not do what it was asked.
    pub store_errors: Counter,
    /// From the wish to append until it is durable, in seconds.
    pub append_seconds: Histogram,
    /// Appends that were made durable together.
    pub batch_size: Histogram,
    /// From the arrival of a command until it is answered, in seconds.
    pub command_seconds: Histogram,
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
    /// All at nought.
    pub fn new() -> Metrics {
        let seconds = || Histogram::new(SECONDS);
        let mut metrics = Metrics {
            sockets: Gauge::default(),
            streams: Gauge::default(),
            rooms: Gauge::default(),
            games_created: Counter::default(),
            moves: Counter::default(),
            engine_moves: Counter::default(),
            messages_in: Counter::default(),
            messages_out: Counter::default(),
            rate_limit_closes: Counter::default(),
            slow_closes: Counter::default(),
            conflicts: Counter::default(),
            store_errors: Counter::default(),
            append_seconds: seconds(),
            batch_size: Histogram::new([1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0]),
            command_seconds: seconds(),
            refused: Family::default(),
            requests: Family::default(),
            request_seconds: Family::new_with_constructor(seconds),
            registry: Registry::default(),
        };
        metrics.register();
        metrics
    }

    fn register(&mut self) {
        let registry = self.registry.sub_registry_with_prefix("halfboard");
        registry.register("sockets", "Sockets open now", self.sockets.clone());
        registry.register("streams", "Event streams open now", self.streams.clone());
        registry.register("rooms", "Games held in memory now, because somebody looks at them", self.rooms.clone());
        registry.register("games_created", "Games made, rematches among them", self.games_created.clone());
        registry.register("moves", "Turns played", self.moves.clone());
        registry.register("engine_moves", "Turns played by the server's own engine", self.engine_moves.clone());
        registry.register("messages_in", "Messages that came in over sockets", self.messages_in.clone());
        registry.register("messages_out", "Messages that went out over sockets and streams", self.messages_out.clone());
        let help = "Sockets closed because too much came in over them";
        registry.register("rate_limit_closes", help, self.rate_limit_closes.clone());
        let help = "Sockets and streams closed because their reader was too slow";
        registry.register("slow_closes", help, self.slow_closes.clone());
        registry.register("conflicts", "Events that another node was first with", self.conflicts.clone());
        registry.register("store_errors", "Times that the storage failed", self.store_errors.clone());
        let help = "From the wish to append until it is durable";
        registry.register_with_unit("append", help, Unit::Seconds, self.append_seconds.clone());
        registry.register("batch_size", "Appends that were made durable together", self.batch_size.clone());
        let help = "From the arrival of a command until it is answered";
        registry.register_with_unit("command", help, Unit::Seconds, self.command_seconds.clone());
        registry.register("refused", "What was refused, by code", self.refused.clone());
        registry.register("requests", "Requests over HTTP, by method, route and status", self.requests.clone());
        let help = "How long requests over HTTP take, by route";
        registry.register_with_unit("request", help, Unit::Seconds, self.request_seconds.clone());
    }

    /// Something was refused.
    pub fn refused(&self, code: RefusalCode) {
        let code = json::encode(&code).trim_matches('"').to_owned();
        self.refused.get_or_create(&[("code", code)]).inc();
    }

    /// A request was answered. The route is one of those that are declared, never an address that somebody typed.
    pub fn answered(&self, method: &str, route: &str, status: u16, took: Duration) {
        let labels = [("method", method.to_owned()), ("route", route.to_owned()), ("status", status.to_string())];
        self.requests.get_or_create(&labels).inc();
        self.request_seconds.get_or_create(&[("route", route.to_owned())]).observe(took.as_secs_f64());
    }

    /// All of it, as monitoring reads it.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail; half a text would be refused by its reader.
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
    fn what_was_counted_can_be_read() {
        let metrics = Metrics::new();
        metrics.sockets.inc();
        metrics.moves.inc_by(3);
        metrics.append_seconds.observe(0.004);
        metrics.refused(RefusalCode::NotYourTurn);
        metrics.answered("GET", "/api/lobby", 200, Duration::from_millis(3));
        let text = metrics.text();
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
