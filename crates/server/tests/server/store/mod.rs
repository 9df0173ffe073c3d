//! The storage: one suite for both backends, and tests specific to one.

mod backups;
mod conformance;
pub(crate) mod database;
mod faults;
mod migrations;
mod sample;
