//! The analysis board without its looks. Knows the rules and the engine's words, no screen.

mod address;

pub use address::Address;
