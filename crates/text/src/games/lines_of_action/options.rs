//! Options and presets of Lines of Action.

use crate::Text;
use crate::games::{FIRST_MOVE, OptionText, PresetText, ValueText};

/// The options, in the order of the rules.
pub(super) const OPTIONS: &[OptionText] = &[
    OptionText::new(
        "setup",
        Text::new("Setup", "Aufstellung"),
        Text::new("how the checkers start", "wie die Steine am Anfang stehen"),
        &[
            ValueText::new(
                "standard",
                Text::new("Standard", "Standard"),
                Text::new(
                    "Black on the first and last rank, White on the first and last file, corners empty",
                    "Schwarz auf der ersten und letzten Reihe, Weiß auf der ersten und letzten Linie, die Ecken leer",
                ),
            ),
            ValueText::new(
                "scrambled-eggs",
                Text::new("Scrambled eggs", "Scrambled Eggs"),
                Text::new(
                    "the same squares, with black and white alternating around the edge",
                    "dieselben Felder, Schwarz und Weiß im Wechsel rings um den Rand",
                ),
            ),
            ValueText::new(
                "parachute",
                Text::new("Parachute", "Parachute"),
                Text::new(
                    "six each on the outer files; six more are dropped, one after each of the first moves",
                    "je sechs auf den Randlinien; sechs weitere werden abgesetzt, einer nach jedem der ersten Züge",
                ),
            ),
        ],
    ),
    FIRST_MOVE,
    OptionText::new(
        "wrap",
        Text::new("Wrap", "Verbundene Ränder"),
        Text::new(
            "which edges are joined to the opposite edge",
            "welche Ränder mit dem gegenüberliegenden verbunden sind",
        ),
        &[
            ValueText::new(
                "none",
                Text::new("None", "Keine"),
                Text::new("lines end at the edge", "Linien enden am Rand"),
            ),
            ValueText::new(
                "both",
                Text::new("Both", "Alle"),
                Text::new(
                    "every line continues at the opposite edge",
                    "jede Linie geht am gegenüberliegenden Rand weiter",
                ),
            ),
            ValueText::new(
                "files",
                Text::new("Files", "Linien"),
                Text::new("file a is joined to file h", "Linie a ist mit Linie h verbunden"),
            ),
            ValueText::new(
                "ranks",
                Text::new("Ranks", "Reihen"),
                Text::new("rank 1 is joined to rank 8", "Reihe 1 ist mit Reihe 8 verbunden"),
            ),
        ],
    ),
    OptionText::new(
        "players",
        Text::new("Players", "Spieler"),
        Text::new("how many play", "wie viele spielen"),
        &[
            ValueText::new("two", Text::new("Two", "Zwei"), Text::new("one against one", "einer gegen einen")),
            ValueText::new(
                "four",
                Text::new("Four", "Vier"),
                Text::new("two against two, each with six checkers", "zwei gegen zwei, jeder mit sechs Steinen"),
            ),
            ValueText::new(
                "alternating",
                Text::new("Alternating", "Im Wechsel"),
                Text::new(
                    "one against one; plain and marked checkers move alternately",
                    "einer gegen einen; einfache und markierte Steine werden abwechselnd gezogen",
                ),
            ),
        ],
    )
    .requires(Text::new("only with the setup “Standard”", "nur mit der Aufstellung „Standard“")),
    OptionText::new(
        "order",
        Text::new("Order", "Reihenfolge"),
        Text::new("the turn order of four players", "in welcher Folge vier Spieler ziehen"),
        &[
            ValueText::new(
                "clockwise",
                Text::new("Clockwise", "Im Uhrzeigersinn"),
                Text::new("West, North, East, South", "West, Nord, Ost, Süd"),
            ),
            ValueText::new(
                "counterclockwise",
                Text::new("Counterclockwise", "Gegen den Uhrzeigersinn"),
                Text::new("West, South, East, North", "West, Süd, Ost, Nord"),
            ),
            ValueText::new(
                "pairs-left",
                Text::new("Pairs left", "Paare nach links"),
                Text::new(
                    "both partners, then the opponents, starting to the left of the last mover",
                    "beide Partner, dann die Gegner, zuerst der links vom letzten Spieler",
                ),
            ),
            ValueText::new(
                "pairs-right",
                Text::new("Pairs right", "Paare nach rechts"),
                Text::new(
                    "both partners, then the opponents, starting to the right of the last mover",
                    "beide Partner, dann die Gegner, zuerst der rechts vom letzten Spieler",
                ),
            ),
            ValueText::new(
                "pairs-named",
                Text::new("Pairs named", "Paare nach Ansage"),
                Text::new(
                    "both partners; the second chooses which opponent moves next",
                    "beide Partner; der zweite nennt den Gegner, der als Nächster zieht",
                ),
            ),
        ],
    )
    .requires(Text::new("only with four players", "nur mit vier Spielern")),
    OptionText::new(
        "drops",
        Text::new("Drops", "Absetzen"),
        Text::new("whose checkers are dropped", "wessen Steine abgesetzt werden"),
        &[
            ValueText::new("own", Text::new("Own", "Eigene"), Text::new("your own", "die eigenen")),
            ValueText::new(
                "opponent",
                Text::new("Opponent", "Feindliche"),
                Text::new("your opponent's", "die feindlichen"),
            ),
        ],
    )
    .requires(Text::new("only with the setup “Parachute”", "nur mit der Aufstellung „Parachute“")),
    OptionText::new(
        "both-united",
        Text::new("Both united", "Beide vereint"),
        Text::new("what happens when one move unites both sides", "was gilt, wenn ein Zug beide Seiten vereint"),
        &[
            ValueText::new(
                "mover",
                Text::new("Mover", "Wer zieht"),
                Text::new("the mover wins", "wer gezogen hat, gewinnt"),
            ),
            ValueText::new("draw", Text::new("Draw", "Remis"), Text::new("a draw", "ein Remis")),
        ],
    ),
    OptionText::new(
        "stuck",
        Text::new("No move", "Kein Zug"),
        Text::new("what happens to a player who cannot move", "was gilt, wenn jemand nicht ziehen kann"),
        &[
            ValueText::new(
                "pass",
                Text::new("Pass", "Passen"),
                Text::new("the player passes", "der Spieler setzt aus"),
            ),
            ValueText::new(
                "loses",
                Text::new("Loses", "Verliert"),
                Text::new("the player loses", "der Spieler verliert"),
            ),
            ValueText::new("draw", Text::new("Draw", "Remis"), Text::new("a draw", "ein Remis")),
        ],
    )
    .requires(Text::new("only with two players", "nur mit zwei Spielern")),
    OptionText::new(
        "repetition",
        Text::new("Repetition", "Wiederholung"),
        Text::new("when a repeated position is a draw", "wann eine wiederholte Stellung Remis ist"),
        &[
            ValueText::new(
                "third",
                Text::new("Third", "Beim dritten Mal"),
                Text::new("when a position occurs for the third time", "wenn eine Stellung zum dritten Mal entsteht"),
            ),
            ValueText::new(
                "second",
                Text::new("Second", "Beim zweiten Mal"),
                Text::new("when a position occurs for the second time", "wenn eine Stellung zum zweiten Mal entsteht"),
            ),
            ValueText::new(
                "none",
                Text::new("Never", "Nie"),
                Text::new("positions may occur any number of times", "Stellungen dürfen beliebig oft entstehen"),
            ),
        ],
    ),
];

/// The presets, in the order of the rules.
pub(super) const PRESETS: &[PresetText] = &[
PresetText::new("standard", Text::new("Lines of Action", "Lines of Action"), Text::new("The game as Claude Soucie designed it; White begins.", "Das Spiel, wie Claude Soucie es erfunden hat; Weiß beginnt.")),
PresetText::new("scrambled-eggs", Text::new("Scrambled Eggs", "Scrambled Eggs"), Text::new("Claude Soucie's other setup: black and white alternate around the edge.", "Claude Soucies andere Aufstellung: Schwarz und Weiß wechseln sich rings um den Rand ab.")),
PresetText::new("parachute", Text::new("Parachute", "Parachute"), Text::new("David Voorhees' variant: start with six and drop one more after each of your first six moves.", "David Voorhees' Variante: Beginne mit sechs und setze nach jedem deiner ersten sechs Züge einen eigenen Stein ab.")).by(Text::new("David Voorhees", "David Voorhees")),
PresetText::new("parachute-enemy-drops", Text::new("Parachute, enemy drops", "Parachute, feindliche Steine"), Text::new("Parachute as published: you drop your opponent's checkers where they hurt.", "Parachute, wie es veröffentlicht wurde: Du setzt Steine des Gegners dort ab, wo sie ihn stören.")).by(Text::new("David Voorhees", "David Voorhees")),
PresetText::new("torus", Text::new("Torus", "Torus"), Text::new("All edges are joined: a checker leaving the board comes back on the other side.", "Alle Ränder sind verbunden: Was das Brett verlässt, kommt auf der anderen Seite wieder herein.")),
PresetText::new("cylinder-files-joined", Text::new("Cylinder, files joined", "Zylinder, Linien verbunden"), Text::new("The left edge is joined to the right edge.", "Der linke Rand ist mit dem rechten verbunden.")),
PresetText::new("cylinder-ranks-joined", Text::new("Cylinder, ranks joined", "Zylinder, Reihen verbunden"), Text::new("The top edge is joined to the bottom edge.", "Der obere Rand ist mit dem unteren verbunden.")),
PresetText::new("four-players", Text::new("Four players", "Vier Spieler"), Text::new("Two against two, in clockwise order.", "Zwei gegen zwei, gezogen wird im Uhrzeigersinn.")),
PresetText::new("four-players-counterclockwise", Text::new("Four players, counterclockwise", "Vier Spieler, gegen den Uhrzeigersinn"), Text::new("Two against two, in counterclockwise order.", "Zwei gegen zwei, gezogen wird gegen den Uhrzeigersinn.")),
PresetText::new("four-players-pairs-to-the-left", Text::new("Four players, pairs to the left", "Vier Spieler, Paare nach links"), Text::new("Partners move one after the other, then the opponents, starting on the left.", "Die Partner ziehen nacheinander, dann die Gegner, zuerst der linke.")),
PresetText::new("four-players-pairs-to-the-right", Text::new("Four players, pairs to the right", "Vier Spieler, Paare nach rechts"), Text::new("Partners move one after the other, then the opponents, starting on the right.", "Die Partner ziehen nacheinander, dann die Gegner, zuerst der rechte.")),
PresetText::new("four-players-pairs-named", Text::new("Four players, pairs named", "Vier Spieler, Paare nach Ansage"), Text::new("Partners move one after the other; the second chooses which opponent is next.", "Die Partner ziehen nacheinander; der zweite sagt, welcher Gegner der nächste ist.")),
PresetText::new("alternating", Text::new("Alternating", "Im Wechsel"), Text::new("Two players, four sets of six: plain and marked checkers take turns.", "Zwei Spieler, viermal sechs Steine: Einfache und markierte wechseln sich ab.")),
PresetText::new("tournament-mso", Text::new("Tournament (MSO)", "Turnier (MSO)"), Text::new("As in mind-sports tournaments: Black begins, uniting both sides is a draw.", "Wie bei Denksport-Turnieren: Schwarz beginnt, beide Seiten zu vereinen ist ein Remis.")),
PresetText::new("sackson-1982", Text::new("Sackson 1982", "Sackson 1982"), Text::new("As in Sid Sackson's revised book: Black begins, uniting both sides wins for the mover.", "Wie in Sid Sacksons überarbeitetem Buch: Schwarz beginnt, wer beide Seiten vereint, gewinnt.")),
PresetText::new("openspiel", Text::new("OpenSpiel", "OpenSpiel"), Text::new("As in OpenSpiel and on Kaggle: Black begins, who cannot move loses, a repeated position is a draw.", "Wie in OpenSpiel und bei Kaggle: Schwarz beginnt, wer nicht ziehen kann, verliert, eine wiederholte Stellung ist Remis.")),
PresetText::new("playstrategy", Text::new("PlayStrategy", "PlayStrategy"), Text::new("As on PlayStrategy: Black begins, uniting both sides is a draw, and so is having no move.", "Wie bei PlayStrategy: Schwarz beginnt, beide Seiten zu vereinen ist ein Remis, ebenso keinen Zug zu haben.")),
];
