//! Backups from and into either backend, all or nothing.

use std::io::Cursor;
use std::path::Path;
use std::sync::{Arc, Mutex};

use halfboard_protocol::api::GameStatus;
use halfboard_protocol::json;
use halfboard_server::store::Store;

use super::conformance::same;
use super::database::{Database, run};
use super::sample::{Sample, id};

/// What a store exports, as text.
async fn exported(store: &Store) -> String {
    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);
    impl std::io::Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("no panic").write(bytes)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let shared = Shared::default();
    store.export(shared.clone()).await.expect("exported");
    let bytes = shared.0.lock().expect("no panic").clone();
    String::from_utf8(bytes).expect("text")
}

/// The lines of the games, without the time of the backup.
fn games_of(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with("{\"packed\"")).collect()
}

pub(super) async fn filled(store: &Store) -> Vec<Sample> {
    let mut samples = Vec::new();
    // More than one page of PostgreSQL's, and some of every state.
    for number in 0..230 {
        let mut sample = Sample::challenge(&format!("g{number}x"), number % 2 == 0, 1000 + number);
        if number % 3 > 0 {
            sample.join(2000 + number);
        }
        if number % 3 > 1 {
            sample.play(3000 + number);
            sample.play(4000 + number);
            sample.play(5000 + number);
            // Of a newer version.
            let unknown = r#"{"type":"teleported","to":[1,-2,null],"at":"ü"}"#;
            sample.then(6000 + number, json::decode(unknown).expect("an event"));
            let extended = r#"{"type":"said","seat":0,"text":"hi","key":1,"language":["en",-1]}"#;
            sample.then(7000 + number, json::decode(extended).expect("an event"));
        }
        store.create(sample.whole()).await.expect("created");
        samples.push(sample);
    }
    samples
}

/// Carries games from one database to the other and back.
async fn carry(from: Store, to: Store, back: Store) {
    let samples = filled(&from).await;
    let hidden = samples[4].game.id();
    assert_eq!(from.hide(hidden, true).await, Ok(true));
    let text = exported(&from).await;
    assert_eq!(text.lines().count(), samples.len() + 3);
    assert!(to.import(Cursor::new(text.clone())).await.is_ok_and(|count| count == 230));
    for sample in &samples {
        same(&to, sample).await;
    }
    for status in [GameStatus::Open, GameStatus::Playing] {
        assert!(to.list(status, 500).await == from.list(status, 500).await, "lists follow from the logs");
    }
    assert_eq!((to.is_hidden(hidden).await, to.is_hidden(samples[6].game.id()).await), (Ok(true), Ok(false)));
    assert_eq!(to.fallen_flags(u64::MAX, 500).await.expect("available").len(), 153, "all that are played");
    let again = to.import(Cursor::new(text.clone())).await;
    assert!(again.is_err_and(|error| error.0.contains("already has 230 games")));
    assert!(games_of(&exported(&to).await) == games_of(&text));

    // Nothing of a file that is not whole.
    let lines: Vec<&str> = text.lines().collect();
    let cut = lines[..100].join("\n");
    let torn = &text[..text.len() / 2];
    let twice = text.replace(lines[3], lines[2]);
    let newer = text.replacen("\"format\":2", "\"format\":3", 1);
    let name = lines[2].split('"').nth(5).expect("a name");
    let data = lines[2].split('"').nth(13).expect("compressed data");
    let damaged = text.replacen(data, lines[3].split('"').nth(13).expect("other data"), 1);
    let renamed = text.replacen(name, lines[3].split('"').nth(5).expect("a name"), 1);
    let missing = text.replacen(&format!("{}\n", lines[2]), "", 1);
    let more = format!("{text}\n");
    for (wrong, says) in [
        (cut.as_str(), "line 101 of the backup: the file ends here"),
        (torn, "malformed"),
        (&twice, &format!("game {name}: the backup contains it twice")),
        (&newer, "a newer version (format 3; this version reads up to 2)"),
        (&damaged, &format!("line 3 of the backup: game {name}: its checksum does not match")),
        (&renamed, "contains another game"),
        (&missing, "expected 230 games, found 229"),
        (&text.replacen("created\":", "created\": ", 1), "the checksum of the file does not match"),
        (&more, "something follows the end"),
        ("", "line 1 of the backup: the file ends here"),
        (lines[2], "line 1 of the backup: unexpected header"),
    ] {
        let refused = back.import(Cursor::new(wrong.to_owned())).await.expect_err("it is not whole");
        assert!(refused.0.contains(says) && refused.0.ends_with("nothing was restored"), "{says}: {refused}");
        assert_eq!(back.list(GameStatus::Open, 10).await.map(|list| list.len()), Ok(0), "{refused}");
    }
    back.import(Cursor::new(text.clone())).await.expect("imported");
    assert!(games_of(&exported(&back).await) == games_of(&text));
}

#[test]
fn backup_restores_from_sqlite_to_sqlite() {
    let (from, to) = (Database::sqlite(), Database::sqlite());
    let memory = Store::open("sqlite::memory:");
    run(async { carry(from.open().await, to.open().await, memory.await.expect("memory")).await });
}

#[test]
fn backup_restores_between_sqlite_and_postgres() {
    let (Some(there), Some(also)) = (Database::postgres(), Database::postgres()) else { return };
    let here = Database::sqlite();
    run(async { carry(here.open().await, there.open().await, also.open().await).await });
    let (Some(there), back) = (Database::postgres(), Database::sqlite()) else { return };
    let here = Database::sqlite();
    run(async { carry(there.open().await, here.open().await, back.open().await).await });
}

#[test]
fn a_backup_is_a_new_file() {
    let (from, to) = (Database::sqlite(), Database::sqlite());
    run(async {
        let store = from.open().await;
        let samples = filled(&store).await;
        let file = to.path().with_extension("backup");
        assert_eq!(store.backup(&file).await, Ok(230));
        assert!(store.backup(&file).await.is_err_and(|error| error.0.contains("already exists")));
        let nowhere = file.join("no/such/folder");
        assert!(store.backup(&nowhere).await.is_err_and(|error| error.0.contains("cannot write")));
        let restored = to.open().await;
        assert!(restored.restore(&nowhere).await.is_err_and(|error| error.0.contains("cannot read")));
        assert_eq!(restored.restore(&file).await, Ok(230));
        same(&restored, &samples[17]).await;
    });
}

/// A backup of the first version; never regenerated from current code.
const FORMAT_1: &str = include_str!("format_1.backup");

#[test]
fn backups_of_the_first_version_can_be_restored() {
    run(async {
        let store = Store::open("sqlite::memory:").await.expect("memory");
        let illegal = FORMAT_1.replacen("\"ply\":1", "\"ply\":2", 1);
        let refused = store.import(Cursor::new(illegal)).await.expect_err("it is illegal");
        assert!(refused.0.contains("in the game's log"), "{refused}");
        assert_eq!(store.import(Cursor::new(FORMAT_1)).await, Ok(5));
        let game = store.read(&id("done"), 0).await.expect("available").expect("the game");
        assert_eq!(game.events.len(), 5);
    });
}

#[test]
fn seeds_of_the_fuzz_target_keep_the_law() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/backup");
    let seeds = std::fs::read_dir(folder).expect("a folder of seeds").flatten();
    let count = seeds.map(|seed| crate::backup_laws::backup(&std::fs::read(seed.path()).expect("a seed"))).count();
    assert!(count >= 2, "{count} seeds");
}
