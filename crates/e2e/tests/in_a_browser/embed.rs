//! The embeddable board: the element draws, takes moves and tells of them, on pages of other sites as well; and only its
//! pages may be framed.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;

use halfboard_e2e::{Browser, Key, with_browser};
use serde_json::{Value, json};

/// Serves an empty page at an address of its own, without any policy, and returns the address.
fn other_site() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut lines = BufReader::new(&stream).lines();
            while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
            let page = "<!doctype html><html lang=en><title>Elsewhere</title><link rel=icon href=data:,><body>";
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length:";
            let _ = write!(&stream, "{head} {}\r\n\r\n{page}", page.len());
        }
    });
    format!("http://{address}/")
}

/// Opens a page of another site, and returns the address of the app.
async fn open_elsewhere(browser: &Browser) -> String {
    browser.open("").await;
    let site = browser.value("location.origin").await;
    browser.devtools("Page.navigate", json!({ "url": other_site() })).await;
    browser.until("document.title === 'Elsewhere' && document.body").await;
    browser.console_errors().await;
    site.as_str().expect("an address").to_owned()
}

/// Puts an element with these attributes on the page and waits until it has drawn.
async fn embed(browser: &Browser, site: &str, attributes: Value) {
    let script = "const [site, attributes] = arguments; const script = document.createElement('script'); \
                  script.type = 'module'; script.src = `${site}/embed/halfboard-board.js`; document.head.append(script); \
                  const board = document.createElement('halfboard-board'); globalThis.told = []; \
                  for (const name of ['move', 'end']) \
                      document.body.addEventListener(name, (event) => told.push([name, event.detail])); \
                  for (const [name, value] of Object.entries(attributes)) board.setAttribute(name, value); \
                  document.body.replaceChildren(board); globalThis.board = board;";
    browser.script(script, vec![json!(site), attributes]).await;
    browser.until("board.shadowRoot?.querySelector('svg, .error')").await;
}

#[test]
fn the_element_draws_plays_and_tells() {
    with_browser(async |browser| {
        let site = open_elsewhere(browser).await;
        embed(browser, &site, json!({ "rules": "lines-of-action", "playable": "", "coordinates": "", "lang": "en" }))
            .await;
        assert_eq!(
            browser.value("board.shadowRoot.querySelector('[role=status]').textContent").await,
            "Start. White to move"
        );
        let start = browser.value("board.position").await;
        // A checker, then a target: the squares that can be chosen are buttons.
        browser.script("board.shadowRoot.querySelector('.square').click()", Vec::new()).await;
        browser.until("board.shadowRoot.querySelector('.entering .square')").await;
        browser.script("board.shadowRoot.querySelector('.square').click()", Vec::new()).await;
        browser.until("told.length").await;
        let told = browser.value("told").await;
        assert_eq!(told[0][0], "move", "{told}");
        assert_eq!((&told[0][1]["ply"], &told[0][1]["moves"]), (&json!(1), &told[0][1]["move"]), "{told}");
        assert_ne!(told[0][1]["position"], start);
        browser.screenshot("embedded").await;
        // Keys and the property step through the moves.
        browser.script("board.shadowRoot.querySelector('.board').focus()", Vec::new()).await;
        browser.keys(&String::from(char::from(Key::Left))).await;
        browser.until_equal("board.position", &start).await;
        browser.script("board.ply = 1", Vec::new()).await;
        browser.until_equal("board.position", &told[0][1]["position"]).await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn attributes_are_followed_and_errors_are_shown() {
    with_browser(async |browser| {
        let site = open_elsewhere(browser).await;
        embed(browser, &site, json!({ "rules": "j", "moves": "A5 Z9" })).await;
        let error = browser.value("board.shadowRoot.querySelector('.error').textContent").await;
        assert!(error.as_str().is_some_and(|error| error.starts_with("moves: move 2: ")), "{error}");
        browser.script("board.setAttribute('moves', 'A5')", Vec::new()).await;
        browser.until_equal("board.position", &json!("4w3/8/8/8 b w11b12")).await;
        let light = browser.value("board.shadowRoot.querySelector('svg').outerHTML").await;
        browser.script("board.setAttribute('theme', 'dark')", Vec::new()).await;
        browser.until(&format!("board.shadowRoot.querySelector('svg').outerHTML !== {light}")).await;
        browser.script("board.setAttribute('lang', 'de'); board.setAttribute('moves', '')", Vec::new()).await;
        let status = "board.shadowRoot.querySelector('[role=status]').textContent";
        browser.until_equal(status, &json!("Start. Weiß am Zug")).await;
        browser.script("board.setAttribute('theme', 'pink')", Vec::new()).await;
        browser.until("board.shadowRoot.querySelector('.error')?.textContent.includes('pink')").await;
    });
}

/// A whole game: the end is told.
#[test]
fn the_end_of_a_game_is_told() {
    with_browser(async |browser| {
        let site = open_elsewhere(browser).await;
        embed(browser, &site, json!({ "rules": "sight-reduction", "seed": "1", "playable": "" })).await;
        let play = "(() => { for (let taps = 0; taps < 500 && !told.some(([name]) => name === 'end'); taps += 1) \
                    board.shadowRoot.querySelector('.square, .choices button')?.click(); return told.at(-1); })()";
        let last = browser.value(play).await;
        assert_eq!(last[0], "end", "{last}");
        assert!(["1-0", "0-1"].contains(&last[1]["result"].as_str().unwrap_or_default()), "{last}");
        assert_eq!(browser.value("board.shadowRoot.querySelectorAll('.square').length").await, 0);
    });
}

#[test]
fn only_the_embeddable_board_may_be_framed() {
    with_browser(async |browser| {
        let site = open_elsewhere(browser).await;
        let frame = "const [address] = arguments; globalThis.heard = []; \
                     addEventListener('message', ({ data }) => heard.push(data)); \
                     const frame = document.createElement('iframe'); frame.src = address; \
                     frame.onload = () => { globalThis.loaded = true; }; document.body.replaceChildren(frame)";
        browser.script(frame, vec![json!(format!("{site}/embed/board?rules=j&moves=A5&coordinates"))]).await;
        browser.until("heard.some(({ halfboard, height }) => halfboard === 'ready' && height > 100)").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
        for path in ["/", "/index.html", "/daily/2026-11-16"] {
            browser.script("globalThis.loaded = false", Vec::new()).await;
            browser.script(frame, vec![json!(format!("{site}{path}"))]).await;
            browser.until("globalThis.loaded").await;
            let complaints = browser.console_errors().await;
            assert!(complaints.iter().any(|words| words.contains("frame")), "{path}: {complaints:?}");
        }
    });
}

#[test]
fn the_page_about_it_shows_what_it_describes() {
    with_browser(async |browser| {
        browser.visit("embed/").await;
        browser.until("document.querySelectorAll('halfboard-board').length === 2").await;
        browser.until("[...document.querySelectorAll('halfboard-board')].every((board) => board.shadowRoot?.querySelector('svg'))").await;
        browser.until("frames[0].document.querySelector('halfboard-board')?.shadowRoot?.querySelector('svg')").await;
        browser.script("document.querySelector('#playable').play('a6c8')", Vec::new()).await;
        browser.says("#told", "move: a6c8").await;
        browser.screenshot("embed-page").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
        assert_eq!(browser.accessibility_violations().await, Vec::<String>::new());
    });
}
