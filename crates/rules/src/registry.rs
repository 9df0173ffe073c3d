//! The games by id, and rules by rules string, for programs that handle any game.

use std::fmt;
use std::marker::PhantomData;

use crate::game::{Game, GameInfo, rules_string};
use crate::options::{OptionError, OptionInfo, OptionSet};
use crate::position_format::PositionFormat;
use crate::present::Present;
use crate::session::{Match, Session};
use crate::text::PositionError;

macro_rules! entries {
    ($($module:ident::$Game:ident),+ $(,)?) => {
        &[$(&Entry::<crate::games::$module::$Game>(PhantomData)),+]
    };
}

/// Returns the games, in the order in which players see them.
static GAMES: &[&dyn GameEntry] = games!(entries);

/// Returns the games, in the order in which players see them.
pub fn games() -> &'static [&'static dyn GameEntry] {
    GAMES
}

/// Returns the game with this id.
///
/// # Errors
///
/// Fails if there is no such game.
pub fn game(id: &str) -> Result<&'static dyn GameEntry, RulesError> {
    let found = GAMES.iter().find(|game| game.info().id == id);
    found.copied().ok_or_else(|| RulesError::UnknownGame { id: id.to_owned() })
}

/// Parses a rules string: `game-id`, or `game-id:option=value,option=value`.
///
/// # Errors
///
/// Fails if there is no such game, option or value, or if options contradict each other.
///
/// ```
/// let rules = halfboard_rules::registry::rules("j:first=black,long-sides=any")?;
/// assert_eq!(rules.canonical(), "j:long-sides=any,first=black");
/// assert_eq!(rules.start(0).position(), "8/8/8/8 b w12b12");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rules(text: &str) -> Result<Box<dyn Rules>, RulesError> {
    match text.split_once(':') {
        None => game(text)?.rules(None),
        Some((id, options)) => game(id)?.rules(Some(options)),
    }
}

/// Parses a rules string of one game.
///
/// # Errors
///
/// Fails if the string is of another game, or if the options are not valid.
///
/// ```
/// use halfboard_rules::games::j::J;
/// let game: J = "j:first=black".parse()?;
/// assert_eq!(game.to_string(), "j:first=black");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_game<G: Game>(text: &str) -> Result<G, RulesError> {
    let (id, options) = text.split_once(':').map_or((text, None), |(id, options)| (id, Some(options)));
    match game(id)?.info().id == G::INFO.id {
        true => with_options(options),
        false => Err(RulesError::OtherGame { id: id.to_owned(), expected: G::INFO.id }),
    }
}

fn with_options<G: Game>(options: Option<&str>) -> Result<G, RulesError> {
    let options = options.map_or(Ok(G::Options::DEFAULT), G::Options::parse);
    options.and_then(G::new).map_err(|error| RulesError::Options { game: G::INFO.id, error })
}

/// A game of the registry.
pub trait GameEntry: Send + Sync {
    /// Returns the id, name and board.
    fn info(&self) -> &'static GameInfo;
    /// Returns the options.
    fn options(&self) -> &'static [OptionInfo];
    /// Returns the named variants, the plain game first.
    fn presets(&self) -> Vec<PresetInfo>;
    /// Creates the rules with the options part of a rules string.
    fn rules(&self, options: Option<&str>) -> Result<Box<dyn Rules>, RulesError>;
}

/// A named variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresetInfo {
    /// The id, unique within the game.
    pub id: &'static str,
    /// The rules string.
    pub rules: String,
}

/// The rules of a game, with the type of the game erased.
pub trait Rules: Send + Sync {
    /// Returns the id, name and board of the game.
    fn info(&self) -> &'static GameInfo;
    /// Returns the rules string, in canonical form.
    fn canonical(&self) -> String;
    /// Returns the names of the seats.
    fn seats(&self) -> &'static [&'static str];
    /// Starts a game from the start position of a seed.
    fn start(&self, seed: u64) -> Box<dyn Session>;
    /// Starts a game from a position string.
    fn position(&self, text: &str) -> Result<Box<dyn Session>, PositionError>;
    /// Returns the format of position strings under these rules.
    fn position_format(&self) -> PositionFormat;
}

impl fmt::Debug for dyn GameEntry + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameEntry({})", self.info().id)
    }
}

impl fmt::Debug for dyn Rules + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rules({})", self.canonical())
    }
}

/// The error of parsing a rules string.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RulesError {
    /// There is no such game.
    UnknownGame {
        /// The id in question.
        id: String,
    },
    /// The rules are those of another game than the one expected.
    OtherGame {
        /// The game of the rules string.
        id: String,
        /// The game expected.
        expected: &'static str,
    },
    /// The options are not valid.
    Options {
        /// The game.
        game: &'static str,
        /// The error.
        error: OptionError,
    },
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesError::UnknownGame { id } => {
                let ids = GAMES.iter().map(|game| game.info().id);
                let all = ids.collect::<Vec<_>>().join(", ");
                write!(f, "rules: there is no game '{id}'; the games are {all}")
            }
            RulesError::OtherGame { id, expected } => write!(f, "rules: expected {expected}, found {id}"),
            RulesError::Options { game, error } => write!(f, "rules of {game}: {error}"),
        }
    }
}

impl std::error::Error for RulesError {}

struct Entry<G>(PhantomData<G>);

impl<G: Present> GameEntry for Entry<G> {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn options(&self) -> &'static [OptionInfo] {
        G::Options::INFO
    }

    fn presets(&self) -> Vec<PresetInfo> {
        let presets = G::PRESETS.iter().map(|preset| {
            let game = G::new(preset.options).expect("presets are valid, which a test checks");
            PresetInfo { id: preset.id, rules: rules_string(&game) }
        });
        presets.collect()
    }

    fn rules(&self, options: Option<&str>) -> Result<Box<dyn Rules>, RulesError> {
        Ok(Box::new(TypedRules(with_options::<G>(options)?)))
    }
}

/// The rules of one game as [`Rules`].
#[derive(Clone, Debug)]
pub(crate) struct TypedRules<G>(pub(crate) G);

impl<G: Present> Rules for TypedRules<G> {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn canonical(&self) -> String {
        rules_string(&self.0)
    }

    fn seats(&self) -> &'static [&'static str] {
        self.0.seats()
    }

    fn start(&self, seed: u64) -> Box<dyn Session> {
        Box::new(Match::new(self.0.clone(), self.0.start(seed)))
    }

    fn position(&self, text: &str) -> Result<Box<dyn Session>, PositionError> {
        Ok(Box::new(Match::new(self.0.clone(), self.0.parse_position(text)?)))
    }

    fn position_format(&self) -> PositionFormat {
        self.0.position_format()
    }
}
