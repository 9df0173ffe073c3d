//! Parses records and checks every move.

use super::lexer::{RecordLexer, Token};
use super::{Declared, Finish, OWN_TAGS, Record, RecordError, RecordedTurn, Start, StartError};
use crate::game::Outcome;
use crate::session::Session;

/// Parses all records of a text and checks every move.
///
/// # Errors
///
/// Fails at the first token that is not valid, and says on which line.
///
/// ```
/// use halfboard_rules::record;
/// let games = record::parse("[Game \"j\"]\n\n1. A5 {a start} B8 *\n")?;
/// assert_eq!(games[0].turns()[1].mv, "B8");
/// assert_eq!(record::parse(&record::format(&games))?, games);
/// # Ok::<(), halfboard_rules::record::RecordError>(())
/// ```
pub fn parse(text: &str) -> Result<Vec<Record>, RecordError> {
    let mut lexer = RecordLexer::new(text);
    let mut records = Vec::new();
    loop {
        let mut tags = Vec::new();
        let mut token = lexer.next_token()?;
        let mut preface = Vec::new();
        while let Some((_, Token::Comment(words))) = token {
            preface.push(words);
            token = lexer.next_token()?;
        }
        while let Some((line, Token::Tag(name, value))) = token {
            tags.push((line, name, value));
            token = lexer.next_token()?;
        }
        if tags.is_empty() && token.is_none() && !records.is_empty() {
            return Ok(records);
        }
        let mut record = lexer.game(&tags, token)?;
        // Comments before the tags belong to the game as well as those before its first turn.
        record.preface.splice(..0, preface);
        records.push(record);
        lexer.game += 1;
    }
}

impl RecordLexer<'_> {
    /// Parses the rest of a game after its tags; `token` is the one after them.
    fn game(
        &mut self,
        tags: &[(usize, String, String)],
        mut token: Option<(usize, Token)>,
    ) -> Result<Record, RecordError> {
        for (index, (line, name, _)) in tags.iter().enumerate() {
            if tags[..index].iter().any(|(_, other, _)| other == name) {
                return Err(self.error(*line, name, "this tag is given twice"));
            }
        }
        let own =
            |name: &str| tags.iter().find(|(_, tag, _)| tag == name).map(|(line, _, value)| (*line, value.as_str()));
        let (start, mut session) = self.start(own("Game"), own("Position"), own("Seed"))?;
        let mut record = Record::new(&*session, start);
        for (_, name, value) in tags.iter().filter(|(_, name, _)| !OWN_TAGS.contains(&name.as_str())) {
            record.tags.push((name.clone(), value.clone()));
        }
        let (line, result) = loop {
            let (line, text) = match token {
                Some((line, Token::Text(text))) => (line, text),
                Some((_, Token::Comment(words))) => {
                    let ply = record.turns.len();
                    record.comment(ply, &words);
                    token = self.next_token()?;
                    continue;
                }
                Some((line, Token::Tag(name, _))) => return Err(self.unfinished(line, &name)),
                None => return Err(self.unfinished(self.line, "")),
            };
            if let Some(outcome) = parse_outcome(&text) {
                break (line, (text, outcome));
            }
            if text == "stuck" {
                let count = match self.next_token()? {
                    Some((_, Token::Text(count))) => count,
                    _ => String::new(),
                };
                let text = format!("stuck {count}");
                match parse_outcome(&text) {
                    Some(outcome) => break (line, (text, outcome)),
                    None => return Err(self.error(line, &text, "after stuck comes the number of checkers left")),
                }
            }
            self.turn(&mut record, &mut *session, line, &text)?;
            token = self.next_token()?;
        };
        record.finish = self.finish(&*session, own("Result"), own("Reason"), line, result)?;
        // Comments may follow the result; a game ends where the next one's tags begin.
        while !self.at_tag() {
            match self.next_token()? {
                Some((_, Token::Comment(words))) => record.comment(record.turns.len(), &words),
                Some((line, Token::Text(text))) => {
                    return Err(self.error(line, &text, "after the result the next game begins with its tags"));
                }
                _ => break,
            };
        }
        Ok(record)
    }

    fn start(
        &self,
        game: Option<(usize, &str)>,
        position: Option<(usize, &str)>,
        seed: Option<(usize, &str)>,
    ) -> Result<(Start, Box<dyn Session>), RecordError> {
        let Some((game_line, rules)) = game else {
            let valid = "the tag [Game \"rules string\"] is missing; a record begins with its tags";
            return Err(self.error(self.line, "", valid));
        };
        let start = match (position, seed) {
            (Some((_, position)), None) => Start::Position(position.to_owned()),
            (None, None) => Start::Seed(0),
            (None, Some((line, seed))) => match seed.parse::<u64>() {
                Ok(number) if number.to_string() == seed => Start::Seed(number),
                _ => return Err(self.error(line, seed, "a seed is a whole number from 0 to 2^64 - 1")),
            },
            (Some((line, position)), Some(_)) => {
                return Err(self.error(line, position, "a record has a Position or a Seed, not both"));
            }
        };
        match start.session(rules) {
            Ok(session) => Ok((start, session)),
            Err(error @ StartError::Rules(_)) => Err(self.error(game_line, rules, error.to_string())),
            Err(error @ StartError::Position(_)) => {
                let (line, position) = position.unwrap_or((game_line, ""));
                Err(self.error(line, position, error.to_string()))
            }
        }
    }

    fn turn(&self, record: &mut Record, session: &mut dyn Session, line: usize, text: &str) -> Result<(), RecordError> {
        // `1.`, `1...` and `1.b1b3` are all in use.
        let after_digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = &text[..text.len() - after_digits.len()];
        let word = match after_digits.strip_prefix('.') {
            Some(rest) if !number.is_empty() => {
                let due = (record.turns.len() / super::round(session.seats()) + 1).to_string();
                if number != due {
                    return Err(self.error(line, text, format!("this is number {due}")));
                }
                rest.trim_start_matches('.')
            }
            _ => text,
        };
        if word.is_empty() {
            return Ok(());
        }
        let mv = session.respell(word);
        if let Err(error) = session.play(&mv) {
            let problem = match word.chars().next() {
                Some('(' | ')') => "a record holds one line of play, no variations in brackets".to_owned(),
                _ => error.to_string(),
            };
            let ply = Some(record.turns.len() + 1);
            return Err(RecordError { ply, ..self.error(line, word, problem) });
        }
        record.turns.push(RecordedTurn { mv, comments: Vec::new() });
        Ok(())
    }

    fn unfinished(&self, line: usize, word: &str) -> RecordError {
        self.error(line, word, "the game has no result at its end; it is 1-0, 0-1, 1/2-1/2, *, solved or stuck N")
    }

    fn finish(
        &self,
        session: &dyn Session,
        tag: Option<(usize, &str)>,
        reason: Option<(usize, &str)>,
        line: usize,
        (text, outcome): (String, Option<Outcome>),
    ) -> Result<Finish, RecordError> {
        if let Some((line, value)) = tag.filter(|(_, value)| *value != text) {
            return Err(self.error(line, value, format!("the Result tag differs from the result at the end, {text}")));
        }
        let wrong_reason = |valid: &str| {
            let (line, word) = reason.unwrap_or((line, ""));
            Err(self.error(line, word, format!("the reason does not fit the result {text}; valid: {valid}")))
        };
        let reason_word = reason.map_or("", |(_, word)| word);
        if let Some(ending) = session.ending() {
            if outcome != Some(ending.outcome) {
                return Err(self.error(line, &text, format!("by its moves the game ended {ending}")));
            }
            if !reason_word.is_empty() && reason_word != ending.reason.name() {
                return wrong_reason(ending.reason.name());
            }
            return Ok(Finish::Ruled(ending));
        }
        match outcome {
            None if matches!(reason_word, "" | "-") => Ok(Finish::Open),
            None => wrong_reason("none, or -"),
            Some(Outcome::Solved | Outcome::Stuck(_)) => {
                Err(self.error(line, &text, "by its moves the game is not over in this way; valid: *"))
            }
            Some(_) if session.seats().len() == 1 => {
                Err(self.error(line, &text, "a solitaire has no winner; valid: *"))
            }
            Some(outcome) => {
                let winner = match outcome {
                    Outcome::Win(color) => Some(color),
                    _ => None,
                };
                match Declared::WORDS.iter().find(|(_, word)| *word == reason_word) {
                    Some((why, _)) if why.fits(winner) => Ok(Finish::Declared(winner, *why)),
                    None if reason_word.is_empty() => Ok(Finish::Declared(winner, Declared::Unstated)),
                    _ if winner.is_none() => wrong_reason("agreed, abandoned (the rules have not ended the game)"),
                    _ => wrong_reason("resigned, time, abandoned (the rules have not ended the game)"),
                }
            }
        }
    }
}

/// Returns the outcome of a result, `Some(None)` for `*`, `None` if the text is not a result.
fn parse_outcome(text: &str) -> Option<Option<Outcome>> {
    match text {
        "*" => Some(None),
        _ => text.parse().ok().map(Some),
    }
}
