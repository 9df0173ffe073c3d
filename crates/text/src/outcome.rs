//! Results told with the names of the players: one sentence that says who won, and why.

use halfboard_rules::game::{Color, Ending, Outcome, Reason};
use halfboard_rules::record::Declared;

use crate::result;

crate::phrases! {
    you_won(why): "You won: {why}." | "Du hast gewonnen: {why}.",
    you_lost(why): "You lost: {why}." | "Du hast verloren: {why}.",
    won(winner, why): "{winner} won: {why}." | "{winner} hat gewonnen: {why}.",
    team_won(winner, why): "{winner} won: {why}." | "{winner} haben gewonnen: {why}.",
    your_checkers: "your checkers" | "deine Steine",
    checkers_of(name): "{name}'s checkers" | "die Steine von {name}",
    own_checkers: "their checkers" | "die eigenen Steine",
    your_move: "your move" | "dein Zug",
    move_of(name): "{name}'s move" | "der Zug von {name}",
    one_group(checkers): "{checkers} form one group" | "{checkers} bilden eine Gruppe",
    united_by(mv, checkers): "{mv} left {checkers} in one group" | "{mv} ließ {checkers} in einer Gruppe zurück",
    you_have_no_move: "you have no legal move" | "du hast keinen erlaubten Zug",
    has_no_move(loser): "{loser} has no legal move" | "{loser} hat keinen erlaubten Zug",
    your_losing_chain: "your chain connects the two long sides" | "deine Kette verbindet die beiden langen Ränder",
    losing_chain(loser): "{loser}'s chain connects the two long sides" |
        "die Kette von {loser} verbindet die beiden langen Ränder",
    your_winning_chain: "your chain connects a long half to your short side" |
        "deine Kette reicht von einer langen Hälfte zu deinem kurzen Rand",
    winning_chain(winner): "{winner}'s chain connects a long half to the short side" |
        "die Kette von {winner} reicht von einer langen Hälfte zum kurzen Rand",
    own_winning_chain: "their chain connects a long half to their short side" |
        "die eigene Kette reicht von einer langen Hälfte zum kurzen Rand",
    you_cleared: "enough of your checkers have left" | "genug deiner Steine sind entkommen",
    cleared(winner): "enough of {winner}'s checkers have left" | "genug Steine von {winner} sind entkommen",
    own_cleared: "enough of their checkers have left" | "genug eigene Steine sind entkommen",
    cross(checkers): "{checkers} form a cross" | "{checkers} bilden ein Kreuz",
    your_momentum: "two of your sets left in a row" | "zwei deiner Vierer entkamen hintereinander",
    momentum(winner): "two of {winner}'s sets left in a row" | "zwei Vierer von {winner} entkamen hintereinander",
    own_momentum: "two of their sets left in a row" | "zwei eigene Vierer entkamen hintereinander",
    you_resigned: "you resigned" | "du hast aufgegeben",
    resigned(loser): "{loser} resigned" | "{loser} hat aufgegeben",
    team_resigned(loser): "{loser} resigned" | "{loser} haben aufgegeben",
    your_time: "you ran out of time" | "deine Zeit ist abgelaufen",
    out_of_time(loser): "{loser} ran out of time" | "die Zeit von {loser} ist abgelaufen",
    declared_by_players: "declared by the players" | "die Spieler haben es so festgelegt",
}

/// A side as a sentence refers to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Side {
    /// The reader.
    You,
    /// A player with this name.
    Player(String),
    /// Several players, whose names are joined.
    Team(String),
}

impl Side {
    fn pick(&self, you: &'static str, named: impl FnOnce(&str) -> String) -> String {
        match self {
            Side::You => you.to_owned(),
            Side::Player(name) | Side::Team(name) => named(name),
        }
    }
}

/// Describes an ending by the rules. Endings without a winner name no side.
pub fn ended(ending: Ending, side: impl Fn(Color) -> Side) -> String {
    let Outcome::Win(winner) = ending.outcome else { return result::ended(ending) };
    let (winner, loser) = (side(winner), side(winner.other()));
    // What the winner did. The sentence has named the winner already, unless it addresses the loser.
    let won_by = |you: &'static str, own: &'static str, named: fn(&str) -> String| match loser {
        Side::You => winner.pick(you, named),
        _ => winner.pick(you, |_| own.to_owned()),
    };
    let checkers = || won_by(your_checkers(), own_checkers(), |name| checkers_of(name));
    let why = match ending.reason {
        Reason::NoMove => loser.pick(you_have_no_move(), |name| has_no_move(name)),
        Reason::United => one_group(checkers()),
        Reason::UnitedByOpponent => united_by(loser.pick(your_move(), |name| move_of(name)), checkers()),
        Reason::LosingChain => loser.pick(your_losing_chain(), |name| losing_chain(name)),
        Reason::WinningChain => won_by(your_winning_chain(), own_winning_chain(), |name| winning_chain(name)),
        Reason::Cleared => won_by(you_cleared(), own_cleared(), |name| cleared(name)),
        Reason::Cross => cross(checkers()),
        Reason::Momentum => won_by(your_momentum(), own_momentum(), |name| momentum(name)),
        // These end no game with a winner, except by an option that has no name of its own.
        Reason::BothUnited => lower_first(result::both_united()),
        Reason::Solved => lower_first(result::board_cleared()),
        Reason::Repetition => lower_first(result::repetition()),
    };
    sentence(&winner, &loser, &why)
}

/// Describes a result that the players declared.
pub fn declared(winner: Option<Color>, declared_as: Declared, side: impl Fn(Color) -> Side) -> String {
    let Some(winner) = winner else { return result::declared(winner, declared_as) };
    let (winner, loser) = (side(winner), side(winner.other()));
    let why = match declared_as {
        Declared::Resigned => match &loser {
            Side::Team(names) => team_resigned(names),
            loser => loser.pick(you_resigned(), |name| resigned(name)),
        },
        Declared::Time => loser.pick(your_time(), |name| out_of_time(name)),
        _ => declared_by_players().to_owned(),
    };
    sentence(&winner, &loser, &why)
}

fn sentence(winner: &Side, loser: &Side, why: &str) -> String {
    match (winner, loser) {
        (Side::You, _) => you_won(why),
        (_, Side::You) => you_lost(why),
        (Side::Player(name), _) => won(name, why),
        (Side::Team(names), _) => team_won(names, why),
    }
}

/// Returns a clause as it stands after a colon.
fn lower_first(clause: &str) -> String {
    let mut letters = clause.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, speak};

    fn you_are(own: Color) -> impl Fn(Color) -> Side {
        move |color| if color == own { Side::You } else { Side::Player("Bob".to_owned()) }
    }

    #[test]
    fn the_sentence_names_the_players() {
        speak(Language::English);
        let united = Ending { outcome: Outcome::Win(Color::White), reason: Reason::United };
        assert_eq!(ended(united, you_are(Color::White)), "You won: your checkers form one group.");
        assert_eq!(ended(united, you_are(Color::Black)), "You lost: Bob's checkers form one group.");
        let teams = |color: Color| Side::Team(if color == Color::White { "A and B" } else { "C and D" }.to_owned());
        assert_eq!(ended(united, teams), "A and B won: their checkers form one group.");
        assert_eq!(declared(Some(Color::Black), Declared::Resigned, teams), "C and D won: A and B resigned.");
        let resigned = declared(Some(Color::White), Declared::Resigned, you_are(Color::White));
        assert_eq!(resigned, "You won: Bob resigned.");
        speak(Language::German);
        assert_eq!(ended(united, you_are(Color::White)), "Du hast gewonnen: deine Steine bilden eine Gruppe.");
        assert_eq!(
            declared(Some(Color::Black), Declared::Resigned, teams),
            "C and D haben gewonnen: A and B haben aufgegeben."
        );
    }

    #[test]
    fn endings_without_a_winner_name_no_side() {
        speak(Language::English);
        let draw = Ending { outcome: Outcome::Draw, reason: Reason::Repetition };
        assert_eq!(ended(draw, you_are(Color::White)), result::ended(draw));
        assert_eq!(declared(None, Declared::Agreed, you_are(Color::White)), result::declared(None, Declared::Agreed));
    }
}
