//! `halfboard games`: what there is to play, all of it from the registry.

use clap::Args;
use halfboard_rules::options::{OptionInfo, Values};
use halfboard_rules::registry::{self, Listed};

use crate::failure::Done;
use crate::look::{Ink, Look};

/// List the games, or describe the options and named variants of one
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard games
  halfboard games lines-of-action")]
pub(crate) struct Games {
    /// The game to describe
    id: Option<String>,
}

/// Runs it.
pub(crate) fn run(args: &Games, look: Look) -> Done {
    match &args.id {
        Some(id) => look.say(&describe(registry::game(id)?, look)),
        None => look.say(&list(look)),
    }
}

fn list(look: Look) -> String {
    let mut text = String::new();
    for game in registry::games() {
        let info = game.info();
        let presets = match game.presets().len() {
            1 => "1 preset".to_owned(),
            count => format!("{count} presets"),
        };
        let id = look.ink(Ink::Strong, &format!("{:<17}", info.id));
        text += &format!("{id} {}, by {} ({presets})\n", info.name, info.designer);
        text += &format!("{:<17} {}\n", "", info.summary);
    }
    text + "\n'halfboard games ID' describes a game's options and presets.\n"
}

fn describe(game: &dyn Listed, look: Look) -> String {
    let info = game.info();
    let heading = |words: &str| format!("\n{}\n", look.ink(Ink::Strong, words));
    let mut text = look.ink(Ink::Strong, info.name);
    text += &format!(", by {}\n{}\n", info.designer, info.summary);
    text += &heading("Presets");
    for preset in game.presets() {
        let rules = look.ink(Ink::Choice, &preset.rules);
        text += &format!("  {}\n      {rules}\n      {}\n", preset.name, preset.summary);
    }
    text += &heading("Options");
    for option in game.options() {
        text += &describe_option(option, look);
    }
    text += "\nA rules string is the id, or ";
    text += &format!("{}:option=value,option=value; what is left out has its default.\n", info.id);
    text
}

fn describe_option(option: &OptionInfo, look: Look) -> String {
    let mut text = format!("  {} {} {}\n", look.ink(Ink::Choice, option.name), look.dash(), option.summary);
    let mut value = |name: &str, meaning: &str| {
        let mark = if name == option.values.default() { " (default)" } else { "" };
        text += &format!("      {name:<14} {meaning}{mark}\n");
    };
    match option.values {
        Values::Listed(values) => values.iter().for_each(|info| value(info.name, info.summary)),
        Values::Form { default, form, example } => {
            value(default.name, default.summary);
            value(example, &format!("for example: {form}"));
        }
    }
    text
}
