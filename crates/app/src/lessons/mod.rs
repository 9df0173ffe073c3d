//! Taking a lesson.

mod run;

pub use halfboard_text::lessons::*;
pub use run::{Run, Stage, keep_steps_done, steps_done};
