//! The lesson of Sight Reduction.

use crate::Text;
use crate::lessons::{Goal, LessonStep};

/// The steps.
pub(super) const STEPS: &[LessonStep] = &[
    LessonStep {
        title: Text::new("Seeing a friend", "Einen Freund sehen"),
        rules: "sight-reduction",
        position: "8/2w2w2/b7/b6w w play wb",
        task: Text::new(
            "Here you take your own checkers off the board, one each turn. A checker may go if it sees a friend: \
             another of yours in its row or column with only empty squares between them. B3 and B6 see each other. \
             Take one off.",
            "Hier nimmst du deine eigenen Steine vom Brett, in jedem Zug einen. Ein Stein darf gehen, wenn er einen \
             Freund sieht: einen anderen von dir in seiner Reihe oder Spalte, und dazwischen nur leere Felder. B3 \
             und B6 sehen sich. Nimm einen von beiden weg.",
        ),
        goal: Goal::Any,
        done: Text::new(
            "That was a whole turn. The friend you left behind is alone now, and D8 was alone from the beginning: \
             neither of them may leave.",
            "Das war schon ein ganzer Zug. Der Freund, der übrig ist, steht jetzt allein, und D8 war von Anfang an \
             allein: Keiner von beiden darf gehen.",
        ),
        not_yet: Text::new("Take off B3 or B6.", "Nimm B3 oder B6 weg."),
        answer: None,
    },
    LessonStep {
        title: Text::new("A blocked view", "Verstellte Sicht"),
        rules: "sight-reduction",
        position: "w2b3w/8/2b4w/2b5 w play wb",
        task: Text::new(
            "Nobody can look through another checker. A1 and A8 share a row, but Black's checker on A4 stands \
             between them. Still, one of the two sees a friend in its column. Take that one off.",
            "Durch einen anderen Stein schaut niemand hindurch. A1 und A8 stehen in einer Reihe, aber dazwischen \
             steht Schwarz auf A4. Trotzdem sieht einer der beiden einen Freund in seiner Spalte. Nimm diesen weg.",
        ),
        goal: Goal::OneOf(&["A8"]),
        done: Text::new(
            "A8 looked down its column and saw C8. A1 sees nobody and has to stay.",
            "A8 hat in seiner Spalte C8 gesehen. A1 sieht niemanden und muss bleiben.",
        ),
        not_yet: Text::new(
            "C8 may go as well, but look for the one in row A: which of them has a friend straight below?",
            "Auch C8 darf gehen. Gesucht ist aber der Stein in Reihe A: Welcher hat einen Freund genau unter sich?",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Opening a line", "Eine Linie öffnen"),
        rules: "sight-reduction",
        position: "2w5/2w2w2/7b/2w4b w play wb",
        task: Text::new(
            "Every checker you take off opens the lines it stood on. A3 and D3 do not see each other yet. Take off \
             the checker that stands between them.",
            "Jeder Stein, den du wegnimmst, öffnet die Linien, auf denen er stand. A3 und D3 sehen sich noch nicht. \
             Nimm den Stein weg, der zwischen ihnen steht.",
        ),
        goal: Goal::OneOf(&["B3"]),
        done: Text::new(
            "Now A3 and D3 see each other down the whole column. But B6 has lost its only friend: every opening has \
             its price.",
            "Jetzt sehen sich A3 und D3 durch die ganze Spalte. Dafür hat B6 seinen einzigen Freund verloren: Jede \
             Öffnung hat ihren Preis.",
        ),
        not_yet: Text::new(
            "Look along column 3, from A3 down to D3. Which checker is in the way?",
            "Schau die Spalte 3 entlang, von A3 bis D3. Welcher Stein steht im Weg?",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("The last turn wins", "Der letzte Zug gewinnt"),
        rules: "sight-reduction",
        position: "5b2/7b/1w3w2/5b2 w play wb",
        task: Text::new(
            "Whoever has to move and cannot has lost. Right now no black checker sees another. You may take C2 or \
             C6; leave Black without a move.",
            "Wer am Zug ist und nicht ziehen kann, hat verloren. Im Moment sieht kein schwarzer Stein einen anderen. \
             Du darfst C2 oder C6 wegnehmen; lass Schwarz ohne Zug zurück.",
        ),
        goal: Goal::Win,
        done: Text::new(
            "You win! C6 stays and keeps A6 and D6 apart, so Black has nothing to take.",
            "Gewonnen! C6 bleibt stehen und trennt A6 von D6, also kann Schwarz nichts wegnehmen.",
        ),
        not_yet: Text::new(
            "Without C6, the black checkers on A6 and D6 see each other, and Black can move again. Lines open for \
             both sides.",
            "Ohne C6 sehen sich die schwarzen Steine auf A6 und D6, und Schwarz kann wieder ziehen. Linien öffnen \
             sich für beide Seiten.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("Keep the one in the middle", "Die Mitte bleibt stehen"),
        rules: "sight-reduction",
        position: "3w2b1/1w1w2b1/8/3w2b1 w play wb",
        task: Text::new(
            "Count turns: Black has three checkers in column 7, which are good for two more. You need three. A4, B2 \
             and D4 all rely on B4. Take one off, and keep two turns for later.",
            "Zähle die Züge: Schwarz hat drei Steine in Spalte 7, die reichen noch für zwei. Du brauchst drei. A4, \
             B2 und D4 leben alle von B4. Nimm einen Stein weg und heb dir zwei Züge auf.",
        ),
        goal: Goal::OneOf(&["A4", "B2", "D4"]),
        done: Text::new(
            "Black has taken A7 and has one turn left; you have two, if you again start at the outside. The helpful \
             one in the middle goes last.",
            "Schwarz hat A7 weggenommen und noch einen Zug; du hast zwei, wenn du wieder außen anfängst. Der \
             nützliche Stein in der Mitte geht zuletzt.",
        ),
        not_yet: Text::new(
            "Without B4 only A4 and D4 still see each other, for one single turn. Start with one from the outside.",
            "Ohne B4 sehen sich nur noch A4 und D4, und das ist ein einziger Zug. Fang mit einem äußeren an.",
        ),
        answer: Some("A7"),
    },
    LessonStep {
        title: Text::new("Only one move wins", "Nur ein Zug gewinnt"),
        rules: "sight-reduction",
        position: "5w2/bw3w2/bw3b2/b7 w play wb",
        task: Text::new(
            "Black has two turns in column 1, and a third one if C1 and C6 ever see each other. Your four checkers \
             hang together like a chain from A6 to C2. Find the only move that wins.",
            "Schwarz hat zwei Züge in Spalte 1 und einen dritten, wenn C1 und C6 sich jemals sehen. Deine vier \
             Steine hängen aneinander wie eine Kette von A6 bis C2. Finde den einzigen Zug, der gewinnt.",
        ),
        goal: Goal::OneOf(&["A6"]),
        done: Text::new(
            "That is it! Next come B6 and then B2, while C2 bars row C to the end. Black has only one more turn.",
            "Das ist er! Als Nächstes gehen B6 und dann B2, während C2 bis zuletzt die Reihe C versperrt. Schwarz \
             hat nur noch einen Zug.",
        ),
        not_yet: Text::new(
            "Take the chain apart from its end, or you lose turns. And mind the end at C2: it keeps C1 and C6 apart.",
            "Nimm die Kette von einem Ende her weg, sonst verlierst du Züge. Und Vorsicht mit dem Ende auf C2: Es \
             trennt C1 von C6.",
        ),
        answer: Some("B1"),
    },
    LessonStep {
        title: Text::new("Queen sight", "Sehen wie eine Dame"),
        rules: "sight-reduction:sight=queen",
        position: "ww6/4w3/1b6/1b4w1 w play wb",
        task: Text::new(
            "Now a variant: with queen sight, checkers also see along diagonals. Take off a checker that sees a \
             friend only aslant.",
            "Nun eine Variante: Mit Damensicht sehen Steine auch diagonal. Nimm einen Stein weg, der einen Freund \
             nur schräg sieht.",
        ),
        goal: Goal::OneOf(&["B5", "D7"]),
        done: Text::new(
            "B5 and D7 saw each other across the empty square C6. With queen sight few checkers are ever really \
             alone.",
            "B5 und D7 haben sich über das leere Feld C6 hinweg gesehen. Mit Damensicht ist kaum ein Stein wirklich \
             allein.",
        ),
        not_yet: Text::new(
            "A1 and A2 are neighbours in their row. Look for two friends on one diagonal.",
            "A1 und A2 sind Nachbarn in ihrer Reihe. Suche zwei Freunde auf einer Diagonale.",
        ),
        answer: None,
    },
    LessonStep {
        title: Text::new("On your own", "Ganz für dich allein"),
        rules: "sight-reduction:solitaire=on",
        position: "6b1/1w1w4/6b1/3w4 w play wb",
        task: Text::new(
            "In the solitaire you move for both: a white checker goes, then a black one, in turns. It is solved when \
             one of each is left. Take a white one so that the other two still see each other.",
            "Im Solitär ziehst du für beide: Ein weißer Stein geht, dann ein schwarzer, immer abwechselnd. Gelöst \
             ist es, wenn von jeder Farbe einer übrig ist. Nimm einen weißen weg, sodass die anderen beiden sich \
             noch sehen.",
        ),
        goal: Goal::OneOf(&["B2", "D4"]),
        done: Text::new(
            "Black's A7 went next. One more white checker now, and two are left, one of each colour: solved.",
            "Danach ging von Schwarz A7. Jetzt noch ein weißer Stein, dann sind zwei übrig, von jeder Farbe einer: \
             gelöst.",
        ),
        not_yet: Text::new(
            "Without B4, the friends on B2 and D4 are neither in one row nor in one column, and the puzzle is stuck.",
            "Ohne B4 stehen B2 und D4 weder in einer Reihe noch in einer Spalte, und es geht nicht mehr weiter.",
        ),
        answer: Some("A7"),
    },
    LessonStep {
        title: Text::new("Two at once", "Zwei auf einmal"),
        rules: "sight-reduction:remove=one-or-two,solitaire=on",
        position: "8/1w2w3/8/2b3b1 w play wb",
        task: Text::new(
            "Another variant lets you take two checkers in one turn, if they see each other. In this solitaire the \
             board must be empty in the end. Take B2 and B5 off together.",
            "In einer anderen Variante darfst du in einem Zug zwei Steine wegnehmen, die sich sehen. In diesem \
             Solitär muss das Brett am Ende leer sein. Nimm B2 und B5 zusammen weg.",
        ),
        goal: Goal::OneOf(&["B2,B5"]),
        done: Text::new(
            "D3 and D7 left as a pair as well, and the board is empty: solved.",
            "D3 und D7 sind ebenfalls als Paar gegangen, und das Brett ist leer: gelöst.",
        ),
        not_yet: Text::new(
            "A lone white checker could never leave again. Choose both of them, then the turn is over.",
            "Ein einzelner weißer Stein käme nie mehr vom Brett. Wähle beide aus, dann ist der Zug fertig.",
        ),
        answer: Some("D3,D7"),
    },
    LessonStep {
        title: Text::new("Leave the right ones", "Die richtigen bleiben"),
        rules: "sight-reduction:solitaire=on,target=D4-C7",
        position: "8/3w4/6b1/3w4 w play wb",
        task: Text::new(
            "The hardest puzzles name the two checkers that must be left. Here they are the white one on D4 and the \
             black one on C7. Solve it with one move.",
            "Die schwersten Aufgaben nennen die beiden Steine, die übrig bleiben müssen. Hier sind es der weiße auf \
             D4 und der schwarze auf C7. Löse sie mit einem Zug.",
        ),
        goal: Goal::Win,
        done: Text::new(
            "Solved! Now you know how to see, to block and to count. Start a game and find out who runs out of moves \
             first.",
            "Gelöst! Jetzt kannst du sehen, versperren und zählen. Fang eine Partie an und finde heraus, wem zuerst \
             die Züge ausgehen.",
        ),
        not_yet: Text::new(
            "Then the wrong white checker is left. D4 has to stay.",
            "Dann bleibt der falsche weiße Stein übrig. D4 muss stehen bleiben.",
        ),
        answer: None,
    },
];
