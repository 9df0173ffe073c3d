//! The analysis board: links, branches and comments that stay, texts in and out, the engine's lines, the solver's verdicts,
//! everything by keys, and what is hostile.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use halfboard_app::analysis::import::import;
use halfboard_app::analysis::verdicts::{SolvedPosition, judge, sentence};
use halfboard_app::analysis::{Tree, export};
use halfboard_e2e::{Browser, Key, Mirror, game, with_browser};
use halfboard_engine::limits::CancelToken;
use halfboard_engine::solve::ProgressObserver;
use halfboard_engine::solve::{SolveRequest, solve};
use halfboard_rules::record;
use halfboard_rules::session::Session;
use serde_json::{Value, json};

const OFF: &str = "engine off\nverdicts off";

fn key(key: Key) -> String {
    char::from(key).to_string()
}

/// Types a move into its field.
async fn type_move(browser: &Browser, mv: &str) {
    browser.fill("#typed", &format!("{mv}{}", key(Key::Enter))).await;
    browser.until_equal("document.querySelector('.tree [aria-current]')?.innerText", &json!(mv)).await;
}

/// Waits until the list of moves reads so.
async fn listed(browser: &Browser, rows: &[&str]) {
    let list = "[...document.querySelectorAll('.tree-row')].slice(1).map((row) => row.textContent.replaceAll(/\\s+/g, ' ').trim())";
    browser.until_equal(list, &json!(rows)).await;
}

/// The position on the page, as it can be copied.
async fn position(browser: &Browser) -> String {
    if browser.count("#position-now").await == 0 {
        browser.press(".actions", "Import and export").await;
    }
    browser.find("#position-now").await;
    let value = browser.value("document.querySelector('#position-now').value").await;
    value.as_str().unwrap_or_default().to_owned()
}

/// Pastes a text and opens what is in it.
async fn paste(browser: &Browser, text: &str, rules: &str) {
    let script = "for (const [id, text] of [['take-in-text', arguments[0]], ['take-in-rules', arguments[1]]]) { \
                  const field = document.getElementById(id); field.value = text; field.dispatchEvent(new Event('input')); }";
    browser.find("#take-in-text").await;
    browser.script(script, vec![json!(text), json!(rules)]).await;
    browser.click("button.take-in").await;
}

#[test]
fn a_link_opens_in_a_fresh_profile_and_branches_and_comments_stay() {
    with_browser(async |browser| {
        browser.open("").await;
        browser.put("halfboard.analysis.board", OFF).await;
        let link = "#/analysis?rules=lines-of-action&moves=a3c3+b1b3";
        browser.open(link).await;
        listed(browser, &["1.a3c3b1b3"]).await;
        let mut mirror = Mirror::new("lines-of-action", &[], 0);
        for mv in ["a3c3", "b1b3"] {
            mirror.play.play(mv, 0.0).expect("legal");
        }
        assert_eq!(position(browser).await, mirror.play.session().position());
        // By pointing, as on the page of a game; what cannot be done is told.
        browser.offers(&mirror).await;
        browser.hit("[data-square=\"27\"]").await;
        browser.find(".say .remark").await;
        let mv = mirror.play.session().moves()[0].clone();
        browser.click_move(&mut mirror, &mv).await;
        listed(browser, &[&format!("1.a3c3b1b32.{mv}")]).await;
        // Another choice becomes a branch.
        browser.press(".tree-rows", "a3c3").await;
        type_move(browser, "d1d3").await;
        listed(browser, &["1.a3c3b1b3", "Variation1…d1d3", &format!("2.{mv}")]).await;
        browser.fill("#comment", "The knight's way, <b>so to say</b>").await;
        let comment = "The knight's way, <b>so to say</b>";
        let rows = ["1.a3c3b1b3", "Variation1…d1d3", comment];
        listed(browser, &[rows[0], rows[1], rows[2], &format!("2.{mv}")]).await;
        browser.until("Object.values(localStorage).some((text) => text.includes('so to say'))").await;
        browser.reload().await;
        listed(browser, &[rows[0], rows[1], rows[2], &format!("2.{mv}")]).await;
        // The page without a link opens the same, and another analysis does not lose it.
        browser.open("#/analysis/new").await;
        browser.click("button[aria-label='Analyse Sllim']").await;
        browser.says("main h1", "Sllim").await;
        browser.until("/own/.test(location.hash)").await;
        browser.press(".actions", "Other analyses").await;
        browser.says(".kept-analyses", "so to say").await;
        browser.click(".kept-analysis a.button").await;
        browser.says("main h1", "Lines of Action").await;
        browser.press(".tree-rows", "d1d3").await;
        // The branch becomes the main line, is deleted, and comes back.
        browser.press(".tree", "Make main line").await;
        listed(browser, &["1.a3c3d1d3", comment, &format!("Variation1…b1b32.{mv}")]).await;
        browser.press(".tree", "Delete from here").await;
        listed(browser, &[&format!("1.a3c3b1b32.{mv}")]).await;
        browser.click("#undelete").await;
        listed(browser, &["1.a3c3d1d3", comment, &format!("Variation1…b1b32.{mv}")]).await;
        browser.open("#/analysis").await;
        listed(browser, &["1.a3c3d1d3", comment, &format!("Variation1…b1b32.{mv}")]).await;
        // A kept game, which goes on meanwhile.
        let mut play = game("j", &[], 0);
        play.play("A5", 0.0).expect("legal");
        browser.store_game(4, &play.write(0.0)).await;
        browser.open("#/analysis/kept/4").await;
        listed(browser, &["1.A5"]).await;
        browser.fill("#comment", "begun").await;
        browser.until("Object.values(localStorage).some((text) => text.includes('begun'))").await;
        play.play("D4", 0.0).expect("legal");
        browser.store_game(4, &play.write(0.0)).await;
        browser.reload().await;
        listed(browser, &["1.A5", "begun", "1…D4"]).await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

/// A folder for this test's files.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for files");
    folder
}

/// Waits for a file that the browser saves, and reads it.
fn saved(folder: &Path, name: &str) -> String {
    let since = Instant::now();
    loop {
        let text = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        // The file is there before its text is.
        if !text.is_empty() {
            return text;
        }
        assert!(since.elapsed() < Duration::from_secs(20), "no file {name} was saved");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// All moves of a tree with what is said about them.
fn all_of(tree: &Tree) -> Vec<(Vec<String>, String)> {
    tree.in_order().into_iter().map(|node| (tree.path(node), tree.comment(node).to_owned())).collect()
}

#[test]
fn what_is_taken_out_can_be_brought_in() {
    with_browser(async |browser| {
        let files = folder("analysis");
        browser.open("").await;
        browser
            .devtools(
                "Browser.setDownloadBehavior",
                json!({ "behavior": "allow", "downloadPath": files.to_string_lossy() }),
            )
            .await;
        browser.put("halfboard.analysis.board", OFF).await;
        let sgf = "(;GM[9]PL[W];W[a3-c3]C[first \\] of all](;B[b1-b3];W[a2-c2])(;B[d1-d3]C[or so]))";
        let tree = import(sgf, "").expect("valid").trees.remove(0);
        browser.open("#/analysis/new").await;
        paste(browser, sgf, "").await;
        listed(browser, &["1.a3c3", "first ] of all", "1…b1b3", "Variation1…d1d3", "or so", "2.a2c2"]).await;
        assert_eq!(position(browser).await, tree.session().position());
        for button in ["Download record", "Download SGF", "Download with all branches"] {
            browser.press(".take-out", button).await;
        }
        let record = saved(&files, "lines-of-action.txt");
        assert_eq!(record, record::format(&[export::record(&tree)]));
        let out = saved(&files, "lines-of-action.sgf");
        let whole = saved(&files, "lines-of-action-analysis.txt");
        for text in [out.as_str(), whole.as_str()] {
            assert_eq!(all_of(&import(text, "").expect("valid").trees[0]), all_of(&tree));
        }
        // Each comes in again: the whole analysis from a file, the others as text.
        let before = browser.value("location.hash").await;
        browser.choose_file("#take-in-file", &files.join("lines-of-action-analysis.txt")).await;
        browser.until(&format!("location.hash != {before}")).await;
        listed(browser, &["1.a3c3", "first ] of all", "1…b1b3", "Variation1…d1d3", "or so", "2.a2c2"]).await;
        browser.press(".actions", "Import and export").await;
        paste(browser, &record, "").await;
        listed(browser, &["1.a3c3", "first ] of all", "1…b1b32.a2c2"]).await;
        assert_eq!(position(browser).await, tree.session().position());
        paste(browser, &tree.session().position(), "lines-of-action:wrap=both").await;
        listed(browser, &[]).await;
        browser.says("main h1", "Torus").await;
        assert_eq!(position(browser).await, tree.session().position());
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn hostile_links_and_texts_are_told_and_hinder_nothing() {
    with_browser(async |browser| {
        browser.open("").await;
        browser.put("halfboard.analysis.board", "engine maybe\nlines 99\nverdicts\n<script>").await;
        browser.put("halfboard.analysis.7", "<img src=x onerror=window.harmed=1>").await;
        let broken =
            "halfboard analysis\nrules j\nat 99\n\n0 - <img src=x onerror=window.harmed=1>\n1 A5\n1 Z9\n2 D4\n9 x\n";
        browser.put("halfboard.analysis.8", broken).await;
        let evil = "%3Cimg%20src%3Dx%20onerror%3Dwindow.harmed%3D1%3E";
        let long = "A5+".repeat(20_000);
        let links = [
            (format!("#/analysis?rules={evil}"), "Invalid link"),
            (format!("#/analysis?rules=j&position={evil}"), "Invalid position at character"),
            (format!("#/analysis?rules=j&moves={evil}"), "is not legal"),
            (format!("#/analysis?rules=j&moves={long}"), "is not legal"),
            ("#/analysis?rules=j&position=x&seed=1".to_owned(), "only one is allowed"),
            ("#/analysis/kept/99".to_owned(), "not in this browser"),
            ("#/analysis/own/99".to_owned(), "not in this browser"),
            ("#/analysis/own/7".to_owned(), "Couldn't load"),
        ];
        for (link, told) in &links {
            browser.open("#/about").await;
            browser.open(link).await;
            browser.says("main .wrong", told).await;
            browser.find("#take-in-text").await;
        }
        browser.open(&format!("#/analysis/{evil}")).await;
        browser.says("main h1", "Page not found").await;
        // What can be read of a broken analysis is shown.
        browser.open("#/analysis/own/8").await;
        listed(browser, &["<img src=x onerror=window.harmed=1>", "1.A5"]).await;
        browser.says(".notice", "3 unreadable moves were skipped").await;
        browser.press(".actions", "Import and export").await;
        let texts = [
            ("", "The text is empty."),
            ("[Game \"j\"]\n\n1. Z9 *\n", "line 3"),
            ("(;GM[1])", "line 1"),
            ("halfboard analysis\nrules <b>\n", "Couldn't load"),
            ("<script>window.harmed=1</script>", "Invalid position for these rules"),
        ];
        for (text, told) in texts {
            paste(browser, text, "j").await;
            browser.says("#take-in-wrong", told).await;
        }
        assert_eq!(browser.value("window.harmed ?? 0").await, json!(0));
        // And the rest goes on.
        type_move(browser, "D4").await;
        browser.press(".actions", "Other analyses").await;
        browser.press(".kept-analyses", "Delete").await;
        browser.click("#undo-analysis").await;
        // What could be read of the damaged one, that itself, and the unreadable one.
        browser.until("document.querySelectorAll('.kept-analysis').length == 3").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn lines_come_live_and_what_is_proven_looks_proven() {
    with_browser(async |browser| {
        browser.open("#/analysis?rules=lines-of-action&moves=a3c3").await;
        browser.until("document.querySelectorAll('.engine-line .badge.estimated').length == 3").await;
        browser.until("document.querySelectorAll('.ranked .arrow').length == 3").await;
        browser.says(".engine-state", "Percentages for White").await;
        browser.says(".badge.estimated", "≈").await;
        let tip = "getComputedStyle(document.querySelector('.tip')).display";
        assert_eq!(browser.value(tip).await, json!("none"));
        browser.script("document.querySelector('.engine-line .badge').focus()", vec![]).await;
        browser.until_equal(tip, &json!("block")).await;
        browser.says(".tip", "Estimated: ").await;
        assert_eq!(browser.accessibility_violations().await, Vec::<String>::new());
        // The depth grows while it is looked at.
        browser
            .until("parseInt(document.querySelector('.engine-state').innerText.match(/depth (\\d+)/)[1]) >= 4")
            .await;
        // A click on the second move of a line plays both.
        browser.script("document.activeElement.blur()", vec![]).await;
        browser.hit(".engine-line:first-child .line-moves li:nth-child(2) .turn").await;
        browser.until("document.querySelectorAll('.tree-move').length == 3").await;
        browser.until("document.querySelectorAll('.engine-line').length == 3").await;
        // Fewer lines are remembered, and so is none.
        browser.script(
            "const select = document.querySelector('#engine-lines'); select.value = '1'; select.dispatchEvent(new Event('change'))",
            vec![],
        )
        .await;
        browser.until("document.querySelectorAll('.engine-line').length == 1").await;
        browser.reload().await;
        browser.until("document.querySelectorAll('.engine-line').length == 1").await;
        browser.click("#engine-on").await;
        browser.says(".engine-state", "Engine off").await;
        browser.reload().await;
        browser.says(".engine-state", "Engine off").await;
        browser.click("#engine-on").await;
        // A few checkers: the game is searched to its end.
        let near = "1w6/1w6/8/b6b w play wb";
        browser.open(&format!("#/analysis?rules=sight-reduction&position={}", near.replace(' ', "+"))).await;
        browser.says(".badge.proven", "✓").await;
        browser.says(".badge.proven", "proven").await;
        browser.find(".ranked .hinted").await;
        assert_eq!(browser.accessibility_violations().await, Vec::<String>::new());
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

/// What the solver says natively.
fn solved(session: &dyn Session) -> SolvedPosition {
    let stop = CancelToken::default();
    let mut watch = ProgressObserver { cancel: &stop, on_progress: &mut |_, _| {} };
    let answer = solve(session, &SolveRequest::default(), None, || 0.0, &mut watch).expect("it can be solved");
    SolvedPosition {
        verdict: answer.verdict,
        distance: answer.distance,
        keep: answer.optimal_moves,
        keep_is_all: answer.all_optimal,
    }
}

#[test]
fn the_verdict_of_every_move_is_the_solvers() {
    with_browser(async |browser| {
        browser.open("").await;
        browser.put("halfboard.analysis.board", "engine off").await;
        let marks = |judged: Vec<(halfboard_rules::present::Step, bool)>| {
            let named = |good: bool| judged.iter().filter(|(_, is)| *is == good).count();
            json!([named(true), named(false)])
        };
        let shown = "['good', 'bad'].map((kind) => document.querySelectorAll(`.board .judged.${kind}`).length)";
        let rules = ["sight-reduction", "sight-reduction:remove=one-or-two", "sight-reduction:solitaire=on"];
        for rules in rules {
            // Some turns in, where it can still be spoilt.
            let mut play = game(rules, &[], 2);
            for _ in 0..12 {
                let mv = play.session().moves()[0].clone();
                play.play(&mv, 0.0).expect("legal");
            }
            while judge(play.session(), &[], &solved(play.session())).iter().all(|(_, good)| !good) {
                let mv = play.session().moves()[0].clone();
                play.play(&mv, 0.0).expect("legal");
            }
            let known = solved(play.session());
            let judged = judge(play.session(), &[], &known);
            let moves = play.session().history().join("+");
            browser.open(&format!("#/analysis?rules={rules}&seed=2&moves={moves}")).await;
            browser.says(".exact", &sentence(&known)).await;
            browser.until_equal(shown, &marks(judged.clone())).await;
            let board = play.session().info().board;
            let good: Vec<String> =
                judged.iter().filter(|(_, good)| *good).map(|(step, _)| step.to_token(board)).collect();
            let named = browser.value("document.querySelector('.legend .named').textContent").await;
            assert!(named.as_str().unwrap_or_default().starts_with(&good.join(", ")), "{named} {good:?}");
            if rules.contains("one-or-two") {
                // After one checker: what the second, or none, would do.
                let first = judged.iter().find(|(_, good)| *good).expect("one keeps it").0;
                let square = first.square().expect("a square").index();
                browser.hit(&format!("[data-square=\"{square}\"]")).await;
                let next = judge(play.session(), &[first], &known);
                let squares: Vec<_> = next.iter().copied().filter(|(step, _)| step.square().is_some()).collect();
                browser.until_equal(shown, &marks(squares)).await;
                browser.until("/[✓✗]/.test(document.querySelector('.choices .choice').innerText)").await;
            }
            assert_eq!(browser.accessibility_violations().await, Vec::<String>::new());
        }
        browser.click("#verdicts-on").await;
        browser.gone(".board .judged").await;
        browser.click("#verdicts-on").await;
        browser.find(".board .judged").await;
        // A set-up is not solved unasked.
        browser.open("#/analysis?rules=sight-reduction:setup=fair&seed=1").await;
        browser.says(".exactly", "takes minutes").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn everything_by_keys_and_on_a_phone() {
    with_browser(async |browser| {
        browser.open("").await;
        browser.put("halfboard.analysis.board", OFF).await;
        browser.open("#/analysis?rules=j&moves=A5+D4+A6").await;
        listed(browser, &["1.A5D42.A6"]).await;
        let here = "document.querySelector('.tree [aria-current]')?.innerText";
        let is_at = async |browser: &Browser, mv: &str| browser.until_equal(here, &json!(mv)).await;
        browser.script("document.querySelector('#main').focus()", vec![]).await;
        for (keys, at) in [(Key::Left, "D4"), (Key::Home, "Start"), (Key::Right, "A5"), (Key::End, "A6")] {
            browser.keys(&key(keys)).await;
            is_at(browser, at).await;
        }
        browser.keys(&key(Key::Left).repeat(2)).await;
        is_at(browser, "A5").await;
        // Typed from anywhere: the first letter leads to the field.
        browser.keys("D").await;
        browser.keys(&format!("6{}", key(Key::Enter))).await;
        is_at(browser, "D6").await;
        listed(browser, &["1.A5D4", "Variation1…D6", "2.A6"]).await;
        browser.script("document.querySelector('.tree-rows').focus()", vec![]).await;
        browser.keys(&key(Key::Up)).await;
        is_at(browser, "D4").await;
        browser.keys(&key(Key::Down)).await;
        is_at(browser, "D6").await;
        // To the comment by tabs, and written.
        for _ in 0..30 {
            if browser.value("document.activeElement.id").await == json!("comment") {
                break;
            }
            browser.keys(&key(Key::Tab)).await;
        }
        browser.keys("by keys").await;
        listed(browser, &["1.A5D4", "Variation1…D6", "by keys", "2.A6"]).await;
        // A move on the board.
        browser.script("document.querySelector('.grid [tabindex=\"0\"]').focus()", vec![]).await;
        let square = browser.value("+document.activeElement.dataset.square").await;
        browser.keys(&key(Key::Enter)).await;
        browser.until(&format!("{here} != 'D6' || document.querySelector('.remark, .choices')")).await;
        assert_ne!(square, Value::Null);
        browser.keys(&key(Key::Escape)).await;
        browser.press(".tree-rows", "D6").await;
        browser.keys(&key(Key::Delete)).await;
        listed(browser, &["1.A5D42.A6"]).await;
        browser.keys(&(key(Key::Control) + "z")).await;
        browser.until("document.querySelector('.tree-rows').innerText.includes('by keys')").await;
        browser.keys(&key(Key::Null)).await;
        browser.keys("?").await;
        browser.find("dialog[open]").await;
        assert_eq!(browser.accessibility_violations().await, Vec::<String>::new());
        browser.keys(&key(Key::Escape)).await;
        browser.gone("dialog[open]").await;

        browser.phone().await;
        browser.put("halfboard.analysis.board", "engine on\nlines 5").await;
        let pages = [
            "#/analysis/new",
            "#/analysis?rules=lines-of-action&moves=a3c3",
            "#/analysis?rules=sight-reduction&seed=3",
        ];
        for page in pages {
            browser.open(page).await;
            if page.contains('?') {
                browser.until("document.querySelectorAll('.engine-line').length == 5").await;
                browser.press(".actions", "Import and export").await;
            }
            let wide = browser.value("[innerWidth, document.documentElement.scrollWidth]").await;
            assert_eq!(wide, json!([360, 360]), "{page}");
            assert_eq!(browser.accessibility_violations().await, Vec::<String>::new(), "{page}");
        }
        browser.screenshot("analysis-phone").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn a_first_visit_opens_on_a_board() {
    with_browser(async |browser| {
        browser.open("#/analysis").await;
        browser.find(".analysis [data-square]").await;
        browser.click(".choose-game option[value='sllim']").await;
        browser.until("location.hash.startsWith('#/analysis/own/')").await;
        browser.says("main h1", "Sllim").await;
    });
}
