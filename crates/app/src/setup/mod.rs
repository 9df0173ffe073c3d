//! The form that sets up a game: its fields, their validation, and the resulting game. Options come from the registry;
//! no game is named here.

mod quick;
mod remembered;

use halfboard_engine::levels::{Level, StoredLevel};
use halfboard_protocol::clock::TimeControl;
use halfboard_rules::options::{OptionError, OptionInfo, Values};
use halfboard_rules::record::Start;
use halfboard_rules::registry::{self, GameEntry, PresetInfo, Rules, RulesError};
use halfboard_rules::session::Session;
use halfboard_rules::text::PositionError;

pub use quick::QuickPlay;

use crate::play::{Player, Setup, parse_control};

/// The players of a game with two seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// Two people at this screen.
    Person,
    /// A person and the engine.
    Engine,
    /// The engine on both sides.
    Engines,
}

/// The seat that the person takes against the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideChoice {
    /// The first seat.
    First,
    /// The second seat.
    Second,
    /// A random one.
    Lot,
}

impl SideChoice {
    /// Returns the index of the seat; the lowest bit of `chance` decides a random one.
    pub fn seat(self, chance: u64) -> usize {
        match self {
            SideChoice::First => 0,
            SideChoice::Second => 1,
            SideChoice::Lot => (chance % 2) as usize,
        }
    }
}

/// The maximum number of seats of a game.
pub const SEATS: usize = 4;

/// The time controls on offer: minutes for the game, and seconds added for each turn.
pub const CLOCKS: [(u32, u32); 4] = [(5, 5), (10, 0), (15, 10), (30, 0)];

/// The thinking times on offer at full strength, in seconds per move.
pub const THINKING_TIMES: [u8; 3] = [1, 5, 15];

/// Returns whether a level is the highest by these rules, at which the engine is limited by time only.
pub fn is_full_strength(rules: &str, level: u8) -> bool {
    level >= Level::count(rules)
}

/// The state of the form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The game's id.
    pub game: &'static str,
    /// The names of the options' values, in the order of the registry.
    pub options: Vec<String>,
    /// The players, if the game has two seats.
    pub opponent: Opponent,
    /// The person's seat against the engine.
    pub side: SideChoice,
    /// The engine's level by seat. Against a person only the first counts. It is scaled to the ladder of the chosen
    /// rules, so that another choice of options does not lose it.
    pub levels: [StoredLevel; SEATS],
    /// Whether the level adapts to the person, in a game of one person against the engine.
    pub adaptive: bool,
    /// Seconds that an engine at full strength thinks about a move.
    pub think: u8,
    /// The seats that the engine plays, if there are more than two.
    pub engines: [bool; SEATS],
    /// Names of people, by seat. Against the engine the first is the person's, wherever they sit.
    pub names: [String; SEATS],
    /// The seed as it was typed.
    pub seed: String,
    /// The start position as it was typed; `None` for the standard start.
    pub position: Option<String>,
    /// Minutes for the game and seconds for each turn, as they were typed; `None` for no clock.
    pub clock: Option<(String, String)>,
}

/// An error that keeps a form from starting a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormError {
    /// An option's value is invalid, or conflicts with the others. The index is that of the option at fault.
    Option(usize, OptionError),
    /// The seed is not a number.
    Seed,
    /// The position is invalid.
    Position(PositionError),
    /// The time control is out of range.
    Clock,
}

impl Form {
    /// Returns a form for the plain game, against the engine at this level.
    pub fn new(game: &'static dyn GameEntry, level: u8, seed: u64) -> Form {
        let id = game.info().id;
        Form {
            game: id,
            options: game.options().iter().map(|info| info.values.default().to_owned()).collect(),
            opponent: Opponent::Engine,
            side: SideChoice::First,
            levels: [StoredLevel { number: level, of: Some(Level::count(id)) }; SEATS],
            adaptive: false,
            think: THINKING_TIMES[0],
            engines: [false, true, true, true],
            names: Default::default(),
            seed: seed.to_string(),
            position: None,
            clock: None,
        }
    }

    /// Returns the game's entry in the registry.
    pub fn entry(&self) -> &'static dyn GameEntry {
        registry::game(self.game).expect("a form is of a game in the registry")
    }

    /// Returns the options of the game.
    pub fn option_infos(&self) -> &'static [OptionInfo] {
        self.entry().options()
    }

    /// Returns the rules string of the chosen options, without those at their defaults.
    pub fn rules_string(&self) -> String {
        let differing =
            self.option_infos().iter().zip(&self.options).filter(|(info, word)| info.values.default() != *word);
        let options: Vec<String> = differing.map(|(info, word)| format!("{}={word}", info.name)).collect();
        match options.as_slice() {
            [] => self.game.to_owned(),
            options => format!("{}:{}", self.game, options.join(",")),
        }
    }

    /// Returns the rules of the chosen options. Fails if an option is invalid or conflicts with another.
    pub fn rules(&self) -> Result<Box<dyn Rules>, FormError> {
        let infos = self.option_infos();
        // Text that would not stay one value in a rules string is looked at first.
        let broken = |word: &str| word.is_empty() || word.contains([',', '=']);
        if let Some(index) = self.options.iter().position(|word| broken(word)) {
            let value = self.options[index].clone();
            return Err(FormError::Option(index, OptionError::UnknownValue { option: &infos[index], value }));
        }
        registry::rules(&self.rules_string()).map_err(|error| {
            let RulesError::Options { error, .. } = error else { unreachable!("the game is in the registry") };
            let name = match &error {
                OptionError::UnknownValue { option, .. } | OptionError::Twice { option } => option.name,
                OptionError::Conflict { option, .. } => option,
                _ => "",
            };
            let index = infos.iter().position(|info| info.name == name).unwrap_or_default();
            FormError::Option(index, error)
        })
    }

    /// Returns the rules by which levels are counted: the chosen ones, or the plain game while the options are invalid.
    pub fn level_rules(&self) -> String {
        self.rules().map_or_else(|_| self.game.to_owned(), |rules| rules.canonical())
    }

    /// Returns the level of the engine at a seat by the chosen rules.
    pub fn level(&self, seat: usize) -> u8 {
        self.levels[seat].level(&self.level_rules()).map_or(1, Level::number)
    }

    /// Sets the level of the engine at a seat by the chosen rules.
    pub fn set_level(&mut self, seat: usize, level: u8) {
        self.levels[seat] = StoredLevel { number: level, of: Some(Level::count(&self.level_rules())) };
    }

    /// Applies the options of a preset. A preset with a typed value, such as two squares, was made for the board of
    /// seed 0: on another it may not be solvable.
    pub fn choose_preset(&mut self, preset: &PresetInfo) {
        self.choose_rules(&preset.rules);
        let is_typed = |info: &OptionInfo| matches!(info.values, Values::Pattern { .. });
        let options = self.option_infos().iter().zip(&self.options);
        if options.into_iter().any(|(info, word)| is_typed(info) && info.values.default() != word) {
            self.seed = "0".to_owned();
        }
    }

    /// Applies the options of a rules string of this game, which must be valid.
    fn choose_rules(&mut self, rules: &str) {
        let options = rules.split_once(':').map_or("", |(_, options)| options);
        let chosen = |name: &str| {
            let pairs = options.split(',').filter_map(|pair| pair.split_once('='));
            pairs.filter(|(other, _)| *other == name).map(|(_, word)| word).next()
        };
        let word = |info: &OptionInfo| chosen(info.name).unwrap_or(info.values.default()).to_owned();
        self.options = self.option_infos().iter().map(word).collect();
    }

    /// Returns the index of the preset that the options equal, if any.
    pub fn preset(&self) -> Option<usize> {
        let rules = self.rules().ok()?.canonical();
        self.entry().presets().iter().position(|preset| preset.rules == rules)
    }

    /// Sets an option back to its default, which resolves its error.
    pub fn reset_option(&mut self, option: usize) {
        let infos = self.option_infos();
        if let (Some(place), Some(info)) = (self.options.get_mut(option), infos.get(option)) {
            *place = info.values.default().to_owned();
        }
    }

    /// Returns for each listed value of an option the conflict it would cause with the rest of the form, in the order
    /// of the values. Errors that do not depend on this option are left out.
    pub fn clashes(&self, option: usize) -> Vec<Option<OptionError>> {
        let Some(Values::Listed(values)) = self.option_infos().get(option).map(|info| info.values) else {
            return Vec::new();
        };
        let with = |word: &str| {
            let mut other = self.clone();
            other.options[option] = word.to_owned();
            match other.rules() {
                Err(FormError::Option(_, error)) => Some(error),
                _ => None,
            }
        };
        let clashes: Vec<Option<OptionError>> = values.iter().map(|value| with(value)).collect();
        let inevitable = clashes.first().is_some_and(|first| clashes.iter().all(|clash| clash == first));
        if inevitable { vec![None; clashes.len()] } else { clashes }
    }

    /// Returns whether an option makes a difference to the rest of the form: it was changed, or has a value other than
    /// its default that causes no conflict.
    pub fn is_applicable(&self, option: usize) -> bool {
        let Some(info) = self.option_infos().get(option) else { return false };
        if self.options[option] != info.values.default() {
            return true;
        }
        match info.values {
            Values::Listed(_) => self.clashes(option).iter().skip(1).any(Option::is_none),
            Values::Pattern { example, .. } => {
                let mut other = self.clone();
                example.clone_into(&mut other.options[option]);
                other.rules().is_ok() || self.rules().is_err()
            }
        }
    }

    /// Returns whether the start position depends on the seed.
    pub fn has_chance(&self) -> bool {
        self.rules().is_ok_and(|rules| (1..4).any(|seed| rules.start(seed).position() != rules.start(0).position()))
    }

    /// Returns the names of the seats; those of the plain game while the options are invalid.
    pub fn seats(&self) -> &'static [&'static str] {
        let plain = || self.entry().rules(None);
        self.rules().ok().or_else(|| plain().ok()).map_or(&[], |rules| rules.seats())
    }

    pub(crate) fn start(&self) -> Result<Start, FormError> {
        match &self.position {
            Some(position) => Ok(Start::Position(position.trim().to_owned())),
            None if !self.has_chance() => Ok(Start::Seed(0)),
            None => self.seed.trim().parse().map(Start::Seed).map_err(|_| FormError::Seed),
        }
    }

    /// Returns the game at its start position. Fails if the options, the seed or the position are invalid.
    pub fn session(&self) -> Result<Box<dyn Session>, FormError> {
        let rules = self.rules()?;
        match self.start()? {
            Start::Seed(seed) => Ok(rules.start(seed)),
            Start::Position(position) => rules.position(&position).map_err(FormError::Position),
        }
    }

    /// Returns the time control, the same for every player. Fails if it is out of range.
    pub fn control(&self) -> Result<Option<TimeControl>, FormError> {
        let Some((minutes, seconds)) = self.clock.as_ref().filter(|_| self.seats().len() > 1) else { return Ok(None) };
        // Half a minute may be written with a point or, as in German, with a comma.
        let number = |text: &str| text.trim().replace(',', ".").parse::<f64>().ok();
        let seconds = if seconds.trim().is_empty() { Some(0.0) } else { number(seconds) };
        let control = number(minutes)
            .zip(seconds)
            .and_then(|(minutes, seconds)| parse_control(&format!("{}+{seconds}", (minutes * 60.0).round())));
        control.map(Some).ok_or(FormError::Clock)
    }

    /// Returns the first error of the form, if any.
    pub fn error(&self) -> Option<FormError> {
        self.session().err().or_else(|| self.control().err())
    }

    /// Returns the game to play. The random number `chance` decides a random seat and seeds the engine's mistakes.
    pub fn setup(&self, chance: u64) -> Result<Setup, FormError> {
        let seats = self.session()?.seats().len();
        let (players, names) = match seats {
            2 => self.two(chance),
            _ => (0..seats.min(SEATS)).map(|seat| self.chair(seats, seat)).unzip(),
        };
        let rules = self.rules()?.canonical();
        let adaptive = self.is_adaptive();
        let think = thinking_time(&rules, &players, adaptive, self.think);
        let (start, control) = (self.start()?, self.control()?);
        Ok(Setup { rules, start, players, names, control, seed: chance, think, adaptive })
    }

    /// Returns whether the engine's level adapts to the person.
    pub fn is_adaptive(&self) -> bool {
        self.adaptive && self.opponent == Opponent::Engine && self.seats().len() == 2
    }

    /// Returns the player at a seat of a game that does not have two seats, and the player's name.
    fn chair(&self, seats: usize, seat: usize) -> (Player, String) {
        if seats > 1 && self.engines[seat] {
            (Player::Engine(self.level(seat)), String::new())
        } else {
            (Player::Person, self.names[seat].trim().to_owned())
        }
    }

    /// Returns the players at the two seats, and their names.
    fn two(&self, chance: u64) -> (Vec<Player>, Vec<String>) {
        let name = |seat: usize| self.names[seat].trim().to_owned();
        match self.opponent {
            Opponent::Person => (vec![Player::Person; 2], vec![name(0), name(1)]),
            Opponent::Engines => {
                (vec![Player::Engine(self.level(0)), Player::Engine(self.level(1))], vec![String::new(); 2])
            }
            Opponent::Engine => {
                let mut players = vec![Player::Person, Player::Engine(self.level(0))];
                let mut names = vec![name(0), String::new()];
                if self.side.seat(chance) == 1 {
                    players.reverse();
                    names.reverse();
                }
                (players, names)
            }
        }
    }
}

/// Returns the thinking time if any of the players is the engine at full strength, or may become it.
fn thinking_time(rules: &str, players: &[Player], adaptive: bool, seconds: u8) -> Option<u8> {
    let is_full = |player: &Player| matches!(player, Player::Engine(level) if is_full_strength(rules, *level));
    (adaptive || players.iter().any(is_full)).then_some(seconds)
}
