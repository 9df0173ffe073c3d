//! The server from outside, in one binary: what it answers, what it keeps, how it is set up, and how games go on it.

mod api;
mod assets;
mod config;
mod deploy;
mod ending;
mod invariants;
mod play;
mod sockets;
mod store;
