//! The storage: one list of tests for both databases, and what only one of them can show.

mod backups;
mod conformance;
mod database;
mod faults;
mod migrations;
mod sample;
