//! Puzzle sheets: which puzzles are printed, and the check of their solutions.

use std::fmt;

use halfboard_engine::games::sight_reduction::solitaire::{Grade, puzzle as solitaires};
use halfboard_engine::limits::{CancelToken, system_now};
use halfboard_engine::puzzle::{self, Puzzle};
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry::{self, Rules};
use halfboard_text::prompt;

use super::puzzle_sheet::{PrintedPuzzle, PuzzlePart};
use super::{Paper, diagram, phrases, puzzle_sheet, sheet};

/// The puzzles of the browser app by game.
static FORCED_WINS: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/puzzles.rs"));

/// Maximum number of positions searched to verify a puzzle.
const NODES: u64 = 5_000_000;

/// Numbers of solitaires that a seed chooses from.
const SOLITAIRES: u64 = 1_000_000;

/// Which puzzles to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSelection {
    /// The number of puzzles of each game.
    pub count: usize,
    /// The number of the first puzzle. Others follow in order.
    pub first: Option<u64>,
    /// A seed that chooses puzzles at random. Ignored if `first` is given.
    pub seed: Option<u64>,
    /// The difficulty: the lowest level of the engine that solves a forced win, from 1 to 7, or the grade of a solitaire.
    pub level: Option<String>,
}

/// Error of printing puzzles: a choice without puzzles, or a puzzle that could not be verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintPuzzleError(String);

impl fmt::Display for PrintPuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PrintPuzzleError {}

/// Returns a PDF with puzzles in the current language, solutions at the end.
///
/// A rules string for one player stands for its solitaires, any other for the forced wins of its game. Every puzzle is verified
/// before it is printed; `on_progress` gets the number of puzzles done.
///
/// # Errors
/// Fails if a rules string is not valid, if there are not enough such puzzles, or if one is refuted.
pub fn puzzles(
    rules: &[String],
    selection: &PuzzleSelection,
    paper: Paper,
    on_progress: &mut dyn FnMut(usize),
) -> Result<Vec<u8>, PrintPuzzleError> {
    let mut parts = Vec::new();
    let mut done = 0;
    let mut tick = || {
        done += 1;
        on_progress(done);
    };
    for text in rules {
        let rules = registry::rules(text).map_err(|error| PrintPuzzleError(error.to_string()))?;
        parts.push(match rules.seats().len() {
            1 => solitaire_part(&*rules, selection, &mut tick)?,
            _ => wins_part(&*rules, selection, &mut tick)?,
        });
    }
    let names: Vec<&str> = parts.iter().map(|part| part.name).collect();
    let title = phrases::puzzles_title(names.join(", "));
    Ok(sheet::document(&title, puzzle_sheet::sheets(&parts, paper)))
}

/// Selects forced wins and proves them again.
fn wins_part(
    rules: &dyn Rules,
    selection: &PuzzleSelection,
    tick: &mut dyn FnMut(),
) -> Result<PuzzlePart, PrintPuzzleError> {
    let info = rules.info();
    let selected = select_wins(rules, selection)?;
    let mut printed = Vec::new();
    for (number, puzzle) in selected {
        let failed = |error: &dyn fmt::Display| PrintPuzzleError(format!("puzzle {number} of {}: {error}", info.id));
        puzzle::verify(&puzzle, NODES, system_now, &CancelToken::default()).map_err(|error| failed(&error))?;
        let session = rules.position(&puzzle.position).map_err(|error| failed(&error))?;
        let view = session.view(&[]);
        let who = view.turn.as_ref().map(|turn| prompt::actor(turn.prompt.actor)).unwrap_or_default();
        let task = if puzzle.moves == 1 { phrases::wins_now(who) } else { phrases::wins_in(who, puzzle.moves) };
        let details = diagram::beside(&view).join(" · ");
        printed.push(PrintedPuzzle { number, task, details, view, solution: puzzle.line });
        tick();
    }
    Ok(PuzzlePart {
        name: info.name,
        title: phrases::wins_title(info.name),
        note: phrases::wins_more().to_owned(),
        solutions_note: phrases::solutions_more(),
        puzzles: printed,
    })
}

/// Returns the selected puzzles of a game with their numbers.
fn select_wins(rules: &dyn Rules, selection: &PuzzleSelection) -> Result<Vec<(u64, Puzzle)>, PrintPuzzleError> {
    let id = rules.info().id;
    let level = selection.level.as_deref().map(parse_level).transpose()?;
    let file = FORCED_WINS.iter().find(|(game, _)| *game == id).map(|(_, text)| *text);
    let file = file.ok_or_else(|| PrintPuzzleError(format!("no puzzles for {id}")))?;
    let all = puzzle::parse(file).map_err(|error| PrintPuzzleError(format!("puzzles of {id}: {error}")))?;
    let canonical = rules.canonical();
    let mut matching: Vec<(u64, Puzzle)> = (1..)
        .zip(all.into_iter().map(|(_, puzzle)| puzzle))
        .filter(|(_, puzzle)| puzzle.rules == canonical && level.is_none_or(|level| puzzle.level == Some(level)))
        .filter(|(number, _)| selection.first.is_none_or(|first| *number >= first))
        .collect();
    if matching.len() < selection.count {
        let level = level.map_or(String::new(), |level| format!(" of level {level}"));
        let from = selection.first.map_or(String::new(), |first| format!(" from number {first} on"));
        return Err(PrintPuzzleError(format!(
            "cannot print {} puzzles: {canonical} has {} puzzles{level}{from}",
            selection.count,
            matching.len()
        )));
    }
    if let (Some(seed), None) = (selection.seed, selection.first) {
        // Fisher–Yates, from the end.
        let mut random = SplitMix64::new(seed);
        for last in (1..matching.len()).rev() {
            matching.swap(last, random.below(last as u64 + 1) as usize);
        }
    }
    matching.truncate(selection.count);
    matching.sort_by_key(|(number, _)| *number);
    Ok(matching)
}

fn parse_level(text: &str) -> Result<u8, PrintPuzzleError> {
    let level = text.parse().ok().filter(|level| (1..=7).contains(level));
    level.ok_or_else(|| {
        PrintPuzzleError(format!("invalid level '{text}' of forced wins: expected a number from 1 to 7"))
    })
}

fn parse_grade(text: &str) -> Result<Grade, PrintPuzzleError> {
    let by_number = text.parse::<usize>().ok().and_then(|number| Grade::ALL.get(number.checked_sub(1)?).copied());
    by_number
        .map_or_else(|| text.parse().map_err(|error| PrintPuzzleError(format!("{error}, or a number from 1 to 5"))), Ok)
}

/// Makes solitaires and plays their solutions.
fn solitaire_part(
    rules: &dyn Rules,
    selection: &PuzzleSelection,
    tick: &mut dyn FnMut(),
) -> Result<PuzzlePart, PrintPuzzleError> {
    let grade = selection.level.as_deref().map_or(Ok(Grade::Medium), parse_grade)?;
    let canonical = rules.canonical();
    let mut printed = Vec::new();
    for number in solitaire_numbers(selection) {
        let failed = |error: &dyn fmt::Display| PrintPuzzleError(format!("solitaire {number} of {canonical}: {error}"));
        let puzzle = solitaires::generate(&canonical, false, grade, number).map_err(|error| failed(&error))?;
        solitaires::verify(&puzzle).map_err(|error| failed(&error))?;
        let mut session = rules.start(puzzle.seed);
        let view = session.view(&[]);
        for mv in &puzzle.line {
            session.play(mv).map_err(|error| failed(&error))?;
        }
        let left: usize = session.view(&[]).cells.iter().map(|cell| cell.pile.len()).sum();
        let task = goal(left).to_owned();
        printed.push(PrintedPuzzle { number, task, details: String::new(), view, solution: puzzle.line });
        tick();
    }
    let info = rules.info();
    Ok(PuzzlePart {
        name: info.name,
        title: phrases::solitaire_title(info.name, phrases::grade(grade)),
        note: phrases::solitaire_more().to_owned(),
        solutions_note: phrases::solitaire_solutions_more(),
        puzzles: printed,
    })
}

/// Returns the goal of a solitaire, by the number of checkers that are left when it is solved.
fn goal(left: usize) -> &'static str {
    match left {
        0 => phrases::goal_clear(),
        1 => phrases::goal_one(),
        _ => phrases::goal_two(),
    }
}

/// Returns the numbers of the selected solitaires, in order.
fn solitaire_numbers(selection: &PuzzleSelection) -> Vec<u64> {
    let Some(seed) = selection.seed.filter(|_| selection.first.is_none()) else {
        let first = selection.first.unwrap_or(1);
        return (first..=u64::MAX).take(selection.count).collect();
    };
    let mut random = SplitMix64::new(seed);
    let mut numbers = Vec::new();
    while numbers.len() < selection.count {
        let number = random.below(SOLITAIRES) + 1;
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    numbers.sort_unstable();
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selection(count: usize) -> PuzzleSelection {
        PuzzleSelection { count, first: None, seed: None, level: None }
    }

    fn selected(rules: &str, selection: &PuzzleSelection) -> Result<Vec<u64>, PrintPuzzleError> {
        let rules = registry::rules(rules).expect("valid");
        select_wins(&*rules, selection).map(|puzzles| puzzles.into_iter().map(|(number, _)| number).collect())
    }

    #[test]
    fn puzzles_are_selected_by_number_seed_and_level() {
        assert_eq!(selected("j", &selection(3)).expect("enough"), [1, 2, 3]);
        assert_eq!(selected("j", &PuzzleSelection { first: Some(5), ..selection(2) }).expect("enough"), [5, 6]);
        let by_seed = |seed| selected("j", &PuzzleSelection { seed: Some(seed), ..selection(6) }).expect("enough");
        assert_eq!(by_seed(4), by_seed(4));
        assert_ne!(by_seed(4), by_seed(5));
        let level = PuzzleSelection { level: Some("3".to_owned()), ..selection(2) };
        let rules = registry::rules("lines-of-action").expect("valid");
        let found = select_wins(&*rules, &level).expect("enough");
        assert!(found.iter().all(|(_, puzzle)| puzzle.level == Some(3)));
    }

    #[test]
    fn too_many_puzzles_and_invalid_levels_are_refused() {
        let error = selected("j", &selection(500)).expect_err("too many").to_string();
        assert!(error.starts_with("cannot print 500 puzzles: j has "), "{error}");
        let error = selected("j:first=black", &selection(1)).expect_err("no such variant").to_string();
        assert!(error.ends_with("j:first=black has 0 puzzles"), "{error}");
        let wrong = PuzzleSelection { level: Some("hard".to_owned()), ..selection(1) };
        let error = selected("j", &wrong).expect_err("not a level").to_string();
        assert_eq!(error, "invalid level 'hard' of forced wins: expected a number from 1 to 7");
        assert_eq!(parse_grade("5"), Ok(Grade::Fiendish));
        assert!(parse_grade("0").is_err() && parse_grade("6").is_err());
    }

    #[test]
    fn numbers_of_solitaires_are_different_and_in_order() {
        assert_eq!(solitaire_numbers(&PuzzleSelection { first: Some(7), ..selection(3) }), [7, 8, 9]);
        let numbers = solitaire_numbers(&PuzzleSelection { seed: Some(1), ..selection(20) });
        assert!(numbers.len() == 20 && numbers.is_sorted_by(|one, other| one < other), "{numbers:?}");
    }
}
