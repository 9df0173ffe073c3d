//! What clients and servers of online games say to each other. The only crate that knows how that is written (JSON), and
//! the one place that knows what a game is, given its events: server, page, bot and tests fold the same log.
//!
//! - [`event`]: the log of a game, the only thing that is kept for good.
//! - [`game`]: a game as its log tells it, with clocks, offers, chat.
//! - [`clock`]: time controls, and clocks that are reckoned from the times in the log.
//! - [`message`]: what goes over a socket.
//! - [`api`]: what goes over HTTP.
//! - [`id`]: names of games and secrets of seats.
//! - [`limits`]: how much of anything is allowed.
//! - [`json`]: reading and writing all that.
//!
//! It does no input or output and knows no clock: times come from the server, as milliseconds since 1970.

pub mod api;
pub mod clock;
pub mod event;
pub mod game;
pub mod id;
pub mod json;
pub mod limits;
pub mod message;
mod record;

/// The version of the protocol. A client of another version is told so and reloads.
pub const PROTOCOL: u32 = 1;

/// Milliseconds since 1970, by the server's clock.
pub type Millis = u64;

/// The number of an event in its game's log, from 1. A log without events has version 0.
pub type Version = u32;
