//! The lesson of Sllim.

use crate::Text;
use crate::lessons::{Goal, LessonStep};

/// The steps.
pub(super) const STEPS: &[LessonStep] = &[
    LessonStep {
        title: Text::new("Fly anywhere", "Flieg, wohin du willst"),
        rules: "sllim",
        position: "1bwbwbw1/1wbwbwb1/1bwbwbw1/1wbwbwb1 w w0b0 w0b0 -",
        task: Text::new(
            "Sllim is Mills turned round: you want to get rid of your own checkers. Each turn you pick up one of \
             yours and put it on any empty square, near or far. Only columns 1 and 8 are empty now. Make a move.",
            "Sllim ist Mühle andersherum: Du willst deine eigenen Steine loswerden. In jedem Zug hebst du einen von \
             dir auf und setzt ihn auf irgendein leeres Feld, nah oder fern. Leer sind noch die Spalten 1 und 8. \
             Mach einen Zug.",
        ),
        goal: Goal::Any,
        done: Text::new(
            "The square you left is open now, too. Little by little the board loosens up, and checkers can gather.",
            "Auch das Feld, das du verlassen hast, ist jetzt frei. So lockert sich das Brett, und Steine können sich \
             sammeln.",
        ),
        not_yet: Text::new("Any move will do.", "Hier ist jeder Zug recht."),
        answer: None,
    },
    LessonStep {
        title: Text::new("Four in a row", "Vier in einer Reihe"),
        rules: "sllim",
        position: "1www2b1/1b2b1wb/w2w1b1b/bw1b1w2 w w0b0 w1b1 -",
        task: Text::new(
            "Four neighbours of your colour in a row are a set, and a set escapes: it leaves the game. You have \
             three, A2, A3 and A4. Complete the row with another checker.",
            "Vier Nachbarn deiner Farbe in einer Reihe sind ein Vierer, und ein Vierer entkommt: Er verlässt das \
             Spiel. Drei hast du schon, A2, A3 und A4. Mach die Reihe mit einem weiteren Stein voll.",
        ),
        goal: Goal::OneOf(&["*xh*"]),
        done: Text::new(
            "All four are gone at once, and you are four checkers closer to winning.",
            "Alle vier sind auf einen Schlag weg, und du bist dem Sieg vier Steine näher.",
        ),
        not_yet: Text::new("Bring one of the other five to A1 or A5.", "Bring einen der anderen fünf nach A1 oder A5."),
        answer: None,
    },
    LessonStep {
        title: Text::new("A square", "Ein Quadrat"),
        rules: "sllim",
        position: "b2b1w1w/2ww1bb1/2w1b1wb/wb1b1w2 w w0b0 w1b1 -",
        task: Text::new(
            "Two by two is a set as well. Complete a square.",
            "Auch zwei mal zwei ist ein Vierer. Mach ein Quadrat voll.",
        ),
        goal: Goal::OneOf(&["*xs*"]),
        done: Text::new(
            "B3, B4, C3 and C4 have left together. Squares are handy: three checkers close together are enough of a \
             threat.",
            "B3, B4, C3 und C4 sind zusammen gegangen. Quadrate sind praktisch: Drei Steine dicht beieinander drohen \
             schon.",
        ),
        not_yet: Text::new(
            "B3, B4 and C3 are three corners. Bring a checker from elsewhere to the fourth.",
            "B3, B4 und C3 sind drei Ecken. Bring einen Stein von anderswo auf die vierte.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("A full column", "Eine volle Spalte"),
        rules: "sllim",
        position: "b2bw2w/1w1b2b1/w1b1w1wb/1wb1w1b1 w w0b0 w1b1 -",
        task: Text::new(
            "The third kind of set is a full column, from A to D. Complete one.",
            "Die dritte Art von Vierer ist eine volle Spalte, von A bis D. Mach eine voll.",
        ),
        goal: Goal::OneOf(&["*xv*"]),
        done: Text::new(
            "Column 5 is empty again. Rows, squares and columns: those are all the sets. Diagonals do not count.",
            "Spalte 5 ist wieder leer. Reihen, Quadrate und Spalten: Das sind alle Vierer. Diagonalen zählen nicht.",
        ),
        not_yet: Text::new(
            "In column 5 only B5 is missing. Fill it with a checker that is not in that column.",
            "In Spalte 5 fehlt nur B5. Fülle das Feld mit einem Stein, der nicht in dieser Spalte steht.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Blocking", "Blockieren"),
        rules: "sllim",
        position: "2w5/wbbb3w/3w1ww1/1w2w2b w w0b0 w1b2 -",
        task: Text::new(
            "Black has four checkers left and will win with the next set: B2, B3, B4 and one more. Stand in the way!",
            "Schwarz hat noch vier Steine und gewinnt mit dem nächsten Vierer: B2, B3, B4 und noch einer. Stell dich \
             in den Weg!",
        ),
        goal: Goal::OneOf(&["A3B5", "B8B5", "C4B5", "C6B5", "C7B5", "D2B5", "D5B5"]),
        done: Text::new(
            "Both ends are shut, B1 and B5, and Black has to start again somewhere else.",
            "Beide Enden sind zu, B1 und B5, und Schwarz muss woanders neu anfangen.",
        ),
        not_yet: Text::new(
            "Black still gets four in a row. Occupy B5, and leave your checker on B1 where it is.",
            "Schwarz bekommt immer noch vier in einer Reihe. Besetze B5 und lass deinen Stein auf B1 stehen.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Choose what leaves", "Wähle, was geht"),
        rules: "sllim",
        position: "w1bw1b1b/1b1w1b1b/4www1/1b1wb2w w w0b0 w1b1 -",
        task: Text::new(
            "A checker on C4 can complete two sets at once, column 4 and row C, but only one of them leaves. Keep \
             the one that can be finished in two ways, so that Black cannot stop it.",
            "Ein Stein auf C4 kann zwei Vierer zugleich vollmachen, Spalte 4 und Reihe C, aber nur einer davon geht. \
             Behalte den, der sich auf zwei Arten vollmachen lässt, sodass Schwarz ihn nicht aufhalten kann.",
        ),
        goal: Goal::OneOf(&["A1C4xvA4", "D8C4xvA4"]),
        done: Text::new(
            "Black has blocked C8, but your three in row C have another open end on C4.",
            "Schwarz hat C8 verstellt, aber deine drei in Reihe C haben auf C4 noch ein offenes Ende.",
        ),
        not_yet: Text::new(
            "Go to C4 with A1 or D8 and let column 4 leave. Then C5, C6 and C7 stay, with gaps at both ends.",
            "Geh mit A1 oder D8 nach C4 und lass Spalte 4 gehen. Dann bleiben C5, C6 und C7, mit Lücken an beiden \
             Enden.",
        ),
        answer: Some("B8C8"),
    },
    LessonStep {
        title: Text::new("The last set wins", "Der letzte Vierer gewinnt"),
        rules: "sllim",
        position: "w1b2b1b/1b3b2/4wwwb/1b2b3 w w0b0 w2b1 -",
        task: Text::new(
            "You have four checkers left. If they leave, you have won. Finish the game.",
            "Du hast noch vier Steine. Wenn sie gehen, hast du gewonnen. Mach Schluss.",
        ),
        goal: Goal::Win,
        done: Text::new(
            "Cleared: none of your checkers is left, and you win.",
            "Abgeräumt: Keiner deiner Steine ist mehr da, und du gewinnst.",
        ),
        not_yet: Text::new(
            "C5, C6 and C7 stay where they are. Where does A1 have to go?",
            "C5, C6 und C7 bleiben stehen. Wohin muss A1?",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Placing first", "Erst setzen"),
        rules: "sllim:setup=advanced",
        position: "3b4/2b5/4w3/1w6 w w10b10 w0b0 -",
        task: Text::new(
            "In the advanced start the board is empty, and first both place their twelve checkers in turns, each on \
             squares of their own colour. A1, C5 and D2 are white squares. Place a checker directly beside Black's \
             on B3.",
            "Im Start für Fortgeschrittene ist das Brett leer, und erst setzen beide abwechselnd ihre zwölf Steine, \
             jeder auf Felder der eigenen Farbe. A1, C5 und D2 sind weiße Felder. Setz einen Stein direkt neben den \
             schwarzen auf B3.",
        ),
        goal: Goal::OneOf(&["@A3", "@B2", "@B4", "@C3"]),
        done: Text::new(
            "Neighbours in a row or column always have different colours, so nobody can finish a set while placing. \
             Moving about begins when all checkers are down.",
            "Nachbarfelder in Reihe und Spalte haben immer verschiedene Farben, also wird beim Setzen kein Vierer \
             voll. Umgesetzt wird erst, wenn alle Steine auf dem Brett sind.",
        ),
        not_yet: Text::new(
            "Above, below, left or right of B3: all four are squares of your colour.",
            "Über, unter, links oder rechts von B3: Alle vier sind Felder deiner Farbe.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Momentum", "Schwung"),
        rules: "sllim:momentum=on",
        position: "bw1b3w/w1b1w1b1/2b2b1w/1bww1wb1 w w0b0 w1b1 w",
        task: Text::new(
            "In the variant with momentum, two sets of one colour in a row win at once. The last set that left was \
             yours. Let another one follow.",
            "In der Variante mit Schwung gewinnen zwei Vierer derselben Farbe hintereinander sofort. Der letzte \
             Vierer, der ging, war deiner. Lass noch einen folgen.",
        ),
        goal: Goal::Win,
        done: Text::new(
            "Two in a row, and the game is yours with four checkers still on the board.",
            "Zwei hintereinander, und du gewinnst, obwohl noch vier Steine von dir auf dem Brett sind.",
        ),
        not_yet: Text::new(
            "D3, D4 and D6 are waiting for a fourth between them.",
            "D3, D4 und D6 warten auf einen vierten zwischen sich.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("The knockout cross", "Das Kreuz"),
        rules: "sllim:knockout=on",
        position: "b1w1b2w/1w1w2bb/2w1b1wb/w1bb1w2 w w0b0 w1b1 -",
        task: Text::new(
            "With knockout a cross wins on the spot: one checker with your own above, below, left and right of it. \
             One is nearly there. Complete it!",
            "Mit Knockout gewinnt ein Kreuz auf der Stelle: ein Stein mit eigenen Steinen darüber, darunter, links \
             und rechts. Hier fehlt nicht mehr viel. Vollende es!",
        ),
        goal: Goal::Win,
        done: Text::new(
            "B3 in the middle, and it is over. You know sets, blocks and crosses now: play a game and get rid of your \
             checkers!",
            "B3 in der Mitte, und es ist aus. Vierer, Blockaden und Kreuze kennst du jetzt: Spiel eine Partie und \
             werde deine Steine los!",
        ),
        not_yet: Text::new(
            "A3, B2, B4 and C3 surround one empty square. Fill it with one of the others.",
            "A3, B2, B4 und C3 umringen ein leeres Feld. Fülle es mit einem der anderen.",
        ),
        answer: None,
    },
];
