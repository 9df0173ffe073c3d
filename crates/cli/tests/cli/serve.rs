//! `halfboard serve`: it says where it is, answers there, and ends when it is interrupted.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdout};

use crate::common::{command, refused, run};

/// A server that ends with the test.
pub(crate) struct Served {
    pub(crate) child: Child,
    out: BufReader<ChildStdout>,
}

impl Served {
    /// With these arguments.
    pub(crate) fn start(args: &[&str]) -> Served {
        Served::start_with(args, &[])
    }

    /// With these arguments and environment variables.
    fn start_with(args: &[&str], variables: &[(&str, &str)]) -> Served {
        let mut command = command();
        let mut child =
            command.arg("serve").args(args).envs(variables.iter().copied()).spawn().expect("the binary starts");
        let out = BufReader::new(child.stdout.take().expect("piped"));
        Served { child, out }
    }

    /// The address that it names.
    pub(crate) fn address(&mut self) -> String {
        let mut line = String::new();
        self.out.read_line(&mut line).expect("a line");
        let address = line.strip_prefix("Halfboard is at http://").and_then(|rest| rest.strip_suffix("/\n"));
        address.unwrap_or_else(|| panic!("{line:?}")).to_owned()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended already, as it should.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn get(address: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("a connection");
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

#[test]
fn the_app_is_where_it_says() {
    let mut served = Served::start(&["--port", "0"]);
    let address = served.address();
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    let answer = get(&address);
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.contains("<title>Halfboard</title>"), "{answer}");
}

#[cfg(unix)]
#[test]
fn the_browser_is_opened_when_asked_for() {
    use std::os::unix::fs::PermissionsExt;
    // A folder with a program that notes what it is asked to open, instead of the system's.
    let folder = std::env::temp_dir().join(format!("halfboard-open-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let opened = folder.join("opened.txt");
    for name in ["xdg-open", "open"] {
        let program = folder.join(name);
        let script = format!("#!/bin/sh\necho \"$1\" > '{0}.part' && mv '{0}.part' '{0}'\n", opened.display());
        std::fs::write(&program, script).expect("a program");
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).expect("executable");
    }
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").expect("a path"));
    let mut served = Served::start_with(&["--port", "0", "--open"], &[("PATH", &path)]);
    let address = served.address();
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(10);
    while !opened.exists() && std::time::Instant::now() < deadline {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let url = std::fs::read_to_string(&opened).expect("something was opened");
    assert_eq!(url.trim(), format!("http://{address}/"));
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn without_a_port_the_next_free_one_is_taken() {
    // Whether 8080 is free or not: two servers must both find a port, and not the same.
    let (mut one, mut two) = (Served::start(&[]), Served::start(&[]));
    let (one, two) = (one.address(), two.address());
    assert_ne!(one, two);
    assert!(get(&one).starts_with("HTTP/1.1 200") && get(&two).starts_with("HTTP/1.1 200"));
}

#[test]
fn a_port_that_was_asked_for_and_is_taken_is_an_error() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = taken.local_addr().expect("an address").port().to_string();
    refused(&run(&["serve", "--port", &port]), &[&port, "the port is in use", "--port 0"]);
}

#[test]
fn bad_addresses_are_refused() {
    refused(&run(&["serve", "--port", "65536"]), &["from 0 to 65535"]);
    refused(&run(&["serve", "--port", "-1"]), &["from 0 to 65535"]);
    refused(&run(&["serve", "--host", "nowhere"]), &["nowhere", "--host"]);
    refused(&run(&["serve", "--host", "192.0.2.1"]), &["192.0.2.1:8080", "not an address of this machine"]);
}

#[test]
fn settings_come_from_flags_variables_and_a_file() {
    let path = crate::common::file_with("serve.toml", "port = 0\nlog_level = \"warn\"\n");
    let path = path.to_string_lossy();
    let shown =
        command().args(["serve", "--print-config", "--config", &path, "--behind-proxy"]).output().expect("it runs");
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    for line in [
        &format!("port = 0  # {path}"),
        "behind_proxy = true  # --behind-proxy",
        "database = \"none\"  # HALFBOARD_DATABASE",
        "max_sockets = 20000  # default",
    ] {
        assert!(shown.lines().any(|found| found == line), "{line} is not in\n{shown}");
    }
    refused(&run(&["serve", "--config", "/no/such/file"]), &["/no/such/file", "cannot read"]);
    refused(&run(&["serve", "--max-sockets", "many"]), &["--max-sockets", "'many'", "from 1 to"]);
    refused(&run(&["serve", "--database", "mysql://x"]), &["--database", "sqlite:PATH"]);
    let folder = env!("CARGO_TARGET_TMPDIR");
    refused(&run(&["serve", "--port", "0", "--database", &format!("sqlite:{folder}")]), &["127.0.0.1", folder]);
}

/// Where nothing is said games are kept among the user's data, in a folder that is made, and stay there.
#[test]
fn games_are_kept_and_health_is_told() {
    let home = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("home");
    let _ = std::fs::remove_dir_all(&home);
    let mut child = command();
    child.env_remove("HALFBOARD_DATABASE").env("XDG_DATA_HOME", &home).args(["serve", "--port", "0"]);
    let mut child = child.spawn().expect("the binary starts");
    let out = BufReader::new(child.stdout.take().expect("piped"));
    let mut served = Served { child, out };
    let address = served.address();
    let mut line = String::new();
    served.out.read_line(&mut line).expect("a line");
    let kept = home.join("halfboard").join("games.sqlite");
    assert_eq!(line, format!("Games are kept in sqlite:{}\n", kept.display()));
    assert!(kept.is_file());
    let kept = format!("sqlite:{}", kept.display());
    refused(
        &run(&["serve", "--port", "0", "--database", &kept]),
        &["games.sqlite", "another server uses this database"],
    );
    let (_, port) = address.split_once(':').expect("a port");
    assert_eq!(crate::common::good(&["serve", "--check-health", "--port", port]), "ok\n");
    drop(served);
    refused(&run(&["serve", "--check-health", "--port", port]), &[port, "no answer"]);
}

/// With a browser's connection still open, which must not keep it.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_well() {
    for (signal, database) in [("-INT", "none"), ("-TERM", "sqlite::memory:")] {
        let mut served = Served::start(&["--port", "0", "--database", database]);
        let address = served.address();
        let _open = TcpStream::connect(&address).expect("a connection");
        get(&address);
        let id = served.child.id().to_string();
        assert!(std::process::Command::new("kill").args([signal, &id]).status().expect("kill").success());
        assert_eq!(served.child.wait().expect("it ends").code(), Some(0));
    }
}

/// All games of a server become a file while it runs, and a database again; nothing is replaced without `--force`.
#[test]
fn games_are_backed_up_and_restored() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("backups");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the build folder can be written to");
    let place = |name: &str| folder.join(name).display().to_string();
    let database = |name: &str| format!("sqlite:{}", place(name));
    let mut served = Served::start(&["--port", "0", "--database", &database("games.sqlite")]);
    let address = served.address();
    let body = r#"{"rules":"j","name":"Ann","public":true}"#;
    let post = |address: &str| {
        let mut stream = TcpStream::connect(address).expect("a connection");
        let head = "POST /api/games HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Type: application/json\r\n";
        write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    };
    post(&address);
    let file = place("games.backup");
    let backup = |more: &[&str]| run(&[&["backup", "--database", &database("games.sqlite"), &file], more].concat());
    assert_eq!(backup(&[]).out, format!("1 game in {file}\n"));
    post(&address);
    refused(&backup(&[]), &[&file, "--force"]);
    assert_eq!(backup(&["--force"]).out, format!("2 games in {file}\n"));
    drop(served);
    let names: Vec<String> = std::fs::read_dir(&folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| name.contains("backup"))
        .collect();
    assert_eq!(names, ["games.backup"], "nothing else is left");
    refused(
        &run(&["backup", "--database", &database("none.sqlite"), &place("x")]),
        &["none.sqlite", "no such database"],
    );
    refused(&run(&["backup", &place("x")]), &["--database"]);

    let restore = |name: &str, from: &str, more: &[&str]| {
        run(&[&["restore", "--database", &database(name), from], more].concat())
    };
    let done = restore("new.sqlite", &file, &[]);
    assert_eq!((done.err.as_str(), done.out), ("", format!("2 games in {}\n", database("new.sqlite"))));
    refused(&restore("games.sqlite", &file, &[]), &["games.sqlite"]);
    let broken = crate::common::file_with("broken.backup", &std::fs::read(&file).expect("a backup")[..300]);
    refused(&restore("games.sqlite", &broken.to_string_lossy(), &["--force"]), &["games.sqlite"]);
    assert_eq!(backup(&["--force"]).out, format!("2 games in {file}\n"), "what was there is there again");
    assert_eq!(restore("games.sqlite", &file, &["--force"]).code, Some(0));
    assert!(folder.join("games.sqlite.before-restore").is_file());
    refused(&restore("games.sqlite", &file, &["--force"]), &["before-restore"]);
}

/// Returns the response to a GET of a path, with more header lines.
fn ask(address: &str, path: &str, headers: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("a connection");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n").expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

/// Returns the response to a POST of JSON.
#[cfg(unix)]
pub(crate) fn post(address: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("a connection");
    let head = format!("POST {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Type: application/json\r\n");
    write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

/// Metrics are for this machine alone, and with a listener of their own not for the main one.
#[test]
fn metrics_are_not_public() {
    let mut served = Served::start(&["--port", "0"]);
    let address = served.address();
    let metrics = ask(&address, "/metrics", "");
    assert!(metrics.starts_with("HTTP/1.1 200") && metrics.contains("halfboard_sockets 0"), "{metrics}");
    for header in ["X-Forwarded-For: 192.0.2.1\r\n", "Forwarded: for=192.0.2.1\r\n", "Via: 1.1 proxy\r\n"] {
        assert!(ask(&address, "/metrics", header).starts_with("HTTP/1.1 404"), "{header}");
    }
    let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port");
    let own = free.to_string();
    let database = format!("sqlite:{}", crate::common::file("metrics.sqlite").display());
    let mut served = Served::start(&["--port", "0", "--metrics-listen", &own, "--database", &database]);
    let address = served.address();
    assert!(ask(&address, "/metrics", "").starts_with("HTTP/1.1 404"));
    assert!(ask(&address, "/healthz", "").starts_with("HTTP/1.1 200"));
    assert!(ask(&own, "/healthz", "").starts_with("HTTP/1.1 200"));
    assert!(ask(&own, "/api/lobby", "").starts_with("HTTP/1.1 404"), "no games there");
    let metrics = ask(&own, "/metrics", "X-Forwarded-For: 192.0.2.1\r\n");
    let mut names = vec!["halfboard_build_info{version=\"", "halfboard_database_bytes ", "process_start_time_seconds "];
    if cfg!(target_os = "linux") {
        names.extend(["process_resident_memory_bytes ", "process_open_fds ", "process_max_fds "]);
        names.push("halfboard_disk_free_bytes ");
    }
    for name in names {
        assert!(metrics.contains(name), "{name} is not in\n{metrics}");
    }
    refused(&run(&["serve", "--port", "0", "--metrics-listen", &own]), &[&own, "metrics_listen"]);
    refused(&run(&["serve", "--metrics-listen", "9090"]), &["--metrics-listen", "127.0.0.1:9090"]);
}
