//! Lists of games over HTTP: the lobby with its limits, and the archive.

use std::net::SocketAddr;
use std::time::Duration;

use halfboard_protocol::api::{ArchivePage, ExploredPosition, Lobby, LobbyPage, SeatGrant};
use halfboard_protocol::id::GameId;
use halfboard_protocol::message::{Command, RefusalCode};
use halfboard_server::{Limits, Origins};

use crate::api::{JSON, ask_at, get, new_game, say, start, take};

/// A finished public game appears in the archive, a private one never does.
#[test]
fn finished_public_games_can_be_explored() {
    let finish = |more: &str| {
        let ann = new_game(more);
        let bob = take(&ann, "Bob Archer");
        assert_eq!(say(&ann, 1, Command::Play { line: 0, ply: 0, mv: "a2c2".to_owned() }).status, 200);
        assert_eq!(say(&bob, 1, Command::Resign).status, 200);
        ann
    };
    let private = finish("");
    let public = finish(r#","public":true"#);
    let explored = loop {
        let explored: ExploredPosition = get("/api/explorer?rules=lines-of-action").read();
        // Other tests finish games, too.
        if explored.moves.iter().any(|mv| mv.mv == "a2c2") {
            break explored;
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    assert!(explored.moves.iter().any(|mv| mv.mv == "a2c2" && mv.white > 0 && mv.last.is_some()), "{explored:?}");
    // The mirror image of the position after the move: h2f2 instead of a2c2.
    let mirrored = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w4w2/1bbbbbb1%20b%20-%20-";
    let page: ArchivePage =
        get(&format!("/api/archive/games?rules=lines-of-action&player=bob+ARCHER&position={mirrored}")).read();
    assert!(page.games.iter().any(|game| game.game.id == public.game && game.ply == Some(1)), "{page:?}");
    assert!(page.games.iter().all(|game| game.game.public && game.game.id != private.game));
    let first: ArchivePage = get("/api/archive/games?limit=1").read();
    assert_eq!((first.games.len(), first.next), (1, first.games.first().map(|game| game.number)));
    let record = get(&format!("/api/archive/games/{}/record", public.game));
    assert!(record.status == 200 && record.body.contains("1. a2c2 1-0"), "{record:?}");
    get(&format!("/api/archive/games/{}/record", private.game)).refused(404, RefusalCode::NotFound);
    for bad in [
        "/api/explorer",
        "/api/explorer?rules=chess",
        "/api/explorer?rules=j&position=x",
        "/api/explorer?rules=j&rules=j",
        "/api/explorer?rules=sight-reduction&seed=x",
        "/api/archive/games?position=x",
        "/api/archive/games?rules=chess",
        "/api/archive/games?result=win",
        "/api/archive/games?since=yesterday",
        "/api/archive/games?limit=many",
        "/api/archive/games?name=Ann",
    ] {
        get(bad).refused(422, RefusalCode::Invalid);
    }
}

#[test]
fn open_challenges_and_taken_seats_of_an_address_are_limited() {
    let address = start(Limits { waiting_seats_per_address: 2, ..Limits::default() }, Origins::default());
    let create = |control: &str| {
        let body = format!(r#"{{"rules":"j","name":"Ann","public":true,"control":{control}}}"#);
        ask_at(address, "POST", "/api/games", JSON, &body)
    };
    let fischer = r#"{"type":"fischer","initial":300000,"increment":0}"#;
    let games: Vec<SeatGrant> = (0..3).map(|_| create(fischer).read()).collect();
    let refusal = create(fischer).refused(429, RefusalCode::TooMany);
    assert!(refusal.message.contains("3 open public challenges") && refusal.retry_after.is_some(), "{refusal:?}");
    let take = |game: &SeatGrant| {
        ask_at(address, "POST", &format!("/api/games/{}/seats", game.game), JSON, r#"{"name":"Bob"}"#)
    };
    assert_eq!((take(&games[0]).status, take(&games[1]).status), (200, 200));
    let refusal = take(&games[2]).refused(429, RefusalCode::TooMany);
    assert!(refusal.message.contains("joined 2 public games"), "{refusal:?}");
    // Challenges that were accepted no longer count.
    assert_eq!((create(fischer).status, create(fischer).status, create(fischer).status), (200, 200, 429));
}

/// The IDs of all games of a list, read page by page.
fn lobby_list(address: SocketAddr, query: &str) -> Vec<GameId> {
    let (mut games, mut before) = (Vec::new(), String::new());
    loop {
        let page: LobbyPage = ask_at(address, "GET", &format!("/api/lobby?{query}{before}"), "", "").read();
        games.extend(page.games.into_iter().map(|game| game.id));
        let Some(next) = page.next else { return games };
        before = format!("&before={next}");
    }
}

#[test]
fn the_lobby_has_pages_and_filters() {
    let limits = Limits { games_per_address: 100, challenges_per_address: 100, ..Limits::default() };
    let address = start(limits, Origins::default());
    let create = |rules: &str, more: &str| -> GameId {
        let body = format!(r#"{{"rules":"{rules}","name":"Ann","public":true{more}}}"#);
        ask_at(address, "POST", "/api/games", JSON, &body).read::<SeatGrant>().game
    };
    let fischer = r#","control":{"type":"fischer","initial":300000,"increment":0}"#;
    let open: Vec<GameId> = (0..3).flat_map(|_| [create("j", ""), create("lines-of-action", fischer)]).collect();
    let people = create("j", "");
    let path = format!("/api/games/{people}/seats");
    assert_eq!(ask_at(address, "POST", &path, JSON, r#"{"name":"Bob"}"#).status, 200);
    // The person is to move, so these games do not change any more.
    let engine: Vec<GameId> =
        (0..2).map(|_| create("j", r#","seats":["me",{"engine":{"level":1,"of":11}}]"#)).collect();

    for limit in ["1", "2", "4", "6", "50", "999"] {
        let mut found = lobby_list(address, &format!("status=open&limit={limit}"));
        assert_eq!(found.len(), open.len(), "{limit}");
        found.sort();
        found.dedup();
        assert_eq!(found.len(), open.len(), "{limit}: each game once");
        let mut playing = lobby_list(address, &format!("status=playing&limit={limit}"));
        assert_eq!(playing.remove(0), people, "games between people come first");
        assert!(playing.len() == 2 && engine.iter().all(|game| playing.contains(game)), "{playing:?}");
    }
    let j = lobby_list(address, "status=open&game=j&limit=2");
    assert!(j.len() == 3 && j.iter().all(|game| open.iter().step_by(2).any(|one| one == game)), "{j:?}");
    assert_eq!(lobby_list(address, "status=open&timed=false"), j);
    assert_eq!(lobby_list(address, "status=open&timed=true&game=j"), []);
    assert_eq!(lobby_list(address, "status=playing&engine=false"), [people]);
    assert_eq!(lobby_list(address, "status=playing&engine=true&limit=1").len(), 2);
    assert_eq!(lobby_list(address, "status=finished"), []);
    let lists: Lobby = ask_at(address, "GET", "/api/lobby?game=j&engine=false", "", "").read();
    assert_eq!((lists.open.len(), lists.playing.len(), lists.next.is_empty()), (3, 1, true));
    for bad in [
        "status=aborted",
        "game=chess",
        "timed=5",
        "engine=maybe",
        "limit=2",
        "before=x",
        "status=open&before=x",
        "status=open&before=p5-0123456789abcdefghijkl",
        "status=open&limit=many",
        "sort=name",
    ] {
        ask_at(address, "GET", &format!("/api/lobby?{bad}"), "", "").refused(422, RefusalCode::Invalid);
    }
}
