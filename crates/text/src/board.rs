//! Names of colours and seats, and descriptions of squares and reserves.

use halfboard_rules::board::Square;
use halfboard_rules::game::Color;
use halfboard_rules::present::{Checker, Step, Supply};
use halfboard_rules::view::View;

crate::phrases! {
    white: "White" | "Weiß",
    black: "Black" | "Schwarz",
    white_as_adjective: "white" | "weiß",
    black_as_adjective: "black" | "schwarz",
    white_checker: "white checker" | "weißer Stein",
    black_checker: "black checker" | "schwarzer Stein",
    marked_white_checker: "marked white checker" | "markierter weißer Stein",
    marked_black_checker: "marked black checker" | "markierter schwarzer Stein",
    empty: "empty" | "leer",
    chosen: "chosen" | "gewählt",
    can_be_chosen: "can be chosen" | "wählbar",
    pile(count, checkers): "stack of {count}, from the top: {checkers}" | "Stapel aus {count}, von oben: {checkers}",
    board_of(game): "Board of {game}" | "Brett von {game}",
    west: "West" | "West",
    north: "North" | "Nord",
    east: "East" | "Ost",
    south: "South" | "Süd",
    seat_one: "Seat 1" | "Platz 1",
    seat_two: "Seat 2" | "Platz 2",
    player: "Player" | "Spieler",
    in_reserve(count): "{count} in reserve" | "{count} im Vorrat",
    in_stock(count): "{count} in stock" | "{count} im Vorrat",
    lost(count): "{count} lost" | "{count} verloren",
    to_place(count): "{count} to place" | "{count} zu setzen",
    removed(count): "{count} removed" | "{count} entfernt",
    escaped(count): "{count} escaped" | "{count} entkommen",
    out_of_play(count): "{count} out of play" | "{count} aus dem Spiel",
}

/// Returns the name of a colour.
pub fn color(color: Color) -> &'static str {
    match color {
        Color::White => white(),
        Color::Black => black(),
    }
}

/// Returns the name of a seat, by its name in the rules.
pub fn seat(name: &str) -> &str {
    match name {
        "White" => white(),
        "Black" => black(),
        "West" => west(),
        "North" => north(),
        "East" => east(),
        "South" => south(),
        "Seat 1" => seat_one(),
        "Seat 2" => seat_two(),
        "Player" => player(),
        other => other,
    }
}

/// A colour as an adjective, without the endings that German puts to it.
pub fn adjective(color: Color) -> &'static str {
    match color {
        Color::White => white_as_adjective(),
        Color::Black => black_as_adjective(),
    }
}

/// Returns the name of a checker.
pub fn checker(checker: &Checker) -> &'static str {
    match (checker.color, checker.marked) {
        (Color::White, false) => white_checker(),
        (Color::Black, false) => black_checker(),
        (Color::White, true) => marked_white_checker(),
        (Color::Black, true) => marked_black_checker(),
    }
}

/// Describes a square: its name, its checkers, and whether it can be chosen.
pub fn cell(view: &View, square: Square) -> String {
    let pile = &view.cells[square.index()].pile;
    let stands = match pile.as_slice() {
        [] => empty().to_owned(),
        [one] => checker(one).to_owned(),
        many => {
            let from_top: Vec<&str> = many.iter().rev().map(checker).collect();
            self::pile(many.len(), from_top.join(", "))
        }
    };
    let points_here = |step: &Step| step.squares().contains(&square);
    let state = match () {
        () if view.chosen.iter().any(|step| step.square() == Some(square)) => Some(chosen()),
        () if view.next.iter().any(points_here) => Some(can_be_chosen()),
        () => None,
    };
    let name = view.board.name(square);
    match state {
        Some(state) => format!("{name}, {stands}, {state}"),
        None => format!("{name}, {stands}"),
    }
}

/// Returns whether checkers beside the board still matter in a position without a history.
pub fn still_counts(supply: &Supply) -> bool {
    !matches!(supply.name, "lost" | "out of play" | "removed")
}

/// Checkers beside the board. A name that is new here is shown as the rules call it.
pub fn supply(supply: &Supply) -> String {
    let count = supply.count;
    match supply.name {
        "in reserve" => in_reserve(count),
        "in stock" => in_stock(count),
        "lost" => lost(count),
        "to place" => to_place(count),
        "removed" => removed(count),
        "escaped" => escaped(count),
        "out of play" => out_of_play(count),
        other => format!("{count} {other}"),
    }
}

#[cfg(test)]
mod tests {
    use halfboard_rules::registry;

    use super::*;
    use crate::{Language, speak};

    #[test]
    fn every_supply_of_every_preset_has_words() {
        speak(Language::German);
        for preset in registry::games().iter().flat_map(|game| game.presets()) {
            let view = registry::rules(&preset.rules).expect("valid").start(0).view(&[]);
            for item in &view.supplies {
                assert_ne!(supply(item), format!("{} {}", item.count, item.name), "{}", preset.rules);
            }
        }
    }

    #[test]
    fn every_seat_of_every_preset_has_a_name() {
        for preset in registry::games().iter().flat_map(|game| game.presets()) {
            for name in registry::rules(&preset.rules).expect("valid").seats() {
                speak(Language::English);
                assert_eq!(seat(name), *name);
                speak(Language::German);
                assert!(seat(name) != *name || *name == "West", "{name}");
            }
        }
    }

    #[test]
    fn a_pile_is_told_from_the_top() {
        speak(Language::English);
        let rules = registry::rules("stacks-in-action").expect("valid");
        let session = rules.position("8/1(bwb)1b4/8/b(bb)6 b w0b0").expect("valid");
        let square = halfboard_rules::board::Board::Half.square("B2").expect("a square");
        let told = cell(&session.view(&[]), square);
        assert_eq!(told, "B2, stack of 3, from the top: black checker, white checker, black checker, can be chosen");
    }
}
