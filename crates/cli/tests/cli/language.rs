//! `--lang` and the locale: which language texts for people are in, and that nothing else depends on it.

use crate::common::{Run, command, good, refused, run, run_with};
use halfboard_rules::registry;

/// Runs in an environment with these variables.
fn in_locale(locale: &[(&str, &str)], args: &[&str]) -> String {
    let output = command().args(args).envs(locale.iter().copied()).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn play_german(args: &[&str], lines: &str) -> Run {
    let run = run_with(&[&["play", "--lang", "de"], args].concat(), lines.as_bytes());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{run:?}");
    run
}

#[test]
fn the_locale_selects_the_language_and_the_flag_overrides_it() {
    let german = "Weiß zieht.";
    let english = "White to move.";
    let show = ["show", "lines-of-action"];
    for (locale, words) in [
        (&[("LANG", "de_DE.UTF-8")][..], german),
        (&[("LANG", "de")], german),
        (&[("LANG", "C")], english),
        (&[("LANG", "POSIX")], english),
        (&[("LANG", "")], english),
        (&[("LANG", "fr_FR.UTF-8")], english),
        (&[("LANG", "en_GB"), ("LC_MESSAGES", "de_AT@euro")], german),
        (&[("LANG", "de_DE"), ("LC_ALL", "C.UTF-8"), ("LC_MESSAGES", "de_DE")], english),
    ] {
        assert!(in_locale(locale, &show).contains(words), "{locale:?}");
    }
    assert!(in_locale(&[("LANG", "de_DE")], &["--lang", "en", "show", "lines-of-action"]).contains(english));
    assert!(in_locale(&[("LANG", "en_US")], &["show", "lines-of-action", "--lang", "de"]).contains(german));
    refused(&run(&["games", "--lang", "fr"]), &["--lang", "'fr'", "en, de"]);
}

#[test]
fn people_read_german() {
    let games = good(&["games", "--lang", "de"]);
    assert!(games.contains(", von ") && !games.contains(", by "), "{games}");
    for game in registry::games() {
        let id = game.info().id;
        let about = good(&["games", id, "--lang", "de"]);
        assert!(about.contains("Varianten\n") && about.contains("(Standard)") && !about.contains("default"), "{about}");
        let played =
            play_german(&[id, "--seed", "1"], "rules\nhelp\nmoves all\n1\nundo\nxyzzy\nresign\nnew\nquit\n").out;
        for english in ["White", "Black", " to ", "Nothing", "not saved"] {
            assert!(!played.contains(english), "{english:?} in {played}");
        }
        let analysis = good(&["analyse", id, "--depth", "1", "--lang", "de"]);
        assert!(analysis.contains("Tiefe 1, ") && analysis.contains("(geschätzt)"), "{analysis}");
        let hint = good(&["hint", id, "--depth", "1", "--lang", "de"]);
        assert!(hint.contains("\n  1. ") && !hint.contains(" to "), "{hint}");
        let ascii = good(&["show", id, "--lang", "de", "--ascii"]);
        assert!(ascii.is_ascii() && !ascii.contains('?') && !ascii.contains("White"), "{ascii}");
    }
    let solved = good(&["solve", "sight-reduction", "--seed", "7", "--lang", "de"]);
    assert!(solved.contains(" gewinnt (") && solved.contains("bewiesen"), "{solved}");
    let refusal = play_german(&["lines-of-action"], "b8\na2 b2\n").out;
    assert!(refusal.contains("Wählbar: ") && !refusal.contains("choose"), "{refusal}");
    assert!(play_german(&["lines-of-action"], "a2c2\ndraw\nja\n").out.contains("Remis: Beide Seiten"));
}

#[test]
fn output_for_programs_does_not_depend_on_the_language() {
    for args in [
        &["moves", "j"][..],
        &["apply", "lines-of-action", "a2c2"],
        &["result", "lines-of-action", "--position", "8/8/8/8/8/8/1w6/b1b5 b - -"],
        &["start", "sight-reduction", "--seed", "7"],
        &["perft", "sllim", "2", "--divide"],
        &["trace", "stacks-in-action", "--seed", "1", "--games", "1", "--plies", "4"],
        &["fairness", "j", "--seeds", "1..2", "--nodes", "10", "--format", "csv"],
        &["fairness", "j", "--seeds", "1..2", "--nodes", "10", "--format", "json"],
        &["arena", "j", "greedy", "random", "--games", "2"],
        &["generate", "sight-reduction:solitaire=on", "--kind", "solitaire", "--number", "1"],
        &["--help"],
    ] {
        assert_eq!(good(&[args, &["--lang", "de"]].concat()), good(args), "{args:?}");
    }
    let analyse = ["analyse", "j", "--depth", "1", "--json", "--lang", "de"];
    let json: serde_json::Value = serde_json::from_str(&good(&analyse)).expect("JSON");
    assert_eq!(json["rules"], "j");
    let ugi =
        |lang: &str| run_with(&["ugi", "--lang", lang], b"ugi\nposition startpos\nquery p1turn\nnonsense\nquit\n").out;
    assert_eq!(ugi("de"), ugi("en"));
    let record = "[Game \"j\"]\n[Result \"0-1\"]\n[Reason \"resigned\"]\n\n1. A5 0-1\n";
    assert_eq!(run_with(&["record", "convert", "-", "--lang", "de"], record.as_bytes()).out, record);
}
