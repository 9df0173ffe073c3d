//! `halfboard games`: what there is to play, all of it from the registry.

use clap::Args;
use halfboard_rules::options::{OptionInfo, Values};
use halfboard_rules::registry::{self, GameEntry};
use halfboard_text::games::{self, GameTexts};

use crate::error::CliResult;
use crate::layout::wrap;
use crate::style::{Emphasis, Style};
use crate::variant::credit;

/// List the games, or describe the options and named variants of one
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard games
  halfboard games lines-of-action")]
pub(crate) struct GamesArgs {
    /// The game to describe
    id: Option<String>,
}

/// Runs it.
pub(crate) fn run(args: &GamesArgs, style: Style) -> CliResult {
    match &args.id {
        Some(id) => style.print(&describe(registry::game(id)?, style)),
        None => style.print(&list(style)),
    }
}

fn list(style: Style) -> String {
    let mut text = String::new();
    for game in registry::games() {
        let info = game.info();
        let texts = games::texts(info);
        let presets = match texts.presets.len() {
            1 => "1 preset".to_owned(),
            count => format!("{count} presets"),
        };
        let id = style.emphasize(Emphasis::Strong, &format!("{:<17}", info.id));
        text += &format!("{}\n", wrap(&format!("{id} {}, by {} ({presets})", info.name, texts.designers.get()), 18));
        text += &format!("{}\n", wrap(&format!("{:<17} {}", "", texts.summary.get()), 18));
    }
    text + "\n'halfboard games ID' describes a game's options and presets.\n"
}

fn describe(game: &dyn GameEntry, style: Style) -> String {
    let info = game.info();
    let texts = games::texts(info);
    let heading = |words: &str| format!("\n{}\n", style.emphasize(Emphasis::Strong, words));
    let mut text = style.emphasize(Emphasis::Strong, info.name);
    text += &format!(", by {}\n{}\n", texts.designers.get(), wrap(texts.summary.get(), 0));
    text += &heading("Presets");
    for preset in game.presets() {
        let rules = style.emphasize(Emphasis::Choice, &preset.rules);
        let preset = texts.preset(preset.id);
        let summary = wrap(&format!("      {}", preset.summary.get()), 6);
        text += &format!("  {}{}\n      {rules}\n{summary}\n", preset.name.get(), credit(preset));
    }
    text += &heading("Options");
    let longest = game.options().iter().flat_map(|option| values(option, texts)).map(|(name, _)| name.len()).max();
    for option in game.options() {
        text += &describe_option(option, texts, longest.unwrap_or(0), style);
    }
    let form = format!("{}:option=value,option=value", info.id);
    let form = format!("A rules string is the id, or {form}; what is left out has its default.");
    text + &format!("\n{}\n", wrap(&form, 0))
}

/// An option with its values, whose names fill a column of this width.
fn describe_option(option: &OptionInfo, texts: &GameTexts, width: usize, style: Style) -> String {
    let about = texts.option(option.name);
    let requires = about.requires.map(|requires| format!("; {}", requires.get())).unwrap_or_default();
    let name = style.emphasize(Emphasis::Choice, option.name);
    let mut text =
        wrap(&format!("  {name} {} {}", style.dash(), format_args!("{}{requires}", about.summary.get())), 4) + "\n";
    for (name, meaning) in values(option, texts) {
        let mark = if name == option.values.default() { " (default)" } else { "" };
        text += &wrap(&format!("      {name:<width$}  {meaning}{mark}"), width + 8);
        text.push('\n');
    }
    text
}

/// The values of an option with what they mean.
fn values(option: &OptionInfo, texts: &GameTexts) -> Vec<(&'static str, String)> {
    let text = texts.option(option.name);
    let mut values: Vec<_> = text.values.iter().map(|value| (value.name, value.summary.get().to_owned())).collect();
    if let (Values::Form { example, .. }, Some(form)) = (option.values, text.form) {
        values.push((example, format!("for example: {}", form.get())));
    }
    values
}
