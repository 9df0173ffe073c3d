//! The menus that choose the rules: first the game, then the variant.

use halfboard_rules::registry::{self, GameEntry, Rules};
use halfboard_text::games;
use halfboard_text::rules::rules_error;

use super::console::Console;
use crate::error::CliError;
use crate::layout::wrap;
use crate::phrases::games::by;
use crate::phrases::play as phrases;
use crate::style::Emphasis;
use crate::variant::credited;

/// Returns the chosen rules, or `None` to quit.
pub(super) fn rules(console: &mut Console) -> Result<Option<Box<dyn Rules>>, CliError> {
    let listed = registry::games();
    let lines: Vec<[String; 2]> = listed
        .iter()
        .map(|game| (game.info(), games::texts(game.info())))
        .map(|(info, texts)| [by(info.name, texts.designers.get()), texts.summary.get().to_owned()])
        .collect();
    let names: Vec<[&str; 2]> = listed.iter().map(|game| [game.info().name, game.info().id]).collect();
    match choose(console, phrases::which_game(), &lines, &names)? {
        Some(Choice::Nth(index)) => preset(console, listed[index]),
        Some(Choice::Rules(rules)) => Ok(Some(rules)),
        None => Ok(None),
    }
}

fn preset(console: &mut Console, game: &dyn GameEntry) -> Result<Option<Box<dyn Rules>>, CliError> {
    let (presets, texts) = (game.presets(), games::texts(game.info()));
    let mut lines: Vec<[String; 2]> = presets
        .iter()
        .map(|preset| texts.preset(preset.id))
        .map(|preset| [credited(preset), preset.summary.get().to_owned()])
        .collect();
    // The standard game comes first and credits the game's designers.
    if let Some([name, _]) = lines.first_mut() {
        *name = by(&name, texts.designers.get());
    }
    let names: Vec<[&str; 2]> =
        presets.iter().map(|preset| [texts.preset(preset.id).name.get(), preset.rules.as_str()]).collect();
    match choose(console, &phrases::which_variant(game.info().name), &lines, &names)? {
        Some(Choice::Nth(index)) => Ok(Some(registry::rules(&presets[index].rules)?)),
        Some(Choice::Rules(rules)) => Ok(Some(rules)),
        None => Ok(None),
    }
}

enum Choice {
    Nth(usize),
    Rules(Box<dyn Rules>),
}

/// Asks until the answer is a number, a name, a rules string, or `quit`.
fn choose(
    console: &mut Console,
    question: &str,
    lines: &[[String; 2]],
    names: &[[&str; 2]],
) -> Result<Option<Choice>, CliError> {
    let style = console.style;
    let mut menu = format!("\n{}", style.emphasize(Emphasis::Strong, question));
    for (index, [name, summary]) in lines.iter().enumerate() {
        let number = style.emphasize(Emphasis::Choice, &format!("{:>3}", index + 1));
        let summary = wrap(&style.emphasize(Emphasis::Faint, &format!("     {summary}")), 5);
        menu += &format!("\n{}\n{summary}", wrap(&format!("{number}  {name}"), 5));
    }
    console.print(&menu)?;
    loop {
        console.print(phrases::choose())?;
        let Some(answer) = console.read_line()? else { return Ok(None) };
        let number = answer.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        if let Some(index) = number.filter(|&index| index < lines.len()) {
            return Ok(Some(Choice::Nth(index)));
        }
        if let Some(index) = names.iter().position(|names| names.iter().any(|name| name.eq_ignore_ascii_case(&answer)))
        {
            return Ok(Some(Choice::Nth(index)));
        }
        match answer.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(None),
            _ if number.is_some() => console.print_error(&phrases::numbers(lines.len()))?,
            _ => match registry::rules(&answer) {
                Ok(rules) => return Ok(Some(Choice::Rules(rules))),
                Err(error) => console.print_error(&rules_error(&error))?,
            },
        }
    }
}
