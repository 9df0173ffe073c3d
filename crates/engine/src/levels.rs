//! Strength levels for people, limited by nodes, sight and judgement, never by time.
//!
//! Each game has a ladder of levels: the lowest plays a little better than the random mover, each wins about three of
//! four games against the one below, and the highest is the engine at full strength. A level is weaker in the ways of
//! people, none of them a random blunder:
//!
//! - it overlooks moves, quiet and long ones first, its own and the opponent's (`oversight`);
//! - it misjudges positions, always the same ones within a game (`noise`);
//! - it calculates few positions (`nodes`) and not far (`depth`), and recognises forced results only so far ahead
//!   (`win_horizon`).
//!
//! Every level takes a win in one move, and a level that overlooks moves plays none that is absurd.
//! `examples/calibrate` finds the numbers and measures the ladder; its results are in `docs/strength.md`.
//!
//! # Stored levels
//!
//! A stored level says of how many it is: `3/11`. A number alone is one of the eight levels that every game had before
//! it had a ladder; it stands for the level of about the same strength, see [`Level::from_eight`].

use std::fmt;
use std::str::FromStr;

use halfboard_rules::game::Game;
use halfboard_rules::random::mix;

use crate::games;
use crate::value::Score;

/// A game with strength levels.
pub trait Levels: Game {
    /// The levels by the default rules, weakest first. The last is full strength.
    const LADDER: &'static [LevelSpec];

    /// The level of about the same strength for each of the eight levels that games had before they had ladders.
    const EIGHT: [u8; 8];

    /// How many times as often as at a quiet move a level looks at a capture or another urgent move.
    const URGENT_LOOKS: i32 = 4;

    /// Returns the limits of the lowest levels by these rules, where they must differ from [`Levels::LADDER`] for the
    /// steps between them to be as large.
    fn variant_limits(&self) -> &'static [StrengthLimit] {
        &[]
    }
}

/// A level of a game: its limits and its estimated strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelSpec {
    /// The limits.
    pub limit: StrengthLimit,
    /// The rating in Elo, by matches between neighbouring levels; the random mover has 0.
    pub rating: u16,
}

impl LevelSpec {
    /// Creates a level that overlooks moves and misjudges positions; see [`weak`].
    pub(crate) const fn weak(oversight: u16, noise: Score, rating: u16) -> LevelSpec {
        LevelSpec { limit: weak(oversight, noise), rating }
    }

    /// Creates a level that is limited by nodes alone.
    pub(crate) const fn nodes(nodes: u64, rating: u16) -> LevelSpec {
        LevelSpec { limit: limited_to(nodes), rating }
    }

    /// Creates the highest level.
    pub(crate) const fn full(rating: u16) -> LevelSpec {
        LevelSpec { limit: StrengthLimit { nodes: TOP_LEVEL_NODES, ..StrengthLimit::NONE }, rating }
    }
}

/// Returns the limit of a level that looks two plies ahead, overlooks moves, in hundredths of a percent, and misjudges
/// positions, in hundredths of a logit.
pub(crate) const fn weak(oversight: u16, noise: Score) -> StrengthLimit {
    StrengthLimit { nodes: WEAK_NODES, depth: 2, win_horizon: 2, oversight, noise }
}

/// Returns the limit of a level that only searches few nodes.
pub(crate) const fn limited_to(nodes: u64) -> StrengthLimit {
    StrengthLimit { nodes, win_horizon: MAX_WIN_HORIZON, ..StrengthLimit::NONE }
}

/// Nodes of the levels that overlook moves.
const WEAK_NODES: u64 = 300;
/// Win horizon of the levels below the highest: they do not use endgame tables and exact solvers.
const MAX_WIN_HORIZON: u32 = 24;
/// Node limit of the highest level where no time is given: about a tenth of a second, in the browser as well.
const TOP_LEVEL_NODES: u64 = 100_000;

/// The limits of a weaker player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrengthLimit {
    /// Maximum number of nodes searched.
    pub nodes: u64,
    /// Maximum search depth in plies.
    pub depth: u32,
    /// Number of plies within which a win or loss is recognised; those further away only look promising or dangerous.
    pub win_horizon: u32,
    /// Probability in hundredths of a percent that one look at a move overlooks it. Short moves, direct advances and
    /// captures are looked at more than once.
    pub oversight: u16,
    /// Standard deviation of the evaluation noise in hundredths of a logit.
    pub noise: Score,
}

impl StrengthLimit {
    /// No limit: full strength.
    pub const NONE: StrengthLimit =
        StrengthLimit { nodes: u64::MAX, depth: u32::MAX, win_horizon: u32::MAX, oversight: 0, noise: 0 };

    /// Adds the noise to an evaluation. It is a hash of the position and the seed: eight uniform bytes summed, nearly
    /// normal.
    #[inline]
    pub(crate) fn add_noise(&self, evaluation: Score, seed: u64, key: u64) -> Score {
        if self.noise == 0 {
            return evaluation;
        }
        let draws = mix(key ^ seed).to_le_bytes();
        let sum: i32 = draws.iter().map(|&byte| i32::from(byte) - 128).sum();
        // Eight bytes have a standard deviation of about 209.
        evaluation + sum * self.noise / 209
    }
}

impl Default for StrengthLimit {
    fn default() -> Self {
        StrengthLimit::NONE
    }
}

/// A strength level of a game, from 1 for beginners to that of full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// Returns all levels of a game, weakest first; none if there is no such game. The game is given by its id or a
    /// rules string.
    pub fn all(game: &str) -> impl DoubleEndedIterator<Item = Level> + Clone {
        (1..=Level::count(game)).map(Level)
    }

    /// Returns the number of levels of a game.
    pub fn count(game: &str) -> u8 {
        games::ladder(id(game)).len() as u8
    }

    /// Returns the level of a game with this number, or `None` if it is out of range.
    pub fn new(game: &str, number: u8) -> Option<Level> {
        (1..=Level::count(game)).contains(&number).then_some(Level(number))
    }

    /// Returns the highest level of a game, full strength.
    ///
    /// # Panics
    ///
    /// Panics if there is no such game.
    pub fn top(game: &str) -> Level {
        Level::new(game, Level::count(game)).expect("a game has levels")
    }

    /// Returns the level of about the same strength as one of the eight levels that every game had before.
    ///
    /// ```
    /// use halfboard_engine::levels::Level;
    ///
    /// // The eighth was full strength in every game, the first stronger than many beginners.
    /// assert_eq!(Level::from_eight("lines-of-action", 8), Some(Level::top("lines-of-action")));
    /// assert!(Level::from_eight("lines-of-action", 1) > Level::new("lines-of-action", 1));
    /// assert_eq!(Level::from_eight("lines-of-action", 9), None);
    /// ```
    pub fn from_eight(game: &str, number: u8) -> Option<Level> {
        let number = games::eight_levels(id(game))?.get(usize::from(number.checked_sub(1)?)).copied()?;
        Level::new(game, number)
    }

    /// Returns the form in which a level of a game is stored.
    pub fn to_stored(self, game: &str) -> StoredLevel {
        StoredLevel { number: self.0, of: Some(Level::count(game)) }
    }

    /// Returns the number of the level, from 1.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns the rating of the level in a game by default rules, in Elo above the random mover.
    pub fn rating(self, game: &str) -> u16 {
        let ladder = games::ladder(id(game));
        ladder.get(usize::from(self.0) - 1).or(ladder.last()).map_or(0, |level| level.rating)
    }

    /// Returns whether this level plays by the game's opening book: the two highest do.
    pub fn uses_book(self, game: &str) -> bool {
        self.0 + 1 >= Level::count(game)
    }

    /// Returns the limits of this level in a game. A number beyond the ladder is full strength.
    pub fn strength_limit<G: Levels>(self, game: &G) -> StrengthLimit {
        let at = usize::from(self.0).min(G::LADDER.len()) - 1;
        game.variant_limits().get(at).copied().unwrap_or(G::LADDER[at].limit)
    }
}

/// A level as it is stored: `3/11`, or one of the former eight alone, `3`.
///
/// ```
/// use halfboard_engine::levels::{Level, StoredLevel};
///
/// let stored: StoredLevel = "2/5".parse()?;
/// assert_eq!(stored.to_string(), "2/5");
/// let former: StoredLevel = "8".parse()?;
/// assert_eq!(former.level("j"), Some(Level::top("j")));
/// assert!("6/5".parse::<StoredLevel>().is_err() && "9".parse::<StoredLevel>().is_err());
/// # Ok::<(), halfboard_engine::levels::ParseLevelError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredLevel {
    /// The number of the level, from 1.
    pub number: u8,
    /// The length of its ladder; absent for one of the former eight.
    pub of: Option<u8>,
}

impl StoredLevel {
    /// Returns whether the number is in its range.
    pub fn is_valid(self) -> bool {
        (1..=self.of.unwrap_or(8)).contains(&self.number)
    }

    /// Returns the level of a game for which this stands: one of the former eight by [`Level::from_eight`], one of a
    /// ladder of another length scaled to that of the game, ends to ends. Returns `None` if there is no such level.
    pub fn level(self, game: &str) -> Option<Level> {
        let StoredLevel { number, of: Some(of) } = self else { return Level::from_eight(game, self.number) };
        if !self.is_valid() {
            return None;
        }
        let count = Level::count(game);
        if of == count || of == 1 {
            return Level::new(game, number);
        }
        let steps = f64::from(number - 1) * f64::from(count.max(1) - 1) / f64::from(of - 1);
        Level::new(game, 1 + steps.round() as u8)
    }
}

impl fmt::Display for StoredLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.of {
            Some(of) => write!(f, "{}/{of}", self.number),
            None => write!(f, "{}", self.number),
        }
    }
}

impl FromStr for StoredLevel {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Self, ParseLevelError> {
        let parse = |word: &str| word.parse().map_err(|_| ParseLevelError);
        let stored = match text.split_once('/') {
            Some((number, of)) => StoredLevel { number: parse(number)?, of: Some(parse(of)?) },
            None => StoredLevel { number: parse(text)?, of: None },
        };
        Some(stored).filter(|stored| stored.is_valid()).ok_or(ParseLevelError)
    }
}

/// Error returned if a text is not a stored level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseLevelError;

impl fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a level is a number and the number of levels, such as 3/11, or a number from 1 to 8")
    }
}

impl std::error::Error for ParseLevelError {}

/// Returns the id of the game of a rules string.
fn id(rules: &str) -> &str {
    rules.split_once(':').map_or(rules, |(id, _)| id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::system_now;
    use crate::player;
    use halfboard_rules::registry;

    #[test]
    fn noise_has_its_standard_deviation_and_is_reproducible() {
        let noisy = StrengthLimit { noise: 100, ..StrengthLimit::NONE };
        let draws: Vec<f64> = (0..10_000).map(|key| f64::from(noisy.add_noise(50, 7, key))).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        let spread = (draws.iter().map(|draw| draw * draw).sum::<f64>() / draws.len() as f64 - mean * mean).sqrt();
        assert!((mean - 50.0).abs() < 5.0 && (spread - 100.0).abs() < 5.0, "mean {mean}, spread {spread}");
        assert_eq!(noisy.add_noise(0, 7, 3), noisy.add_noise(0, 7, 3));
        assert_ne!(noisy.add_noise(0, 7, 3), noisy.add_noise(0, 8, 3));
        assert_eq!(StrengthLimit::NONE.add_noise(50, 7, 3), 50);
    }

    #[test]
    fn ratings_and_limits_rise_with_the_level() {
        for game in registry::games() {
            let ladder = games::ladder(game.info().id);
            assert!(ladder.len() >= 2, "{}", game.info().id);
            for pair in ladder.windows(2) {
                assert!(pair[0].rating < pair[1].rating, "{}: {pair:?}", game.info().id);
                assert!(pair[0].limit.oversight >= pair[1].limit.oversight, "{}: {pair:?}", game.info().id);
            }
        }
    }

    #[test]
    fn limits_rise_with_the_level_by_every_preset() {
        for game in registry::games() {
            for preset in game.presets() {
                let rules = preset.rules;
                let engine = player::for_rules(&rules, 0, system_now).expect("a small table");
                let limits: Vec<StrengthLimit> = Level::all(&rules).map(|level| engine.strength_limit(level)).collect();
                for pair in limits.windows(2) {
                    let sees_more = pair[0].oversight > pair[1].oversight;
                    assert!(sees_more || pair[1].oversight == 0 && pair[0].nodes < pair[1].nodes, "{rules}: {pair:?}");
                }
            }
        }
    }

    #[test]
    fn the_former_levels_stay_valid_in_every_game() {
        for game in registry::games() {
            let id = game.info().id;
            let levels: Vec<Level> =
                (1..=8).map(|number| Level::from_eight(id, number).expect("a former level")).collect();
            assert!(levels.is_sorted() && levels[7] == Level::top(id), "{id}: {levels:?}");
            assert!(Level::from_eight(id, 0).is_none() && Level::from_eight(id, 9).is_none());
        }
    }

    #[test]
    fn stored_levels_of_other_ladders_are_scaled() {
        for game in registry::games() {
            let id = game.info().id;
            for level in Level::all(id) {
                let stored: StoredLevel = level.to_stored(id).to_string().parse().expect("as written");
                assert_eq!(stored.level(id), Some(level));
            }
            for of in 2..20 {
                let ends = [1, of].map(|number| StoredLevel { number, of: Some(of) }.level(id));
                assert_eq!(ends, [Level::new(id, 1), Some(Level::top(id))], "{id}, of {of}");
            }
        }
        for text in ["", "0", "9", "0/9", "10/9", "1/", "/3", "x", "1/1/1", "-1/8", "300/301"] {
            assert_eq!(text.parse::<StoredLevel>(), Err(ParseLevelError), "{text:?}");
        }
        assert_eq!(Level::top("j"), Level::top("j:long-sides=any"));
        assert_eq!(StoredLevel { number: 1, of: Some(5) }.level("chess"), None);
    }
}
