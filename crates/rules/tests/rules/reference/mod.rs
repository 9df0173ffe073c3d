//! Slow, obvious implementations of the five games, written from the rules alone and sharing no code with the library.
//!
//! Everything here works on strings and plain arrays of squares; nothing is fast and nothing is clever. The comparison
//! in `reference_games.rs` plays random games and asks both sides the same questions.

use std::collections::BTreeMap;

mod j;
mod lines_of_action;
mod sight_reduction;
mod sllim;
mod stacks_in_action;

/// The options of a rules string, by name. Only those that were written out are in the map.
pub(crate) struct Options(BTreeMap<String, String>);

impl Options {
    /// The value that was given for an option, or its default.
    pub(crate) fn get<'a>(&'a self, name: &str, default: &'a str) -> &'a str {
        self.0.get(name).map_or(default, String::as_str)
    }
}

fn split(rules: &str) -> (&str, Options) {
    let (game, options) = rules.split_once(':').unwrap_or((rules, ""));
    let pairs = options.split(',').filter(|word| !word.is_empty()).map(|word| {
        let (name, value) = word.split_once('=').expect("an option is name=value");
        (name.to_owned(), value.to_owned())
    });
    (game, Options(pairs.collect()))
}

macro_rules! each_game {
    ($rules:expr, $function:ident $(, $argument:expr)*) => {{
        let (game, options) = split($rules);
        match game {
            "sight-reduction" => sight_reduction::$function(&options $(, $argument)*),
            "lines-of-action" => lines_of_action::$function(&options $(, $argument)*),
            "stacks-in-action" => stacks_in_action::$function(&options $(, $argument)*),
            "j" => j::$function(&options $(, $argument)*),
            "sllim" => sllim::$function(&options $(, $argument)*),
            other => panic!("the reference knows no game {other}"),
        }
    }};
}

/// The start position string.
pub(crate) fn start(rules: &str, seed: u64) -> String {
    each_game!(rules, start, seed)
}

/// The legal moves of a position, sorted by byte value; none when the position is finished.
pub(crate) fn moves(rules: &str, position: &str) -> Vec<String> {
    each_game!(rules, moves, position)
}

/// The position string after a legal move.
pub(crate) fn apply(rules: &str, position: &str, mv: &str) -> String {
    each_game!(rules, apply, position, mv)
}

/// Result and reason of a position by itself, such as `1-0 united` or `* -`.
pub(crate) fn result(rules: &str, position: &str) -> String {
    each_game!(rules, result, position)
}
