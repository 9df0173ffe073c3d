//! Games kept in the browser: gone on with, found, taken out, brought in and deleted; and hostile texts in every place that
//! the app reads, each of which is told and hinders nothing.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use halfboard_app::play::Player;
use halfboard_e2e::{Browser, Mirror, game, with_browser};
use serde_json::json;

/// A game a few turns in.
fn begun(rules: &str, turns: usize) -> Mirror {
    let mut mirror = Mirror::new(rules, &[], 3);
    for _ in 0..turns {
        let mv = mirror.play.session().moves()[0].clone();
        mirror.play.play(&mv, 0.0).expect("legal");
    }
    mirror
}

/// A folder for this test's files.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for files");
    folder
}

/// Waits for a file that the browser saves, and reads it.
fn saved(folder: &Path, ending: &str) -> String {
    let since = Instant::now();
    loop {
        let files = std::fs::read_dir(folder).expect("the folder is there").filter_map(Result::ok);
        let file = files.map(|file| file.path()).find(|path| path.to_string_lossy().ends_with(ending));
        // The file is there before its text is.
        if let Some(text) = file.and_then(|file| std::fs::read_to_string(file).ok()).filter(|text| !text.is_empty()) {
            return text;
        }
        assert!(since.elapsed() < Duration::from_secs(20), "no file {ending} was saved");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_game_goes_on_in_a_browser_that_keeps_nothing() {
    with_browser(async |browser| {
        browser.open("").await;
        browser.script("Storage.prototype.setItem = () => { throw new Error('full'); };", vec![]).await;
        browser.click(".game-card:first-child button.main").await;
        browser.says(".notice", "Couldn't save").await;
        browser.click(".cell.can").await;
        browser.find(".turn").await;
        assert_eq!(browser.value("localStorage.length").await, json!(0));
    });
}

#[test]
fn games_are_kept_found_taken_out_and_brought_in() {
    with_browser(async |browser| {
        let files = folder("kept");
        let behaviour = json!({ "behavior": "allow", "downloadPath": files });
        browser.devtools("Browser.setDownloadBehavior", behaviour).await;
        browser.open("").await;
        let (lines, stacks, j) = (begun("lines-of-action", 4), begun("stacks-in-action", 3), begun("j", 2));
        for (id, mirror) in [(1, &lines), (2, &stacks), (3, &j)] {
            browser.store_game(id, &mirror.play.write(0.0)).await;
        }

        // A turn is kept as it is played, and is there after the page was loaded anew.
        let mut mirror = lines.clone();
        browser.open("#/play/1").await;
        let mv = mirror.play.session().moves()[0].clone();
        browser.click_move(&mut mirror, &mv).await;
        browser.offers(&mirror).await;
        browser.reload().await;
        browser.offers(&mirror).await;
        assert_eq!(browser.count(".moves .turn").await, 5);
        browser.open("#/").await;
        browser.says(".going", "Lines of Action").await;

        // The list: the last changed first; a search and a filter find.
        browser.open("#/games").await;
        browser.until_equal("document.querySelectorAll('.kept-game').length", &json!(3)).await;
        assert_eq!(browser.texts(".kept-game h2").await[0], "Lines of Action");
        browser.fill("#search", "stacks").await;
        browser.until_equal("document.querySelectorAll('.kept-game').length", &json!(1)).await;
        browser.says(".kept-game", "3 moves").await;
        browser.fill("#search", "nothing of the kind").await;
        browser.says("main p[role=status]", "No games found.").await;
        browser.fill("#search", "a").await;
        browser.click("#filter-finished").await;
        browser.until("!document.querySelector('.kept-game')").await;
        browser.click("#filter-all").await;
        browser.until_equal("document.querySelectorAll('.kept-game').length", &json!(3)).await;

        // Taken out: one game, the same as SGF, and all.
        browser.click(".kept-game:first-of-type summary").await;
        browser.press(".kept-game:first-of-type", "Download").await;
        let text = saved(&files, "lines-of-action-1.txt");
        let history = mirror.play.session().history();
        let read = halfboard_app::import::read(&text).plays;
        assert_eq!(read[0].session().history(), history);
        browser.press(".kept-game:first-of-type", "Download SGF").await;
        let read = halfboard_app::import::read(&saved(&files, ".sgf")).plays;
        assert_eq!(read[0].session().history(), history);
        std::fs::remove_file(files.join("halfboard-lines-of-action-1.txt")).expect("it is there");
        browser.press(".all-games", "Download all").await;
        let all = saved(&files, ".txt");
        assert_eq!(halfboard_app::import::read(&all).plays.len(), 3);

        // Deleted and put back.
        browser.press(".kept-game:first-of-type", "Delete").await;
        browser.until_equal("document.querySelectorAll('.kept-game').length", &json!(2)).await;
        assert_eq!(browser.stored("halfboard.game.1").await, None);
        browser.until("document.activeElement.id == 'undo'").await;
        browser.click("#undo").await;
        browser.until_equal("document.querySelectorAll('.kept-game').length", &json!(3)).await;
        assert_eq!(browser.saved_game(1).await.session().history(), history);
        browser.press(".all-games", "Delete all …").await;
        browser.says(".question", "Delete all 3 games?").await;
        browser.press(".question", "Delete all").await;
        browser.gone(".kept-game").await;

        // Brought in: from a file, from text; what is wrong says where.
        let file = files.join("all.txt");
        std::fs::write(&file, &all).expect("a file");
        browser.choose_file("#bring-in-file", &file).await;
        browser.until_equal("document.querySelectorAll('.kept-game').length", &json!(3)).await;
        browser.fill("#bring-in-text", "[Game \"j\"]\n\n1. A5 Z9 *\n").await;
        browser.press(".bring-in", "Import").await;
        browser.says("#bring-in-wrong", "error in game 1, line 3").await;
        browser.fill("#bring-in-text", "[Game \"j\"]\n\n1. A5 *\n").await;
        browser.press(".bring-in", "Import").await;
        browser.until_equal("document.querySelectorAll('.kept-game').length", &json!(4)).await;
        browser.gone("#bring-in-wrong").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn a_link_opens_the_same_game() {
    with_browser(async |browser| {
        let permissions = json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
        browser.devtools("Browser.grantPermissions", permissions).await;
        browser.open("").await;
        let mirror = begun("j:first=black", 5);
        browser.store_game(1, &mirror.play.write(0.0)).await;
        browser.open("#/play/1").await;
        browser.choose_in_menu("Copy link").await;
        browser.says(".notice", "Link copied").await;
        let link = browser.value("navigator.clipboard.readText()").await;
        let route = link.as_str().and_then(|link| link.find('#').map(|at| link[at..].to_owned())).expect("a link");
        browser.open(&route).await;
        browser.says(".moves-text", &mirror.play.session().history().join(" ")).await;
        assert_eq!(browser.title().await, "Shared game – Halfboard");
        browser.press(".page.open", "Players on this device").await;
        let id = browser.game_id().await;
        let kept = browser.saved_game(id).await;
        assert_eq!(kept.session().rules(), mirror.play.session().rules());
        assert_eq!(kept.session().position(), mirror.play.session().position());
        assert_eq!(kept.players(), [Player::Person; 2]);
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

/// Nothing of a hostile text has become part of the page, and nothing of it ran.
async fn unharmed(browser: &Browser, where_: &str) {
    let foreign = "document.querySelectorAll('img, iframe, object, embed, main script, [onerror], [onload]').length";
    assert_eq!(browser.value(foreign).await, json!(0), "{where_}");
    assert_eq!(browser.value("window.harmed === undefined").await, json!(true), "{where_}");
    assert_eq!(browser.console_errors().await, Vec::<String>::new(), "{where_}");
}

const EVIL: &str = "<img src=x onerror=\"window.harmed=1\"><script>window.harmed=1</script>";

#[test]
fn hostile_games_settings_and_setups_are_told_and_hinder_nothing() {
    with_browser(async |browser| {
        browser.open("").await;
        let huge = "A5 ".repeat(300_000);
        let named = format!("[Game \"j\"]\n[White \"{}\"]\n\n1. A5 *\n", EVIL.replace('"', "'"));
        let games = [
            EVIL.to_owned(),
            String::new(),
            "[Game \"j\"]\n\n1. A5 Z9 *\n".to_owned(),
            "[Game \"chess\"]\n\n1. e4 *\n".to_owned(),
            format!("[Game \"{}\"]\n\n*\n", EVIL.replace('"', "'")),
            format!("[Game \"j\"]\n\n{huge}*\n"),
            "[Game \"j\"]\n\n*\n\n[Game \"j\"]\n\n*\n".to_owned(),
            "\u{0}\u{ffff}\u{202e}".to_owned(),
        ];
        for (id, text) in (10..).zip(&games) {
            browser.store_game(id, text).await;
        }
        browser.store_game(1, &named).await;
        browser.put("halfboard.game.x", "not a number").await;
        browser.put("halfboard.game.99999999999999999999999", "too large a number").await;
        browser
            .put("halfboard.settings", &format!("theme {EVIL}\nlanguage xx\nlevel -5\n\n{EVIL}\nmemory 99999999\n"))
            .await;
        browser
            .put("halfboard.setup.j", &format!("rules {EVIL}\nlevel9 1\nlevel0 99\nclock 0+x\nname0 {EVIL}\n"))
            .await;
        browser.reload().await;
        unharmed(browser, "the first page").await;

        browser.open("#/games").await;
        browser.until_equal("document.querySelectorAll('.kept-game').length", &json!(games.len() + 1)).await;
        assert_eq!(browser.count(".kept-game.broken").await, games.len());
        assert!(browser.texts(".kept-game").await.iter().any(|text| text.contains("<img src=x onerror")));
        browser.fill("#search", "<script>").await;
        browser.until("document.querySelectorAll('.kept-game').length < 9").await;
        unharmed(browser, "the list").await;
        for id in (10..).zip(&games).map(|(id, _)| id) {
            browser.open(&format!("#/play/{id}")).await;
            browser.says("main h1", "Couldn't load this game").await;
            unharmed(browser, &format!("game {id}")).await;
        }
        // The one that is only named so can be played.
        browser.open("#/play/1").await;
        browser.says(".stack", "<img src=x onerror").await;
        let mut mirror = Mirror::of(browser.saved_game(1).await);
        let mv = mirror.play.session().moves()[0].clone();
        browser.click_move(&mut mirror, &mv).await;
        browser.offers(&mirror).await;
        unharmed(browser, "a game of somebody named so").await;
        browser.open("#/new/j").await;
        browser.find(".setup-grid").await;
        unharmed(browser, "the form").await;
        browser.click(".preview button[type=submit]").await;
        browser.game_id().await;
        browser.open("#/settings").await;
        browser.find(".settings").await;
        unharmed(browser, "the settings").await;
        // Whatever was broken can be forgotten.
        browser.press(".settings", "Delete all data …").await;
        browser.press(".question", "Delete all").await;
        browser.until("!Object.keys(localStorage).some((key) => key.startsWith('halfboard.game'))").await;
    });
}

#[test]
fn hostile_links_are_told() {
    with_browser(async |browser| {
        browser.open("").await;
        browser.store_game(1, &game("j", &[], 0).write(0.0)).await;
        let evil =
            "%3Cimg%20src%3Dx%20onerror%3D%22window.harmed%3D1%22%3E%3Cscript%3Ewindow.harmed%3D1%3C%2Fscript%3E";
        let nowhere = "Page not found";
        let wrong = "Invalid link";
        let long = "A5+".repeat(20_000);
        let links = [
            (format!("#/open?rules={evil}"), wrong),
            (format!("#/open?rules=j&position={evil}"), wrong),
            (format!("#/open?rules=j&moves={evil}"), wrong),
            (format!("#/open?rules=j&seed={evil}"), wrong),
            ("#/open?rules=<script>window.harmed=1</script>".to_owned(), wrong),
            (format!("#/open?rules=j&moves={long}"), wrong),
            ("#/open?rules=j:first=green".to_owned(), wrong),
            ("#/open?rules=%".to_owned(), nowhere),
            ("#/open?rules=%ff%fe".to_owned(), nowhere),
            ("#/open?rules=j&%zz=1".to_owned(), nowhere),
            ("#/open".to_owned(), nowhere),
            ("#/play/999".to_owned(), "Game not found"),
            ("#/play/99999999999999999999999999".to_owned(), nowhere),
            ("#/play/-1".to_owned(), nowhere),
            (format!("#/new/{evil}"), nowhere),
            (format!("#/learn/{evil}"), nowhere),
            (format!("#/rules/{evil}"), nowhere),
            (format!("#/{evil}"), nowhere),
            ("#javascript:window.harmed=1".to_owned(), nowhere),
            ("#<img src=x onerror=window.harmed=1>".to_owned(), nowhere),
        ];
        for (link, told) in &links {
            // From a page that is right, and with the link as the first thing that is opened.
            browser.open("#/about").await;
            browser.says("main h1", "About").await;
            browser.open(link).await;
            browser.says("main h1", told).await;
            unharmed(browser, &link[..link.len().min(80)]).await;
        }
        for (link, told) in [&links[0], &links[9], &links[19]] {
            browser.open(link).await;
            browser.reload().await;
            browser.says("main h1", told).await;
            unharmed(browser, link).await;
        }
        // And the way on is open.
        browser.click("main a.button.main").await;
        browser.find(".home").await;
        browser.open("#/play/1").await;
        browser.offers(&Mirror::of(browser.saved_game(1).await)).await;
    });
}
