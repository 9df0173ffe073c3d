//! Matches between two players, on several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use halfboard_engine::arena::{self, Adjudicator};
use halfboard_engine::levels::StrengthLimit;
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::player::{Player, PlayerError, for_rules, sparring_partner};
use halfboard_engine::search::SearchSettings;
use halfboard_engine::sparring::SparringKind;
use halfboard_engine::sprt::Pentanomial;
use halfboard_rules::game::Team;
use halfboard_rules::registry::Rules;

/// Random plies at the start of a game.
const OPENING: u64 = 2;
/// Longer games are draws.
const MAX_PLIES: usize = 300;
/// Maximum number of threads; fewer if the process may use fewer cores.
const MAX_THREADS: usize = 2;
/// Transposition table of a player in mebibytes.
const MEBIBYTES: usize = 4;
/// The same where the time for a move is limited, which can be seconds.
const MEBIBYTES_BY_TIME: usize = 128;
/// Nodes of the solver that ends decided games where the time for a move is limited.
const ADJUDICATION_NODES: u64 = 20_000;

/// A player of a match.
#[derive(Clone, Copy)]
pub(crate) enum Side {
    Sparring(SparringKind),
    Limited(StrengthLimit),
    /// Full strength with so many seconds for a move.
    Timed(f64),
}

impl Side {
    /// Returns the limits of each search.
    fn limits(self) -> Limits {
        match self {
            Side::Timed(seconds) => Limits::seconds(seconds),
            Side::Sparring(_) | Side::Limited(_) => Limits::default(),
        }
    }
}

pub(crate) const RANDOM: Side = Side::Sparring(SparringKind::Random);
pub(crate) const GREEDY: Side = Side::Sparring(SparringKind::Greedy);

/// Returns the score of the first player in percent, with its margin of error.
pub(crate) fn percent(found: &Pentanomial) -> String {
    format!("{:.1} ± {:.1}", 100.0 * found.mean(), 100.0 * found.margin())
}

/// Plays pairs of games from the same openings, on several threads.
pub(crate) fn play_match(rules: &dyn Rules, first: Side, second: Side, games: u64) -> Result<Pentanomial, PlayerError> {
    play_match_within(rules, first, second, games, f64::INFINITY)
}

/// Plays like [`play_match`], and begins no pair after so many seconds.
pub(crate) fn play_match_within(
    rules: &dyn Rules,
    first: Side,
    second: Side,
    games: u64,
    seconds: f64,
) -> Result<Pentanomial, PlayerError> {
    let (next, tally) = (AtomicU64::new(1), Mutex::new(Pentanomial::default()));
    let canonical = rules.canonical();
    let sides = [first, second];
    let is_timed = sides.iter().any(|side| matches!(side, Side::Timed(_)));
    let deadline = system_now() + seconds;
    let work = || -> Result<(), PlayerError> {
        let engine = || for_rules(&canonical, if is_timed { MEBIBYTES_BY_TIME } else { MEBIBYTES }, system_now);
        let mut engines = [engine()?, engine()?];
        let adjudicator = || Adjudicator::new(&canonical, ADJUDICATION_NODES, system_now);
        let mut adjudicator = is_timed.then(adjudicator).transpose()?;
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            let has_time = 2 * seed <= games && system_now() < deadline;
            let Some(opening) = arena::opening(rules, seed, OPENING).filter(|_| has_time) else {
                return Ok(());
            };
            let [one, two] = &mut engines;
            let mut sparring = [None, None];
            let [spare_one, spare_two] = &mut sparring;
            let one = player(one, spare_one, &canonical, first, 2 * seed)?;
            let two = player(two, spare_two, &canonical, second, 2 * seed + 1)?;
            let [ours, theirs] = &sides.map(Side::limits);
            let mut play = |opening, one: &mut _, two: &mut _, limits| {
                arena::play_adjudicated(opening, one, two, limits, MAX_PLIES, adjudicator.as_mut())
            };
            let there = play(opening.clone_box(), one, two, [ours, theirs]);
            let back = play(opening, two, one, [theirs, ours]);
            let halves = there.halves(Team::One) + back.halves(Team::Two);
            tally.lock().expect("no thread failed while counting").count(halves);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS);
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        work()?;
        helpers.into_iter().try_for_each(|helper| helper.join().expect("no thread failed while playing"))
    })?;
    Ok(tally.into_inner().expect("no thread failed while counting"))
}

/// Returns the player of a side: the engine with its limits, or a new sparring partner.
fn player<'a>(
    engine: &'a mut Box<dyn Player>,
    spare: &'a mut Option<Box<dyn Player>>,
    rules: &str,
    side: Side,
    seed: u64,
) -> Result<&'a mut dyn Player, PlayerError> {
    Ok(match side {
        Side::Limited(strength) => {
            engine.set(SearchSettings { strength, seed, ..SearchSettings::default() });
            &mut **engine
        }
        Side::Timed(_) => {
            engine.set(SearchSettings { seed, ..SearchSettings::default() });
            &mut **engine
        }
        Side::Sparring(kind) => &mut **spare.insert(sparring_partner(rules, kind, seed, system_now)?),
    })
}
