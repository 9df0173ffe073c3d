//! Routes of pages, in the hash of the URL, so that any web host can serve the app from any folder. Pages that people share
//! also have a path, which our server answers with a preview; `boot.js` turns it into the hash.

use std::fmt;

use crate::analysis::AnalysisRoute;
use crate::archive::ArchiveRoute;
use crate::fairness::FairnessRoute;
use crate::online::OnlineRoute;
use crate::puzzles::PuzzleRoute;
use crate::solitaire::SolitaireRoute;

/// The longest path that is shared, in bytes: proxies often refuse requests with more than 8 KB in a line.
const MAX_PATH: usize = 4000;

/// A page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Route {
    /// The home page.
    Home,
    /// The set-up form of a game.
    New {
        /// The game's id.
        game: String,
    },
    /// A saved game.
    Play {
        /// The number of the saved game.
        id: u64,
    },
    /// A game or position from a link.
    Open(Shared),
    /// The analysis board.
    Analysis(AnalysisRoute),
    /// The archive of imported games.
    Archive(ArchiveRoute),
    /// Solitaire puzzles.
    Solitaire(SolitaireRoute),
    /// "Win in n" puzzles.
    Puzzles(PuzzleRoute),
    /// Fairness of the variants, and of a board.
    Fairness(FairnessRoute),
    /// Online games.
    Online(OnlineRoute),
    /// The list of lessons.
    Learn,
    /// The lesson of a game.
    Lesson {
        /// The game's id.
        game: String,
    },
    /// The rules that all games share.
    Rules,
    /// The rules of a game.
    RulesOf {
        /// The game's id.
        game: String,
    },
    /// Gaps in the original rules and how they were closed.
    Gaps,
    /// The saved games.
    Games,
    /// Settings.
    Settings,
    /// Version and licences.
    About,
}

/// A game or position from a link, unchecked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shared {
    /// The rules string.
    pub rules: String,
    /// The position string to start from.
    pub position: Option<String>,
    /// The seed to start from.
    pub seed: Option<String>,
    /// The moves, separated by spaces.
    pub moves: Option<String>,
}

/// The error of a hash that is not a route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchPage(pub String);

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Route::Home => f.write_str("#/"),
            Route::New { game } => write!(f, "#/new/{}", escape(game)),
            Route::Play { id } => write!(f, "#/play/{id}"),
            Route::Open(shared) => write!(f, "#/open?{shared}"),
            Route::Analysis(address) => write!(f, "#/analysis{address}"),
            Route::Archive(address) => write!(f, "#/archive{address}"),
            Route::Solitaire(address) => write!(f, "#/solitaire{address}"),
            Route::Puzzles(address) => write!(f, "#/puzzles{address}"),
            Route::Fairness(address) => write!(f, "#/fairness{address}"),
            Route::Online(address) => write!(f, "#/online{address}"),
            Route::Learn => f.write_str("#/learn"),
            Route::Lesson { game } => write!(f, "#/learn/{}", escape(game)),
            Route::Rules => f.write_str("#/rules"),
            Route::RulesOf { game } => write!(f, "#/rules/{}", escape(game)),
            Route::Gaps => f.write_str("#/gaps"),
            Route::Games => f.write_str("#/games"),
            Route::Settings => f.write_str("#/settings"),
            Route::About => f.write_str("#/about"),
        }
    }
}

impl Route {
    /// Parses the hash of a URL, which is empty or begins with `#`.
    ///
    /// ```
    /// use halfboard_app::route::Route;
    /// let lesson = Route::Lesson { game: "j".to_owned() };
    /// assert_eq!(Route::read("#/learn/j"), Ok(lesson.clone()));
    /// assert_eq!(lesson.to_string(), "#/learn/j");
    /// assert!(Route::read("#/elsewhere").is_err());
    /// ```
    pub fn read(hash: &str) -> Result<Route, NoSuchPage> {
        let nowhere = || NoSuchPage(hash.to_owned());
        let path = hash.strip_prefix('#').unwrap_or(hash);
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let words: Vec<&str> = path.split('/').filter(|word| !word.is_empty()).collect();
        let named = |word: &str| unescape(word).ok_or_else(nowhere);
        Ok(match words.as_slice() {
            [] => Route::Home,
            ["new", game] => Route::New { game: named(game)? },
            ["play", id] => Route::Play { id: id.parse().map_err(|_| nowhere())? },
            ["open"] => Route::Open(Shared::read(query).ok_or_else(nowhere)?),
            ["analysis", rest @ ..] => Route::Analysis(AnalysisRoute::read(rest, query).ok_or_else(nowhere)?),
            ["archive"] => Route::Archive(ArchiveRoute::read(query).ok_or_else(nowhere)?),
            ["solitaire", rest @ ..] => Route::Solitaire(SolitaireRoute::read(rest, query).ok_or_else(nowhere)?),
            ["puzzles", rest @ ..] => Route::Puzzles(PuzzleRoute::read(rest).ok_or_else(nowhere)?),
            ["fairness"] => Route::Fairness(FairnessRoute::read(query).ok_or_else(nowhere)?),
            ["online", rest @ ..] => Route::Online(OnlineRoute::read(rest).ok_or_else(nowhere)?),
            ["learn"] => Route::Learn,
            ["learn", game] => Route::Lesson { game: named(game)? },
            ["rules"] => Route::Rules,
            ["rules", game] => Route::RulesOf { game: named(game)? },
            ["gaps"] => Route::Gaps,
            ["games"] => Route::Games,
            ["settings"] => Route::Settings,
            ["about"] => Route::About,
            _ => return Err(nowhere()),
        })
    }
}

impl Route {
    /// Returns the path of a page that has one, relative to the address of the app. Pages without one are only reached by
    /// their hash.
    ///
    /// ```
    /// use halfboard_app::route::Route;
    /// let day = Route::read("#/solitaire/daily/2026-11-16").expect("a page");
    /// assert_eq!(day.path().as_deref(), Some("daily/2026-11-16"));
    /// assert_eq!(Route::Settings.path(), None);
    /// ```
    pub fn path(&self) -> Option<String> {
        let path = match self {
            Route::Online(game @ OnlineRoute::Game { .. }) => format!("g{game}"),
            Route::Puzzles(puzzle @ PuzzleRoute::Number { .. }) => format!("puzzle{puzzle}"),
            Route::Solitaire(SolitaireRoute::Day(date)) => format!("daily/{}", escape(date)),
            Route::Analysis(link @ AnalysisRoute::Link(_)) => format!("analysis{link}"),
            _ => return None,
        };
        (path.len() <= MAX_PATH).then_some(path)
    }
}

impl fmt::Display for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rules={}", escape(&self.rules))?;
        let fields = [("position", &self.position), ("seed", &self.seed), ("moves", &self.moves)];
        for (name, value) in fields {
            if let Some(value) = value {
                write!(f, "&{name}={}", escape(value))?;
            }
        }
        Ok(())
    }
}

impl Shared {
    /// Parses the query of a route.
    pub(crate) fn read(query: &str) -> Option<Shared> {
        let mut shared = Shared::default();
        for (name, value) in fields(query)? {
            match name {
                "rules" => shared.rules = value,
                "position" => shared.position = Some(value),
                "seed" => shared.seed = Some(value),
                "moves" => shared.moves = Some(value),
                _ => return None,
            }
        }
        (!shared.rules.is_empty()).then_some(shared)
    }
}

/// Returns the fields of a query, or `None` if it is invalid.
pub(crate) fn fields(query: &str) -> Option<Vec<(&str, String)>> {
    let fields = query.split('&').map(|field| field.split_once('='));
    fields.map(|field| field.and_then(|(name, value)| Some((name, unescape(value)?)))).collect()
}

/// Percent-encodes a text.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b':' | b',' | b'@' | b'/' => {
                escaped.push(char::from(byte));
            }
            _ => escaped.push_str(&format!("%{byte:02X}")),
        }
    }
    escaped
}

/// Decodes a percent-encoded text. Returns `None` if an escape is invalid or the bytes are not UTF-8.
pub(crate) fn unescape(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digit = |byte: u8| char::from(byte).to_digit(16);
                (digit(rest.next()?)? * 16 + digit(rest.next()?)?) as u8
            }
            b'+' => b' ',
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_they_were_written() {
        let shared = Shared {
            rules: "lines-of-action:wrap=both".to_owned(),
            position: Some("8/8 w & + % #ü".to_owned()),
            seed: None,
            moves: Some("3B2B4=2 1@D4".to_owned()),
        };
        let game = || "j".to_owned();
        let routes = [
            Route::Home,
            Route::New { game: game() },
            Route::Play { id: u64::MAX },
            Route::Open(shared.clone()),
            Route::Analysis(AnalysisRoute::Fresh),
            Route::Analysis(AnalysisRoute::Kept { id: 7 }),
            Route::Analysis(AnalysisRoute::Link(shared.clone())),
            Route::Archive(ArchiveRoute::All),
            Route::Archive(ArchiveRoute::Position(shared.clone())),
            Route::Fairness(FairnessRoute::Findings),
            Route::Fairness(FairnessRoute::Board(shared)),
            Route::Solitaire(SolitaireRoute::Choose),
            Route::Solitaire(SolitaireRoute::Daily),
            Route::Puzzles(PuzzleRoute::Choose),
            Route::Puzzles(PuzzleRoute::Number { game: game(), number: 12 }),
            Route::Online(OnlineRoute::Lobby),
            Route::Online(OnlineRoute::New { game: game() }),
            Route::Online(OnlineRoute::Game { id: "0123456789abcdefghijkl".parse().expect("a name") }),
            Route::Online(OnlineRoute::Seat {
                id: "0123456789abcdefghijkl".parse().expect("a name"),
                token: "abcdefghijkl0123456789".parse().expect("a secret"),
            }),
            Route::Learn,
            Route::Lesson { game: game() },
            Route::Rules,
            Route::RulesOf { game: game() },
            Route::Gaps,
            Route::Games,
            Route::Settings,
            Route::About,
        ];
        for route in routes {
            assert_eq!(Route::read(&route.to_string()), Ok(route));
        }
        assert_eq!(Route::read(""), Ok(Route::Home));
    }

    #[test]
    fn shared_pages_have_paths() {
        let paths = [
            ("#/online/0123456789abcdefghijkl", Some("g/0123456789abcdefghijkl")),
            ("#/puzzles/j/12", Some("puzzle/j/12")),
            ("#/solitaire/daily/2026-11-16", Some("daily/2026-11-16")),
            ("#/analysis?rules=j&moves=A5%20B4", Some("analysis?rules=j&moves=A5%20B4")),
            ("#/online", None),
            ("#/puzzles", None),
            ("#/solitaire/daily", None),
            ("#/analysis/kept/1", None),
            ("#/", None),
        ];
        for (hash, path) in paths {
            assert_eq!(Route::read(hash).expect("a page").path().as_deref(), path, "{hash}");
        }
        let long = Shared { rules: "j".to_owned(), moves: Some("A5 ".repeat(MAX_PATH)), ..Shared::default() };
        assert_eq!(Route::Analysis(AnalysisRoute::Link(long)).path(), None);
    }

    #[test]
    fn addresses_that_lead_nowhere_are_told() {
        for hash in
            ["#/play/", "#/play/-1", "#/play/x", "#/open", "#/open?rules=", "#/open?rules=%", "#/open?rules=%ff"]
        {
            assert_eq!(Route::read(hash), Err(NoSuchPage(hash.to_owned())), "{hash}");
        }
        assert!(Route::read("#/open?rules=j&colour=red").is_err());
        assert!(Route::read("#/online/short").is_err());
        assert!(Route::read("#/online/0123456789abcdefghijkl/seat/short").is_err());
        assert!(Route::read("#<script>").is_err());
    }
}
