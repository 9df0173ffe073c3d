//! How a game stands, in a sentence: who won, and why.

use halfboard_rules::game::{Color, Ending, Outcome, Reason};
use halfboard_rules::present::Overlay;
use halfboard_rules::record::Declared;
use halfboard_rules::session::Session;

use super::board::color;
use crate::play::{Play, Standing};

halfboard_text::phrases! {
    wins(winner, why): "{winner} wins: {why}." | "{winner} gewinnt: {why}.",
    a_draw(why): "A draw: {why}." | "Remis: {why}.",
    solved(why): "Solved: {why}." | "Gelöst: {why}.",
    stuck_with_one(why): "Stuck with 1 checker: {why}." | "Mit 1 Stein festgefahren: {why}.",
    stuck(left, why): "Stuck with {left} checkers: {why}." | "Mit {left} Steinen festgefahren: {why}.",
    nobody_can_move: "nobody can move any more" | "Niemand kann mehr ziehen",
    no_move_left: "no legal move is left" | "Es gibt keinen erlaubten Zug mehr",
    has_no_move(loser): "{loser} has no legal move" | "{loser} hat keinen erlaubten Zug",
    came_down: "the board came down as it should" | "Das Brett ist geräumt, wie es sein soll",
    one_group: "its checkers form one group" | "Die eigenen Steine bilden eine Gruppe",
    united_by(loser): "{loser}'s turn left the winner's checkers in one group" |
        "Der Zug von {loser} ließ die Steine des Siegers in einer Gruppe zurück",
    both_united: "one turn united both sides" | "Ein Zug hat beide Seiten vereint",
    losing_chain(loser): "a chain of {loser}'s joins the two long sides" |
        "Eine Kette von {loser} verbindet die beiden langen Ränder",
    winning_chain: "its chain reaches from a long half to its short side" |
        "Die eigene Kette reicht von einer langen Hälfte zum kurzen Rand",
    cleared: "enough of its checkers have left" | "Genug der eigenen Steine sind entkommen",
    cross: "its checkers form a cross" | "Die eigenen Steine bilden ein Kreuz",
    momentum: "two of its sets left in a row" | "Zwei eigene Vierer entkamen hintereinander",
    repetition: "the same position came up for the third time" | "Dieselbe Stellung kam zum dritten Mal vor",
    resigned(loser): "{loser} resigned" | "{loser} hat aufgegeben",
    time_was_up(loser): "{loser}'s time was up" | "Die Zeit von {loser} war um",
    agreed: "both sides agreed" | "Beide Seiten waren einverstanden",
    lacks_heights(loser, heights): "{loser} has no stack of {heights} left and nothing in reserve to make one, and without the set of 1, 2 and 3 nothing may move." |
        "{loser} hat keinen Stapel der Höhe {heights} mehr und nichts im Vorrat, um einen zu bauen, und ohne den Satz aus 1, 2 und 3 darf nichts ziehen.",
    and: " and " | " und ",
    no_result(why): "No result: {why}." | "Kein Ergebnis: {why}.",
    broken_off: "the game was broken off" | "Die Partie wurde abgebrochen",
    players_said_so: "the players said so" | "So haben es die Spieler gesagt",
}

/// The result in a sentence; `None` while the game goes on.
pub fn standing(play: &Play) -> Option<String> {
    match play.standing() {
        Standing::Open => None,
        Standing::Ruled(ending) => Some(ended(ending)),
        Standing::Declared(winner, why) => Some(declared(winner, why)),
    }
}

/// What lies behind the end of a game, where its reason alone would puzzle: stacks that stand there and may not move.
pub fn behind(session: &dyn Session) -> Option<String> {
    let missing = session.overlays(&[], None).into_iter().find_map(|overlay| match overlay {
        Overlay::MissingHeights(heights) => Some(heights),
        _ => None,
    })?;
    let ending = session.ending().filter(|ending| ending.reason == Reason::NoMove)?;
    let Outcome::Win(winner) = ending.outcome else { return None };
    let heights: Vec<String> = missing.iter().map(u8::to_string).collect();
    Some(lacks_heights(color(winner.other()), heights.join(and())))
}

/// An end by the rules, in a sentence.
pub fn ended(ending: Ending) -> String {
    let loser = match ending.outcome {
        Outcome::Win(winner) => color(winner.other()),
        _ => "",
    };
    let why = match ending.reason {
        Reason::NoMove if ending.outcome == Outcome::Draw => nobody_can_move().to_owned(),
        Reason::NoMove if loser.is_empty() => no_move_left().to_owned(),
        Reason::NoMove => has_no_move(loser),
        Reason::Solved => came_down().to_owned(),
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

/// An end by the players, in a sentence.
pub fn declared(winner: Option<Color>, declared_as: Declared) -> String {
    let loser = winner.map(|winner| color(winner.other()));
    let why = match (loser, declared_as) {
        (Some(loser), Declared::Resigned) => resigned(loser),
        (Some(loser), Declared::Time) => time_was_up(loser),
        (_, Declared::Agreed) => agreed().to_owned(),
        (_, Declared::Abandoned) => broken_off().to_owned(),
        _ => players_said_so().to_owned(),
    };
    match (winner, declared_as) {
        (Some(winner), _) => wins(color(winner), why),
        (None, Declared::Abandoned) => no_result(why),
        (None, _) => a_draw(why),
    }
}

#[cfg(test)]
mod tests {
    use halfboard_rules::record::Start;
    use halfboard_rules::view::result_in_words;

    use super::*;
    use crate::table::Table;
    use crate::words::{Language, speak};

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
    fn endings_are_told_in_english_as_the_rules_tell_them() {
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
            assert_eq!(english, result_in_words(ending));
            speak(Language::German);
            assert_ne!(ended(ending), english);
        }
    }

    #[test]
    fn stacks_that_may_not_move_are_explained() {
        speak(Language::English);
        let rules = halfboard_rules::registry::rules("stacks-in-action").expect("valid");
        let session = rules.position("(bbb)7/8/1b(wbb)(ww)(www)3/8 w w0b0").expect("valid");
        let told = behind(&*session).expect("White cannot move");
        assert!(told.starts_with("White has no stack of 1 left"), "{told}");
        assert_eq!(behind(&*rules.start(0)), None);
    }

    #[test]
    fn what_players_declare_is_told_as_at_the_table() {
        let start = Start::Seed(0);
        let session = start.session("j").expect("valid");
        let mut table = Table::new(session, start, Vec::new(), "2026.01.01");
        let cases = [
            (Some(Color::White), Declared::Resigned),
            (Some(Color::Black), Declared::Time),
            (None, Declared::Agreed),
            (None, Declared::Abandoned),
            (Some(Color::White), Declared::Abandoned),
            (None, Declared::Unstated),
        ];
        for (winner, why) in cases {
            table.declared = Some((winner, why));
            speak(Language::English);
            assert_eq!(Some(declared(winner, why)), table.result());
        }
        speak(Language::German);
        assert_eq!(declared(Some(Color::White), Declared::Time), "Weiß gewinnt: Die Zeit von Schwarz war um.");
    }
}
