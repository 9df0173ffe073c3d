//! What decided a game, as a board draws it, for every reason to end.

use std::collections::BTreeSet;

use halfboard_rules::board::{Board, Square};
use halfboard_rules::game::{Color, Outcome, Reason};
use halfboard_rules::present::{Edge, Overlay};
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry;
use halfboard_rules::session::Session;

/// Plays moves from a position to the end of the game.
fn ended(rules: &str, position: &str, moves: &[&str]) -> Box<dyn Session> {
    let mut session = registry::rules(rules).expect("valid rules").position(position).expect("valid position");
    for mv in moves {
        assert_eq!(session.view(&[]).decisive, [], "the game is not over before {mv}");
        session.play(mv).unwrap_or_else(|error| panic!("{error}"));
    }
    assert!(session.ending().is_some(), "{session:?} is not over");
    session
}

/// The overlays in words, sorted: `a1` decides, `a1-b2` is a link, `A5^` touches an edge, `sB1` is a set.
fn words(session: &dyn Session) -> String {
    let board = session.info().board;
    let sign = |wins: bool| if wins { "" } else { "!" };
    let word = |overlay: Overlay| match overlay {
        Overlay::Decisive { square, wins } => board.name(square) + sign(wins),
        Overlay::Link { from, to, wins } => format!("{}-{}{}", board.name(from), board.name(to), sign(wins)),
        Overlay::EdgeLink { square, edge, wins } => {
            let edge = match edge {
                Edge::Top => '^',
                Edge::Bottom => '_',
                Edge::Left => '<',
                Edge::Right => '>',
            };
            format!("{}{edge}{}", board.name(square), sign(wins))
        }
        Overlay::Set { shape, first } => format!("{}{}", shape.letter(), board.name(first)),
        Overlay::MissingHeights(heights) => format!("lacks {heights:?}"),
        other => panic!("{other:?} does not decide a game"),
    };
    let words: BTreeSet<String> = session.view(&[]).decisive.into_iter().map(word).collect();
    words.into_iter().collect::<Vec<_>>().join(" ")
}

#[test]
fn lines_of_action_links_the_winning_group() {
    let won = ended("lines-of-action", "8/1b6/8/2w5/3w4/4w3/b6b/7w w - -", &["h1f3"]);
    assert_eq!(won.ending().map(|ending| ending.reason), Some(Reason::United));
    assert_eq!(words(&*won), "c5 d4 d4-c5 e3 e3-d4 e3-f3 f3");
}

#[test]
fn every_winning_group_of_played_games_is_connected_by_its_links() {
    for (rules, seeds) in [("lines-of-action", 40), ("lines-of-action:wrap=both", 20)] {
        for seed in 0..seeds {
            let mut session = registry::rules(rules).expect("valid rules").start(seed);
            let mut random = SplitMix64::new(seed);
            while session.ply() < 3000 && session.play_random(&mut random) {}
            let Some(Outcome::Win(winner)) = session.ending().map(|ending| ending.outcome) else { continue };
            let view = session.view(&[]);
            let own = |square: Square| view.cells[square.index()].pile.iter().any(|checker| checker.color == winner);
            let mut reached: BTreeSet<Square> = Board::Full.squares().find(|&square| own(square)).into_iter().collect();
            let links: Vec<(Square, Square)> = view
                .decisive
                .iter()
                .filter_map(|overlay| match *overlay {
                    Overlay::Link { from, to, wins: true } => Some((from, to)),
                    _ => None,
                })
                .collect();
            for _ in 0..12 {
                for &(from, to) in &links {
                    assert!(own(from) && own(to) && from.king_steps(to) == 1, "{session:?}");
                    if reached.contains(&from) || reached.contains(&to) {
                        reached.extend([from, to]);
                    }
                }
            }
            let all: BTreeSet<Square> = Board::Full.squares().filter(|&square| own(square)).collect();
            assert_eq!(reached, all, "{session:?}");
        }
    }
}

#[test]
fn j_shows_the_shortest_chain_and_where_it_touches_the_edge() {
    // A1 and C4 hang on the chain, and are not what joins the edges.
    let won = ended("j", "w2w4/wwww4/3w4/8 w w5b12", &["A5"]);
    assert_eq!(words(&*won), "A4 A4-A5 A5 A5^ B1 B1-B2 B1< B2 B2-B3 B3 B3-B4 B4 B4-A4");
    let lost = ended("j", "4w3/4w3/8/4w3 w w9b12", &["D5v"]);
    assert_eq!(words(&*lost), "A5! A5-B5! A5^! B5! B5-C5! C5! C5-D5! D5! D5_!");
    let black = ended("j", "8/8/8/3bb1bb b w12b8", &["D6"]);
    assert_eq!(words(&*black), "D4 D4_ D5 D5-D4 D6 D6-D5 D7 D7-D6 D8 D8-D7 D8>");
    // In this variant the chain may join the long sides outside the halves of its own.
    let any = ended("j:long-sides=any", "4b3/4b3/8/4b3 b w12b9", &["D5v"]);
    assert_eq!(words(&*any), words(&*lost));
}

#[test]
fn sllim_shows_the_last_set_or_the_cross() {
    let cleared = ended("sllim", "1w6/www4b/7b/b6b w w0b0 w2b2 -", &["B3A1xsA1"]);
    assert_eq!(words(&*cleared), "sA1");
    let cross = ended("sllim:knockout=on", "1w3b1w/www4b/w4b1b/3w1w2 w w0b0 w1b2 -", &["D4C2"]);
    assert_eq!(words(&*cross), "A2 B1 B2 B2-A2 B2-B1 B2-B3 B2-C2 B3 C2");
    let rules = "sllim:momentum=on";
    let position = "ww1w1bbb/w1bw1wbb/b1b1bw1w/www1bbbw w w0b0 w0b0 -";
    let momentum = ended(rules, position, &["A4B2xsA1", "C1A1", "D8D4xhD1"]);
    assert_eq!(words(&*momentum), "hD1 sA1");
}

#[test]
fn sight_reduction_shows_what_can_no_longer_leave() {
    let lost = ended("sight-reduction", "w6b/8/8/b1b4w b play wb", &["D1"]);
    assert_eq!(words(&*lost), "A1! D8!");
    let solved = ended("sight-reduction:solitaire=on", "w1w5/8/8/7b w play wb", &["A1"]);
    assert_eq!(words(&*solved), "A3 D8");
    let stuck = ended("sight-reduction:solitaire=on", "w1w5/8/3w4/7b w play wb", &["A1"]);
    assert_eq!(words(&*stuck), "A3! C4! D8!");
}

#[test]
fn stacks_in_action_shows_the_stacks_that_are_no_set() {
    let lost = ended("stacks-in-action", "(bbb)7/8/(bb)bw(ww)(www)3/8 b w0b0", &["2C1C3"]);
    assert_eq!(lost.ending().map(|ending| ending.outcome), Some(Outcome::Win(Color::Black)));
    assert_eq!(words(&*lost), "C4! C5! lacks [1]");
}

#[test]
fn a_draw_by_repetition_shows_nothing() {
    let moves = ["a2c2", "b1b3", "c2a2", "b3b1"].repeat(2);
    let start = registry::rules("lines-of-action").expect("valid rules").start(0).position();
    let drawn = ended("lines-of-action", &start, &moves);
    assert_eq!(drawn.ending().map(|ending| ending.reason), Some(Reason::Repetition));
    assert_eq!(words(&*drawn), "");
}
