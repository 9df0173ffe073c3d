//! Parses SGF into records and checks every move.

use super::tree::{Node, Property, TreeNode, main_line, trees};
use super::{SETUPS, TAGS, swap_date};
use crate::board::Board;
use crate::game::{Color, Game};
use crate::games::lines_of_action::{Hand, LinesOfAction, LinesOfActionSetup, Players};
use crate::options::OptionSet;
use crate::present::Present;
use crate::record::{Declared, Finish, Record, RecordError, Start};
use crate::registry::RulesError;
use crate::session::{Match, Session};

/// Parses the games of an SGF collection.
pub fn parse(text: &str) -> Result<Vec<Record>, RecordError> {
    trees(text)?.iter().zip(1..).map(|(tree, game)| parse_main(tree, game)).collect()
}

/// Parses the main line of a tree, which has this number in its collection.
pub(super) fn parse_main(tree: &[TreeNode], game: usize) -> Result<Record, RecordError> {
    SgfParser { game, nodes: main_line(tree) }.record()
}

struct SgfParser<'a> {
    game: usize,
    nodes: Vec<&'a Node>,
}

impl SgfParser<'_> {
    fn error(&self, at: &Property, problem: impl Into<String>) -> RecordError {
        let word = at.values.first().map_or("", String::as_str).chars().take(60).collect();
        RecordError { game: self.game, line: at.line, ply: None, word, problem: problem.into() }
    }

    fn root(&self, name: &str) -> Option<&Property> {
        self.nodes.first()?.iter().find(|property| property.name == name)
    }

    fn record(&self) -> Result<Record, RecordError> {
        match self.root("GM") {
            Some(property) if property.values[0].trim() == "9" => {}
            Some(property) => return Err(self.error(property, "this is another game; Lines of Action is GM[9]")),
            None => {
                let problem = "the first node does not say GM[9], Lines of Action".to_owned();
                let line = self.nodes.first().and_then(|node| node.first()).map_or(1, |property| property.line);
                return Err(RecordError { game: self.game, line, ply: None, word: String::new(), problem });
            }
        }
        self.check_properties()?;
        if let Some(size) = self.root("SZ").filter(|size| size.values[0].trim() != "8") {
            return Err(self.error(size, "the board must be SZ[8]"));
        }
        let (game, start) = self.rules()?;
        let position = match &start {
            Start::Seed(seed) => game.start(*seed),
            Start::Position(text) => game.parse_position(text).map_err(|error| {
                let at = self.root("AW").or(self.root("AB")).or(self.root("GM"));
                let line = at.map_or(1, |property| property.line);
                RecordError { game: self.game, line, ply: None, word: text.clone(), problem: error.to_string() }
            })?,
        };
        let mut session = Match::new(game, position);
        let mut record = Record::new(&session, start);
        for (tag, name) in TAGS {
            if let Some(property) = self.root(name) {
                record.set_tag(tag, &swap_date(&property.values[0], '-', '.'));
            }
        }
        let mut resigned = None;
        for property in self.nodes.iter().copied().flatten() {
            match property.name.as_str() {
                "C" => {
                    let ply = record.turns().len();
                    record.comment(ply, &property.values[0]);
                }
                "W" | "B" if resigned.is_some() => {
                    return Err(self.error(property, "a turn after the game was given up"));
                }
                "W" | "B" => {
                    let color = if property.name == "W" { Color::White } else { Color::Black };
                    if property.values[0].trim().eq_ignore_ascii_case("resign") {
                        resigned = Some(color);
                    } else {
                        self.turn(&mut record, &mut session, color, property)?;
                    }
                }
                _ => {}
            }
        }
        record.finish = self.finish(&session, resigned)?;
        Ok(record)
    }

    /// Fails on properties that would be ignored although they change the game.
    fn check_properties(&self) -> Result<(), RecordError> {
        for (number, node) in self.nodes.iter().enumerate() {
            for (at, property) in node.iter().enumerate() {
                let name = property.name.as_str();
                if node[..at].iter().any(|other| other.name == name) {
                    return Err(self.error(property, format!("property {name} is given twice in one node")));
                }
                if matches!(name, "W" | "B") && property.values.len() > 1 {
                    return Err(self.error(property, "a node holds one turn"));
                }
                if matches!(name, "AW" | "AB") && number > 0 || name == "AE" {
                    let problem =
                        format!("{name} changes the board in the middle; valid are AW and AB in the first node");
                    return Err(self.error(property, problem));
                }
            }
        }
        Ok(())
    }

    /// Returns the rules by `RU`, `SU` and the first player, and the start position.
    fn rules(&self) -> Result<(LinesOfAction, Start), RecordError> {
        let stated = match self.root("RU") {
            // Other programs write other things here; what begins like ours has to be ours.
            Some(property) if property.values[0].trim().starts_with(LinesOfAction::INFO.id) => {
                let text = property.values[0].trim();
                text.parse().map_err(|error: RulesError| self.error(property, error.to_string()))?
            }
            _ => LinesOfAction::default(),
        };
        let mut options = *stated.options();
        if let Some(property) = self.root("RU").filter(|_| options.players == Players::Four) {
            return Err(self.error(property, super::SgfError::FourPlayers.to_string()));
        }
        let mut custom = self.root("AW").is_some() || self.root("AB").is_some();
        if let Some(property) = self.root("SU") {
            let word = property.values[0].trim();
            match SETUPS.iter().find(|(_, name)| name.eq_ignore_ascii_case(word)) {
                Some((setup, _)) => options.setup = *setup,
                None if word.eq_ignore_ascii_case("custom") => custom = true,
                None => {
                    return Err(self.error(property, "valid are Standard, Scrambled-eggs, Parachute and Custom"));
                }
            }
        }
        let turn = self.first_color()?;
        // A given position says whose turn it is by itself; without one, who moves first is who begins.
        options.first = if custom { options.first } else { turn };
        let game = LinesOfAction::new(options).map_err(|error| {
            let line = self.root("SU").map_or(1, |property| property.line);
            RecordError { game: self.game, line, ply: None, word: options.format(), problem: error.to_string() }
        })?;
        if !custom {
            return Ok((game, Start::Seed(0)));
        }
        let mut position = game.start(0);
        position.checkers = [self.points("AW")?, self.points("AB")?];
        position.marked = 0;
        position.turn = Hand::of(turn, false);
        if position.checkers[0] & position.checkers[1] != 0 {
            let property = self.root("AB").expect("both colours were read from properties");
            return Err(self.error(property, "a square is given to both White and Black"));
        }
        if options.players == Players::Alternating || options.setup == LinesOfActionSetup::Parachute {
            let property = self.root("SU").or(self.root("GM")).expect("GM was checked");
            return Err(self.error(property, "a set-up of single checkers goes with plain two-player rules only"));
        }
        let text = game.format_position(&position);
        Ok((game, Start::Position(text)))
    }

    /// Returns the first player: by `PL`, by the first move, or Black, the default of the format.
    fn first_color(&self) -> Result<Color, RecordError> {
        if let Some(property) = self.root("PL") {
            return match property.values[0].trim().to_ascii_lowercase().as_str() {
                "w" | "white" => Ok(Color::White),
                "b" | "black" => Ok(Color::Black),
                _ => Err(self.error(property, "PL is W or B")),
            };
        }
        let first = self.nodes.iter().copied().flatten().find(|property| matches!(property.name.as_str(), "W" | "B"));
        Ok(if first.is_some_and(|property| property.name == "W") { Color::White } else { Color::Black })
    }

    fn points(&self, name: &str) -> Result<u64, RecordError> {
        let mut bits = 0;
        let Some(property) = self.root(name) else { return Ok(0) };
        for value in &property.values {
            let Some(square) = Board::Full.square(&value.trim().to_ascii_lowercase()) else {
                return Err(RecordError { word: value.clone(), ..self.error(property, "a point is a1 to h8") });
            };
            bits |= square.bit64();
        }
        Ok(bits)
    }

    fn turn(
        &self,
        record: &mut Record,
        session: &mut Match<LinesOfAction>,
        color: Color,
        property: &Property,
    ) -> Result<(), RecordError> {
        let ply = Some(record.turns().len() + 1);
        // Other programs add marks such as + and ! after the move.
        let text = property.values[0].trim().to_ascii_lowercase();
        let mv = Session::respell(session, text.trim_end_matches(['+', '!', '?', '#']));
        if session.position().turn.color() != color && Session::ending(session).is_none() {
            let problem = format!("it is {}'s turn", session.position().turn.color());
            return Err(RecordError { ply, ..self.error(property, problem) });
        }
        Session::play(session, &mv).map_err(|error| RecordError { ply, ..self.error(property, error.to_string()) })?;
        record.turns.push(crate::record::RecordedTurn { mv, comments: Vec::new() });
        Ok(())
    }

    fn finish(&self, session: &Match<LinesOfAction>, resigned: Option<Color>) -> Result<Finish, RecordError> {
        let by_moves = match (session.ending(), resigned) {
            (Some(ending), _) => Some(Finish::Ruled(ending)),
            (None, Some(loser)) => Some(Finish::Declared(Some(loser.other()), Declared::Resigned)),
            (None, None) => None,
        };
        let stated = match self.root("RE") {
            None => None,
            Some(property) => self.result(property)?.map(|stated| (property, stated)),
        };
        match (by_moves, stated) {
            (None, None) => Ok(Finish::Open),
            (Some(finish), None) => Ok(finish),
            (None, Some((_, (winner, why)))) => Ok(Finish::Declared(winner, why)),
            (Some(finish), Some((property, stated))) => {
                let (result, reason) = finish.result_and_reason();
                let (stated, _) = Finish::Declared(stated.0, stated.1).result_and_reason();
                if result == stated {
                    Ok(finish)
                } else {
                    Err(self.error(property, format!("by its moves the game ended {result} {reason}")))
                }
            }
        }
    }

    /// Returns the result of `RE`, or `None` if it is unknown or void.
    fn result(&self, property: &Property) -> Result<Option<(Option<Color>, Declared)>, RecordError> {
        let text = property.values[0].trim().to_ascii_lowercase();
        if text == "0" || text == "draw" {
            return Ok(Some((None, Declared::Unstated)));
        }
        let winner = match text.split_once('+') {
            Some(("w", how)) => Some((Color::White, how)),
            Some(("b", how)) => Some((Color::Black, how)),
            _ => None,
        };
        match winner {
            Some((color, how)) => {
                let why = match how {
                    "r" | "resign" => Declared::Resigned,
                    "t" | "time" => Declared::Time,
                    "f" | "forfeit" => Declared::Abandoned,
                    _ => Declared::Unstated,
                };
                Ok(Some((Some(color), why)))
            }
            None if matches!(text.as_str(), "?" | "void" | "") => Ok(None),
            None => Err(self.error(property, "RE is W+, B+ (with R, T or F), 0, Draw, Void or ?")),
        }
    }
}
