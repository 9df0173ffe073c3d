//! The files of a running server's database: deleted, replaced, opened under other names, readable by others.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::common::{refused, run};
use crate::serve::Served;

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("database-files").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the build folder can be written to");
    folder
}

fn url(path: &Path) -> String {
    format!("sqlite:{}", path.display())
}

fn serve(path: &Path) -> (Served, String) {
    let mut served = Served::start(&[
        "--port",
        "0",
        "--database",
        &url(path),
        "--games-per-address",
        "100000",
        "--challenges-per-address",
        "100000",
        "--log-level",
        "warn",
    ]);
    let address = served.address();
    (served, address)
}

/// The status of the answer to a request.
fn status(address: &str, request: &str) -> u16 {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.write_all(request.as_bytes()).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_else(|| panic!("{answer}"))
}

fn health(address: &str) -> u16 {
    status(address, "GET /healthz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
}

fn create(address: &str) -> u16 {
    let body = r#"{"rules":"j","name":"Ann","public":true}"#;
    let head = "POST /api/games HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Type: application/json\r\n";
    status(address, &format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()))
}

/// Does something to the files of a server while games are created: nothing is acknowledged from then on.
fn lost(name: &str, harm: impl FnOnce(&Path)) {
    let path = folder(name).join("games.sqlite");
    let (mut served, address) = serve(&path);
    assert_eq!((health(&address), create(&address)), (200, 200));
    let (harmed, done) = (AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let busy = scope.spawn(|| {
            let mut acknowledged_late = 0;
            while !done.load(Ordering::SeqCst) {
                let gone = harmed.load(Ordering::SeqCst);
                if create(&address) == 200 && gone {
                    acknowledged_late += 1;
                }
            }
            acknowledged_late
        });
        std::thread::sleep(Duration::from_millis(100));
        harm(&path);
        harmed.store(true, Ordering::SeqCst);
        assert_eq!((health(&address), create(&address)), (503, 503), "{name}");
        std::thread::sleep(Duration::from_millis(100));
        done.store(true, Ordering::SeqCst);
        assert_eq!(busy.join().expect("no panic"), 0, "{name}: acknowledged after the file was gone");
    });
    // It is logged without a request, too.
    let _ = served.child.kill();
    let mut log = String::new();
    served.child.stderr.take().expect("piped").read_to_string(&mut log).expect("a log");
    assert!(log.contains("while in use, so nothing is written"), "{name}: {log}");
}

#[test]
fn a_deleted_database_is_noticed() {
    lost("deleted", |path| fs::remove_file(path).expect("removed"));
}

#[test]
fn a_deleted_write_ahead_log_is_noticed() {
    lost("wal", |path| fs::remove_file(path.with_extension("sqlite-wal")).expect("removed"));
}

#[test]
fn a_replaced_database_is_noticed() {
    lost("replaced", |path| {
        let other = path.with_extension("other");
        fs::copy(path, &other).expect("copied");
        fs::rename(other, path).expect("replaced");
    });
}

#[test]
fn a_database_that_is_put_back_is_used_again() {
    let path = folder("put-back").join("games.sqlite");
    let (_served, address) = serve(&path);
    assert_eq!(create(&address), 200);
    let aside = path.with_extension("aside");
    fs::rename(&path, &aside).expect("moved");
    assert_eq!((health(&address), create(&address)), (503, 503));
    fs::rename(&aside, &path).expect("moved");
    assert_eq!((health(&address), create(&address)), (200, 200));
}

#[test]
fn a_running_servers_database_is_not_restored() {
    let folder = folder("restored");
    let path = folder.join("games.sqlite");
    let (served, address) = serve(&path);
    assert_eq!(create(&address), 200);
    let file = folder.join("games.backup").display().to_string();
    assert_eq!(run(&["backup", "--database", &url(&path), &file]).code, Some(0), "a backup may run beside a server");
    let link = folder.join("link.sqlite");
    symlink(&path, &link).expect("a link");
    for name in [&path, &link] {
        for more in [&[][..], &["--force"]] {
            let restored = run(&[&["restore", "--database", &url(name), &file], more].concat());
            refused(&restored, &["games.sqlite", "another server uses this database"]);
        }
    }
    assert_eq!((health(&address), create(&address)), (200, 200));
    drop(served);
    assert_eq!(run(&["restore", "--database", &url(&link), &file, "--force"]).code, Some(0));
    assert!(folder.join("games.sqlite.before-restore").is_file(), "the database moved, not the link");
    assert!(link.is_symlink());
}

#[test]
fn a_second_server_is_refused_under_every_name() {
    let folder = folder("names");
    let path = folder.join("games.sqlite");
    let (symbolic, nested) = (folder.join("symbolic.sqlite"), folder.join("folder"));
    // Also a link that was made before the database.
    symlink("games.sqlite", &symbolic).expect("a link");
    symlink(&folder, &nested).expect("a link");
    let (served, address) = serve(&symbolic);
    assert_eq!(create(&address), 200);
    assert!(path.is_file());
    for name in [&path, &symbolic, &nested.join("games.sqlite")] {
        let second = run(&["serve", "--port", "0", "--database", &url(name)]);
        refused(&second, &["games.sqlite", "another server uses this database"]);
    }
    // The lock file alone does not decide.
    fs::remove_file(folder.join("games.sqlite.lock")).expect("removed");
    refused(&run(&["serve", "--port", "0", "--database", &url(&path)]), &["another server uses this database"]);
    let hard = folder.join("hard.sqlite");
    fs::hard_link(&path, &hard).expect("a link");
    refused(&run(&["serve", "--port", "0", "--database", &url(&hard)]), &["hard.sqlite", "2 names"]);
    assert_eq!((health(&address), create(&address)), (200, 200), "the first goes on");
    // A database that was moved is still that of the first server.
    fs::remove_file(&path).expect("removed");
    refused(&run(&["serve", "--port", "0", "--database", &url(&hard)]), &["another server uses this database"]);
    drop(served);
}

#[test]
fn only_the_owner_can_read_the_files() {
    let folder = folder("modes");
    let path = folder.join("games.sqlite");
    let modes = || -> Vec<(String, u32)> {
        let entries = fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry"));
        let mode = |entry: &fs::DirEntry| entry.metadata().expect("a file").permissions().mode() & 0o777;
        let named = entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), mode(&entry)));
        // The socket of `halfboard admin` is not a file of the database.
        named.filter(|(name, _)| !name.ends_with(".admin")).collect()
    };
    let (served, address) = serve(&path);
    assert_eq!(create(&address), 200);
    let file = folder.join("games.backup");
    assert_eq!(run(&["backup", "--database", &url(&path), &file.display().to_string()]).code, Some(0));
    let found = modes();
    assert_eq!(found.len(), 5, "{found:?}");
    assert!(found.iter().all(|(_, mode)| *mode == 0o600), "{found:?}");
    drop(served);
    // Those of older versions.
    for (name, _) in found {
        fs::set_permissions(folder.join(name), PermissionsExt::from_mode(0o644)).expect("changed");
    }
    let begun = Instant::now();
    let (mut served, address) = serve(&path);
    assert_eq!(create(&address), 200);
    assert!(modes().iter().all(|(name, mode)| *mode == 0o600 || name == "games.backup"), "{:?}", modes());
    let _ = served.child.kill();
    let mut log = String::new();
    served.child.stderr.take().expect("piped").read_to_string(&mut log).expect("a log");
    assert!(log.contains("was accessible to other users (mode 644)"), "after {:?}: {log}", begun.elapsed());
}
