//! The real binary, run as people and programs run it, a file a subject. One binary of tests, since each would be linked by
//! itself.

#[cfg(unix)]
mod admin;
mod against;
mod analyse;
mod archive;
mod arena;
mod backups;
mod bad_input;
mod bot;
mod common;
#[cfg(target_os = "linux")]
mod database_files;
mod draw;
mod fairness;
mod help;
mod language;
mod look;
mod play;
mod print;
mod record;
#[cfg(target_os = "linux")]
mod scarce;
mod serve;
mod solve;
mod tables;
mod text_commands;
mod trace;
mod typing;
mod ugi;
mod verify;
