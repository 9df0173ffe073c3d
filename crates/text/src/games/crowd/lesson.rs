//! The lesson of Three's a Crowd.

use crate::Text;
use crate::lessons::{Goal, LessonStep};

/// The steps, in order.
pub(super) const STEPS: &[LessonStep] = &[
    LessonStep {
        title: Text::new("Placing", "Setzen"),
        rules: "crowd",
        position: "8/8/8/8 w",
        task: Text::new(
            "Each turn you place one checker on an empty square. Place your first one anywhere.",
            "In jedem Zug setzt du einen Stein auf ein leeres Feld. Setz deinen ersten, wohin du willst.",
        ),
        goal: Goal::Any,
        done: Text::new(
            "Checkers never move again, so choose well: every one of them takes squares from you later.",
            "Steine ziehen nie wieder. Wähle gut: Jeder nimmt dir später Felder.",
        ),
        not_yet: Text::new("Place a checker on an empty square.", "Setz einen Stein auf ein leeres Feld."),
        answer: None,
    },
    LessonStep {
        title: Text::new("Three's a crowd", "Drei sind einer zu viel"),
        rules: "crowd",
        position: "ww6/8/5b2/6b1 w",
        task: Text::new(
            "You may not make three in a row, so A3 is closed to you. Try it if you like, then place a checker on A4.",
            "Drei in einer Reihe darfst du nicht bilden, A3 ist dir also verwehrt. Probier es ruhig aus und setz dann \
             auf A4.",
        ),
        goal: Goal::OneOf(&["A4"]),
        done: Text::new(
            "A gap keeps the row harmless. A3 stays closed to you, but Black may still use it.",
            "Eine Lücke macht die Reihe harmlos. Dir bleibt A3 verwehrt, Schwarz nicht.",
        ),
        not_yet: Text::new("Place your checker on A4 this time.", "Setz diesmal auf A4."),
        answer: None,
    },
    LessonStep {
        title: Text::new("Your own squares", "Eigene Felder"),
        rules: "crowd",
        position: "bb6/8/8/3w1w2 w",
        task: Text::new(
            "Black may not use A3, so you can keep it for later. Who runs out of squares first loses. Play anywhere but \
             A3: on B5, for example.",
            "Schwarz darf A3 nicht benutzen, du kannst es dir also aufheben. Wer zuerst keine Felder mehr hat, verliert. \
             Spiel woanders, zum Beispiel auf B5.",
        ),
        goal: Goal::OneOf(&["B5"]),
        done: Text::new(
            "Squares that only you may use are worth the most. Good luck!",
            "Felder, die nur du benutzen darfst, sind am meisten wert. Viel Erfolg!",
        ),
        not_yet: Text::new("Keep A3 and place on B5.", "Heb dir A3 auf und setz auf B5."),
        answer: None,
    },
    LessonStep {
        title: Text::new("Diagonals", "Diagonalen"),
        rules: "crowd",
        position: "w7/1w6/5bb1/8 w",
        task: Text::new(
            "Diagonals count as well: C3 is closed to you. D3 and D4 are not. Place a checker on D4.",
            "Auch Diagonalen zählen: C3 ist dir verwehrt, D3 und D4 nicht. Setz einen Stein auf D4.",
        ),
        goal: Goal::OneOf(&["D4"]),
        done: Text::new(
            "With a gap at C3 the diagonal is harmless.",
            "Mit der Lücke auf C3 ist die Diagonale harmlos.",
        ),
        not_yet: Text::new("Place your checker on D4 this time.", "Setz diesmal auf D4."),
        answer: None,
    },
    LessonStep {
        title: Text::new("Rows and columns only", "Nur Reihen und Spalten"),
        rules: "crowd:lines=orthogonal",
        position: "w7/1w6/5bb1/8 w",
        task: Text::new(
            "In this variant diagonals do not count. Complete the diagonal on C3.",
            "In dieser Variante zählen Diagonalen nicht. Vollende die Diagonale auf C3.",
        ),
        goal: Goal::OneOf(&["C3"]),
        done: Text::new(
            "Three on a diagonal are no row here, so the game lasts longer.",
            "Drei auf einer Diagonale sind hier keine Reihe. Die Partie dauert so länger.",
        ),
        not_yet: Text::new("Place your checker on C3.", "Setz auf C3."),
        answer: None,
    },
];
