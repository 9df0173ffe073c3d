//! Squares on which a checker could unite a side.

use super::group::{dilate, fill, loners};

/// Returns a superset of the squares to which a move can unite the checkers.
///
/// The moved checker must touch every group there, unless it was one by itself. Usually no square touches enough groups,
/// which shows after a few of them.
#[inline]
pub(super) fn uniting_squares(checkers: u64) -> u64 {
    let (mut touch_all, mut touch_all_but_one) = (!checkers, !checkers);
    // Single checkers first: they have the fewest neighbours, and need no flood fill.
    let mut single = loners(checkers);
    let mut rest = checkers & !single;
    while single != 0 && touch_all_but_one != 0 {
        let touched = dilate(single & single.wrapping_neg());
        touch_all_but_one &= touch_all | touched;
        touch_all &= touched;
        single &= single - 1;
    }
    while rest != 0 && touch_all_but_one != 0 {
        let group = fill(rest);
        touch_all_but_one &= dilate(group);
        rest &= !group;
    }
    touch_all_but_one
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use crate::game::{Game, Outcome};
    use crate::games::lines_of_action::{LinesOfAction, Options, Wrap};
    use crate::options::OptionSet;
    use crate::playout::random_move;
    use crate::random::SplitMix64;

    #[test]
    fn a_side_can_unite_if_one_of_its_moves_wins() {
        let mut random = SplitMix64::new(1);
        let mut wins = 0;
        for wrap in [Wrap::None, Wrap::Both, Wrap::Files, Wrap::Ranks] {
            let game = LinesOfAction::new(Options { wrap, ..Options::DEFAULT }).expect("valid options");
            for _ in 0..200 {
                let mut position = game.start(0);
                while game.ending(&position).is_none() {
                    let color = position.to_move();
                    let wins_by = |mv| {
                        let mut next = position;
                        game.play(&mut next, mv);
                        match game.ending(&next).map(|ending| ending.outcome) == Some(Outcome::Win(color)) {
                            true => ControlFlow::Break(()),
                            false => ControlFlow::Continue(()),
                        }
                    };
                    let can_win = game.for_each_move(&position, &mut { wins_by }).is_break();
                    assert_eq!(game.can_unite(&position), Some(can_win), "{position:?}");
                    wins += u32::from(can_win);
                    let mv = random_move(&game, &position, &mut random);
                    game.play(&mut position, mv);
                }
            }
        }
        assert!(wins > 100, "{wins}");
    }
}
