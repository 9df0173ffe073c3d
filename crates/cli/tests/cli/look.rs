//! Colours and characters: when there are escapes, and what `--ascii` promises.

use crate::common::{command, good, run_with};
use halfboard_rules::registry;

#[test]
fn ascii_is_pure_for_every_game() {
    for game in registry::games() {
        for preset in game.presets() {
            let out = good(&["show", &preset.rules, "--ascii"]);
            assert!(out.is_ascii() && !out.contains('\u{1b}'), "{}: {out}", preset.rules);
        }
        let id = game.info().id;
        assert!(good(&["games", id, "--ascii"]).is_ascii());
        let run = run_with(&["play", id, "--ascii"], b"moves\nrules\nhelp\n1\nundo\nquit\n");
        assert_eq!(run.code, Some(0));
        assert!(run.out.is_ascii() && !run.out.contains('\u{1b}'), "{id}: {}", run.out);
    }
    assert!(good(&["games", "--ascii"]).is_ascii());
}

#[test]
fn colours_come_only_when_they_are_wanted() {
    let escape = '\u{1b}';
    for rules in ["lines-of-action", "sllim", "j", "stacks-in-action"] {
        assert!(!good(&["show", rules]).contains(escape), "a pipe is no terminal");
        assert!(!good(&["show", rules, "--color", "never"]).contains(escape));
        let colored = good(&["show", rules, "--color", "always"]);
        assert!(colored.contains(escape));
        assert_eq!(colored.matches("\u{1b}[0m").count() * 2, colored.matches(escape).count(), "every colour ends");
        let ascii = good(&["show", rules, "--color", "always", "--ascii"]);
        assert!(ascii.contains(escape) && ascii.is_ascii());
        let output = command().args(["show", rules]).env("NO_COLOR", "1").output().expect("it runs");
        assert!(!output.stdout.contains(&0x1b));
    }
}

#[test]
fn colour_takes_nothing_away() {
    // Without its escapes a coloured drawing is the plain one, but for the dots and the key that colours replace.
    for rules in ["lines-of-action:players=four", "j", "stacks-in-action"] {
        let colored = good(&["show", rules, "--color", "always"]);
        let mut plain = String::new();
        let mut parts = colored.split('\u{1b}');
        plain.push_str(parts.next().unwrap_or_default());
        for part in parts {
            plain.push_str(part.split_once('m').map_or("", |(_, text)| text));
        }
        assert_eq!(plain, good(&["show", rules]), "{rules}");
    }
}

#[test]
fn data_is_not_changed_by_the_look() {
    let record = "[Game \"j\"]\n[White \"Zoë\"]\n[Result \"*\"]\n\n1. A5 *\n";
    let run = run_with(&["record", "convert", "-", "--ascii"], record.as_bytes());
    assert_eq!(run.out, record);
}
