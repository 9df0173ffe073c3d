//! The options of the engine.

use std::ops::RangeInclusive;

use halfboard_engine::levels::{Level, StrengthLimit};
use halfboard_engine::player::Player;
use halfboard_engine::search::SearchSettings;
use halfboard_rules::registry;

use crate::search_args::{DEFAULT_HASH, HASHES, LINES, THREADS};
use crate::tables::TablesArgs;
use crate::value_parsers::integer;

/// The default rules.
pub(super) const DEFAULT_RULES: &str = "lines-of-action";
/// The value for the default folder of tables.
const FOUND: &str = "auto";
/// The default level: no game has as many, and a number beyond its levels is full strength.
const FULL: u64 = 20;

/// The values of the options.
#[derive(Clone, Debug)]
pub(super) struct UgiOptions {
    pub(super) rules: String,
    pub(super) hash: u64,
    /// The folder of tables, `auto` or `off`.
    pub(super) tables: String,
    threads: u64,
    lines: u64,
    level: u64,
    own_book: bool,
}

/// The numeric options: name, default and range.
const NUMBERS: [(&str, u64, RangeInclusive<u64>); 4] =
    [("Hash", DEFAULT_HASH, HASHES), ("Threads", 1, THREADS), ("MultiPV", 1, LINES), ("Level", FULL, 1..=FULL)];

impl Default for UgiOptions {
    fn default() -> Self {
        let [hash, threads, lines, level] = NUMBERS.map(|(_, default, _)| default);
        UgiOptions {
            rules: DEFAULT_RULES.to_owned(),
            hash,
            tables: FOUND.to_owned(),
            threads,
            lines,
            level,
            own_book: false,
        }
    }
}

impl UgiOptions {
    /// Returns the lines that declare the options.
    pub(super) fn declared() -> String {
        let mut lines = format!("option name Rules type string default {DEFAULT_RULES}\n");
        for (name, default, range) in NUMBERS {
            let (least, most) = range.into_inner();
            lines += &format!("option name {name} type spin default {default} min {least} max {most}\n");
        }
        lines
            + &format!("option name Tables type string default {FOUND}\noption name OwnBook type check default false\n")
    }

    /// Returns the arguments for finding tables.
    pub(super) fn tables(&self) -> TablesArgs {
        if self.tables == FOUND { TablesArgs::default() } else { TablesArgs::new(&self.tables) }
    }

    /// Sets an option; its name is case-insensitive.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name.eq_ignore_ascii_case("Rules") {
            self.rules = registry::rules(value).map_err(|error| error.to_string())?.canonical();
            return Ok(());
        }
        if name.eq_ignore_ascii_case("Tables") {
            value.clone_into(&mut self.tables);
            return Ok(());
        }
        if name.eq_ignore_ascii_case("OwnBook") {
            let parsed = value.to_ascii_lowercase().parse();
            self.own_book = parsed.map_err(|_| format!("option OwnBook: '{value}': expected true or false"))?;
            return Ok(());
        }
        let Some(index) = NUMBERS.iter().position(|(known, ..)| known.eq_ignore_ascii_case(name)) else {
            let names: Vec<&str> = NUMBERS.iter().map(|(known, ..)| *known).collect();
            return Err(format!(
                "setoption: there is no option '{name}'; the options are Rules, {}, Tables, OwnBook",
                names.join(", ")
            ));
        };
        let (name, _, range) = &NUMBERS[index];
        let number = integer(range.clone())(value).map_err(|error| format!("option {name}: '{value}': {error}"))?;
        *[&mut self.hash, &mut self.threads, &mut self.lines, &mut self.level][index] = number;
        Ok(())
    }

    /// Returns the search settings. The seed makes book moves, and the random errors of a weaker level, differ
    /// between games.
    pub(super) fn settings(&self, player: &dyn Player, seed: u64) -> SearchSettings {
        let rules = player.rules();
        let level = self.level(&rules);
        SearchSettings {
            threads: self.threads as usize,
            lines: self.lines as usize,
            strength: level.map_or(StrengthLimit::NONE, |level| player.strength_limit(level)),
            seed,
            book: self.own_book && level.is_none_or(|level| level.uses_book(&rules)),
            ..SearchSettings::default()
        }
    }

    /// Returns the level, if it is below full strength. At full strength only the `go` command limits the search.
    fn level(&self, rules: &str) -> Option<Level> {
        let level = u8::try_from(self.level).ok().and_then(|number| Level::new(rules, number));
        level.filter(|level| *level < Level::top(rules))
    }
}
