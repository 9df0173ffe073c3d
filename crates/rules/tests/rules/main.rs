//! The rules core against everything that is known about the games: one binary, since linking takes longer than most of
//! these tests. `cargo test -p halfboard-rules reference::` runs one file of them.

mod common;
mod conformance;
mod decisive;
mod examples;
mod histories;
#[expect(unreachable_pub, reason = "the fuzz targets use the laws from outside")]
mod laws;
mod overlays;
mod proofs;
mod properties;
mod recorded_games;
mod records;
mod reference;
mod refusals;
mod seeds;
#[cfg(feature = "serde")]
mod serialization;
mod symmetry;
mod targets;
mod text_forms;
