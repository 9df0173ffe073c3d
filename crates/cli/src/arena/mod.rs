//! `halfboard arena`: matches between players, with statistics. This file reads the arguments and leads the match;
//! `contestant` knows the players, `ugi` talks to other programs, `tally` counts, `book` keeps the finished games.

mod contestant;
mod match_file;
mod tally;
mod ugi_player;

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use clap::Args;
use halfboard_engine::arena::{self, Adjudicator};
use halfboard_engine::endgame_table::EndgameTable;
use halfboard_engine::limits::system_now;
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

/// A game that is longer is called a draw.
const MOST_PLIES: usize = 500;

/// The chance of either error in a test.
const ERROR: f64 = 0.05;

/// Let two players play a match
#[derive(Args, Debug)]
#[command(after_help = "\
Players:
  level:N              the engine at level 1 to 8, with that level's own limits
  engine               the engine at full strength, with --movetime, --depth and --nodes or,
                       where none is given, 10000 nodes a turn, and with --threads and --hash.
                       engine:nodes=500 has its own limits, as have engine:depth=3 and
                       engine:movetime=50; engine:threads=2 and engine:hash=64 go with them,
                       with commas between
  uct                  random playouts, as many as --nodes; uct:nodes=300
  terms:...            the engine without its net, to see what that is worth
  greedy, two-ply      plain players that look one or two turns ahead
  random               any legal move
  ugi:COMMAND          another program that speaks the Universal Game Interface; COMMAND is
                       split at spaces. An illegal move, silence or death loses the game.

Games come in pairs from one opening, with sides swapped; pair i opens by seed S+i-1. What
is reported is from FIRST's point of view. With limits of nodes and depth a match gives
the same result whatever --concurrency is, as long as engines have one thread. In FILE every
pair is kept when it is finished. There is no --lines: a player has but one move to play.

Examples:
  halfboard arena j level:2 level:1 --games 4
  halfboard arena stacks-in-action engine:nodes=200 greedy --games 4 --sprt 0,50 --concurrency 2
  halfboard arena lines-of-action greedy random --games 2 --save match.txt")]
// Every game has a table of its own, so it is smaller than for one long search.
#[command(mut_arg("hash", |arg| arg.default_value(contestant::DEFAULT_HASH)))]
pub(crate) struct ArenaArgs {
    /// The rules, as in lines-of-action or j:long-sides=any
    rules: String,
    /// A player
    first: String,
    /// The other player
    second: String,
    /// How many games at most, an even number
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 100, value_parser = even)]
    games: u64,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    tables: TablesArgs,
    /// Stop as soon as it is clear that FIRST is stronger by ELO1 rather than ELO0, or the reverse
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = hypotheses)]
    sprt: Option<(f64, f64)>,
    /// Random plies that each pair opens with
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true, default_value_t = 4)]
    #[arg(value_parser = integer(0..=100))]
    openings: u64,
    /// Which openings, and which misjudgements of the levels
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 0, value_parser = any_u64)]
    seed: u64,
    /// How many pairs are played at the same time
    #[arg(long, value_name = "C", allow_negative_numbers = true, default_value_t = 1)]
    #[arg(value_parser = integer(1..=256))]
    concurrency: u64,
    /// Seconds after which another program that does not answer loses; --movetime comes on top
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, default_value_t = 30)]
    #[arg(value_parser = integer(1..=86_400))]
    timeout: u64,
    /// End games when a solver that looks at so many positions a turn (5000 if nothing is said) has proven the result
    #[arg(long, value_name = "NODES", num_args = 0..=1, default_missing_value = "5000")]
    #[arg(value_parser = integer(1..=1_000_000_000))]
    adjudicate: Option<u64>,
    /// Keep the games in this file, pair by pair
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Count the pairs that FILE holds already, and go on after them
    #[arg(long, requires = "save")]
    resume: bool,
}

/// Reads the number of games.
fn even(word: &str) -> Result<u64, String> {
    let most = 2_000_000;
    let number = integer(2..=most)(word).ok().filter(|number| number.is_multiple_of(2));
    number.ok_or_else(|| format!("games come in pairs: it must be an even number from 2 to {most}"))
}

/// Reads the two hypotheses of a test.
fn hypotheses(word: &str) -> Result<(f64, f64), String> {
    let elo = |word: &str| word.trim().parse::<f64>().ok().filter(|elo| (-800.0..=800.0).contains(elo));
    let both = word.split_once(',').and_then(|(low, high)| Some((elo(low)?, elo(high)?)));
    both.filter(|(low, high)| low < high)
        .ok_or_else(|| "it must be two numbers from -800 to 800, the smaller one first, as in 0,10".to_owned())
}

/// Everything about a match that does not change while it is played.
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

/// A game that was finished, as it is counted and as it is kept.
struct FinishedGame {
    result: GameScore,
    record: Record,
}

/// Runs it.
pub(crate) fn run(args: &ArenaArgs) -> CliResult {
    let rules = registry::rules(&args.rules)?;
    if rules.seats().len() < 2 {
        let rules = rules.canonical();
        return Err(CliError::new(format_args!("{rules} is a solitaire; a match needs rules for two or more")));
    }
    let read = |name: &str, word: &str| {
        Contestant::read(word, &args.search, args.timeout)
            .map_err(|problem| CliError::new(format_args!("{name}: {problem}")))
    };
    let players = [read("FIRST", &args.first)?, read("SECOND", &args.second)?];
    let sprt = args.sprt.map(|(elo0, elo1)| Sprt { elo0, elo1, error: ERROR });
    let pairs = (args.games / 2) as usize;
    let tables = args.tables.find(&rules.canonical());
    let adjudicate = args.adjudicate;
    let this = MatchSetup { rules, players, pairs, plies: args.openings, seed: args.seed, sprt, adjudicate, tables };
    // Found now, a bad opening length is bad input; the same seed gives the same opening later.
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

/// What the threads share.
struct MatchProgress {
    tally: Tally,
    book: Option<MatchFile>,
    /// The number of the pair that is begun next, from 1.
    next: usize,
    /// Pairs that were finished before one with a lower number.
    waiting: Vec<(usize, [FinishedGame; 2])>,
    failure: Option<CliError>,
    status: ProgressBar,
}

impl MatchSetup {
    /// The opening of a pair: the start of its seed and random turns that do not end the game.
    fn opening(&self, pair: usize) -> Result<Box<dyn Session>, CliError> {
        let seed = self.opening_seed(pair);
        let plies = self.plies;
        arena::opening(&*self.rules, seed, plies).ok_or_else(|| {
            CliError::new(format_args!(
                "--openings: from seed {seed} chance found no {plies} plies that leave the game open; fewer would do"
            ))
        })
    }

    fn opening_seed(&self, pair: usize) -> u64 {
        self.seed.wrapping_add(pair as u64 - 1)
    }

    /// Which player sits with the first seat's team in a game of a pair.
    fn first_team(game: usize) -> Team {
        if game == 0 { Team::One } else { Team::Two }
    }

    /// Plays what is left of the match.
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
                // When the system gives no more threads, those that there are do the work.
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

    /// Plays pairs until none is left.
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

    /// Counts and keeps finished pairs in the order of their numbers, so that it does not matter who was faster. What
    /// was played beyond the pair that decided is dropped.
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

    /// Plays a game between fresh players: what happened in another one must not matter.
    fn play_game(&self, pair: usize, game: usize) -> Result<FinishedGame, CliError> {
        let opening = self.opening(pair)?;
        let rules = self.rules.canonical();
        let seeds = SplitMix64::new(mix(self.seed) ^ (2 * pair + game) as u64).draw();
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

    /// Who sits where in a game of a pair.
    fn names(&self, game: usize, seats: usize) -> Vec<&str> {
        (0..seats).map(|seat| self.players[(seat + game) % 2].name()).collect()
    }
}
