//! The storage: one suite for both backends, and tests specific to one.

mod backup_sets;
mod backups;
mod conformance;
pub(crate) mod database;
mod faults;
mod migrations;
mod sample;
