//! What is known about a game besides its moves.

use halfboard_rules::game::{Color, Outcome};
use halfboard_rules::record::{Finish, Record, name_tag};
use halfboard_rules::registry;

/// The result of an archived game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The game was not finished, or its result is unknown.
    #[default]
    Open,
    /// White won.
    White,
    /// Black won.
    Black,
    /// A draw.
    Draw,
    /// A solitaire, solved or not.
    Solitaire,
}

impl GameResult {
    /// All results; the index of a result is its number in files.
    pub const ALL: [GameResult; 5] =
        [GameResult::Open, GameResult::White, GameResult::Black, GameResult::Draw, GameResult::Solitaire];

    /// Returns the result of a record.
    #[must_use]
    pub fn of(finish: Finish) -> GameResult {
        match finish {
            Finish::Open => GameResult::Open,
            Finish::Ruled(ending) => ending.outcome.into(),
            Finish::Declared(winner, _) => winner.map_or(Outcome::Draw, Outcome::Win).into(),
        }
    }

    /// Returns the number of the result in files.
    #[must_use]
    pub fn number(self) -> u8 {
        self as u8
    }

    /// Returns the result with this number; an unknown number is an open game.
    #[must_use]
    pub fn from_number(number: u8) -> GameResult {
        Self::ALL.get(usize::from(number)).copied().unwrap_or(GameResult::Open)
    }

    /// Returns the name: `open`, `white`, `black`, `draw` or `solitaire`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            GameResult::Open => "open",
            GameResult::White => "white",
            GameResult::Black => "black",
            GameResult::Draw => "draw",
            GameResult::Solitaire => "solitaire",
        }
    }

    /// Returns the result with this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<GameResult> {
        Self::ALL.into_iter().find(|result| result.as_str() == name)
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        match outcome {
            Outcome::Win(Color::White) => GameResult::White,
            Outcome::Win(Color::Black) => GameResult::Black,
            Outcome::Draw => GameResult::Draw,
            Outcome::Solved | Outcome::Stuck(_) => GameResult::Solitaire,
        }
    }
}

/// The summary of a game: players, event, date, rules, result, length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameSummary {
    /// The rules string, in canonical form.
    pub rules: String,
    /// The names of the players in the order of the seats; empty if unknown.
    pub players: Vec<String>,
    /// The event; empty if unknown.
    pub event: String,
    /// The date as far as it is known, such as `2004-07-20` or `1998`; empty if unknown.
    pub date: String,
    /// The result.
    pub result: GameResult,
    /// The number of moves.
    pub plies: usize,
}

impl GameSummary {
    /// Returns the summary of a record.
    #[must_use]
    pub fn new(record: &Record) -> GameSummary {
        let date = record.tag("Date").and_then(normalize_date).unwrap_or_default();
        let result = GameResult::of(record.finish());
        GameSummary::with_tags(record.rules(), record.tags(), date, result, record.turns().len())
    }

    /// Returns the summary of a game; players and event come from its tags.
    #[must_use]
    pub fn with_tags(
        rules: &str,
        tags: &[(String, String)],
        date: String,
        result: GameResult,
        plies: usize,
    ) -> GameSummary {
        let tag = |name: &str| {
            let found = tags.iter().find(|(tag, _)| tag == name);
            found.map(|(_, value)| value.trim().to_owned()).unwrap_or_default()
        };
        let seats = registry::rules(rules).map_or(&[][..], |rules| rules.seats());
        let players = seats.iter().map(|seat| tag(&name_tag(seat))).collect();
        GameSummary { rules: rules.to_owned(), players, event: tag("Event"), date, result, plies }
    }
}

/// Returns a date as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, or `None` if the text does not begin with a year. Parts are
/// separated by `.`, `-` or `/`; unknown ones (`??`) and what follows the first date are dropped.
///
/// ```
/// use halfboard_archive::normalize_date;
/// assert_eq!(normalize_date("2004.07.20").as_deref(), Some("2004-07-20"));
/// assert_eq!(normalize_date("1998-03-??").as_deref(), Some("1998-03"));
/// assert_eq!(normalize_date("last summer"), None);
/// ```
#[must_use]
pub fn normalize_date(text: &str) -> Option<String> {
    let first = text.trim().split(|c: char| c.is_whitespace() || c == ',').next().unwrap_or_default();
    let mut parts = first.split(['.', '-', '/']);
    let year = parts.next().filter(|year| year.len() == 4 && is_number(year))?;
    let mut date = year.to_owned();
    for highest in [12, 31] {
        let part = parts.next().filter(|part| (1..=2).contains(&part.len()) && is_number(part));
        let Some(number) = part.and_then(|part| part.parse::<u8>().ok()).filter(|n| (1..=highest).contains(n)) else {
            break;
        };
        date.push_str(&format!("-{number:02}"));
    }
    Some(date)
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}
