//! `halfboard games`: the games with their presets and options.

use clap::Args;
use halfboard_app::phrases::players;
use halfboard_engine::levels::Level;
use halfboard_rules::options::{OptionInfo, Values};
use halfboard_rules::registry::{self, Rules};
use halfboard_text::book::{self, Block};
use halfboard_text::games::{self, GameTexts};

use crate::error::{CliError, CliResult};
use crate::layout::wrap;
use crate::phrases::games as phrases;
use crate::style::{Emphasis, Style};
use crate::variant::credited;

/// List the games, or describe the options, named variants and levels of one
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard games
  halfboard games lines-of-action
  halfboard games lines-of-action:wrap=both")]
pub(crate) struct GamesArgs {
    /// The game to describe; with options, its levels are those of the variant
    rules: Option<String>,
}

/// Runs the command.
pub(crate) fn run(args: &GamesArgs, style: Style) -> CliResult {
    match &args.rules {
        Some(rules) => style.print(&describe(&*registry::rules(rules)?, style)?),
        None => style.print(&list(style)),
    }
}

fn list(style: Style) -> String {
    let mut text = String::new();
    for game in registry::games() {
        let info = game.info();
        let texts = games::texts(info);
        let presets = match texts.presets.len() {
            1 => phrases::one_preset().to_owned(),
            count => phrases::presets_count(count),
        };
        let id = style.emphasize(Emphasis::Strong, &format!("{:<17}", info.id));
        text +=
            &format!("{}\n", wrap(&format!("{id} {} ({presets})", phrases::by(info.name, texts.designers.get())), 18));
        text += &format!("{}\n", wrap(&format!("{:<17} {}", "", texts.summary.get()), 18));
    }
    text + &format!("\n{}\n", phrases::more())
}

fn describe(rules: &dyn Rules, style: Style) -> Result<String, CliError> {
    let (info, canonical) = (rules.info(), rules.canonical());
    let game = registry::game(info.id)?;
    let texts = games::texts(info);
    let heading = |words: &str| format!("\n{}\n", style.emphasize(Emphasis::Strong, words));
    let title = phrases::by(style.emphasize(Emphasis::Strong, info.name), texts.designers.get());
    let mut text = format!("{title}\n{}\n", wrap(texts.summary.get(), 0));
    text += &heading(phrases::presets());
    for preset in game.presets() {
        let rules = style.emphasize(Emphasis::Choice, &preset.rules);
        let preset = texts.preset(preset.id);
        let summary = wrap(&format!("      {}", preset.summary.get()), 6);
        text += &format!("  {}\n      {rules}\n{summary}\n", credited(preset));
    }
    text += &heading(phrases::options());
    let longest = game.options().iter().flat_map(|option| values(option, texts)).map(|(name, _)| name.len()).max();
    for option in game.options() {
        text += &describe_option(option, texts, longest.unwrap_or(0), style);
    }
    text += &heading(&phrases::levels(&canonical));
    for level in Level::all(&canonical).map(Level::number) {
        let (name, rating) = (players::level_name(&canonical, level), players::rating(&canonical, level));
        text += &format!("  {level:>2}  {rating:>4}  {name}\n");
    }
    if let Some(credits) = credits(info.id) {
        text += &heading(phrases::credits());
        text += &credits;
    }
    Ok(text + &format!("\n{}\n", wrap(&phrases::rules_string(info.id), 0)))
}

/// Describes an option and its values, whose names fill a column of `width` characters.
fn describe_option(option: &OptionInfo, texts: &GameTexts, width: usize, style: Style) -> String {
    let about = texts.option(option.name);
    let requires = about.requires.map(|requires| format!("; {}", requires.get())).unwrap_or_default();
    let name = style.emphasize(Emphasis::Choice, option.name);
    let mut text =
        wrap(&format!("  {name} {} {}", style.dash(), format_args!("{}{requires}", about.summary.get())), 4) + "\n";
    for (name, meaning) in values(option, texts) {
        let mark = if name == option.values.default() { phrases::default() } else { "" };
        text += &wrap(&format!("      {name:<width$}  {meaning} {mark}"), width + 8);
        text.push('\n');
    }
    if let Some(advice) = about.advice {
        text += &wrap(&format!("    {}", advice.get()), 4);
        text.push('\n');
    }
    text
}

/// Describes the people and games behind a game, as its rules page does.
fn credits(game: &str) -> Option<String> {
    let section = book::credits(&book::rules_of(game)?)?;
    let mut text = String::new();
    for block in &section.blocks {
        if let Block::List { items, .. } = block {
            for item in items {
                text += &format!("{}\n", wrap(&format!("  {}", book::plain(item)), 4));
            }
        }
    }
    Some(text)
}

/// Returns the values of an option with their descriptions.
fn values(option: &OptionInfo, texts: &GameTexts) -> Vec<(&'static str, String)> {
    let text = texts.option(option.name);
    let mut values: Vec<_> = text.values.iter().map(|value| (value.name, value.summary.get().to_owned())).collect();
    if let (Values::Pattern { example, .. }, Some(form)) = (option.values, text.form) {
        values.push((example, phrases::for_example(form.get())));
    }
    values
}
