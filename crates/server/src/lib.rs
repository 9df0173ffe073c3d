//! Serves the browser app, whose files are part of the binary, and games between people.
//!
//! `cargo xtask web` builds the files into `dist/`. A release build carries them; a debug build reads them from there each
//! time, so that a change of the app is seen without building this.
//!
//! - [`config`]: how a server is set up; [`logs`], [`metrics`]: what it tells about itself.
//! - [`serving`]: everything put together, from the start to an orderly end.
//! - [`api`]: the interface over HTTP; `socket`: the one over WebSocket; `origin`, `limits`: who may ask, and how much.
//! - [`hub`]: the games; `referee`: what is allowed in them; [`store`]: what is kept of them.

pub mod api;
mod app;
pub mod config;
mod connections;
pub mod copies;
mod files;
mod headers;
pub mod hub;
mod limits;
pub mod logs;
pub mod metrics;
mod origin;
mod referee;
mod requests;
mod secrets;
pub mod serving;
mod socket;
pub mod store;

pub use api::online;
pub use app::App;
pub use limits::Limits;
pub use origin::Origins;
pub use serving::{run, serve};
