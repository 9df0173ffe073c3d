//! Descriptions of variants: name, designers and options.

use halfboard_rules::game::GameInfo;
use halfboard_rules::options::OptionInfo;
use halfboard_rules::registry;
use halfboard_text::games::{self, GameTexts, PresetText};

use crate::phrases::games as phrases;
use crate::style::{Emphasis, Style};

/// Returns the name of a preset with its designers, if they are not those of the game.
pub(crate) fn credited(preset: &PresetText) -> String {
    let name = preset.name.get();
    preset.designers.map_or_else(|| name.to_owned(), |designers| phrases::by(name, designers.get()))
}

/// The variant that a rules string describes.
pub(crate) struct Variant {
    info: &'static GameInfo,
    texts: &'static GameTexts,
    rules: String,
    options: &'static [OptionInfo],
    /// The preset, and whether it is the standard game.
    preset: Option<(&'static PresetText, bool)>,
}

impl Variant {
    /// Returns the variant of rules in canonical form.
    pub(crate) fn of(info: &'static GameInfo, rules: String) -> Self {
        let (options, presets) = match registry::game(info.id) {
            Ok(game) => (game.options(), game.presets()),
            // A game that is played is listed; were it not, it would have neither.
            Err(_) => (&[][..], Vec::new()),
        };
        // The standard game comes first.
        let place = presets.iter().position(|preset| preset.rules == rules);
        let texts = games::texts(info);
        let preset = place.map(|place| (texts.preset(presets[place].id), place == 0));
        Variant { info, texts, rules, options, preset }
    }

    /// Returns the names of the game and the variant, with their designers.
    fn title(&self, style: Style) -> String {
        let title = phrases::by(style.emphasize(Emphasis::Strong, self.info.name), self.texts.designers.get());
        match &self.preset {
            Some((preset, false)) => {
                format!("{title} {} {}", style.dash(), style.emphasize(Emphasis::Strong, &credited(preset)))
            }
            _ => title,
        }
    }

    /// Describes the variant in a few lines.
    pub(crate) fn greeting(&self, style: Style) -> Vec<String> {
        let mut lines = vec![format!("{} ({})", self.title(style), self.rules)];
        match &self.preset {
            Some((preset, true)) => {
                lines.extend([self.texts.summary.get().to_owned(), preset.summary.get().to_owned()]);
            }
            // The summary of the game may not hold here: a solitaire has no opponent.
            Some((preset, false)) => lines.push(preset.summary.get().to_owned()),
            None => {
                lines.push(phrases::differences().to_owned());
                let changed = self.options.iter().filter(|option| self.value(option) != option.values.default());
                lines.extend(changed.map(|option| format!("  {}", self.setting(option, style))));
            }
        }
        lines
    }

    /// Describes the variant with all its options.
    pub(crate) fn description(&self, style: Style) -> Vec<String> {
        let mut lines = vec![self.title(style)];
        match &self.preset {
            Some((preset, true)) => {
                lines.extend([self.texts.summary.get().to_owned(), preset.summary.get().to_owned()]);
            }
            Some((preset, false)) => {
                lines.push(phrases::standard_game(self.texts.summary.get()));
                lines.push(phrases::this_variant(preset.summary.get()));
            }
            None => lines.push(phrases::standard_game(self.texts.summary.get())),
        }
        lines.push(format!("{}:", phrases::options()));
        for option in self.options {
            lines.push(format!("  {}", self.setting(option, style)));
            let advice =
                self.texts.option(option.name).advice.filter(|_| self.value(option) != option.values.default());
            lines.extend(advice.map(|advice| format!("    {}", advice.get())));
        }
        lines.push(phrases::rules_string_is(&self.rules));
        lines
    }

    /// Returns the value of an option.
    fn value(&self, option: &OptionInfo) -> &str {
        let options = self.rules.split_once(':').map_or("", |(_, options)| options);
        let mut pairs = options.split(',').filter_map(|pair| pair.split_once('='));
        pairs.find(|(name, _)| *name == option.name).map_or(option.values.default(), |(_, value)| value)
    }

    /// Describes the value of an option.
    fn setting(&self, option: &OptionInfo, style: Style) -> String {
        let value = self.value(option);
        let text = self.texts.option(option.name);
        let meaning = match text.values.iter().find(|listed| listed.name == value) {
            Some(listed) => listed.summary.get().to_owned(),
            None => format!("{}: {value}", text.summary.get()),
        };
        format!("{}: {meaning}", style.emphasize(Emphasis::Choice, &format!("{}={value}", option.name)))
    }
}
