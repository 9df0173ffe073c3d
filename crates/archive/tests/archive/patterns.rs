//! Search for patterns of pieces.

use halfboard_archive::PiecePattern;
use halfboard_rules::{record, registry};

#[test]
fn patterns_are_found_in_every_image() {
    let session = registry::rules("lines-of-action").expect("valid rules").start(0);
    for (text, expected) in [
        ("a2=w", true),
        ("h7=w b1=b", true),
        // The start has White on the files; exchanging ranks and files moves it to the ranks.
        ("b1=w,a2=b", true),
        ("a1=w", false),
        ("a1=-,h8=-,d4=-", true),
        ("a1=*", false),
        ("a2=ww", false),
        ("A2=w", false),
    ] {
        let pattern: PiecePattern = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(pattern.matches(session.as_ref()), expected, "{text}");
    }
    let stacks = registry::rules("stacks-in-action").expect("valid rules").start(0);
    let pattern: PiecePattern = "B8=www,B7=ww,B6=w".parse().expect("a pattern");
    assert!(pattern.matches(stacks.as_ref()));
}

#[test]
fn the_first_occurrence_in_a_game_is_found() {
    let games = record::parse("[Game \"j\"]\n\n1. A5 A8 2. B8 *\n").expect("a record");
    let find = |text: &str| text.parse::<PiecePattern>().expect("a pattern").find(&games[0]);
    assert_eq!(find("A1=-"), Some(0));
    assert_eq!(find("D5=w"), Some(1));
    assert_eq!(find("A5=w,A8=b"), Some(2));
    assert_eq!(find("A5=b"), None);
}

#[test]
fn bad_patterns_say_what_is_wrong() {
    for (text, part) in [
        ("", "expected SQUARE=PIECE"),
        ("a2", "invalid pattern at \"a2\""),
        ("i9=w", "expected a square"),
        ("a2=q", "expected w, b"),
        ("a2=", "expected w, b"),
        ("a2=w,B3=b", "two boards"),
        ("a2=w,a2=b", "named twice"),
    ] {
        let error = text.parse::<PiecePattern>().expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}
