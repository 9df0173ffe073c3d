//! What was chosen last on the pages of the solitaire, and how it is kept: a line `name value` each. What cannot be read
//! keeps its default.

use halfboard_engine::games::sight_reduction::solitaire::Grade;
use halfboard_rules::board::{Board, Square};

use crate::saved::{StorageError, Store};

/// A variant of the solitaire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variant {
    /// Friends are seen along diagonals, too.
    pub queen: bool,
    /// Who goes must see an enemy as well.
    pub enemy: bool,
    /// Two that see each other may go together.
    pub pairs: bool,
}

impl Variant {
    /// The canonical rules string, with the last two where they are given: the white one's square and the black one's.
    ///
    /// ```
    /// use halfboard_app::solitaire::Variant;
    /// assert_eq!(Variant::default().rules(None), "sight-reduction:solitaire=on");
    /// ```
    pub fn rules(self, last: Option<(Square, Square)>) -> String {
        let mut rules = "sight-reduction:".to_owned();
        for (on, option) in
            [(self.queen, "sight=queen,"), (self.enemy, "enemy=required,"), (self.pairs, "remove=one-or-two,")]
        {
            if on {
                rules += option;
            }
        }
        rules += "solitaire=on";
        if let Some((white, black)) = last {
            rules += &format!(",target={}-{}", Board::Half.name(white), Board::Half.name(black));
        }
        rules
    }
}

/// What was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolitaireSettings {
    /// Whether to warn of dead ends.
    pub warns: bool,
    /// Whether the time is shown.
    pub shows_time: bool,
    /// The variant of new puzzles.
    pub variant: Variant,
    /// Whether their last two are given.
    pub aimed: bool,
    /// Their grade.
    pub grade: Grade,
}

impl Default for SolitaireSettings {
    fn default() -> Self {
        SolitaireSettings {
            warns: false,
            shows_time: true,
            variant: Variant::default(),
            aimed: false,
            grade: Grade::Easy,
        }
    }
}

const KEY: &str = "halfboard.solitaire.choices";

impl SolitaireSettings {
    /// Reads what is kept.
    pub fn load(store: &dyn Store) -> SolitaireSettings {
        SolitaireSettings::read(&store.get(KEY).unwrap_or_default())
    }

    /// Keeps it.
    pub fn save(&self, store: &dyn Store) -> Result<(), StorageError> {
        store.set(KEY, &self.write())
    }

    fn read(text: &str) -> SolitaireSettings {
        let mut choices = SolitaireSettings::default();
        for (name, value) in text.lines().filter_map(|line| line.split_once(' ')) {
            let place = match name {
                "warns" => &mut choices.warns,
                "time" => &mut choices.shows_time,
                "queen" => &mut choices.variant.queen,
                "enemy" => &mut choices.variant.enemy,
                "pairs" => &mut choices.variant.pairs,
                "last" => &mut choices.aimed,
                "grade" => {
                    choices.grade = value.parse().ok().unwrap_or(choices.grade);
                    continue;
                }
                _ => continue,
            };
            match value {
                "on" => *place = true,
                "off" => *place = false,
                _ => {}
            }
        }
        // Where nothing is left, nothing can be named.
        choices.aimed &= !choices.variant.pairs;
        choices
    }

    fn write(&self) -> String {
        let SolitaireSettings { warns, shows_time, variant, aimed, grade } = *self;
        let switches = [
            ("warns", warns),
            ("time", shows_time),
            ("queen", variant.queen),
            ("enemy", variant.enemy),
            ("pairs", variant.pairs),
            ("last", aimed),
        ];
        let lines = switches.map(|(name, on)| format!("{name} {}\n", if on { "on" } else { "off" }));
        lines.concat() + &format!("grade {}\n", grade.as_str())
    }
}

#[cfg(test)]
mod tests {
    use halfboard_rules::registry;

    use super::*;

    #[test]
    fn rules_are_canonical() {
        for bits in 0..8 {
            let variant = Variant { queen: bits & 1 != 0, enemy: bits & 2 != 0, pairs: bits & 4 != 0 };
            let last = (!variant.pairs).then(|| (Square::new(0), Square::new(31)));
            for last in [None, last] {
                let rules = variant.rules(last);
                assert_eq!(registry::rules(&rules).expect("valid").canonical(), rules);
            }
        }
    }

    #[test]
    fn choices_are_read_as_they_were_written_and_nonsense_is_not() {
        let variant = Variant { queen: true, enemy: true, pairs: false };
        let choices =
            SolitaireSettings { warns: true, shows_time: false, variant, aimed: true, grade: Grade::Fiendish };
        assert_eq!(SolitaireSettings::read(&choices.write()), choices);
        for text in ["", "warns", "warns maybe", "grade impossible", "\u{0} \n x y"] {
            assert_eq!(SolitaireSettings::read(text), SolitaireSettings::default(), "{text:?}");
        }
        assert!(!SolitaireSettings::read("last on\npairs on").aimed);
    }
}
