//! Texts of the games, one module per game. Each implements [`GameText`]; [`halfboard_rules::games!`] lists them.

use halfboard_engine::evaluate::{Evaluate, ExplainsWhen};
use halfboard_rules::game::{GameInfo, Preset};
use halfboard_rules::options::{OptionInfo, OptionSet, Values};
use halfboard_rules::present::Present;

use crate::Text;
#[cfg(feature = "lessons")]
use crate::lessons::LessonStep;
use crate::refusal::RefusedSquare;

macro_rules! declare_modules {
    ($($module:ident::$Game:ident),+ $(,)?) => {
        $(pub mod $module;)+
    };
}
halfboard_rules::games!(declare_modules);

/// All texts about one game, in every language.
///
/// That the texts of options, presets and evaluation terms match the rules and the engine is checked at compile time.
pub trait GameText: Present + Evaluate {
    /// The game in one or two sentences.
    const SUMMARY: Text;
    /// The designers.
    const DESIGNERS: Text;
    /// The rules page, in Markdown.
    const RULES_PAGE: Text;
    /// The options, in the order of the rules.
    const OPTIONS: &'static [OptionText];
    /// The presets, in the order of the rules.
    const PRESETS: &'static [PresetText];
    /// What a term of the evaluation says in favour of a move, by the term's name and in the order of the evaluation.
    const EXPLANATIONS: &'static [(&'static str, Text)];
    /// What is known about the fairness of the game.
    const FAIRNESS: FairnessText;
    /// The steps of the lesson.
    #[cfg(feature = "lessons")]
    const LESSON: &'static [LessonStep];

    /// Explains why a square cannot be chosen, for a reason of this game alone.
    fn explain(refusal: &Self::Refusal, at: &RefusedSquare) -> String;
}

/// The texts of an option.
#[derive(Clone, Copy, Debug)]
pub struct OptionText {
    /// The option's name in rules strings.
    pub name: &'static str,
    /// The option's label.
    pub label: Text,
    /// What the option decides, without a full stop.
    pub summary: Text,
    /// When values other than the default are allowed, as in "only with four players".
    pub requires: Option<Text>,
    /// The form of values that are not listed.
    pub form: Option<Text>,
    /// What the designers of the game advise about the option, and what was found out since.
    pub advice: Option<Text>,
    /// The listed values, in the order of the rules.
    pub values: &'static [ValueText],
}

impl OptionText {
    const fn new(name: &'static str, label: Text, summary: Text, values: &'static [ValueText]) -> Self {
        OptionText { name, label, summary, requires: None, form: None, advice: None, values }
    }

    const fn requires(self, condition: Text) -> Self {
        OptionText { requires: Some(condition), ..self }
    }

    const fn or(self, form: Text) -> Self {
        OptionText { form: Some(form), ..self }
    }

    const fn advice(self, advice: Text) -> Self {
        OptionText { advice: Some(advice), ..self }
    }

    /// Returns the label of a value. A value that is not listed, such as a pair of squares, is its own label.
    pub fn value_label<'a>(&self, value: &'a str) -> &'a str {
        self.values.iter().find(|text| text.name == value).map_or(value, |text| text.label.get())
    }
}

/// The texts of an option's value.
#[derive(Clone, Copy, Debug)]
pub struct ValueText {
    /// The value in rules strings.
    pub name: &'static str,
    /// The value's label.
    pub label: Text,
    /// What the value means, without a full stop.
    pub summary: Text,
}

impl ValueText {
    const fn new(name: &'static str, label: Text, summary: Text) -> Self {
        ValueText { name, label, summary }
    }

    const fn off(summary: Text) -> Self {
        ValueText::new("off", Text::new("Off", "Aus"), summary)
    }

    const fn on(summary: Text) -> Self {
        ValueText::new("on", Text::new("On", "An"), summary)
    }
}

/// The option that every game has: which colour moves first.
const FIRST_MOVE: OptionText = OptionText::new(
    "first",
    Text::new("First move", "Anzug"),
    Text::new("who moves first", "wer beginnt"),
    &[
        ValueText::new("white", Text::new("White", "Weiß"), Text::new("White moves first", "Weiß beginnt")),
        ValueText::new("black", Text::new("Black", "Schwarz"), Text::new("Black moves first", "Schwarz beginnt")),
    ],
);

/// The texts of a preset.
#[derive(Clone, Copy, Debug)]
pub struct PresetText {
    /// The preset's id.
    pub id: &'static str,
    /// The preset's name.
    pub name: Text,
    /// What is special about it, in a sentence.
    pub summary: Text,
    /// The designers, where they are not those of the game.
    pub designers: Option<Text>,
}

impl PresetText {
    const fn new(id: &'static str, name: Text, summary: Text) -> Self {
        PresetText { id, name, summary, designers: None }
    }

    const fn by(self, designers: Text) -> Self {
        PresetText { designers: Some(designers), ..self }
    }
}

/// What is known about the fairness of a game.
#[derive(Clone, Copy, Debug)]
pub struct FairnessText {
    /// What solvers and engine games have shown.
    pub findings: Text,
    /// What a designer could change.
    pub advice: Text,
}

/// The texts of a game as a value: [`GameText`] with the game's type erased.
#[derive(Clone, Copy, Debug)]
pub struct GameTexts {
    /// The game's id.
    pub id: &'static str,
    /// The game in one or two sentences.
    pub summary: Text,
    /// The designers.
    pub designers: Text,
    /// The options, in the order of the rules.
    pub options: &'static [OptionText],
    /// The presets, in the order of the rules.
    pub presets: &'static [PresetText],
    /// What a term of the evaluation says in favour of a move, by the term's name.
    pub explanations: &'static [(&'static str, Text)],
    /// What is known about the fairness of the game.
    pub fairness: FairnessText,
}

impl GameTexts {
    const fn of<G: GameText>() -> Self {
        check_options(<G::Options as OptionSet>::INFO, G::OPTIONS);
        check_presets(<G as halfboard_rules::game::Game>::PRESETS, <G as GameText>::PRESETS);
        check_explanations::<G>();
        GameTexts {
            id: G::INFO.id,
            summary: G::SUMMARY,
            designers: G::DESIGNERS,
            options: G::OPTIONS,
            presets: <G as GameText>::PRESETS,
            explanations: G::EXPLANATIONS,
            fairness: G::FAIRNESS,
        }
    }

    /// Returns the texts of an option.
    ///
    /// # Panics
    ///
    /// If the game has no such option.
    pub fn option(&self, name: &str) -> &'static OptionText {
        self.options.iter().find(|option| option.name == name).expect("an option of the game")
    }

    /// Returns the texts of a preset.
    ///
    /// # Panics
    ///
    /// If the game has no such preset.
    pub fn preset(&self, id: &str) -> &'static PresetText {
        self.presets.iter().find(|preset| preset.id == id).expect("a preset of the game")
    }
}

macro_rules! texts {
    ($($module:ident::$Game:ident),+ $(,)?) => {
        &[$(GameTexts::of::<halfboard_rules::games::$module::$Game>()),+]
    };
}

/// The texts of all games, in the order of the registry.
pub static GAMES: &[GameTexts] = halfboard_rules::games!(texts);

macro_rules! rules_pages {
    ($($module:ident::$Game:ident),+ $(,)?) => {
        &[$((
            <halfboard_rules::games::$module::$Game as halfboard_rules::game::Game>::INFO.id,
            <halfboard_rules::games::$module::$Game as GameText>::RULES_PAGE,
        )),+]
    };
}

/// The rules pages of all games in Markdown, by the games' ids. Apart from the other texts, so that a program without
/// rules pages does not contain them.
pub(crate) static RULES_PAGES: &[(&str, Text)] = halfboard_rules::games!(rules_pages);

/// Returns the texts of a game.
pub fn texts(game: &GameInfo) -> &'static GameTexts {
    find(game.id).expect("every game has texts: both lists expand from `games!`")
}

/// Returns the texts of the game with this id, if there is one.
pub fn find(id: &str) -> Option<&'static GameTexts> {
    GAMES.iter().find(|texts| texts.id == id)
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// Fails to compile unless every option and every listed value has its texts.
const fn check_options(options: &[OptionInfo], texts: &[OptionText]) {
    assert!(options.len() == texts.len(), "as many option texts as the game has options");
    let mut at = 0;
    while at < options.len() {
        assert!(same(options[at].name, texts[at].name), "option texts are in the order of the game's options");
        let values = texts[at].values;
        match options[at].values {
            Values::Listed(listed) => {
                assert!(listed.len() == values.len(), "as many value texts as the option has values");
                let mut value = 0;
                while value < listed.len() {
                    assert!(same(listed[value], values[value].name), "value texts are in the option's order");
                    value += 1;
                }
            }
            Values::Pattern { default, .. } => {
                assert!(values.len() == 1 && same(default, values[0].name) && texts[at].form.is_some());
            }
        }
        at += 1;
    }
}

/// Fails to compile unless every preset has its texts.
const fn check_presets<O>(presets: &[Preset<O>], texts: &[PresetText]) {
    assert!(presets.len() == texts.len(), "as many preset texts as the game has presets");
    let mut at = 0;
    while at < presets.len() {
        assert!(same(presets[at].id, texts[at].id), "preset texts are in the order of the game's presets");
        at += 1;
    }
}

/// Fails to compile unless exactly the terms that can be a reason for a move are explained.
const fn check_explanations<G: GameText>() {
    let (mut term, mut explained) = (0, 0);
    while term < G::TERMS.len() {
        if !matches!(G::TERMS[term].explains, ExplainsWhen::Never) {
            let known = explained < G::EXPLANATIONS.len() && same(G::TERMS[term].name, G::EXPLANATIONS[explained].0);
            assert!(known, "every term that can be a reason is explained, in the order of the evaluation");
            explained += 1;
        }
        term += 1;
    }
    assert!(explained == G::EXPLANATIONS.len(), "every explanation belongs to a term");
}
