//! `draw`: every format, whole games, and what is refused.

use crate::common::{command, file, file_with, good, refused, run};

const RECORD: &str = "[Game \"lines-of-action\"]\n[White \"Ann\"]\n[Black \"Bob <b>\"]\n\n1. a2c2 b1b3 2. a3c1 *\n";

/// The bytes that a run writes to a file.
fn written(args: &[&str], name: &str) -> Vec<u8> {
    let path = file(name);
    let path_text = path.to_string_lossy().into_owned();
    let out = good(&[&["draw"], args, &["--output", &path_text]].concat());
    assert_eq!(out, "");
    std::fs::read(path).expect("the file was written")
}

#[test]
fn a_position_is_drawn_in_every_format() {
    let svg = good(&["draw", "lines-of-action", "a2c2", "--arrows", "h5f5", "--rings", "c2", "--labels", "h5=1"]);
    assert!(svg.starts_with("<svg ") && svg.contains("width=\"640\"") && svg.contains("<polygon "), "{svg}");
    let starts: [(&str, &[u8]); 4] = [("svg", b"<svg "), ("png", b"\x89PNG"), ("gif", b"GIF89a"), ("pdf", b"%PDF-")];
    for (format, start) in starts {
        // The file's name decides, unless --to does.
        let named = written(&["sllim", "--size", "200"], &format!("draw.{format}"));
        let asked = written(&["sllim", "--size", "200", "--to", format], "draw.out");
        assert!(named.starts_with(start), "{format}");
        assert_eq!(named, asked, "{format}");
        let mut piped = command();
        let piped = piped.args(["draw", "sllim", "--size", "200", "--to", format]).output().expect("it runs");
        assert_eq!((piped.status.code(), piped.stdout), (Some(0), asked), "{format}");
    }
    let png = written(&["sllim", "--size", "200"], "draw-size.png");
    assert_eq!(png[16..20], 200u32.to_be_bytes());
}

#[test]
fn options_change_the_picture() {
    let plain = good(&["draw", "j", "A5"]);
    let others: [&[&str]; 10] = [
        &["A5", "--turned"],
        &["A5", "--turned=90"],
        &["A5", "--theme", "dark"],
        &["A5", "--no-coordinates"],
        &["A5", "--caption", "A5"],
        &["A5", "--squares", "a5"],
        &["A5", "--ply", "0"],
        &["A5", "--lang", "de"],
        &["A5", "--size", "100"],
        &["--position", "8/8/8/8 b w12b12"],
    ];
    for args in others {
        assert_ne!(good(&[&["draw", "j"], args].concat()), plain, "{args:?}");
    }
    assert!(good(&["draw", "j", "--lang", "de"]).contains("12 im Vorrat"));
    assert_eq!(good(&["draw", "j", "A5", "--last"]), plain);
}

#[test]
fn a_record_is_drawn_whole_or_in_part() {
    let path = file_with("draw-game.txt", RECORD.repeat(2));
    let path = path.to_string_lossy();
    let last = good(&["draw", "--record", &path, "--game", "2"]);
    assert_eq!(last, good(&["draw", "lines-of-action", "a2c2", "b1b3", "a3c1"]));
    let second = good(&["draw", "lines-of-action", "--record", &path, "--ply", "2"]);
    assert_eq!(second, good(&["draw", "lines-of-action", "a2c2", "b1b3"]));

    // A graphic control extension starts every frame: the start and three turns.
    let gif = written(&["--record", &path, "--size", "120"], "draw-game.gif");
    let frames: Vec<_> = gif.windows(4).filter(|bytes| bytes[..3] == [0x21, 0xf9, 0x04]).collect();
    assert_eq!(frames.len(), 4);

    let sheet = written(&["--record", &path, "--theme", "print"], "draw-game.pdf");
    let letter = written(&["--record", &path, "--paper", "letter"], "draw-letter.pdf");
    let one = written(&["--record", &path, "--last"], "draw-last.pdf");
    let has = |pdf: &[u8], text: &str| pdf.windows(text.len()).any(|bytes| bytes == text.as_bytes());
    assert!(has(&sheet, "595.28") && has(&letter, "[0 0 612 792]") && has(&one, "[0 0 640 "));
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let path = file_with("draw-refused.txt", RECORD);
    let path = path.to_string_lossy();
    let refusals: [(&[&str], &[&str]); 13] = [
        (&["draw"], &["RULES"]),
        (&["draw", "chess"], &["chess", "sllim"]),
        (&["draw", "j", "A9"], &["A9", "nearest"]),
        (&["draw", "j", "--ply", "1"], &["--ply 1", "0 turns"]),
        (&["draw", "j", "--arrows", "A1"], &["invalid arrow 'A1'", "A1 to D8"]),
        (&["draw", "j", "--labels", "A1=abcde"], &["invalid label", "1 to 4 characters"]),
        (&["draw", "j", "--size", "9999"], &["9999", "16 to 4096"]),
        (&["draw", "j", "--theme", "sepia"], &["sepia", "contrast"]),
        (&["draw", "j", "--turned=45"], &["45", "270"]),
        (&["draw", "j", "--output", "picture.bmp"], &["picture.bmp", ".svg", "--to"]),
        (&["draw", "j", "--record", &path], &["lines-of-action", "not of j"]),
        (&["draw", "--record", &path, "--game", "2"], &["no game 2", "1 to 1"]),
        (&["draw", "--record", &path, "--seed", "2"], &["cannot be used with"]),
    ];
    for (args, words) in refusals {
        let outcome = run(args);
        assert_eq!((outcome.code, outcome.out.as_str()), (Some(2), ""), "{args:?}");
        for word in words {
            assert!(outcome.err.contains(word), "{args:?}: {word}: {}", outcome.err);
        }
    }
    refused(&run(&["draw", "j", "--output", "no/such/folder/x.png"]), &["no/such/folder/x.png"]);
}

/// A terminal is not sent a picture. `script` runs a command in one.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_no_binary_picture() {
    let binary = env!("CARGO_BIN_EXE_halfboard");
    let line = format!("{binary} draw j --to png");
    let run = std::process::Command::new("script").args(["-qec", &line, "/dev/null"]).output();
    // Not every machine has `script`.
    let Ok(run) = run else { return };
    let shown = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(shown.contains("--output") && !shown.contains("PNG\r"), "{shown}");
    assert_eq!(run.status.code(), Some(2));
}
