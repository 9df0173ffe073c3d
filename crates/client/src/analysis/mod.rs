//! The analysis board without its looks. Knows the rules and the engine's words, no screen.

mod address;
pub mod keeping;
pub mod rows;
pub mod text;
mod tree;

pub use address::Address;
pub use tree::{MOST_LETTERS, MOST_NODES, NodeId, Tree};
