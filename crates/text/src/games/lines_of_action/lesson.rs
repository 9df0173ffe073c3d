//! The lesson of Lines of Action.

use crate::Text;
use crate::lessons::{Goal, LessonStep};

/// The steps.
pub(super) const STEPS: &[LessonStep] = &[
    LessonStep {
        title: Text::new("Count the line", "Zähle die Linie"),
        rules: "lines-of-action",
        position: "1b6/6w1/8/8/2w4b/8/8/5w2 w - -",
        task: Text::new(
            "A checker moves in a straight line, exactly as many squares as there are checkers on that entire line, \
             of both colours and itself included. On the rank of c4 there are two, c4 and h4. Move c4 along its \
             rank.",
            "Ein Stein zieht geradeaus, und zwar genau so viele Felder, wie auf der ganzen Linie Steine stehen: \
             beide Farben, er selbst zählt mit. In der Reihe von c4 sind es zwei, c4 und h4. Zieh c4 in seiner \
             Reihe.",
        ),
        goal: Goal::OneOf(&["c4a4", "c4e4"]),
        done: Text::new(
            "Two checkers on the line, two squares to go, to the left or to the right. Up and down it would have \
             been one: c4 was alone on its file.",
            "Zwei Steine auf der Linie, also zwei Felder, nach links oder nach rechts. Nach oben oder unten wäre es \
             eines gewesen: In seiner Spalte stand c4 allein.",
        ),
        not_yet: Text::new(
            "That was a legal move, but a different one. Move c4 sideways, two squares to the left or to the right.",
            "Das war erlaubt, aber ein anderer Zug. Zieh c4 zur Seite, zwei Felder nach links oder nach rechts.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Over your own checkers", "Über eigene Steine"),
        rules: "lines-of-action",
        position: "3b4/8/b7/8/7w/3w4/3w4/8 w - -",
        task: Text::new(
            "On the way you may jump over your own checkers. There are three checkers on the d-file. Jump from d2 \
             over d3.",
            "Unterwegs darfst du über eigene Steine springen. In der Spalte d stehen drei Steine. Spring von d2 über \
             d3.",
        ),
        goal: Goal::OneOf(&["d2d5"]),
        done: Text::new(
            "Three squares up to d5, and d3 was no obstacle. Only landing on your own checker is forbidden.",
            "Drei Felder hinauf nach d5, und d3 war kein Hindernis. Nur landen darfst du auf einem eigenen Stein \
             nicht.",
        ),
        not_yet: Text::new(
            "Take the checker on d2 and go straight up. On that file stand d2, d3 and d8: three squares.",
            "Nimm den Stein auf d2 und zieh gerade nach oben. In dieser Spalte stehen d2, d3 und d8: drei Felder.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("The enemy bars the way", "Der Gegner versperrt den Weg"),
        rules: "lines-of-action",
        position: "2b5/1w5b/8/8/4b3/7w/2w5/8 w - -",
        task: Text::new(
            "You cannot jump over an enemy. On its diagonal c2 would go three squares to f5, but e4 is in the way. \
             Bring another checker to f5.",
            "Über gegnerische Steine springst du nicht. Auf seiner Diagonale würde c2 drei Felder weit nach f5 \
             ziehen, doch e4 steht im Weg. Bring einen anderen Stein nach f5.",
        ),
        goal: Goal::OneOf(&["h3f5"]),
        done: Text::new(
            "h3 and c8 are the only checkers on that diagonal, so h3 went two squares. Diagonals count like ranks \
             and files.",
            "Auf dieser Diagonale stehen nur h3 und c8, also zog h3 zwei Felder. Diagonalen zählen wie Reihen und \
             Spalten.",
        ),
        not_yet: Text::new(
            "f5 is the goal. Which of your checkers has exactly two checkers on a diagonal that leads there?",
            "Das Ziel ist f5. Welcher deiner Steine steht auf einer Diagonale dorthin, auf der genau zwei Steine \
             stehen?",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Capturing", "Schlagen"),
        rules: "lines-of-action",
        position: "4b3/8/8/1w2b2b/8/6w1/4w3/1b6 w - -",
        task: Text::new(
            "If your move ends on an enemy, you capture it, and it is gone for good. Capture the checker on e5. \
             There is more than one way.",
            "Endet dein Zug auf einem gegnerischen Stein, schlägst du ihn, und er ist endgültig weg. Schlag den \
             Stein auf e5. Dafür gibt es mehr als einen Weg.",
        ),
        goal: Goal::OneOf(&["b5e5", "e2e5", "g3e5"]),
        done: Text::new(
            "Captured! But take care: whoever has fewer checkers also has fewer to bring together. A capture is not \
             always a gain.",
            "Geschlagen! Aber Vorsicht: Wer weniger Steine hat, muss auch weniger zusammenbringen. Schlagen ist \
             nicht immer ein Gewinn.",
        ),
        not_yet: Text::new(
            "Your move has to end exactly on e5. Count the checkers on its rank, on its file and on its diagonals.",
            "Dein Zug muss genau auf e5 enden. Zähle die Steine in seiner Reihe, seiner Spalte und auf seinen \
             Diagonalen.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("All in one group", "Alle in einer Gruppe"),
        rules: "lines-of-action",
        position: "8/7b/w7/8/3ww3/2w5/4b3/8 w - -",
        task: Text::new(
            "You win when all your checkers form one group. Neighbours are connected in all eight directions, so c3 \
             and d4 belong together. Only a6 is far away. Win with one move.",
            "Du gewinnst, wenn alle deine Steine eine einzige Gruppe bilden. Nachbarn sind in allen acht Richtungen \
             verbunden, also gehören c3 und d4 zusammen. Nur a6 ist weit weg. Gewinne mit einem Zug.",
        ),
        goal: Goal::Win,
        done: Text::new(
            "United! On c4 the checker touches c3 and d4, and e4 touches d4: one group, and the game is won.",
            "Vereint! Auf c4 berührt der Stein c3 und d4, und e4 berührt d4: eine Gruppe, und die Partie ist \
             gewonnen.",
        ),
        not_yet: Text::new(
            "a6 is still on its own, or your group has come apart. Try the diagonal of a6: with e2 there are two \
             checkers on it.",
            "a6 steht noch allein, oder deine Gruppe ist zerfallen. Versuch es mit der Diagonale von a6: Mit e2 \
             stehen dort zwei Steine.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Capture your way home", "Schlagend nach Hause"),
        rules: "lines-of-action",
        position: "b6b/8/8/8/1w2b1w1/5ww1/8/8 w - -",
        task: Text::new(
            "You may unite with a capture, too. Look where b4 ends up on its rank, and win.",
            "Vereinen kannst du dich auch, indem du schlägst. Schau, wo b4 in seiner Reihe landet, und gewinne.",
        ),
        goal: Goal::Win,
        done: Text::new(
            "Three checkers on the rank, three squares to e4. The enemy there was captured, and e4 touches f3: \
             united.",
            "Drei Steine in der Reihe, drei Felder bis e4. Der Gegner dort ist geschlagen, und e4 berührt f3: \
             vereint.",
        ),
        not_yet: Text::new(
            "b4 is the only one missing. Its rank holds b4, e4 and g4.",
            "Nur b4 fehlt noch. In seiner Reihe stehen b4, e4 und g4.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Do not do the enemy's work", "Hilf nicht dem Gegner"),
        rules: "lines-of-action",
        position: "1b6/1bb5/8/4w2w/3ww3/8/4b3/8 w - -",
        task: Text::new(
            "Black's straggler on e2 is an easy target for e5. But without it the other three black checkers are one \
             group, and Black would win! Bring in your own straggler on h5 and win yourself.",
            "Der schwarze Nachzügler auf e2 ist leichte Beute für e5. Doch ohne ihn sind die anderen drei schwarzen \
             Steine eine Gruppe, und Schwarz gewinnt! Hol lieber deinen Nachzügler von h5 und gewinne selbst.",
        ),
        goal: Goal::Win,
        done: Text::new(
            "You are united and Black is not. Had your move united both sides, you would still have won, because the \
             turn was yours.",
            "Du bist vereint und Schwarz nicht. Hätte dein Zug beide Seiten vereint, hättest du auch gewonnen, denn \
             der Zug war deiner.",
        ),
        not_yet: Text::new(
            "Only h5 is missing from your group. And keep away from e2: capturing it would unite Black.",
            "In deiner Gruppe fehlt nur h5. Und lass e2 in Ruhe: Schlägst du ihn, vereinst du Schwarz.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Scrambled Eggs", "Rührei: Scrambled Eggs"),
        rules: "lines-of-action:setup=scrambled-eggs",
        position: "1wbwbwb1/b6w/w6b/b6w/w6b/b6w/w6b/1bwbwbw1 w - -",
        task: Text::new(
            "Scrambled Eggs is the same game with another start: the colours alternate all round the edge. The \
             centre is a good meeting point. Bring a checker to c3, c6, f3 or f6.",
            "Scrambled Eggs ist dasselbe Spiel mit anderem Anfang: Rund um den Rand wechseln sich die Farben ab. Die \
             Mitte ist ein guter Treffpunkt. Bring einen Stein nach c3, c6, f3 oder f6.",
        ),
        goal: Goal::OneOf(&["*c3", "*c6", "*f3", "*f6"]),
        done: Text::new(
            "A good beginning. Checkers in the centre have short ways to all the others and stand in the enemy's way.",
            "Ein guter Anfang. Steine in der Mitte haben kurze Wege zu allen anderen und stehen dem Gegner im Weg.",
        ),
        not_yet: Text::new(
            "Almost every line here holds two checkers. Look for a move of two squares that ends on c3, c6, f3 or f6.",
            "Auf fast jeder Linie stehen hier zwei Steine. Suche einen Zug über zwei Felder, der auf c3, c6, f3 oder \
             f6 endet.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Round the edge", "Um den Rand herum"),
        rules: "lines-of-action:wrap=files",
        position: "2b5/8/8/6ww/w2b4/8/8/5b2 w - -",
        task: Text::new(
            "In this variant the a-file and the h-file are joined: whoever leaves on the left comes in again on the \
             right. Groups, however, do not connect across the edge. Win by taking a4 over the left edge.",
            "In dieser Variante sind die Spalten a und h verbunden: Wer links hinausgeht, kommt rechts wieder \
             herein. Gruppen verbinden sich aber nicht über den Rand. Gewinne, indem du a4 über den linken Rand \
             ziehst.",
        ),
        goal: Goal::Win,
        done: Text::new(
            "Two squares, and one of them lay behind the edge. Your three checkers are one group.",
            "Zwei Felder, und der Rand lag dazwischen. Deine drei Steine sind eine Gruppe.",
        ),
        not_yet: Text::new(
            "With d4 there are two checkers on the rank. From a4 to the left, h4 comes first, and then?",
            "Mit d4 stehen zwei Steine in der Reihe. Von a4 nach links kommt zuerst h4, und dann?",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Parachute", "Fallschirme: Parachute"),
        rules: "lines-of-action:setup=parachute",
        position: "8/b7/5w2/8/3w4/2w5/7b/1b6 w - w1b1",
        task: Text::new(
            "In Parachute each of your first six turns is a move and then a drop: a checker from your stock lands on \
             any empty square. While you have stock, you are not united. Move, drop your last one and win!",
            "In Parachute besteht jeder deiner ersten sechs Züge aus einer Bewegung und einem Absprung: Ein Stein \
             aus deinem Vorrat landet auf einem beliebigen leeren Feld. Mit Vorrat bist du nie vereint. Zieh, setz \
             deinen letzten Stein ab und gewinne!",
        ),
        goal: Goal::Win,
        done: Text::new(
            "A perfect landing: all your checkers are one group. You know all you need for a game now. Go and play \
             one!",
            "Eine Bilderbuchlandung: Alle deine Steine sind eine Gruppe. Jetzt weißt du alles für eine Partie. Spiel \
             gleich eine!",
        ),
        not_yet: Text::new(
            "c3, d4 and f6 almost form a row, and e5 is the gap. Make a move that keeps the others together, and \
             drop where the gap is.",
            "c3, d4 und f6 sind fast eine Reihe, auf e5 klafft die Lücke. Zieh so, dass die anderen \
             beisammenbleiben, und setz dort ab, wo die Lücke ist.",
        ),
        answer: None,
    },
];
