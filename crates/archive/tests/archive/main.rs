//! Archives against brute force.

mod common;
mod explorer;
mod file;
mod games;
mod patterns;
