//! The players of a match: their notation on the command line, and their construction.

use std::ops::RangeInclusive;

use halfboard_engine::endgame_table::EndgameTable;
use halfboard_engine::levels::Level;
use halfboard_engine::limits::{Clock, Limits, system_now};
use halfboard_engine::player::{self, Player, PlayerError};
use halfboard_engine::search::SearchSettings;
use halfboard_engine::sparring::SparringKind;

use super::clocked_player::ClockedPlayer;
use super::ugi_player::UgiPlayer;
use crate::search_args::{DEPTHS, HASHES, MILLISECONDS, NODES, SearchArgs, THREADS};
use crate::value_parsers::integer;

/// Transposition table in MiB: the default for engines, and always that of a level.
const TABLE: u64 = 16;

/// The same as text, for the argument parser.
pub(super) const DEFAULT_HASH: &str = "16";

/// Nodes per turn of an engine without a limit.
const DEFAULT_NODES: u64 = 10_000;

/// The valid players, for error messages.
const VALID: &str = "players are level:N, engine, terms, book, uct, greedy, two-ply, random and ugi:COMMAND";

/// A player of a match.
pub(super) struct Contestant {
    name: String,
    what: ContestantKind,
    limits: Limits,
    timeout: u64,
}

enum ContestantKind {
    Level(Level),
    Engine { threads: u64, hash: u64, net: bool, book: bool },
    Sparring(SparringKind),
    Ugi(Vec<String>),
}

impl Contestant {
    /// Parses a player of a game; `shared` and the game clock are the default for engines without their own limits.
    pub(super) fn read(
        word: &str,
        rules: &str,
        shared: &SearchArgs,
        clock: Option<Clock>,
        timeout: u64,
    ) -> Result<Self, String> {
        let (kind, rest) = word.split_once(':').map_or((word, None), |(kind, rest)| (kind, Some(rest)));
        let sparring = SparringKind::ALL.iter().find(|(name, _)| *name == kind).map(|(_, kind)| *kind);
        let mut what = match (kind, rest, sparring) {
            ("level", Some(number), _) => {
                let level = number.parse().ok().and_then(|number| Level::new(rules, number));
                let level = level.filter(|level| level.number().to_string() == number);
                let count = Level::count(rules);
                ContestantKind::Level(
                    level.ok_or_else(|| format!("invalid level '{number}': levels of {rules} are 1 to {count}"))?,
                )
            }
            ("engine" | "terms" | "book", ..) => ContestantKind::Engine {
                threads: shared.threads,
                hash: shared.hash,
                net: kind != "terms",
                book: kind == "book",
            },
            ("ugi", Some(command), _) if !command.trim().is_empty() => {
                ContestantKind::Ugi(command.split_whitespace().map(str::to_owned).collect())
            }
            (_, _, Some(kind @ SparringKind::Uct)) | (_, None, Some(kind)) => ContestantKind::Sparring(kind),
            _ => return Err(format!("invalid player '{word}': {VALID}")),
        };
        // A search without limits never ends.
        let default = match clock {
            Some(_) => Limits { clock, ..Limits::default() },
            None => Limits::nodes(DEFAULT_NODES),
        };
        let limits = |search: &SearchArgs| search.given().unwrap_or_else(|| default.clone());
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

    /// Returns the name for reports and records, which includes all settings.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the limits of a turn.
    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Creates the player for one game. The seed is that of its random choices.
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
        Ok(match self.limits.clock {
            Some(clock) => Box::new(ClockedPlayer::new(made, clock)),
            None => made,
        })
    }

    /// Creates the player without tables and clock.
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
            ContestantKind::Engine { threads, hash, net, book } => {
                let mut player = player::for_rules(rules, *hash as usize, system_now)?;
                player.set(SearchSettings {
                    threads: *threads as usize,
                    network: *net,
                    book: *book,
                    seed,
                    ..SearchSettings::default()
                });
                player
            }
            ContestantKind::Sparring(kind) => player::sparring_partner(rules, *kind, seed, system_now)?,
            ContestantKind::Ugi(command) => Box::new(UgiPlayer::new(command, rules, self.timeout)),
        })
    }
}

/// The settings of a player, limits first, with their notation in error messages.
const SETTINGS: [(&str, &str, RangeInclusive<u64>); 5] = [
    ("nodes", "N", NODES),
    ("depth", "D", DEPTHS),
    ("movetime", "MS", MILLISECONDS),
    ("threads", "T", THREADS),
    ("hash", "MIB", HASHES),
];

/// Parses the settings of a player. A single limit replaces all shared limits.
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
                "invalid setting '{setting}' in '{word}': valid are {forms}, each at most once, separated by commas"
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

/// Returns threads and memory as part of a player's name, unless they have their defaults.
fn unusual(search: &SearchArgs) -> String {
    let threads = Some(search.threads).filter(|&threads| threads != 1).map(|threads| format!(",threads={threads}"));
    let hash = Some(search.hash).filter(|&hash| hash != TABLE).map(|hash| format!(",hash={hash}"));
    [threads, hash].into_iter().flatten().collect()
}

/// Returns limits as part of a player's name.
fn in_words(limits: &Limits) -> String {
    let nodes = limits.nodes.map(|nodes| format!("nodes={nodes}"));
    let depth = limits.depth.map(|depth| format!("depth={depth}"));
    let time = limits.seconds.map(|seconds| format!("movetime={}", milliseconds(seconds)));
    let clock = limits.clock.map(|clock| format!("clock={}+{}", clock.remaining, clock.increment));
    [nodes, depth, time, clock].into_iter().flatten().collect::<Vec<_>>().join(",")
}

/// Converts seconds to whole milliseconds.
pub(super) fn milliseconds(seconds: f64) -> u64 {
    (seconds * 1000.0).round() as u64
}
