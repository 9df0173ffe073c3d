//! The players of a match: what they are called on the command line, and how they are made. Touches nothing; only an
//! external program is started when its first turn comes.

use halfboard_engine::levels::Level;
use halfboard_engine::limits::{Limits, Stop, system_now};
use halfboard_engine::player::{self, GoError, Player, SetGameError};
use halfboard_engine::report::Report;
use halfboard_engine::search::Settings;
use halfboard_engine::sparring::Kind;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry::RulesError;
use halfboard_rules::session::Session;

use super::ugi::External;

/// The table of an engine, in mebibytes.
const TABLE: usize = 16;

/// What can be said where a player is asked for.
const VALID: &str = "the players are level:1 to level:8, engine, uct, greedy, two-ply, random and ugi:COMMAND";

/// A player of a match.
pub(super) struct Contestant {
    name: String,
    what: What,
    limits: Limits,
    timeout: u64,
}

enum What {
    Level(Level),
    Engine,
    Sparring(Kind),
    Random,
    External(Vec<String>),
}

impl Contestant {
    /// Reads a player's word; `limits` hold for engines that are given none of their own.
    pub(super) fn read(word: &str, limits: &Limits, timeout: u64) -> Result<Self, String> {
        let (kind, rest) = word.split_once(':').map_or((word, None), |(kind, rest)| (kind, Some(rest)));
        let sparring = Kind::ALL.iter().find(|(name, _)| *name == kind).map(|(_, kind)| *kind);
        let what = match (kind, rest, sparring) {
            ("level", Some(number), _) => {
                let levels = Level::all().count();
                let level =
                    number.parse().ok().and_then(Level::new).filter(|level| level.number().to_string() == number);
                What::Level(level.ok_or_else(|| format!("there is no level '{number}'; the levels are 1 to {levels}"))?)
            }
            ("engine", ..) => What::Engine,
            ("random", None, _) => What::Random,
            ("ugi", Some(command), _) if !command.trim().is_empty() => {
                What::External(command.split_whitespace().map(str::to_owned).collect())
            }
            (_, _, Some(kind @ Kind::Uct)) | (_, None, Some(kind)) => What::Sparring(kind),
            _ => return Err(format!("there is no player '{word}'; {VALID}")),
        };
        let (limits, name) = match what {
            What::Engine | What::Sparring(Kind::Uct) => {
                let own = rest.map(|rest| read_limits(word, rest)).transpose()?;
                let limits = or_default(own.as_ref().unwrap_or(limits));
                let name = format!("{kind}:{}", in_words(&limits));
                (limits, name)
            }
            What::External(_) => (or_default(limits), word.to_owned()),
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
    pub(super) fn make(&self, rules: &str, seed: u64) -> Result<Box<dyn Player>, RulesError> {
        Ok(match &self.what {
            What::Level(level) => {
                let mut player = player::player(rules, TABLE, system_now)?;
                player.set(Settings { handicap: level.handicap(seed), ..Settings::default() });
                player
            }
            What::Engine => player::player(rules, TABLE, system_now)?,
            What::Sparring(kind) => player::sparring_partner(rules, *kind, seed, system_now)?,
            What::Random => Box::new(Random { rules: rules.to_owned(), game: None, random: SplitMix64::new(seed) }),
            What::External(command) => Box::new(External::new(command, rules, self.timeout)),
        })
    }
}

/// Reads the limits that a player is given with its name.
fn read_limits(word: &str, text: &str) -> Result<Limits, String> {
    let mut limits = Limits::default();
    for setting in text.split(',') {
        let number = setting.split_once('=').and_then(|(name, number)| {
            let digits = number.bytes().all(|byte| byte.is_ascii_digit());
            Some((name, number.parse::<u64>().ok().filter(|&number| digits && number > 0)?))
        });
        match number {
            Some(("nodes", nodes)) if limits.nodes.is_none() => limits.nodes = Some(nodes),
            Some(("depth", depth @ 1..=90)) if limits.depth.is_none() => limits.depth = Some(depth as u32),
            Some(("movetime", time @ 1..=3_600_000)) if limits.seconds.is_none() => {
                limits.seconds = Some(time as f64 / 1000.0);
            }
            _ => {
                return Err(format!(
                    "'{setting}' in '{word}' is no limit; valid are nodes=N, depth=D (1 to 90) and movetime=MS (1 to \
                     3600000), each once, with commas between"
                ));
            }
        }
    }
    Ok(limits)
}

/// The limits, or so many nodes where there are none: a search without limits has no end.
fn or_default(limits: &Limits) -> Limits {
    let none = limits.nodes.is_none() && limits.depth.is_none() && limits.seconds.is_none();
    if none { Limits::nodes(super::NODES) } else { limits.clone() }
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
struct Random {
    rules: String,
    game: Option<Box<dyn Session>>,
    random: SplitMix64,
}

impl Player for Random {
    fn rules(&self) -> String {
        self.rules.clone()
    }

    fn set_game(&mut self, session: &dyn Session) -> Result<(), SetGameError> {
        self.game = Some(session.boxed());
        Ok(())
    }

    fn set(&mut self, _settings: Settings) {}

    fn stop(&self) -> Stop {
        Stop::default()
    }

    fn clear(&mut self) {}

    fn go(&mut self, _limits: &Limits, _on_report: &mut dyn FnMut(&Report<String>)) -> Result<Report<String>, GoError> {
        let game = self.game.as_mut().ok_or_else(|| GoError::Failed("it was told no game".to_owned()))?;
        if !game.play_random(&mut self.random) {
            return Err(GoError::GameOver);
        }
        game.history().pop().map(Report::of_move).ok_or(GoError::GameOver)
    }
}
