//! Refusals of odd questions, and what a board draws over a position.

use halfboard_rules::board::{Board, Square};
use halfboard_rules::game::Team;
use halfboard_rules::present::{Overlay, SightLine, Step};
use halfboard_rules::refusal::Refusal;
use halfboard_rules::registry;
use halfboard_rules::session::Session;

fn session(rules: &str, position: &str) -> Box<dyn Session> {
    registry::rules(rules)
        .expect("valid rules")
        .position(position)
        .unwrap_or_else(|error| panic!("{position}: {error}"))
}

/// The steps that these words stand for, one after the other.
fn chosen(session: &dyn Session, words: &[&str]) -> Vec<Step> {
    let board = session.info().board;
    let mut chosen = Vec::new();
    for word in words {
        let next = session.view(&chosen).next;
        let step = next.into_iter().find(|step| step.to_token(board) == *word);
        chosen.push(step.unwrap_or_else(|| panic!("{word} cannot follow {chosen:?} in {session:?}")));
    }
    chosen
}

#[test]
fn what_does_not_fit_is_answered_all_the_same() {
    let j = session("j", "8/8/8/8 w w12b12");
    let outside = Square::new(40);
    assert_eq!(j.refusal(&[], outside).map(|why| why.refusal), Some(Refusal::OffBoard));
    assert_eq!(j.overlays(&[], Some(outside)), []);
    // Steps that begin no turn count as none.
    let nonsense = [Step::Take(Square::new(9)), Step::Keep(200)];
    assert_eq!(j.refusal(&nonsense, Square::new(9)), j.refusal(&[], Square::new(9)));
}

/// Where the checker on a square looks: the last square of each line, marked where it counts.
fn looks(session: &dyn Session, words: &[&str], square: &str) -> String {
    let square = Board::Half.square(square).expect("a square");
    let overlays = session.overlays(&chosen(session, words), Some(square));
    let show = |overlay| {
        let Overlay::SightLine(SightLine { from, to, sees, sees_enemy }) = overlay else { return None };
        assert_eq!(from, square);
        let name = Board::Half.name(to);
        Some(format!("{name}{}{}", if sees { "+" } else { "" }, if sees_enemy { "!" } else { "" }))
    };
    overlays.into_iter().filter_map(show).collect::<Vec<_>>().join(" ")
}

#[test]
fn checkers_look_along_the_lines_in_force() {
    let position = "3w4/1w1wb2w/8/3w4 w play wb";
    let plain = session("sight-reduction", position);
    assert_eq!(looks(&*plain, &[], "B8"), "B5 D8 A8");
    assert_eq!(looks(&*plain, &[], "B4"), "B5 B2+ D4+ A4+");
    assert_eq!(looks(&*plain, &[], "B5"), "B8 B4 D5 A5");
    assert_eq!(looks(&*plain, &[], "A1"), "", "an empty square has no lines of sight");
    let queen = session("sight-reduction:sight=queen", position);
    assert_eq!(looks(&*queen, &[], "B4"), "B5 B2+ D4+ A4+ D6 A3 D2 A5");
    let required = session("sight-reduction:enemy=required", position);
    assert_eq!(looks(&*required, &[], "A4"), "A8 A1 B4+ B5! D1");
    // Of two that leave together the second must see the first.
    let pairs = session("sight-reduction:remove=one-or-two", position);
    assert_eq!(looks(&*pairs, &["A4"], "B4"), "B5 B2 D4 A4+");
    assert_eq!(looks(&*pairs, &["A4"], "A4"), "");
    assert_eq!(looks(&*session("j", "w7/8/1w6/8 w w10b12"), &[], "A1"), "", "only where sight matters");
}

#[test]
fn a_pile_can_be_carried_before_it_is_counted() {
    let session = session("stacks-in-action", "8/1(bwb)1b4/8/(bb)7 b w0b0");
    let before = session.view(&[]);
    let carried = session.view(&chosen(&*session, &["B2", "B4"]));
    assert_eq!(carried.cells, before.cells, "nothing is settled until it is known how many go");
    assert_eq!(carried.next, [1, 2, 3].map(Step::Count));
    let one_way = session.view(&chosen(&*session, &["B2", "B4", "3"]));
    let other_way = session.view(&chosen(&*session, &["B2", "3", "B4"]));
    assert_eq!((one_way.cells, one_way.next), (other_way.cells, other_way.next));
}

#[test]
fn the_last_move_is_shown_as_its_steps() {
    let mut session = registry::rules("j").expect("valid rules").start(0);
    assert_eq!(session.view(&[]).last_steps, []);
    let steps = session.steps("A5").expect("a legal move");
    session.play("A5").expect("a legal move");
    assert_eq!(session.view(&[]).last_steps, steps);
}

#[test]
fn the_winner_is_a_team_whatever_its_colour() {
    let board = "wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw";
    let winner = |rules, rest: &str| session(rules, &format!("{board} {rest}")).winner();
    assert_eq!(winner("sight-reduction", "w play wb"), Some(Team::Two));
    assert_eq!(winner("sight-reduction:setup=fair", "w play bw"), Some(Team::One));
    assert_eq!(winner("sight-reduction:solitaire=on", "w play wb"), None);
    assert_eq!(session("j", "8/8/8/8 w w12b12").winner(), None);
}
