//! Why a move is good, in sentences whose subject is the move. A term that counts something for both sides is worded as a
//! comparison with the opponent.

use halfboard_engine::explanation::{MoveEffect, MoveExplanation};

use crate::games;

crate::phrases! {
    wins: "It wins immediately." | "Er gewinnt sofort.",
    solves: "It solves the board." | "Er löst das Brett.",
    forced: "It is the only legal move." | "Er ist der einzige erlaubte Zug.",
    only_move: "Every other move loses immediately." | "Jeder andere Zug verliert sofort.",
    parries: "Many other moves lose immediately." | "Viele andere Züge verlieren sofort.",
    captures: "It captures an enemy checker." | "Er schlägt einen feindlichen Stein.",
    covers: "It lands on an enemy stack." | "Er landet auf einem feindlichen Stapel.",
    completes: "It completes a set." | "Er vollendet einen Vierer.",
}

/// Returns a reason in a sentence, for the game with this id; `None` for a term that is never a reason.
pub fn sentence(game: &str, reason: MoveExplanation, solitaire: bool) -> Option<&'static str> {
    Some(match reason {
        MoveExplanation::Wins if solitaire => solves(),
        MoveExplanation::Wins => wins(),
        MoveExplanation::Forced => forced(),
        MoveExplanation::OnlyMove => only_move(),
        MoveExplanation::Parries => parries(),
        MoveExplanation::Effect(MoveEffect::Captures) => captures(),
        MoveExplanation::Effect(MoveEffect::Covers) => covers(),
        MoveExplanation::Effect(MoveEffect::Completes) => completes(),
        MoveExplanation::Term { name } => {
            let (_, text) = games::find(game)?.explanations.iter().find(|(term, _)| *term == name)?;
            text.get()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn every_sentence_ends_and_differs_between_the_languages() {
        for (name, text) in games::GAMES.iter().flat_map(|texts| texts.explanations) {
            assert!(text.en.ends_with('.') && text.de.ends_with('.') && text.en != text.de, "{name}");
        }
        for reason in MoveExplanation::WITHOUT_TERM {
            assert!(sentence("j", reason, false).is_some());
        }
    }
}
