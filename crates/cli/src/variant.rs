//! Which variant some rules are: its name, whom to credit for it, and what its options mean. All from the registry;
//! touches nothing.

use halfboard_rules::game::GameInfo;
use halfboard_rules::options::OptionInfo;
use halfboard_rules::registry;
use halfboard_text::games::{self, GameTexts, PresetText};

use crate::style::{Emphasis, Style};

/// Whom to credit for a variant besides the game's own designers, who stand beside the game's name: for a tournament's
/// habits they should not be named again.
pub(crate) fn credit(preset: &PresetText) -> String {
    preset.designers.map(|designers| format!(", by {}", designers.get())).unwrap_or_default()
}

/// Rules with their place among the presets.
pub(crate) struct Variant {
    info: &'static GameInfo,
    texts: &'static GameTexts,
    rules: String,
    options: &'static [OptionInfo],
    /// The preset, and whether it is the plain game.
    preset: Option<(&'static PresetText, bool)>,
}

impl Variant {
    /// The variant of rules in canonical form.
    pub(crate) fn of(info: &'static GameInfo, rules: String) -> Self {
        let (options, presets) = match registry::game(info.id) {
            Ok(game) => (game.options(), game.presets()),
            // A game that is played is listed; were it not, it would have neither.
            Err(_) => (&[][..], Vec::new()),
        };
        // The plain game comes first.
        let place = presets.iter().position(|preset| preset.rules == rules);
        let texts = games::texts(info);
        let preset = place.map(|place| (texts.preset(presets[place].id), place == 0));
        Variant { info, texts, rules, options, preset }
    }

    /// Name and variant, each with its designers.
    fn title(&self, style: Style) -> String {
        let mut title =
            format!("{}, by {}", style.emphasize(Emphasis::Strong, self.info.name), self.texts.designers.get());
        if let Some((preset, false)) = &self.preset {
            title += &format!(
                " {} {}{}",
                style.dash(),
                style.emphasize(Emphasis::Strong, preset.name.get()),
                credit(preset)
            );
        }
        title
    }

    /// What is played, in a few lines: what the game is about, as far as that is so in this variant.
    pub(crate) fn greeting(&self, style: Style) -> Vec<String> {
        let mut lines = vec![format!("{} ({})", self.title(style), self.rules)];
        match &self.preset {
            Some((preset, true)) => {
                lines.extend([self.texts.summary.get().to_owned(), preset.summary.get().to_owned()])
            }
            // The plain game's sentence may be wrong here: a solitaire is not lost to anybody.
            Some((preset, false)) => lines.push(preset.summary.get().to_owned()),
            None => {
                lines.push("A variant; what differs from the plain game:".to_owned());
                let changed = self.options.iter().filter(|option| self.value(option) != option.values.default());
                lines.extend(changed.map(|option| format!("  {}", self.setting(option, style))));
            }
        }
        lines
    }

    /// The rules in force in a few lines, every option among them.
    pub(crate) fn description(&self, style: Style) -> Vec<String> {
        let mut lines = vec![self.title(style)];
        match &self.preset {
            Some((preset, true)) => {
                lines.extend([self.texts.summary.get().to_owned(), preset.summary.get().to_owned()])
            }
            Some((preset, false)) => {
                lines.push(format!("The plain game: {}", self.texts.summary.get()));
                lines.push(format!("This variant: {}", preset.summary.get()));
            }
            None => lines.push(format!("The plain game, from which this differs: {}", self.texts.summary.get())),
        }
        lines.push("Options:".to_owned());
        lines.extend(self.options.iter().map(|option| format!("  {}", self.setting(option, style))));
        lines.push(format!("Rules string: {}", self.rules));
        lines
    }

    /// The word of an option's value in these rules.
    fn value(&self, option: &OptionInfo) -> &str {
        let options = self.rules.split_once(':').map_or("", |(_, options)| options);
        let mut pairs = options.split(',').filter_map(|pair| pair.split_once('='));
        pairs.find(|(name, _)| *name == option.name).map_or(option.values.default(), |(_, value)| value)
    }

    /// An option with its value and what that means.
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
