//! `archive import`, `explore`, `search`, `export`, `stats` and `study`, and puzzles from archives.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use zip::write::SimpleFileOptions;

use crate::common::{Run, file, file_with, good, refused, run};

const J: &str = "[Game \"j\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2004.07.20\"]\n[Result \"1-0\"]\n[Reason \"resigned\"]\n\n1. A5 A8 1-0\n";
/// The same moves, mirrored.
const MIRRORED: &str = "[Game \"j\"]\n[Result \"*\"]\n\n1. D5 D8 *\n";
const OTHER: &str = "[Game \"j\"]\n[White \"Eve\"]\n[Event \"Club\"]\n[Date \"2010\"]\n[Result \"0-1\"]\n[Reason \"time\"]\n\n1. D5 A1 0-1\n";
const LINES: &str = "(;FF[4]GM[9]PB[Kim]PW[Lee]DT[1998-03-01];B[b1-b3];W[a2-c2])";

/// The arguments with the archive.
fn arguments(action: &str, archive: &Path, rest: &[&str]) -> Vec<OsString> {
    let mut args: Vec<OsString> = vec!["archive".into(), action.into()];
    args.extend(rest.iter().map(OsString::from));
    args.extend(["--archive".into(), archive.into()]);
    args
}

fn import(archive: &Path, files: &[&PathBuf]) -> Run {
    let files: Vec<&str> = files.iter().map(|file| file.to_str().expect("UTF-8")).collect();
    run(&arguments("import", archive, &files))
}

fn json(action: &str, archive: &Path, rest: &[&str]) -> Value {
    let mut rest = rest.to_vec();
    rest.push("--json");
    serde_json::from_str(&good(&arguments(action, archive, &rest))).expect("JSON")
}

fn gzipped(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).expect("memory");
    encoder.finish().expect("memory")
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(*name, SimpleFileOptions::default()).expect("a file");
        zip.write_all(content).expect("memory");
    }
    zip.finish().expect("memory").into_inner()
}

#[test]
fn files_of_all_kinds_become_one_archive() {
    let archive = file("kinds.archive");
    let text = file_with("kinds.txt", format!("{J}\n{MIRRORED}"));
    let gz = file_with("kinds.sgf.gz", gzipped(LINES));
    let jsonl = "{\"rules\":\"sllim\",\"moves\":[]}\n\n{\"rules\":\"j\",\"moves\":\"A1\"}\n";
    let inner = gzipped(OTHER);
    let zip = zipped(&[("a/games.jsonl", jsonl.as_bytes()), ("b.txt.gz", &inner), ("picture.png", b"\x89PNG")]);
    let zip = file_with("kinds.zip", zip);
    let folder = file("kinds-folder");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("deep")).expect("a folder");
    fs::write(folder.join("deep/game.record"), "[Game \"j\"]\n\n1. A2 *\n").expect("a file");
    fs::write(folder.join("notes.md"), "not a game").expect("a file");
    let run = import(&archive, &[&text, &gz, &zip, &folder]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_eq!(run.out, "6 games added, 1 duplicates, 0 not valid; 5 files\n");
    // Nothing is read twice.
    let again = import(&archive, &[&text, &gz, &zip, &folder]);
    assert_eq!(again.out, "0 games added, 0 duplicates, 0 not valid; 0 files, 5 imported before\n");
    let stats = json("stats", &archive, &[]);
    assert_eq!((stats["games"].as_u64(), stats["files"].as_u64()), (Some(6), Some(5)));
    assert_eq!(stats["rules"][0]["rules"], "j");
    assert_eq!(stats["rules"][0]["games"], 4);
    let text = good(&arguments("stats", &archive, &["--lang", "de"]));
    assert!(text.contains("6 Partien aus 5 Dateien"), "{text}");
}

#[test]
fn bad_games_are_reported_and_the_rest_is_kept() {
    let archive = file("bad.archive");
    let records = file_with("bad.txt", format!("{J}\n[Game \"j\"]\n\n1. Z9 *\n\n{OTHER}"));
    let lines =
        file_with("bad.jsonl", "{\"rules\":\"j\",\"moves\":[\"A1\"]}\n{\"rules\":\"j\",\"moves\":[\"A1\",\"A9\"]}\n");
    let broken = file_with("bad.zip", b"PK\x03\x04 not a zip");
    let short = file_with("bad.txt.gz", &gzipped(OTHER)[..30]);
    let run = import(&archive, &[&records, &lines, &broken, &short]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert_eq!(run.out, "3 games added, 0 duplicates, 4 not valid; 2 files\n");
    let errors: Vec<&str> = run.err.lines().collect();
    assert_eq!(errors.len(), 4, "{run:?}");
    assert!(errors[0].contains("bad.txt: game 2, line ") && errors[0].contains("Z9"), "{run:?}");
    assert!(errors[1].contains("bad.jsonl: game 2, line 2: ply 2") && errors[1].contains("A9"), "{run:?}");
    assert!(errors[2].contains("bad.zip: is not a valid zip archive"), "{run:?}");
    assert!(errors[3].contains("bad.txt.gz: cannot be decompressed"), "{run:?}");
}

#[test]
fn explore_prints_exactly_the_documented_json() {
    let archive = file("explore.archive");
    let games = file_with("explore.txt", format!("{J}\n{MIRRORED}\n{OTHER}\n[Game \"j\"]\n\n1. A1 *\n"));
    assert_eq!(import(&archive, &[&games]).code, Some(0));
    let expected = "{\"position\":\"8/8/8/8 w w12b12\",\"games\":3,\"white\":1,\"black\":1,\"draw\":0,\"moves\":[\
        {\"move\":\"A5\",\"games\":2,\"white\":1,\"black\":1,\"draw\":0,\"last\":\"2010\",\"value\":null,\"proof\":null},\
        {\"move\":\"A1\",\"games\":1,\"white\":0,\"black\":0,\"draw\":0,\"last\":null,\"value\":null,\"proof\":null}]}\n";
    assert_eq!(good(&arguments("explore", &archive, &["j", "--json"])), expected);
    // The mirror image of the position after A5, and its moves as they are legal there.
    let mirrored = json("explore", &archive, &["j", "--position", "8/8/8/4w3 b w11b12"]);
    let moves: Vec<&str> =
        mirrored["moves"].as_array().into_iter().flatten().filter_map(|mv| mv["move"].as_str()).collect();
    assert_eq!(moves, ["A1", "D8"]);
    assert_eq!(json("explore", &archive, &["j", "D5"])["moves"], mirrored["moves"]);
    let searched = json("explore", &archive, &["j", "--nodes", "2000"]);
    assert!(searched["moves"][0]["value"].is_number() || searched["moves"][0]["proof"].is_string(), "{searched}");
    assert_eq!(json("explore", &archive, &["sllim"])["games"], 0);
    let text = good(&arguments("explore", &archive, &["j", "--ascii"]));
    assert!(text.contains("3 games: 1 won by White, 0 drawn, 1 won by Black"), "{text}");
    assert!(text.contains("A5       2  66.7 %  wwwwwwwwwwbbbbbbbbbb   50 %  2010"), "{text}");
    refused(&run(&arguments("explore", &archive, &["j", "--position", "x"])), &["position"]);
}

#[test]
fn search_and_export_use_the_same_conditions() {
    let archive = file("search.archive");
    let games = file_with("search.txt", format!("{J}\n{OTHER}"));
    let lines = file_with("search.sgf", LINES);
    assert_eq!(import(&archive, &[&games, &lines]).code, Some(0));
    let found = |rest: &[&str]| -> Vec<u64> {
        let games = json("search", &archive, rest);
        games.as_array().expect("an array").iter().filter_map(|game| game["id"].as_u64()).collect()
    };
    assert_eq!(found(&[]), [1, 2, 3]);
    assert_eq!(found(&["--player", "ann"]), [1]);
    assert_eq!(found(&["--event", "club"]), [2]);
    assert_eq!(found(&["--since", "1998-03", "--until", "2004"]), [1, 3]);
    assert_eq!(found(&["--result", "black"]), [2]);
    assert_eq!(found(&["--rules", "lines-of-action"]), [3]);
    assert_eq!(found(&["--min-plies", "3"]), [] as [u64; 0]);
    assert_eq!(found(&["--rules", "j", "--position", "8/8/8/4w3 b w11b12"]), [1, 2]);
    assert_eq!(found(&["--pattern", "A8=b,A5=w"]), [1]);
    assert_eq!(found(&["--limit", "2"]), [1, 2]);
    let game = &json("search", &archive, &["--pattern", "A8=b,A5=w"])[0];
    assert_eq!(game["players"][1], "Bob");
    assert_eq!(
        (game["date"].as_str(), game["result"].as_str(), game["ply"].as_u64()),
        (Some("2004-07-20"), Some("white"), Some(2))
    );
    let text = good(&arguments("search", &archive, &["--player", "lee"]));
    assert!(text.contains("Lee") && text.contains("1 games found"), "{text}");
    assert_eq!(good(&arguments("export", &archive, &["--player", "ann"])), J);
    let sgf = good(&arguments("export", &archive, &["--rules", "lines-of-action", "--to", "sgf"]));
    assert!(sgf.contains("B[b1-b3]") && sgf.contains("PW[Lee]"), "{sgf}");
    let lines = file("search.jsonl");
    let output = lines.to_str().expect("UTF-8");
    assert_eq!(good(&arguments("export", &archive, &["--to", "jsonl", "--output", output])), "");
    let copy = file("search-copy.archive");
    assert_eq!(import(&copy, &[&lines]).out, "3 games added, 0 duplicates, 0 not valid; 1 files\n");
    assert_eq!(good(&arguments("export", &copy, &["--player", "ann"])).lines().count(), J.lines().count());
    refused(&run(&arguments("search", &archive, &["--since", "yesterday"])), &["--since", "2004-07-20"]);
    refused(&run(&arguments("search", &archive, &["--pattern", "a2=x"])), &["--pattern", "expected w, b"]);
    refused(&run(&arguments("search", &archive, &["--position", "x"])), &["--rules"]);
    refused(&run(&arguments("export", &archive, &["--to", "sgf"])), &["SGF"]);
}

/// White wins in three plies, by one move only.
const WON: &str =
    "[Game \"j\"]\n[Position \"1b1wbwbb/1bwbw3/www5/1wbbw3 w w3b4\"]\n[White \"Ann\"]\n\n1. A5v A1 2. A3 1-0\n";

#[test]
fn games_are_studied_and_become_puzzles() {
    let archive = file("study.archive");
    let lost = "[Game \"j\"]\n[Position \"1b1wbwbb/1bwbw3/www5/1wbbw3 w w3b4\"]\n[Reason \"resigned\"]\n\n1. A5v 0-1\n";
    let games = file_with("study.txt", format!("{WON}\n{lost}\n{MIRRORED}"));
    assert_eq!(import(&archive, &[&games]).code, Some(0));
    let found = json("study", &archive, &["j"]);
    assert_eq!(found["games"], 2, "the third has no result");
    assert_eq!((&found["thrown_away"], &found["proven"][0]), (&1.into(), &3.into()), "{found}");
    let text = good(&arguments("study", &archive, &["j", "--games", "1", "--lang", "de"]));
    assert!(text.starts_with("1 Partien, "), "{text}");
    refused(&run(&arguments("study", &archive, &["sllim"])), &["no games of sllim"]);
    refused(&run(&arguments("study", &archive, &["sight-reduction:solitaire=on"])), &["two players"]);
    let path = archive.to_str().expect("UTF-8");
    let puzzles = good(&["generate", "j", "--from-archive", path, "--missed-by", "0", "--count", "1"]);
    let claim = "win 2 | j | 1b1wbwbb/1bwbw3/www5/1wbbw3 w w3b4 | 1-0 within 3 | A5v | A5v A1 A3 | level";
    assert!(puzzles.contains("--from-archive study.archive") && puzzles.contains(claim), "{puzzles}");
    refused(
        &run(&["generate", "j", "--from-archive", path, "--missed-by", "0"]),
        &["found only 1 of 10 puzzles in 3 games"],
    );
    refused(&run(&["generate", "j", "--from-archive", path, "--seed", "4"]), &["--seed"]);
}

#[test]
fn missing_and_foreign_archives_are_refused() {
    let missing = file("missing.archive");
    refused(&run(&arguments("stats", &missing, &[])), &["missing.archive", "no such file"]);
    let foreign = file_with("foreign.archive", J.repeat(40));
    for action in [&["stats"][..], &["search"], &["export"], &["explore", "j"]] {
        refused(&run(&arguments(action[0], &foreign, &action[1..])), &["foreign.archive", "not an archive"]);
    }
    let games = file_with("foreign.txt", J);
    refused(&import(&foreign, &[&games]), &["not an archive"]);
    refused(&import(&file("x.archive"), &[&file("absent.txt")]), &["absent.txt", "cannot be read"]);
    let nowhere = file("no-folder").join("x.archive");
    refused(&import(&nowhere, &[&games]), &["does not exist"]);
}

/// Real files beside the project, if they are there.
#[test]
fn real_games_are_imported() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/archive");
    if !folder.is_dir() {
        eprintln!("skipped: there is no folder ../shared/archive");
        return;
    }
    let archive = file("real.archive");
    let run = import(&archive, &[&folder]);
    assert!(matches!(run.code, Some(0 | 1)), "{run:?}");
    let stats = json("stats", &archive, &[]);
    assert!(stats["games"].as_u64() > Some(1000), "{stats}");
    let explored = json("explore", &archive, &["lines-of-action:first=black"]);
    assert!(explored["games"].as_u64() > Some(900), "{explored}");
}
