//! The protocol of online games: events, commands, HTTP bodies, and the fold from an event log to a game.
//!
//! Server, web page, bot and tests fold the same log with [`game::Game`] and reach the same state. This is the only crate
//! that knows the wire format (JSON).
//!
//! - [`event`]: the event log of a game, the only data stored permanently.
//! - [`carried`]: events of other versions.
//! - [`game`]: the state of a game, folded from its log: seats, turns, clocks, proposals, chat.
//! - [`clock`]: time controls, clocks, also for local games, and time lost to outages.
//! - [`message`]: WebSocket messages.
//! - [`api`]: HTTP bodies.
//! - [`id`]: game IDs and seat tokens.
//! - [`limits`]: size and rate limits.
//! - [`name`]: which names players may choose.
//! - [`json`]: encoding and decoding.
//!
//! The crate does no I/O and reads no clock: times come from the server, in milliseconds since the Unix epoch.

pub mod api;
pub mod carried;
pub mod clock;
pub mod event;
pub mod game;
pub mod id;
pub mod json;
mod json_value;
pub mod limits;
pub mod message;
pub mod name;
mod record;

pub use record::utc_date;

/// The protocol version. A client with another version is refused and must reload.
pub const PROTOCOL_VERSION: u32 = 1;

/// Milliseconds since the Unix epoch, by the server's clock.
pub type Millis = u64;

/// The number of an event in its game's log, starting at 1. An empty log has version 0.
pub type Version = u32;
