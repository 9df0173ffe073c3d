//! Tests of the texts, one file per subject, in one binary.

mod book;
#[cfg(feature = "lessons")]
mod lessons;
mod playthroughs;
mod prompts;
mod refusals;
