//! Results in a sentence: who won, and why.

use halfboard_rules::game::{Color, Ending, Outcome, Reason};
use halfboard_rules::present::Overlay;
use halfboard_rules::record::Declared;
use halfboard_rules::session::Session;

use crate::board::color;

crate::phrases! {
    wins(winner, why): "{winner} wins: {why}." | "{winner} gewinnt: {why}.",
    a_draw(why): "Draw: {why}." | "Remis: {why}.",
    solved(why): "Solved: {why}." | "Gelöst: {why}.",
    stuck_with_one(why): "Stuck with 1 checker: {why}." | "Mit 1 Stein festgefahren: {why}.",
    stuck(left, why): "Stuck with {left} checkers: {why}." | "Mit {left} Steinen festgefahren: {why}.",
    no_move_left: "no legal move is left" | "Es gibt keinen erlaubten Zug mehr",
    has_no_move(loser): "{loser} has no legal move" | "{loser} hat keinen erlaubten Zug",
    board_cleared: "the board is cleared as required" | "Das Brett ist wie verlangt geräumt",
    one_group: "its checkers form one group" | "Die eigenen Steine bilden eine Gruppe",
    united_by(loser): "{loser}'s move left the winner's checkers in one group" |
        "Der Zug von {loser} ließ die Steine des Siegers in einer Gruppe zurück",
    both_united: "one move united both sides" | "Ein Zug hat beide Seiten vereint",
    losing_chain(loser): "a chain of {loser}'s connects the two long sides" |
        "Eine Kette von {loser} verbindet die beiden langen Ränder",
    winning_chain: "its chain connects a long half to its short side" |
        "Die eigene Kette reicht von einer langen Hälfte zum kurzen Rand",
    cleared: "enough of its checkers have left" | "Genug der eigenen Steine sind entkommen",
    cross: "its checkers form a cross" | "Die eigenen Steine bilden ein Kreuz",
    momentum: "two of its sets left in a row" | "Zwei eigene Vierer entkamen hintereinander",
    repetition: "the position was repeated" | "Die Stellung hat sich wiederholt",
    resigned(loser): "{loser} resigned" | "{loser} hat aufgegeben",
    out_of_time(loser): "{loser} ran out of time" | "Die Zeit von {loser} ist abgelaufen",
    agreed: "by agreement" | "Beide Seiten haben sich geeinigt",
    lacks_heights(loser, heights): "{loser} has no stack of {heights} and no reserve to build one. Without stacks of 1, 2 and 3 nothing may move." |
        "{loser} hat keinen Stapel der Höhe {heights} und keinen Vorrat, um einen zu bauen. Ohne Stapel der Höhen 1, 2 und 3 darf nichts ziehen.",
    and: " and " | " und ",
    no_result(why): "No result: {why}." | "Kein Ergebnis: {why}.",
    abandoned: "the game was abandoned" | "Die Partie wurde abgebrochen",
    declared_by_players: "declared by the players" | "Die Spieler haben es so festgelegt",
}

/// Explains an ending whose reason alone is puzzling: stacks are on the board but may not move.
pub fn explain_ending(session: &dyn Session) -> Option<String> {
    let missing = session.overlays(&[], None).into_iter().find_map(|overlay| match overlay {
        Overlay::MissingHeights(heights) => Some(heights),
        _ => None,
    })?;
    let ending = session.ending().filter(|ending| ending.reason == Reason::NoMove)?;
    let Outcome::Win(winner) = ending.outcome else { return None };
    let heights: Vec<String> = missing.iter().map(u8::to_string).collect();
    Some(lacks_heights(color(winner.other()), heights.join(and())))
}

/// Describes an ending by the rules.
pub fn ended(ending: Ending) -> String {
    let loser = match ending.outcome {
        Outcome::Win(winner) => color(winner.other()),
        _ => "",
    };
    let why = match ending.reason {
        Reason::NoMove if loser.is_empty() => no_move_left().to_owned(),
        Reason::NoMove => has_no_move(loser),
        Reason::Solved => board_cleared().to_owned(),
        Reason::United => one_group().to_owned(),
        Reason::UnitedByOpponent => united_by(loser),
        Reason::BothUnited => both_united().to_owned(),
        Reason::LosingChain => losing_chain(loser),
        Reason::WinningChain => winning_chain().to_owned(),
        Reason::Cleared => cleared().to_owned(),
        Reason::Cross => cross().to_owned(),
        Reason::Momentum => momentum().to_owned(),
        Reason::Repetition => repetition().to_owned(),
    };
    match ending.outcome {
        Outcome::Win(winner) => wins(color(winner), why),
        Outcome::Draw => a_draw(why),
        Outcome::Solved => solved(why),
        Outcome::Stuck(1) => stuck_with_one(why),
        Outcome::Stuck(left) => stuck(left, why),
    }
}

/// Describes a result that the players declared.
pub fn declared(winner: Option<Color>, declared_as: Declared) -> String {
    let loser = winner.map(|winner| color(winner.other()));
    let why = match (loser, declared_as) {
        (Some(loser), Declared::Resigned) => resigned(loser),
        (Some(loser), Declared::Time) => out_of_time(loser),
        (_, Declared::Agreed) => agreed().to_owned(),
        (_, Declared::Abandoned) => abandoned().to_owned(),
        _ => declared_by_players().to_owned(),
    };
    match (winner, declared_as) {
        (Some(winner), _) => wins(color(winner), why),
        (None, Declared::Abandoned) => no_result(why),
        (None, _) => a_draw(why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, speak};

    const REASONS: [Reason; 11] = [
        Reason::NoMove,
        Reason::Solved,
        Reason::United,
        Reason::UnitedByOpponent,
        Reason::BothUnited,
        Reason::LosingChain,
        Reason::WinningChain,
        Reason::Cleared,
        Reason::Cross,
        Reason::Momentum,
        Reason::Repetition,
    ];

    #[test]
    fn every_ending_has_a_sentence_in_both_languages() {
        let outcomes = [
            Outcome::Win(Color::White),
            Outcome::Win(Color::Black),
            Outcome::Draw,
            Outcome::Solved,
            Outcome::Stuck(1),
            Outcome::Stuck(7),
        ];
        for (outcome, reason) in outcomes.into_iter().flat_map(|outcome| REASONS.map(|reason| (outcome, reason))) {
            let ending = Ending { outcome, reason };
            speak(Language::English);
            let english = ended(ending);
            assert!(english.ends_with('.'), "{english}");
            speak(Language::German);
            assert_ne!(ended(ending), english);
        }
    }

    #[test]
    fn stacks_that_may_not_move_are_explained() {
        speak(Language::English);
        let rules = halfboard_rules::registry::rules("stacks-in-action").expect("valid");
        let session = rules.position("(bbb)7/8/1b(wbb)(ww)(www)3/8 w w0b0").expect("valid");
        let told = explain_ending(&*session).expect("White cannot move");
        assert!(told.starts_with("White has no stack of 1 "), "{told}");
        assert_eq!(explain_ending(&*rules.start(0)), None);
    }

    #[test]
    fn declared_results_are_told() {
        speak(Language::German);
        assert_eq!(declared(Some(Color::White), Declared::Time), "Weiß gewinnt: Die Zeit von Schwarz ist abgelaufen.");
    }
}
