//! The reasons in English, a sentence each.

use crate::games::j::JRefusal;
use crate::games::lines_of_action::LinesOfActionRefusal;
use crate::games::sight_reduction::SightReductionRefusal;
use crate::games::sllim::SllimRefusal;
use crate::games::stacks_in_action::StacksInActionRefusal;
use std::fmt;

use super::{Refusal, Refused};
use crate::board::{Board, SetShape, Square};
use crate::games::lines_of_action::LineDistance;

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = Words { board: self.board, square: self.board.name(self.square) };
        f.write_str(&words.sentence(&self.refusal))
    }
}

impl std::error::Error for Refused {}

/// Words joined by commas, and the last by another word.
fn list(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

/// A number of things, in the singular or plural.
fn number(count: u8, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
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

    fn names(&self, squares: &[Square]) -> String {
        list(&squares.iter().map(|&square| self.name(square)).collect::<Vec<_>>(), "and")
    }

    /// What there is instead of the checker looked for.
    fn blocked(&self, blockers: &[Square]) -> String {
        match blockers {
            [] => "its lines are empty".to_owned(),
            [one] => format!("{} blocks the line", self.name(*one)),
            _ => format!("{} block the lines", self.names(blockers)),
        }
    }

    /// Who bars the way, as a clause that begins with this word.
    fn bars(&self, the: &str, enemies: &[Square]) -> String {
        match enemies {
            [] => String::new(),
            [one] => format!("{the} enemy on {} bars the way", self.name(*one)),
            _ => format!("{the} enemies on {} bar the way", self.names(enemies)),
        }
    }

    /// Why nothing can move from here, put together from parts that may be empty; lines off the board come last.
    fn immobile(&self, parts: &[String], off_board: bool) -> String {
        let mut parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        if off_board {
            parts.push(if parts.is_empty() {
                "its lines lead off the board"
            } else {
                "its other lines lead off the board"
            });
        }
        format!("{} cannot move: {}.", self.square, parts.join("; "))
    }

    fn distance(&self, from: Square, ways: &[LineDistance]) -> String {
        let mut counts: Vec<u8> = ways.iter().map(|way| way.on_line).collect();
        counts.sort_unstable();
        counts.dedup();
        let lines = counts.iter().enumerate().map(|(nth, &count)| {
            let mut steps: Vec<u8> = ways.iter().filter(|way| way.on_line == count).map(|way| way.steps).collect();
            steps.sort_unstable();
            steps.dedup();
            let steps: Vec<String> = steps.iter().map(u8::to_string).collect();
            let line = match nth {
                0 => format!("the line from {} to {}", self.name(from), self.square),
                _ => "the other line".to_owned(),
            };
            let (checkers, squares) = (number(count, "checker is", "checkers are"), number(count, "square", "squares"));
            format!("{checkers} on {line}, so the move is exactly {squares}, not {}", list(&steps, "or"))
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
        let lifted = lifted.map(|(fewest, most)| match fewest == most {
            true => format!("{most} (the checkers lifted)"),
            false => format!("{fewest} to {most} (the checkers lifted)"),
        });
        let on_line = on_line.map(|count| format!("{count} (the stacks on the line)"));
        let counts: Vec<String> = lifted.into_iter().chain(on_line).collect();
        let how = match (up_to, onto_enemy) {
            (false, _) => "a move goes exactly",
            (true, false) => "a move goes at most",
            (true, true) => "onto an enemy stack a move goes exactly",
        };
        let asked = number(asked, "square", "squares");
        format!("{} is {asked} from {}; {how} {}.", self.square, self.name(from), list(&counts, "or"))
    }

    fn set(&self, shape: SetShape, first: Square) -> String {
        let shape = match shape {
            SetShape::Square => "square",
            SetShape::Horizontal => "row",
            SetShape::Vertical => "column",
        };
        format!("the {shape} from {}", self.name(first))
    }

    fn sentence(&self, refusal: &Refusal) -> String {
        let square = &self.square;
        match refusal {
            Refusal::OffBoard => "There is no such square on this board.".to_owned(),
            Refusal::Over(_) => "The game is over.".to_owned(),
            Refusal::NoSquare(prompt) => format!("No square is asked for now: {prompt}."),
            Refusal::Empty { wanted } => format!("{square} is empty: choose a {} checker.", wanted.as_str()),
            Refusal::WrongColor { wanted } => {
                format!("{square} holds a {} checker: choose a {} one.", wanted.other().as_str(), wanted.as_str())
            }
            Refusal::Occupied => format!("{square} is occupied: choose an empty square."),
            Refusal::Itself => format!("{square} is where it stands already: choose another square."),
            Refusal::Unexplained => format!("{square} cannot be chosen now."),

            Refusal::SightReduction(SightReductionRefusal::NoFriend { color, blockers, diagonal }) => {
                let mut text = format!("{square} sees no {} checker: {}.", color.as_str(), self.blocked(blockers));
                if let Some(friend) = diagonal {
                    text += &format!(" {} is in sight only diagonally, which does not count.", self.name(*friend));
                }
                text
            }
            Refusal::SightReduction(SightReductionRefusal::NoEnemy { color, blockers }) => {
                format!(
                    "{square} must also see a {} checker and sees none: {}.",
                    color.as_str(),
                    self.blocked(blockers)
                )
            }
            Refusal::SightReduction(SightReductionRefusal::LeavesAlready) => format!("{square} is leaving already."),
            Refusal::SightReduction(SightReductionRefusal::Apart { first, diagonals }) => {
                let lines = if *diagonals { "row, column or diagonal" } else { "row or column" };
                format!("{square} and {} do not share a {lines}.", self.name(*first))
            }
            Refusal::SightReduction(SightReductionRefusal::Between { first, by }) => {
                format!("{square} and {} do not see each other: {} is between.", self.name(*first), self.name(*by))
            }
            Refusal::SightReduction(SightReductionRefusal::NotBeside { color }) => {
                format!("{square} touches no {} checker: choose an empty square that does.", color.as_str())
            }
            Refusal::SightReduction(SightReductionRefusal::ExchangedAlready) => {
                format!("{square} has been exchanged already.")
            }

            Refusal::LinesOfAction(LinesOfActionRefusal::Partners) => {
                format!("The checker on {square} is your partner's.")
            }
            Refusal::LinesOfAction(LinesOfActionRefusal::OtherKind { marked: true }) => {
                format!("{square} is plain, and this turn moves a marked checker.")
            }
            Refusal::LinesOfAction(LinesOfActionRefusal::OtherKind { marked: false }) => {
                format!("{square} is marked, and this turn moves a plain checker.")
            }
            Refusal::LinesOfAction(LinesOfActionRefusal::NoWay { enemies, friends, off_board, round }) => {
                let friends = match friends.as_slice() {
                    [] => String::new(),
                    [one] => format!("a friend stands on {}", self.name(*one)),
                    _ => format!("friends stand on {}", self.names(friends)),
                };
                let round = if *round { "a full ring leads back to it" } else { "" };
                self.immobile(&[self.bars("the", enemies), friends, round.to_owned()], *off_board)
            }
            Refusal::LinesOfAction(LinesOfActionRefusal::Friend) => {
                format!("A friend stands on {square}: a checker cannot stop there.")
            }
            Refusal::NotOnLine { from } => format!("{square} is on no line through {}.", self.name(*from)),
            Refusal::LinesOfAction(LinesOfActionRefusal::Distance { from, ways }) => self.distance(*from, ways),
            Refusal::Barred { from, by } => {
                format!("{} from {} to {square}.", self.bars("The", by), self.name(*from))
            }

            Refusal::StacksInAction(StacksInActionRefusal::Lacks { color, heights }) => {
                let heights: Vec<String> = heights.iter().map(u8::to_string).collect();
                let stack = if heights.len() == 1 { "a stack" } else { "stacks" };
                format!(
                    "{color} lacks {stack} of {} and must enter checkers on an empty square.",
                    list(&heights, "and")
                )
            }
            Refusal::StacksInAction(StacksInActionRefusal::ReserveEmpty { color }) => {
                format!("{square} is empty, and {color} has nothing in reserve to enter: choose a stack to move.")
            }
            Refusal::StacksInAction(StacksInActionRefusal::Controlled { by }) => {
                format!("The stack on {square} is {by}'s: the checker on top decides.")
            }
            Refusal::StacksInAction(StacksInActionRefusal::NoStackWay { enemies, stacks, off_board }) => {
                let stacks = match stacks.as_slice() {
                    [] => String::new(),
                    _ => format!("with a reserve one may not land on {}", self.names(stacks)),
                };
                self.immobile(&[self.bars("the", enemies), stacks], *off_board)
            }
            Refusal::StacksInAction(StacksInActionRefusal::LandingClosed { color, reserve }) => {
                let reserve = number(*reserve, "checker", "checkers");
                format!("A stack stands on {square}: {color} may not land on stacks while its reserve holds {reserve}.")
            }
            Refusal::StacksInAction(StacksInActionRefusal::StackDistance { .. }) => self.stack_distance(refusal),

            Refusal::J(JRefusal::NotEdge) => format!("{square} is not at the edge, where checkers enter."),
            Refusal::J(JRefusal::NoPush) => format!("{square} is occupied, and only from the edge can a checker push."),
            Refusal::J(JRefusal::Full { column, row }) => {
                let (letter, digit) = square.split_at(1);
                let lines = match (column, row) {
                    (true, true) => format!("Row {letter} and column {digit} are"),
                    (false, true) => format!("Row {letter} is"),
                    _ => format!("Column {digit} is"),
                };
                format!("{lines} full: nothing can be pushed from {square}.")
            }
            Refusal::J(JRefusal::JustEntered) => {
                format!("The checker on {square} has just been entered and cannot be taken back.")
            }
            Refusal::J(JRefusal::NotMiddle) => {
                format!("{square} is at the edge: only checkers on B2–B7 and C2–C7 can be taken back.")
            }
            Refusal::J(JRefusal::SameLine { entered, row }) => {
                let line = if *row { "row" } else { "column" };
                format!("{square} is in the {line} of {}, where the checker was entered.", self.name(*entered))
            }

            Refusal::Sllim(SllimRefusal::PlaceFirst { color, reserve }) => {
                let reserve = number(*reserve, "checker", "checkers");
                format!("{color} has {reserve} to place before any is relocated.")
            }
            Refusal::Sllim(SllimRefusal::WrongShade { color }) => {
                let (own, other) = (color.as_str(), color.other().as_str());
                format!("{square} is a {other} square: {color} places on {own} squares.")
            }
            Refusal::Sllim(SllimRefusal::CompletesNothing { color }) => {
                let color = color.as_str();
                format!("The {color} checker on {square} can complete no {color} set; only for that may it be moved.")
            }
            Refusal::Sllim(SllimRefusal::CompletesNoSet { color, from }) => {
                let (from, color) = (self.name(*from), color.as_str());
                format!("{from} to {square} completes no {color} set; only for that may a {color} checker be moved.")
            }
            Refusal::Sllim(SllimRefusal::NotInSet { sets }) => {
                let sets: Vec<String> = sets.iter().map(|&(shape, first)| self.set(shape, first)).collect();
                format!("{square} is in no set that can leave: choose {}.", list(&sets, "or"))
            }
        }
    }
}
