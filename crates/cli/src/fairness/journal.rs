//! The file of results: a line of JSON for each played game and each solved start, which need not be repeated.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use halfboard_engine::fairness::play::SurveyConfig;
use halfboard_engine::fairness::{GameSample, SolvedStart};
use halfboard_engine::solve::Verdict;
use halfboard_rules::game::{Outcome, Team};
use serde::{Deserialize, Serialize};

use crate::error::CliError;
use crate::files;

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
enum JournalLine {
    Game {
        rules: String,
        seed: u64,
        nodes: u64,
        openings: u64,
        noise: i32,
        plies: u64,
        first: u8,
        winner: Option<u8>,
        result: String,
        reason: String,
        choices: Vec<u32>,
        moves: u64,
    },
    Board {
        rules: String,
        seed: u64,
        first: u8,
        verdict: Option<String>,
        turned: Option<String>,
    },
}

/// The key of a result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum JournalKey {
    Game { rules: String, seed: u64, nodes: u64, openings: u64, noise: i32, plies: u64 },
    Board { rules: String, seed: u64 },
}

/// The file and its results.
#[derive(Default)]
pub(super) struct Journal {
    path: Option<PathBuf>,
    games: HashMap<JournalKey, GameSample>,
    boards: HashMap<JournalKey, SolvedStart>,
}

impl Journal {
    /// Opens or creates a file. A last line that was cut off by an interruption is removed.
    pub(super) fn open(path: &Path) -> Result<Self, CliError> {
        // Fail before the work begins if the file cannot be written.
        files::append_text(path, "")?;
        let text = if files::is_blank(path) { String::new() } else { files::read_text(path)? };
        let mut journal = Journal { path: Some(path.to_owned()), ..Journal::default() };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        for (index, line) in text[..whole].lines().enumerate() {
            journal.take(line).map_err(|problem| {
                let (path, line) = (path.display(), index + 1);
                CliError::new(format_args!(
                    "{path}: line {line} is not a result of 'fairness' ({problem}); fix or remove the line, or choose \
                     another file"
                ))
            })?;
        }
        if whole < text.len() {
            let (kept, last) = text.split_at(whole);
            if kept.is_empty() && !last.starts_with("{\"kind\":") {
                let path = path.display();
                return Err(CliError::new(format_args!("{path}: not a file of 'fairness'; choose another file")));
            }
            files::write_text(path, kept)?;
        }
        Ok(journal)
    }

    /// Adds the result of a line.
    fn take(&mut self, line: &str) -> Result<(), String> {
        let line: JournalLine = serde_json::from_str(line).map_err(|error| error.to_string())?;
        match line {
            JournalLine::Game {
                rules,
                seed,
                nodes,
                openings,
                noise,
                plies,
                first,
                winner,
                result,
                reason,
                choices,
                moves,
            } => {
                let first = team(first)?;
                let (outcome, winner) = read_outcome(&result, winner)?;
                let key = JournalKey::Game { rules, seed, nodes, openings, noise, plies };
                self.games.insert(key, GameSample { seed, first, outcome, winner, reason, choices, moves });
            }
            JournalLine::Board { rules, seed, first, verdict, turned } => {
                let read = |word: Option<String>| word.map(|word| read_verdict(&word)).transpose();
                let (verdict, verdict_if_other_first) = (read(verdict)?, read(turned)?);
                let board = SolvedStart { seed, first: team(first)?, verdict, verdict_if_other_first };
                self.boards.insert(JournalKey::Board { rules, seed }, board);
            }
        }
        Ok(())
    }

    /// Returns the game of a seed, if there is one.
    pub(super) fn game(&self, rules: &str, seed: u64, plan: &SurveyConfig) -> Option<GameSample> {
        self.games.get(&key(rules, seed, plan)).cloned()
    }

    /// Returns the solved start of a seed, if there is one.
    pub(super) fn board(&self, rules: &str, seed: u64) -> Option<SolvedStart> {
        self.boards.get(&JournalKey::Board { rules: rules.to_owned(), seed }).cloned()
    }

    /// Appends a played game.
    pub(super) fn keep_game(&self, rules: &str, plan: &SurveyConfig, game: &GameSample) -> Result<(), CliError> {
        let (result, winner) = (write_outcome(game.outcome), game.winner.map(number));
        self.keep(&JournalLine::Game {
            rules: rules.to_owned(),
            seed: game.seed,
            nodes: plan.nodes,
            openings: plan.openings,
            noise: plan.noise,
            plies: plan.max_plies as u64,
            first: number(game.first),
            winner,
            result,
            reason: game.reason.clone(),
            choices: game.choices.clone(),
            moves: game.moves,
        })
    }

    /// Appends a solved start.
    pub(super) fn keep_board(&self, rules: &str, board: &SolvedStart) -> Result<(), CliError> {
        self.keep(&JournalLine::Board {
            rules: rules.to_owned(),
            seed: board.seed,
            first: number(board.first),
            verdict: board.verdict.map(write_verdict),
            turned: board.verdict_if_other_first.map(write_verdict),
        })
    }

    fn keep(&self, line: &JournalLine) -> Result<(), CliError> {
        let Some(path) = &self.path else { return Ok(()) };
        files::append_text(path, &(serde_json::to_string(line)? + "\n"))
    }
}

fn key(rules: &str, seed: u64, plan: &SurveyConfig) -> JournalKey {
    let SurveyConfig { nodes, openings, noise, max_plies } = *plan;
    JournalKey::Game { rules: rules.to_owned(), seed, nodes, openings, noise, plies: max_plies as u64 }
}

/// Returns the number of a team, from 1.
fn number(team: Team) -> u8 {
    match team {
        Team::One => 1,
        Team::Two => 2,
    }
}

fn team(number: u8) -> Result<Team, String> {
    match number {
        1 => Ok(Team::One),
        2 => Ok(Team::Two),
        _ => Err(format!("invalid team {number}: teams are 1 and 2")),
    }
}

/// Formats a result as in records.
fn write_outcome(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "*".to_owned(), |outcome| outcome.to_string())
}

fn read_outcome(result: &str, winner: Option<u8>) -> Result<(Option<Outcome>, Option<Team>), String> {
    let outcome = if result == "*" { Some(None) } else { parse_outcome(result).map(Some) };
    match (outcome, winner) {
        (Some(outcome @ Some(Outcome::Win(_))), Some(winner)) => Ok((outcome, Some(team(winner)?))),
        (Some(Some(Outcome::Win(_))), None) | (Some(_), Some(_)) | (None, _) => {
            Err(format!("the result '{result}' contradicts the winner"))
        }
        (Some(outcome), None) => Ok((outcome, None)),
    }
}

/// Parses an outcome; no board holds more than 32 checkers.
fn parse_outcome(text: &str) -> Option<Outcome> {
    text.parse().ok().filter(|outcome| !matches!(outcome, Outcome::Stuck(33..)))
}

/// Formats a verdict: the number of the winning team, or a result as in records.
fn write_verdict(verdict: Verdict) -> String {
    match verdict {
        Verdict::Seat(team) => number(team).to_string(),
        Verdict::Outcome(outcome) => outcome.to_string(),
    }
}

fn read_verdict(text: &str) -> Result<Verdict, String> {
    match text {
        "1" => Ok(Verdict::Seat(Team::One)),
        "2" => Ok(Verdict::Seat(Team::Two)),
        _ => match parse_outcome(text) {
            Some(outcome @ (Outcome::Draw | Outcome::Solved | Outcome::Stuck(_))) => Ok(Verdict::Outcome(outcome)),
            _ => Err(format!("invalid verdict '{text}'")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfboard_rules::game::Color;

    #[test]
    fn outcomes_and_verdicts_are_read_as_they_were_written() {
        let win = |team, color| (Some(Outcome::Win(color)), Some(team));
        let others = [Some(Outcome::Draw), Some(Outcome::Solved), Some(Outcome::Stuck(7)), None];
        let wins = [win(Team::One, Color::Black), win(Team::Two, Color::White)];
        for (outcome, winner) in wins.into_iter().chain(others.map(|outcome| (outcome, None))) {
            assert_eq!(read_outcome(&write_outcome(outcome), winner.map(number)), Ok((outcome, winner)));
        }
        for (result, winner) in [("1-0", None), ("1-0", Some(3)), ("solved", Some(1)), ("stuck 99", None), ("1", None)]
        {
            assert!(read_outcome(result, winner).is_err(), "{result}");
        }
        let outcomes = [Outcome::Draw, Outcome::Stuck(32)].map(Verdict::Outcome);
        for verdict in [Verdict::Seat(Team::One), Verdict::Seat(Team::Two)].into_iter().chain(outcomes) {
            assert_eq!(read_verdict(&write_verdict(verdict)), Ok(verdict));
        }
        assert!(read_verdict("3").is_err());
    }
}
