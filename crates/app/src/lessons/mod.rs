//! Taking a lesson.

mod run;

pub use halfboard_text::lessons::*;
pub use run::{LessonRun, LessonStage, save_steps_done, steps_done};
