//! What a board draws once a piece is chosen: why its targets are legal, what would be pushed or leave, and warnings.

use halfboard_rules::board::Square;
use halfboard_rules::present::{Overlay, Step, Warning};
use halfboard_rules::registry;
use halfboard_rules::session::Session;

fn session(rules: &str, position: &str) -> Box<dyn Session> {
    registry::rules(rules)
        .expect("valid rules")
        .position(position)
        .unwrap_or_else(|error| panic!("{position}: {error}"))
}

/// The overlays after picking up a checker, in words: `a1-b2-c3` is a line, `c3=2` a distance, `A5>B5` a push, `sA1` a
/// set, `C3!` a warning.
fn words(session: &dyn Session, from: Option<&str>, focus: Option<&str>) -> Vec<String> {
    let board = session.info().board;
    let square = |name: &str| board.square(name).unwrap_or_else(|| panic!("no square {name}"));
    let name = |square: Square| board.name(square);
    let chosen: Vec<Step> = from.map(|from| Step::From(square(from))).into_iter().collect();
    assert_eq!(session.view(&chosen).chosen, chosen, "{from:?} can be picked up");
    let word = |overlay: Overlay| match overlay {
        Overlay::Line(squares) => squares.into_iter().map(name).collect::<Vec<_>>().join("-"),
        Overlay::Distance { square, distance } => format!("{}={distance}", name(square)),
        Overlay::Push { from, to } => format!("{}>{}", name(from), name(to)),
        Overlay::Set { shape, first } => format!("{}{}", shape.letter(), name(first)),
        Overlay::Warning(square) => format!("{}!", name(square)),
        other => panic!("{other:?} is not expected"),
    };
    session.overlays(&chosen, focus.map(square)).into_iter().map(word).collect()
}

#[test]
fn lines_of_action_shows_lines_as_far_as_they_count() {
    let start = registry::rules("lines-of-action").expect("valid rules").start(0);
    let lines = ["a2-b2-c2-d2-e2-f2-g2-h2", "c2=2", "a2-a3-a4-a5-a6-a7-a8", "a8=6", "b1-a2"];
    let mut shown = words(&*start, Some("a2"), None);
    assert!(shown.iter().all(|word| !word.is_empty()));
    shown.retain(|word| lines.contains(&word.as_str()));
    assert_eq!(shown, ["a2-b2-c2-d2-e2-f2-g2-h2", "c2=2", "a2-a3-a4-a5-a6-a7-a8", "a8=6"]);
    assert_eq!(words(&*start, None, Some("a2")), Vec::<String>::new(), "nothing until it is picked up");
}

#[test]
fn every_target_of_a_checker_has_its_distance() {
    for rules in ["lines-of-action", "lines-of-action:wrap=both", "lines-of-action:wrap=files", "stacks-in-action"] {
        let mut session = registry::rules(rules).expect("valid rules").start(0);
        let mut random = halfboard_rules::random::SplitMix64::new(5);
        for _ in 0..30 {
            for from in session.view(&[]).next.into_iter().filter(|step| matches!(step, Step::From(_))) {
                let overlays = session.overlays(&[from], None);
                let mut with_distance: Vec<Square> = overlays
                    .iter()
                    .filter_map(|overlay| match overlay {
                        Overlay::Distance { square, .. } => Some(*square),
                        _ => None,
                    })
                    .collect();
                with_distance.sort_unstable();
                let targets = session.view(&[from]).next.into_iter().filter_map(|step| match step {
                    Step::To(to) => Some(to),
                    _ => None,
                });
                assert_eq!(with_distance, targets.collect::<Vec<_>>(), "{from:?} in {session:?}");
            }
            if !session.play_random(&mut random) {
                break;
            }
        }
    }
}

#[test]
fn a_joined_edge_continues_a_line() {
    let ring = session("lines-of-action:wrap=files", "8/5b2/8/8/8/8/3b4/w6w w - -");
    let shown = words(&*ring, Some("a1"), None);
    assert_eq!(shown[..3], ["a1-b1-c1-d1-e1-f1-g1-h1-a1", "c1=2", "g1=2"]);
    // A diagonal leaves at file a and comes in again at file h.
    assert!(shown.contains(&"a1-h2".to_owned()) && shown.contains(&"h2=1".to_owned()), "{shown:?}");
}

#[test]
fn j_shows_what_an_entry_pushes() {
    let j = session("j", "b3w3/4b3/8/8 w w11b10");
    assert_eq!(words(&*j, None, Some("A5")), ["A5>B5", "B5>C5"]);
    assert_eq!(words(&*j, None, Some("A1")), ["A1>B1", "A1>A2"], "a corner in both directions");
    assert_eq!(words(&*j, None, Some("A2")), Vec::<String>::new(), "an empty square pushes nothing");
    let full = session("j", "4b3/4w3/4b3/4w3 w w10b10");
    assert_eq!(words(&*full, None, Some("A5")), Vec::<String>::new(), "a full column cannot be pushed");
}

#[test]
fn sllim_shows_the_set_that_would_leave() {
    let sllim = session("sllim", "1w2w2b/2ww1w1b/b2ww3/4w2b w w0b0 w1b2 -");
    let mut sets = words(&*sllim, Some("A2"), Some("B5"));
    sets.sort();
    assert_eq!(sets, ["hB3", "sB4", "vA5"]);
    assert_eq!(words(&*sllim, Some("A2"), Some("A1")), Vec::<String>::new());
    let any = words(&*sllim, Some("A2"), None);
    assert!(any.contains(&"vA5".to_owned()), "without a focus all sets are shown: {any:?}");
}

#[test]
fn stacks_in_action_warns_before_the_set_breaks() {
    let position = "8/8/(bbb)(bb)b5/8 b w0b0";
    let stacks = session("stacks-in-action", position);
    let shown = words(&*stacks, Some("C3"), None);
    assert!(shown.contains(&"C6=3".to_owned()) && !shown.contains(&"C6!".to_owned()), "{shown:?}");
    assert!(shown.contains(&"C2!".to_owned()), "on the double it is no single any more: {shown:?}");
    assert_eq!(stacks.warning("1C3C2"), Some(Warning::BreaksSetForGood));
    assert_eq!(stacks.warning("1C3C6"), None);
    assert_eq!(stacks.warning("9Z9Z9"), None, "what is not legal needs no warning");
    let reserve = session("stacks-in-action", "8/8/(bbb)(bb)b5/8 b w0b1");
    assert_eq!(reserve.warning("1C2C5"), Some(Warning::BreaksSet), "two singles and no double");
    assert_eq!(registry::rules("j").expect("valid rules").start(0).warning("A5"), None);
}
