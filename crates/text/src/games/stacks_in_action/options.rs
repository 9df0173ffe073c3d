//! Options and presets of Stacks In Action.

use crate::Text;
use crate::games::{FIRST_MOVE, OptionText, PresetText, ValueText};

/// The options, in the order of the rules.
pub(super) const OPTIONS: &[OptionText] = &[
    OptionText::new(
        "setup",
        Text::new("Setup", "Aufstellung"),
        Text::new("where the checkers are at the start", "wo die Steine am Anfang sind"),
        &[
            ValueText::new(
                "standard",
                Text::new("Standard", "Standard"),
                Text::new(
                    "two stacks of each height per side, along the short edges",
                    "für jede Seite zwei Stapel jeder Höhe, an den kurzen Rändern",
                ),
            ),
            ValueText::new(
                "reserve",
                Text::new("Reserve", "Vorrat"),
                Text::new(
                    "the board is empty and all twelve checkers are in reserve",
                    "das Brett ist leer, und alle zwölf sind im Vorrat",
                ),
            ),
        ],
    )
    .advice(Text::new(
        "The designers do not recommend “Reserve” to beginners. In our games the side that began won 75 % with it.",
        "Die Autoren empfehlen „Vorrat“ Anfängern nicht. In unseren Partien gewann damit zu 75 %, wer begann.",
    )),
    OptionText::new(
        "reduce",
        Text::new("Reduce", "Kürzen"),
        Text::new("how a stack taller than three is reduced", "wie ein Stapel gekürzt wird, der höher als drei ist"),
        &[
            ValueText::new(
                "choice",
                Text::new("Choice", "Nach Wahl"),
                Text::new(
                    "the player keeps the top three, two or one",
                    "wer zieht, behält die obersten drei, zwei oder einen",
                ),
            ),
            ValueText::new(
                "three",
                Text::new("Three", "Drei"),
                Text::new("always the top three remain", "es bleiben immer die obersten drei"),
            ),
        ],
    ),
    OptionText::new(
        "move-by",
        Text::new("Move by", "Weite"),
        Text::new("what decides how far a stack moves", "was bestimmt, wie weit ein Stapel zieht"),
        &[
            ValueText::new(
                "both",
                Text::new("Both", "Beides"),
                Text::new(
                    "the number of checkers moved, or of stacks on the line",
                    "die Zahl der ziehenden Steine oder der Stapel auf der Linie",
                ),
            ),
            ValueText::new(
                "height",
                Text::new("Height", "Höhe"),
                Text::new("only the number of checkers moved", "nur die Zahl der ziehenden Steine"),
            ),
            ValueText::new(
                "line",
                Text::new("Line", "Linie"),
                Text::new("only the number of stacks on the line", "nur die Zahl der Stapel auf der Linie"),
            ),
        ],
    ),
    OptionText::new(
        "distance",
        Text::new("Distance", "Genauigkeit"),
        Text::new("whether that number is exact or a maximum", "ob diese Zahl genau oder höchstens gilt"),
        &[
            ValueText::new("exact", Text::new("Exact", "Genau"), Text::new("exactly that far", "genau so weit")),
            ValueText::new(
                "up-to",
                Text::new("Up to", "Bis zu"),
                Text::new(
                    "up to that far; onto an enemy stack still exactly",
                    "höchstens so weit; auf einen feindlichen Stapel weiterhin genau",
                ),
            ),
        ],
    ),
    FIRST_MOVE,
];

/// The presets, in the order of the rules.
pub(super) const PRESETS: &[PresetText] = &[
    PresetText::new(
        "standard",
        Text::new("Stacks In Action", "Stacks In Action"),
        Text::new("Six stacks each on the board; White begins.", "Sechs Stapel für jeden auf dem Brett; Weiß beginnt."),
    ),
    PresetText::new(
        "advanced-placement",
        Text::new("Advanced placement", "Für Fortgeschrittene"),
        Text::new(
            "The board starts empty; all checkers have to be entered.",
            "Das Brett ist anfangs leer; alle Steine müssen erst eingesetzt werden.",
        ),
    ),
    PresetText::new(
        "simplified-cut-to-three",
        Text::new("Simplified: cut to three", "Vereinfacht: auf drei gekürzt"),
        Text::new(
            "A stack that grows too tall always keeps its top three.",
            "Ein Stapel, der zu hoch wurde, behält immer seine obersten drei.",
        ),
    ),
    PresetText::new(
        "simplified-by-height",
        Text::new("Simplified: by height", "Vereinfacht: nach der Höhe"),
        Text::new(
            "Stacks move as far as they are tall; the line does not matter.",
            "Stapel ziehen so weit, wie sie hoch sind; die Linie spielt keine Rolle.",
        ),
    ),
    PresetText::new(
        "simplified-by-line",
        Text::new("Simplified: by line", "Vereinfacht: nach der Linie"),
        Text::new(
            "Stacks move as far as there are stacks on the line; height does not matter.",
            "Stapel ziehen so weit, wie Stapel auf der Linie stehen; die Höhe spielt keine Rolle.",
        ),
    ),
    PresetText::new(
        "simplified-cut-to-three-by-height",
        Text::new("Simplified: cut to three, by height", "Vereinfacht: auf drei gekürzt, nach der Höhe"),
        Text::new("Both simplifications, moving by height.", "Beide Vereinfachungen, gezogen wird nach der Höhe."),
    ),
    PresetText::new(
        "simplified-cut-to-three-by-line",
        Text::new("Simplified: cut to three, by line", "Vereinfacht: auf drei gekürzt, nach der Linie"),
        Text::new("Both simplifications, moving by line.", "Beide Vereinfachungen, gezogen wird nach der Linie."),
    ),
    PresetText::new(
        "up-to",
        Text::new("Up to", "Bis zu"),
        Text::new(
            "Distances are maximums: stacks may stop short, but land on enemy stacks only at the exact distance.",
            "Die Weiten gelten höchstens: Stapel dürfen früher halten, aber auf feindlichen nur bei genauer Weite landen.",
        ),
    ),
];
