//! Texts of Sight Reduction.

mod explanations;
#[cfg(feature = "lessons")]
mod lesson;
mod options;
pub mod refusals;

use halfboard_rules::games::sight_reduction::{SightReduction, SightReductionRefusal};

use super::{FairnessText, GameText, OptionText, PresetText};
use crate::Text;
#[cfg(feature = "lessons")]
use crate::lessons::LessonStep;
use crate::refusal::RefusedSquare;

impl GameText for SightReduction {
    const SUMMARY: Text = Text::new(
        "Remove your own checkers while they still see a friend. If you can't, you lose.",
        "Nimm eigene Steine weg, solange sie noch einen Freund sehen. Wer nicht mehr kann, verliert.",
    );
    const DESIGNERS: Text = Text::new("Rich Hutnik", "Rich Hutnik");
    const RULES_PAGE: Text = Text::new(
        include_str!("../../../../../docs/rules/sight-reduction.md"),
        include_str!("../../../../../docs/rules/de/sight-reduction.md"),
    );
    const OPTIONS: &'static [OptionText] = options::OPTIONS;
    const PRESETS: &'static [PresetText] = options::PRESETS;
    const EXPLANATIONS: &'static [(&'static str, Text)] = explanations::EXPLANATIONS;
    const FAIRNESS: FairnessText = FairnessText {
        findings: Text::new(
            "On none of 1200 random boards was it an advantage to begin. About two boards in five are won for one colour no matter who moves first; on the others the second player wins. The fair start is not fair: seat 1, who exchanges checkers and later says who begins, won every one of 200 boards. Nearly every solitaire can be done.",
            "Auf keinem von 1200 zufälligen Brettern war es ein Vorteil zu beginnen. Etwa zwei von fünf Brettern gehören einer Farbe, egal wer beginnt; auf den anderen gewinnt, wer als Zweiter zieht. Der faire Anfang ist nicht fair: Platz 1, der Steine tauscht und später sagt, wer beginnt, gewann jedes von 200 Brettern. Fast jedes Solitär ist lösbar.",
        ),
        advice: Text::new(
            "None of the variants makes a random board fairer to who begins. Playing every board twice, with places changed, does. With “Enemy: Required” and “One or two” together a solitaire can never be cleared.",
            "Keine der Varianten macht ein zufälliges Brett gerechter für den, der beginnt. Jedes Brett zweimal zu spielen, mit getauschten Plätzen, schon. Mit „Feind: Nötig“ und „Einer oder zwei“ zusammen lässt sich ein Solitär nie räumen.",
        ),
    };
    #[cfg(feature = "lessons")]
    const LESSON: &'static [LessonStep] = lesson::STEPS;

    fn explain(refusal: &SightReductionRefusal, at: &RefusedSquare) -> String {
        refusals::explain(refusal, at)
    }
}
