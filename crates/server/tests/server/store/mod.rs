//! The storage: one list of tests for both databases, and what only one of them can show.

mod conformance;
mod database;
mod sample;
