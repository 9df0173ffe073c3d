//! Integration tests of the server.

mod admin;
mod api;
mod api_description;
mod assets;
#[expect(unreachable_pub, reason = "the fuzz target uses the law from outside")]
mod backup_laws;
mod config;
mod connections;
mod deploy;
mod engines;
#[expect(unreachable_pub, reason = "the fuzz target uses the law from outside")]
mod frame_laws;
#[path = "../../src/socket/frame_parser.rs"]
mod frame_parser;
mod frames;
mod idle;
mod invariants;
mod lobby;
mod operations;
mod outages;
mod play;
mod previews;
#[cfg(unix)]
mod proxy_limits;
#[cfg(unix)]
mod proxy_nodes;
mod reverse_proxies;
mod shutdown;
mod sockets;
mod store;
#[cfg(unix)]
mod tls;
mod tls_client;
mod upgrades;
