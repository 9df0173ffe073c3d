//! Why a square cannot be chosen now, in a sentence. The reasons of one game alone are in its folder.

use halfboard_rules::board::{Board, Square};
use halfboard_rules::present::Step;
use halfboard_rules::refusal::{Refusal, Refused};
use halfboard_rules::session::Session;

use crate::board::adjective;
use crate::games::GameText;
use crate::prompt::prompt;
use crate::{Language, language};

crate::phrases! {
    not_now: "That is not possible now." | "Das geht jetzt nicht.",
    off_board: "There is no such square on this board." | "So ein Feld gibt es auf diesem Brett nicht.",
    over: "The game is over." | "Die Partie ist zu Ende.",
    no_square(prompt): "No square is needed now: {prompt}" | "Jetzt ist kein Feld gefragt: {prompt}",
    empty(square, color): "{square} is empty: choose a {color} checker." | "{square} ist leer: Wähle einen {color}en Stein.",
    wrong_color(square, found, wanted): "{square} holds a {found} checker: choose a {wanted} one." |
        "Auf {square} steht ein {found}er Stein: Wähle einen {wanted}en.",
    occupied(square): "{square} is occupied: choose an empty square." | "{square} ist besetzt: Wähle ein leeres Feld.",
    itself(square): "{square} is where the move starts: choose another square." |
        "{square} ist das Ausgangsfeld: Wähle ein anderes Feld.",
    not_on_line(square, from): "{square} is not on a line through {from}." |
        "{square} liegt auf keiner Damenlinie durch {from}.",
    barred(blockers, from, square): "{blockers} from {from} to {square}." | "{blockers} von {from} nach {square}.",
    unexplained(square): "{square} cannot be chosen now." | "{square} lässt sich jetzt nicht wählen.",
    one_checker_bars(square): "the enemy on {square} is in the way" | "der feindliche Stein auf {square} versperrt den Weg",
    one_stack_bars(square): "the enemy on {square} is in the way" | "der feindliche Stapel auf {square} versperrt den Weg",
    checkers_bar(squares): "the enemies on {squares} are in the way" |
        "die feindlichen Steine auf {squares} versperren den Weg",
    stacks_bar(squares): "the enemies on {squares} are in the way" |
        "die feindlichen Stapel auf {squares} versperren den Weg",
    all_lines_off_board: "its lines lead off the board" | "alle seine Wege führen über den Rand hinaus",
    other_lines_off_board: "its other lines lead off the board" | "seine übrigen Wege führen über den Rand hinaus",
    and: "and" | "und",
    or: "or" | "oder",
}

/// The square that was refused, with the board that names squares.
pub struct RefusedSquare {
    board: Board,
    /// The name of the refused square.
    pub name: String,
}

impl RefusedSquare {
    /// Returns the name of another square of the board.
    pub fn name_of(&self, square: Square) -> String {
        self.board.name(square)
    }

    /// Lists the names of squares, with `last` before the last one.
    pub fn list(&self, squares: &[Square], last: &str) -> String {
        list(&squares.iter().map(|&square| self.name_of(square)).collect::<Vec<_>>(), last)
    }

    /// Returns which enemies are in the way as a clause; empty if there are none.
    pub fn blocked_by(&self, enemies: &[Square]) -> String {
        // Of the games with lines that can be barred, only the one on the full board has no stacks.
        match (enemies, self.board) {
            ([], _) => String::new(),
            ([one], Board::Full) => one_checker_bars(self.name_of(*one)),
            ([one], Board::Half) => one_stack_bars(self.name_of(*one)),
            (_, Board::Full) => checkers_bar(self.list(enemies, and())),
            (_, Board::Half) => stacks_bar(self.list(enemies, and())),
        }
    }

    /// Joins the reasons why a piece cannot move, of which some may be empty; lines off the board come last.
    pub fn immobile(&self, reasons: &[String], off_board: bool) -> String {
        let mut reasons: Vec<&str> = reasons.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        if off_board {
            reasons.push(if reasons.is_empty() { all_lines_off_board() } else { other_lines_off_board() });
        }
        after_colon(&reasons.join("; "))
    }
}

/// Joins parts by commas, with `last` before the last one.
pub fn list(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

/// Capitalizes a text.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Returns a sentence as it is written after a colon: German begins it with a capital letter.
pub fn after_colon(sentence: &str) -> String {
    match language() {
        Language::English => sentence.to_owned(),
        Language::German => capitalized(sentence),
    }
}

macro_rules! define_explain {
    ($($module:ident::$Game:ident),+ $(,)?) => {
        /// Explains why a square cannot be chosen.
        pub fn explain(refused: &Refused) -> String {
            let square = RefusedSquare { board: refused.board, name: refused.board.name(refused.square) };
            let name = &square.name;
            match &refused.refusal {
                Refusal::OffBoard => off_board().to_owned(),
                Refusal::Over(_) => over().to_owned(),
                Refusal::NoSquare(asked) => no_square(prompt(asked)),
                Refusal::Empty { wanted } => empty(name, adjective(*wanted)),
                Refusal::WrongColor { wanted } => wrong_color(name, adjective(wanted.other()), adjective(*wanted)),
                Refusal::Occupied => occupied(name),
                Refusal::Itself => itself(name),
                Refusal::NotOnLine { from } => not_on_line(name, square.name_of(*from)),
                Refusal::Barred { from, by } => {
                    barred(capitalized(&square.blocked_by(by)), square.name_of(*from), name)
                }
                Refusal::Unexplained => unexplained(name),
                $(Refusal::$Game(own) => <halfboard_rules::games::$module::$Game as GameText>::explain(own, &square),)+
            }
        }
    };
}
halfboard_rules::games!(define_explain);

/// Explains why a square cannot be chosen after these steps of a turn.
pub fn explain_square(session: &dyn Session, chosen: &[Step], square: Square) -> String {
    session.refusal(chosen, square).map_or_else(|| not_now().to_owned(), |refused| explain(&refused))
}
