//! The server's parts together: configuration, storage, games, interface. One binary, so that it is linked once.

mod config;
mod deploy;
