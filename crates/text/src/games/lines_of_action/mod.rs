//! Texts of Lines of Action.

mod explanations;
#[cfg(feature = "lessons")]
mod lesson;
mod options;
pub mod refusals;

use halfboard_rules::games::lines_of_action::{LinesOfAction, LinesOfActionRefusal};

use super::{FairnessText, GameText, OptionText, PresetText};
use crate::Text;
#[cfg(feature = "lessons")]
use crate::lessons::LessonStep;
use crate::refusal::RefusedSquare;

impl GameText for LinesOfAction {
    const SUMMARY: Text = Text::new(
        "Move exactly as far as there are checkers on the line. First to connect all of their checkers wins.",
        "Zieh genau so weit, wie Steine auf der Linie stehen. Wer zuerst alle seine Steine verbindet, gewinnt.",
    );
    const DESIGNERS: Text = Text::new("Claude Soucie", "Claude Soucie");
    const RULES_PAGE: Text = Text::new(
        include_str!("../../../../../docs/rules/lines-of-action.md"),
        include_str!("../../../../../docs/rules/de/lines-of-action.md"),
    );
    const OPTIONS: &'static [OptionText] = options::OPTIONS;
    const PRESETS: &'static [PresetText] = options::PRESETS;
    const EXPLANATIONS: &'static [(&'static str, Text)] = explanations::EXPLANATIONS;
    const FAIRNESS: FairnessText = FairnessText {
        findings: Text::new(
            "Who begins is somewhat better off in the plain game. Joined edges weigh most: joined files help who begins, joined ranks and the torus who does not. Plain Parachute is decided early, by who begins.",
            "Wer beginnt, steht im einfachen Spiel etwas besser. Am meisten wiegen verbundene Ränder: Verbundene Linien helfen dem, der beginnt, verbundene Reihen und der Torus dem anderen. Das einfache Parachute entscheidet sich früh, für den, der beginnt.",
        ),
        advice: Text::new(
            "Scrambled Eggs, dropping enemy checkers in Parachute, and the tournament's draw for a move that unites both sides bring the advantage within what such samples can tell from even.",
            "Scrambled Eggs, feindliche Steine abzusetzen bei Parachute und das Remis des Turniers für einen Zug, der beide Seiten vereint, drücken den Vorteil unter das, was solche Stichproben von ausgeglichen unterscheiden.",
        ),
    };
    #[cfg(feature = "lessons")]
    const LESSON: &'static [LessonStep] = lesson::STEPS;

    fn explain(refusal: &LinesOfActionRefusal, at: &RefusedSquare) -> String {
        refusals::explain(refusal, at)
    }
}
