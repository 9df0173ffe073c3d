//! Pictures of all games, compared with the stored ones in `tests/stored`.
//!
//! `UPDATE_PICTURES=1 cargo test -p halfboard-draw --test pictures` stores what is drawn now; look at the changes.

use std::fs;
use std::path::PathBuf;

use halfboard_draw::{Annotations, Options, Theme, board};
use halfboard_rules::prelude::*;

/// The width of the stored pictures, in pixels.
const WIDTH: u32 = 260;

/// The share of pixels that may differ by more than [`SLIGHT`]: rounding at edges depends on the processor.
const DIFFERENT: f64 = 0.002;

/// The difference of a colour that is not visible.
const SLIGHT: u8 = 24;

/// A position to draw: the picture's name, rules, position, moves and options.
struct Case {
    name: &'static str,
    rules: &'static str,
    position: Option<&'static str>,
    moves: &'static [&'static str],
    options: fn(Options) -> Options,
}

const CASES: &[Case] = &[
    Case { name: "sight-reduction", rules: "sight-reduction", position: None, moves: &[], options: |options| options },
    Case {
        name: "lines-of-action",
        rules: "lines-of-action",
        position: None,
        moves: &["a2c2"],
        options: |options| Options { caption: Some("1. a2c2 – „Weiß“".to_owned()), ..options },
    },
    Case {
        name: "stacks-in-action",
        rules: "stacks-in-action",
        position: Some("8/1(bwb)1b4/8/b(bb)6 b w2b3"),
        moves: &[],
        options: |options| Options { theme: Theme::Dark, ..options },
    },
    Case {
        name: "j",
        rules: "j",
        position: None,
        moves: &["A5", "B8", "A4"],
        options: |options| Options { quarters: 1, ..options },
    },
    Case {
        name: "sllim",
        rules: "sllim",
        position: None,
        moves: &[],
        options: |options| Options { theme: Theme::Print, quarters: 2, ..options },
    },
    Case {
        name: "annotated",
        rules: "lines-of-action",
        position: None,
        moves: &[],
        options: |options| {
            let squares = |text| Annotations::parse_squares(Board::Full, text).expect("valid");
            let marks = Annotations {
                arrows: Annotations::parse_arrows(Board::Full, "b1b3,h7f5,a2a7").expect("valid"),
                rings: squares("d1,e5"),
                squares: squares("c3,c4"),
                labels: Annotations::parse_labels(Board::Full, "e1=1,h4=2½").expect("valid"),
                overlays: Vec::new(),
            };
            Options { marks, theme: Theme::Contrast, coordinates: false, ..options }
        },
    },
    Case {
        name: "four-players",
        rules: "lines-of-action:players=four",
        position: None,
        moves: &[],
        options: |options| Options { background: false, ..options },
    },
];

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/stored").join(format!("{name}.png"))
}

fn drawn(case: &Case) -> Vec<u8> {
    let rules = registry::rules(case.rules).expect("valid rules");
    let mut session = match case.position {
        Some(position) => rules.position(position).expect("a valid position"),
        None => rules.start(3),
    };
    for mv in case.moves {
        session.play(mv).expect("legal");
    }
    board(&session.view(&[]), &(case.options)(Options::default())).to_png(WIDTH).expect("a valid size")
}

/// Returns the width, the height and the bytes of the pixels.
fn decoded(file: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().expect("a picture");
    let mut data = vec![0; reader.output_buffer_size().expect("small")];
    let info = reader.next_frame(&mut data).expect("pixels");
    (info.width, info.height, data)
}

/// Returns the share of bytes that differ visibly.
fn difference(a: &[u8], b: &[u8]) -> f64 {
    a.iter().zip(b).filter(|(a, b)| a.abs_diff(**b) > SLIGHT).count() as f64 / a.len() as f64
}

#[test]
fn pictures_are_as_they_were() {
    let update = std::env::var_os("UPDATE_PICTURES").is_some();
    for case in CASES {
        let drawn = drawn(case);
        if update {
            fs::write(path(case.name), &drawn).expect("written");
        }
        let stored = fs::read(path(case.name)).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let ((width, height, now), (old_width, old_height, old)) = (decoded(&drawn), decoded(&stored));
        assert_eq!((width, height, now.len()), (old_width, old_height, old.len()), "{}", case.name);
        let share = difference(&now, &old);
        assert!(share <= DIFFERENT, "{}: {:.2} % differ; see tests/pictures.rs", case.name, share * 100.0);
    }
}

#[test]
fn a_missing_checker_is_a_difference() {
    let rules = registry::rules("lines-of-action").expect("valid");
    let full = rules.start(0).position();
    let options = Options { supplies: false, ..Options::default() };
    let pixels = |position: &str| {
        let session = rules.position(position).expect("valid");
        decoded(&board(&session.view(&[]), &options).to_png(WIDTH).expect("a valid size")).2
    };
    let fewer = full.replacen("bb", "b1", 1);
    assert_ne!(full, fewer);
    assert!(difference(&pixels(&full), &pixels(&fewer)) > 2.0 * DIFFERENT);
}

#[test]
fn every_stored_picture_is_drawn() {
    for entry in fs::read_dir(path("x").parent().expect("a folder")).expect("a folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        assert!(CASES.iter().any(|case| format!("{}.png", case.name) == name), "{name} is of no use");
    }
}

#[test]
fn sizes_are_limited() {
    let drawing = board(&registry::rules("j").expect("valid").start(0).view(&[]), &Options::default());
    assert!(drawing.to_png(halfboard_draw::MAX_PIXELS).is_ok());
    for width in [0, halfboard_draw::MAX_PIXELS + 1] {
        let error = drawing.to_png(width).expect_err("not a valid size").to_string();
        assert!(error.contains(&format!("{width} x ")) && error.contains("from 1 to 4096"), "{error}");
    }
}
