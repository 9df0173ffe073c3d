//! Load, fault and fuzz trials of the server as a separate process: many clients, kills, a locked database, a full disk,
//! malformed messages. Everything the clients receive is recorded and finally compared with the database.
//!
//! - [`http`], [`player`], [`crowd`]: simulated clients, which reconnect by themselves.
//! - [`history`]: the events received by the clients of each game; [`check`] compares them with the log.
//! - [`node`], [`database`], [`workdir`]: a server process that can be killed, a PostgreSQL server, a folder.
//! - [`powerloss`], [`bit_flips`]: trials in this process, of the disk below the storage and of damaged backups.
//! - [`load`], [`faults`], [`outage`], [`fuzz`], [`attack`], [`soak`], [`stalls`]: the trials; [`report`] formats their results.

pub mod attack;
pub mod bit_flips;
pub mod check;
pub mod crowd;
pub mod database;
pub mod failover;
pub mod faults;
pub mod fuzz;
pub mod history;
pub mod http;
pub mod load;
pub mod node;
pub mod outage;
pub mod player;
pub mod powerloss;
pub mod report;
pub mod simulation;
pub mod soak;
pub mod stalls;
pub mod workdir;
