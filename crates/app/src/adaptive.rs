//! The adaptive opponent: an estimate of a person's rating, from the results of games against it, and the level that suits
//! the estimate. Rules with a ladder of their own have their own rating; all others have that of the plain game.
//!
//! The rating is on the scale of the engine's levels, on which the random mover has 0. It is updated as in Elo's system,
//! with a factor K that adapts (a staircase procedure): it grows while results point the same way and shrinks when they
//! turn, so that a few games find the level and later ones follow slowly. Stored for each ladder as lines `name value`.

use std::convert::Infallible;

use halfboard_engine::games::ladder;
use halfboard_engine::levels::Level;
use halfboard_engine::sprt::elo_to_score;

use crate::play::{Play, Player, Setup};
use crate::saved::Store;

/// The factor K before the first game.
const FIRST_FACTOR: f64 = 600.0;
/// The range of K.
const FACTORS: [f64; 2] = [60.0, 700.0];
/// Growth of K after a result that points the same way as the one before.
const GROWTH: f64 = 1.2;
/// Decay of K after a result that points the other way.
const DECAY: f64 = 0.55;
/// How far the rating may exceed that of the highest level.
const HEADROOM: f64 = 200.0;

/// The estimated rating of a person by some rules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerRating {
    /// The rating, in Elo above the random mover.
    pub rating: f64,
    /// The number of games that it comes from.
    pub games: u32,
    /// The factor K: the largest change by the next game.
    factor: f64,
    /// Whether the last game raised the rating; before the first game nothing is known.
    rising: Option<bool>,
}

impl PlayerRating {
    /// Returns the rating before the first game: that of the second level, which a beginner can beat.
    pub fn new(rules: &str) -> PlayerRating {
        let second = Level::all(rules).nth(1).map_or(0, |level| level.rating(rules));
        PlayerRating::known(f64::from(second), 0)
    }

    /// Creates a rating that comes from some games.
    pub fn known(rating: f64, games: u32) -> PlayerRating {
        PlayerRating { rating, games, factor: FIRST_FACTOR, rising: None }
    }

    /// Returns the rating before the first game by rules with a ladder of their own, of a person who has this rating in
    /// the plain game: that of the level at the same place.
    fn carried_over(&self, rules: &str) -> PlayerRating {
        let plain = plain_game(rules);
        let level = self.level(plain).to_stored(plain).level(rules);
        PlayerRating::known(f64::from(level.map_or(0, |level| level.rating(rules))), 0)
    }

    /// Returns the storage key of the rating by these rules.
    pub fn key(rules: &str) -> String {
        format!("halfboard.rating.{}", rated_rules(rules))
    }

    /// Returns the rating as it is shown, rounded to tens.
    pub fn rounded(&self) -> u16 {
        10 * (self.rating / 10.0).round() as u16
    }

    /// Formats the rating for storage.
    pub fn write(&self) -> String {
        let rising = match self.rising {
            Some(true) => "up",
            Some(false) => "down",
            None => "-",
        };
        format!("rating {:.0}\ngames {}\nfactor {:.0}\nlast {rising}", self.rating, self.games, self.factor)
    }

    /// Parses a stored rating by these rules. What cannot be read is as before the first game.
    pub fn read(rules: &str, text: &str) -> PlayerRating {
        let value = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let rating = value("rating").and_then(|rating| rating.parse::<f64>().ok()).filter(|rating| rating.is_finite());
        let games = value("games").and_then(|games| games.parse().ok());
        match (rating, games) {
            (Some(rating), Some(games)) => PlayerRating {
                factor: value("factor").and_then(|factor| factor.parse().ok()).map_or(FIRST_FACTOR, limit_factor),
                rising: value("last").filter(|word| ["up", "down"].contains(word)).map(|word| word == "up"),
                ..PlayerRating::known(rating.clamp(0.0, highest(rules)), games)
            },
            _ => PlayerRating::new(rules),
        }
    }

    /// Returns the level against which the person should score nearest to one half.
    ///
    /// # Panics
    ///
    /// Panics if the rules are invalid.
    pub fn level(&self, rules: &str) -> Level {
        let distance = |level: &Level| (f64::from(level.rating(rules)) - self.rating).abs();
        let nearest = Level::all(rules).min_by(|one, other| distance(one).total_cmp(&distance(other)));
        nearest.expect("valid rules have levels")
    }

    /// Updates the rating by a game against a level, in which the person scored 0, ½ or 1.
    pub fn update(&mut self, rules: &str, level: Level, score: f64) {
        let surprise = score - elo_to_score(self.rating - f64::from(level.rating(rules)));
        let rising = surprise > 0.0;
        if let Some(before) = self.rising {
            self.factor = limit_factor(self.factor * if before == rising { GROWTH } else { DECAY });
        }
        self.rating = (self.rating + self.factor * surprise).clamp(0.0, highest(rules));
        (self.rising, self.games) = (Some(rising), self.games.saturating_add(1));
    }
}

/// Limits K to its range; not a number is its least value.
fn limit_factor(factor: f64) -> f64 {
    if factor.is_nan() { FACTORS[0] } else { factor.clamp(FACTORS[0], FACTORS[1]) }
}

fn highest(rules: &str) -> f64 {
    f64::from(Level::top(rules).rating(rules)) + HEADROOM
}

/// Returns the id of the game of a rules string.
fn plain_game(rules: &str) -> &str {
    rules.split_once(':').map_or(rules, |(id, _)| id)
}

/// Returns the rules under which a rating is stored: these rules if they have a ladder of their own, or else the id of
/// the game.
pub fn rated_rules(rules: &str) -> &str {
    let plain = plain_game(rules);
    if ladder(rules) == ladder(plain) { plain } else { rules }
}

/// Returns the rating by these rules. `stored` returns what is stored under a name from [`rated_rules`]. Before the first
/// game by rules with a ladder of their own, the rating in the plain game counts.
///
/// # Errors
///
/// Fails if `stored` does.
pub fn find<E>(rules: &str, stored: impl Fn(&str) -> Result<Option<String>, E>) -> Result<PlayerRating, E> {
    if let Some(text) = stored(rated_rules(rules))? {
        return Ok(PlayerRating::read(rules, &text));
    }
    let plain = plain_game(rules);
    let known = stored(plain)?.map(|text| PlayerRating::read(plain, &text));
    Ok(known.map_or_else(|| PlayerRating::new(rules), |rating| rating.carried_over(rules)))
}

/// Returns the stored rating by these rules.
pub fn load(store: &impl Store, rules: &str) -> PlayerRating {
    let Ok(rating) = find(rules, |name| Ok::<_, Infallible>(store.get(&PlayerRating::key(name))));
    rating
}

/// Sets the engine of an adaptive game to the level that suits the person.
pub fn choose_level(store: &impl Store, setup: &mut Setup) {
    if !setup.adaptive {
        return;
    }
    let level = load(store, &setup.rules).level(&setup.rules).number();
    for player in &mut setup.players {
        if let Player::Engine(at) = player {
            *at = level;
        }
    }
}

/// Counts the result of an adaptive game that is over, once, and returns the new rating.
pub fn count_result(store: &impl Store, play: &mut Play) -> Option<PlayerRating> {
    let (level, score) = play.take_adaptive_result()?;
    let rules = play.session().rules();
    let mut rating = load(store, &rules);
    rating.update(&rules, Level::new(&rules, level)?, score);
    // What cannot be stored is not missed: the next game is at the same level.
    let _ = store.set(&PlayerRating::key(&rules), &rating.write());
    Some(rating)
}

#[cfg(test)]
mod tests {
    use halfboard_rules::random::SplitMix64;
    use halfboard_rules::record::Start;
    use halfboard_rules::registry;

    use super::*;
    use crate::saved::MemoryStore;

    #[test]
    fn the_level_of_a_player_is_found_within_about_a_dozen_games() {
        for rules in registry::games().iter().flat_map(|game| game.presets()).map(|preset| preset.rules) {
            if rated_rules(&rules) != rules {
                continue;
            }
            for strength in Level::all(&rules) {
                let rating = f64::from(strength.rating(&rules));
                let mut near = 0;
                for seed in 0..40 {
                    let (mut random, mut estimate) = (SplitMix64::new(seed), PlayerRating::new(&rules));
                    for _ in 0..Level::count(&rules).max(12) {
                        let level = estimate.level(&rules);
                        let expected = elo_to_score(rating - f64::from(level.rating(&rules)));
                        let won = (random.below(1000) as f64) < 1000.0 * expected;
                        estimate.update(&rules, level, f64::from(u8::from(won)));
                    }
                    near += u32::from(estimate.level(&rules).number().abs_diff(strength.number()) <= 1);
                }
                assert!(near >= 32, "{rules}: level {} was found {near} times of 40", strength.number());
            }
        }
    }

    #[test]
    fn ratings_are_read_as_they_were_written_and_nonsense_is_a_new_player() {
        let mut rating = PlayerRating::known(312.0, 7);
        assert_eq!(PlayerRating::read("j", &rating.write()), rating);
        rating.update("j", Level::top("j"), 0.5);
        let stored = PlayerRating::read("j", &rating.write());
        assert!((stored.rating - rating.rating).abs() < 1.0 && stored.rising == Some(true) && stored.games == 8);
        assert_eq!(PlayerRating::read("j", "rating 312\ngames 7\nfactor NaN\nlast x").factor, FACTORS[0]);
        for text in ["", "rating", "rating x\ngames 3", "rating inf\ngames 3", "rating 300", "games 3", "\u{0}\n\n"] {
            assert_eq!(PlayerRating::read("j", text), PlayerRating::new("j"), "{text:?}");
        }
        assert_eq!(PlayerRating::read("j", "rating 99999\ngames 3").level("j"), Level::top("j"));
    }

    #[test]
    fn rules_with_a_ladder_of_their_own_have_their_own_rating() {
        let (store, plain, variant) = (MemoryStore::new(), "sight-reduction", "sight-reduction:remove=one-or-two");
        assert_eq!(PlayerRating::key("sight-reduction:setup=fair"), "halfboard.rating.sight-reduction");
        assert_eq!(PlayerRating::key(variant), format!("halfboard.rating.{variant}"));
        assert_eq!(load(&store, variant), PlayerRating::new(variant));
        // The first game is at the level of the plain game, by its place on the ladder.
        let mut best = PlayerRating::known(f64::from(Level::top(plain).rating(plain)), 9);
        store.set(&PlayerRating::key(plain), &best.write()).expect("stored");
        let first = load(&store, variant);
        assert_eq!((first.level(variant), first.games), (Level::top(variant), 0));
        // From then on the two do not change each other.
        best = first;
        best.update(variant, Level::top(variant), 0.0);
        store.set(&PlayerRating::key(variant), &best.write()).expect("stored");
        assert_eq!((load(&store, variant).games, load(&store, plain).games), (1, 9));
        assert_eq!(load(&store, plain).level(plain), Level::top(plain));
    }

    #[test]
    fn a_result_counts_once_and_changes_the_next_level() {
        let store = MemoryStore::new();
        let mut setup = Setup {
            rules: "j".to_owned(),
            start: Start::Seed(0),
            players: vec![Player::Person, Player::Engine(1)],
            names: Vec::new(),
            control: None,
            seed: 0,
            think: None,
            adaptive: true,
        };
        choose_level(&store, &mut setup);
        assert_eq!(setup.players[1], Player::Engine(2));
        let mut play = Play::new(&setup, "2026.01.01").expect("valid");
        assert_eq!(count_result(&store, &mut play), None);
        play.resign(halfboard_rules::game::Seat(0), 0.0);
        // A game is kept and loaded again with what was counted of it.
        let mut play = Play::read(&play.write(0.0)).expect("as written");
        let lost = count_result(&store, &mut play).expect("the game is over");
        assert!(lost.rating < PlayerRating::new("j").rating && lost.games == 1);
        assert_eq!(count_result(&store, &mut play), None);
        let mut play = Play::read(&play.write(0.0)).expect("as written");
        assert_eq!(count_result(&store, &mut play), None);
        let mut again = play.again(true, 1);
        assert!(again.adaptive);
        choose_level(&store, &mut again);
        assert_eq!(again.players, [Player::Engine(1), Player::Person]);
        setup.adaptive = false;
        setup.players[1] = Player::Engine(5);
        choose_level(&store, &mut setup);
        assert_eq!(setup.players[1], Player::Engine(5));
    }
}
