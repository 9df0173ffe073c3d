//! Texts of Three's a Crowd.

#[cfg(feature = "lessons")]
mod lesson;

use halfboard_rules::games::crowd::{Crowd, CrowdRefusal};

use super::{FairnessText, GameText, OptionText, PresetText, ValueText};
use crate::Text;
#[cfg(feature = "lessons")]
use crate::lessons::LessonStep;
use crate::refusal::RefusedSquare;

crate::phrases! {
    makes_three(square, others): "{square} would make three in a row with {others}." |
        "{square} ergäbe mit {others} drei in einer Reihe.",
    and: "and" | "und",
}

impl GameText for Crowd {
    const SUMMARY: Text = Text::new(
        "Place checkers and never make three in a row. If you cannot place one, you lose.",
        "Setz Steine und bilde nie drei in einer Reihe. Wer keinen mehr setzen kann, verliert.",
    );
    const DESIGNERS: Text = Text::new("the Halfboard project", "dem Halfboard-Projekt");
    const RULES_PAGE: Text = Text::new(include_str!("rules.md"), include_str!("rules.de.md"));
    const OPTIONS: &'static [OptionText] = &[OptionText::new(
        "lines",
        Text::new("Lines", "Linien"),
        Text::new("which lines count as rows", "welche Linien als Reihen zählen"),
        &[
            ValueText::new(
                "all",
                Text::new("All", "Alle"),
                Text::new("rows, columns and diagonals", "Reihen, Spalten und Diagonalen"),
            ),
            ValueText::new(
                "orthogonal",
                Text::new("Orthogonal", "Orthogonal"),
                Text::new("rows and columns only", "nur Reihen und Spalten"),
            ),
        ],
    )];
    const PRESETS: &'static [PresetText] = &[
        PresetText::new(
            "standard",
            Text::new("Three's a Crowd", "Three's a Crowd"),
            Text::new("Rows, columns and diagonals count.", "Reihen, Spalten und Diagonalen zählen."),
        ),
        PresetText::new(
            "orthogonal",
            Text::new("Rows and columns", "Reihen und Spalten"),
            Text::new("Three on a diagonal are allowed.", "Drei auf einer Diagonale sind erlaubt."),
        ),
    ];
    const EXPLANATIONS: &'static [(&'static str, Text)] = &[
        (
            "squares",
            Text::new(
                "It leaves you more squares, or your opponent fewer.",
                "Er lässt dir mehr Felder oder deinem Gegner weniger.",
            ),
        ),
        (
            "private",
            Text::new("It gains squares that only you can use.", "Er gewinnt Felder, die nur du benutzen kannst."),
        ),
    ];
    const FAIRNESS: FairnessText = FairnessText {
        findings: Text::new("No statistics have been collected.", "Es wurden keine Statistiken erhoben."),
        advice: Text::new("Swap sides after each game.", "Tauscht nach jeder Partie die Seiten."),
    };
    #[cfg(feature = "lessons")]
    const LESSON: &'static [LessonStep] = lesson::STEPS;

    fn explain(refusal: &CrowdRefusal, at: &RefusedSquare) -> String {
        match refusal {
            CrowdRefusal::MakesThree { others } => makes_three(&at.name, at.list(others, and())),
        }
    }
}
