//! The players of a match: what they are called on the command line, and how they are made. Touches nothing; only an
//! external program is started when its first turn comes.

use std::ops::RangeInclusive;

use halfboard_engine::endgame_table::EndgameTable;
use halfboard_engine::levels::Level;
use halfboard_engine::limits::{CancelToken, Limits, system_now};
use halfboard_engine::player::{self, Player, PlayerError, SearchError, SetGameError};
use halfboard_engine::report::SearchReport;
use halfboard_engine::search::SearchSettings;
use halfboard_engine::sparring::SparringKind;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::session::Session;

use super::ugi_player::UgiPlayer;
use crate::search_args::{DEPTHS, HASHES, MILLISECONDS, NODES, SearchArgs, THREADS};
use crate::value_parsers::integer;

/// The table of an engine in mebibytes where nothing else is said, and always that of a level.
const TABLE: u64 = 16;

/// The same, for the argument parser.
pub(super) const DEFAULT_HASH: &str = "16";

/// How far engines look in a turn when no limit is given.
const DEFAULT_NODES: u64 = 10_000;

/// What can be said where a player is asked for.
const VALID: &str = "the players are level:1 to level:8, engine, terms, uct, greedy, two-ply, random and ugi:COMMAND";

/// A player of a match.
pub(super) struct Contestant {
    name: String,
    what: ContestantKind,
    limits: Limits,
    timeout: u64,
}

enum ContestantKind {
    Level(Level),
    Engine { threads: u64, hash: u64, net: bool },
    Sparring(SparringKind),
    Random,
    Ugi(Vec<String>),
}

impl Contestant {
    /// Reads a player's word; what `shared` says holds for engines that are given nothing else.
    pub(super) fn read(word: &str, shared: &SearchArgs, timeout: u64) -> Result<Self, String> {
        let (kind, rest) = word.split_once(':').map_or((word, None), |(kind, rest)| (kind, Some(rest)));
        let sparring = SparringKind::ALL.iter().find(|(name, _)| *name == kind).map(|(_, kind)| *kind);
        let mut what = match (kind, rest, sparring) {
            ("level", Some(number), _) => {
                let levels = Level::all().count();
                let level =
                    number.parse().ok().and_then(Level::new).filter(|level| level.number().to_string() == number);
                ContestantKind::Level(
                    level.ok_or_else(|| format!("there is no level '{number}'; the levels are 1 to {levels}"))?,
                )
            }
            ("engine" | "terms", ..) => {
                ContestantKind::Engine { threads: shared.threads, hash: shared.hash, net: kind == "engine" }
            }
            ("random", None, _) => ContestantKind::Random,
            ("ugi", Some(command), _) if !command.trim().is_empty() => {
                ContestantKind::Ugi(command.split_whitespace().map(str::to_owned).collect())
            }
            (_, _, Some(kind @ SparringKind::Uct)) | (_, None, Some(kind)) => ContestantKind::Sparring(kind),
            _ => return Err(format!("there is no player '{word}'; {VALID}")),
        };
        // A search without limits has no end.
        let limits = |search: &SearchArgs| search.given().unwrap_or_else(|| Limits::nodes(DEFAULT_NODES));
        let (limits, name) = match &mut what {
            ContestantKind::Engine { threads, hash, .. } => {
                let own = rest.map_or(Ok(*shared), |rest| read_own(word, rest, shared, &SETTINGS))?;
                (*threads, *hash) = (own.threads, own.hash);
                let limits = limits(&own);
                let name = format!("{kind}:{}{}", in_words(&limits), unusual(&own));
                (limits, name)
            }
            ContestantKind::Sparring(SparringKind::Uct) => {
                let limits = limits(&rest.map_or(Ok(*shared), |rest| read_own(word, rest, shared, &SETTINGS[..3]))?);
                let name = format!("uct:{}", in_words(&limits));
                (limits, name)
            }
            ContestantKind::Ugi(_) => (limits(shared), word.to_owned()),
            _ => (Limits::default(), word.to_owned()),
        };
        Ok(Contestant { name, what, limits, timeout })
    }

    /// Its name in reports and records: all that makes it what it is.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// What it may spend on a turn.
    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Makes it, for one game. The seed is of what it does by chance.
    pub(super) fn make(
        &self,
        rules: &str,
        seed: u64,
        tables: Option<&EndgameTable>,
    ) -> Result<Box<dyn Player>, PlayerError> {
        let mut made = self.make_plain(rules, seed)?;
        if let Some(tables) = tables {
            made.set_endgame_table(tables.clone());
        }
        Ok(made)
    }

    /// The same without tables.
    fn make_plain(&self, rules: &str, seed: u64) -> Result<Box<dyn Player>, PlayerError> {
        Ok(match &self.what {
            ContestantKind::Level(level) => {
                let mut player = player::for_rules(rules, TABLE as usize, system_now)?;
                player.set(SearchSettings {
                    strength: player.strength_limit(*level),
                    seed,
                    ..SearchSettings::default()
                });
                player
            }
            ContestantKind::Engine { threads, hash, net } => {
                let mut player = player::for_rules(rules, *hash as usize, system_now)?;
                player.set(SearchSettings { threads: *threads as usize, network: *net, ..SearchSettings::default() });
                player
            }
            ContestantKind::Sparring(kind) => player::sparring_partner(rules, *kind, seed, system_now)?,
            ContestantKind::Random => {
                Box::new(RandomPlayer { rules: rules.to_owned(), game: None, random: SplitMix64::new(seed) })
            }
            ContestantKind::Ugi(command) => Box::new(UgiPlayer::new(command, rules, self.timeout)),
        })
    }
}

/// What a player can be given with its name, limits first, and how errors write it.
const SETTINGS: [(&str, &str, RangeInclusive<u64>); 5] = [
    ("nodes", "N", NODES),
    ("depth", "D", DEPTHS),
    ("movetime", "MS", MILLISECONDS),
    ("threads", "T", THREADS),
    ("hash", "MIB", HASHES),
];

/// Reads what a player is given with its name. One limit of its own stands in for all the shared ones.
fn read_own(
    word: &str,
    text: &str,
    shared: &SearchArgs,
    valid: &[(&str, &str, RangeInclusive<u64>)],
) -> Result<SearchArgs, String> {
    let mut given = [None; SETTINGS.len()];
    for setting in text.split(',') {
        let read = setting.split_once('=').and_then(|(name, value)| {
            let index = valid.iter().position(|(valid, ..)| *valid == name)?;
            let number = integer(valid[index].2.clone())(value).ok()?;
            Some((index, number)).filter(|_| given[index].is_none())
        });
        let Some((index, number)) = read else {
            let forms = valid.iter().map(|(name, value, range)| match *range.end() {
                u64::MAX => format!("{name}={value}"),
                most => format!("{name}={value} ({} to {most})", range.start()),
            });
            let forms = forms.collect::<Vec<_>>().join(", ");
            return Err(format!(
                "'{setting}' in '{word}' cannot be set; valid are {forms}, each once, with commas between"
            ));
        };
        given[index] = Some(number);
    }
    let [nodes, depth, movetime, threads, hash] = given;
    let limits = match (nodes, depth, movetime) {
        (None, None, None) => *shared,
        _ => SearchArgs { nodes, depth, movetime, ..*shared },
    };
    Ok(SearchArgs { threads: threads.unwrap_or(shared.threads), hash: hash.unwrap_or(shared.hash), ..limits })
}

/// Threads and memory as they are written with a player's name, where they are not what they always are.
fn unusual(search: &SearchArgs) -> String {
    let threads = Some(search.threads).filter(|&threads| threads != 1).map(|threads| format!(",threads={threads}"));
    let hash = Some(search.hash).filter(|&hash| hash != TABLE).map(|hash| format!(",hash={hash}"));
    [threads, hash].into_iter().flatten().collect()
}

/// Limits as they are written with a player's name.
fn in_words(limits: &Limits) -> String {
    let nodes = limits.nodes.map(|nodes| format!("nodes={nodes}"));
    let depth = limits.depth.map(|depth| format!("depth={depth}"));
    let time = limits.seconds.map(|seconds| format!("movetime={}", milliseconds(seconds)));
    [nodes, depth, time].into_iter().flatten().collect::<Vec<_>>().join(",")
}

/// Seconds in whole milliseconds, which they were given in.
pub(super) fn milliseconds(seconds: f64) -> u64 {
    (seconds * 1000.0).round() as u64
}

/// A player that plays any legal move.
struct RandomPlayer {
    rules: String,
    game: Option<Box<dyn Session>>,
    random: SplitMix64,
}

impl Player for RandomPlayer {
    fn rules(&self) -> String {
        self.rules.clone()
    }

    fn set_game(&mut self, session: &dyn Session) -> Result<(), SetGameError> {
        self.game = Some(session.clone_box());
        Ok(())
    }

    fn set(&mut self, _settings: SearchSettings) {}

    fn cancel_token(&self) -> CancelToken {
        CancelToken::default()
    }

    fn clear(&mut self) {}

    fn search(
        &mut self,
        _limits: &Limits,
        _on_report: &mut dyn FnMut(&SearchReport<String>),
    ) -> Result<SearchReport<String>, SearchError> {
        let game = self.game.as_mut().ok_or_else(|| SearchError::Failed("it was told no game".to_owned()))?;
        if !game.play_random(&mut self.random) {
            return Err(SearchError::GameOver);
        }
        game.history().pop().map(SearchReport::from_move).ok_or(SearchError::GameOver)
    }
}
