//! The Halfboard server: serves the web app, whose files are embedded in the binary, and online games.
//!
//! `cargo xtask web` builds the web app into `dist/`. A release build embeds it; a debug build reads the files at run time,
//! so that a change of the app needs no rebuild of the server.
//!
//! - [`config`]: configuration; [`logging`] and [`metrics`]: observability.
//! - `operations`: health and metrics, also on a listener of their own; `process`: what the system says of this process.
//! - [`admin`]: the operator's requests over a Unix socket.
//! - [`server`]: start-up, routing and graceful shutdown.
//! - [`api`]: the HTTP API; `socket`: WebSockets.
//! - `connections`: TCP connections and timeouts; `admission`, `limits`, `proxies` and `origin`: clients and what they may
//!   use; `tls`: TLS without a proxy.
//! - `background`: tasks that go on after a panic.
//! - [`hub`]: one actor per active game; `referee`: pure decisions; [`store`]: event storage; [`time`]: the time source.

pub mod admin;
mod admission;
pub mod api;
mod app;
mod assets;
mod background;
pub mod backup;
pub mod config;
mod connections;
mod headers;
pub mod hub;
mod limits;
pub mod logging;
pub mod metrics;
mod operations;
mod origin;
mod preview;
mod process;
mod proxies;
mod referee;
mod request_log;
mod scheduled_backups;
mod secrets;
pub mod server;
#[cfg(feature = "simulation")]
pub mod simulation;
mod socket;
pub mod store;
pub mod time;
mod tls;

pub use api::online;
pub use app::App;
pub use limits::Limits;
pub use origin::Origins;
pub use proxies::{ForwardedHeader, IpNetwork, ProxyTrust};
pub use server::{run, serve};
pub use tls::{AcmeSettings, TlsSettings};
