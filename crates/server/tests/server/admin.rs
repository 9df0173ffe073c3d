//! What the operator does to a running server, on SQLite and on PostgreSQL with two nodes.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use halfboard_protocol::api::{GameStatus, NewGame, SeatGrant, ServiceMode, TakeSeat};
use halfboard_protocol::event::{Event, LoggedEvent};
use halfboard_protocol::game::{Game, GameOver, Phase};
use halfboard_protocol::id::GameId;
use halfboard_protocol::json;
use halfboard_protocol::message::{Command, KeyedCommand, Refusal, RefusalCode};
use halfboard_server::admin::{AdminReply, AdminRequest, OperatorResult};
use halfboard_server::hub::{Hub, SubscriptionEnd};
use halfboard_server::metrics::Metrics;
use halfboard_server::store::{ArchiveQuery, GameQuery};
use halfboard_server::time::{TimeReading, TimeSource};
use halfboard_server::{App, Limits, Origins, ProxyTrust, server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::store::database::{Database, run};

async fn node(database: &Database) -> App {
    let origins = Origins { proxies: ProxyTrust::hops(1), ..Origins::default() };
    App::new(database.open().await, Limits::default(), origins, Arc::new(Metrics::new()))
}

async fn done(app: &App, request: AdminRequest) -> AdminReply {
    app.admin("tester", request.clone()).await.unwrap_or_else(|refusal| panic!("{request:?}: {refusal:?}"))
}

async fn refused(app: &App, request: AdminRequest) -> RefusalCode {
    app.admin("tester", request).await.expect_err("it is refused").code
}

fn new(name: &str) -> NewGame {
    json::decode(&format!(r#"{{"rules":"lines-of-action","name":"{name}","public":true}}"#)).expect("a game")
}

/// A game of two people.
async fn two(app: &App, one: &str, other: &str) -> (SeatGrant, SeatGrant) {
    let first = app.hub.create(new(one)).await.expect("a game");
    let request = TakeSeat { name: other.to_owned(), seat: None, token: None };
    let second = app.hub.take_seat(&first.game, request).await.expect("a seat");
    (first, second)
}

async fn say(app: &App, seat: &SeatGrant, key: u32, command: Command) -> Result<u32, Refusal> {
    app.hub.command(&seat.game, &seat.token, KeyedCommand { key, command }, app.hub.now(), None).await
}

/// Plays a turn by hand, so that there is something to archive.
async fn finished(app: &App) -> SeatGrant {
    let (first, _) = two(app, "Ann", "Bob").await;
    let mv = fold(app, &first.game).await.session().moves().first().expect("a move").clone();
    say(app, &first, 1, Command::Play { line: 0, ply: 0, mv }).await.expect("a turn");
    say(app, &first, 2, Command::Resign).await.expect("the end");
    first
}

async fn log(app: &App, game: &GameId) -> Vec<LoggedEvent> {
    match done(app, AdminRequest::Show { game: game.clone() }).await {
        AdminReply::Game { log, .. } => log,
        other => panic!("{other:?}"),
    }
}

async fn fold(app: &App, game: &GameId) -> Game {
    Game::from_log(game.clone(), &log(app, game).await).expect("a log")
}

async fn archived(app: &App) -> usize {
    let query = ArchiveQuery { limit: 10, ..ArchiveQuery::default() };
    app.hub.archived_games(query).await.expect("available").games.len()
}

async fn explored(app: &App) -> u64 {
    let session = halfboard_rules::record::Start::Seed(1).session("lines-of-action").expect("a start");
    app.hub.explore(session).await.expect("available").games
}

async fn lobby(app: &App) -> usize {
    let lobby = app.hub.lobby(&halfboard_server::hub::LobbyFilter::default()).await.expect("available");
    lobby.open.len() + lobby.playing.len() + lobby.finished.len()
}

/// Waits until something is so.
async fn until(what: &str, check: impl AsyncFn() -> bool) {
    for _ in 0..600 {
        if check().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("never: {what}");
}

/// Runs a test on SQLite, and on PostgreSQL if it is available.
#[expect(clippy::needless_pass_by_value, reason = "a closure reads better without a reference")]
fn on_both(test: impl AsyncFn(&Database)) {
    let database = Database::sqlite();
    run(test(&database));
    if let Some(database) = Database::postgres() {
        run(test(&database));
    }
}

#[test]
fn a_hidden_game_leaves_the_lists_and_can_come_back() {
    on_both(async |database| {
        let app = node(database).await;
        let first = finished(&app).await;
        until("it is archived", async || archived(&app).await == 1).await;
        assert_eq!((explored(&app).await, lobby(&app).await), (1, 1));
        done(&app, AdminRequest::Hide { game: first.game.clone(), hidden: true }).await;
        assert_eq!((archived(&app).await, explored(&app).await, lobby(&app).await), (0, 0, 0));
        assert!(app.hub.state(&first.game, None, 0).await.is_ok(), "who has the link still sees it");
        done(&app, AdminRequest::Hide { game: first.game.clone(), hidden: false }).await;
        assert_eq!(lobby(&app).await, 1);
        until("it is archived again", async || archived(&app).await == 1 && explored(&app).await == 1).await;
        let nothing: GameId = "0123456789abcdefghijkl".parse().expect("an ID");
        assert_eq!(refused(&app, AdminRequest::Hide { game: nothing, hidden: true }).await, RefusalCode::NotFound);
    });
}

#[test]
fn the_operator_ends_games_and_deletes_them() {
    on_both(async |database| {
        let app = node(database).await;
        for (result, over) in [
            (OperatorResult::Aborted, GameStatus::Aborted),
            (OperatorResult::Draw, GameStatus::Finished),
            (OperatorResult::Lost(1), GameStatus::Finished),
        ] {
            let (first, _) = two(&app, "Ann", "Bob").await;
            let mut stream = app.hub.join(&first.game, None, 0).await.expect("a spectator").1;
            done(&app, AdminRequest::End { game: first.game.clone(), result }).await;
            let game = fold(&app, &first.game).await;
            assert_eq!(game.summary().status, over, "{result:?}");
            if result == OperatorResult::Draw {
                assert_eq!(game.phase(), Phase::Over(GameOver::Drawn));
            }
            assert!(stream.messages.recv().await.is_some(), "spectators are told");
            let again = AdminRequest::End { game: first.game.clone(), result };
            assert_eq!(refused(&app, again).await, RefusalCode::Over);
        }
        let (first, _) = two(&app, "Ann", "Bob").await;
        let wrong = AdminRequest::End { game: first.game.clone(), result: OperatorResult::Lost(2) };
        assert_eq!(refused(&app, wrong).await, RefusalCode::Invalid);

        let first = finished(&app).await;
        // The two games above ended in the start position.
        until("it is archived", async || explored(&app).await == 3).await;
        let mut stream = app.hub.join(&first.game, None, 0).await.expect("a spectator").1;
        done(&app, AdminRequest::Delete { game: first.game.clone() }).await;
        while stream.messages.recv().await.is_some() {}
        assert_eq!(explored(&app).await, 2);
        let refusal = app.hub.state(&first.game, None, 0).await.expect_err("it is gone");
        assert_eq!(refusal.code, RefusalCode::NotFound);
        assert_eq!(refused(&app, AdminRequest::Delete { game: first.game }).await, RefusalCode::NotFound);
    });
}

#[test]
fn games_are_listed_page_by_page_and_purged_by_age() {
    on_both(async |database| {
        let app = node(database).await;
        let mut all = Vec::new();
        for number in 0..5 {
            let (first, _) = two(&app, &format!("Player {number}"), "Bob \"B\"").await;
            all.push(first.game);
        }
        let list = async |query: GameQuery| match done(&app, AdminRequest::Games(query)).await {
            AdminReply::Games { games } => games,
            other => panic!("{other:?}"),
        };
        let mut query = GameQuery { limit: 2, ..GameQuery::default() };
        let mut found = Vec::new();
        loop {
            let page = list(query.clone()).await;
            let Some(last) = page.last() else { break };
            query.after = Some((last.game.changed, last.game.id.to_string()));
            found.extend(page.into_iter().map(|listed| listed.game.id));
        }
        found.sort();
        all.sort();
        assert_eq!(found, all);
        let named = |name: &str| GameQuery { player: Some(name.to_owned()), limit: 10, ..GameQuery::default() };
        assert_eq!(list(named("Player 3")).await.len(), 1);
        assert_eq!(list(named("Bob \"B\"")).await.len(), 5);
        assert_eq!(list(named("Player")).await.len(), 0, "names are compared as a whole");
        let rules = |rules: &str| GameQuery { rules: Some(rules.to_owned()), limit: 10, ..GameQuery::default() };
        assert_eq!((list(rules("lines")).await.len(), list(rules("j")).await.len()), (5, 0));

        done(&app, AdminRequest::End { game: all[0].clone(), result: OperatorResult::Aborted }).await;
        let purge = |age, dry_run| AdminRequest::Purge { statuses: vec![GameStatus::Aborted], age, dry_run };
        assert_eq!(done(&app, purge(3_600_000, false)).await, AdminReply::Count { games: 0 });
        tokio::time::sleep(Duration::from_millis(2)).await;
        assert_eq!(done(&app, purge(0, true)).await, AdminReply::Count { games: 1 });
        assert_eq!(done(&app, purge(0, false)).await, AdminReply::Count { games: 1 });
        assert_eq!(list(GameQuery { limit: 10, ..GameQuery::default() }).await.len(), 4);
    });
}

#[test]
fn a_revoked_token_is_replaced() {
    on_both(async |database| {
        let app = node(database).await;
        let (first, second) = two(&app, "Ann", "Bob").await;
        // An SQLite database has one node.
        let has_peers = !database.url.starts_with("sqlite:");
        let other_node = if has_peers { Some(node(database).await) } else { None };
        let join = async |app: &App, token| app.hub.join(&first.game, token, 0).await.expect("it may").1;
        let mut subscriptions = Vec::new();
        for app in [Some(&app), other_node.as_ref()].into_iter().flatten() {
            subscriptions.push((join(app, None).await, SubscriptionEnd::Changed));
            subscriptions.push((join(app, Some(&first.token)).await, SubscriptionEnd::Changed));
            subscriptions.push((join(app, Some(&second.token)).await, SubscriptionEnd::Revoked));
        }
        let request = AdminRequest::Revoke { game: first.game.clone(), seat: second.seat };
        let AdminReply::Token { token } = done(&app, request).await else { panic!("a token") };
        for (mut subscription, end) in subscriptions {
            while subscription.messages.recv().await.is_some() {}
            assert_eq!(subscription.end(), end, "seat {:?}", subscription.seat);
        }
        assert_eq!(say(&app, &second, 1, Command::Resign).await.expect_err("revoked").code, RefusalCode::NoSeat);
        let owner = SeatGrant { token, ..second };
        say(&app, &owner, 1, Command::Resign).await.expect("the new token works");
        let wrong = AdminRequest::Revoke { game: first.game, seat: 7 };
        assert_eq!(refused(&app, wrong).await, RefusalCode::NotFound);
    });
}

/// Names and chat are gone from the log, the lists and the file; versions and results stay.
#[test]
fn erased_names_and_chat_are_gone() {
    on_both(async |database| {
        let app = node(database).await;
        let (first, second) = two(&app, "Quetzalcoatl", "Bob").await;
        let text = "xylophones are loud".to_owned();
        say(&app, &first, 1, Command::Say { text }).await.expect("said");
        say(&app, &second, 2, Command::Say { text: "indeed".to_owned() }).await.expect("said");
        say(&app, &second, 3, Command::Resign).await.expect("the end");
        until("it is archived", async || archived(&app).await == 1).await;
        let before = log(&app, &first.game).await;
        let erase = AdminRequest::EraseName { name: "Quetzalcoatl".to_owned() };
        assert_eq!(done(&app, erase.clone()).await, AdminReply::Count { games: 1 });
        let after = log(&app, &first.game).await;
        assert_eq!(before.len(), after.len());
        assert!(before.iter().zip(&after).all(|(old, new)| (old.version, old.at) == (new.version, new.at)));
        let text = json::encode(&after);
        assert!(!text.contains("Quetzalcoatl") && !text.contains("xylophones") && text.contains("indeed"), "{text}");
        let game = Game::from_log(first.game.clone(), &after).expect("it can still be read");
        assert!(matches!(game.phase(), Phase::Over(_)));
        assert_eq!(game.chat().len(), 1);
        let record = app.hub.archived_record(&first.game).await.expect("archived");
        assert!(record.contains("deleted player") && !record.contains("Quetzalcoatl"), "{record}");
        assert_eq!(done(&app, erase).await, AdminReply::Count { games: 0 });
        let seat = AdminRequest::EraseSeat { game: first.game.clone(), seat: 1 };
        assert_eq!(done(&app, seat).await, AdminReply::Count { games: 1 });
        assert!(!json::encode(&log(&app, &first.game).await).contains("indeed"));
        let AdminReply::Audit { entries } = done(&app, AdminRequest::Audit { before: None, limit: 10 }).await else {
            panic!("entries")
        };
        assert!(!json::encode(&entries).contains("Quetzalcoatl"), "{entries:?}");
        if database.url.starts_with("sqlite:") {
            for file in std::fs::read_dir(database.path().parent().expect("a folder")).expect("readable") {
                let bytes = std::fs::read(file.expect("a file").path()).expect("readable");
                for word in ["Quetzalcoatl", "quetzalcoatl", "xylophones"] {
                    let found = bytes.windows(word.len()).any(|window| window == word.as_bytes());
                    assert!(!found, "{word} is still in the files");
                }
            }
        }
    });
}

async fn serve(app: &App) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    let (app, metrics) = (app.clone(), Arc::clone(&app.metrics));
    tokio::spawn(server::serve_all(listener, Some(app), metrics, Duration::ZERO, std::future::pending()));
    address
}

/// Returns the response to a GET from a client's address.
async fn get(server: SocketAddr, path: &str, client: &str) -> String {
    let mut stream = tokio::net::TcpStream::connect(server).await.expect("a connection");
    let head = format!("GET {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nX-Forwarded-For: {client}\r\n\r\n");
    stream.write_all(head.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    answer
}

#[test]
fn banned_addresses_are_refused() {
    on_both(async |database| {
        let app = node(database).await;
        let server = serve(&app).await;
        let allowed = async |client: &str| get(server, "/api/lobby", client).await.starts_with("HTTP/1.1 200");
        let ban = |target: &str, duration| AdminRequest::Ban {
            target: target.to_owned(),
            duration,
            reason: "test".to_owned(),
        };
        assert!(allowed("192.0.2.1").await && allowed("2001:db8::1").await);
        done(&app, ban("192.0.2.0/24", 60_000)).await;
        assert!(!allowed("192.0.2.1").await && allowed("192.0.3.1").await);
        done(&app, AdminRequest::Unban { target: "192.0.2.0/24".to_owned() }).await;
        assert!(allowed("192.0.2.1").await);
        assert_eq!(refused(&app, ban("192.0.2.1", 0)).await, RefusalCode::Invalid);
        done(&app, ban("192.0.2.1", 1)).await;
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        assert!(allowed("192.0.2.1").await, "it has expired");
        for wrong in ["192.0.2", "0.0.0.0/0", "::/0", "192.0.2.0/33"] {
            assert_eq!(refused(&app, ban(wrong, 1)).await, RefusalCode::Invalid, "{wrong}");
        }
        assert_eq!(refused(&app, ban("a1-0123456789abcdef", 1)).await, RefusalCode::Invalid);

        for _ in 0..5 {
            assert!(allowed("2001:db8::1").await);
        }
        let AdminReply::Usage { addresses } = done(&app, AdminRequest::Usage { limit: 10 }).await else {
            panic!("a list")
        };
        let first = addresses.first().expect("an address");
        assert!(first.counts.requests >= 5 && first.counts.bytes > 100, "{addresses:?}");
        assert!(!json::encode(&addresses).contains("2001"), "{addresses:?}");
        done(&app, ban(&first.hash, 60_000)).await;
        assert!(!allowed("2001:db8::ffff").await, "the same /64");
        assert!(allowed("2001:db8:1::1").await);
        let AdminReply::Bans { bans } = done(&app, AdminRequest::Bans).await else { panic!("a list") };
        assert_eq!(bans.iter().filter(|ban| ban.target == first.hash && ban.reason == "test").count(), 1);
    });
}

#[test]
fn maintenance_is_not_charged() {
    on_both(async |database| {
        let app = node(database).await;
        let control = r#"{"type":"fischer","initial":600000,"increment":0}"#;
        let new = format!(r#"{{"rules":"lines-of-action","name":"Ann","control":{control}}}"#);
        let first = app.hub.create(json::decode(&new).expect("a game")).await.expect("a game");
        let request = TakeSeat { name: "Bob".to_owned(), seat: None, token: None };
        let second = app.hub.take_seat(&first.game, request).await.expect("a seat");
        let play = async |seat: &SeatGrant, ply: u32| {
            let mv = fold(&app, &first.game).await.session().moves().first().expect("a move").clone();
            say(&app, seat, 1 + ply, Command::Play { line: 0, ply, mv }).await
        };
        play(&first, 0).await.expect("a turn");
        play(&second, 1).await.expect("a turn");
        done(&app, AdminRequest::Mode { mode: ServiceMode::Maintenance }).await;
        tokio::time::sleep(Duration::from_millis(2500)).await;
        assert!(play(&first, 2).await.is_err_and(|refusal| refusal.message.contains("maintenance")));
        done(&app, AdminRequest::Mode { mode: ServiceMode::Normal }).await;
        play(&first, 2).await.expect("a turn");
        let refund = |logged: &LoggedEvent| if let Event::Refunded { ms, .. } = logged.event { ms } else { 0 };
        let back: u64 = log(&app, &first.game).await.iter().map(refund).sum();
        assert!(back >= 1500, "{back} ms");
    });
}

#[test]
fn modes_and_announcements_reach_all_nodes() {
    on_both(async |database| {
        let app = node(database).await;
        // Only PostgreSQL has other nodes.
        let other = if database.url.starts_with("sqlite:") { app.clone() } else { node(database).await };
        let server = serve(&other).await;
        let (first, second) = two(&app, "Ann", "Bob").await;
        let text = Some("restart in 5 minutes".to_owned());
        done(&app, AdminRequest::Announce { text, at: Some(300_000) }).await;
        done(&app, AdminRequest::Mode { mode: ServiceMode::Draining }).await;
        let told = async |word: &str| get(server, "/api/status", "192.0.2.1").await.contains(word);
        until("it is told", async || told("draining").await && told("restart in 5 minutes").await).await;
        assert_eq!(other.hub.create(new("Eve")).await.expect_err("refused").code, RefusalCode::Unavailable);
        let mv = fold(&app, &first.game).await.session().moves().first().expect("a move").clone();
        say(&other, &first, 1, Command::Play { line: 0, ply: 0, mv }).await.expect("games go on");
        done(&app, AdminRequest::Mode { mode: ServiceMode::Maintenance }).await;
        until("it is told", async || told("maintenance").await).await;
        let refusal = say(&other, &second, 1, Command::Resign).await.expect_err("read-only");
        assert_eq!(refusal.code, RefusalCode::Unavailable);
        assert!(other.hub.state(&first.game, None, 0).await.is_ok(), "games can be watched");
        done(&app, AdminRequest::Mode { mode: ServiceMode::Normal }).await;
        done(&app, AdminRequest::Announce { text: None, at: None }).await;
        until("it is told", async || !told("maintenance").await && !told("restart").await).await;
        say(&other, &second, 1, Command::Resign).await.expect("it works again");
    });
}

#[test]
fn operator_actions_are_audited() {
    on_both(async |database| {
        let app = node(database).await;
        let (first, _) = two(&app, "Ann", "Bob").await;
        done(&app, AdminRequest::Status).await;
        done(&app, AdminRequest::End { game: first.game.clone(), result: OperatorResult::Aborted }).await;
        refused(&app, AdminRequest::End { game: first.game.clone(), result: OperatorResult::Draw }).await;
        done(&app, AdminRequest::Mode { mode: ServiceMode::Normal }).await;
        let page = async |before, limit| match done(&app, AdminRequest::Audit { before, limit }).await {
            AdminReply::Audit { entries } => entries,
            other => panic!("{other:?}"),
        };
        let entries = page(None, 4).await;
        let actions: Vec<&str> = entries.iter().map(|entry| entry.action.as_str()).collect();
        assert_eq!(actions, ["mode", "mode", "end", "end"]);
        assert_eq!((&entries[1].detail[..], &entries[0].detail[..]), ("normal: begun", "normal: done"));
        assert!(entries[2].detail.contains("refused: the game is over"), "{entries:?}");
        let rest = page(Some(entries[3].number), 10).await;
        assert_eq!(rest.len(), 2, "reading is not recorded: {rest:?}");
        assert!(rest.iter().all(|entry| entry.detail.contains(first.game.as_str()) && entry.actor == "tester"));
        assert!(log(&app, &first.game).await.iter().any(|logged| matches!(logged.event, Event::Ended(_))));
    });
}

#[test]
fn nothing_is_done_without_a_record_and_what_is_done_is_told() {
    let database = Database::sqlite();
    run(async {
        let app = node(&database).await;
        let (first, _) = two(&app, "Ann", "Bob").await;
        let other = rusqlite::Connection::open(database.path()).expect("the file");
        let refuse = |condition: &str| {
            let body = "BEGIN SELECT RAISE(ABORT, 'full'); END";
            let trigger = format!("CREATE TRIGGER refuse BEFORE INSERT ON operator_audit WHEN {condition} {body}");
            other.execute_batch(&format!("DROP TRIGGER IF EXISTS refuse; {trigger}")).expect("a trigger");
        };
        let hide = AdminRequest::Hide { game: first.game.clone(), hidden: true };
        refuse("true");
        assert_eq!(refused(&app, hide.clone()).await, RefusalCode::Unavailable);
        assert!(!app.hub.store().is_hidden(&first.game).await.expect("available"), "it is not recorded");
        refuse("NEW.detail NOT LIKE '%: begun'");
        assert_eq!(done(&app, hide).await, AdminReply::Done);
        assert!(app.hub.store().is_hidden(&first.game).await.expect("available"));
    });
}

/// A hub whose clock is behind by some days.
async fn hub_days_ago(database: &Database, days: u64, limits: Limits) -> Hub {
    let behind = days * 24 * 60 * 60 * 1000;
    let usual = TimeSource::default();
    let time = TimeSource::new(move || {
        let reading = usual.read();
        TimeReading { wall: reading.wall - behind, ..reading }
    });
    Hub::start_with_time(database.open().await, Arc::new(limits), Arc::new(Metrics::new()), time)
}

#[test]
fn retention_deletes_old_data() {
    run(async {
        let database = Database::sqlite();
        let old = hub_days_ago(&database, 10, Limits::default()).await;
        let mut games = Vec::new();
        for end in [Command::Resign, Command::Abort] {
            let ann = old.create(new("Ann")).await.expect("a game");
            let bob = TakeSeat { name: "Bob".to_owned(), seat: None, token: None };
            old.take_seat(&ann.game, bob).await.expect("a seat");
            for (key, command) in [Command::Say { text: "hello".to_owned() }, end].into_iter().enumerate() {
                let keyed = KeyedCommand { key: key as u32 + 1, command };
                old.command(&ann.game, &ann.token, keyed, old.now(), None).await.expect("done");
            }
            games.push(ann.game);
        }
        let chat = async |hub: &Hub, game: &GameId| {
            let state = hub.state(game, None, 0).await?;
            Ok::<_, Refusal>(Game::from_log(game.clone(), &state.events).expect("a log").chat().len())
        };
        let hub = hub_days_ago(&database, 0, Limits { aborted_days: 0, ..Limits::default() }).await;
        hub.try_enforce_retention().await.expect("available");
        assert_eq!((chat(&hub, &games[0]).await, chat(&hub, &games[1]).await), (Ok(1), Ok(1)), "0 keeps games");
        let limits = Limits { aborted_days: 9, chat_days: 9, finished_days: 11, ..Limits::default() };
        let hub = hub_days_ago(&database, 0, limits).await;
        hub.try_enforce_retention().await.expect("available");
        assert_eq!(chat(&hub, &games[0]).await, Ok(0), "the chat is erased");
        assert_eq!(chat(&hub, &games[1]).await.expect_err("deleted").code, RefusalCode::NotFound);
        let hub = hub_days_ago(&database, 0, Limits { finished_days: 9, ..Limits::default() }).await;
        hub.try_enforce_retention().await.expect("available");
        assert_eq!(chat(&hub, &games[0]).await.expect_err("deleted").code, RefusalCode::NotFound);
    });
}
