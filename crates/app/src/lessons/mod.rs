//! Taking a lesson.

mod run;

pub use halfboard_text::lessons::*;
pub use run::{Heard, Run, Stage, keep_steps_done, steps_done};
