//! Tests of the worker, one file per subject, in one binary.

mod desk;
mod messages;
