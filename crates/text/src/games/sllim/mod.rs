//! Texts of Sllim.

mod explanations;
#[cfg(feature = "lessons")]
mod lesson;
mod options;
pub mod refusals;

use halfboard_rules::games::sllim::{Sllim, SllimRefusal};

use super::{FairnessText, GameText, OptionText, PresetText};
use crate::Text;
#[cfg(feature = "lessons")]
use crate::lessons::LessonStep;
use crate::refusal::RefusedSquare;

impl GameText for Sllim {
    const SUMMARY: Text = Text::new(
        "Reverse mills: line up four in a row, column or square to remove your own checkers. First to get rid of them all wins.",
        "Mühle umgekehrt: Bilde Reihen, Spalten oder Quadrate aus vier Steinen, um sie loszuwerden. Wer zuerst alle los ist, gewinnt.",
    );
    const DESIGNERS: Text = Text::new("Rich Hutnik", "Rich Hutnik");
    const RULES_PAGE: Text = Text::new(
        include_str!("../../../../../docs/rules/sllim.md"),
        include_str!("../../../../../docs/rules/de/sllim.md"),
    );
    const OPTIONS: &'static [OptionText] = options::OPTIONS;
    const PRESETS: &'static [PresetText] = options::PRESETS;
    const EXPLANATIONS: &'static [(&'static str, Text)] = explanations::EXPLANATIONS;
    const FAIRNESS: FairnessText = FairnessText {
        findings: Text::new(
            "Set-ups with all checkers on the board are even. Where checkers are placed freely and sets leave at once, who begins is better off. The last four against the last four are solved: of 736,281,000 positions the side to move wins 82.5 %, loses 16.1 %, and in 1.4 % neither can win.",
            "Aufstellungen mit allen Steinen auf dem Brett sind ausgeglichen. Wo frei gesetzt wird und Vierer sofort entkommen, steht besser, wer beginnt. Die letzten vier gegen die letzten vier sind gelöst: Von 736.281.000 Stellungen gewinnt die Seite am Zug 82,5 %, verliert 16,1 %, und bei 1,4 % kann keine gewinnen.",
        ),
        advice: Text::new(
            "Of the numbers of pieces that the rule text offers for “either side”, 12 is the fairest and 9 the least fair.",
            "Von den Anzahlen der Steine, die der Regeltext für „Beides“ anbietet, ist 12 die gerechteste und 9 die ungerechteste.",
        ),
    };
    #[cfg(feature = "lessons")]
    const LESSON: &'static [LessonStep] = lesson::STEPS;

    fn explain(refusal: &SllimRefusal, at: &RefusedSquare) -> String {
        refusals::explain(refusal, at)
    }
}
