//! Names and descriptions of variants, and errors in rules strings.

use halfboard_rules::game::GameInfo;
use halfboard_rules::options::{OptionError, OptionInfo, Values};
use halfboard_rules::registry::{self, RulesError};

use crate::Text;
use crate::games::{self, GameTexts, OptionText, PresetText};

crate::phrases! {
    custom_rules: "custom rules" | "eigene Regeln",
    unknown_game(id, games): "Unknown game “{id}”. Valid: {games}." | "Unbekanntes Spiel „{id}“. Gültig: {games}.",
    not_a_pair(word, options): "“{word}” is not of the form option=value. The options are: {options}." |
        "„{word}“ hat nicht die Form option=wert. Die Optionen sind: {options}.",
    unknown_option(name, options): "Unknown option “{name}”. Valid: {options}." | "Unbekannte Option „{name}“. Gültig: {options}.",
    invalid_value(option, value, values): "{option}: invalid value “{value}”. Valid: {values}." |
        "{option}: ungültiger Wert „{value}“. Gültig: {values}.",
    given_twice(option): "{option} is given twice." | "{option} ist zweimal angegeben.",
    conflict(option, value, condition): "{option} “{value}”: {condition}." | "{option} „{value}“: {condition}.",
    or_form(default, form): "{default}, or {form}" | "{default} oder {form}",
}

/// Returns the texts of the game that a rules string names, if there is one.
fn texts_of(rules: &str) -> Option<&'static GameTexts> {
    games::find(rules.split(':').next().unwrap_or(rules))
}

/// Lists the values that an option can have, by their labels.
fn values(option: &OptionText) -> String {
    let listed = option.values.iter().map(|value| value.label.get()).collect::<Vec<_>>().join(", ");
    match option.form {
        None => listed,
        Some(form) => or_form(listed, form.get()),
    }
}

/// Explains an error in a choice of options, by the labels of the options.
pub fn option_error(game: &GameInfo, error: &OptionError) -> String {
    let texts = games::texts(game);
    let names = |options: &[OptionInfo]| options.iter().map(|info| info.name).collect::<Vec<_>>().join(", ");
    match error {
        OptionError::NotAPair { word, options } => not_a_pair(word, names(options)),
        OptionError::UnknownOption { name, options } => unknown_option(name, names(options)),
        OptionError::UnknownValue { option, value } => {
            let option = texts.option(option.name);
            invalid_value(option.label.get(), value, values(option))
        }
        OptionError::Twice { option } => given_twice(texts.option(option.name).label.get()),
        OptionError::Conflict { option, value, rule } => {
            let option = texts.option(option);
            conflict(option.label.get(), option.value_label(value), option.requires.map_or(*rule, Text::get))
        }
        _ => error.to_string(),
    }
}

/// Explains an error in a rules string.
pub fn rules_error(error: &RulesError) -> String {
    match error {
        RulesError::UnknownGame { id } => {
            let games = registry::games().iter().map(|game| game.info().id).collect::<Vec<_>>().join(", ");
            unknown_game(id, games)
        }
        // The author of a rules string needs the names that stand in it, not their labels.
        RulesError::Options { game, error: OptionError::UnknownValue { option, value } } => {
            let form = texts_of(game).and_then(|texts| texts.option(option.name).form);
            let valid = match option.values {
                Values::Listed(values) => values.join(", "),
                Values::Pattern { default, pattern: english, .. } => or_form(default, form.map_or(english, Text::get)),
            };
            invalid_value(option.name, value, valid)
        }
        RulesError::Options { game, error } => match registry::game(game) {
            Ok(game) => option_error(game.info(), error),
            Err(_) => error.to_string(),
        },
        _ => error.to_string(),
    }
}

/// Returns the preset that a canonical rules string is, if it is one.
pub fn preset(rules: &str) -> Option<&'static PresetText> {
    let texts = texts_of(rules)?;
    let preset = registry::game(texts.id).ok()?.presets().into_iter().find(|preset| preset.rules == rules)?;
    Some(texts.preset(preset.id))
}

/// Returns the summary of the preset that a canonical rules string is, or else of the game.
pub fn summary(rules: &str) -> &'static str {
    let Some(texts) = texts_of(rules) else { return "" };
    preset(rules).filter(|_| rules != texts.id).map_or(texts.summary, |preset| preset.summary).get()
}

/// Returns the game and variant of a canonical rules string, as in "Lines of Action: Torus".
pub fn variant(rules: &str) -> String {
    let id = rules.split(':').next().unwrap_or(rules);
    let Ok(game) = registry::game(id) else { return rules.to_owned() };
    let name = game.info().name;
    match preset(rules) {
        // The plain game, whose preset carries the game's name or the short form of it.
        Some(_) if rules == id => name.to_owned(),
        Some(preset) => format!("{}: {}", short_name(name), preset.name.get()),
        None => format!("{}: {}", short_name(name), custom_rules()),
    }
}

/// Returns a game's name without its subtitle.
pub fn short_name(name: &str) -> &str {
    name.split(':').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, speak};

    /// All values that a test can try, with the example of a form.
    fn words(info: &OptionInfo) -> Vec<&'static str> {
        match info.values {
            Values::Listed(values) => values.to_vec(),
            Values::Pattern { default, example, .. } => vec![default, example],
        }
    }

    #[test]
    fn summaries_end_with_a_full_stop_and_differ_between_the_languages() {
        let games = games::GAMES.iter().map(|game| game.summary);
        let presets = games::GAMES.iter().flat_map(|game| game.presets).map(|preset| preset.summary);
        for text in games.chain(presets) {
            assert!(text.en.ends_with('.') && text.de.ends_with('.') && text.en != text.de, "{}", text.en);
        }
    }

    #[test]
    fn every_conflict_of_two_options_is_told_in_both_languages() {
        let mut seen = std::collections::BTreeSet::new();
        for game in registry::games() {
            let id = game.info().id;
            let options = game.options();
            for (index, first) in options.iter().enumerate() {
                for second in &options[index..] {
                    for (a, b) in words(first).into_iter().flat_map(|a| words(second).into_iter().map(move |b| (a, b)))
                    {
                        let text = if first.name == second.name {
                            format!("{id}:{}={a}", first.name)
                        } else {
                            format!("{id}:{}={a},{}={b}", first.name, second.name)
                        };
                        let Err(RulesError::Options { error, .. }) = registry::rules(&text) else { continue };
                        let OptionError::Conflict { rule, .. } = error else { panic!("{text}: {error}") };
                        seen.insert(rule);
                        for language in Language::ALL {
                            speak(language);
                            assert!(!option_error(game.info(), &error).contains('='), "{text}");
                        }
                    }
                }
            }
        }
        let texts = games::GAMES.iter().flat_map(|game| game.options);
        assert_eq!(seen.len(), texts.filter(|option| option.requires.is_some()).count(), "{seen:?}");
    }

    #[test]
    fn errors_read_like_sentences() {
        let told = |text: &str| rules_error(&registry::rules(text).expect_err("wrong"));
        speak(Language::English);
        assert_eq!(
            told("lines-of-action:setup=parachute,players=four"),
            "Players “Four”: only with the setup “Standard”."
        );
        speak(Language::German);
        assert_eq!(
            told("sight-reduction:target=C4-B7"),
            "Ziel „C4-B7“: nur im Solitär und wenn ein Zug einen Stein wegnimmt."
        );
        assert_eq!(told("j:long-sides=x"), "long-sides: ungültiger Wert „x“. Gültig: own, any.");
        assert_eq!(
            told("sight-reduction:solitaire=on,target=C4"),
            "target: ungültiger Wert „C4“. Gültig: none oder zwei verschiedene Felder wie C4-B7, zuerst das des weißen \
             Steins."
        );
        let j = registry::game("j").expect("a game");
        let wrong = OptionError::UnknownValue { option: &j.options()[0], value: "x".to_owned() };
        assert_eq!(option_error(j.info(), &wrong), "Lange Ränder: ungültiger Wert „x“. Gültig: Eigene, Alle.");
    }

    #[test]
    fn variants_have_names() {
        speak(Language::English);
        assert_eq!(variant("j"), "J: The Misère Connection Game");
        assert_eq!(variant("j:free-placement=on"), "J: Free placement");
        assert_eq!(variant("lines-of-action"), "Lines of Action");
        assert_eq!(variant("j:free-placement=on,first=black"), "J: custom rules");
    }
}
