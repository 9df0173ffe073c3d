//! The settings, stored as lines of `name value`. Lines that cannot be parsed keep their defaults.

use halfboard_engine::levels::{Level, StoredLevel};

use crate::phrases::Language;
use crate::phrases::players::NAMED_LEVELS;

/// Declares an enum of choices with the name under which each is stored.
macro_rules! kept_choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$variant_doc])* $variant,)* }

        impl $name {
            /// All choices, in the order of the settings page.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// Returns the name under which it is stored, which is also its class in style sheets.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }

            /// Returns the choice of a name.
            pub fn of_word(word: &str) -> Option<$name> {
                Self::ALL.iter().copied().find(|choice| choice.word() == word)
            }
        }
    };
}

kept_choice! {
    /// The colours of the pages.
    Theme {
        /// As the device says.
        #[default]
        System = "system",
        /// Ink on paper.
        Light = "light",
        /// For the evening.
        Dark = "dark",
        /// Black, white and hard edges.
        Contrast = "contrast",
    }
}

kept_choice! {
    /// What checkers look like.
    Pieces {
        /// Turned wood with ridges: one ring on white, three on black.
        #[default]
        Ridged = "ridged",
        /// Plain discs; black ones carry a dot.
        Flat = "flat",
        /// Discs with the colour's letter.
        Lettered = "lettered",
    }
}

kept_choice! {
    /// Whether things move on the board.
    Motion {
        /// As the device says.
        #[default]
        System = "system",
        /// Never.
        Off = "off",
    }
}

/// How much memory the engine takes in the browser, in mebibytes.
pub const MEMORIES: [u32; 4] = [8, 16, 32, 64];

/// All settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The language; `None` follows the browser.
    pub language: Option<Language>,
    /// The colours.
    pub theme: Theme,
    /// The checkers.
    pub pieces: Pieces,
    /// Whether moves are animated.
    pub motion: Motion,
    /// Whether sounds are played.
    pub sounds: bool,
    /// Whether the board shows coordinates.
    pub coordinates: bool,
    /// Whether the chat of online games is shown.
    pub chat: bool,
    /// The engine's strength by rules for which no level was chosen: one of the eight that have names.
    pub level: StoredLevel,
    /// The engine's memory in mebibytes.
    pub memory: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            language: None,
            theme: Theme::System,
            pieces: Pieces::Ridged,
            motion: Motion::System,
            sounds: true,
            coordinates: true,
            chat: true,
            level: StoredLevel { number: 2, of: Some(NAMED_LEVELS) },
            memory: 16,
        }
    }
}

impl Settings {
    /// Returns the level by rules for which none was chosen.
    pub fn level_in(&self, rules: &str) -> u8 {
        self.level.level(rules).map_or(1, Level::number)
    }

    /// Formats the settings for storage.
    pub fn write(&self) -> String {
        let on = |on: bool| if on { "on" } else { "off" };
        let lines = [
            ("language", self.language.map_or("browser", Language::tag).to_owned()),
            ("theme", self.theme.word().to_owned()),
            ("pieces", self.pieces.word().to_owned()),
            ("motion", self.motion.word().to_owned()),
            ("sounds", on(self.sounds).to_owned()),
            ("coordinates", on(self.coordinates).to_owned()),
            ("chat", on(self.chat).to_owned()),
            ("level", self.level.to_string()),
            ("memory", self.memory.to_string()),
        ];
        lines.map(|(name, value)| format!("{name} {value}\n")).concat()
    }

    /// Parses stored settings.
    ///
    /// ```
    /// use halfboard_app::settings::{Settings, Theme};
    /// let settings = Settings::read("theme dark\nlevel 99\nnonsense");
    /// assert_eq!(settings, Settings { theme: Theme::Dark, ..Settings::default() });
    /// ```
    pub fn read(text: &str) -> Settings {
        let mut settings = Settings::default();
        for (name, value) in text.lines().filter_map(|line| line.split_once(' ')) {
            settings.set(name, value);
        }
        settings
    }

    fn set(&mut self, name: &str, value: &str) {
        fn put<T>(place: &mut T, value: Option<T>) {
            if let Some(value) = value {
                *place = value;
            }
        }
        let switch = match value {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        };
        match name {
            "language" => self.language = Language::of_tag(value),
            "theme" => put(&mut self.theme, Theme::of_word(value)),
            "pieces" => put(&mut self.pieces, Pieces::of_word(value)),
            "motion" => put(&mut self.motion, Motion::of_word(value)),
            "sounds" => put(&mut self.sounds, switch),
            "coordinates" => put(&mut self.coordinates, switch),
            "chat" => put(&mut self.chat, switch),
            "level" => put(&mut self.level, value.parse().ok()),
            "memory" => put(&mut self.memory, value.parse().ok().filter(|memory| MEMORIES.contains(memory))),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_as_they_were_written() {
        let settings = Settings {
            language: Some(Language::German),
            theme: Theme::Contrast,
            pieces: Pieces::Lettered,
            motion: Motion::Off,
            sounds: true,
            coordinates: false,
            chat: false,
            level: StoredLevel { number: 8, of: Some(NAMED_LEVELS) },
            memory: 64,
        };
        assert_eq!(Settings::read(&settings.write()), settings);
        assert_eq!(Settings::read(&Settings::default().write()), Settings::default());
    }

    #[test]
    fn sounds_are_on_unless_they_were_turned_off() {
        assert!(Settings::read("theme dark\n").sounds);
        assert!(!Settings::read("theme dark\nsounds off\nlevel 3\n").sounds, "as released versions wrote it");
    }

    #[test]
    fn levels_of_released_versions_keep_their_strength() {
        let settings = Settings::read("theme dark\nsounds off\nlevel 8\n");
        for rules in ["j", "sight-reduction", "sight-reduction:remove=one-or-two"] {
            assert_eq!(settings.level_in(rules), Level::top(rules).number());
        }
        assert_eq!(Some(Settings::read("level 3").level_in("j")), Level::from_eight("j", 3).map(Level::number));
        assert_eq!(Settings::read(&settings.write()), settings);
    }

    #[test]
    fn broken_settings_keep_their_defaults() {
        for text in [
            "",
            "theme",
            "theme  dark",
            "level 0",
            "level x",
            "level 9/8",
            "memory 4096",
            "sounds maybe",
            "sounds ",
            "\u{0}\u{1} \n\n  ",
        ] {
            assert_eq!(Settings::read(text), Settings::default(), "{text:?}");
        }
    }
}
