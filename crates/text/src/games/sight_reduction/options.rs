//! Options and presets of Sight Reduction.

use crate::Text;
use crate::games::{FIRST_MOVE, OptionText, PresetText, ValueText};

/// The options, in the order of the rules.
pub(super) const OPTIONS: &[OptionText] = &[
    OptionText::new(
        "setup",
        Text::new("Setup", "Aufstellung"),
        Text::new("how the board is filled", "wie das Brett gefüllt wird"),
        &[
            ValueText::new(
                "random",
                Text::new("Random", "Zufällig"),
                Text::new(
                    "at random; the same seed gives the same board",
                    "zufällig; derselbe Seed ergibt dasselbe Brett",
                ),
            ),
            ValueText::new(
                "fair",
                Text::new("Fair", "Fair"),
                Text::new(
                    "at random; then one player swaps checkers, the other picks a colour, and the first decides who begins",
                    "zufällig; dann tauscht einer Steine, der andere wählt eine Farbe, und der Erste bestimmt, wer beginnt",
                ),
            ),
            ValueText::new(
                "deterministic",
                Text::new("Deterministic", "Gesetzt"),
                Text::new(
                    "players take turns placing checkers, each next to an enemy if possible",
                    "die Spieler setzen abwechselnd, jeden Stein möglichst neben einen feindlichen",
                ),
            ),
        ],
    ),
    FIRST_MOVE.requires(Text::new(
        "not with the setup “Fair”, where the players choose who begins",
        "nicht mit der Aufstellung „Fair“, bei der die Spieler bestimmen, wer beginnt",
    )),
    OptionText::new(
        "sight",
        Text::new("Sight", "Sicht"),
        Text::new(
            "along which lines a checker must see a friend",
            "auf welchen Linien ein Stein einen Freund sehen muss",
        ),
        &[
            ValueText::new(
                "orthogonal",
                Text::new("Orthogonal", "Orthogonal"),
                Text::new("rows and columns", "Reihen und Spalten"),
            ),
            ValueText::new(
                "queen",
                Text::new("Queen", "Dame"),
                Text::new("rows, columns and diagonals", "Reihen, Spalten und Diagonalen"),
            ),
        ],
    ),
    OptionText::new(
        "enemy",
        Text::new("Enemy", "Feind"),
        Text::new("whether a checker must see an enemy too", "ob ein Stein auch einen Feind sehen muss"),
        &[
            ValueText::off(Text::new("no enemy needs to be in sight", "es muss kein Feind in Sicht sein")),
            ValueText::new(
                "required",
                Text::new("Required", "Nötig"),
                Text::new(
                    "an enemy must be in sight along a row, column or diagonal",
                    "in einer Reihe, Spalte oder Diagonale muss ein Feind in Sicht sein",
                ),
            ),
        ],
    )
    .advice(Text::new(
        "The designer warns that a solitaire gets much harder and may be unsolvable. Of 1,000 boards 94 % can be solved, as many as without.",
        "Der Autor warnt: Ein Solitär wird viel schwerer und womöglich unlösbar. Von 1000 Brettern sind 94 % lösbar, so viele wie ohne.",
    )),
    OptionText::new(
        "remove",
        Text::new("Remove", "Wegnehmen"),
        Text::new("how many checkers a turn removes", "wie viele Steine ein Zug wegnimmt"),
        &[
            ValueText::new("one", Text::new("One", "Einer"), Text::new("one checker", "ein Stein")),
            ValueText::new(
                "one-or-two",
                Text::new("One or two", "Einer oder zwei"),
                Text::new("one checker, or two that see each other", "ein Stein, oder zwei, die einander sehen"),
            ),
        ],
    ),
    OptionText::new(
        "solitaire",
        Text::new("Solitaire", "Solitär"),
        Text::new("one person plays both colours", "eine Person spielt beide Farben"),
        &[
            ValueText::off(Text::new("two players against each other", "zwei Spieler gegeneinander")),
            ValueText::on(Text::new(
                "one person plays both colours and tries to leave as few checkers as possible",
                "eine Person spielt beide Farben und versucht, so wenige Steine wie möglich übrig zu lassen",
            )),
        ],
    )
    .requires(Text::new("only with the setup “Random”", "nur mit der Aufstellung „Zufällig“")),
    OptionText::new(
        "target",
        Text::new("Target", "Ziel"),
        Text::new("which two checkers must be left", "welche zwei Steine übrig bleiben müssen"),
        &[ValueText::new(
            "none",
            Text::new("None", "Keines"),
            Text::new("any two may be left", "zwei beliebige dürfen übrig bleiben"),
        )],
    )
    .or(Text::new(
        "two different squares such as C4-B7, the white checker's first",
        "zwei verschiedene Felder wie C4-B7, zuerst das des weißen Steins",
    ))
    .requires(Text::new(
        "only in solitaire, with one checker removed per turn",
        "nur im Solitär und wenn ein Zug einen Stein wegnimmt",
    )),
];

/// The presets, in the order of the rules.
pub(super) const PRESETS: &[PresetText] = &[
    PresetText::new(
        "standard",
        Text::new("Sight Reduction", "Sight Reduction"),
        Text::new(
            "Two players on a random board; White begins.",
            "Zwei Spieler auf einem zufälligen Brett; Weiß beginnt.",
        ),
    ),
    PresetText::new(
        "fair-start",
        Text::new("Fair start", "Fairer Anfang"),
        Text::new(
            "One player adjusts a random board, the other picks a colour, and the first decides who begins.",
            "Einer ändert ein zufälliges Brett, der andere wählt eine Farbe, und der Erste bestimmt, wer beginnt.",
        ),
    ),
    PresetText::new(
        "placed-start",
        Text::new("Placed start", "Gesetzter Anfang"),
        Text::new(
            "No luck: the players fill the board themselves, one checker at a time.",
            "Ganz ohne Zufall: Die Spieler füllen das Brett selbst, Stein für Stein.",
        ),
    ),
    PresetText::new(
        "one-or-two",
        Text::new("One or two", "Einer oder zwei"),
        Text::new(
            "A turn may also remove two checkers that see each other.",
            "Ein Zug darf auch zwei Steine wegnehmen, die einander sehen.",
        ),
    ),
    PresetText::new(
        "solitaire",
        Text::new("Solitaire", "Solitär"),
        Text::new(
            "Play both colours and leave one checker of each.",
            "Spiel beide Farben und lass von jeder einen Stein übrig.",
        ),
    ),
    PresetText::new(
        "solitaire-last-two-chosen",
        Text::new("Solitaire, last two chosen", "Solitär, die letzten zwei vorgegeben"),
        Text::new(
            "Leave exactly the two given checkers: here white C8 and black D5, which works on board 0.",
            "Lass genau die zwei vorgegebenen Steine übrig: hier Weiß C8 und Schwarz D5, passend zu Brett 0.",
        ),
    ),
    PresetText::new(
        "solitaire-harder",
        Text::new("Solitaire, harder", "Solitär, schwerer"),
        Text::new(
            "Paul Beykirch's variant: each checker removed must also see an enemy.",
            "Paul Beykirchs Variante: Jeder Stein, der weggenommen wird, muss auch einen feindlichen sehen.",
        ),
    )
    .by(Text::new("Paul Beykirch", "Paul Beykirch")),
    PresetText::new(
        "solitaire-easier",
        Text::new("Solitaire, easier", "Solitär, leichter"),
        Text::new("Friends also count along diagonals.", "Freunde zählen auch auf Diagonalen."),
    ),
    PresetText::new(
        "solitaire-easier-and-harder",
        Text::new("Solitaire, easier and harder", "Solitär, leichter und schwerer"),
        Text::new(
            "Each checker removed must see a friend and an enemy; both also count along diagonals.",
            "Jeder weggenommene Stein muss Freund und Feind sehen; beide zählen auch auf Diagonalen.",
        ),
    )
    .by(Text::new("Rich Hutnik and Paul Beykirch", "Rich Hutnik und Paul Beykirch")),
    PresetText::new(
        "solitaire-one-or-two",
        Text::new("Solitaire, one or two", "Solitär, einer oder zwei"),
        Text::new(
            "Remove one or two at a time, and clear the whole board.",
            "Nimm jedes Mal einen oder zwei weg und räume das ganze Brett.",
        ),
    ),
];
