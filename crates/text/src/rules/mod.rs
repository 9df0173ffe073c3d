//! Words of the rules: games, variants, options and what does not go together. The registry says them in English; here
//! is the same in every other language, found by the English text, and a test that nothing is missing.

mod german;

use halfboard_rules::options::{OptionError, OptionInfo, Values};
use halfboard_rules::registry::{self, PresetInfo, RulesError};

use super::{Language, language};

crate::phrases! {
    own_mix: "your own mix" | "eigene Mischung",
    no_game(id, games): "There is no game “{id}”. The games are: {games}." | "Ein Spiel „{id}“ gibt es nicht. Die Spiele sind: {games}.",
    not_a_pair(word, options): "“{word}” is not of the form option=value. The options are: {options}." |
        "„{word}“ hat nicht die Form option=wert. Die Optionen sind: {options}.",
    no_option(name, options): "There is no option “{name}”. The options are: {options}." |
        "Eine Option „{name}“ gibt es nicht. Die Optionen sind: {options}.",
    no_value(option, value, values): "{option}: there is no “{value}”. Valid: {values}." |
        "{option}: „{value}“ gibt es nicht. Gültig: {values}.",
    twice(option): "{option} is given twice." | "{option} ist zweimal angegeben.",
    conflict(option, value, rule): "{option} “{value}” {rule}." | "{option} „{value}“ {rule}.",
    or_form(default, form): "{default}, or {form}" | "{default} oder {form}",
}

/// What the registry says, in the language spoken now. What is new there is shown as it is.
pub fn say(english: &str) -> &str {
    match language() {
        Language::English => english,
        Language::German => found(german::PHRASES, english).unwrap_or(english),
    }
}

fn found(list: &[(&str, &'static str)], english: &str) -> Option<&'static str> {
    list.iter().find(|(en, _)| *en == english).map(|(_, de)| *de)
}

/// What a word of rules strings is called: `scrambled-eggs` is Scrambled eggs.
fn word_as_label(keys: &[&str], word: &str) -> String {
    if language() == Language::German
        && let Some(german) = keys.iter().find_map(|key| found(german::WORDS, key))
    {
        return german.to_owned();
    }
    let spaced = word.replace('-', " ");
    let mut letters = spaced.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

/// What an option is called.
pub fn option(info: &OptionInfo) -> String {
    option_named(info.name)
}

fn option_named(name: &str) -> String {
    word_as_label(&[name], name)
}

/// What an option decides, without what it goes with: the form tells that where it matters.
pub fn option_summary(info: &OptionInfo) -> &'static str {
    let summary = say(info.summary);
    summary.split(';').next().unwrap_or(summary)
}

/// What a value of an option is called. A value of a form, such as two squares, is its own name.
pub fn value(info: &OptionInfo, word: &str) -> String {
    let listed = match info.values {
        Values::Listed(values) => values.iter().any(|value| value.name == word),
        Values::Form { default, .. } => default.name == word,
    };
    if listed { word_as_label(&[&format!("{}={word}", info.name), word], word) } else { word.to_owned() }
}

/// What values an option can have.
fn values(info: &OptionInfo) -> String {
    match info.values {
        Values::Listed(values) => values.iter().map(|listed| value(info, listed.name)).collect::<Vec<_>>().join(", "),
        Values::Form { default, form, .. } => or_form(value(info, default.name), say(form)),
    }
}

fn conflict_rule(rule: &'static str) -> &'static str {
    let found = german::CONFLICTS.iter().find(|(key, ..)| *key == rule);
    match (found, language()) {
        (Some((_, en, _)), Language::English) => en,
        (Some((_, _, de)), Language::German) => de,
        (None, _) => rule,
    }
}

/// What is wrong with a choice of options of a game.
pub fn option_error(options: &[OptionInfo], error: &OptionError) -> String {
    let names = |options: &[OptionInfo]| options.iter().map(|info| info.name).collect::<Vec<_>>().join(", ");
    match error {
        OptionError::NotAPair { word, options } => not_a_pair(word, names(options)),
        OptionError::UnknownOption { name, options } => no_option(name, names(options)),
        OptionError::UnknownValue { option, value } => no_value(self::option(option), value, values(option)),
        OptionError::Twice { option } => twice(self::option(option)),
        OptionError::Conflict { option, value, rule } => {
            let info = options.iter().find(|info| info.name == *option);
            let value = info.map_or_else(|| value.clone(), |info| self::value(info, value));
            conflict(option_named(option), value, conflict_rule(rule))
        }
        _ => error.to_string(),
    }
}

/// What is wrong with a rules string.
pub fn rules_error(error: &RulesError) -> String {
    match error {
        RulesError::UnknownGame { id } => {
            let games = registry::games().iter().map(|game| game.info().id).collect::<Vec<_>>().join(", ");
            no_game(id, games)
        }
        // Who writes rules strings needs the words that stand in them, not what the form calls them.
        RulesError::Options { error: OptionError::UnknownValue { option, value }, .. } => {
            let valid = match option.values {
                Values::Listed(values) => values.iter().map(|value| value.name).collect::<Vec<_>>().join(", "),
                Values::Form { default, form, .. } => or_form(default.name, say(form)),
            };
            no_value(option.name, value, valid)
        }
        RulesError::Options { game, error } => {
            let options = registry::game(game).map_or(&[][..], |game| game.options());
            option_error(options, error)
        }
        _ => error.to_string(),
    }
}

/// The preset that a canonical rules string is, if it is one.
pub fn preset(rules: &str) -> Option<PresetInfo> {
    let id = rules.split(':').next().unwrap_or(rules);
    registry::game(id).ok()?.presets().into_iter().find(|preset| preset.rules == rules)
}

/// The game and variant of a canonical rules string, as in "Lines of Action: Torus".
pub fn variant(rules: &str) -> String {
    let id = rules.split(':').next().unwrap_or(rules);
    let Ok(game) = registry::game(id) else { return rules.to_owned() };
    let name = game.info().name;
    match preset(rules) {
        // The plain game, whose preset carries the game's name or the short form of it.
        Some(preset) if preset.rules == id => say(name).to_owned(),
        Some(preset) => format!("{}: {}", short_name(name), say(preset.name)),
        None => format!("{}: {}", short_name(name), own_mix()),
    }
}

/// A game's name without what explains it.
pub fn short_name(name: &str) -> &str {
    name.split(':').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speak;

    fn assert_all_said(phrases: &[&str]) {
        for english in phrases {
            let known = german::PROPER.contains(english) || found(german::PHRASES, english).is_some();
            assert!(known, "no German for: {english}");
        }
    }

    fn assert_labelled(keys: &[&str]) {
        assert!(keys.iter().any(|key| found(german::WORDS, key).is_some()), "no German for: {keys:?}");
    }

    /// All values that a test can try, with the example of a form.
    fn words(info: &OptionInfo) -> Vec<&'static str> {
        match info.values {
            Values::Listed(values) => values.iter().map(|value| value.name).collect(),
            Values::Form { default, example, .. } => vec![default.name, example],
        }
    }

    #[test]
    fn all_that_the_registry_says_has_german() {
        for game in registry::games() {
            let info = game.info();
            assert_all_said(&[info.name, info.summary, info.designer]);
            for preset in game.presets() {
                assert_all_said(&[preset.name, preset.summary, preset.designer]);
                let rules = registry::rules(&preset.rules).expect("valid");
                assert_all_said(rules.seats());
            }
            for option in game.options() {
                assert_all_said(&[option.summary]);
                assert_labelled(&[option.name]);
                match option.values {
                    Values::Listed(values) => {
                        for value in values {
                            assert_all_said(&[value.summary]);
                            assert_labelled(&[&format!("{}={}", option.name, value.name), value.name]);
                        }
                    }
                    Values::Form { default, form, .. } => {
                        assert_all_said(&[default.summary, form]);
                        assert_labelled(&[&format!("{}={}", option.name, default.name), default.name]);
                    }
                }
            }
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
                        assert!(german::CONFLICTS.iter().any(|(key, ..)| *key == rule), "no words for: {rule}");
                        seen.insert(rule);
                        for language in Language::ALL {
                            speak(language);
                            assert!(!option_error(options, &error).contains('='), "{text}");
                        }
                    }
                }
            }
        }
        assert_eq!(seen.len(), german::CONFLICTS.len(), "{seen:?}");
    }

    #[test]
    fn errors_read_like_sentences() {
        let told = |text: &str| rules_error(&registry::rules(text).err().expect("wrong"));
        speak(Language::English);
        assert_eq!(
            told("lines-of-action:setup=parachute,players=four"),
            "Players “Four” goes only with the set-up “Standard”."
        );
        speak(Language::German);
        assert_eq!(
            told("sight-reduction:target=C4-B7"),
            "Ziel „C4-B7“ geht nur im Solitär und wenn ein Zug einen Stein wegnimmt."
        );
        assert_eq!(told("j:long-sides=x"), "long-sides: „x“ gibt es nicht. Gültig: own, any.");
        assert_eq!(
            told("sight-reduction:solitaire=on,target=C4"),
            "target: „C4“ gibt es nicht. Gültig: none oder zwei verschiedene Felder wie C4-B7, zuerst das des weißen \
             Steins."
        );
        let options = registry::game("j").expect("a game").options();
        let wrong = OptionError::UnknownValue { option: &options[0], value: "x".to_owned() };
        assert_eq!(option_error(options, &wrong), "Lange Ränder: „x“ gibt es nicht. Gültig: Eigene, Alle.");
    }

    #[test]
    fn variants_have_names() {
        speak(Language::English);
        assert_eq!(variant("j"), "J: The Misère Connection Game");
        assert_eq!(variant("j:free-placement=on"), "J: Free placement");
        assert_eq!(variant("lines-of-action"), "Lines of Action");
        assert_eq!(variant("j:free-placement=on,first=black"), "J: your own mix");
    }
}
