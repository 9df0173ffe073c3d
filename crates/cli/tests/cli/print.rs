//! `halfboard print`: files are written where they should be, and bad input is refused before anything is.

use crate::common::{command, file, good, refused, run};

#[test]
fn documents_are_written_to_the_file() {
    let path = file("boards.pdf");
    let name = path.to_string_lossy().into_owned();
    for args in [
        &["print", "boards", "j", "--output", &name][..],
        &["print", "rules", "sllim", "--paper", "letter", "-o", &name, "--language", "de"],
        &["print", "puzzles", "stacks-in-action", "--count", "2", "--level", "2", "--output", &name],
    ] {
        assert_eq!(good(args), format!("{name}\n"));
        let content = std::fs::read(&path).expect("a file");
        assert!(content.starts_with(b"%PDF-") && content.len() > 10_000, "{args:?}");
    }
}

#[test]
fn a_file_without_a_name_is_named_after_what_it_holds() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("print-here");
    std::fs::create_dir_all(&folder).expect("a folder");
    let output = command().args(["print", "rules", "j"]).current_dir(&folder).output().expect("it runs");
    assert_eq!(output.stdout, b"halfboard-rules-j-a4.pdf\n");
    assert!(folder.join("halfboard-rules-j-a4.pdf").is_file());
}

#[test]
fn the_same_arguments_give_the_same_file() {
    let print = |name: &str, seed: &str| {
        let path = file(name);
        good(&["print", "puzzles", "j", "--count", "2", "--seed", seed, "-o", &path.to_string_lossy()]);
        std::fs::read(path).expect("a file")
    };
    assert_eq!(print("first.pdf", "4"), print("second.pdf", "4"));
    assert_ne!(print("first.pdf", "4"), print("second.pdf", "5"));
}

#[test]
fn bad_input_is_refused_and_writes_nothing() {
    let path = file("refused.pdf");
    let name = path.to_string_lossy().into_owned();
    for (args, words) in [
        (&["print", "boards", "chess"][..], &["there is no game 'chess'"][..]),
        (&["print", "boards", "j", "--paper", "a5"], &["unknown paper size 'a5': expected a4 or letter"]),
        (&["print", "puzzles", "j", "--count", "0"], &["--count"]),
        (&["print", "puzzles", "j", "--count", "199"], &["cannot print 199 puzzles: j has 60 puzzles"]),
        (&["print", "puzzles", "j", "--level", "9"], &["invalid level '9'", "from 1 to 7"]),
        (&["print", "puzzles", "sight-reduction:solitaire=on", "--level", "mean"], &["gentle, easy, medium"]),
        (&["print", "puzzles"], &["RULES"]),
    ] {
        refused(&run(&[args, &["--output", &name]].concat()), words);
        assert!(!path.exists(), "{args:?}");
    }
    refused(
        &run(&["print", "boards", "--output", "/no/such/folder/x.pdf"]),
        &["the folder /no/such/folder does not exist"],
    );
}
