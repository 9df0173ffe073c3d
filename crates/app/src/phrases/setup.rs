//! Phrases of the form that sets up a game.

use halfboard_rules::game::GameInfo;

use crate::fairness::{BriefSide, FairnessBrief};
use crate::setup::FormError;

halfboard_text::phrases! {
    title(game): "Set up {game}" | "{game} einrichten",
    by(designer): "by {designer}" | "von {designer}",
    game_by(game, designer): "{game}, by {designer}." | "{game}, von {designer}.",
    variant: "Variant" | "Variante",
    chosen_variant(name): "Chosen: {name}" | "Gewählt: {name}",
    more_options: "More options" | "Weitere Optionen",
    think: "Thinking time per move" | "Bedenkzeit pro Zug",
    even(percent, count): "About even: the first player scores {percent} % in {count} games between engines." |
        "Etwa ausgeglichen: Wer beginnt, holt {percent} % aus {count} Partien zwischen Engines.",
    favours_first(percent, count): "Favours the first player: {percent} % in {count} games between engines." |
        "Vorteil für den ersten Spieler: {percent} % aus {count} Partien zwischen Engines.",
    favours_second(percent, count): "Favours the second player: the first scores {percent} % in {count} games between engines." |
        "Vorteil für den zweiten Spieler: Der erste holt {percent} % aus {count} Partien zwischen Engines.",
    first_wins(percent, count): "With best play the first player wins {percent} % of {count} boards (solved)." |
        "Bei bestem Spiel gewinnt der erste Spieler {percent} % von {count} Brettern (gelöst).",
    seat_one_wins(percent, count): "With best play seat 1 wins {percent} % of {count} boards (solved)." |
        "Bei bestem Spiel gewinnt Platz 1 auf {percent} % von {count} Brettern (gelöst).",
    solvable(percent, count): "{percent} % of {count} boards can be solved." |
        "{percent} % von {count} Brettern sind lösbar.",
    options: "All options" | "Alle Optionen",
    options_more: "Any combination allowed by the rules." |
        "Alle Kombinationen, die die Regeln erlauben.",
    example(value): "For example {value}." | "Zum Beispiel {value}.",
    default_value(value): "If empty: {value}." | "Wenn leer: {value}.",
    reset_option(option, value): "Reset {option} to “{value}”" | "{option} auf „{value}“ zurücksetzen",
    not_with_these: "Not possible with your other choices:" | "Nicht möglich mit der übrigen Auswahl:",
    players: "Players" | "Spieler",
    two_people: "Two players on this device" | "Zwei Spieler an diesem Gerät",
    person_and_engine: "Against the engine" | "Gegen die Engine",
    engines: "Engine against engine" | "Engine gegen Engine",
    level: "Engine level" | "Stufe der Engine",
    level_of(seat): "Level of {seat}" | "Stufe von {seat}",
    adaptive_more(rating, games, level):
        "Finds your level from your results. Your rating is {rating} after {games} games; the next game is at level {level}." |
        "Findet deine Stufe anhand deiner Ergebnisse. Deine Wertung ist {rating} nach {games} Partien; die nächste Partie spielt Stufe {level}.",
    adaptive_first(level): "Finds your level from your results. The first game is at level {level}." |
        "Findet deine Stufe anhand deiner Ergebnisse. Die erste Partie spielt Stufe {level}.",
    adaptive_second(rating, level):
        "Finds your level from your results. Your rating is {rating} after one game; the next game is at level {level}." |
        "Findet deine Stufe anhand deiner Ergebnisse. Deine Wertung ist {rating} nach einer Partie; die nächste Partie spielt Stufe {level}.",
    your_side: "You play" | "Du spielst",
    random_side: "random" | "zufällig",
    seats_open: "Colours are chosen during the game." |
        "Die Farben werden in der Partie gewählt.",
    your_name: "Your name (optional)" | "Dein Name (optional)",
    name_of(seat): "Name of {seat} (optional)" | "Name von {seat} (optional)",
    a_person: "player" | "Spieler",
    the_engine: "engine" | "Engine",
    start: "Start" | "Anfang",
    standard_start: "Standard start position" | "Anfangsstellung der Regeln",
    set_position: "From a position" | "Aus einer Stellung",
    seed: "Board number" | "Nummer des Bretts",
    seed_more: "The same number gives the same board." | "Dieselbe Nummer ergibt dasselbe Brett.",
    shuffle: "Shuffle" | "Mischen",
    position: "Position" | "Stellung",
    position_more(example): "As text, for example {example}" | "Als Text, zum Beispiel {example}",
    position_over(result): "The game is already over in this position. {result}" | "In dieser Stellung ist die Partie schon zu Ende. {result}",
    clock: "Clock" | "Uhr",
    no_clock: "No clock" | "Ohne Uhr",
    clock_of(minutes, seconds): "{minutes} min + {seconds} s" | "{minutes} Min. + {seconds} s",
    own_clock: "Custom" | "Eigene Zeiten",
    minutes: "Minutes per player" | "Minuten pro Spieler",
    seconds: "Increment in seconds" | "Bonus pro Zug in Sekunden",
    begin: "Start game" | "Partie starten",
    cannot_begin: "Can't start yet:" | "Start noch nicht möglich:",
    preview(game): "Start position of {game}" | "Anfangsstellung von {game}",
    rules_of(game): "Rules of {game}" | "Regeln von {game}",
    invalid_seed: "Enter a whole number from 0 to 18446744073709551615." |
        "Gib eine ganze Zahl von 0 bis 18446744073709551615 ein.",
    invalid_position(character): "Invalid position at character {character}." |
        "Ungültige Stellung bei Zeichen {character}.",
    invalid_clock: "Enter more than 0 and up to 1440 minutes, and 0 or more seconds per move." |
        "Gib mehr als 0 und höchstens 1440 Minuten und 0 oder mehr Sekunden pro Zug ein.",
}

/// Explains an error of the form.
pub fn form_error(game: &GameInfo, problem: &FormError) -> String {
    match problem {
        FormError::Option(_, error) => super::rules::option_error(game, error),
        FormError::Seed => invalid_seed().to_owned(),
        FormError::Position(error) => invalid_position(error.at + 1),
        FormError::Clock => invalid_clock().to_owned(),
    }
}

/// Says in a sentence how fair a variant is.
pub fn fairness(found: &FairnessBrief) -> String {
    let FairnessBrief { side, percent, count, solved } = *found;
    match (side, solved) {
        (BriefSide::Alone, _) => solvable(percent, count),
        (BriefSide::SeatOne, _) => seat_one_wins(percent, count),
        (BriefSide::First, true) => first_wins(percent, count),
        (BriefSide::First, false) if !found.is_biased() => even(percent, count),
        (BriefSide::First, false) if percent > 50 => favours_first(percent, count),
        (BriefSide::First, false) => favours_second(percent, count),
    }
}
