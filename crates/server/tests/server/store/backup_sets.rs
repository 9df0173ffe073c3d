//! Folders of backups, encrypted backups, and restoring up to a time, from and into either backend.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use halfboard_server::store::{
    BackupSet, DecryptionKeys, Encryption, LocalFiles, ReadOptions, SetOptions, Store, verify,
};

use super::backups::filled;
use super::conformance::same;
use super::database::{Database, run};
use super::sample::{Sample, id};

/// A folder beside a database of its own, removed with it.
fn folder() -> (Database, PathBuf) {
    let database = Database::sqlite();
    let folder = database.path().with_extension("backups");
    fs::create_dir(&folder).expect("a new folder");
    (database, folder)
}

async fn restored(folder: &Path, options: ReadOptions) -> Result<(Store, u64), String> {
    let store = Store::open("sqlite::memory:").await.expect("memory");
    let report = store.restore_with(folder, options).await.map_err(|error| error.0)?;
    assert_eq!(report.damages, [], "nothing is damaged");
    Ok((store, report.games))
}

async fn incremental(database: Database) {
    let (_kept, folder) = folder();
    let set = BackupSet::new(&folder, Arc::new(LocalFiles));
    let store = database.open().await;
    let mut samples = filled(&store).await;
    let options = SetOptions::default();
    let first = store.backup_to_set(&set, &options).await.expect("written");
    assert_eq!((first.full, first.games, first.written), (true, 230, 230));
    // Some are changed, one is new, some are deleted: challenges that were not taken up.
    for sample in samples.iter_mut().filter(|sample| sample.log.len() == 3).take(3) {
        store.append(sample.play(9000)).await.expect("appended");
    }
    let new = Sample::challenge("new", true, 9000);
    store.create(new.whole()).await.expect("created");
    samples.push(new);
    assert_eq!(store.delete_open(1004).await, Ok(2));
    samples.retain(|sample| sample.log.len() > 2 || sample.game.created() >= 1004);
    let second = store.backup_to_set(&set, &options).await.expect("written");
    assert_eq!((second.full, second.games, second.written), (false, 229, 4));
    assert!(second.bytes < first.bytes / 10, "{} and {}", second.bytes, first.bytes);
    let third = store.backup_to_set(&set, &options).await.expect("written");
    assert_eq!((third.full, third.games, third.written), (false, 229, 0));
    assert_eq!(
        verify(&folder, &ReadOptions::default()).map(|content| (content.files, content.state.games())),
        Ok((3, 229))
    );

    let (copy, games) = restored(&folder, ReadOptions::default()).await.expect("restored");
    assert_eq!(games, 229);
    for sample in &samples {
        same(&copy, sample).await;
    }
    assert!(copy.read(&id("g0x"), 0).await.expect("available").is_none(), "it was deleted");
    // An incremental backup is nothing by itself.
    let refused = restored(&folder.join(&second.file), ReadOptions::default()).await.err().expect("refused");
    assert!(refused.contains("an incremental backup"), "{refused}");

    // As at the time of the first backup, with the deleted games.
    let at = ReadOptions { at: Some(first.created), ..ReadOptions::default() };
    let (copy, games) = restored(&folder, at).await.expect("restored");
    assert_eq!(games, 230);
    assert!(copy.read(&id("g0x"), 0).await.expect("available").is_some());
    assert!(copy.read(&id("new"), 0).await.expect("available").is_none());
    let late = ReadOptions { at: Some(third.created + 1), ..ReadOptions::default() };
    assert!(restored(&folder, late).await.err().is_some_and(|error| error.contains("before the time to restore")));

    // Full ones begin new chains; old chains are deleted as a whole.
    let options = SetOptions { full: true, keep: Some(2), ..SetOptions::default() };
    let fourth = store.backup_to_set(&set, &options).await.expect("written");
    assert_eq!(set.entries().expect("a manifest").len(), 4, "the first chain is needed for two backups");
    let options = SetOptions { keep: Some(2), ..SetOptions::default() };
    let fifth = store.backup_to_set(&set, &options).await.expect("written");
    assert_eq!(set.entries().expect("a manifest"), [fourth, fifth]);
    assert!(!folder.join(&first.file).exists() && !folder.join(&second.file).exists());
    // A damaged state costs a full backup, nothing else.
    fs::write(folder.join("state"), "x").expect("written");
    assert!(store.backup_to_set(&set, &options).await.expect("written").full);
    assert_eq!(restored(&folder, ReadOptions::default()).await.map(|(_, games)| games), Ok(229));
}

#[test]
fn changed_games_of_sqlite_are_added() {
    run(incremental(Database::sqlite()));
}

#[test]
fn changed_games_of_postgres_are_added() {
    if let Some(database) = Database::postgres() {
        run(incremental(database));
    }
}

/// Each game as it was at a time: the events until then, and the keys of the seats that were taken.
async fn point_in_time(from: Store, to: Store) {
    let (_kept, folder) = folder();
    let mut sample = Sample::challenge("a", true, 1000);
    let mut before = Vec::new();
    for (at, step) in [(2000, 1), (3000, 2), (3500, 2), (4000, 2)] {
        before.push((at - 1, sample.clone()));
        if step == 1 {
            sample.join(at)
        } else {
            sample.play(at)
        };
    }
    before.push((u64::from(u32::MAX), sample.clone()));
    from.create(sample.whole()).await.expect("created");
    from.create(Sample::challenge("b", true, 3600).whole()).await.expect("created");
    let file = folder.join("games.backup");
    assert_eq!(from.backup(&file).await, Ok(2));
    for (at, expected) in before {
        let store = Store::open("sqlite::memory:").await.expect("memory");
        let options = ReadOptions { at: Some(at), ..ReadOptions::default() };
        let report = store.restore_with(&file, options).await.expect("restored");
        assert_eq!((report.games, report.later), if at < 3600 { (1, 1) } else { (2, 0) }, "{at}");
        same(&store, &expected).await;
    }
    let options = ReadOptions { at: Some(3500), ..ReadOptions::default() };
    assert_eq!(to.restore_with(&file, options).await.map(|report| report.games), Ok(1));
    let read = to.read(&id("a"), 0).await.expect("available").expect("the game");
    assert_eq!((read.events.len(), read.keys.len()), (5, 2));
}

#[test]
fn games_are_restored_as_they_were_at_a_time() {
    let (from, to) = (Database::sqlite(), Database::sqlite());
    run(async { point_in_time(from.open().await, to.open().await).await });
    let (Some(from), Some(to)) = (Database::postgres(), Database::postgres()) else { return };
    run(async { point_in_time(from.open().await, to.open().await).await });
}

#[test]
fn skip_damaged_restores_intact_games() {
    let (database, folder) = folder();
    run(async {
        let store = database.open().await;
        let samples = filled(&store).await;
        let file = folder.join("games.backup");
        store.backup(&file).await.expect("written");
        let mut bytes = fs::read(&file).expect("a backup");
        let ends: Vec<usize> = (0..bytes.len()).filter(|place| bytes[*place] == b'\n').collect();
        // In the compressed data of three lines.
        let damaged = [4, 117, 229].map(|line: usize| {
            bytes[ends[line] - 20] ^= 0x10;
            samples_in_order(&samples)[line - 2].game.id().clone()
        });
        fs::write(&file, &bytes).expect("written");
        let content = verify(&file, &ReadOptions { skip_damaged: true, ..ReadOptions::default() }).expect("readable");
        assert_eq!(content.state.games(), 227);
        for id in &damaged {
            let found = content.damages.iter().any(|damage| damage.game.as_deref() == Some(id.as_str()));
            assert!(found, "{id} is not in {:?}", content.damages);
        }
        let copy = Store::open("sqlite::memory:").await.expect("memory");
        let refused = copy.restore(&file).await.expect_err("it is damaged");
        assert!(refused.0.contains(damaged[0].as_str()), "{refused}");
        let options = ReadOptions { skip_damaged: true, ..ReadOptions::default() };
        assert_eq!(copy.restore_with(&file, options.clone()).await.map(|report| report.games), Ok(227));
        for sample in samples.iter().filter(|sample| !damaged.contains(sample.game.id())) {
            same(&copy, sample).await;
        }

        // Also in a folder whose manifest is gone, and of a file that is cut.
        let set = BackupSet::new(&folder, Arc::new(LocalFiles));
        fs::remove_file(&file).expect("removed");
        let entry = store.backup_to_set(&set, &SetOptions::default()).await.expect("written");
        fs::write(folder.join("manifest.json"), "{}").expect("written");
        let path = folder.join(&entry.file);
        let bytes = fs::read(&path).expect("a backup");
        fs::write(&path, &bytes[..bytes.len() / 2]).expect("written");
        assert!(verify(&folder, &ReadOptions::default()).is_err_and(|error| error.0.contains("manifest is damaged")));
        let copy = Store::open("sqlite::memory:").await.expect("memory");
        let report = copy.restore_with(&folder, options).await.expect("restored");
        assert!((100..130).contains(&report.games), "{report:?}");
        assert!(report.damages.iter().any(|damage| damage.reason.contains("malformed")), "{:?}", report.damages);
    });
}

fn samples_in_order(samples: &[Sample]) -> Vec<&Sample> {
    let mut samples: Vec<&Sample> = samples.iter().collect();
    samples.sort_by_key(|sample| sample.game.id().to_string());
    samples
}

/// The pair of `age-keygen`'s documentation would do as well: it protects nothing.
const IDENTITY: &str = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX";
const RECIPIENT: &str = "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj";

#[test]
fn encrypted_backups_need_their_key() {
    let (database, folder) = folder();
    run(async {
        let store = database.open().await;
        let samples = filled(&store).await;
        let set = BackupSet::new(&folder, Arc::new(LocalFiles));
        let encryption = Encryption::Recipients(vec![RECIPIENT.to_owned()]);
        let options = SetOptions { encryption, ..SetOptions::default() };
        for written in [230, 0] {
            let entry = store.backup_to_set(&set, &options).await.expect("written");
            assert!(entry.file.ends_with(".backup.age"));
            assert_eq!(entry.written, written);
            let bytes = fs::read(folder.join(&entry.file)).expect("a backup");
            assert!(!bytes.windows(6).any(|window| window == b"packed"));
        }
        let refused = restored(&folder, ReadOptions::default()).await.err().expect("it is encrypted");
        assert!(refused.contains("needs an identity"), "{refused}");
        let keys = folder.join("key.txt");
        fs::write(&keys, IDENTITY).expect("written");
        let keys = DecryptionKeys { identities: Some(keys), passphrase: None };
        let (copy, games) = restored(&folder, ReadOptions { keys, ..ReadOptions::default() }).await.expect("restored");
        assert_eq!(games, 230);
        same(&copy, &samples[17]).await;

        let file = folder.join("games.age");
        let passphrase = Encryption::Passphrase("four board games".to_owned());
        store.backup_with(&file, &passphrase, Arc::new(LocalFiles)).await.expect("written");
        for (passphrase, says) in [(None, "needs its passphrase"), (Some("three"), "cannot be decrypted")] {
            let keys = DecryptionKeys { identities: None, passphrase: passphrase.map(str::to_owned) };
            let refused = verify(&file, &ReadOptions { keys, ..ReadOptions::default() }).expect_err("it is encrypted");
            assert!(refused.0.contains(says), "{refused}");
        }
        let keys = DecryptionKeys { identities: None, passphrase: Some("four board games".to_owned()) };
        let content = verify(&file, &ReadOptions { keys, ..ReadOptions::default() }).expect("decrypted");
        assert_eq!(content.state.games(), 230);
        let wrong = Encryption::Recipients(vec!["age1x".to_owned()]);
        assert!(wrong.check().is_err_and(|error| error.0.contains("invalid recipient 'age1x'")));
    });
}
