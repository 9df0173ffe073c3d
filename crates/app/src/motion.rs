//! What moves when one picture of a board follows another, so that eyes can follow too. Knows no rules: it compares what
//! stands where, and asks the steps only in which direction something was pushed.

use halfboard_rules::board::{Board, Push, Square};
use halfboard_rules::present::{Cell, Checker, Step};
use halfboard_rules::session::Session;
use halfboard_rules::view::View;

/// A checker (or pile) that arrives on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motion {
    /// Where it is now.
    pub to: Square,
    /// Where it was; `None` when it comes from beside the board.
    pub from: Option<Square>,
}

/// Checkers that leave the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// Where they leave.
    pub square: Square,
    /// Where they came from in the same turn; `None` if they stood where they leave.
    pub from: Option<Square>,
    /// The checkers, from bottom to top.
    pub pile: Vec<Checker>,
}

/// What a turn did on the board, for its sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnEffect {
    /// A checker moved, or came.
    Moved,
    /// Checkers were captured, or left one by one.
    Captured,
    /// Checkers were pushed.
    Pushed,
    /// A set left.
    SetLeft,
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

/// Returns what leaves the board, with the motions that [`motions`] returns for the same pictures.
pub fn departures(before: &View, after: &View, motions: &[Motion]) -> Vec<Departure> {
    if before.board != after.board {
        return Vec::new();
    }
    if let Some(set) = leaving_set(before, after) {
        return set;
    }
    let changed = before.cells.iter().zip(&after.cells).filter(|(old, new)| old.pile != new.pile);
    if changed.clone().count() > MOST {
        return Vec::new();
    }
    let stays = |old: &Cell, new: &Cell| new.pile.starts_with(&old.pile) || old.pile.starts_with(&new.pile);
    let departed = changed.filter(|(old, new)| {
        let moved_on = motions.iter().any(|motion| motion.from == Some(old.square));
        !old.pile.is_empty() && !moved_on && (new.pile.is_empty() || !stays(old, new))
    });
    departed.map(|(old, _)| Departure { square: old.square, from: None, pile: old.pile.clone() }).collect()
}

/// Returns the checkers of the set that left by the last turn, if this was the turn between the pictures. The checker that
/// completed it moves and leaves in one.
fn leaving_set(before: &View, after: &View) -> Option<Vec<Departure>> {
    let (&set @ Step::Set(..), earlier) = after.last_steps.split_last()? else { return None };
    let (to, from) = match *earlier {
        [Step::From(from), Step::To(to)] => (to, Some(from)),
        [Step::Place(to)] => (to, None),
        _ => return None,
    };
    let pile = |view: &View, square: Square| view.cells[square.index()].pile.clone();
    let departure = |square: Square| {
        let from = from.filter(|_| square == to && pile(before, to).is_empty());
        let pile = pile(before, from.unwrap_or(square));
        Departure { square, from, pile }
    };
    let departures: Vec<Departure> = set.squares().into_iter().map(departure).collect();
    // A checker that was placed has not been seen yet.
    let follows = |departure: &Departure| {
        let seen = !departure.pile.is_empty() || (departure.square == to && from.is_none());
        seen && pile(after, departure.square).is_empty()
    };
    departures.iter().all(follows).then_some(departures)
}

/// Returns what the last turn of a game did.
pub fn last_effect(session: &dyn Session) -> TurnEffect {
    let after = session.view(&[]);
    if after.last_steps.iter().any(|step| matches!(step, Step::Set(..))) {
        return TurnEffect::SetLeft;
    }
    if after.last_steps.iter().any(|step| matches!(step, Step::Enter(_, Push::Column | Push::Row))) {
        return TurnEffect::Pushed;
    }
    let mut earlier = session.clone_box();
    earlier.undo();
    let before = earlier.view(&[]);
    let motions = motions(&before, &after);
    match departures(&before, &after, &motions).is_empty() {
        true => TurnEffect::Moved,
        false => TurnEffect::Captured,
    }
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

    fn left(before: &View, after: &View) -> Vec<String> {
        let motions = motions(before, after);
        let name = |square: Square| before.board.name(square);
        let departed = departures(before, after, &motions).into_iter();
        departed.map(|it| it.from.map_or_else(String::new, |from| name(from) + "-") + &name(it.square)).collect()
    }

    fn turn(rules: &str, position: &str, mv: &str) -> (View, Box<dyn Session>) {
        let mut session = registry::rules(rules).expect("valid").position(position).expect("valid");
        let before = session.view(&[]);
        session.play(mv).expect("legal");
        (before, session)
    }

    #[test]
    fn captures_sets_and_removals_leave_the_board() {
        let (before, session) = turn("lines-of-action", "8/8/3b4/8/8/8/8/w2b3w w - -", "a1d1");
        assert_eq!(left(&before, &session.view(&[])), ["d1"]);
        assert_eq!(last_effect(&*session), TurnEffect::Captured);
        let (before, session) = turn("sllim", "1w6/www4b/7b/b6b w w0b0 w2b2 -", "B3A1xsA1");
        assert_eq!(left(&before, &session.view(&[])), ["B3-A1", "A2", "B1", "B2"]);
        assert_eq!(last_effect(&*session), TurnEffect::SetLeft);
        let (before, session) = turn("sight-reduction", "w1w5/8/8/b1b4w b play wb", "D1");
        assert_eq!(left(&before, &session.view(&[])), ["D1"]);
        assert_eq!(last_effect(&*session), TurnEffect::Captured);
        let (before, session) = turn("stacks-in-action", "8/1(bbb)1(ww)4/8/b(bb)5w b w0b0", "3B2B4=3");
        assert_eq!(left(&before, &session.view(&[])), ["B4"], "what was cut");
    }

    #[test]
    fn moves_pushes_and_what_is_taken_back_are_told_apart() {
        let (before, session) = turn("lines-of-action", "8/8/3b4/8/8/3b4/8/w6w w - -", "a1c1");
        assert_eq!(left(&before, &session.view(&[])), Vec::<String>::new());
        assert_eq!(last_effect(&*session), TurnEffect::Moved);
        let (before, session) = turn("j", "4b3/8/1w6/8 w w11b11", "A5v-C2");
        assert_eq!(left(&before, &session.view(&[])), ["C2"]);
        assert_eq!(last_effect(&*session), TurnEffect::Pushed);
        let (_, session) = turn("stacks-in-action", "8/8/(bbb)(bb)b5/8 b w0b0", "2C1C3");
        assert_eq!(last_effect(&*session), TurnEffect::Moved, "landing on a stack captures nothing");
    }

    #[test]
    fn a_jump_to_quite_another_position_moves_nothing() {
        let (_, one) = played("sight-reduction", &[]);
        let other = registry::rules("sight-reduction").expect("valid").start(9).view(&[]);
        assert_eq!(motions(&one, &other), []);
        assert_eq!(departures(&one, &other, &[]), []);
    }
}
