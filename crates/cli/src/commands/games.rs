//! `halfboard games`: what there is to play, all of it from the registry.

use clap::Args;
use halfboard_rules::options::{OptionInfo, Values};
use halfboard_rules::registry::{self, GameEntry};

use crate::failure::Done;
use crate::lines::wrap;
use crate::look::{Ink, Look};
use crate::variant::credit;

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
        text += &format!("{}\n", wrap(&format!("{id} {}, by {} ({presets})", info.name, info.designer), 18));
        text += &format!("{}\n", wrap(&format!("{:<17} {}", "", info.summary), 18));
    }
    text + "\n'halfboard games ID' describes a game's options and presets.\n"
}

fn describe(game: &dyn GameEntry, look: Look) -> String {
    let info = game.info();
    let heading = |words: &str| format!("\n{}\n", look.ink(Ink::Strong, words));
    let mut text = look.ink(Ink::Strong, info.name);
    text += &format!(", by {}\n{}\n", info.designer, wrap(info.summary, 0));
    text += &heading("Presets");
    for preset in game.presets() {
        let rules = look.ink(Ink::Choice, &preset.rules);
        let summary = wrap(&format!("      {}", preset.summary), 6);
        text += &format!("  {}{}\n      {rules}\n{summary}\n", preset.name, credit(info, &preset));
    }
    text += &heading("Options");
    let longest = game.options().iter().flat_map(|option| values(option)).map(|(name, _)| name.len()).max();
    for option in game.options() {
        text += &describe_option(option, longest.unwrap_or(0), look);
    }
    let form = format!("{}:option=value,option=value", info.id);
    let form = format!("A rules string is the id, or {form}; what is left out has its default.");
    text + &format!("\n{}\n", wrap(&form, 0))
}

/// An option with its values, whose names fill a column of this width.
fn describe_option(option: &OptionInfo, width: usize, look: Look) -> String {
    let name = look.ink(Ink::Choice, option.name);
    let mut text = wrap(&format!("  {name} {} {}", look.dash(), option.summary), 4) + "\n";
    for (name, meaning) in values(option) {
        let mark = if name == option.values.default() { " (default)" } else { "" };
        text += &wrap(&format!("      {name:<width$}  {meaning}{mark}"), width + 8);
        text.push('\n');
    }
    text
}

/// The values of an option with what they mean.
fn values(option: &OptionInfo) -> Vec<(&'static str, String)> {
    match option.values {
        Values::Listed(values) => values.iter().map(|info| (info.name, info.summary.to_owned())).collect(),
        Values::Form { default, form, example } => {
            vec![(default.name, default.summary.to_owned()), (example, format!("for example: {form}"))]
        }
    }
}
