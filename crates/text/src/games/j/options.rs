//! Options and presets of J.

use crate::Text;
use crate::games::{FIRST_MOVE, OptionText, PresetText, ValueText};

/// The options, in the order of the rules.
pub(super) const OPTIONS: &[OptionText] = &[
    OptionText::new(
        "long-sides",
        Text::new("Long sides", "Lange Ränder"),
        Text::new("which chains between the long edges lose", "welche Ketten zwischen den langen Rändern verlieren"),
        &[
            ValueText::new(
                "own",
                Text::new("Own", "Eigene"),
                Text::new(
                    "a chain between your own two long halves loses",
                    "eine Kette zwischen den eigenen beiden langen Hälften verliert",
                ),
            ),
            ValueText::new(
                "any",
                Text::new("Any", "Alle"),
                Text::new(
                    "any chain of your colour from row A to row D loses",
                    "jede Kette der eigenen Farbe von Reihe A zu Reihe D verliert",
                ),
            ),
        ],
    ),
    OptionText::new(
        "free-placement",
        Text::new("Free placement", "Freies Einsetzen"),
        Text::new(
            "a checker may also enter on any empty square, pushing nothing",
            "ein Stein darf auch auf jedem leeren Feld eingesetzt werden und schiebt dann nichts",
        ),
        &[
            ValueText::off(Text::new("checkers enter at the edge", "Steine kommen am Rand ins Spiel")),
            ValueText::on(Text::new(
                "checkers enter at the edge, or on any empty square without pushing",
                "Steine kommen am Rand ins Spiel oder auf jedem leeren Feld, ohne zu schieben",
            )),
        ],
    )
    .advice(Text::new(
        "The designer suggests a few games without it first. In our games it led to fewer draws.",
        "Der Autor rät, erst einige Partien ohne zu spielen. In unseren Partien gab es damit weniger Remis.",
    )),
    FIRST_MOVE,
];

/// The presets, in the order of the rules.
pub(super) const PRESETS: &[PresetText] = &[
    PresetText::new(
        "standard",
        Text::new("J", "J"),
        Text::new("The game as published; White begins.", "Das Spiel, wie es veröffentlicht ist; Weiß beginnt."),
    ),
    PresetText::new(
        "any-long-sides",
        Text::new("Any long sides", "Lange Ränder beliebig"),
        Text::new(
            "Every chain of your colour across the board loses, wherever it touches the long edges.",
            "Jede Kette deiner Farbe quer über das Brett verliert, wo immer sie die langen Ränder berührt.",
        ),
    ),
    PresetText::new(
        "free-placement",
        Text::new("Free placement", "Freies Einsetzen"),
        Text::new(
            "Checkers may also enter on any empty square without pushing.",
            "Steine dürfen auch auf jedes leere Feld gesetzt werden, ohne zu schieben.",
        ),
    ),
    PresetText::new(
        "any-long-sides-free-placement",
        Text::new("Any long sides, free placement", "Lange Ränder beliebig, freies Einsetzen"),
        Text::new("Both variants together.", "Beide Varianten zusammen."),
    ),
];
