//! The file of a match: records, two for each pair, in the order of the pairs. What is needed to count a game again
//! stands in its record. Writes the file that it is given and nothing else.

use std::path::{Path, PathBuf};

use halfboard_engine::arena::{GameEnd, PlayedGame};
use halfboard_rules::game::{Seat, Team};
use halfboard_rules::record::{self, Declared, Finish, Record, Start, name_tag};

use super::MatchSetup;
use super::tally::{FAULT, GameScore, PROVEN, TOO_LONG};
use crate::error::CliError;
use crate::files;

/// The tag that says why a game ended that the rules did not end.
const TERMINATION: &str = "Termination";

/// The file that finished pairs are added to.
pub(super) struct MatchFile {
    path: PathBuf,
    is_blank: bool,
}

impl MatchFile {
    /// A new file; what is there already is not touched.
    pub(super) fn new(path: &Path) -> Result<Self, CliError> {
        if !files::is_blank(path) {
            let path = path.display();
            return Err(CliError::new(format_args!(
                "{path}: there is something in it; --resume goes on with a match, or choose another file"
            )));
        }
        let book = MatchFile { path: path.to_owned(), is_blank: true };
        // A file that cannot be written to should be known before the first game.
        files::append_text(&book.path, "")?;
        Ok(book)
    }

    /// Goes on with a file: gives the results of the pairs in it, which must be of this match.
    pub(super) fn resume(path: &Path, this: &MatchSetup) -> Result<(Self, Vec<[GameScore; 2]>), CliError> {
        if files::is_blank(path) {
            return Ok((MatchFile::new(path)?, Vec::new()));
        }
        let (mut records, mut is_whole) = read(path)?;
        if !records.len().is_multiple_of(2) {
            // Half a pair: the program was ended while it was writing.
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
                    return Err(CliError::new(format_args!("{path}: pair {pair} is not of this match: {problem}")));
                }
            }
        }
        if !is_whole {
            files::write_text(path, &record::format(&records))?;
        }
        Ok((MatchFile { path: path.to_owned(), is_blank: records.is_empty() }, pairs))
    }

    /// Adds the games of a pair.
    pub(super) fn keep(&mut self, games: &[Record; 2]) -> Result<(), CliError> {
        let text = record::format(games);
        let text = if self.is_blank { text } else { format!("\n{text}") };
        self.is_blank = false;
        files::append_text(&self.path, &text)
    }
}

/// The records of a file, and whether they are all of it: when the program was ended while it was writing, the last
/// game may be cut off, and goes.
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

/// The record of a game between these players, in the order of the seats.
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
        // Nobody has a colour yet, so the record cannot name a winner; the tag does.
        return record;
    }
    // The rules have not ended the game, and nobody resigned or agreed, so this cannot be refused.
    let _ = record.declare(color.flatten(), declared);
    record
}

impl MatchSetup {
    /// How a recorded game of this match came out; the error says why it is not of this match.
    fn result(&self, record: &Record, pair: usize, game: usize) -> Result<GameScore, String> {
        let rules = self.rules.canonical();
        if record.rules() != rules {
            return Err(format!("it is played by {}, not by {rules}", record.rules()));
        }
        let session = record.session();
        let names = self.names(game, session.seats().len());
        for (seat, name) in session.seats().iter().zip(names) {
            let found = record.tag(&name_tag(seat)).unwrap_or("nobody");
            if found != name {
                return Err(format!("{seat} is {found}, not {name}"));
            }
        }
        if record.tag("Round") != Some(&pair.to_string()) {
            return Err(format!("its round is {}, not {pair}", record.tag("Round").unwrap_or("missing")));
        }
        let opening = self.opening(pair).map_err(|_| "there is no such opening".to_owned())?;
        if opening.start() != session.start() || !session.history().starts_with(&opening.history()) {
            return Err("it has another opening; --seed and --openings must be as they were".to_owned());
        }
        let first = MatchSetup::first_team(game);
        let end = match (record.finish(), record.tag(TERMINATION)) {
            (Finish::Ruled(ending), _) => GameEnd::ByRules(ending),
            (_, Some(TOO_LONG)) => GameEnd::PlyLimit,
            (_, Some(words)) if words.starts_with(PROVEN) => proven(words, session.seats())
                .ok_or_else(|| format!("its {TERMINATION} does not say who was proven to win, and when"))?,
            (_, Some(words)) => {
                let fault = session.seats().iter().take(2).enumerate().find_map(|(seat, name)| {
                    let fault = words.strip_prefix(&format!("{FAULT} of {name}: "))?;
                    Some(GameEnd::Fault(Seat(seat as u8).team(), fault.to_owned()))
                });
                fault.ok_or_else(|| {
                    format!("its {TERMINATION} says none of {TOO_LONG}, {PROVEN} and {FAULT} of a seat")
                })?
            }
            _ => return Err("a game is not over".to_owned()),
        };
        Ok(GameScore::of(&PlayedGame { session, end }, first))
    }
}

/// A proven end as the tag says it.
fn proven(words: &str, seats: &[&str]) -> Option<GameEnd> {
    let words = words.strip_prefix(PROVEN)?.trim_start();
    if words == "draw" {
        return Some(GameEnd::Proven { winner: None, plies: 0 });
    }
    let (name, plies) = words.strip_prefix("win of ")?.strip_suffix(" plies")?.split_once(" within ")?;
    let seat = seats.iter().position(|seat| *seat == name)?;
    Some(GameEnd::Proven { winner: Some(Seat(seat as u8).team()), plies: plies.parse().ok()? })
}
