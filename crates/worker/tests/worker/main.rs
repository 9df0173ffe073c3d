//! Tests of the worker, one file per subject, in one binary.

mod handler;
mod messages;
