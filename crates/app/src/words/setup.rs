//! Words of setting up a game.

use halfboard_rules::game::GameInfo;

use crate::setup::Problem;

halfboard_text::phrases! {
    title(game): "Set up {game}" | "{game} einrichten",
    by(designer): "by {designer}" | "von {designer}",
    game_by(game, designer): "{game}, by {designer}." | "{game}, von {designer}.",
    variant: "Variant" | "Variante",
    chosen_variant(name): "Chosen: {name}" | "Gewählt: {name}",
    options: "All options" | "Alle Optionen",
    options_more: "Every combination that the rules allow can be played." |
        "Jede Kombination, die die Regeln zulassen, kann gespielt werden.",
    example(value): "For example {value}." | "Zum Beispiel {value}.",
    default_word(value): "Without: {value}." | "Ohne: {value}.",
    mend(option, value): "Set {option} back to “{value}”" | "{option} auf „{value}“ zurücksetzen",
    not_with_these: "Does not go with your other choices:" | "Geht nicht mit der übrigen Auswahl:",
    players: "Players" | "Spieler",
    two_people: "Two people at this screen" | "Zwei Personen an diesem Bildschirm",
    person_and_engine: "Against the engine" | "Gegen die Engine",
    engines: "Engine against engine" | "Engine gegen Engine",
    level: "Level of the engine" | "Stufe der Engine",
    level_of(seat): "Level of {seat}" | "Stufe von {seat}",
    your_side: "You play" | "Du spielst",
    by_lot: "by lot" | "ausgelost",
    seats_open: "Who plays which colour is settled in the game: one seat picks it." |
        "Wer welche Farbe hat, wird in der Partie geklärt: Ein Platz wählt sie.",
    your_name: "Your name (optional)" | "Dein Name (freiwillig)",
    name_of(seat): "Name of {seat} (optional)" | "Name von {seat} (freiwillig)",
    a_person: "a person" | "eine Person",
    the_engine: "the engine" | "die Engine",
    start: "Start" | "Anfang",
    as_rules_say: "As the rules say" | "Wie die Regeln es sagen",
    set_position: "From a position" | "Aus einer Stellung",
    seed: "Number of the board" | "Nummer des Bretts",
    seed_more: "The same number gives the same board." | "Dieselbe Nummer ergibt dasselbe Brett.",
    shuffle: "Shuffle" | "Mischen",
    position: "Position" | "Stellung",
    position_more(example): "As text, for example {example}" | "Als Text, zum Beispiel {example}",
    position_over(result): "The game is over in this position. {result}" | "In dieser Stellung ist die Partie zu Ende. {result}",
    clock: "Clock" | "Uhr",
    no_clock: "No clock" | "Ohne Uhr",
    clock_of(minutes, seconds): "{minutes} min + {seconds} s" | "{minutes} Min. + {seconds} s",
    own_clock: "Other times" | "Andere Zeiten",
    minutes: "Minutes for the game" | "Minuten für die Partie",
    seconds: "Seconds added each turn" | "Sekunden mehr je Zug",
    begin: "Start the game" | "Partie beginnen",
    cannot_begin: "The game cannot start yet:" | "Die Partie kann noch nicht beginnen:",
    preview(game): "Start of {game}" | "Anfang von {game}",
    rules_of(game): "Rules of {game}" | "Regeln von {game}",
    no_seed: "The number of the board is a whole number from 0 to 18446744073709551615." |
        "Die Nummer des Bretts ist eine ganze Zahl von 0 bis 18446744073709551615.",
    no_position(character): "The position cannot be read from character {character} on." |
        "Die Stellung ist ab Zeichen {character} nicht zu lesen.",
    no_time: "A clock needs more than 0 and at most 1440 minutes, and 0 seconds or more a turn." |
        "Eine Uhr braucht mehr als 0 und höchstens 1440 Minuten und je Zug 0 Sekunden oder mehr.",
}

/// What keeps the form from being a game, in a sentence.
pub fn problem(game: &GameInfo, problem: &Problem) -> String {
    match problem {
        Problem::Option(_, error) => super::rules::option_error(game, error),
        Problem::Seed => no_seed().to_owned(),
        Problem::Position(error) => no_position(error.at + 1),
        Problem::Clock => no_time().to_owned(),
    }
}
