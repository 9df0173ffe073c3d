//! Tries the server from outside: many players at once, kills, a locked database, a full disk, messages full of mistakes.
//! What every client was told is kept, and at the end compared with the database. Talks to this machine only.
//!
//! - [`http`], [`player`], [`crowd`]: simulated people, who come back by themselves.
//! - [`told`]: what they were told, a history for each game; [`check`] compares it with the log.
//! - [`node`], [`database`], [`place`]: a server as a process of its own, which can be killed; a PostgreSQL; a folder.
//! - [`load`], [`faults`], [`trouble`], [`fuzz`]: the trials; [`report`] writes down how they went.

pub mod check;
pub mod crowd;
pub mod database;
pub mod faults;
pub mod fuzz;
pub mod http;
pub mod load;
pub mod node;
pub mod place;
pub mod player;
pub mod report;
pub mod told;
pub mod trouble;
