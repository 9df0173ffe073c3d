//! Names of players, seats and engine levels.

use halfboard_engine::levels::Level;
use halfboard_rules::game::Seat;

use super::board;
use crate::play::{Play, Player};

halfboard_text::phrases! {
    you: "You" | "Du",
    engine(level): "Engine, level {level}" | "Engine, Stufe {level}",
    against(one, other): "{one} against {other}" | "{one} gegen {other}",
    partners(one, other): "{one} and {other}" | "{one} und {other}",
    alone: "Solitaire" | "Solitär",
    level_1: "beginner" | "Anfänger",
    level_2: "novice" | "Einsteiger",
    level_3: "casual" | "Gelegenheitsspieler",
    level_4: "practised" | "geübt",
    level_5: "experienced" | "erfahren",
    level_6: "strong" | "stark",
    level_7: "very strong" | "sehr stark",
    level_8: "full strength" | "volle Stärke",
    level_named(level, name): "{level}: {name}" | "{level}: {name}",
    rated(level, rating): "{level}, rating {rating}" | "{level}, Wertung {rating}",
    adaptive: "Adaptive" | "Passt sich an",
    adaptive_engine(level): "Adaptive engine, level {level}" | "Angepasste Engine, Stufe {level}",
}

/// The number of strengths that have names, from beginner to full strength.
pub const NAMED_LEVELS: u8 = 8;

/// Returns the name of the strength of an engine level by these rules.
pub fn level_name(rules: &str, level: u8) -> &'static str {
    let steps = f64::from(level.max(1) - 1) * f64::from(NAMED_LEVELS - 1);
    strength_name(1 + (steps / f64::from(Level::count(rules).max(2) - 1)).round() as u8)
}

/// Returns the name of a strength from 1 to [`NAMED_LEVELS`].
pub fn strength_name(number: u8) -> &'static str {
    match number {
        ..=1 => level_1(),
        2 => level_2(),
        3 => level_3(),
        4 => level_4(),
        5 => level_5(),
        6 => level_6(),
        7 => level_7(),
        8.. => level_8(),
    }
}

/// Returns a level with the name of its strength by these rules.
pub fn level(rules: &str, level: u8) -> String {
    level_named(level, level_name(rules, level))
}

/// Returns a level with its name and its rating by these rules.
pub fn level_rated(rules: &str, level: u8) -> String {
    rated(self::level(rules, level), rating(rules, level))
}

/// Returns the rating of a level by these rules, rounded to tens.
pub fn rating(rules: &str, level: u8) -> u16 {
    Level::new(rules, level).map_or(0, |level| (level.rating(rules) + 5) / 10 * 10)
}

/// Returns the name of a seat, by its name in the rules.
pub fn seat(name: &str) -> &str {
    board::seat(name)
}

/// Returns the player at a seat: the given name, the engine, "You" if there is only one person, or else the seat's
/// name. If several share a side, the seat is added, since colours do not distinguish them.
pub fn player(play: &Play, seat: Seat) -> String {
    let seats = play.session().seats();
    let place = self::seat(seats.get(usize::from(seat.0)).copied().unwrap_or_default());
    let name = match play.player(seat) {
        Player::Engine(level) if play.is_adaptive() => Some(adaptive_engine(level)),
        Player::Engine(level) => Some(engine(level)),
        Player::Person => match play.name(seat) {
            Some(name) => Some(name.to_owned()),
            None if play.lone_person() == Some(seat) || seats.len() == 1 => Some(you().to_owned()),
            None => None,
        },
    };
    match name {
        Some(name) if seats.len() > 2 => format!("{name} ({place})"),
        Some(name) => name,
        None => place.to_owned(),
    }
}

/// Lists the players, side against side.
pub fn all(play: &Play) -> String {
    let seats = play.session().seats().len() as u8;
    if seats == 1 {
        return play.name(Seat(0)).map_or_else(|| alone().to_owned(), str::to_owned);
    }
    // Neighbours are opponents, and partners sit opposite each other.
    let side = |first: u8| {
        let names = (first..seats).step_by(2).map(|seat| player(play, Seat(seat)));
        names.reduce(partners).unwrap_or_default()
    };
    against(side(0), side(1))
}

#[cfg(test)]
mod tests {
    use halfboard_rules::record::Start;

    use super::*;
    use crate::phrases::{Language, speak};
    use crate::play::Setup;

    fn game(rules: &str, players: Vec<Player>, names: &[&str]) -> Play {
        let names = names.iter().map(|&name| name.to_owned()).collect();
        let setup = Setup {
            rules: rules.to_owned(),
            start: Start::Seed(0),
            players,
            names,
            control: None,
            seed: 0,
            think: None,
            adaptive: false,
        };
        Play::new(&setup, "2026.01.01").expect("valid")
    }

    #[test]
    fn everybody_is_called_by_what_is_known() {
        speak(Language::English);
        assert_eq!(all(&game("j", vec![Player::Person, Player::Engine(4)], &[])), "You against Engine, level 4");
        assert_eq!(all(&game("j", vec![], &["Ann"])), "Ann against Black");
        assert_eq!(all(&game("sight-reduction:solitaire=on", vec![], &[])), "Solitaire");
        speak(Language::German);
        let four = game("lines-of-action:players=four", vec![Player::Engine(1)], &["", "Ben"]);
        assert_eq!(all(&four), "Engine, Stufe 1 (West) und Ost gegen Ben (Nord) und Süd");
        assert_eq!(all(&game("sight-reduction:setup=fair", vec![], &[])), "Platz 1 gegen Platz 2");
    }
}
