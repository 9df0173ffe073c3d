//! The server from outside, in one binary: what it answers, and what it keeps.

mod answers;
mod play;
mod sockets;
mod store;
