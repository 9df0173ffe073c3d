//! Builds and measures the ladder of levels of a game, and measures what time is worth.
//!
//! `cargo run --release -p halfboard-engine --example calibrate -- measure RULES [GAMES [FROM [TO]]]` plays every level
//! against the one below, and the lowest against the random mover and the greedy player, and prints the table of
//! `docs/strength.md` with 95 % confidence intervals. FROM and TO restrict it to some levels. `tune RULES [GAMES
//! [PERCENT [NODES [LEVELS]]]]` finds a ladder from scratch, from the lowest level up, and prints it for the game's folder
//! in `games/`. `doubling RULES PICTURE [MINUTES [MILLISECONDS [STEPS]]]` plays the engine against itself with half the
//! time for a move, and draws what each doubling gains.

mod doubling;
mod matches;
mod measure;
mod tune;

use std::process::ExitCode;

use halfboard_rules::registry;

const USAGE: &str = "calibrate measure RULES [GAMES [FROM [TO]]]: the table of a ladder (400 games a step)
calibrate tune RULES [GAMES [PERCENT [NODES [LEVELS]]]]: a new ladder, from matches of so many games (200), in which each \
                     level scores so much against the one below (78), and the highest searches so many nodes (100000); \
                     or only its lowest levels
calibrate doubling RULES PICTURE [MINUTES [MILLISECONDS [STEPS]]]: what each of so many doublings of the time for a move \
                     gains (9), from so many milliseconds (10), in so many minutes (120), and a picture of it as SVG";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

fn run(words: &[&str]) -> Result<(), String> {
    let [what, rules, rest @ ..] = words else { return Err(USAGE.to_owned()) };
    let rules = registry::rules(rules).map_err(|error| error.to_string())?;
    let number = |at: usize, default: u64| match rest.get(at) {
        Some(word) => word.parse::<u64>().map_err(|_| format!("{word}: not a number\n{USAGE}")),
        None => Ok(default),
    };
    let played = match *what {
        "measure" => measure::measure(&*rules, number(0, 400)?, number(1, 0)?, number(2, 0)?),
        "tune" => {
            let (percent, nodes) = (number(1, tune::TARGET)?, number(2, tune::TOP_NODES)?);
            tune::tune(&*rules, number(0, 200)?, percent, nodes, number(3, u64::MAX)?)
        }
        "doubling" => {
            let picture = rest.first().ok_or(USAGE)?;
            let steps = doubling::measure(&*rules, number(1, 120)?, number(2, 10)?, number(3, 9)?);
            return steps.map_err(|error| error.to_string()).and_then(|steps| {
                std::fs::write(picture, doubling::plot(&steps)).map_err(|error| format!("{picture}: {error}"))
            });
        }
        _ => return Err(USAGE.to_owned()),
    };
    played.map_err(|error| error.to_string())
}
