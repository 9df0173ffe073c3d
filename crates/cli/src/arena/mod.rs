//! `halfboard arena`: matches between players, with statistics.

mod clocked_player;
mod contestant;
mod match_file;
mod tally;
mod ugi_player;

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use clap::Args;
use halfboard_engine::arena::{self, Adjudicator};
use halfboard_engine::endgame_table::EndgameTable;
use halfboard_engine::limits::{Clock, system_now};
use halfboard_engine::sprt::{Sprt, SprtDecision};
use halfboard_rules::game::Team;
use halfboard_rules::random::{SplitMix64, mix};
use halfboard_rules::record::{Record, Start};
use halfboard_rules::registry::{self, Rules};
use halfboard_rules::session::Session;
use indicatif::ProgressBar;

use self::contestant::Contestant;
use self::match_file::MatchFile;
use self::tally::{GameScore, Tally};
use crate::error::{CliError, CliResult};
use crate::progress;
use crate::search_args::SearchArgs;
use crate::style::print;
use crate::tables::TablesArgs;
use crate::value_parsers::{any_u64, integer};

/// Maximum number of plies; longer games are drawn.
const MOST_PLIES: usize = 500;

/// Probability of a type I and of a type II error of the SPRT.
const ERROR: f64 = 0.05;

/// Play a match between two players
#[derive(Args, Debug)]
#[command(after_help = "\
Players:
  level:N              the engine at a level of the game, with that level's own limits
  engine               the engine at full strength with --movetime, --depth, --nodes, --clock,
                       --threads and --hash; without a limit, 10000 nodes per turn. Settings can be given
                       per player: engine:nodes=500,threads=2,hash=64, engine:depth=3 or
                       engine:movetime=50
  uct                  Monte Carlo tree search with --nodes playouts; uct:nodes=300
  terms                the engine without its network; takes the same settings as engine
  book                 the engine with its opening book; takes the same settings as engine
  greedy, two-ply      players that search one or two plies
  random               random legal moves
  ugi:COMMAND          another program that speaks the Universal Game Interface; COMMAND is
                       split at spaces. An illegal move, a timeout or a crash loses the game.

Games are played in pairs from one opening with sides swapped; pair i has the seed S+i-1.
The score is that of FIRST. With limits of nodes and depth and one thread per engine, the
result does not depend on --concurrency. FILE receives every pair as it is finished.
There is no --lines: a player needs only one move.

Examples:
  halfboard arena j level:2 level:1 --games 4
  halfboard arena stacks-in-action engine:nodes=200 greedy --games 4 --sprt 0,50 --concurrency 2
  halfboard arena lines-of-action greedy random --games 2 --save match.txt
  halfboard arena j engine 'ugi:other ugi' --games 2 --clock 10+0.1")]
// Every game has its own transposition table, so the default is smaller than for a single search.
#[command(mut_arg("hash", |arg| arg.default_value(contestant::DEFAULT_HASH)))]
pub(crate) struct ArenaArgs {
    /// Rules string, such as lines-of-action or j:long-sides=any
    rules: String,
    /// First player
    first: String,
    /// Second player
    second: String,
    /// Maximum number of games, even
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 100, value_parser = even)]
    games: u64,
    #[command(flatten)]
    search: SearchArgs,
    /// Game clock of each player in seconds, with an increment per turn, instead of limits per turn; whose time is over
    /// loses
    #[arg(long, value_name = "TIME[+INC]", allow_negative_numbers = true, value_parser = clock)]
    #[arg(conflicts_with_all = ["movetime", "depth", "nodes"])]
    clock: Option<Clock>,
    #[command(flatten)]
    tables: TablesArgs,
    /// Stop as soon as a sequential probability ratio test decides between the hypotheses ELO0 and ELO1
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = hypotheses)]
    sprt: Option<(f64, f64)>,
    /// Random plies at the start of each pair
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true, default_value_t = 4)]
    #[arg(value_parser = integer(0..=100))]
    openings: u64,
    /// Seed of the openings and of the levels' random errors
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 0, value_parser = any_u64)]
    seed: u64,
    /// Number of pairs to play in parallel
    #[arg(long, value_name = "C", allow_negative_numbers = true, default_value_t = 1)]
    #[arg(value_parser = integer(1..=256))]
    concurrency: u64,
    /// Seconds, in addition to --movetime or the clock, after which a UGI program that does not answer loses
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, default_value_t = 30)]
    #[arg(value_parser = integer(1..=86_400))]
    timeout: u64,
    /// End games as soon as a solver with this node limit per turn (5000 by default) has proven the result
    #[arg(long, value_name = "NODES", num_args = 0..=1, default_missing_value = "5000")]
    #[arg(value_parser = integer(1..=1_000_000_000))]
    adjudicate: Option<u64>,
    /// Save the games to this file, pair by pair
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Continue after the pairs that FILE already holds
    #[arg(long, requires = "save")]
    resume: bool,
}

/// Parses the number of games.
fn even(word: &str) -> Result<u64, String> {
    let most = 2_000_000;
    let number = integer(2..=most)(word).ok().filter(|number| number.is_multiple_of(2));
    number.ok_or_else(|| format!("expected an even number from 2 to {most}, because games are played in pairs"))
}

/// Parses a game clock.
fn clock(word: &str) -> Result<Clock, String> {
    let (time, increment) = word.split_once('+').unwrap_or((word, "0"));
    let seconds = |word: &str| word.parse::<f64>().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
    match (seconds(time), seconds(increment)) {
        (Some(remaining), Some(increment)) if remaining > 0.0 => Ok(Clock { remaining, increment }),
        _ => Err("expected seconds, at most 86400, and perhaps an increment, as in 60+0.5".to_owned()),
    }
}

/// Parses the two hypotheses of an SPRT.
fn hypotheses(word: &str) -> Result<(f64, f64), String> {
    let elo = |word: &str| word.trim().parse::<f64>().ok().filter(|elo| (-800.0..=800.0).contains(elo));
    let both = word.split_once(',').and_then(|(low, high)| Some((elo(low)?, elo(high)?)));
    both.filter(|(low, high)| low < high)
        .ok_or_else(|| "expected two numbers from -800 to 800, the smaller one first, as in 0,10".to_owned())
}

/// The fixed parameters of a match.
struct MatchSetup {
    rules: Box<dyn Rules>,
    players: [Contestant; 2],
    pairs: usize,
    plies: u64,
    seed: u64,
    sprt: Option<Sprt>,
    adjudicate: Option<u64>,
    tables: Option<EndgameTable>,
}

/// A finished game: its score and its record.
struct FinishedGame {
    result: GameScore,
    record: Record,
}

/// Runs the command.
pub(crate) fn run(args: &ArenaArgs) -> CliResult {
    let rules = registry::rules(&args.rules)?;
    if rules.seats().len() < 2 {
        let rules = rules.canonical();
        return Err(CliError::new(format_args!("{rules} is a solitaire; a match needs at least two players")));
    }
    let read = |name: &str, word: &str| {
        Contestant::read(word, &args.rules, &args.search, args.clock, args.timeout)
            .map_err(|problem| CliError::new(format_args!("{name}: {problem}")))
    };
    let players = [read("FIRST", &args.first)?, read("SECOND", &args.second)?];
    let sprt = args.sprt.map(|(elo0, elo1)| Sprt { elo0, elo1, error: ERROR });
    let pairs = (args.games / 2) as usize;
    let tables = args.tables.find(&rules.canonical());
    let adjudicate = args.adjudicate;
    let this = MatchSetup { rules, players, pairs, plies: args.openings, seed: args.seed, sprt, adjudicate, tables };
    // Fail before the first game if there is no opening of this length; the same seed gives the same opening later.
    this.opening(1)?;
    let mut tally = Tally::default();
    let book = match &args.save {
        Some(path) if args.resume => {
            let (book, finished) = MatchFile::resume(path, &this)?;
            for pair in &finished {
                if tally.pairs() < this.pairs && tally.verdict(this.sprt) == SprtDecision::Continue {
                    tally.count(pair);
                }
            }
            Some(book)
        }
        Some(path) => Some(MatchFile::new(path)?),
        None => None,
    };
    let tally = this.play(tally, book, args.concurrency as usize)?;
    print(&tally.summary(&this))
}

/// The state that the threads share.
struct MatchProgress {
    tally: Tally,
    book: Option<MatchFile>,
    /// Number of the next pair to start, from 1.
    next: usize,
    /// Finished pairs that wait for a pair with a lower number.
    waiting: Vec<(usize, [FinishedGame; 2])>,
    failure: Option<CliError>,
    status: ProgressBar,
}

impl MatchSetup {
    /// Returns the opening of a pair: the start position of its seed and random turns that do not end the game.
    fn opening(&self, pair: usize) -> Result<Box<dyn Session>, CliError> {
        let seed = self.opening_seed(pair);
        let plies = self.plies;
        arena::opening(&*self.rules, seed, plies).ok_or_else(|| {
            CliError::new(format_args!(
                "--openings: no random opening of {plies} plies from seed {seed} leaves the game open; use fewer"
            ))
        })
    }

    fn opening_seed(&self, pair: usize) -> u64 {
        self.seed.wrapping_add(pair as u64 - 1)
    }

    /// Returns the team of the first player in a game of a pair.
    fn first_team(game: usize) -> Team {
        if game == 0 { Team::One } else { Team::Two }
    }

    /// Plays the remaining pairs.
    fn play(&self, tally: Tally, book: Option<MatchFile>, threads: usize) -> Result<Tally, CliError> {
        let next = tally.pairs() + 1;
        let left = (self.pairs + 1).saturating_sub(next);
        let shared = Mutex::new(MatchProgress {
            tally,
            book,
            next,
            waiting: Vec::new(),
            failure: None,
            status: progress::status(),
        });
        std::thread::scope(|scope| {
            for _ in 1..threads.min(left) {
                // If no more threads can be started, the existing ones do the work.
                if std::thread::Builder::new().spawn_scoped(scope, || self.work(&shared)).is_err() {
                    break;
                }
            }
            self.work(&shared);
        });
        let progress = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        progress.status.finish_and_clear();
        progress.failure.map_or(Ok(progress.tally), Err)
    }

    /// Plays pairs until the match is over.
    fn work(&self, shared: &Mutex<MatchProgress>) {
        let lock = || -> MutexGuard<'_, MatchProgress> { shared.lock().unwrap_or_else(PoisonError::into_inner) };
        loop {
            let pair = {
                let mut progress = lock();
                if progress.next > self.pairs || self.is_decided(&progress) {
                    return;
                }
                progress.next += 1;
                progress.next - 1
            };
            let games = self.play_pair(pair);
            let mut progress = lock();
            match games {
                Ok(games) => self.finished(&mut progress, pair, games),
                Err(failure) => progress.failure = Some(failure),
            }
        }
    }

    fn is_decided(&self, progress: &MatchProgress) -> bool {
        progress.failure.is_some() || progress.tally.verdict(self.sprt) != SprtDecision::Continue
    }

    /// Counts and saves finished pairs in the order of their numbers, so that the result does not depend on timing. Pairs after
    /// the one that decided the match are dropped.
    fn finished(&self, progress: &mut MatchProgress, pair: usize, games: [FinishedGame; 2]) {
        progress.waiting.push((pair, games));
        while !self.is_decided(progress) {
            let due = progress.tally.pairs() + 1;
            let Some(at) = progress.waiting.iter().position(|(pair, _)| *pair == due) else { break };
            let (_, games) = progress.waiting.swap_remove(at);
            let [one, two] = games;
            let kept = progress.book.as_mut().map_or(Ok(()), |book| book.keep(&[one.record, two.record]));
            progress.tally.count(&[one.result, two.result]);
            if let Err(failure) = kept {
                progress.failure = Some(failure);
            }
        }
        progress.status.set_message(progress.tally.line(self));
    }

    /// Plays both games of a pair.
    fn play_pair(&self, pair: usize) -> Result<[FinishedGame; 2], CliError> {
        Ok([self.play_game(pair, 0)?, self.play_game(pair, 1)?])
    }

    /// Plays a game between new players, so that games are independent of each other.
    fn play_game(&self, pair: usize, game: usize) -> Result<FinishedGame, CliError> {
        let opening = self.opening(pair)?;
        let rules = self.rules.canonical();
        let seeds = SplitMix64::new(mix(self.seed) ^ (2 * pair + game) as u64).next_u64();
        let mut made = Vec::new();
        for (index, player) in self.players.iter().enumerate() {
            made.push(player.make(&rules, mix(seeds ^ index as u64), self.tables.as_ref())?);
        }
        let [first, second] = &mut made[..] else { unreachable!("two players were made") };
        let limits = [self.players[0].limits(), self.players[1].limits()];
        let mut judge = match self.adjudicate {
            Some(nodes) => Some(Adjudicator::new(&rules, nodes, system_now)?),
            None => None,
        };
        let judge = judge.as_mut();
        let played = match MatchSetup::first_team(game) {
            Team::One => arena::play_adjudicated(opening, &mut **first, &mut **second, limits, MOST_PLIES, judge),
            Team::Two => {
                arena::play_adjudicated(opening, &mut **second, &mut **first, [limits[1], limits[0]], MOST_PLIES, judge)
            }
        };
        let result = GameScore::of(&played, MatchSetup::first_team(game));
        let start = Start::Seed(self.opening_seed(pair));
        let record = match_file::record(&played, start, pair, &self.names(game, played.session.seats().len()));
        Ok(FinishedGame { result, record })
    }

    /// Returns the names of the players by seat in a game of a pair.
    fn names(&self, game: usize, seats: usize) -> Vec<&str> {
        (0..seats).map(|seat| self.players[(seat + game) % 2].name()).collect()
    }
}
