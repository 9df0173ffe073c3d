//! The file of a match: records, two for each pair, in the order of the pairs.

use std::path::{Path, PathBuf};

use halfboard_engine::arena::{GameEnd, PlayedGame};
use halfboard_rules::game::{Seat, Team};
use halfboard_rules::record::{self, Declared, Finish, Record, Start, name_tag};

use super::MatchSetup;
use super::tally::{FAULT, GameScore, PROVEN, TOO_LONG};
use crate::error::CliError;
use crate::files;

/// The tag with the reason of a game that was not ended by the rules.
const TERMINATION: &str = "Termination";

/// The file to which finished pairs are appended.
pub(super) struct MatchFile {
    path: PathBuf,
    is_blank: bool,
}

impl MatchFile {
    /// Creates a new file; fails if it is not empty.
    pub(super) fn new(path: &Path) -> Result<Self, CliError> {
        if !files::is_blank(path) {
            let path = path.display();
            return Err(CliError::new(format_args!(
                "{path}: not empty; use --resume to continue the match, or choose another file"
            )));
        }
        let book = MatchFile { path: path.to_owned(), is_blank: true };
        // Fail before the first game if the file cannot be written.
        files::append_text(&book.path, "")?;
        Ok(book)
    }

    /// Resumes a file. Returns the scores of its pairs, which must belong to this match.
    pub(super) fn resume(path: &Path, this: &MatchSetup) -> Result<(Self, Vec<[GameScore; 2]>), CliError> {
        if files::is_blank(path) {
            return Ok((MatchFile::new(path)?, Vec::new()));
        }
        let (mut records, mut is_whole) = read(path)?;
        if !records.len().is_multiple_of(2) {
            // Half a pair: the program was interrupted while writing.
            records.pop();
            is_whole = false;
        }
        let mut pairs = Vec::new();
        for (index, both) in records.chunks_exact(2).enumerate() {
            let [one, two] = both else { continue };
            let results = [this.result(one, index + 1, 0), this.result(two, index + 1, 1)];
            match results {
                [Ok(one), Ok(two)] => pairs.push([one, two]),
                [Err(problem), _] | [_, Err(problem)] => {
                    let (path, pair) = (path.display(), index + 1);
                    return Err(CliError::new(format_args!(
                        "{path}: pair {pair} does not belong to this match: {problem}"
                    )));
                }
            }
        }
        if !is_whole {
            files::write_text(path, &record::format(&records))?;
        }
        Ok((MatchFile { path: path.to_owned(), is_blank: records.is_empty() }, pairs))
    }

    /// Appends the games of a pair.
    pub(super) fn keep(&mut self, games: &[Record; 2]) -> Result<(), CliError> {
        let text = record::format(games);
        let text = if self.is_blank { text } else { format!("\n{text}") };
        self.is_blank = false;
        files::append_text(&self.path, &text)
    }
}

/// Reads the records of a file. Returns false if the last one was cut off by an interruption and is therefore missing.
fn read(path: &Path) -> Result<(Vec<Record>, bool), CliError> {
    let text = files::read_text(path)?;
    let failed = |error| CliError::new(format_args!("{}: {error}", path.display()));
    match record::parse(&text) {
        Ok(records) => Ok((records, true)),
        Err(error) => {
            let last = text.rfind("[Game \"").unwrap_or(0);
            if text[..last].trim().is_empty() {
                return if text.starts_with("[Game \"") { Ok((Vec::new(), false)) } else { Err(failed(error)) };
            }
            record::parse(&text[..last]).map(|records| (records, false)).map_err(|_| failed(error))
        }
    }
}

/// Returns the record of a game; `names` are those of the players by seat.
pub(super) fn record(played: &PlayedGame, start: Start, pair: usize, names: &[&str]) -> Record {
    let session = &*played.session;
    let mut record = Record::new(session, start);
    record.set_tag("Event", "Arena");
    record.set_tag("Round", &pair.to_string());
    for (seat, name) in session.seats().iter().zip(names) {
        record.set_tag(&name_tag(seat), name);
    }
    let (winner, declared, why) = match &played.end {
        GameEnd::ByRules(_) => return record,
        GameEnd::PlyLimit => (None, Declared::Abandoned, TOO_LONG.to_owned()),
        GameEnd::Proven { winner: None, .. } => (None, Declared::Unstated, format!("{PROVEN} draw")),
        GameEnd::Proven { winner: Some(winner), plies } => {
            let name = session.seats()[usize::from(*winner == Team::Two)];
            (Some(*winner), Declared::Unstated, format!("{PROVEN} win of {name} within {plies} plies"))
        }
        GameEnd::Fault(team, fault) => {
            let name = session.seats()[usize::from(*team == Team::Two)];
            (Some(team.other()), Declared::Abandoned, format!("{FAULT} of {name}: {fault}"))
        }
    };
    record.set_tag(TERMINATION, &why);
    let color = winner.map(|team| session.color_of(Seat(u8::from(team == Team::Two))));
    if color == Some(None) {
        // Colours are not chosen yet, so the record cannot name a winner; the tag does.
        return record;
    }
    // Cannot fail: the game was neither ended by the rules nor by the players.
    let _ = record.declare(color.flatten(), declared);
    record
}

impl MatchSetup {
    /// Returns the score of a recorded game. Fails if it does not belong to this match.
    fn result(&self, record: &Record, pair: usize, game: usize) -> Result<GameScore, String> {
        let rules = self.rules.canonical();
        if record.rules() != rules {
            return Err(format!("the rules are {}, not {rules}", record.rules()));
        }
        let session = record.session();
        let names = self.names(game, session.seats().len());
        for (seat, name) in session.seats().iter().zip(names) {
            let found = record.tag(&name_tag(seat)).unwrap_or("missing");
            if found != name {
                return Err(format!("{seat} is {found}, not {name}"));
            }
        }
        if record.tag("Round") != Some(&pair.to_string()) {
            return Err(format!("the round is {}, not {pair}", record.tag("Round").unwrap_or("missing")));
        }
        let opening = self.opening(pair).map_err(|_| "no such opening".to_owned())?;
        if opening.start() != session.start() || !session.history().starts_with(&opening.history()) {
            return Err("different opening; use the same --seed and --openings".to_owned());
        }
        let first = MatchSetup::first_team(game);
        let end = match (record.finish(), record.tag(TERMINATION)) {
            (Finish::Ruled(ending), _) => GameEnd::ByRules(ending),
            (_, Some(TOO_LONG)) => GameEnd::PlyLimit,
            (_, Some(words)) if words.starts_with(PROVEN) => proven(words, session.seats())
                .ok_or_else(|| format!("invalid {TERMINATION}: expected who was proven to win, and when"))?,
            (_, Some(words)) => {
                let fault = session.seats().iter().take(2).enumerate().find_map(|(seat, name)| {
                    let fault = words.strip_prefix(&format!("{FAULT} of {name}: "))?;
                    Some(GameEnd::Fault(Seat(seat as u8).team(), fault.to_owned()))
                });
                fault.ok_or_else(|| {
                    format!("invalid {TERMINATION}: expected {TOO_LONG}, {PROVEN} or {FAULT} of a seat")
                })?
            }
            _ => return Err("the game is not over".to_owned()),
        };
        Ok(GameScore::of(&PlayedGame { session, end }, first))
    }
}

/// Parses the termination tag of a game whose result was proven.
fn proven(words: &str, seats: &[&str]) -> Option<GameEnd> {
    let words = words.strip_prefix(PROVEN)?.trim_start();
    if words == "draw" {
        return Some(GameEnd::Proven { winner: None, plies: 0 });
    }
    let (name, plies) = words.strip_prefix("win of ")?.strip_suffix(" plies")?.split_once(" within ")?;
    let seat = seats.iter().position(|seat| *seat == name)?;
    Some(GameEnd::Proven { winner: Some(Seat(seat as u8).team()), plies: plies.parse().ok()? })
}
