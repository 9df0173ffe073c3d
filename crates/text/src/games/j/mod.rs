//! Texts of J.

mod explanations;
#[cfg(feature = "lessons")]
mod lesson;
mod options;
pub mod refusals;

use halfboard_rules::games::j::{J, JRefusal};

use super::{FairnessText, GameText, OptionText, PresetText};
use crate::Text;
#[cfg(feature = "lessons")]
use crate::lessons::LessonStep;
use crate::refusal::RefusedSquare;

impl GameText for J {
    const SUMMARY: Text = Text::new(
        "Push checkers in from the edge. Connect a long half to your short edge, but never your two long halves.",
        "Schieb Steine vom Rand herein. Verbinde eine lange Hälfte mit deinem kurzen Rand, aber nie deine beiden langen Hälften.",
    );
    const DESIGNERS: Text = Text::new("Rich Hutnik", "Rich Hutnik");
    const RULES_PAGE: Text =
        Text::new(include_str!("../../../../../docs/rules/j.md"), include_str!("../../../../../docs/rules/de/j.md"));
    const OPTIONS: &'static [OptionText] = options::OPTIONS;
    const PRESETS: &'static [PresetText] = options::PRESETS;
    const EXPLANATIONS: &'static [(&'static str, Text)] = explanations::EXPLANATIONS;
    const FAIRNESS: FairnessText = FairnessText {
        findings: Text::new(
            "So few games tell no advantage for certain. What they do tell: with “Any long sides” games get long and are often drawn by repetition.",
            "So wenige Partien zeigen keinen sicheren Vorteil. Was sie zeigen: Mit „Lange Ränder beliebig“ werden die Partien lang und enden oft remis durch Wiederholung.",
        ),
        advice: Text::new(
            "Free placement makes games shorter and decides more of them.",
            "Freies Einsetzen macht Partien kürzer und entscheidet mehr von ihnen.",
        ),
    };
    #[cfg(feature = "lessons")]
    const LESSON: &'static [LessonStep] = lesson::STEPS;

    fn explain(refusal: &JRefusal, at: &RefusedSquare) -> String {
        refusals::explain(refusal, at)
    }
}
