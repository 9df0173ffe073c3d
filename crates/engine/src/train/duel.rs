//! Matches between two evaluations or two searches of a game, in pairs of games from one opening with sides swapped.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use halfboard_rules::game::{Outcome, Team};
use halfboard_rules::playout::random_move;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::session::Match;

use crate::games::EngineGame;
use crate::limits::{Limits, Now, OutOfMemory};
use crate::network::Network;
use crate::search::{GameHistory, Search, SearchParameters};
use crate::sprt::{Pentanomial, Sprt, SprtDecision};

/// A player of a match.
#[derive(Clone, Copy)]
pub struct Contender<'a> {
    /// The network, or `None` for the terms alone.
    pub network: Option<&'a Network>,
    /// The parameters of the search.
    pub parameters: SearchParameters,
}

impl<'a> Contender<'a> {
    /// Creates a player with the search of its game.
    pub fn new<G: EngineGame>(network: Option<&'a Network>) -> Self {
        Contender { network, parameters: G::PARAMETERS }
    }
}

/// How a match is played.
#[derive(Clone, Debug)]
pub struct DuelConfig {
    /// Maximum number of pairs of games.
    pub pairs: u64,
    /// Limits of the search per move, for each evaluation.
    pub limits: [Limits; 2],
    /// Number of random moves at the start.
    pub opening: u64,
    /// Maximum length in plies; longer games are drawn.
    pub plies: usize,
    /// The seed of the first pair.
    pub seed: u64,
    /// The test that ends the match early, if any.
    pub sprt: Option<Sprt>,
}

/// Pairs of games that are played before the test is asked again. The result does not depend on the threads, which
/// finish them in any order.
const ROUND: u64 = 16;
/// Size of the transposition table of each player in mebibytes.
const TABLE_MEBIBYTES: usize = 16;

/// Plays a match on two threads and returns the scores of the first player. Calls `on_round` from time to time.
///
/// # Errors
///
/// Fails if memory runs out.
pub fn duel<G: EngineGame>(
    game: &G,
    contenders: [Contender<'_>; 2],
    config: &DuelConfig,
    now: Now,
    mut on_round: impl FnMut(&Pentanomial),
) -> Result<Pentanomial, OutOfMemory> {
    let player = |contender: Contender<'_>| -> Result<Search<G>, OutOfMemory> {
        let mut search = Search::new(game.clone(), TABLE_MEBIBYTES, now)?;
        search.set_network(contender.network.cloned());
        search.set_parameters(contender.parameters);
        Ok(search)
    };
    let players = || Ok([player(contenders[0])?, player(contenders[1])?]);
    let (mut here, mut there) = (players()?, players()?);
    let scores = Mutex::new(Pentanomial::default());
    for first in (0..config.pairs).step_by(ROUND as usize) {
        let next = AtomicU64::new(first);
        let work = |[one, two]: &mut [Search<G>; 2]| {
            loop {
                let pair = next.fetch_add(1, Ordering::Relaxed);
                if pair >= config.pairs.min(first + ROUND) {
                    return;
                }
                let mut random = SplitMix64::new(config.seed + pair);
                let opening = opening(game, config.opening, config.seed + pair, &mut random);
                let [limits, other_limits] = [&config.limits[0], &config.limits[1]];
                let points = play(&opening, [one, two], [limits, other_limits], config.plies)
                    - play(&opening, [two, one], [other_limits, limits], config.plies);
                scores.lock().expect("no thread panics").count((points + 2.0) as usize);
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(|| work(&mut there));
            work(&mut here);
        });
        let scores = scores.lock().expect("no thread panics");
        on_round(&scores);
        if config.sprt.is_some_and(|sprt| sprt.decide(&scores) != SprtDecision::Continue) {
            break;
        }
    }
    Ok(scores.into_inner().expect("no thread panics"))
}

/// Returns a start and some random turns, after which the game still goes on.
pub(super) fn opening<G: EngineGame>(game: &G, turns: u64, seed: u64, random: &mut SplitMix64) -> Match<G> {
    loop {
        let mut play = Match::new(game.clone(), game.start(seed));
        for _ in 0..turns {
            if play.ending().is_none() {
                let mv = random_move(game, play.position(), random);
                play.play(mv);
            }
        }
        if play.ending().is_none() {
            return play;
        }
    }
}

/// Plays a game between the players of the two teams: 1 when the first wins, -1 when it loses, else 0.
pub(super) fn play<G: EngineGame>(
    opening: &Match<G>,
    players: [&mut Search<G>; 2],
    limits: [&Limits; 2],
    max_plies: usize,
) -> f32 {
    let mut play = opening.clone();
    let [one, two] = players;
    one.clear();
    two.clear();
    for _ in 0..max_plies {
        if play.ending().is_some() {
            break;
        }
        let team = play.game().turn(play.position()).team();
        let player = if team == Team::One { &mut *one } else { &mut *two };
        let report = player.search(play.position(), &GameHistory::from(&play), limits[team as usize], &mut |_| {});
        play.play(report.lines[0].moves[0]);
    }
    match play.ending().map(|ending| ending.outcome) {
        Some(Outcome::Win(color)) if play.game().color_of(play.position(), Team::One) == Some(color) => 1.0,
        Some(Outcome::Win(_)) => -1.0,
        _ => 0.0,
    }
}
