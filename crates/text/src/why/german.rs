//! The reasons in German. After a colon a whole sentence begins with a capital letter, as is the custom.

use halfboard_rules::board::{Board, SetShape, Square};
use halfboard_rules::games::j::JRefusal;
use halfboard_rules::games::lines_of_action::LineDistance;
use halfboard_rules::games::lines_of_action::LinesOfActionRefusal;
use halfboard_rules::games::sight_reduction::SightReductionRefusal;
use halfboard_rules::games::sllim::SllimRefusal;
use halfboard_rules::games::stacks_in_action::StacksInActionRefusal;
use halfboard_rules::refusal::{Refusal, Refused};

use crate::board::{adjective, color as side};
use crate::prompt::prompt as in_words;

/// The whole sentence.
pub(super) fn sentence(why: &Refused) -> String {
    Words { board: why.board, square: why.board.name(why.square) }.sentence(&why.refusal)
}

/// Words joined by commas, and the last by another word.
fn list(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

/// A number of things: the single one in words, several with a number.
fn number(count: u8, one: &str, many: &str) -> String {
    if count == 1 { one.to_owned() } else { format!("{count} {many}") }
}

fn squares(count: u8) -> String {
    number(count, "ein Feld", "Felder")
}

/// The text with a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

struct Words {
    board: Board,
    /// The name of the square in question.
    square: String,
}

impl Words {
    fn name(&self, square: Square) -> String {
        self.board.name(square)
    }

    fn names(&self, squares: &[Square], last: &str) -> String {
        list(&squares.iter().map(|&square| self.name(square)).collect::<Vec<_>>(), last)
    }

    /// What there is instead of the checker looked for, as a sentence without its full stop.
    fn blocked(&self, blockers: &[Square]) -> String {
        match blockers {
            [] => "Auf seinen Linien steht niemand".to_owned(),
            [one] => format!("{} versperrt die Sicht", self.name(*one)),
            _ => format!("{} versperren die Sicht", self.names(blockers, "und")),
        }
    }

    /// Who bars the way. Of the games with ways that can be barred, only the one on the full board has no stacks.
    fn bars(&self, enemies: &[Square]) -> String {
        let (one, many) = match self.board {
            Board::Full => ("Stein", "Steine"),
            Board::Half => ("Stapel", "Stapel"),
        };
        match enemies {
            [] => String::new(),
            [at] => format!("der feindliche {one} auf {} versperrt den Weg", self.name(*at)),
            _ => format!("die feindlichen {many} auf {} versperren den Weg", self.names(enemies, "und")),
        }
    }

    /// Why nothing can move from here, put together from parts that may be empty; lines off the board come last.
    fn immobile(&self, what: &str, parts: &[String], off_board: bool) -> String {
        let mut parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        if off_board {
            parts.push(if parts.is_empty() {
                "alle seine Wege führen über den Rand hinaus"
            } else {
                "seine übrigen Wege führen über den Rand hinaus"
            });
        }
        format!("Der {what} auf {} kann nicht ziehen: {}.", self.square, capital(&parts.join("; ")))
    }

    fn distance(&self, from: Square, ways: &[LineDistance]) -> String {
        let mut counts: Vec<u8> = ways.iter().map(|way| way.on_line).collect();
        counts.sort_unstable();
        counts.dedup();
        let lines = counts.iter().enumerate().map(|(nth, &count)| {
            let mut steps: Vec<u8> = ways.iter().filter(|way| way.on_line == count).map(|way| way.steps).collect();
            steps.sort_unstable();
            steps.dedup();
            let steps: Vec<String> =
                steps.iter().map(|&steps| number(steps, "eins", "").trim_end().to_owned()).collect();
            let line = match nth {
                0 => format!("Auf der Damenlinie von {} nach {}", self.name(from), self.square),
                _ => "auf der anderen".to_owned(),
            };
            let stand = if count == 1 { "steht" } else { "stehen" };
            let (checkers, exactly) = (number(count, "nur ein Stein", "Steine"), squares(count));
            format!("{line} {stand} {checkers}, also geht der Zug genau {exactly} weit, nicht {}", list(&steps, "oder"))
        });
        lines.collect::<Vec<_>>().join("; ") + "."
    }

    fn stack_distance(&self, refusal: &Refusal) -> String {
        let Refusal::StacksInAction(StacksInActionRefusal::StackDistance {
            from,
            lifted,
            on_line,
            asked,
            up_to,
            onto_enemy,
        }) = *refusal
        else {
            return String::new();
        };
        // Only the first of the numbers says what is counted.
        let lifted_words = lifted.map(|(fewest, most)| match fewest == most {
            true => format!("{} weit (du hebst {} ab)", squares(most), number(most, "einen Stein", "Steine")),
            false => format!("{fewest} bis {} weit (so viele Steine kannst du abheben)", squares(most)),
        });
        let on_line = on_line.map(|count| {
            let why = if count == 1 { "nur ein Stapel steht" } else { "so viele Stapel stehen" };
            let count = if lifted.is_some() { count.to_string() } else { format!("{} weit", squares(count)) };
            format!("{count} ({why} auf der Damenlinie)")
        });
        let counts: Vec<String> = lifted_words.into_iter().chain(on_line).collect();
        let how = match (up_to, onto_enemy) {
            (false, _) => "ein Zug geht genau",
            (true, false) => "ein Zug geht höchstens",
            (true, true) => "auf einen feindlichen Stapel geht ein Zug genau",
        };
        let (from, asked) = (self.name(from), squares(asked));
        format!("{} liegt {asked} von {from} entfernt; {how} {}.", self.square, list(&counts, "oder"))
    }

    fn set(&self, shape: SetShape, first: Square) -> String {
        let shape = match shape {
            SetShape::Square => "das Quadrat",
            SetShape::Horizontal => "die Reihe",
            SetShape::Vertical => "die Spalte",
        };
        format!("{shape} ab {}", self.name(first))
    }

    fn sentence(&self, refusal: &Refusal) -> String {
        let square = &self.square;
        match refusal {
            Refusal::OffBoard => "So ein Feld gibt es auf diesem Brett nicht.".to_owned(),
            Refusal::Over(_) => "Die Partie ist zu Ende.".to_owned(),
            Refusal::NoSquare(prompt) => format!("Jetzt ist kein Feld gefragt: {}", in_words(prompt)),
            Refusal::Empty { wanted } => format!("{square} ist leer: Wähle einen {}en Stein.", adjective(*wanted)),
            Refusal::WrongColor { wanted } => {
                let (stands, wanted) = (adjective(wanted.other()), adjective(*wanted));
                format!("Auf {square} steht ein {stands}er Stein: Wähle einen {wanted}en.")
            }
            Refusal::Occupied => format!("{square} ist besetzt: Wähle ein leeres Feld."),
            Refusal::Itself => format!("{square} ist das Ausgangsfeld: Wähle ein anderes Feld."),
            Refusal::Unexplained => format!("{square} lässt sich jetzt nicht wählen."),

            Refusal::SightReduction(SightReductionRefusal::NoFriend { color, blockers, diagonal }) => {
                let (color, blocked) = (adjective(*color), self.blocked(blockers));
                let mut text = format!("Der Stein auf {square} sieht keinen anderen {color}en: {blocked}.");
                if let Some(friend) = diagonal {
                    text += &format!(" {} ist nur schräg zu sehen, und das zählt nicht.", self.name(*friend));
                }
                text
            }
            Refusal::SightReduction(SightReductionRefusal::NoEnemy { color, blockers }) => {
                let (color, blocked) = (adjective(*color), self.blocked(blockers));
                format!("Der Stein auf {square} muss auch einen {color}en sehen und sieht keinen: {blocked}.")
            }
            Refusal::SightReduction(SightReductionRefusal::LeavesAlready) => {
                format!("Der Stein auf {square} ist schon zum Wegnehmen gewählt.")
            }
            Refusal::SightReduction(SightReductionRefusal::Apart { first, diagonals }) => {
                let diagonal = if *diagonals { " noch Diagonale" } else { "" };
                format!("{square} und {} haben weder Reihe noch Spalte{diagonal} gemeinsam.", self.name(*first))
            }
            Refusal::SightReduction(SightReductionRefusal::Between { first, by }) => {
                let (first, by) = (self.name(*first), self.name(*by));
                format!("{square} und {first} sehen einander nicht: {by} steht dazwischen.")
            }
            Refusal::SightReduction(SightReductionRefusal::NotBeside { color }) => {
                let color = adjective(*color);
                format!("{square} grenzt an keinen {color}en Stein: Wähle ein leeres Feld, das an einen grenzt.")
            }
            Refusal::SightReduction(SightReductionRefusal::ExchangedAlready) => {
                format!("Der Stein auf {square} ist schon getauscht.")
            }

            Refusal::LinesOfAction(LinesOfActionRefusal::Partners) => {
                format!("Der Stein auf {square} gehört deinem Partner.")
            }
            Refusal::LinesOfAction(LinesOfActionRefusal::OtherKind { marked: true }) => {
                format!("Der Stein auf {square} ist nicht markiert, und in diesem Zug zieht ein markierter.")
            }
            Refusal::LinesOfAction(LinesOfActionRefusal::OtherKind { marked: false }) => {
                format!("Der Stein auf {square} ist markiert, und in diesem Zug zieht ein einfacher.")
            }
            Refusal::LinesOfAction(LinesOfActionRefusal::NoWay { enemies, friends, off_board, round }) => {
                let friends = match friends.as_slice() {
                    [] => String::new(),
                    [one] => format!("auf {} steht ein Freund", self.name(*one)),
                    _ => format!("auf {} stehen Freunde", self.names(friends, "und")),
                };
                let round = if *round { "ein voller Ring führt zu ihm zurück" } else { "" };
                self.immobile("Stein", &[self.bars(enemies), friends, round.to_owned()], *off_board)
            }
            Refusal::LinesOfAction(LinesOfActionRefusal::Friend) => {
                format!("Auf {square} steht ein Freund: Dort kann der Stein nicht landen.")
            }
            Refusal::NotOnLine { from } => format!("{square} liegt auf keiner Damenlinie durch {}.", self.name(*from)),
            Refusal::LinesOfAction(LinesOfActionRefusal::Distance { from, ways }) => self.distance(*from, ways),
            Refusal::Barred { from, by } => {
                format!("{} von {} nach {square}.", capital(&self.bars(by)), self.name(*from))
            }

            Refusal::StacksInAction(StacksInActionRefusal::Lacks { color, heights }) => {
                let color = side(*color);
                let lacks = if heights.len() == 1 { "fehlt" } else { "fehlen" };
                let named = heights.iter().map(|height| match height {
                    1 => "ein Einer".to_owned(),
                    2 => "ein Zweier".to_owned(),
                    3 => "ein Dreier".to_owned(),
                    other => format!("ein Stapel aus {other}"),
                });
                let heights = list(&named.collect::<Vec<_>>(), "und");
                format!("{color} {lacks} {heights}: {color} muss auf einem leeren Feld einsetzen.")
            }
            Refusal::StacksInAction(StacksInActionRefusal::ReserveEmpty { color }) => {
                let color = side(*color);
                format!(
                    "{square} ist leer, und {color} hat keinen Vorrat zum Einsetzen: Wähle einen Stapel zum Ziehen."
                )
            }
            Refusal::StacksInAction(StacksInActionRefusal::Controlled { by }) => {
                format!("Den Stapel auf {square} beherrscht {}: Der oberste Stein entscheidet.", side(*by))
            }
            Refusal::StacksInAction(StacksInActionRefusal::NoStackWay { enemies, stacks, off_board }) => {
                let stacks = match stacks.as_slice() {
                    [] => String::new(),
                    _ => format!("wer noch Vorrat hat, darf nicht auf {} landen", self.names(stacks, "oder")),
                };
                self.immobile("Stapel", &[self.bars(enemies), stacks], *off_board)
            }
            Refusal::StacksInAction(StacksInActionRefusal::LandingClosed { color, reserve }) => {
                let (color, reserve) = (side(*color), number(*reserve, "einen Stein", "Steine"));
                let who = format!("Wer wie {color} noch {reserve} im Vorrat hat");
                format!("Auf {square} steht ein Stapel: {who}, darf dort nicht landen.")
            }
            Refusal::StacksInAction(StacksInActionRefusal::StackDistance { .. }) => self.stack_distance(refusal),

            Refusal::J(JRefusal::NotEdge) => format!("{square} liegt nicht am Rand, und nur dort wird eingesetzt."),
            Refusal::J(JRefusal::NoPush) => format!("{square} ist besetzt, und schieben lässt sich nur vom Rand aus."),
            Refusal::J(JRefusal::Full { column, row }) => {
                let (letter, digit) = square.split_at(1);
                let lines = match (column, row) {
                    (true, true) => format!("Reihe {letter} und Spalte {digit} sind"),
                    (false, true) => format!("Reihe {letter} ist"),
                    _ => format!("Spalte {digit} ist"),
                };
                format!("{lines} voll: Von {square} aus lässt sich nichts schieben.")
            }
            Refusal::J(JRefusal::JustEntered) => {
                format!("Der Stein auf {square} ist eben erst eingesetzt und kann nicht zurückgenommen werden.")
            }
            Refusal::J(JRefusal::NotMiddle) => {
                format!("{square} liegt am Rand: Nur Steine auf B2–B7 und C2–C7 können zurückgenommen werden.")
            }
            Refusal::J(JRefusal::SameLine { entered, row }) => {
                let line = if *row { "Reihe" } else { "Spalte" };
                format!("{square} liegt in derselben {line} wie {}, wo eben eingesetzt wurde.", self.name(*entered))
            }

            Refusal::Sllim(SllimRefusal::PlaceFirst { color, reserve }) => {
                let (color, reserve) = (side(*color), number(*reserve, "einen Stein", "Steine"));
                format!("{color} muss noch {reserve} setzen, bevor umgesetzt werden darf.")
            }
            Refusal::Sllim(SllimRefusal::WrongShade { color }) => {
                let (own, other) = (adjective(*color), adjective(color.other()));
                format!("{square} ist ein {other}es Feld: {} setzt auf {own}e Felder.", side(*color))
            }
            Refusal::Sllim(SllimRefusal::CompletesNothing { color }) => {
                let color = adjective(*color);
                let stone = format!("Der {color}e Stein auf {square}");
                format!("{stone} kann keinen {color}en Vierer vollenden; nur dazu darfst du ihn umsetzen.")
            }
            Refusal::Sllim(SllimRefusal::CompletesNoSet { color, from }) => {
                let (from, color) = (self.name(*from), adjective(*color));
                let why = format!("{from} nach {square} vollendet keinen {color}en Vierer");
                format!("{why}; nur dazu darfst du einen {color}en Stein umsetzen.")
            }
            Refusal::Sllim(SllimRefusal::NotInSet { sets }) => {
                let sets: Vec<String> = sets.iter().map(|&(shape, first)| self.set(shape, first)).collect();
                format!("{square} gehört zu keinem Vierer, der entkommen kann: Wähle {}.", list(&sets, "oder"))
            }
        }
    }
}
