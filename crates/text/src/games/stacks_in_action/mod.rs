//! Texts of Stacks In Action.

mod explanations;
#[cfg(feature = "lessons")]
mod lesson;
mod options;
pub mod refusals;

use halfboard_rules::games::stacks_in_action::{StacksInAction, StacksInActionRefusal};

use super::{FairnessText, GameText, OptionText, PresetText};
use crate::Text;
#[cfg(feature = "lessons")]
use crate::lessons::LessonStep;
use crate::refusal::RefusedSquare;

impl GameText for StacksInAction {
    const SUMMARY: Text = Text::new(
        "Keep a stack of one, of two and of three, and break up your opponent's until they can't rebuild.",
        "Halte einen Einer-, einen Zweier- und einen Dreierstapel und zerstöre die des Gegners, bis er sie nicht mehr aufbauen kann.",
    );
    const DESIGNERS: Text = Text::new("Rich Hutnik and Paul Beykirch", "Rich Hutnik und Paul Beykirch");
    const RULES_PAGE: Text = Text::new(
        include_str!("../../../../../docs/rules/stacks-in-action.md"),
        include_str!("../../../../../docs/rules/de/stacks-in-action.md"),
    );
    const OPTIONS: &'static [OptionText] = options::OPTIONS;
    const PRESETS: &'static [PresetText] = options::PRESETS;
    const EXPLANATIONS: &'static [(&'static str, Text)] = explanations::EXPLANATIONS;
    const FAIRNESS: FairnessText = FairnessText {
        findings: Text::new(
            "Who begins is better off in the full game, and much more so with free placement or when stacks are cut to three.",
            "Wer beginnt, steht im vollen Spiel besser, und noch viel mehr bei freiem Setzen oder wenn Stapel auf drei gekürzt werden.",
        ),
        advice: Text::new(
            "Moving by height alone or by line alone makes the game even, at the price of longer games.",
            "Nur nach Höhe oder nur nach Linie zu ziehen macht das Spiel ausgeglichen, auf Kosten längerer Partien.",
        ),
    };
    #[cfg(feature = "lessons")]
    const LESSON: &'static [LessonStep] = lesson::STEPS;

    fn explain(refusal: &StacksInActionRefusal, at: &RefusedSquare) -> String {
        refusals::explain(refusal, at)
    }
}
