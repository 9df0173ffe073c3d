//! `halfboard admin` against a running server, over its socket.

use std::os::unix::fs::PermissionsExt;

use crate::common::{Run, command, file, refused};
use crate::serve::{Served, post};

/// Runs an action with the server's database in the environment.
fn admin(database: &str, args: &[&str]) -> Run {
    let output = command().env("HALFBOARD_DATABASE", database).arg("admin").args(args).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn a_server_is_looked_after_over_its_socket() {
    let path = file("admin.sqlite");
    let database = format!("sqlite:{}", path.display());
    let socket = file("admin.sqlite.admin");
    refused(&admin(&database, &["status"]), &["admin.sqlite.admin", "is the server running"]);
    let mut served = Served::start(&["--port", "0", "--database", &database]);
    let address = served.address();
    assert_eq!(std::fs::metadata(&socket).expect("a socket").permissions().mode() & 0o777, 0o600);
    let good = |args: &[&str]| {
        let run = admin(&database, args);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{args:?}: {run:?}");
        run.out
    };
    let answer = post(&address, "/api/games", r#"{"rules":"j","name":"Ann","public":true}"#);
    let (_, rest) = answer.split_once("\"game\":\"").expect("a game");
    let game = &rest[..22];

    let list = good(&["games", "--status", "open", "--player", "Ann"]);
    assert!(list.starts_with(game) && list.contains("Ann / (free) public"), "{list}");
    assert_eq!(good(&["games", "--page", "2"]), "");
    let shown = good(&["show", game]);
    assert!(shown.contains("\"type\":\"created\"") && shown.contains("\"type\":\"seated\""), "{shown}");
    good(&["hide", game]);
    assert!(good(&["games"]).contains("hidden"));
    good(&["unhide", game]);
    assert!(good(&["revoke", game, "0"]).starts_with("new token of seat 0: "));
    assert_eq!(good(&["erase", "--game", game, "--seat", "0"]), "erased from 1 game\n");
    assert_eq!(good(&["erase", "--name", "Ann"]), "erased from 0 games\n");
    good(&["announce", "Restart soon", "--at", "5m"]);
    assert_eq!(good(&["drain"]), "0 games with a running clock\n");
    let status = good(&["status"]);
    assert!(status.contains("draining") && status.contains("Restart soon"), "{status}");
    let refusal = post(&address, "/api/games", r#"{"rules":"j","name":"Ann"}"#);
    assert!(refusal.starts_with("HTTP/1.1 503"), "{refusal}");
    good(&["maintenance", "off"]);
    good(&["announce", "--remove"]);
    good(&["ban", "192.0.2.0/24", "--for", "7d", "--reason", "spam"]);
    assert!(good(&["bans"]).starts_with("192.0.2.0/24 until "));
    good(&["unban", "192.0.2.0/24"]);
    assert!(good(&["usage"]).contains("address"));
    good(&["end", game, "--abort"]);
    assert_eq!(
        good(&["purge", "--older-than", "1d", "--status", "aborted", "--dry-run"]),
        "0 games would be deleted\n"
    );
    good(&["delete", game]);
    assert_eq!(good(&["games"]), "");
    let audit = good(&["audit"]);
    for action in ["delete", "end", "unban", "ban", "mode draining", "announce Restart soon", "erase", "revoke", "hide"]
    {
        assert!(audit.contains(action), "{action} is not in\n{audit}");
    }
    refused(&admin(&database, &["delete", game]), &["no game"]);
    refused(&admin(&database, &["ban", "nowhere", "--for", "7d"]), &["nowhere", "192.0.2.0/24"]);
    refused(&admin(&database, &["ban", "192.0.2.1", "--for", "7"]), &["7d"]);
    refused(&admin("none", &["status"]), &["admin_socket"]);
    drop(served);
    refused(&admin(&database, &["status"]), &["admin.sqlite.admin", "cannot reach the server"]);
    // What a killed server left does not prevent the next start.
    let mut served = Served::start(&["--port", "0", "--database", &database]);
    served.address();
    assert!(good(&["status"]).contains("mode: normal"));
}
