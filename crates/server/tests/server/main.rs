//! The server from outside, in one binary: what it answers, what it keeps, and how it is set up.

mod answers;
mod config;
mod deploy;
mod store;
