//! What moves when one picture of a board follows another, so that eyes can follow too. Knows no rules: it compares what
//! stands where, and asks the steps only in which direction something was pushed.

use halfboard_rules::board::{Board, Push, Square};
use halfboard_rules::present::{Cell, Checker, Step};
use halfboard_rules::view::View;

/// A checker (or pile) that arrives on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motion {
    /// Where it is now.
    pub to: Square,
    /// Where it was; `None` when it comes from beside the board.
    pub from: Option<Square>,
}

/// More changes than this are not one turn, and nothing is shown to move.
const MOST: usize = 12;

/// Returns what arrives where, after another picture of the same game was seen.
pub fn motions(before: &View, after: &View) -> Vec<Motion> {
    if before.board != after.board || before.cells == after.cells {
        return Vec::new();
    }
    if let Some(pushed) = pushed(before, after) {
        return pushed;
    }
    let mut left: Vec<(Square, Checker)> = Vec::new();
    let mut arrived: Vec<(Square, Checker)> = Vec::new();
    for (old, new) in before.cells.iter().zip(&after.cells).filter(|(old, new)| old.pile != new.pile) {
        if let Some(checker) = top_if_other(new, old) {
            arrived.push((new.square, checker));
        }
        if let Some(checker) = top_if_other(old, new) {
            left.push((old.square, checker));
        }
    }
    if left.len() + arrived.len() > MOST {
        return Vec::new();
    }
    let mut motions = Vec::new();
    for (to, checker) in arrived {
        let nearest = (0..left.len())
            .filter(|&index| left[index].1 == checker && left[index].0 != to)
            .min_by_key(|&index| left[index].0.king_steps(to));
        motions.push(Motion { to, from: nearest.map(|index| left.swap_remove(index).0) });
    }
    motions
}

/// Returns the checker on top of a pile, where it is not that of another pile or where there are more than before.
fn top_if_other(pile: &Cell, other: &Cell) -> Option<Checker> {
    let &top = pile.pile.last()?;
    (other.pile.last() != Some(&top) || pile.pile.len() > other.pile.len()).then_some(top)
}

/// Returns the motions of an entry that pushes: everything from the edge to the first gap goes one square on.
fn pushed(before: &View, after: &View) -> Option<Vec<Motion>> {
    let step = after.chosen.first().or(after.last_steps.first())?;
    let &Step::Enter(edge, push) = step else { return None };
    let inward = inward(after.board, edge, push)?;
    let of = |view: &View, square: Square| view.cells[square.index()].pile.clone();
    let mut motions = vec![Motion { to: edge, from: None }];
    let mut line = vec![edge];
    while let Some(&here) = line.last().filter(|&&here| !of(before, here).is_empty()) {
        let next = step_from(after.board, here, inward)?;
        motions.push(Motion { to: next, from: Some(here) });
        line.push(next);
    }
    // Another turn, or one that was shown as pushed before, does not fit.
    let follows = |motion: &Motion| motion.from.is_none_or(|from| of(before, from) == of(after, motion.to));
    (motions.len() > 1 && motions.iter().all(follows)).then_some(motions)
}

fn inward(board: Board, edge: Square, push: Push) -> Option<(i8, i8)> {
    match push {
        Push::Nothing => None,
        Push::Column => Some((if edge.row() == 0 { 1 } else { -1 }, 0)).filter(|_| board == Board::Half),
        Push::Row => Some((0, if edge.column() == 0 { 1 } else { -1 })),
    }
}

fn step_from(board: Board, square: Square, (row, column): (i8, i8)) -> Option<Square> {
    let row = square.row().checked_add_signed(isize::from(row)).filter(|&row| row < board.rows())?;
    let column = square.column().checked_add_signed(isize::from(column)).filter(|&column| column < 8)?;
    Some(Square::new(row * 8 + column))
}

#[cfg(test)]
mod tests {
    use halfboard_rules::registry;
    use halfboard_rules::session::Session;

    use super::*;

    fn played(rules: &str, moves: &[&str]) -> (Box<dyn Session>, View) {
        let mut session = registry::rules(rules).expect("valid").start(0);
        for mv in moves {
            session.play(mv).expect("legal");
        }
        let view = session.view(&[]);
        (session, view)
    }

    fn names(board: Board, motions: &[Motion]) -> Vec<String> {
        let name = |square: Option<Square>| square.map_or("reserve".to_owned(), |square| board.name(square));
        motions.iter().map(|motion| format!("{}-{}", name(motion.from), board.name(motion.to))).collect()
    }

    #[test]
    fn a_checker_that_moves_comes_from_where_it_was_and_goes_back_there() {
        let (mut session, before) = played("lines-of-action", &[]);
        session.play("a2c2").expect("legal");
        let after = session.view(&[]);
        assert_eq!(names(Board::Full, &motions(&before, &after)), ["a2-c2"]);
        assert_eq!(names(Board::Full, &motions(&after, &before)), ["c2-a2"]);
        assert_eq!(motions(&after, &after), []);
    }

    #[test]
    fn an_entry_pushes_the_line_on() {
        let (mut session, before) = played("j", &["A5", "A6"]);
        let mv = session.moves().into_iter().find(|mv| mv.starts_with("A5")).expect("a push");
        session.play(&mv).expect("legal");
        assert_eq!(names(Board::Half, &motions(&before, &session.view(&[]))), ["reserve-A5", "A5-B5"]);
        let (_, empty) = played("j", &[]);
        let (_, first) = played("j", &["A5"]);
        assert_eq!(names(Board::Half, &motions(&empty, &first)), ["reserve-A5"]);
    }

    #[test]
    fn a_jump_to_quite_another_position_moves_nothing() {
        let (_, one) = played("sight-reduction", &[]);
        let other = registry::rules("sight-reduction").expect("valid").start(9).view(&[]);
        assert_eq!(motions(&one, &other), []);
    }
}
