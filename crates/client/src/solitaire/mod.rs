//! Puzzles for one person without their looks. Knows the rules and the solver's words, no screen.

mod address;

pub use address::Address;
