//! Descriptions of the steps of a turn and of whole turns.

use halfboard_rules::board::{Board, Push, SetShape};
use halfboard_rules::present::Step;

use super::board::color;

crate::phrases! {
    from(square): "from {square}" | "von {square}",
    one_checker: "one checker" | "ein Stein",
    checkers(count): "{count} checkers" | "{count} Steine",
    to(square): "to {square}" | "nach {square}",
    place(square): "place on {square}" | "auf {square} setzen",
    enter(square): "enter at {square}" | "auf {square} einsetzen",
    enter_column(square): "enter at {square} and push the column" | "auf {square} einsetzen und die Spalte schieben",
    enter_row(square): "enter at {square} and push the row" | "auf {square} einsetzen und die Reihe schieben",
    remove(square): "remove {square}" | "{square} wegnehmen",
    exchange(square): "exchange {square}" | "{square} tauschen",
    drop_on(square): "drop on {square}" | "auf {square} absetzen",
    take_back(square): "take back {square}" | "{square} zurücknehmen",
    keep_one: "keep the top one" | "den obersten behalten",
    keep(count): "keep the top {count}" | "die obersten {count} behalten",
    square_leaves(square): "the square from {square} leaves" | "das Quadrat ab {square} entkommt",
    row_leaves(square): "the row from {square} leaves" | "die Reihe ab {square} entkommt",
    column_leaves(square): "the column from {square} leaves" | "die Spalte ab {square} entkommt",
    west_next: "West moves next" | "West zieht als Nächster",
    east_next: "East moves next" | "Ost zieht als Nächster",
    north_next: "North moves next" | "Nord zieht als Nächster",
    south_next: "South moves next" | "Süd zieht als Nächster",
    pass: "pass" | "passen",
    finish: "finish" | "fertig",
}

/// Describes a step, as part of a sentence.
pub fn step(step: Step, board: Board) -> String {
    let name = |square| board.name(square);
    match step {
        Step::From(square) => from(name(square)),
        Step::Count(1) => one_checker().to_owned(),
        Step::Count(count) => checkers(count),
        Step::To(square) => to(name(square)),
        Step::Place(square) => place(name(square)),
        Step::Enter(square, Push::Nothing) => enter(name(square)),
        Step::Enter(square, Push::Column) => enter_column(name(square)),
        Step::Enter(square, Push::Row) => enter_row(name(square)),
        Step::Remove(square) => remove(name(square)),
        Step::Exchange(square) => exchange(name(square)),
        Step::Drop(square) => drop_on(name(square)),
        Step::Take(square) => take_back(name(square)),
        Step::Keep(1) => keep_one().to_owned(),
        Step::Keep(count) => keep(count),
        Step::Set(SetShape::Square, square) => square_leaves(name(square)),
        Step::Set(SetShape::Horizontal, square) => row_leaves(name(square)),
        Step::Set(SetShape::Vertical, square) => column_leaves(name(square)),
        Step::Choose(side) => color(side).to_owned(),
        // The letters of the four seats, as positions write them.
        Step::Name(_, 'w') => west_next().to_owned(),
        Step::Name(_, 'W') => east_next().to_owned(),
        Step::Name(_, 'B') => north_next().to_owned(),
        Step::Name(..) => south_next().to_owned(),
        Step::Pass => pass().to_owned(),
        Step::Stop => finish().to_owned(),
    }
}

/// Describes a step, as the label of a button.
pub fn button(of: Step, board: Board) -> String {
    let words = step(of, board);
    let mut letters = words.chars();
    // The name of a square stays as it is.
    match (letters.next(), of.square()) {
        (Some(first), square) if square.is_none_or(|square| !words.starts_with(&board.name(square))) => {
            first.to_uppercase().chain(letters).collect()
        }
        _ => words,
    }
}

/// Describes a turn by its steps.
pub fn turn(steps: &[Step], board: Board) -> String {
    let said: Vec<String> = steps.iter().filter(|of| **of != Step::Stop).map(|of| step(*of, board)).collect();
    if said.is_empty() { finish().to_owned() } else { said.join(", ") }
}

#[cfg(test)]
mod tests {
    use halfboard_rules::registry;

    use super::*;
    use crate::{Language, speak};

    #[test]
    fn buttons_begin_with_a_capital_and_squares_keep_their_names() {
        let b3 = Board::Full.square("b3").expect("a square");
        assert_eq!(button(Step::Count(2), Board::Full), "2 checkers");
        assert_eq!(button(Step::Stop, Board::Full), "Finish");
        assert_eq!(button(Step::Remove(b3), Board::Full), "Remove b3");
        speak(Language::German);
        assert_eq!(button(Step::Remove(b3), Board::Full), "b3 wegnehmen");
        assert_eq!(button(Step::To(b3), Board::Full), "Nach b3");
    }

    #[test]
    fn a_turn_is_told_step_by_step() {
        let rules = registry::rules("stacks-in-action").expect("valid");
        let session = rules.position("8/1(bwb)1b4/8/(bb)7 b w0b0").expect("valid");
        let told = |mv| turn(&session.steps(mv).expect("legal"), Board::Half);
        assert_eq!(told("3B2B4=2"), "from B2, 3 checkers, to B4, keep the top 2");
        speak(Language::German);
        assert_eq!(told("3B2B4=1"), "von B2, 3 Steine, nach B4, den obersten behalten");
    }

    #[test]
    fn what_is_left_out_is_not_told() {
        let session = registry::rules("j").expect("valid").position("4b3/8/1w6/8 w w11b11").expect("valid");
        let told = |mv| turn(&session.steps(mv).expect("legal"), Board::Half);
        assert_eq!(told("A5v"), "enter at A5 and push the column");
        assert_eq!(told("A1-C2"), "enter at A1, take back C2");
    }
}
