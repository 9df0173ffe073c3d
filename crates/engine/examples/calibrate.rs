//! Builds and measures the ladder of levels of a game.
//!
//! `cargo run --release -p halfboard-engine --example calibrate -- measure RULES [GAMES [FROM [TO]]]` plays every level
//! against the one below, and the lowest against the random mover and the greedy player, and prints the table of
//! `docs/strength.md` with 95 % confidence intervals. FROM and TO restrict it to some levels. `tune RULES [GAMES
//! [PERCENT [NODES]]]` finds a ladder from scratch, from the lowest level up, and prints it for the game's folder in
//! `games/`.

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use halfboard_engine::arena;
use halfboard_engine::levels::{Level, StrengthLimit};
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::player::{Player, PlayerError, for_rules, sparring_partner};
use halfboard_engine::search::SearchSettings;
use halfboard_engine::sparring::SparringKind;
use halfboard_engine::sprt::{Pentanomial, score_to_elo};
use halfboard_rules::game::Team;
use halfboard_rules::registry::{self, Rules};

const USAGE: &str = "calibrate measure RULES [GAMES [FROM [TO]]]: the table of a ladder (400 games a step)
calibrate tune RULES [GAMES [PERCENT [NODES]]]: a new ladder, from matches of so many games (200), in which each level \
                     scores so much against the one below (78), and the highest searches so many nodes (100000)";

/// Random plies at the start of a game.
const OPENING: u64 = 2;
/// Longer games are draws.
const MAX_PLIES: usize = 300;
const THREADS: usize = 2;
/// Transposition table of a player in mebibytes.
const MEBIBYTES: usize = 4;
/// What a level should score against the one below, in percent.
const TARGET: f64 = 78.0;
/// Nodes of the highest level.
const TOP_NODES: u64 = 100_000;
/// What the lowest level should score against the random mover.
const LOWEST_TARGET: f64 = 0.70;
/// A score this close to the target is good enough.
const TOLERANCE: f64 = 0.02;
/// Matches for a level.
const MAX_TRIES: u32 = 8;
/// Share of the remaining curve at which the search for a level begins.
const FIRST_GUESS: f64 = 0.08;
/// Part of the curve below which full strength is far away.
const LAST_STEPS: f64 = 0.7;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| words.get(at).map_or(Some(default), |word| word.parse().ok());
    let Some(Ok(rules)) = words.get(1).map(|word| registry::rules(word)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let done = match (words[0].as_str(), number(2, 400), number(2, 200), number(3, 0), number(4, 0)) {
        ("measure", Some(games), _, Some(from), Some(to)) => measure(&*rules, games, from, to),
        ("tune", _, Some(games), Some(percent), Some(nodes)) => {
            let percent = if percent == 0 { TARGET } else { percent as f64 };
            tune(&*rules, games, percent / 100.0, if nodes == 0 { TOP_NODES } else { nodes })
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// A player of a match.
#[derive(Clone, Copy)]
enum Side {
    Sparring(SparringKind),
    Limited(StrengthLimit),
}

const RANDOM: Side = Side::Sparring(SparringKind::Random);
const GREEDY: Side = Side::Sparring(SparringKind::Greedy);

/// Plays the levels of a range against the one below; 0 as an end is that of the ladder.
fn measure(rules: &dyn Rules, games: u64, from: u64, to: u64) -> Result<(), PlayerError> {
    let canonical = rules.canonical();
    let engine = for_rules(&canonical, 0, system_now)?;
    println!("| {canonical} | score in percent | Elo | rating |\n|---|---|---|---|");
    let mut below = ("random".to_owned(), RANDOM);
    let mut rating = 0.0;
    for level in Level::all(&canonical) {
        let side = Side::Limited(engine.strength_limit(level));
        let name = format!("level {}", level.number());
        let number = u64::from(level.number());
        if number < from || to > 0 && number > to {
            (below, rating) = ((name, side), f64::from(level.rating(&canonical)));
            continue;
        }
        if level.number() == 1 {
            let found = play_match(rules, side, GREEDY, games)?;
            println!("| {name} v greedy | {} | {:+.0} | |", percent(&found), found.elo().1);
        }
        let found = play_match(rules, side, below.1, games)?;
        let (low, elo, high) = found.elo();
        rating += elo;
        let row = format!("{} | {elo:+.0} ({low:.0} to {high:.0}) | {rating:.0}", percent(&found));
        println!("| {name} v {} | {row} |", below.0);
        below = (name, side);
    }
    Ok(())
}

fn percent(found: &Pentanomial) -> String {
    format!("{:.1} ± {:.1}", 100.0 * found.mean(), 100.0 * found.margin())
}

/// The weakest limit of the curve from which [`tune`] takes its levels is at 0, full strength at 2.
///
/// Up to 1 a level looks two plies ahead and overlooks and misjudges less and less, from there on it is limited by
/// nodes alone.
fn limit_at(at: f64, top: u64) -> StrengthLimit {
    if at < 1.0 {
        let oversight = (10_000.0 * (1.0 - at * at)).round() as u16;
        let noise = (MAX_NOISE * (1.0 - at)).round() as i32;
        return StrengthLimit { nodes: MIN_NODES, depth: 2, win_horizon: 2, oversight: oversight.max(1), noise };
    }
    let nodes = (MIN_NODES as f64) * (top as f64 / MIN_NODES as f64).powf(at - 1.0);
    StrengthLimit { nodes: nodes.round() as u64, win_horizon: 24, ..StrengthLimit::NONE }
}

/// Evaluation noise of the weakest level, in hundredths of a logit.
const MAX_NOISE: f64 = 60.0;
/// Nodes of the levels that overlook moves.
const MIN_NODES: u64 = 300;

/// Finds a ladder: the lowest level by its score against the random mover, each other by that against the one below.
fn tune(rules: &dyn Rules, games: u64, target: f64, top: u64) -> Result<(), PlayerError> {
    let full = StrengthLimit { nodes: top, ..StrengthLimit::NONE };
    let (mut below, mut at, mut rating) = (RANDOM, 0.0, 0.0);
    loop {
        let last = at;
        let target = if last == 0.0 { LOWEST_TARGET } else { target };
        let (mut low, mut high, mut score) = ((last, 0.5), (2.0, 1.0), 0.5);
        for _ in 0..MAX_TRIES {
            // Regula falsi on the Elo scale, away from the ends.
            let [from, to, goal] = [low.1, high.1, target].map(score_to_elo);
            let share = ((goal - from) / (to - from)).clamp(0.1, 0.9);
            at = low.0 + (high.0 - low.0) * if high.1 == 1.0 { FIRST_GUESS } else { share };
            score = play_match(rules, Side::Limited(limit_at(at, top)), below, games)?.mean();
            eprintln!("  at {at:.3}: {:.1} % {:?}", 100.0 * score, limit_at(at, top));
            if (score - target).abs() < TOLERANCE {
                break;
            }
            if score < target {
                low = (at, score);
            } else {
                high = (at, score.min(0.99));
            }
        }
        rating += score_to_elo(score);
        let StrengthLimit { nodes, depth, win_horizon, oversight, noise } = limit_at(at, top);
        match oversight {
            0 => println!("        LevelSpec::nodes({nodes}, {rating:.0}),"),
            _ => println!(
                "        LevelSpec::weak(({nodes}, {depth}), {win_horizon}, {oversight}, {noise}, {rating:.0}),"
            ),
        }
        below = Side::Limited(limit_at(at, top));
        if at < LAST_STEPS {
            continue;
        }
        let rest = play_match(rules, Side::Limited(full), below, games)?;
        eprintln!("  full strength scores {}", percent(&rest));
        if rest.mean() < target + 0.06 {
            println!("        LevelSpec::full({:.0}),", rating + score_to_elo(rest.mean()));
            return Ok(());
        }
    }
}

/// Plays pairs of games from the same openings, on several threads.
fn play_match(rules: &dyn Rules, first: Side, second: Side, games: u64) -> Result<Pentanomial, PlayerError> {
    let (next, tally) = (AtomicU64::new(1), Mutex::new(Pentanomial::default()));
    let canonical = rules.canonical();
    let work = || -> Result<(), PlayerError> {
        let engine = || for_rules(&canonical, MEBIBYTES, system_now);
        let mut engines = [engine()?, engine()?];
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            let Some(opening) = arena::opening(rules, seed, OPENING).filter(|_| 2 * seed <= games) else {
                return Ok(());
            };
            let [one, two] = &mut engines;
            let mut sparring = [None, None];
            let [spare_one, spare_two] = &mut sparring;
            let one = player(one, spare_one, &canonical, first, 2 * seed)?;
            let two = player(two, spare_two, &canonical, second, 2 * seed + 1)?;
            let none = Limits::default();
            let there = arena::play(opening.clone_box(), one, two, [&none, &none], MAX_PLIES);
            let back = arena::play(opening, two, one, [&none, &none], MAX_PLIES);
            let halves = there.halves(Team::One) + back.halves(Team::Two);
            tally.lock().expect("no thread failed while counting").count(halves);
        }
    };
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..THREADS).map(|_| scope.spawn(work)).collect();
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
        Side::Sparring(kind) => &mut **spare.insert(sparring_partner(rules, kind, seed, system_now)?),
    })
}
