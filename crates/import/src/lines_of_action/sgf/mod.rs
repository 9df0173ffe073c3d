//! Lenient SGF, FF\[1\] to FF\[4\].

mod lexer;
mod variations;

use halfboard_rules::board::Board;
use halfboard_rules::game::Color;
use halfboard_rules::record::RecordError;

use self::lexer::{SgfProperty, SgfTree, main_line, trees};
use super::tags::{date, tidy};
use super::transcript::{Transcript, WrittenTurn};
use super::words::{parse_color, parse_result, square};
use super::{GAME, or_without_repetition};
use crate::{GameFormat, ImportedGame};

pub(crate) use lexer::first_tree;

/// Our tags and their properties.
const TAGS: [(&str, &str); 10] = [
    ("White", "PW"),
    ("Black", "PB"),
    ("Date", "DT"),
    ("Event", "EV"),
    ("Round", "RO"),
    ("Site", "PC"),
    ("Name", "GN"),
    ("WhiteRating", "WR"),
    ("BlackRating", "BR"),
    ("Source", "SO"),
];

/// Reads the games of a text one by one.
pub(crate) fn read(text: &str, variations: bool) -> impl Iterator<Item = Result<ImportedGame, RecordError>> + '_ {
    trees(text).zip(1..).map(move |(tree, game)| read_tree(&tree, game, variations))
}

fn read_tree(tree: &SgfTree, game: usize, variations: bool) -> Result<ImportedGame, RecordError> {
    let line = main_line(tree);
    let nodes: Vec<&[SgfProperty]> = line.iter().map(|&index| tree.nodes[index].properties.as_slice()).collect();
    let transcript = LenientGame { tree, game, nodes }.transcript()?;
    let record = transcript.record()?;
    let variations = if variations { variations::collect(tree, &record) } else { Vec::new() };
    Ok(ImportedGame { record, game, line: tree.line, format: GameFormat::Sgf, variations })
}

/// The main line of a tree.
struct LenientGame<'a> {
    tree: &'a SgfTree,
    game: usize,
    nodes: Vec<&'a [SgfProperty]>,
}

impl<'a> LenientGame<'a> {
    fn error(&self, line: usize, word: &str, problem: impl Into<String>) -> RecordError {
        let word = word.trim().chars().take(60).collect();
        RecordError { game: self.game, line, ply: None, word, problem: problem.into() }
    }

    /// Returns the first property of this name.
    fn find(&self, name: &str) -> Option<&'a SgfProperty> {
        self.nodes.iter().flat_map(|node| node.iter()).find(|property| property.name == name)
    }

    /// Returns the value of the first property of this name, on one line; `None` if it is empty.
    fn value(&self, name: &str) -> Option<String> {
        self.find(name).map(|property| tidy(&property.values[0])).filter(|value| !value.is_empty())
    }

    fn transcript(&self) -> Result<Transcript, RecordError> {
        if let Some(line) = self.tree.open_value {
            return Err(self.error(line, "", "a value is not closed; it ends with ]"));
        }
        self.check_game()?;
        let mut transcript = Transcript { game: self.game, line: self.tree.line, ..Transcript::default() };
        for (tag, name) in TAGS {
            if let Some(value) = self.value(name) {
                let value = if tag == "Date" { date(&value) } else { value };
                transcript.tags.push((tag.to_owned(), value));
            }
        }
        if let Some(comment) = self.value("GC").filter(|comment| Some(comment) != self.value("GN").as_ref()) {
            transcript.preface.push(comment);
        }
        for property in self.nodes.iter().flat_map(|node| node.iter()) {
            self.property(&mut transcript, property)?;
        }
        transcript.result = self.find("RE").and_then(|property| parse_result(&property.values[0]));
        self.set_rules(&mut transcript)?;
        Ok(transcript)
    }

    fn check_game(&self) -> Result<(), RecordError> {
        if let Some(property) = self.find("GM") {
            let value = tidy(&property.values[0]).to_lowercase();
            if !matches!(value.as_str(), "9" | "" | "loa" | "lines of action" | "lines-of-action") {
                return Err(self.error(property.line, &value, "this is another game; Lines of Action is GM[9]"));
            }
        }
        match self.find("SZ") {
            Some(size) if !matches!(tidy(&size.values[0]).as_str(), "8" | "8:8" | "8x8" | "") => {
                Err(self.error(size.line, &size.values[0], "the board must be SZ[8]"))
            }
            _ => Ok(()),
        }
    }

    fn property(&self, transcript: &mut Transcript, property: &SgfProperty) -> Result<(), RecordError> {
        let color = match property.name.as_str() {
            "B" => Color::Black,
            "W" => Color::White,
            "AB" | "AW" | "AE" if !transcript.turns.is_empty() => {
                let name = &property.name;
                let problem = format!("{name} changes the board in the middle; valid is {name} before the first move");
                return Err(self.error(property.line, &property.values[0], problem));
            }
            "C" => {
                for comment in property.values.iter().filter(|comment| !comment.trim().is_empty()) {
                    let place = transcript.turns.last_mut().map_or(&mut transcript.preface, |turn| &mut turn.comments);
                    place.push(comment.clone());
                }
                return Ok(());
            }
            _ => return Ok(()),
        };
        for value in &property.values {
            let turn =
                WrittenTurn { line: property.line, color: Some(color), text: value.clone(), comments: Vec::new() };
            transcript.turns.push(turn);
        }
        Ok(())
    }

    /// Sets the rules by `RU`, `SU`, `PL` and the first move, and the start position by `AB`, `AW` and `AE`.
    fn set_rules(&self, transcript: &mut Transcript) -> Result<(), RecordError> {
        let first = match self.value("PL").and_then(|value| parse_color(&value)) {
            Some(color) => color,
            None => transcript.turns.first().and_then(|turn| turn.color).unwrap_or(Color::Black),
        };
        transcript.position = self.position(first)?;
        let stated = self.value("RU").filter(|rules| rules.split(':').next() == Some(GAME));
        if let Some(rules) = stated {
            transcript.rules = vec![rules];
            return Ok(());
        }
        if transcript.position.is_some() {
            transcript.rules = or_without_repetition(vec![GAME.to_owned()]);
            return Ok(());
        }
        let first = if first == Color::Black { ",first=black" } else { "" };
        let setups = self.value("SU").map_or(&SETUPS[..], |setup| setups_named(&setup));
        let rules = setups.iter().map(|setup| format!("{GAME}:setup={setup}{first}")).collect();
        transcript.rules = or_without_repetition(rules);
        Ok(())
    }

    /// Returns the start position of `AB` and `AW` without `AE`, if they are there.
    fn position(&self, first: Color) -> Result<Option<String>, RecordError> {
        if self.find("AB").is_none() && self.find("AW").is_none() {
            return Ok(None);
        }
        let [white, black, empty] = ["AW", "AB", "AE"].map(|name| self.points(name));
        let (white, black, empty) = (white?, black?, empty?);
        let mut rows = Vec::new();
        for rank in (b'1'..=b'8').rev() {
            let mut row = String::new();
            for file in b'a'..=b'h' {
                let square = String::from_utf8_lossy(&[file, rank]).into_owned();
                match (white.contains(&square), black.contains(&square)) {
                    _ if empty.contains(&square) => row.push('.'),
                    (true, true) => {
                        let line = self.find("AB").map_or(self.tree.line, |property| property.line);
                        return Err(self.error(line, &square, "a square is given to both White and Black"));
                    }
                    (true, false) => row.push('w'),
                    (false, true) => row.push('b'),
                    (false, false) => row.push('.'),
                }
            }
            rows.push(shorten(&row));
        }
        let turn = if first == Color::White { 'w' } else { 'b' };
        Ok(Some(format!("{} {turn} - -", rows.join("/"))))
    }

    /// Returns the squares of all properties of this name.
    fn points(&self, name: &str) -> Result<Vec<String>, RecordError> {
        let mut points = Vec::new();
        let properties = self.nodes.iter().flat_map(|node| node.iter()).filter(|property| property.name == name);
        for property in properties {
            for value in &property.values {
                let listed = list_squares(&value.to_lowercase());
                let problem = "squares are a1 to h8, one by one, in a row, or as a rectangle such as b1:g1";
                points.extend(listed.ok_or_else(|| self.error(property.line, value, problem))?);
            }
        }
        Ok(points)
    }
}

/// The set-ups to try if the text does not say which, the likeliest first.
const SETUPS: [&str; 3] = ["standard", "scrambled-eggs", "parachute"];

/// Returns the set-ups that a name in `SU` stands for: all if it is not known.
fn setups_named(name: &str) -> &'static [&'static str] {
    let letters: String = name.to_lowercase().chars().filter(|c| c.is_alphabetic()).collect();
    match letters.as_str() {
        "standard" | "normal" | "loa" | "linesofaction" | "default" => &SETUPS[..1],
        "scrambledeggs" | "scrambled" | "scrambledeggsloa" | "eggs" => &SETUPS[1..2],
        "parachute" | "loap" | "parachuteloa" => &SETUPS[2..],
        _ => &SETUPS,
    }
}

/// Lists the squares of a value: `b1`, `b1c1d1`, `b1, c1`, or the rectangle `b1:d1`.
fn list_squares(value: &str) -> Option<Vec<String>> {
    let mut squares = Vec::new();
    let mut rest = value.trim();
    while !rest.is_empty() {
        let (from, after) = square(rest)?;
        match after.strip_prefix(':') {
            Some(after) => {
                let (to, after) = square(after.trim_start())?;
                squares.extend(rectangle(from, to));
                rest = after;
            }
            None => {
                squares.push(from.to_owned());
                rest = after;
            }
        }
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || ",;".contains(c));
    }
    Some(squares)
}

fn rectangle(from: &str, to: &str) -> Vec<String> {
    let (from, to) = (from.as_bytes(), to.as_bytes());
    let between = |index: usize, name: &str| {
        let at = name.as_bytes()[index];
        (from[index].min(to[index])..=from[index].max(to[index])).contains(&at)
    };
    let all = (0..Board::Full.size()).filter_map(|index| {
        let name = format!("{}{}", char::from(b'a' + (index % 8) as u8), char::from(b'1' + (index / 8) as u8));
        (between(0, &name) && between(1, &name)).then_some(name)
    });
    all.collect()
}

/// Writes empty squares as their number.
fn shorten(row: &str) -> String {
    let mut short = String::new();
    let mut empty = 0;
    for c in row.chars().chain(['/']) {
        match c {
            '.' => empty += 1,
            c => {
                if empty > 0 {
                    short.push_str(&empty.to_string());
                }
                empty = 0;
                short.push(c);
            }
        }
    }
    short.pop();
    short
}
