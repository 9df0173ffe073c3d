//! A short version of the matches in `docs/strength.md`, with wide bounds: `examples/calibrate` measures them.

use halfboard_engine::arena;
use halfboard_engine::games::EngineGame;
use halfboard_engine::levels::Level;
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::player::{Player, for_rules, sparring_partner};
use halfboard_engine::search::{GameHistory, Search, SearchSettings};
use halfboard_engine::sparring::SparringKind;
use halfboard_rules::game::{Outcome, Team, rules_string};
use halfboard_rules::playout::random_move;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry;
use halfboard_rules::session::Match;

/// Pairs of games in a match.
const PAIRS: u64 = 25;
/// Pairs of games in a match of a variant.
const VARIANT_PAIRS: u64 = 6;
/// Levels with more nodes than this take too long for a test.
const MAX_NODES: u64 = 2000;

enum Side {
    Sparring(SparringKind),
    Level(Level),
}

impl Side {
    fn player(&self, game: &str, seed: u64) -> Box<dyn Player> {
        match self {
            Side::Sparring(kind) => sparring_partner(game, *kind, seed, system_now).expect("a game"),
            Side::Level(level) => {
                let mut player = for_rules(game, 1, system_now).expect("a small table can be allocated");
                let strength = player.strength_limit(*level);
                player.set(SearchSettings { strength, seed, ..SearchSettings::default() });
                player
            }
        }
    }
}

/// Returns the share of the points that the first player scores. The seeds are fixed, so the result is.
fn score(game: &str, first: &Side, second: &Side, pairs: u64) -> f64 {
    let rules = registry::rules(game).expect("a game");
    let none = Limits::default();
    let halves: usize = (1..=pairs)
        .map(|seed| {
            let opening = arena::opening(&*rules, seed, 2).expect("an opening that leaves the game open");
            let (mut one, mut two) = (first.player(game, 2 * seed), second.player(game, 2 * seed + 1));
            let there = arena::play(opening.clone_box(), &mut *one, &mut *two, [&none, &none], 300);
            let back = arena::play(opening, &mut *two, &mut *one, [&none, &none], 300);
            there.halves(Team::One) + back.halves(Team::Two)
        })
        .sum();
    halves as f64 / (4 * pairs) as f64
}

/// The lowest level beats the random mover but not the greedy player, and each level that is cheap to play the one
/// below.
fn climbs<G: EngineGame>() {
    let id = G::INFO.id;
    let game = G::new(G::PRESETS[0].options).expect("a preset is valid");
    let level = |number| Side::Level(Level::new(id, number).expect("a level"));
    let over_random = score(id, &level(1), &Side::Sparring(SparringKind::Random), PAIRS);
    assert!((0.52..0.88).contains(&over_random), "{id}: {over_random} against the random mover");
    let over_greedy = score(id, &level(1), &Side::Sparring(SparringKind::Greedy), PAIRS);
    assert!(over_greedy < 0.5, "{id}: {over_greedy} against the greedy player");
    let cheap = Level::all(id).skip(1).filter(|level| level.strength_limit(&game).nodes <= MAX_NODES);
    for upper in cheap {
        let over_lower = score(id, &Side::Level(upper), &level(upper.number() - 1), PAIRS);
        assert!((0.58..0.95).contains(&over_lower), "{id}: level {} scores {over_lower}", upper.number());
    }
}

/// In every variant, the lowest level wins about as often as the random mover or more, and does not beat the greedy player.
fn begins_low<G: EngineGame>() {
    for preset in &G::PRESETS[1..] {
        let game = G::new(preset.options).expect("a preset is valid");
        if game.seats().len() < 2 {
            continue;
        }
        let rules = rules_string(&game);
        let lowest = Side::Level(Level::new(&rules, 1).expect("a level"));
        let over_random = score(&rules, &lowest, &Side::Sparring(SparringKind::Random), VARIANT_PAIRS);
        assert!(over_random >= 0.4, "{rules}: {over_random} against the random mover");
        let over_greedy = score(&rules, &lowest, &Side::Sparring(SparringKind::Greedy), VARIANT_PAIRS);
        assert!(over_greedy <= 0.65, "{rules}: {over_greedy} against the greedy player");
    }
}

/// Returns the static value of a move for the team that makes it.
fn worth<G: EngineGame>(search: &Search<G>, position: &G::Position, mv: G::Move) -> i32 {
    let game = search.game();
    let team = game.turn(position).team();
    let mut next = *position;
    game.play(&mut next, mv);
    match game.ending(&next).map(|ending| ending.outcome) {
        Some(Outcome::Win(color)) if game.color_of(&next, team) == Some(color) => i32::MAX,
        Some(Outcome::Win(_)) => i32::MIN,
        Some(_) => 0,
        None if game.turn(&next).team() == team => search.evaluate(&next),
        None => -search.evaluate(&next),
    }
}

/// In positions of random games, no level that overlooks moves plays one that loses at once or one of the worst
/// twelfth.
fn plays_nothing_absurd<G: EngineGame>() {
    let game = G::new(G::PRESETS[0].options).expect("a preset is valid");
    let mut search = Search::new(game.clone(), 1, system_now).expect("a small table can be allocated");
    let weak = Level::all(G::INFO.id).filter(|level| level.strength_limit(&game).oversight > 0);
    let mut weak = weak.cycle();
    for seed in 0..12 {
        let mut random = SplitMix64::new(seed);
        let mut play = Match::new(game.clone(), game.start(seed));
        for _ in 0..100 {
            if play.ending().is_some() {
                break;
            }
            let position = *play.position();
            let moves = game.legal_moves(&position);
            let mut worths: Vec<i32> = moves.iter().map(|&mv| worth(&search, &position, mv)).collect();
            worths.sort_unstable();
            let least = worths[moves.len() / 12];
            let others = worths.iter().any(|&worth| worth > i32::MIN);
            let level = weak.next().expect("a weak level");
            let settings = SearchSettings { strength: level.strength_limit(&game), seed, ..SearchSettings::default() };
            search.set(settings);
            let history = GameHistory::from(&play);
            let report = search.search(&position, &history, &Limits::default(), &mut |_| {});
            let again = search.search(&position, &history, &Limits::default(), &mut |_| {});
            let chosen = report.lines[0].moves[0];
            assert_eq!(chosen, again.lines[0].moves[0], "a level repeats itself");
            let chosen_worth = worth(&search, &position, chosen);
            let text =
                format!("{} level {}: {}", game.format_position(&position), level.number(), game.format_move(chosen));
            assert!(chosen_worth >= least, "{text} is among the worst");
            assert!(!others || chosen_worth > i32::MIN, "{text} loses at once");
            play.play(random_move(&game, &position, &mut random));
        }
    }
}

macro_rules! tests {
    ($($module:ident::$Game:ident),+ $(,)?) => {
        $(
            mod $module {
                #[test]
                fn climbs() {
                    super::climbs::<halfboard_rules::games::$module::$Game>();
                }

                #[test]
                fn begins_low() {
                    super::begins_low::<halfboard_rules::games::$module::$Game>();
                }

                #[test]
                fn plays_nothing_absurd() {
                    super::plays_nothing_absurd::<halfboard_rules::games::$module::$Game>();
                }
            }
        )+
    };
}
halfboard_rules::games!(tests);
