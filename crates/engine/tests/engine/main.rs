//! The engine and the solvers: one binary, since each would be linked by itself. `cargo test -p halfboard-engine
//! layers::` runs one file of them.

mod balanced;
mod book;
mod forced;
mod ladder;
mod layers;
mod levels;
mod limits;
mod minimax;
mod proofs;
mod puzzles;
mod solitaire;
mod solitaire_puzzles;
mod solve_play;
mod solve_two;
mod study;
mod training;
mod wins;
