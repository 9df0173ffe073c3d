//! `halfboard backup` and `restore` with folders, times and damage, and the backups of a server.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::common::{good, refused, run};
use crate::serve::Served;

/// A database with five games, in a folder for a test.
fn folder_with_games(name: &str) -> (PathBuf, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("backup-sets").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("set")).expect("the build folder can be written to");
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/server/store/format_1.backup");
    let database = format!("sqlite:{}", folder.join("games.sqlite").display());
    let restored = good(&["restore", "--database", &database, &old.display().to_string()]);
    assert_eq!(restored, format!("5 games in {database}\n"));
    (folder, database)
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[test]
fn a_folder_is_backed_up_verified_and_restored() {
    let (folder, database) = folder_with_games("folder");
    let set = shown(&folder.join("set"));
    let first = good(&["backup", "--database", &database, &set]);
    assert!(first.starts_with("5 games in ") && first.ends_with("-full.backup\n"), "{first}");
    let second = good(&["backup", "--database", &database, &set]);
    assert!(second.starts_with("0 of 5 games in ") && second.ends_with("-incremental.backup\n"), "{second}");
    let third = good(&["backup", "--database", &database, "--full", "--keep", "1", &set]);
    assert!(third.ends_with("-full.backup\n"), "{third}");
    let verified = good(&["backup", "verify", &set]);
    assert!(verified.contains(": intact of 20") && verified.ends_with("Z, 5 games in 1 backups\n"), "{verified}");
    let new = |name: &str| format!("sqlite:{}", shown(&folder.join(name)));
    good(&["restore", "--database", &new("a.sqlite"), &set]);
    // The game of the fixture was finished at 4 s after the epoch.
    let past = good(&["restore", "--database", &new("b.sqlite"), "--at", "1970-01-01T00:00:00Z", &set]);
    assert_eq!(past, format!("0 games in {}, without 5 games created later\n", new("b.sqlite")));
    let at = |at: &str| run(&["restore", "--database", &new("c.sqlite"), "--at", at, &set]);
    refused(&at("2999-01-01T00:00:00Z"), &["the newest backup is of 20", "nothing was restored"]);
    refused(&at("yesterday"), &["--at", "'yesterday'", "2026-11-18T03:25:00Z"]);
    refused(&run(&["backup", "verify", &shown(&folder.join("none"))]), &["none", "cannot read"]);
    refused(&run(&["backup", "--database", &database, "--full", &shown(&folder.join("x"))]), &["--full"]);
}

#[test]
fn damage_is_named_and_the_rest_restored() {
    let (folder, database) = folder_with_games("damage");
    let file = folder.join("games.backup");
    good(&["backup", "--database", &database, &shown(&file)]);
    let mut bytes = fs::read(&file).expect("a backup");
    let end = (0..bytes.len()).filter(|place| bytes[*place] == b'\n').nth(2).expect("three lines");
    bytes[end - 20] ^= 4;
    fs::write(&file, bytes).expect("written");
    let verified = run(&["backup", "verify", &shown(&file)]);
    assert_eq!((verified.code, verified.out.as_str()), (Some(2), ""), "{verified:?}");
    for words in ["line 3 of the backup: game done000000000000000000: ", "4 games intact", "--skip-damaged"] {
        assert!(verified.err.contains(words), "{verified:?}");
    }
    let to = format!("sqlite:{}", shown(&folder.join("new.sqlite")));
    refused(&run(&["restore", "--database", &to, &shown(&file)]), &["game done0", "nothing was restored"]);
    let rescued = run(&["restore", "--database", &to, "--skip-damaged", &shown(&file)]);
    assert_eq!((rescued.code, rescued.out), (Some(1), format!("4 games in {to}\n")));
    assert!(rescued.err.contains("damaged: line 3 of the backup: game done0"), "{}", rescued.err);
}

#[test]
fn a_server_makes_backups() {
    let (folder, database) = folder_with_games("served");
    let set = folder.join("scheduled");
    let mut served = Served::start(&["--port", "0", "--database", &database, "--backup-folder", &shown(&set)]);
    served.address();
    let deadline = Instant::now() + Duration::from_secs(30);
    while !set.join("manifest.json").exists() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(good(&["backup", "verify", &shown(&set)]).ends_with("5 games in 1 backups\n"));
    drop(served);
    fs::write(set.join("manifest.json"), "{}").expect("written");
    let refusal = run(&["serve", "--port", "0", "--database", &database, "--backup-folder", &shown(&set)]);
    refused(&refusal, &["backup_folder", "the manifest is damaged"]);
}
