//! Strength levels for people, limited by nodes, sight and judgement, never by time.
//!
//! Each game has a ladder of levels, and a variant may have its own: the lowest plays a little better than the random
//! mover, each wins about three of four games against the one below, and the highest is the engine at full strength. A
//! level is weaker in the ways of people, none of them a random blunder:
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
//! A stored level says of how many it is: `3/11`. By rules with another number of levels it stands for the level at the
//! same place of the ladder. A number alone is one of the eight levels that every game had before it had a ladder; it
//! stands for the level of about the same strength, see [`Level::from_eight`].

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

    /// Returns the levels by these rules, weakest first. The last is full strength. Rules by which the steps of
    /// [`Levels::LADDER`] would be too small or too large have their own.
    fn ladder(&self) -> &'static [LevelSpec] {
        Self::LADDER
    }
}

/// A level by some rules: its limits and its estimated strength.
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

/// Returns a ladder whose lowest levels have other limits, and the same ratings.
///
/// # Panics
///
/// Panics if the ladder does not have `N` levels.
pub(crate) const fn with_limits<const N: usize>(ladder: &[LevelSpec], limits: &[StrengthLimit]) -> [LevelSpec; N] {
    assert!(ladder.len() == N);
    let mut levels = [LevelSpec::full(0); N];
    let mut at = 0;
    while at < N {
        levels[at] = ladder[at];
        if at < limits.len() {
            levels[at].limit = limits[at];
        }
        at += 1;
    }
    levels
}

/// Returns a ladder in which one level, counted from 1, has another number of nodes.
pub(crate) const fn with_nodes<const N: usize>(
    mut ladder: [LevelSpec; N],
    number: usize,
    nodes: u64,
) -> [LevelSpec; N] {
    ladder[number - 1].limit.nodes = nodes;
    ladder
}

/// Returns the limit of a level that looks two plies ahead, overlooks moves, in hundredths of a percent, and misjudges
/// positions, in hundredths of a logit.
pub(crate) const fn weak(oversight: u16, noise: Score) -> StrengthLimit {
    StrengthLimit { nodes: WEAK_NODES, depth: 2, win_horizon: 2, oversight, noise }
}

/// Returns the limit of a level that only searches few nodes.
const fn limited_to(nodes: u64) -> StrengthLimit {
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

/// A strength level by some rules, from 1 for beginners to that of full strength.
///
/// The rules are given as a rules string, see [`halfboard_rules::registry::rules`]; the id of a game alone stands for its
/// default rules. By invalid rules there are no levels.
///
/// ```
/// use halfboard_engine::levels::Level;
///
/// assert_eq!(Level::count("sight-reduction"), 3);
/// assert_eq!(Level::count("sight-reduction:remove=one-or-two"), 4);
/// assert_eq!(Level::count("sight-reduction:remove=seven"), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// Returns all levels by these rules, weakest first.
    pub fn all(rules: &str) -> impl DoubleEndedIterator<Item = Level> + Clone + use<> {
        (1..=Level::count(rules)).map(Level)
    }

    /// Returns the number of levels by these rules.
    pub fn count(rules: &str) -> u8 {
        games::ladder(rules).len() as u8
    }

    /// Returns the level with this number by these rules, or `None` if it is out of range.
    pub fn new(rules: &str, number: u8) -> Option<Level> {
        (1..=Level::count(rules)).contains(&number).then_some(Level(number))
    }

    /// Returns the highest level by these rules, full strength.
    ///
    /// # Panics
    ///
    /// Panics if the rules are invalid.
    pub fn top(rules: &str) -> Level {
        Level::new(rules, Level::count(rules)).expect("valid rules have levels")
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
    pub fn from_eight(rules: &str, number: u8) -> Option<Level> {
        games::eight_levels(rules)?.get(usize::from(number.checked_sub(1)?))?.level(rules)
    }

    /// Returns the form in which a level by these rules is stored.
    pub fn to_stored(self, rules: &str) -> StoredLevel {
        StoredLevel { number: self.0, of: Some(Level::count(rules)) }
    }

    /// Returns the number of the level, from 1.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns the rating of the level by these rules, in Elo above the random mover.
    pub fn rating(self, rules: &str) -> u16 {
        let ladder = games::ladder(rules);
        ladder.get(usize::from(self.0) - 1).or(ladder.last()).map_or(0, |level| level.rating)
    }

    /// Returns whether this level plays by the game's opening book: the two highest do.
    pub fn uses_book(self, rules: &str) -> bool {
        self.0 + 1 >= Level::count(rules)
    }

    /// Returns the limits of this level by the rules of a game. A number beyond the ladder is full strength.
    pub fn strength_limit<G: Levels>(self, game: &G) -> StrengthLimit {
        let ladder = game.ladder();
        ladder[usize::from(self.0).min(ladder.len()) - 1].limit
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

    /// Returns the level for which this stands by these rules: one of the former eight by [`Level::from_eight`], one of
    /// a ladder of another length scaled to that of the rules, ends to ends. Returns `None` if there is no such level.
    pub fn level(self, rules: &str) -> Option<Level> {
        let StoredLevel { number, of: Some(of) } = self else { return Level::from_eight(rules, self.number) };
        if !self.is_valid() {
            return None;
        }
        let count = Level::count(rules);
        if of == count || of == 1 {
            return Level::new(rules, number);
        }
        let steps = f64::from(number - 1) * f64::from(count.max(1) - 1) / f64::from(of - 1);
        Level::new(rules, 1 + steps.round() as u8)
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

    /// Returns the rules of every preset of every game.
    fn all_rules() -> impl Iterator<Item = String> {
        registry::games().iter().flat_map(|game| game.presets()).map(|preset| preset.rules)
    }

    #[test]
    fn ratings_and_limits_rise_with_the_level_by_every_preset() {
        for rules in all_rules() {
            let ladder = games::ladder(&rules);
            assert!(ladder.len() >= 2, "{rules}");
            assert_eq!(ladder.last().map(|top| top.limit), Some(LevelSpec::full(0).limit), "{rules}");
            for pair in ladder.windows(2) {
                assert!(pair[0].rating < pair[1].rating, "{rules}: {pair:?}");
                let [lower, upper] = [pair[0].limit, pair[1].limit];
                let sees_more = lower.oversight > upper.oversight;
                assert!(sees_more || upper.oversight == 0 && lower.nodes < upper.nodes, "{rules}: {pair:?}");
            }
        }
    }

    #[test]
    fn levels_are_those_of_the_ladder_by_the_rules() {
        for rules in all_rules() {
            let (ladder, engine) = (games::ladder(&rules), player::for_rules(&rules, 0, system_now));
            let engine = engine.expect("a small table");
            assert_eq!(Level::all(&rules).count(), ladder.len());
            for (level, spec) in Level::all(&rules).zip(ladder) {
                assert_eq!((engine.strength_limit(level), level.rating(&rules)), (spec.limit, spec.rating), "{rules}");
            }
            let beyond = Level(Level::top(&rules).number() + 1);
            assert_eq!(engine.strength_limit(beyond), engine.strength_limit(Level::top(&rules)), "{rules}");
            assert_eq!(Level::new(&rules, beyond.number()), None);
        }
        for rules in ["chess", "j:", "j:long-sides=some", "j:wrap=both"] {
            assert_eq!((Level::count(rules), Level::from_eight(rules, 8)), (0, None), "{rules}");
        }
    }

    #[test]
    fn options_at_their_defaults_and_in_any_order_do_not_change_the_ladder() {
        assert_eq!(games::ladder("j:long-sides=own"), games::ladder("j"));
        let [one, other] = ["j:long-sides=any,first=black", "j:first=black,long-sides=any"].map(games::ladder);
        assert_eq!(one, other);
        assert_ne!(one, games::ladder("j"));
    }

    #[test]
    fn the_former_levels_stay_valid_in_every_game() {
        for rules in all_rules() {
            let levels: Vec<Level> =
                (1..=8).map(|number| Level::from_eight(&rules, number).expect("a former level")).collect();
            assert!(levels.is_sorted() && levels[7] == Level::top(&rules), "{rules}: {levels:?}");
            assert!(Level::from_eight(&rules, 0).is_none() && Level::from_eight(&rules, 9).is_none());
        }
    }

    #[test]
    fn stored_levels_of_other_ladders_are_scaled() {
        for rules in all_rules() {
            for level in Level::all(&rules) {
                let stored: StoredLevel = level.to_stored(&rules).to_string().parse().expect("as written");
                assert_eq!(stored.level(&rules), Some(level));
            }
            for of in 2..20 {
                let ends = [1, of].map(|number| StoredLevel { number, of: Some(of) }.level(&rules));
                assert_eq!(ends, [Level::new(&rules, 1), Some(Level::top(&rules))], "{rules}, of {of}");
            }
        }
        let middle = StoredLevel { number: 2, of: Some(3) };
        assert_eq!(middle.level("sight-reduction").map(Level::number), Some(2));
        assert_eq!(middle.level("sight-reduction:remove=one-or-two").map(Level::number), Some(3));
        for text in ["", "0", "9", "0/9", "10/9", "1/", "/3", "x", "1/1/1", "-1/8", "300/301"] {
            assert_eq!(text.parse::<StoredLevel>(), Err(ParseLevelError), "{text:?}");
        }
        assert_eq!(StoredLevel { number: 1, of: Some(5) }.level("chess"), None);
    }
}
