//! The colours are those of the browser app.

use std::fs;
use std::path::Path;

use halfboard_draw::{Palette, Rgba, Theme};

/// Returns a colour of a theme.
type Variable = fn(&Palette) -> Rgba;

/// The variables that both have.
const SHARED: &[(&str, Variable)] = &[
    ("paper", |p| p.paper),
    ("surface", |p| p.surface),
    ("line", |p| p.line),
    ("ink", |p| p.ink),
    ("ink-2", |p| p.ink_2),
    ("accent", |p| p.accent),
    ("sq-1", |p| p.sq_1),
    ("sq-2", |p| p.sq_2),
    ("frame", |p| p.frame),
    ("frame-ink", |p| p.frame_ink),
    ("white-1", |p| p.white_1),
    ("white-2", |p| p.white_2),
    ("white-rim", |p| p.white_rim),
    ("black-1", |p| p.black_1),
    ("black-2", |p| p.black_2),
    ("black-rim", |p| p.black_rim),
    ("shadow", |p| p.shadow),
    ("mark", |p| p.mark),
    ("last", |p| p.last),
    ("target", |p| p.target),
    ("hint", |p| p.hint),
];

/// The variables of what decided a game.
const DECISIVE: &[(&str, Variable)] = &[("win", |p| p.win), ("loss", |p| p.loss), ("link-casing", |p| p.link_casing)];

/// Returns the colour of a CSS value such as `#fff`, `#0003` or `transparent`.
fn color(value: &str) -> Rgba {
    if value == "transparent" {
        return Rgba { r: 0, g: 0, b: 0, a: 0 };
    }
    let digits = value.strip_prefix('#').expect("a colour");
    let digits = match digits.len() {
        3 | 4 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
        _ => digits.to_owned(),
    };
    let byte = |index: usize| u8::from_str_radix(digits.get(index..index + 2).unwrap_or("ff"), 16).expect("digits");
    Rgba { r: byte(0), g: byte(2), b: byte(4), a: byte(6) }
}

/// Checks the variables of a style sheet in all themes that the app has.
fn check(sheet: &str, variables: &[(&str, Variable)]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/style").join(sheet);
    let sheet = fs::read_to_string(path).expect("the style sheet");
    for theme in [Theme::Light, Theme::Dark, Theme::Contrast] {
        let head = match theme {
            Theme::Light => ":root {".to_owned(),
            theme => format!("[data-theme=\"{theme}\"] {{"),
        };
        let (_, rest) = sheet.split_once(&head).expect("the theme");
        let (block, _) = rest.split_once('}').expect("its end");
        for (name, of) in variables {
            let (_, value) = block.split_once(&format!("--{name}: ")).unwrap_or_else(|| panic!("{theme}: --{name}"));
            let (value, _) = value.split_once(';').expect("a value");
            assert_eq!(of(theme.palette()), color(value), "{theme}: --{name}");
        }
    }
}

#[test]
fn colours_are_those_of_the_style_sheets() {
    check("base.css", SHARED);
    check("board.css", DECISIVE);
}

#[test]
fn themes_have_names() {
    for theme in Theme::ALL {
        assert_eq!(theme.as_str().parse(), Ok(theme));
    }
    let error = "sepia".parse::<Theme>().expect_err("no such theme");
    assert_eq!(error, "unknown theme 'sepia': the themes are light, dark, contrast, print");
}
