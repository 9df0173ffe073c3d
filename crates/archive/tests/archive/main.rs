//! Archives against brute force.

mod common;
mod explorer;
mod games;
mod patterns;
