//! The analysis board without its looks. Knows the rules and the engine's words, no screen.

pub mod export;
pub mod import;
pub mod lines;
mod route;
pub mod rows;
pub mod saved;
pub mod text;
mod tree;
pub mod verdicts;

pub use route::AnalysisRoute;
pub use tree::{MOST_LETTERS, MOST_NODES, NodeId, Tree};
