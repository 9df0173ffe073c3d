//! The lesson of J.

use crate::Text;
use crate::lessons::{Goal, LessonStep};

/// The steps.
pub(super) const STEPS: &[LessonStep] = &[
    LessonStep {
        title: Text::new("Entering", "Einsetzen"),
        rules: "j",
        position: "8/8/8/8 w w12b12",
        task: Text::new(
            "Each turn you enter one checker from your reserve at the edge of the board. Two halves of the long \
             edges are yours: A5 to A8 above and D5 to D8 below. Enter a checker in one of them.",
            "In jedem Zug setzt du einen Stein aus deinem Vorrat am Rand ein. Zwei Hälften der langen Ränder gehören \
             dir: oben A5 bis A8 und unten D5 bis D8. Setz einen Stein in einer davon ein.",
        ),
        goal: Goal::OneOf(&["A5", "A6", "A7", "A8", "D5", "D6", "D7", "D8"]),
        done: Text::new(
            "That is one of your homes. From here you will build towards your short edge on the far left, A1 to D1.",
            "Hier bist du zu Hause. Von hier aus baust du zu deinem kurzen Rand ganz links, A1 bis D1.",
        ),
        not_yet: Text::new(
            "You may enter anywhere at the edge, but this time choose one of your long halves, on the right half of \
             the board.",
            "Einsetzen darfst du überall am Rand, aber wähle diesmal eine deiner langen Hälften, rechts auf dem \
             Brett.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Pushing a column", "Eine Spalte schieben"),
        rules: "j",
        position: "5b2/8/8/8 w w12b11",
        task: Text::new(
            "Black sits on A6, in your half. Enter there all the same: from above you push the column down.",
            "Schwarz sitzt auf A6, in deiner Hälfte. Setz trotzdem dort ein: Von oben schiebst du die Spalte nach \
             unten.",
        ),
        goal: Goal::OneOf(&["A6v*"]),
        done: Text::new(
            "Your checker took A6, and the black one moved down to B6. Nothing ever falls off: a line that is full \
             cannot be pushed.",
            "Dein Stein hat A6 genommen, und der schwarze ist nach B6 gerückt. Hinunter fällt nichts: Eine volle \
             Linie lässt sich nicht schieben.",
        ),
        not_yet: Text::new(
            "Enter right on A6, where the black checker is.",
            "Setz genau auf A6 ein, wo der schwarze Stein ist.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Pushing a row", "Eine Reihe schieben"),
        rules: "j",
        position: "8/8/wb6/8 w w11b11",
        task: Text::new(
            "From the short edges you push rows, and several checkers move at once, of either colour. Enter at C1.",
            "Von den kurzen Rändern aus schiebst du Reihen, und dabei rücken auch mehrere Steine auf einmal, egal \
             welcher Farbe. Setz auf C1 ein.",
        ),
        goal: Goal::OneOf(&["C1h*"]),
        done: Text::new(
            "Both moved one square to the right. Your two on C1 and C2 are neighbours and form a chain; only \
             neighbours in a row or column are linked, never aslant.",
            "Beide sind ein Feld nach rechts gerückt. Deine zwei auf C1 und C2 sind Nachbarn und bilden eine Kette; \
             verbunden ist man nur in Reihe und Spalte, nie schräg.",
        ),
        not_yet: Text::new("Enter at the left end of row C, on C1.", "Setz am linken Ende der Reihe C ein, auf C1."),
        answer: None,
    },
    LessonStep {
        title: Text::new("The choice in the corner", "Die Wahl in der Ecke"),
        rules: "j",
        position: "6wb/8/8/8 w w11b11",
        task: Text::new(
            "In a corner you choose whether to push the row or the column. Enter at A8 so that your new checker ends \
             up next to your checker on A7.",
            "In einer Ecke wählst du, ob du die Reihe oder die Spalte schiebst. Setz auf A8 so ein, dass dein neuer \
             Stein neben deinem auf A7 steht.",
        ),
        goal: Goal::OneOf(&["A8v*"]),
        done: Text::new(
            "Black went down to B8, and A7 and A8 are a chain. Along the row you would have pushed your own checker \
             away.",
            "Schwarz ist nach B8 gerückt, und A7 und A8 sind eine Kette. In der Reihe hättest du deinen eigenen \
             Stein weggeschoben.",
        ),
        not_yet: Text::new(
            "Enter at A8 and push down the column. The row would move A7 as well.",
            "Setz auf A8 ein und schieb die Spalte hinunter. Die Reihe würde auch A7 bewegen.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Taking one back", "Einen zurücknehmen"),
        rules: "j",
        position: "1b6/8/2w2w2/8 w w10b11",
        task: Text::new(
            "After entering you may take one of your checkers back from the middle, B2 to B7 or C2 to C7, but not \
             from the row or column you entered in. Enter at A6 and take one back.",
            "Nach dem Einsetzen darfst du einen deiner Steine aus der Mitte zurücknehmen, von B2 bis B7 oder C2 bis \
             C7, aber nicht aus der Reihe oder Spalte, in der du eingesetzt hast. Setz auf A6 ein und nimm einen \
             zurück.",
        ),
        goal: Goal::OneOf(&["A6-*"]),
        done: Text::new(
            "C3 is back in your reserve. C6 had to stay, since it stands in the column you entered.",
            "C3 ist wieder in deinem Vorrat. C6 musste bleiben, denn er steht in der Spalte, in der du eingesetzt \
             hast.",
        ),
        not_yet: Text::new(
            "First A6, then the checker that is not in column 6.",
            "Zuerst A6, dann den Stein, der nicht in Spalte 6 steht.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("The winning chain", "Die Gewinnkette"),
        rules: "j",
        position: "1bb5/1b6/1wwww3/4w3 w w7b9",
        task: Text::new(
            "You win with a chain from one of your long halves to your short edge on the left. Yours begins on D5 \
             and nearly gets there. Finish it.",
            "Du gewinnst mit einer Kette von einer deiner langen Hälften zu deinem kurzen Rand links. Deine beginnt \
             auf D5 und ist fast da. Vollende sie.",
        ),
        goal: Goal::Win,
        done: Text::new(
            "From D5 up to C5 and along the row to C1: a chain with a hook, like the letter J.",
            "Von D5 hinauf nach C5 und die Reihe entlang bis C1: eine Kette mit Haken, wie der Buchstabe J.",
        ),
        not_yet: Text::new(
            "Just one square is missing between C2 and the left edge.",
            "Zwischen C2 und dem linken Rand fehlt nur ein Feld.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("The losing chain", "Die Verlustkette"),
        rules: "j",
        position: "4w2b/1wwww3/2b5/4w3 w w6b10",
        task: Text::new(
            "Beware: a chain that joins your two long halves loses at once! In column 5 you are one checker away \
             from that. Win without closing that column.",
            "Vorsicht: Eine Kette, die deine beiden langen Hälften verbindet, verliert sofort! In Spalte 5 fehlt \
             dazu nur noch ein Stein. Gewinne, ohne diese Spalte zu schließen.",
        ),
        goal: Goal::Win,
        done: Text::new(
            "A5 is joined to B1 and you win. Had you pushed column 5, A5 and D5 would have been joined, and you \
             would have lost.",
            "A5 ist mit B1 verbunden, und du gewinnst. Hättest du Spalte 5 geschoben, wären A5 und D5 verbunden \
             gewesen, und du hättest verloren.",
        ),
        not_yet: Text::new(
            "Look at the left end of row B. And never push column 5, neither from A5 nor from D5!",
            "Schau auf das linke Ende der Reihe B. Und schieb bloß nicht Spalte 5, weder von A5 noch von D5!",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Make the enemy lose", "Lass den Gegner verlieren"),
        rules: "j",
        position: "1bb5/wbb5/5w2/1b3w2 w w9b7",
        task: Text::new(
            "Black's long halves are A1 to A4 and D1 to D4, and Black must not join them either. Your push can do it \
             for Black! Push so that black checkers link row A with D2.",
            "Die langen Hälften von Schwarz sind A1 bis A4 und D1 bis D4, und auch Schwarz darf sie nicht verbinden. \
             Du kannst das für Schwarz erledigen! Schieb so, dass schwarze Steine Reihe A mit D2 verbinden.",
        ),
        goal: Goal::Win,
        done: Text::new(
            "You pushed black checkers down to C2: the chain from A3 to D2 is Black's losing chain. You win!",
            "Du hast die schwarzen Steine bis C2 geschoben: Die Kette von A3 bis D2 ist die Verlustkette von \
             Schwarz. Gewonnen!",
        ),
        not_yet: Text::new(
            "C2 is the gap. Which entry pushes a black checker onto it and leaves D2 where it is?",
            "Die Lücke ist C2. Wo musst du einsetzen, damit ein schwarzer Stein dorthin rückt und D2 stehen bleibt?",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Never run dry", "Nie ganz leer"),
        rules: "j",
        position: "b1wbww2/wbw1bw2/w1w1b3/w2b2ww w w1b6",
        task: Text::new(
            "If your reserve is empty when your turn begins, you lose. You have one checker left, and it must go in \
             now. Enter it wherever you like, but see that you have one for the next turn.",
            "Ist dein Vorrat leer, wenn du am Zug bist, hast du verloren. Du hast noch einen Stein, und der muss \
             jetzt aufs Brett. Setz ihn ein, wo du magst, aber sorge dafür, dass du für den nächsten Zug einen hast.",
        ),
        goal: Goal::OneOf(&["*-*"]),
        done: Text::new(
            "One in, one out: your reserve is not empty. Taking back is not only good for tidying up.",
            "Einer hinein, einer heraus: Dein Vorrat ist nicht leer. Zurücknehmen ist nicht nur zum Aufräumen gut.",
        ),
        not_yet: Text::new(
            "Take a checker back after entering: B3, B6 or C3, whichever is not in the row or column you entered in. \
             Then the turn is complete.",
            "Nimm nach dem Einsetzen einen Stein zurück: B3, B6 oder C3, je nachdem, welcher nicht in derselben \
             Reihe oder Spalte steht. Erst dann ist der Zug fertig.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Free placement", "Freies Einsetzen"),
        rules: "j:free-placement=on",
        position: "1b2w3/2w1w2b/www2w2/2b2w2 w w4b9",
        task: Text::new(
            "With free placement you may also enter on any empty square of the board, without pushing. One square \
             wins, and some others lose. Find the winner!",
            "Beim freien Einsetzen darfst du auch auf jedem leeren Feld einsetzen, ohne zu schieben. Ein Feld \
             gewinnt, manche anderen verlieren. Finde das richtige!",
        ),
        goal: Goal::Win,
        done: Text::new(
            "B4 closes the gap, and your chain runs from A5 to C1. You can connect, and stop in time. Now try it in \
             a real game!",
            "B4 schließt die Lücke, und deine Kette reicht von A5 bis C1. Du kannst verbinden und rechtzeitig \
             aufhören. Probiere es gleich in einer richtigen Partie!",
        ),
        not_yet: Text::new(
            "Link A5 to the left edge, but keep away from C6 and D6: they belong to your other long half.",
            "Verbinde A5 mit dem linken Rand, aber halt dich von C6 und D6 fern: Die gehören zu deiner anderen \
             langen Hälfte.",
        ),
        answer: None,
    },
];
