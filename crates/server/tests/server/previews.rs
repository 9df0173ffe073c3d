//! Link previews, read as a crawler reads them: the tags in the head of the page, then the picture. Needs the app's files:
//! `cargo xtask web`.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::TcpStream;

use halfboard_protocol::api::SeatGrant;
use halfboard_protocol::message::Command;

use crate::api::{SERVER, first_move, post, say, take};

struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

fn get(path: &str, headers: &str) -> Answer {
    let mut stream = TcpStream::connect(*SERVER).expect("a connection");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: here.example:81\r\nConnection: close\r\n{headers}\r\n").expect("sent");
    let mut all = Vec::new();
    stream.read_to_end(&mut all).expect("an answer");
    let border = all.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
    let head = String::from_utf8(all[..border].to_vec()).expect("plain text").to_lowercase();
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
    Answer { status, head, body: all[border + 4..].to_vec() }
}

/// The tags of a page: every `meta` in its head that has a name or property, with entities decoded.
fn tags(page: &Answer) -> HashMap<String, String> {
    let text = String::from_utf8(page.body.clone()).expect("UTF-8");
    let (head, _) = text.split_once("</head>").expect("a head");
    let attribute = |tag: &str, name: &str| {
        let (_, rest) = tag.split_once(&format!("{name}=\""))?;
        let value = rest.split_once('"')?.0.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
        Some(value.replace("&#39;", "'").replace("&amp;", "&"))
    };
    let metas = head.split("<meta ").skip(1).map(|rest| rest.split_once('>').expect("the end of a tag").0);
    let named = metas.filter_map(|tag| {
        let name = attribute(tag, "property").or_else(|| attribute(tag, "name"))?;
        Some((name, attribute(tag, "content").expect("content")))
    });
    named.collect()
}

/// Returns the picture that the tags name, after checking that it is one of the given size.
fn picture(tags: &HashMap<String, String>) -> Vec<u8> {
    let path = tags["og:image"].strip_prefix("http://here.example:81").expect("an absolute address");
    assert_eq!(tags["twitter:image"], tags["og:image"]);
    let answer = get(path, "");
    assert_eq!(answer.status, 200, "{path}");
    assert!(answer.head.contains("content-type: image/png"), "{}", answer.head);
    assert!(answer.head.contains("cache-control: public"), "{}", answer.head);
    let number = |at: usize| u32::from_be_bytes(answer.body[at..at + 4].try_into().expect("four bytes"));
    assert_eq!(&answer.body[..8], b"\x89PNG\r\n\x1a\n");
    let size = (tags["og:image:width"].parse().expect("a width"), tags["og:image:height"].parse().expect("a height"));
    assert_eq!((number(16), number(20)), size);
    answer.body
}

fn new_game(name: &str, more: &str) -> SeatGrant {
    post("/api/games", None, &format!(r#"{{"rules":"lines-of-action","name":"{name}"{more}}}"#)).read()
}

fn preview(seat: &SeatGrant, headers: &str) -> HashMap<String, String> {
    let page = get(&format!("/g/{}", seat.game), headers);
    assert_eq!(page.status, 200);
    tags(&page)
}

#[test]
fn preview_of_a_public_game_shows_players_and_board() {
    let ann = new_game("<script>x()</script>", r#","public":true"#);
    let open = preview(&ann, "");
    assert_eq!(open["og:title"], "Lines of Action: open challenge");
    assert!(open["og:description"].starts_with("<script>x()</script> is looking"), "{open:?}");
    let first = picture(&open);
    assert_eq!(picture(&open), first);

    let bob = take(&ann, "Bob & \\\"Co\\\"");
    assert_eq!(say(&ann, 1, first_move(&ann)).status, 200);
    let page = get(&format!("/g/{}", ann.game), "");
    assert!(!String::from_utf8_lossy(&page.body).contains("<script>x"), "names are escaped");
    let playing = tags(&page);
    assert_eq!(playing["og:title"], "Lines of Action: <script>x()</script> – Bob & \"Co\"");
    assert_eq!(playing["og:description"], "Bob & \"Co\" to move after 1 turns.");
    assert_eq!(playing["og:url"], format!("http://here.example:81/g/{}", ann.game));
    assert_eq!(playing["twitter:card"], "summary_large_image");
    assert_ne!(playing["og:image"], open["og:image"], "caches must not show the old picture");
    assert_ne!(picture(&playing), first);

    assert_eq!(say(&bob, 1, Command::Resign).status, 200);
    let over = preview(&ann, "");
    assert!(over["og:description"].ends_with(" resigned."), "{over:?}");
    let german = preview(&ann, "Accept-Language: de-AT,de;q=0.9\r\n");
    assert!(german["og:description"].contains("gewinnt") && german["og:locale"] == "de_DE", "{german:?}");
    assert_ne!(picture(&german), picture(&preview(&ann, "")));
    let secure = preview(&ann, "X-Forwarded-Proto: https\r\n");
    assert!(secure["og:image"].starts_with("https://here.example:81/preview/en/g/"), "{secure:?}");
}

#[test]
fn a_game_that_is_not_listed_shows_neither_names_nor_moves() {
    let ann = new_game("Ann", "");
    let before = preview(&ann, "");
    let start = picture(&before);
    take(&ann, "Bob");
    assert_eq!(say(&ann, 1, first_move(&ann)).status, 200);
    let after = preview(&ann, "");
    assert_eq!(after, before);
    assert!(after.values().all(|value| !value.contains("Ann") && !value.contains("Bob")), "{after:?}");
    assert_eq!(picture(&after), start);
}

#[test]
fn preview_hides_delayed_turns() {
    let ann = new_game("Ann", r#","public":true,"delay":2"#);
    let bob = take(&ann, "Bob");
    let start = preview(&ann, "");
    for (seat, key) in [(&ann, 1), (&bob, 1)] {
        let token = format!("Authorization: Bearer {}\r\n", seat.token.reveal());
        let state = get(&format!("/api/games/{}", seat.game), &token);
        let state: halfboard_protocol::api::GameSnapshot =
            halfboard_protocol::json::decode(&String::from_utf8_lossy(&state.body)).expect("a game");
        let game = halfboard_protocol::game::Game::from_log(state.id, &state.events).expect("a whole log");
        let mv = game.session().moves().swap_remove(0);
        let command = Command::Play { line: game.line(), ply: game.plies(), mv };
        assert_eq!(say(seat, key, command).status, 200);
    }
    let now = preview(&ann, "");
    assert_eq!((&now["og:description"], picture(&now)), (&start["og:description"], picture(&start)));
}

#[test]
fn puzzles_daily_boards_and_analyses_have_previews() {
    let pages = [
        ("/puzzle/j/1", "J, puzzle 1"),
        ("/puzzle/lines-of-action/2", "Lines of Action, puzzle 2"),
        ("/daily/2026-11-16", "Daily solitaire, 2026-11-16"),
        ("/analysis?rules=j&moves=A5%20B8", "Analysis: J"),
    ];
    for (path, title) in pages {
        let page = get(path, "");
        assert_eq!(page.status, 200, "{path}");
        let tags = tags(&page);
        assert_eq!(tags["og:title"], title);
        assert!(tags["og:description"].len() > 10 && tags["og:image:alt"].starts_with("Board of"), "{tags:?}");
        assert_eq!(tags["og:url"], format!("http://here.example:81{path}"));
        picture(&tags);
    }
    let board = |path: &str| picture(&tags(&get(path, "")));
    assert_ne!(board("/analysis?rules=j&moves=A5"), board("/analysis?rules=j&moves=A6"));
}

#[test]
fn missing_pages_have_no_preview() {
    let missing = [
        "/g/0123456789abcdefghijkl",
        "/g/%3Cscript%3E",
        "/puzzle/j/100000",
        "/puzzle/chess/1",
        "/daily/9999-01-01",
        "/daily/2026-02-30",
        "/analysis?rules=chess",
        "/analysis?rules=j&moves=Z9",
    ];
    for path in missing {
        let page = get(path, "");
        assert_eq!(page.status, 404, "{path}");
        assert!(String::from_utf8_lossy(&page.body).contains("boot.js"), "{path}");
        assert!(!tags(&page).contains_key("og:image"), "{path}");
        let (path, query) =
            path.split_once('?').map_or((path, String::new()), |(path, query)| (path, format!("?{query}")));
        assert_eq!(get(&format!("/preview/en{path}.png{query}"), "").status, 404, "{path}");
    }
    assert_eq!(get("/analysis", "").status, 200);
    for path in ["/preview/", "/preview/en/x.png", "/preview/fr/puzzle/j/1.png", "/preview/en/puzzle/j/1"] {
        assert_eq!(get(path, "").status, 404, "{path}");
    }
}
