//! The server from outside, in one binary: what it answers, what it keeps, how it is set up, and how games go on it.

mod answers;
mod api;
mod config;
mod deploy;
mod ending;
mod play;
mod sockets;
mod store;
