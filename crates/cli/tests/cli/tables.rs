//! `tables build` and `tables check`, on boards smaller than the game's, and what the other commands make of tables that
//! are missing or damaged.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{command, good, refused, run};

/// A folder of a test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the build folder can be written to");
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn a_table_is_built_and_stands_its_check() {
    let path = folder("tables-built").join("deep/small.table");
    let said = good(&["tables", "build", "--board", "4x4", "--threads", "2", "--out", text(&path)]);
    assert!(said.contains("small.table: ") && said.contains(" 14 passes, ") && said.lines().count() == 1, "{said}");
    let said = good(&["tables", "check", text(&path), "--counts"]);
    assert!(said.contains("whole, and every position is worth what its best move gives"), "{said}");
    assert!(said.contains("\n900900 positions: ") && said.contains("the longest takes 13 plies"), "{said}");
    let counts = said.lines().skip_while(|line| !line.contains("plies  ")).skip(1);
    let sum: u64 = counts.filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).sum();
    assert_eq!(sum, 900_900, "{said}");
}

#[test]
fn what_was_interrupted_goes_on_and_gives_the_same() {
    let folder = folder("tables-interrupted");
    let (whole, other) = (folder.join("whole"), folder.join("other"));
    good(&["tables", "build", "--board", "4x4", "--out", text(&whole)]);
    let args = ["tables", "build", "--board", "4x4", "--out", text(&other)];
    for passes in ["3", "7"] {
        refused(&run(&[&args[..], &["--passes", passes]].concat()), &["interrupted after", passes]);
        assert!(!other.exists() && folder.join("other.part").exists());
    }
    let said = good(&args);
    assert!(said.contains("after 7 passes of an earlier run"), "{said}");
    assert!(!folder.join("other.part").exists());
    assert!(fs::read(&whole).expect("a table") == fs::read(&other).expect("a table"), "the tables differ");
    // What was damaged meanwhile is begun anew, and it is said.
    refused(&run(&[&args[..], &["--passes", "3"]].concat()), &["interrupted after 3"]);
    let part = folder.join("other.part");
    let half = fs::read(&part).expect("unfinished work").len() / 2;
    fs::File::options().write(true).open(&part).and_then(|file| file.set_len(half as u64)).expect("it can be cut");
    let anew = run(&args);
    assert_eq!(anew.code, Some(0), "{anew:?}");
    assert!(anew.err.starts_with("warning: ") && anew.err.contains("starting over"), "{anew:?}");
}

#[test]
fn damaged_tables_are_refused_with_a_reason() {
    let folder = folder("tables-damaged");
    let path = folder.join("small");
    good(&["tables", "build", "--board", "2x6", "--out", text(&path)]);
    let whole = fs::read(&path).expect("a table");
    let refuses = |bytes: &[u8], words: &[&str]| {
        fs::write(&path, bytes).expect("it can be written");
        refused(&run(&["tables", "check", text(&path)]), words);
    };
    refuses(b"", &["not a table that 'tables build' has made"]);
    refuses(b"something else", &["not a table that 'tables build' has made"]);
    refuses(&whole[..whole.len() - 1], &["damaged", "bytes and should have"]);
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 1;
    refuses(&changed, &["damaged", "does not agree with its sum"]);
    let missing = folder.join("missing");
    refused(&run(&["tables", "check", text(&missing)]), &["missing", "cannot be read"]);
    refused(&run(&["tables", "check", "--tables", text(&folder)]), &["sllim-4v4.table", "cannot be read"]);
    refused(&run(&["tables", "build", "chess"]), &["chess", "sllim-4v4"]);
    refused(&run(&["tables", "check", "--tables", "off"]), &["--tables DIR", "HALFBOARD_TABLES"]);
    refused(&run(&["tables", "build", "--threads", "0"]), &["a whole number from 1 to 256"]);
}

/// A table that cannot be used is complained about where it could have helped, and nowhere else.
#[test]
fn other_commands_go_on_without_a_table() {
    let folder = folder("tables-without");
    let position = ["--position", "w1w5/2w5/7b/w3b1bb w w0b0 w2b2 -", "--depth", "2"];
    let analyse = |rules: &str, more: &[&str]| {
        let args = [&["analyse", rules, "--depth", "1"][..], more].concat();
        let output = command().env("HALFBOARD_TABLES", &folder).args(args).output().expect("it runs");
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{err}");
        err
    };
    assert_eq!(analyse("sllim", &[]), "", "none was promised to be there");
    let missing = analyse("sllim", &["--tables", text(&folder)]);
    assert!(missing.starts_with("warning: ") && missing.contains("sllim-4v4.table"), "{missing}");
    fs::write(folder.join("sllim-4v4.table"), "HBtable\0 and nothing more").expect("it can be written");
    for mode in ["map", "load"] {
        let damaged = analyse("sllim", &["--tables-mode", mode]);
        assert!(damaged.starts_with("warning: ") && damaged.contains("continuing without it"), "{damaged}");
        assert_eq!(analyse("sllim", &["--tables", "off"]), "");
        assert_eq!(analyse("j", &["--tables-mode", mode]), "");
    }
    // A table of a smaller board is whole, but knows nothing of the game.
    let small = folder.join("sllim-4v4.table");
    good(&["tables", "build", "--board", "2x6", "--out", text(&small)]);
    let without = good(&[&["analyse", "sllim"][..], &position].concat());
    let with = good(&[&["analyse", "sllim", "--tables", text(&folder)][..], &position].concat());
    let moves = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(moves(&with), moves(&without));
}
