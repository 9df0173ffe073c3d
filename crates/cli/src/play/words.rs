//! The longer texts of a game in the terminal: help, and what the rules in force are.

use halfboard_rules::options::{OptionInfo, Values};
use halfboard_rules::registry::{self, Listed, Rules};
use halfboard_rules::session::Session;

use crate::look::{Ink, Look};

/// What can be typed.
pub(super) const HELP: &str = "\
Type a move as 'moves' lists it, or the squares of a turn one after the other,
on one line or on several: 'b1 b3', or 'b1' and then 'b3'.
What is listed with a number can be chosen by the number. Where a square alone
is a whole move, 'A5 ...' goes on to the other choices that begin with it.

  moves      list the legal moves, or the choices part-way through a turn
  back       take back one step of this turn
  undo       take back your steps, or the last turn
  redo       play again what was taken back
  save FILE  save the game, and every turn from now on
  draw       offer a draw; the other side is asked
  resign     give up
  rules      the rules in force
  board      draw the board again
  quit       leave; a saved game can be resumed with --resume FILE

On the board ( ) is the last move, [ ] what you have chosen, < > what you can.";

/// What can be typed when the game is over.
pub(super) const OVER: &str = "undo, new (another game), save FILE, or quit?";

/// The rules in force in a few lines.
pub(super) fn rules(session: &dyn Session, look: Look) -> String {
    let info = session.info();
    let rules = session.rules();
    let mut text = format!("{}, by {}: {}\n", look.ink(Ink::Strong, info.name), info.designer, info.summary);
    if let Ok(game) = registry::game(info.id) {
        let preset = game.presets().into_iter().skip(1).find(|preset| preset.rules == rules);
        if let Some(preset) = preset {
            text += &format!("Variant: {}. {}\n", preset.name, preset.summary);
        }
        for option in game.options() {
            text += &format!("  {}\n", in_force(option, &rules, look));
        }
    }
    text + &format!("Rules string: {rules}\nThe full rules are in docs/rules/{}.md.", info.id)
}

/// An option with the value that a rules string gives it.
fn in_force(option: &OptionInfo, rules: &str, look: Look) -> String {
    let options = rules.split_once(':').map_or("", |(_, options)| options);
    let given = options.split(',').filter_map(|pair| pair.split_once('=')).find(|(name, _)| *name == option.name);
    let value = given.map_or(option.values.default(), |(_, value)| value);
    let meaning = match option.values {
        Values::Listed(values) => values.iter().find(|info| info.name == value).map(|info| info.summary),
        Values::Form { default, .. } => Some(default.summary).filter(|_| value == default.name),
    };
    let setting = look.ink(Ink::Choice, &format!("{}={value}", option.name));
    match meaning {
        Some(meaning) => format!("{setting}: {meaning}"),
        None => setting,
    }
}

/// What is played, in a line or two.
pub(super) fn welcome(rules: &dyn Rules, look: Look) -> String {
    let info = rules.info();
    let canonical = rules.canonical();
    let presets = registry::game(info.id).map(Listed::presets).unwrap_or_default();
    // The first preset is the plain game.
    let variant = presets.into_iter().skip(1).find(|preset| preset.rules == canonical);
    let name = match variant {
        Some(variant) => format!("{} {} {}", info.name, look.dash(), variant.name),
        None => info.name.to_owned(),
    };
    format!("\n{}, by {} ({canonical})\n{}", look.ink(Ink::Strong, &name), info.designer, info.summary)
}
