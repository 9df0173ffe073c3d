//! Phrases of the position editor.

use halfboard_rules::board::Board;
use halfboard_rules::game::Color;
use halfboard_rules::position_format::FieldName;
use halfboard_rules::present::Checker;
use halfboard_rules::text::Cause;

use super::{board, players};
use crate::editor::{Change, FieldContent, InvalidPosition, PositionFix};

halfboard_text::phrases! {
    title: "Set up a position" | "Stellung aufbauen",
    lead: "Choose a piece, then tap squares." | "Wähle einen Stein und tippe dann auf Felder.",
    tools: "Put on the board" | "Aufs Brett setzen",
    put_white: "White" | "Weiß",
    put_black: "Black" | "Schwarz",
    put_marked_white: "White, marked" | "Weiß, markiert",
    put_marked_black: "Black, marked" | "Schwarz, markiert",
    remove_top: "Remove top checker" | "Obersten abnehmen",
    erase: "Clear square" | "Feld leeren",
    pile_full(count): "A stack has at most {count} checkers." | "Ein Stapel hat höchstens {count} Steine.",
    clear: "Clear the board" | "Brett leeren",
    from_start: "Start position" | "Anfangsstellung",
    mirror: "Mirror" | "Spiegeln",
    swap_colors: "Swap colours" | "Farben tauschen",
    undo: "Undo" | "Rückgängig",
    keys: "Keys: W and B choose a colour (with Shift the marked checkers), X empties; Delete empties the square under the cursor, U undoes." |
        "Tasten: W und B wählen eine Farbe (mit Umschalt die markierten Steine), X leert; Entf leert das Feld unter dem Cursor, U macht rückgängig.",
    keys_plain: "Keys: W and B choose a colour, X empties; Delete empties the square under the cursor, U undoes." |
        "Tasten: W und B wählen eine Farbe, X leert; Entf leert das Feld unter dem Cursor, U macht rückgängig.",
    as_text: "Position as text" | "Stellung als Text",
    analyse: "Analyse this position" | "Diese Stellung analysieren",
    play_from_here: "Play from here" | "Von hier spielen",
    cancel: "Cancel" | "Abbrechen",
    valid: "Valid position" | "Gültige Stellung",
    invalid: "This position is not valid yet" | "Diese Stellung ist noch nicht gültig",
    fixes: "Fixes:" | "Korrekturen:",
    fixed: "Fixed" | "Korrigiert",
    fewer(label, color): "{label}, {color}: one less" | "{label}, {color}: weniger",
    more(label, color): "{label}, {color}: one more" | "{label}, {color}: mehr",

    turn: "To move" | "Am Zug",
    phase: "Phase" | "Spielphase",
    seats: "Colours" | "Farben",
    pair: "Partner to move" | "Partner am Zug",
    reserve: "In reserve" | "Im Vorrat",
    stock: "In stock" | "Im Vorrat",
    sets: "Sets escaped" | "Entkommene Vierer",
    last: "Last set to leave" | "Zuletzt entkommen",

    marked_white: "White, marked checkers" | "Weiß, markierte Steine",
    marked_black: "Black, marked checkers" | "Schwarz, markierte Steine",
    first_player: "the first player" | "wer beginnt",
    second_player: "the second player" | "wer folgt",
    phase_place: "Checkers are placed" | "Steine werden gesetzt",
    phase_swap: "The first player exchanges checkers" | "Der erste Spieler tauscht Steine",
    phase_pick: "The second player picks a colour" | "Der zweite Spieler wählt eine Farbe",
    phase_choose: "The first player decides who begins" | "Der erste Spieler bestimmt, wer beginnt",
    phase_play: "Checkers are removed" | "Steine werden entfernt",
    first_is_white: "Seat 1 has White" | "Platz 1 hat Weiß",
    first_is_black: "Seat 1 has Black" | "Platz 1 hat Schwarz",
    open_seats: "undecided" | "noch offen",
    pair_first: "the first" | "der erste",
    pair_second: "the second" | "der zweite",
    last_none: "none yet" | "noch keine",
    last_white: "one of White's" | "eine weiße",
    last_white_twice: "White's, two in a row" | "weiße, zwei nacheinander",
    last_black: "one of Black's" | "eine schwarze",
    last_black_twice: "Black's, two in a row" | "schwarze, zwei nacheinander",

    invalid_position(character): "Invalid position at character {character}." |
        "Ungültige Stellung bei Zeichen {character}.",
    too_many(color, most): "{color} has more than {most} checkers on the board." |
        "{color} hat mehr als {most} Steine auf dem Brett.",
    too_many_plain(color, most): "{color} has more than {most} plain checkers on the board." |
        "{color} hat mehr als {most} einfache Steine auf dem Brett.",
    too_many_marked(color, most): "{color} has more than {most} marked checkers on the board." |
        "{color} hat mehr als {most} markierte Steine auf dem Brett.",
    too_many_together(color, most): "{color} has more than {most} checkers on and beside the board." |
        "{color} hat auf dem Brett und daneben zusammen mehr als {most} Steine.",
    at_square(sentence, square): "{sentence} The checker on {square} is one too many." |
        "{sentence} Der auf {square} ist zu viel.",
    none_on_board(color): "{color} has no checker on the board. Each side needs at least one." |
        "{color} hat keinen Stein auf dem Brett. Jede Seite braucht mindestens einen.",
    not_full: "The board must be full before checkers are removed: 16 white and 16 black." |
        "Bevor Steine entfernt werden, muss das Brett voll sein: 16 weiße und 16 schwarze.",
    does_not_add_up(color, total, owned): "{color} has {total} checkers in total, including escaped ones and the reserve; it must be {owned}." |
        "{color} hat insgesamt {total} Steine, entkommene und Vorrat mitgezählt; es müssen {owned} sein.",
    not_in_turns(first, by_first, other, by_other): "The sides take turns, and {first} begins. {first} has placed {by_first} and {other} {by_other}, which does not match the side to move." |
        "Die Seiten wechseln sich ab, und {first} beginnt. {first} hat {by_first} gesetzt, {other} {by_other}; das passt nicht zur Seite am Zug.",
    no_reserve: "These rules have no reserve." | "Nach diesen Regeln gibt es keinen Vorrat.",
    last_disagrees: "The last set to leave does not match the escaped sets." |
        "Die zuletzt entkommene Gruppe passt nicht zu den entkommenen Gruppen.",
    both_won: "Both sides have already won." | "Beide Seiten hätten schon gewonnen.",

    fix_counts(label, white, black): "{label}: White {white}, Black {black}" | "{label}: Weiß {white}, Schwarz {black}",
    fix_value(label, word): "{label}: {word}" | "{label}: {word}",
    fix_remove(squares): "Remove {squares}" | "{squares} wegnehmen",
}

/// Returns the label of a position field.
pub fn field(name: FieldName) -> &'static str {
    match name {
        FieldName::Turn => turn(),
        FieldName::Phase => phase(),
        FieldName::Seats => seats(),
        FieldName::Pair => pair(),
        FieldName::Reserve => reserve(),
        FieldName::Stock => stock(),
        FieldName::Sets => sets(),
        FieldName::Last => last(),
    }
}

/// Returns the label of a field's value. `seats` are the seats of the game; an unknown value is returned unchanged.
pub fn field_value(name: FieldName, word: &'static str, seats: &[&'static str]) -> String {
    if name == FieldName::Turn {
        return turn_of(word, seats);
    }
    let said = match (name, word) {
        (FieldName::Phase, "place") => phase_place(),
        (FieldName::Phase, "swap") => phase_swap(),
        (FieldName::Phase, "pick") => phase_pick(),
        (FieldName::Phase, "choose") => phase_choose(),
        (FieldName::Phase, "play") => phase_play(),
        (FieldName::Seats, "wb") => first_is_white(),
        (FieldName::Seats, "bw") => first_is_black(),
        (FieldName::Seats, "--") => open_seats(),
        (FieldName::Pair, "1") => pair_first(),
        (FieldName::Pair, "2") => pair_second(),
        (FieldName::Last, "-") => last_none(),
        (FieldName::Last, "w") => last_white(),
        (FieldName::Last, "ww") => last_white_twice(),
        (FieldName::Last, "b") => last_black(),
        (FieldName::Last, "bb") => last_black_twice(),
        (_, other) => other,
    };
    said.to_owned()
}

/// Returns the label of a side to move: a colour, a seat with four players, or a kind of checker.
fn turn_of(word: &'static str, seats: &[&'static str]) -> String {
    // The letters of four hands go round the table as the seats do.
    let hand = ["w", "B", "W", "b"].iter().position(|hand| *hand == word);
    if let ([_, _, _, _], Some(seat)) = (seats, hand) {
        return players::seat(seats[seat]).to_owned();
    }
    let said = match word {
        "w" => board::white(),
        "b" => board::black(),
        "W" => marked_white(),
        "B" => marked_black(),
        "1" => first_player(),
        "2" => second_player(),
        other => other,
    };
    said.to_owned()
}

/// Returns the label of the tool that puts a checker.
pub fn checker_tool(checker: Checker) -> &'static str {
    match (checker.color, checker.marked) {
        (Color::White, false) => put_white(),
        (Color::Black, false) => put_black(),
        (Color::White, true) => put_marked_white(),
        (Color::Black, true) => put_marked_black(),
    }
}

/// Explains why a position is invalid. The second part is the parser's message in English, for syntax errors.
pub fn explain(wrong: &InvalidPosition, on: Board) -> (String, Option<String>) {
    let color = board::color;
    let sentence = match wrong.error.cause {
        Cause::Syntax => {
            let detail = format!("{}; valid: {}", wrong.error.problem, wrong.error.valid);
            return (invalid_position(wrong.error.at + 1), Some(detail));
        }
        Cause::TooMany { color: side, marked: None, most } => too_many(color(side), most),
        Cause::TooMany { color: side, marked: Some(false), most } => too_many_plain(color(side), most),
        Cause::TooMany { color: side, marked: Some(true), most } => too_many_marked(color(side), most),
        Cause::TooManyTogether { color: side, most } => too_many_together(color(side), most),
        Cause::NoneOnBoard(side) => none_on_board(color(side)),
        Cause::NotFull => not_full().to_owned(),
        Cause::DoesNotAddUp { color: side, total, owned } => does_not_add_up(color(side), total, owned),
        Cause::NotInTurns { first, by_first, by_other } => {
            not_in_turns(color(first), by_first, color(first.other()), by_other)
        }
        Cause::NoReserve => no_reserve().to_owned(),
        Cause::LastDisagrees => last_disagrees().to_owned(),
        Cause::BothWon => both_won().to_owned(),
    };
    let told = match (wrong.square, wrong.error.cause) {
        (Some(square), Cause::TooMany { .. }) => at_square(sentence, on.name(square)),
        _ => sentence,
    };
    (told, None)
}

/// Returns the label of the button that applies a fix.
pub fn fix(fix: &PositionFix, on: Board, seats: &[&'static str]) -> String {
    match &fix.change {
        Change::Take(squares) => {
            let names: Vec<String> = squares.iter().map(|square| on.name(*square)).collect();
            fix_remove(names.join(", "))
        }
        Change::Fields(fields) => {
            let said = fields.iter().map(|(name, held)| match held {
                FieldContent::Counts([white, black]) => fix_counts(field(*name), white, black),
                FieldContent::Word(word) => fix_value(field(*name), self::field_value(*name, word, seats)),
            });
            said.collect::<Vec<_>>().join("; ")
        }
    }
}

#[cfg(test)]
mod tests {
    use halfboard_rules::position_format::FieldValues;
    use halfboard_rules::registry;

    use super::*;
    use crate::editor::{Draft, fixes, judge};
    use crate::phrases::{Language, speak};

    #[test]
    fn every_word_of_every_preset_is_said() {
        speak(Language::German);
        for preset in registry::games().iter().flat_map(|game| game.presets()) {
            let rules = registry::rules(&preset.rules).expect("valid");
            for of in rules.position_format().fields {
                let words: Vec<&'static str> = match of.values {
                    FieldValues::Words(words) => words.to_vec(),
                    FieldValues::ByPhase(phases) => phases.iter().flat_map(|(_, words)| words.to_vec()).collect(),
                    _ => Vec::new(),
                };
                // A field with one word only is never shown.
                for said in words.iter().filter(|_| words.len() > 1) {
                    assert_ne!(field_value(of.name, said, rules.seats()), *said, "{}", preset.rules);
                }
            }
        }
    }

    #[test]
    fn every_cause_is_explained_in_both_languages_and_mended_where_it_can_be() {
        let four = "lines-of-action:players=four";
        let set_ups = [
            ("sight-reduction", "wwwwwwww/wwwwwwww/w7/b7 w play wb", "The checker on C1", 1),
            ("sight-reduction:setup=fair", "w7/8/8/8 1 swap --", "full", 1),
            ("sight-reduction:setup=deterministic", "w7/8/8/8 w place wb", "take turns", 2),
            ("lines-of-action", "w7/8/8/8/8/8/8/8 w - -", "Black has no checker", 0),
            (four, "WWWWWWW1/b7/8/8/8/8/8/8 w - -", "6 marked checkers on the board. The checker on g8", 1),
            ("lines-of-action:setup=parachute", "wwwwwww1/b7/8/8/8/8/8/8 w - w6b6", "on and beside the board", 1),
            ("stacks-in-action", "(www)7/8/8/8 w w12b3", "White has more than 12", 1),
            ("j", "w7/8/8/8 w w12b12", "White has 13 checkers in total", 1),
            ("sllim", "wwww4/wwww4/bbbb4/bbbb4 w w0b0 w0b0 -", "must be 12", 1),
            ("sllim:momentum=on", "wwww4/wwww4/bbbb4/bbbb4 w w0b0 w1b1 -", "does not match", 1),
            ("sllim", "8/8/8/8 w w0b0 w3b3 -", "Both", 0),
        ];
        for (rules, text, words, least) in set_ups {
            let rules = registry::rules(rules).expect("valid");
            let board = rules.info().board;
            let wrong = judge(&*rules, text).expect_err(text);
            let draft = Draft::read(&*rules, text).expect("the form of a position");
            let fixes = fixes(&*rules, &draft);
            assert!(fixes.len() >= least, "{text}: {fixes:?}");
            let told = Language::ALL.map(|language| {
                speak(language);
                assert!(fixes.iter().all(|of| !fix(of, board, rules.seats()).is_empty()));
                let (sentence, detail) = explain(&wrong, board);
                assert!(sentence.ends_with('.') && detail.is_none(), "{sentence}");
                sentence
            });
            assert!(told[0].contains(words), "{text}: {}", told[0]);
            assert_ne!(told[0], told[1]);
        }
        speak(Language::English);
        let rules = registry::rules("j").expect("valid");
        let wrong = judge(&*rules, "8/8/8/9 w w12b12").expect_err("no position");
        assert!(explain(&wrong, Board::Half).1.is_some_and(|detail| detail.contains("valid: 4 rows")));
    }
}
