//! The archive and the opening explorer: files come in and stay, damaged games are told, the explorer counts, merges
//! mirrored positions and plays moves, searches filter, what is found is downloaded.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use halfboard_app::archive::read_file;
use halfboard_e2e::{Browser, game, with_browser};
use serde_json::{Value, json};

/// Two games whose first moves are mirror images, one whose first moves are those of the first in another order, one
/// of another game, and one that is damaged.
const FILES: [(&str, &str); 2] = [
    (
        "club.sgf",
        "(;FF[4]GM[9]PB[Ann]PW[Ben]DT[1998-03-02]EV[Spring Cup]RE[B+];B[b1-b3];W[a2-c2];B[g1-g3])\n\
         (;GM[9]PB[Cid]PW[Dora <b>]DT[2004-07-20]RE[W+];B[g8-g6];W[h2-f2])\n\
         (;GM[9];B[b1-b9])\n\
         (;GM[9]PB[Eve]PW[Fay]DT[2010]RE[B+];B[g1-g3];W[a2-c2];B[b1-b3])\n",
    ),
    ("j.txt", "[Game \"j\"]\n[White \"Gil\"]\n[Black \"Hal\"]\n\n1. A5 A8 *\n"),
];

const OFF: &str = "engine off\nverdicts off\nexplorer on\nexplorer-server off";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for files");
    folder
}

/// Waits for a file with this ending that the browser saves, and reads it.
fn saved(folder: &Path, extension: &str) -> String {
    let since = Instant::now();
    loop {
        let files = std::fs::read_dir(folder).expect("a readable folder").filter_map(Result::ok);
        let file =
            files.map(|file| file.path()).find(|path| path.extension().is_some_and(|ending| ending == extension));
        let text = file.and_then(|file| std::fs::read_to_string(file).ok()).unwrap_or_default();
        // The file is there before its text is.
        if !text.is_empty() {
            return text;
        }
        assert!(since.elapsed() < Duration::from_secs(20), "no .{extension} file was saved");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Imports the files, and waits until they are indexed.
async fn import(browser: &Browser, folder: &Path) {
    browser.open("#/archive").await;
    for (name, text) in FILES {
        let file = folder.join(name);
        std::fs::write(&file, text).expect("a file");
        browser.until("document.querySelector('#import-files:not(:disabled)')").await;
        browser.choose_file("#import-files", &file).await;
        browser.says(".imports", name).await;
    }
    browser.says("#found-count", "4 games").await;
}

/// The moves of the explorer with their numbers of games.
async fn explored(browser: &Browser, expected: Value) {
    let rows = "[...document.querySelectorAll('.explorer-moves tbody tr')].map((row) => \
                [row.querySelector('button').innerText, row.querySelector('.count').innerText])";
    browser.until_equal(rows, &expected).await;
}

async fn players_found(browser: &Browser, expected: Value) {
    let names = "[...document.querySelectorAll('.found-games strong')].map((name) => name.innerText)";
    browser.until_equal(names, &expected).await;
}

#[test]
fn imported_games_stay_are_explored_and_open_without_a_network() {
    with_browser(async |browser| {
        let files = folder("archive-explorer");
        browser.open("").await;
        browser.put("halfboard.analysis.board", OFF).await;
        browser.offline_ready().await;
        import(browser, &files).await;
        browser.offline();
        let link = "?offline#/analysis?rules=lines-of-action:first%3Dblack";
        browser.open(link).await;
        // The three first moves are images of each other.
        explored(browser, json!([["b1b3", "3"]])).await;
        browser.says(".explorer-moves tbody .unseen", "White 33 %, draws 0 %, Black 67 %").await;
        browser.press(".explorer-moves", "b1b3").await;
        browser.until_equal("document.querySelector('.tree [aria-current]')?.innerText", &json!("b1b3")).await;
        // Of the mirrored replies each counts where it belongs.
        explored(browser, json!([["a2c2", "1"], ["a7c7", "1"], ["h2f2", "1"]])).await;
        browser.press(".explorer-moves", "a2c2").await;
        explored(browser, json!([["g1g3", "1"]])).await;
        browser.press(".explorer-moves", "g1g3").await;
        // The same position by another order of moves.
        browser.says(".transposed", "1 game came here by another move order.").await;
        browser.says(".reached-games li", "other move order").await;
        browser.press(".reached-games", "Fay – Eve").await;
        browser.until("/own/.test(location.hash)").await;
        let moves = "[...document.querySelectorAll('.tree-row .turn')].map((turn) => turn.innerText)";
        browser.until_equal(moves, &json!(["Start", "g1g3", "a2c2", "b1b3"])).await;
        browser.says(".reached-games", "Ben – Ann").await;
        // The switches are remembered.
        browser.click("#explorer-archives").await;
        browser.says(".explorer .none", "No games").await;
        browser.reload().await;
        browser.says(".explorer .none", "No games").await;
        browser.click("#explorer-archives").await;
        browser.says(".reached-games", "Ben – Ann").await;
        // The games with this position.
        browser.click(".reached-games + a").await;
        players_found(browser, json!(["Fay – Eve", "Ben – Ann"])).await;
        browser.find(".searched-position [data-square], .searched-position svg").await;
        browser.click(".searched-position a").await;
        browser.says("#found-count", "4 games").await;
    });
}

#[test]
fn games_of_this_browser_are_a_source() {
    with_browser(async |browser| {
        browser.open("").await;
        browser.put("halfboard.analysis.board", OFF).await;
        // The first moves of two of them are mirror images.
        for (id, moves) in [(1, vec!["A5"]), (2, vec!["D5", "A8"]), (3, vec!["B1"])] {
            let mut play = game("j", &[], 0);
            for mv in moves {
                play.play(mv, 0.0).expect("legal");
            }
            browser.store_game(id, &play.write(0.0)).await;
        }
        browser.open("#/analysis?rules=j").await;
        explored(browser, json!([["A5", "2"], ["B1", "1"]])).await;
        browser.says(".explorer-moves .results", "no result").await;
        browser.click("#explorer-own-games").await;
        browser.says(".explorer .none", "No games").await;
        browser.click(".explorer .engine-head a").await;
        browser.says("main h1", "Archive").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn the_server_is_a_source_as_long_as_it_answers() {
    with_browser(async |browser| {
        browser.open("").await;
        browser.put("halfboard.analysis.board", "engine off\nverdicts off\nexplorer on").await;
        browser.open("#/analysis?rules=j").await;
        let asked = "performance.getEntriesByType('resource').some((entry) => \
                     entry.name.includes('/api/explorer?rules=j') && entry.responseStatus == 200)";
        browser.until(asked).await;
        browser.says(".explorer .none", "No games").await;
        assert_eq!(browser.count("#explorer-server").await, 1);
        browser.open("#/settings").await;
        // A server with games, which answers about the first position only.
        let served = "const real = window.fetch; window.asked = []; window.fetch = (to, how) => { \
            const url = new URL(to, location.href); \
            if (!url.pathname.endsWith('/api/explorer')) return real(to, how); \
            const position = url.searchParams.get('position'); window.asked.push(url.searchParams.get('rules')); \
            if (!position.startsWith('8/8/8/8')) return Promise.resolve(new Response('', { status: 404 })); \
            const counts = { games: 3, white: 2, black: 1, draw: 0 }; \
            const moves = [{ move: 'A5', ...counts, last: '2026-11-17', value: 0.5, proof: 'win' }]; \
            return Promise.resolve(new Response(JSON.stringify({ position, ...counts, moves }))); };";
        browser.script(served, Vec::new()).await;
        browser.script("location.hash = '#/analysis?rules=j'", Vec::new()).await;
        explored(browser, json!([["A5", "3"]])).await;
        browser.says(".explorer-moves tbody", "wins (proven)").await;
        assert_eq!(browser.value("window.asked").await, json!(["j"]));
        browser.press(".explorer-moves", "A5").await;
        // It does not answer any more, and quietly goes away.
        browser.gone("#explorer-server").await;
        browser.says(".explorer .none", "No games").await;
        assert_eq!(browser.count(".explorer .wrong, .notice").await, 0);
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

/// Plays a public game over the API: White's move, after which Black resigns.
async fn finish_online(browser: &Browser, [white, black]: [&str; 2], mv: &str) {
    let script = "(async () => { \
        const post = async (path, token, body) => { \
            const headers = { 'content-type': 'application/json' }; \
            if (token) headers.authorization = `Bearer ${token}`; \
            const answer = await fetch(`/api/games${path}`, { method: 'POST', headers, body: JSON.stringify(body) }); \
            if (!answer.ok) throw new Error(await answer.text()); \
            return answer.json(); }; \
        const [white, black, move] = NAMES; \
        const { game, token } = await post('', null, { rules: 'lines-of-action', name: white, public: true }); \
        const other = await post(`/${game}/seats`, null, { name: black }); \
        const command = { type: 'play', line: 0, ply: 0, move }; \
        await post(`/${game}/commands`, token, { key: 1, command }); \
        await post(`/${game}/commands`, other.token, { key: 1, command: { type: 'resign' } }); \
        return 'done'; })()";
    let script = script.replace("NAMES", &json!([white, black, mv]).to_string());
    assert_eq!(browser.value(&script).await, json!("done"));
}

#[test]
fn games_of_the_server_are_explored_searched_and_opened() {
    with_browser(async |browser| {
        let files = folder("archive-server");
        let behaviour = json!({ "behavior": "allow", "downloadPath": files.to_str() });
        browser.devtools("Browser.setDownloadBehavior", behaviour).await;
        browser.open("").await;
        browser.put("halfboard.analysis.board", "engine off\nverdicts off\nexplorer on").await;
        finish_online(browser, ["Ann", "Bob"], "a2c2").await;
        finish_online(browser, ["Cid", "Dora"], "a3c3").await;
        // The server archives games shortly after they end.
        let archived = "fetch('/api/archive/games').then((page) => page.json()).then((page) => page.games.length)";
        browser.until_equal(archived, &json!(2)).await;
        browser.open("#/analysis?rules=lines-of-action").await;
        explored(browser, json!([["a2c2", "1"], ["a3c3", "1"]])).await;
        browser.says(".reached-games", "Cid – Dora").await;
        browser.press(".explorer-moves", "a2c2").await;
        browser.until_equal("document.querySelectorAll('.reached-games li').length", &json!(1)).await;
        browser.says(".reached-games li", "after move 1").await;
        browser.press(".reached-games", "Ann – Bob").await;
        browser.until("/own/.test(location.hash)").await;
        browser.says(".tree", "a2c2").await;
        // From the explorer to the games with the position.
        browser.click(".reached-games + a").await;
        players_found(browser, json!(["Ann – Bob"])).await;
        assert_eq!(browser.value("document.querySelector('#source-server').checked").await, json!(true));
        browser.click(".searched-position a").await;
        players_found(browser, json!(["Cid – Dora", "Ann – Bob"])).await;
        browser.says("#found-count", "2 games").await;
        assert_eq!(browser.count("#search-event").await, 0);
        browser.fill("#search-player", "BOB").await;
        players_found(browser, json!(["Ann – Bob"])).await;
        browser.press(".archive-search", "Clear search").await;
        players_found(browser, json!(["Cid – Dora", "Ann – Bob"])).await;
        browser.click("#search-result option[value=black]").await;
        browser.says("#found-count", "No games found.").await;
        browser.click("#search-result option[value=white]").await;
        browser.says("#found-count", "2 games").await;
        browser.press(".found-games", "Download records").await;
        assert_eq!(read_file("", &saved(&files, "txt")).games.len(), 2);
        // Pages of one game each.
        let short = "const real = window.fetch; \
                     window.fetch = (to, how) => real(to.replace('limit=30', 'limit=1'), how);";
        browser.script(short, Vec::new()).await;
        browser.press(".archive-search", "Clear search").await;
        players_found(browser, json!(["Cid – Dora"])).await;
        browser.says("#found-count", "The last").await;
        browser.press(".found-games", "Show more").await;
        players_found(browser, json!(["Cid – Dora", "Ann – Bob"])).await;
        assert_eq!(browser.accessibility_violations().await, Vec::<String>::new());
        browser.press(".found-games", "Open").await;
        browser.says("main h1", "Lines of Action").await;
        browser.says(".tree", "a3c3").await;
        // The browser has no games of its own.
        browser.open("#/archive").await;
        browser.click("#source-browser").await;
        browser.gone(".found-games").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
        // Without a server there is no switch.
        browser.offline_ready().await;
        browser.offline();
        browser.open("?offline#/archive").await;
        browser.says("main h1", "Archive").await;
        assert_eq!(browser.count("#source-server").await, 0);
    });
}

#[test]
fn the_archive_tells_what_it_read_searches_and_downloads() {
    with_browser(async |browser| {
        let files = folder("archive-search");
        let behaviour = json!({ "behavior": "allow", "downloadPath": files.to_str() });
        browser.devtools("Browser.setDownloadBehavior", behaviour).await;
        browser.open("").await;
        let damaged = files.join("club.txt");
        std::fs::write(&damaged, FILES[0].1).expect("a file");
        browser.open("#/archive").await;
        browser.says(".imports", "Nothing imported yet.").await;
        browser.until("document.querySelector('#import-files:not(:disabled)')").await;
        browser.choose_file("#import-files", &damaged).await;
        browser.says(".import-reports", "club.txt: read 3 of 4 games.").await;
        browser.says(".import-reports", "Game 3, line 3:").await;
        let nothing = files.join("nothing.pdf");
        std::fs::write(&nothing, "%PDF <img src=x onerror=window.harmed=1>").expect("a file");
        browser.choose_file("#import-files", &nothing).await;
        browser.says(".import-reports", "read 0 of 1 games").await;
        std::fs::remove_file(&damaged).expect("removed");
        import(browser, &files).await;
        browser.says(".imports", "3 duplicates").await;
        players_found(browser, json!(["Fay – Eve", "Dora <b> – Cid", "Ben – Ann", "Gil – Hal"])).await;
        // The filters, each with what it lets through.
        let filters = [
            ("#search-player", "DORA", json!(["Dora <b> – Cid"])),
            ("#search-event", "cup", json!(["Ben – Ann"])),
            ("#search-since", "2004.7", json!(["Fay – Eve", "Dora <b> – Cid"])),
            ("#search-until", "1998", json!(["Ben – Ann"])),
            ("#search-max", "2", json!(["Dora <b> – Cid", "Gil – Hal"])),
        ];
        for (field, text, expected) in filters {
            browser.fill(field, text).await;
            players_found(browser, expected).await;
            browser.press(".archive-search", "Clear search").await;
        }
        browser.click("#search-result option[value=black]").await;
        players_found(browser, json!(["Fay – Eve", "Ben – Ann"])).await;
        browser.press(".archive-search", "Clear search").await;
        browser.click("#search-game option[value=j]").await;
        players_found(browser, json!(["Gil – Hal"])).await;
        browser.press(".archive-search", "Clear search").await;
        browser.fill("#search-since", "summer").await;
        browser.says("#search-wrong", "Invalid date “summer”").await;
        assert_eq!(browser.attribute("#search-since", "aria-invalid").await.as_deref(), Some("true"));
        browser.press(".archive-search", "Clear search").await;
        // What is downloaded is what was found.
        for file in std::fs::read_dir(&files).expect("a readable folder").filter_map(Result::ok) {
            std::fs::remove_file(file.path()).expect("removed");
        }
        browser.press(".found-games", "Download records").await;
        assert_eq!(read_file("", &saved(&files, "txt")).games.len(), 4);
        browser.press(".found-games", "Download SGF").await;
        assert_eq!(read_file("", &saved(&files, "sgf")).games.len(), 3);
        browser.says(".notice", "downloaded 3 of 4 games").await;
        // An archive is deleted, comes back, and is still there after the page was loaded anew.
        browser.click(".imports [aria-label='Delete j.txt']").await;
        browser.says("#found-count", "3 games").await;
        browser.click("#undo-import").await;
        browser.says("#found-count", "4 games").await;
        browser.until_equal("document.querySelectorAll('.imports .kept-analysis').length", &json!(3)).await;
        browser.reload().await;
        browser.says("#found-count", "4 games").await;
        // A game opens in the analysis.
        browser.press(".found-games", "Open").await;
        browser.says("main h1", "Lines of Action").await;
        browser.open("#/archive?rules=j&position=x").await;
        browser.says("main .wrong", "Invalid position").await;
        assert_eq!(browser.value("window.harmed ?? 0").await, json!(0));
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn the_pages_look_right_on_phones_and_desktops() {
    with_browser(async |browser| {
        let files = folder("archive-looks");
        browser.open("").await;
        browser.put("halfboard.analysis.board", OFF).await;
        import(browser, &files).await;
        for (width, height) in [(1280, 800), (390, 844), (320, 640)] {
            browser.size(width, height).await;
            for (name, route) in
                [("archive", "#/archive"), ("explorer", "#/analysis?rules=lines-of-action:first%3Dblack&moves=b1b3")]
            {
                browser.open(route).await;
                browser.until("document.querySelector('.explorer-moves, .found-games li')").await;
                browser.screenshot(&format!("{name}-{width}")).await;
                let wide = browser.value("document.documentElement.scrollWidth > innerWidth").await;
                assert_eq!(wide, json!(false), "{name} at {width}");
                assert_eq!(browser.accessibility_violations().await, Vec::<String>::new(), "{name} at {width}");
                for theme in ["dark", "contrast"] {
                    browser.script("document.documentElement.dataset.theme = arguments[0]", vec![json!(theme)]).await;
                    assert_eq!(browser.color_violations().await, Vec::<String>::new(), "{name}, {theme}");
                }
                browser.script("document.documentElement.dataset.theme = 'light'", Vec::new()).await;
            }
        }
    });
}
