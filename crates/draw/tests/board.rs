//! What pictures of boards show, as SVG.

use halfboard_draw::{Annotations, Drawing, Options, Shape, Theme, board, svg};
use halfboard_rules::prelude::*;

fn start(rules: &str) -> Box<dyn Session> {
    registry::rules(rules).expect("valid rules").start(0)
}

fn texts(drawing: &Drawing) -> Vec<&str> {
    fn text(shape: &Shape) -> Option<&str> {
        match shape {
            Shape::Text { text, .. } => Some(text),
            _ => None,
        }
    }
    drawing.shapes.iter().filter_map(text).collect()
}

#[test]
fn every_preset_is_drawn_inside_its_picture() {
    for preset in registry::games().iter().flat_map(|game| game.presets()) {
        let mut session = start(&preset.rules);
        for mv in 0..6 {
            for quarters in 0..4 {
                let drawing = board(&session.view(&[]), &Options { quarters, ..Options::default() });
                for shape in &drawing.shapes {
                    let (x, y) = match *shape {
                        Shape::Rect { x, y, width, height, .. } => {
                            assert!(x + width <= drawing.width && y + height <= drawing.height, "{}", preset.rules);
                            (x, y)
                        }
                        Shape::Ellipse { cx, cy, rx, ry, .. } => (cx - rx, cy - ry),
                        Shape::Text { x, y, .. } => (x, y),
                        _ => continue,
                    };
                    assert!((0.0..drawing.width).contains(&x) && (0.0..drawing.height).contains(&y), "{shape:?}");
                }
                let checkers: usize = session.view(&[]).cells.iter().map(|cell| cell.pile.len()).sum();
                assert!(drawing.shapes.len() > checkers * 4, "{}: {mv}", preset.rules);
            }
            let moves = session.moves();
            if session.ending().is_some() {
                break;
            }
            session.play(&moves[moves.len() / 2]).expect("legal");
        }
    }
}

#[test]
fn coordinates_follow_the_orientation() {
    let view = start("j").view(&[]);
    let plain = |quarters| Options { quarters, supplies: false, ..Options::default() };
    let upright = board(&view, &plain(0));
    assert_eq!(texts(&upright), ["1", "2", "3", "4", "5", "6", "7", "8", "A", "B", "C", "D"]);
    let turned = board(&view, &plain(1));
    assert_eq!(texts(&turned), ["D", "C", "B", "A", "1", "2", "3", "4", "5", "6", "7", "8"]);
    assert!(turned.height > turned.width && upright.width > upright.height);
    assert_eq!(texts(&board(&view, &Options { coordinates: false, ..plain(0) })), [""; 0]);
}

#[test]
fn checkers_beside_the_board_have_labels() {
    let view = start("j").view(&[]);
    let drawing = board(&view, &Options::default());
    assert!(texts(&drawing).contains(&"12 in reserve"));
    let german = Options { supply_label: |supply| format!("{} im Vorrat", supply.count), ..Options::default() };
    assert!(texts(&board(&view, &german)).contains(&"12 im Vorrat"));
}

#[test]
fn ridges_tell_the_colours_apart() {
    let rings = |position: &str| {
        let session = registry::rules("j").expect("valid").position(position).expect("valid");
        let options = Options { supplies: false, ..Options::default() };
        let outlined = |shape: &&Shape| matches!(shape, Shape::Ellipse { style, .. } if style.fill.is_none());
        board(&session.view(&[]), &options).shapes.iter().filter(outlined).count()
    };
    assert_eq!((rings("8/8/8/8 w w12b12"), rings("w7/8/8/8 b w11b12"), rings("b7/8/8/8 w w12b11")), (0, 1, 3));
}

#[test]
fn stacks_show_their_height() {
    let rules = registry::rules("stacks-in-action").expect("valid");
    let session = rules.position("8/1(bwb)1b4/8/b(bb)6 b w0b0").expect("valid");
    let drawing = board(&session.view(&[]), &Options { coordinates: false, supplies: false, ..Options::default() });
    assert_eq!(texts(&drawing), ["3", "2"]);
}

#[test]
fn marks_and_the_last_move_are_drawn() {
    let mut session = start("lines-of-action");
    session.play("a2c2").expect("legal");
    let view = session.view(&[]);
    let palette = Theme::Light.palette();
    let painted = |drawing: &Drawing| {
        let last = palette.last.faded(0.5);
        drawing.shapes.iter().filter(|s| matches!(s, Shape::Rect { style, .. } if style.fill == Some(last))).count()
    };
    let plain = board(&view, &Options::default());
    assert_eq!(painted(&plain), 2);
    assert_eq!(painted(&board(&view, &Options { last_move: false, ..Options::default() })), 0);

    let marks = Annotations {
        arrows: Annotations::parse_arrows(view.board, "h5f5").expect("valid"),
        rings: Annotations::parse_squares(view.board, "a1").expect("valid"),
        squares: Annotations::parse_squares(view.board, "b1,b2").expect("valid"),
        labels: Annotations::parse_labels(view.board, "e4=<!>").expect("valid"),
        overlays: Vec::new(),
    };
    let marked = Options { marks, caption: Some("White & Black".to_owned()), ..Options::default() };
    // An arrow, a ring, two squares, a label with its badge, and the caption.
    assert_eq!(board(&view, &marked).shapes.len(), plain.shapes.len() + 7);
    let text = svg(&view, &marked);
    assert!(text.contains(">&lt;!&gt;</text>") && text.contains(">White &amp; Black</text>"));
    assert_eq!(text.matches("<polygon").count(), 1);
}

#[test]
fn a_turn_becomes_an_arrow_or_rings() {
    let session = start("lines-of-action");
    let steps = session.steps("a2c2").expect("legal");
    let marks = Annotations::of_turn(&steps);
    assert_eq!((marks.arrows.len(), marks.rings.len()), (1, 1));
    let steps = start("j").steps("A5").expect("legal");
    let marks = Annotations::of_turn(&steps);
    assert_eq!((marks.arrows.len(), marks.rings.len()), (0, 1));
}

#[test]
fn a_drawing_is_placed_on_another_at_its_scale() {
    let small = board(&start("j").view(&[]), &Options::default());
    let mut page = Drawing::new(small.width * 2.0, small.height * 4.0);
    page.place_in(&small, (0.0, 0.0, page.width, page.height));
    let Shape::Rect { x, y, width, height, .. } = page.shapes[0] else { panic!("the ground is first") };
    assert_eq!((x, y, width, height), (0.0, small.height, small.width * 2.0, small.height * 2.0));
}

#[test]
fn what_decided_a_game_is_drawn() {
    let mut decided = 0;
    for rules in ["lines-of-action", "j", "sllim"] {
        let mut session = start(rules);
        let mut random = halfboard_rules::random::SplitMix64::new(7);
        while session.play_random(&mut random) {}
        let mut view = session.view(&[]);
        let shown = board(&view, &Options::default()).shapes.len();
        let overlays = std::mem::take(&mut view.decisive).len();
        let without = board(&view, &Options::default()).shapes.len();
        assert!(shown >= without + overlays, "{rules}: {shown} {without} {overlays}");
        decided += overlays;
    }
    assert!(decided > 3);
}
