//! The lesson of Stacks In Action.

use crate::Text;
use crate::lessons::{Goal, LessonStep};

/// The steps.
pub(super) const STEPS: &[LessonStep] = &[
    LessonStep {
        title: Text::new("The set, and how far height carries", "Der Satz, und wie weit Höhe trägt"),
        rules: "stacks-in-action",
        position: "(bbb)(bb)4w(www)/b7/8/5(ww)2 w w0b0",
        task: Text::new(
            "To move you need your set: a single, a double and a triple. You have them on A7, D6 and A8. What you \
             lift may go as many squares as it has checkers, in any of eight directions. Carry both from D6 two \
             squares.",
            "Um zu ziehen, brauchst du deinen Satz: einen Einer, einen Zweier und einen Dreier. Du hast sie auf A7, \
             D6 und A8. Was du abhebst, zieht so viele Felder weit, wie es Steine sind, in irgendeine der acht \
             Richtungen. Trag beide von D6 zwei Felder weit.",
        ),
        goal: Goal::OneOf(&["2D6B4", "2D6B6", "2D6B8", "2D6D4", "2D6D8"]),
        done: Text::new(
            "Two checkers, two squares. A single goes one square in this way and a triple three.",
            "Zwei Steine, zwei Felder. Ein Einer kommt so ein Feld weit und ein Dreier drei.",
        ),
        not_yet: Text::new(
            "Lift both checkers from D6 and set them down two squares away, for example on D4.",
            "Heb beide Steine von D6 ab und setz sie zwei Felder weiter ab, zum Beispiel auf D4.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("How far the line carries", "Wie weit die Linie trägt"),
        rules: "stacks-in-action",
        position: "(bb)3(www)3/1(bbb)6/b5(ww)w/8 w w0b0",
        task: Text::new(
            "Or you go by the line: as many squares as there are stacks on it, of both colours, however tall they \
             are. Row C has three, C1, C7 and C8. Take the single from C8 three squares along the row; it may pass \
             over your own.",
            "Oder du gehst nach der Linie: so viele Felder, wie auf ihr Stapel stehen, beider Farben und egal wie \
             hoch. In Reihe C sind es drei, C1, C7 und C8. Bring den Einer von C8 drei Felder weit die Reihe \
             entlang; über eigene darf er hinweg.",
        ),
        goal: Goal::OneOf(&["1C8C5"]),
        done: Text::new(
            "One checker went three squares, because three stacks stood in the row. A stack that the enemy controls \
             would have barred the way.",
            "Ein Stein kam drei Felder weit, weil drei Stapel in der Reihe standen. Ein Stapel des Gegners hätte den \
             Weg versperrt.",
        ),
        not_yet: Text::new(
            "The single on C8 should land on C5, beyond your double on C7.",
            "Der Einer von C8 soll auf C5 landen, jenseits deines Zweiers auf C7.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Lifting only some", "Nur einen Teil abheben"),
        rules: "stacks-in-action",
        position: "(bbb)(bb)5w/b3(www)3/5(ww)2/8 w w0b0",
        task: Text::new(
            "You need not lift a whole stack, and you may land on your own. Take just one checker from B5 and put it \
             on the neighbour C6.",
            "Du musst nicht den ganzen Stapel abheben, und auf eigenen darfst du landen. Nimm nur einen Stein von B5 \
             und lege ihn auf den Nachbarn C6.",
        ),
        goal: Goal::OneOf(&["1B5C6"]),
        done: Text::new(
            "B5 is a double now and C6 a triple: they changed roles and your set is complete. Check that after every \
             move!",
            "Jetzt ist B5 ein Zweier und C6 ein Dreier: Sie haben die Rollen getauscht, und dein Satz ist \
             vollständig. Prüfe das bei jedem Zug!",
        ),
        not_yet: Text::new(
            "Lift one checker from B5, one step aslant to C6. Moves that break your own set can cost you the game.",
            "Heb einen Stein von B5 ab, einen Schritt schräg nach C6. Züge, die deinen eigenen Satz zerstören, \
             können dich die Partie kosten.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Taking prisoners", "Gefangene nehmen"),
        rules: "stacks-in-action",
        position: "(bbb)(bb)5w/b6(ww)/3b1(ww)2/7(www) w w0b0",
        task: Text::new(
            "The colour on top controls a stack. As long as your reserve is empty, you may land on enemies as well. \
             Land on the black single on C4.",
            "Wem der oberste Stein gehört, dem gehört der Stapel. Solange dein Vorrat leer ist, darfst du auch auf \
             Gegnern landen. Lande auf dem schwarzen Einer auf C4.",
        ),
        goal: Goal::OneOf(&["1C6C4", "2C6C4"]),
        done: Text::new(
            "C4 is yours. The black checker below is your prisoner: it travels with the stack and is of no use to \
             Black.",
            "C4 gehört dir. Der schwarze Stein darunter ist dein Gefangener: Er reist mit dem Stapel und nützt \
             Schwarz nichts.",
        ),
        not_yet: Text::new(
            "Your double on C6 is two squares away from C4, in the same row.",
            "Dein Zweier auf C6 steht in derselben Reihe, zwei Felder von C4 entfernt.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("What stays behind", "Was zurückbleibt"),
        rules: "stacks-in-action",
        position: "(bbb)1(bb)4w/b6(ww)/3(bww)4/7(www) w w0b0",
        task: Text::new(
            "What you leave behind belongs to the colour that is then on top. On C4 a black checker lies under two \
             of yours. Move something from C4 without setting it free.",
            "Was du zurücklässt, gehört der Farbe, die dann oben liegt. Auf C4 liegt ein schwarzer Stein unter \
             zweien von dir. Zieh etwas von C4, ohne ihn freizulassen.",
        ),
        goal: Goal::OneOf(&["1C4*", "3C4*"]),
        done: Text::new(
            "Black is still locked in. Either one of your checkers stayed on top of it, or you took it along.",
            "Schwarz bleibt eingesperrt. Entweder ist einer deiner Steine darauf liegen geblieben, oder du hast ihn \
             mitgenommen.",
        ),
        not_yet: Text::new(
            "Move from C4. Lifting exactly two would free the prisoner; lift one, or all three.",
            "Zieh von C4. Hebst du genau zwei ab, ist der Gefangene frei; nimm einen oder alle drei.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Too tall", "Zu hoch"),
        rules: "stacks-in-action",
        position: "(bbb)(bb)6/b3(www)2(bb)/8/1(ww)4w1 w w0b0",
        task: Text::new(
            "If a stack gets more than three high, it is cut from below, and you choose whether three, two or one \
             stay. Land with all three from B5 on B8, and keep what your set needs.",
            "Wird ein Stapel höher als drei, wird er von unten gekürzt, und du wählst, ob drei, zwei oder einer \
             bleiben. Lande mit allen dreien von B5 auf B8 und behalte, was dein Satz braucht.",
        ),
        goal: Goal::OneOf(&["3B5B8=3"]),
        done: Text::new(
            "You kept your triple, and both black checkers are gone for good. Your own, if you cut any, go back to \
             your reserve.",
            "Dein Dreier bleibt, und beide schwarzen Steine sind endgültig weg. Fallen eigene Steine weg, kommen sie \
             in deinen Vorrat zurück.",
        ),
        not_yet: Text::new(
            "Carry all three from B5 to B8 and let three of them stay. You have no other triple.",
            "Trag alle drei von B5 nach B8 und lass drei stehen. Einen anderen Dreier hast du nicht.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Mending the set", "Den Satz reparieren"),
        rules: "stacks-in-action",
        position: "(bbb)(bb)6/b6(www)/7(ww)/8 w w2b0",
        task: Text::new(
            "Your single is gone. Without your set you may only enter: put one, two or three checkers from your \
             reserve on an empty square. Two are in reserve. Make your set complete.",
            "Dein Einer ist weg. Ohne Satz darfst du nur einsetzen: einen, zwei oder drei Steine aus deinem Vorrat \
             auf ein leeres Feld. Zwei sind im Vorrat. Mach deinen Satz vollständig.",
        ),
        goal: Goal::OneOf(&["1@*"]),
        done: Text::new(
            "One, two, three: next turn you may move again. One checker is still in reserve, though, and until it is \
             empty you cannot land on any stack.",
            "Eins, zwei, drei: Im nächsten Zug darfst du wieder ziehen. Ein Stein ist aber noch im Vorrat, und \
             solange der nicht leer ist, darfst du auf keinem Stapel landen.",
        ),
        not_yet: Text::new(
            "You have a double on C8 already. Enter just one checker.",
            "Einen Zweier hast du schon auf C8. Setz nur einen Stein ein.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Breaking the set", "Den Satz zerschlagen"),
        rules: "stacks-in-action",
        position: "7w/(bbb)(bb)6/2b1(ww)3/7(www) w w0b0",
        task: Text::new(
            "Whoever has no legal turn loses. Black's reserve is empty, and there is only one black single. Break \
             Black's set and win.",
            "Wer keinen erlaubten Zug hat, verliert. Der Vorrat von Schwarz ist leer, und es gibt nur einen \
             schwarzen Einer. Zerschlage den Satz von Schwarz und gewinne.",
        ),
        goal: Goal::Win,
        done: Text::new(
            "You win! Black has no single any more and nothing in reserve to enter one with.",
            "Gewonnen! Schwarz hat keinen Einer mehr und nichts im Vorrat, um einen einzusetzen.",
        ),
        not_yet: Text::new(
            "Black's single is on C3. Which of your stacks is two squares away?",
            "Der schwarze Einer steht auf C3. Welcher deiner Stapel ist zwei Felder entfernt?",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Strike where it hurts", "Triff die schwache Stelle"),
        rules: "stacks-in-action",
        position: "(bbb)2w4/3b3(www)/b7/4(wb)1(ww)1 w w0b0",
        task: Text::new(
            "Now all by yourself: win with one move. Your single on A4 could take the one on B4, but Black has a \
             second single. What does Black have only once, and within your reach?",
            "Jetzt ganz allein: Gewinne mit einem Zug. Dein Einer auf A4 könnte den auf B4 fangen, aber Schwarz hat \
             einen zweiten Einer. Was hat Schwarz nur einmal, und du kommst heran?",
        ),
        goal: Goal::Win,
        done: Text::new(
            "D5 was Black's only double. No double, no reserve, no turn: you win. You are ready for a real game. \
             Have fun!",
            "D5 war der einzige Zweier von Schwarz. Kein Zweier, kein Vorrat, kein Zug: gewonnen. Du bist bereit für \
             eine richtige Partie. Viel Spaß!",
        ),
        not_yet: Text::new(
            "Black still has a single, a double and a triple. Look at D5: a black checker on top of one of yours is \
             a double.",
            "Schwarz hat immer noch Einer, Zweier und Dreier. Schau auf D5: Ein schwarzer Stein auf einem von dir \
             ist ein Zweier.",
        ),
        answer: None,
    },
];
