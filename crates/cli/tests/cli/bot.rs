//! `halfboard bot`: engines play on a real server, with each other, with people, and through the server's death.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use halfboard_protocol::api::{GameSnapshot, NewGame, SeatGrant, TakeSeat};
use halfboard_protocol::event::Proposal;
use halfboard_protocol::game::{Game, GameOver, Phase};
use halfboard_protocol::id::GameId;
use halfboard_protocol::json;
use halfboard_protocol::message::{Command, KeyedCommand, Refusal, RefusalCode};
use serde::de::DeserializeOwned;

use crate::common::{command, file, refused, run};
use crate::serve::Served;

/// Our own engine, as a command.
fn engine() -> String {
    format!("{} ugi", env!("CARGO_BIN_EXE_halfboard"))
}

/// A server with games, at a port and over a file.
fn serve(port: u16, database: &str) -> Served {
    let port = port.to_string();
    let mut served = Served::start(&["--port", &port, "--database", database, "--log-level", "warn"]);
    served.address();
    served
}

/// Returns a port that is free at the moment.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|taken| taken.local_addr()).expect("a free port").port()
}

/// A database in a file of its own.
fn database(name: &str) -> String {
    for more in ["", "-wal", "-shm"] {
        file(&format!("{name}{more}"));
    }
    format!("sqlite:{}", file(name).display())
}

fn bot(address: &str, args: &[&str]) -> Child {
    let mut bot = command();
    bot.args(["bot", "--server", &format!("http://{address}"), "--engine", &engine(), "--movetime", "5"]);
    bot.args(args).spawn().expect("the binary starts")
}

/// What a bot said, which must end well.
fn said(bot: Child) -> String {
    let Output { status, stdout, stderr } = bot.wait_with_output().expect("it ends");
    let (out, err) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert_eq!((status.code(), &*err), (Some(0), ""), "{out}");
    out.into_owned()
}

/// Sends a request; returns `None` if the server does not answer.
fn ask<T: DeserializeOwned>(address: &str, path: &str, token: Option<&SeatGrant>, body: Option<&str>) -> Option<T> {
    let mut stream = TcpStream::connect(address).ok()?;
    let bearer = token.map(|seat| format!("Authorization: Bearer {}\r\n", seat.token.reveal())).unwrap_or_default();
    let (method, body) = body.map_or(("GET", ""), |body| ("POST", body));
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n{bearer}\r\n{body}"
    )
    .ok()?;
    let mut all = String::new();
    stream.read_to_string(&mut all).ok()?;
    let (_, body) = all.split_once("\r\n\r\n")?;
    Some(json::decode(body).unwrap_or_else(|error| panic!("{error}: {all}")))
}

fn game(address: &str, id: &GameId) -> Option<Game> {
    let state: GameSnapshot = ask(address, &format!("/api/games/{id}"), None, None)?;
    Some(Game::from_log(state.id, &state.events).expect("a whole log"))
}

/// Waits until something is so.
fn wait<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_secs(120), "{what} did not come to pass");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The only public game that is open or being played.
fn public_game(address: &str) -> GameId {
    wait("a public game", || {
        let lobby: halfboard_protocol::api::Lobby = ask(address, "/api/lobby", None, None)?;
        lobby.open.into_iter().chain(lobby.playing).next().map(|summary| summary.id)
    })
}

fn new_game(rules: &str) -> String {
    let new = NewGame {
        rules: rules.to_owned(),
        start: None,
        control: "60+1".parse().expect("a control"),
        seats: Vec::new(),
        lot: false,
        public: false,
        chat: true,
        delay: 0,
        name: "Ann".to_owned(),
        token: None,
    };
    json::encode(&new)
}

#[test]
fn two_engines_play_a_game_though_the_server_dies_in_it() {
    let (port, database) = (free_port(), database("bots.sqlite"));
    let address = format!("127.0.0.1:{port}");
    let served = serve(port, &database);
    let one = bot(&address, &["--offer", "sllim", "--control", "60+1", "--public", "--games", "1", "--name", "One"]);
    let id = public_game(&address);
    let two = bot(&address, &["--accept", "sllim", "--games", "1", "--name", "Two"]);
    wait("the third turn", || game(&address, &id).filter(|game| game.plies() > 2));
    // Killed, as by a power cut.
    drop(served);
    std::thread::sleep(Duration::from_millis(300));
    let _served = serve(port, &database);
    let (one, two) = (said(one), said(two));
    let over = game(&address, &id).expect("the server is back");
    assert!(matches!(over.phase(), Phase::Over(GameOver::Ruled(_))), "{:?}", over.phase());
    let end = format!(" after {} turns", over.plies());
    assert!(one.contains(&format!("Challenge: http://{address}/#/online/{id}\n")), "{one}");
    assert!(one.contains("Two") && two.contains("One"), "{one}{two}");
    assert!(one.trim_end().ends_with(&end) && two.trim_end().ends_with(&end), "{one}{two}");
}

#[test]
fn four_seats_are_played_by_engines() {
    let mut served = Served::start(&["--port", "0", "--database", "sqlite::memory:", "--log-level", "warn"]);
    let address = served.address();
    let rules = "lines-of-action:players=four";
    let ann: SeatGrant = ask(&address, "/api/games", None, Some(&new_game(rules))).expect("a game");
    let link = format!("http://{address}/#/online/{}", ann.game);
    let bots: Vec<Child> = (0..3).map(|_| bot(&address, &["--join", &link])).collect();
    // The fourth is a person who plays the first move there is, until it is over.
    let over = wait("the end", || {
        let game = game(&address, &ann.game)?;
        if game.turn() == Some(ann.seat) && game.plies() >= 12 {
            let keyed = KeyedCommand { key: 1, command: Command::Resign };
            let path = format!("/api/games/{}/commands", ann.game);
            let _: serde_json::Value = ask(&address, &path, Some(&ann), Some(&json::encode(&keyed)))?;
        } else if game.turn() == Some(ann.seat) {
            let mv = game.session().moves().swap_remove(0);
            let command = Command::Play { line: game.line(), ply: game.plies(), mv };
            let keyed = KeyedCommand { key: game.plies(), command };
            let path = format!("/api/games/{}/commands", ann.game);
            let _: serde_json::Value = ask(&address, &path, Some(&ann), Some(&json::encode(&keyed)))?;
        }
        matches!(game.phase(), Phase::Over(_)).then_some(game)
    });
    for bot in bots {
        let said = said(bot);
        assert!(said.contains("Ann – ") && said.contains(&format!("after {} turns", over.plies())), "{said}");
    }
}

#[test]
fn a_bot_has_manners() {
    let mut served = Served::start(&["--port", "0", "--database", "sqlite::memory:", "--log-level", "warn"]);
    let address = served.address();
    let bot = bot(&address, &["--offer", "j", "--public", "--rematch", "--games", "2"]);
    let id = public_game(&address);
    let take = TakeSeat { name: "Ann".to_owned(), seat: None, token: None };
    let ann: SeatGrant =
        ask(&address, &format!("/api/games/{id}/seats"), None, Some(&json::encode(&take))).expect("a seat");
    let mut key = 0;
    let mut say = |id: &GameId, command: Command| {
        key += 1;
        let keyed = json::encode(&KeyedCommand { key, command });
        ask::<serde_json::Value>(&address, &format!("/api/games/{id}/commands"), Some(&ann), Some(&keyed))
    };
    let my_turn =
        |id: &GameId, seat: u8| wait("my turn", || game(&address, id).filter(|game| game.turn() == Some(seat)));
    let game_now = my_turn(&id, ann.seat);
    let mv = game_now.session().moves().swap_remove(0);
    say(&id, Command::Play { line: 0, ply: game_now.plies(), mv });
    let ply = my_turn(&id, ann.seat).plies();
    say(&id, Command::Ask { ply, what: Proposal::Draw });
    wait("a no", || game(&address, &id).filter(|game| game.pending().is_none()));
    say(&id, Command::Ask { ply, what: Proposal::TakeBack });
    let back = wait("a yes", || game(&address, &id).filter(|game| game.line() == 1 && game.turn() == Some(ann.seat)));
    assert!(back.plies() < ply);
    say(&id, Command::Resign);
    say(&id, Command::Ask { ply: back.plies(), what: Proposal::Rematch });
    let next = wait("another game", || game(&address, &id).and_then(|game| game.rematch().cloned()));
    // It goes on in the other seat, with the same secret.
    my_turn(&next, 1 - ann.seat);
    say(&next, Command::Resign);
    let said = said(bot);
    assert_eq!(said.matches(" turns\n").count(), 2, "{said}");
}

/// Passes a request on to a server and its answer back, and then both connections end.
fn pass_on(mut from: TcpStream, head: &str, rest: &[u8], server: &str) -> Option<()> {
    let mut to = TcpStream::connect(server).ok()?;
    let (first, others) = head.split_once("\r\n")?;
    write!(to, "{first}\r\nConnection: close\r\n{others}").ok()?;
    to.write_all(rest).ok()?;
    std::io::copy(&mut to, &mut from).ok().map(drop)
}

/// The head of a request and what came with it of its body.
fn request(stream: &mut TcpStream) -> Option<(String, Vec<u8>)> {
    let (mut all, mut part) = (Vec::new(), [0; 4096]);
    loop {
        let count = stream.read(&mut part).ok().filter(|count| *count > 0)?;
        all.extend_from_slice(&part[..count]);
        let Some(end) = all.windows(4).position(|window| window == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&all[..end + 4]).into_owned();
        let length =
            head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length:")?.trim().parse().ok());
        if all.len() >= end + 4 + length.unwrap_or(0) {
            return Some((head, all.split_off(end + 4)));
        }
    }
}

/// A way to a server on which the first stream of events is refused, and then the first turn.
fn bad_way(server: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    std::thread::spawn(move || {
        static REFUSED: AtomicUsize = AtomicUsize::new(0);
        for mut stream in listener.incoming().flatten() {
            let server = server.clone();
            std::thread::spawn(move || {
                let (head, rest) = request(&mut stream)?;
                let plays = String::from_utf8_lossy(&rest).contains("\"play\"");
                let code = match REFUSED.load(Ordering::SeqCst) {
                    0 if head.contains("/events") => Some((403, RefusalCode::NoSeat)),
                    1 if plays => Some((409, RefusalCode::Stale)),
                    _ => None,
                };
                let Some((status, code)) = code else { return pass_on(stream, &head, &rest, &server) };
                REFUSED.fetch_add(1, Ordering::SeqCst);
                let body = json::encode(&Refusal::new(code, "not on this way"));
                let length = body.len();
                write!(stream, "HTTP/1.1 {status} No\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}")
                    .ok()
            });
        }
    });
    address
}

#[test]
fn trouble_ends_one_game_and_no_turn_is_skipped() {
    let mut served = Served::start(&["--port", "0", "--database", "sqlite::memory:", "--log-level", "warn"]);
    let address = served.address();
    let bot = bot(&bad_way(address.clone()), &["--offer", "j", "--public", "--games", "2"]);
    let take = json::encode(&TakeSeat { name: "Ann".to_owned(), seat: None, token: None });
    // The bot cannot listen to the first game, says so, and offers another.
    let id = wait("the second challenge", || {
        let lobby: halfboard_protocol::api::Lobby = ask(&address, "/api/lobby", None, None)?;
        (lobby.open.len() == 2).then_some(lobby)?.open.into_iter().next().map(|summary| summary.id)
    });
    let ann: SeatGrant = ask(&address, &format!("/api/games/{id}/seats"), None, Some(&take)).expect("a seat");
    let mut key = 0;
    let mut say = |command: Command| {
        key += 1;
        let keyed = json::encode(&KeyedCommand { key, command });
        ask::<serde_json::Value>(&address, &format!("/api/games/{id}/commands"), Some(&ann), Some(&keyed))
    };
    // It plays though its first turn is refused as out of date.
    let both_played = wait("a turn of each", || {
        let game = game(&address, &id)?;
        if game.turn() == Some(ann.seat) && game.plies() < 2 {
            say(Command::Play { line: 0, ply: game.plies(), mv: game.session().moves().swap_remove(0) });
        }
        (game.plies() >= 2).then_some(game)
    });
    assert_eq!(both_played.line(), 0);
    say(Command::Resign);
    let Output { status, stdout, stderr } = bot.wait_with_output().expect("it ends");
    let (out, err) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert_eq!(status.code(), Some(0), "{out}{err}");
    assert!(err.starts_with("error: game ") && err.contains("not on this way") && err.lines().count() == 1, "{err}");
    assert!(out.contains(&format!("Game {id}: ")), "{out}");
}

#[test]
fn what_a_bot_cannot_do_it_says() {
    let nobody = format!("http://127.0.0.1:{}", free_port());
    let engine = engine();
    let with = |args: &[&str]| run(&[&["bot", "--engine", &engine], args].concat());
    refused(&with(&["--server", &nobody, "--accept"]), &[&nobody, "cannot be reached"]);
    refused(&with(&["--server", "example.org", "--accept"]), &["example.org", "https://example.org"]);
    refused(&with(&["--join", "nonsense"]), &["--join", "nonsense", "22 letters"]);
    refused(&with(&["--join", "0123456789abcdefghijkl"]), &["--server URL"]);
    refused(&with(&["--server", &nobody]), &["--join", "--offer", "--accept"]);
    refused(&with(&["--server", &nobody, "--offer", "chess"]), &["--offer", "chess"]);
    refused(&with(&["--server", &nobody, "--offer", "j", "--control", "5"]), &["300+5", "3days"]);
    refused(&with(&["--server", &nobody, "--offer", "j", "--name", " "]), &["1 to 24 characters"]);
    let no_engine = run(&["bot", "--server", &nobody, "--offer", "j", "--engine", "/no/such/engine"]);
    refused(&no_engine, &["/no/such/engine", "cannot be started"]);
    let mut served = Served::start(&["--port", "0", "--database", "sqlite::memory:", "--log-level", "warn"]);
    let link = format!("http://{}/#/online/0123456789abcdefghijkl", served.address());
    refused(&with(&["--join", &link]), &["there is no game"]);
}
