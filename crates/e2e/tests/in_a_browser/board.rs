//! What the board shows of the rules: why targets are legal, numbers at a stack, drags, warnings, and what decided a game.

use halfboard_app::play::{Play, Setup};
use halfboard_e2e::{Browser, Key, Mirror, with_browser};
use halfboard_rules::board::Board;
use halfboard_rules::record::Start;
use serde_json::{Value, json};

const QUIET: &str = "language en\nmotion off\n";

/// Opens a game of two people at this screen from a position.
async fn open(browser: &Browser, rules: &str, position: &str) -> Mirror {
    let start = Start::Position(position.to_owned());
    let setup = Setup {
        rules: rules.to_owned(),
        start,
        players: Vec::new(),
        names: Vec::new(),
        control: None,
        seed: 0,
        think: None,
        adaptive: false,
    };
    let mirror = Mirror::of(Play::new(&setup, "2026.01.01").expect("a valid position"));
    browser.open("").await;
    browser.put("halfboard.settings", QUIET).await;
    browser.store_game(1, &mirror.play.write(0.0)).await;
    browser.reload().await;
    browser.open("#/play/1").await;
    browser.offers(&mirror).await;
    mirror
}

fn cell(board: Board, name: &str) -> String {
    let square = board.square(name).unwrap_or_else(|| panic!("no square {name}"));
    format!("[data-square=\"{}\"]", square.index())
}

/// Waits until the texts of all elements of a selector, sorted, are these.
async fn shows(browser: &Browser, css: &str, texts: &[&str]) {
    let script = format!("JSON.stringify([...document.querySelectorAll('{css}')].map((e) => e.textContent).sort())");
    browser.until_equal(&script, &json!(json!(texts).to_string())).await;
}

#[test]
fn a_picked_checker_shows_its_lines_and_how_far_it_goes() {
    with_browser(async |browser| {
        browser.phone().await;
        let board = Board::Full;
        open(browser, "lines-of-action", "1bb1bbb1/w6w/w2b3w/w6w/w3b2w/w6w/2w4w/1bbbb1b1 w - -").await;
        assert_eq!(browser.count(".counted").await, 0);
        // With a finger there is nothing to hover.
        browser.touch(&cell(board, "h5")).await;
        shows(browser, ".distance", &["2", "2", "2"]).await;
        assert_eq!(browser.count(".counted").await, 3);
        browser.touch(&cell(board, "h5")).await;
        browser.gone(".distance").await;
        assert_eq!(browser.count(".counted").await, 0);

        // A line that goes on at the opposite edge is drawn out of the board and in again: more strokes than steps.
        open(browser, "lines-of-action:wrap=files", "8/5b2/8/8/8/8/3b4/w6w w - -").await;
        browser.touch(&cell(board, "a1")).await;
        shows(browser, ".distance", &["1", "1", "1", "2", "2"]).await;
        let strokes =
            "[...document.querySelectorAll('.counted')].map((e) => e.getAttribute('d').split('M').length - 1)";
        assert_eq!(browser.value(&format!("Math.max(...{strokes})")).await, json!(9));
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn the_lift_is_chosen_at_the_stack() {
    with_browser(async |browser| {
        let board = Board::Half;
        open(browser, "stacks-in-action", "8/8/1(bbb)(bb)b1w2/3w4 b w0b0").await;
        browser.click(&cell(board, "C2")).await;
        shows(browser, ".chips .chip", &["1", "2", "3"]).await;
        assert_eq!(browser.count(".choices .choice").await, 0, "the numbers are on the board only");
        assert_eq!(browser.attribute(".chip:nth-of-type(2)", "aria-label").await.as_deref(), Some("2 checkers"));
        // They are at the stack: less than one and a half squares away.
        let distance = "(() => { const middle = (e) => { const r = e.getBoundingClientRect(); \
             return [r.x + r.width / 2, r.y + r.height / 2, r.width] }; \
             const [x, y] = middle(document.querySelector('.chip:nth-of-type(2)')); \
             const [u, v, side] = middle(document.querySelector('[data-square=\"17\"]')); \
             return Math.hypot(x - u, y - v) / side })()";
        let away = browser.value(distance).await.as_f64().expect("a number");
        assert!(away < 1.5, "{away} squares");
        browser.click(".chip:nth-of-type(3)").await;
        browser.gone(".chips").await;
        shows(browser, ".distance", &["1", "1", "1", "1", "1", "1", "3", "4"]).await;

        // On the grid the number keys do the same.
        browser.keys(&char::from(Key::Escape).to_string()).await;
        browser.keys(&char::from(Key::Escape).to_string()).await;
        let mirror = Mirror::of(browser.saved_game(1).await);
        browser.offers(&mirror).await;
        browser.click(&cell(board, "C2")).await;
        browser.find(".chips").await;
        browser.script("document.querySelector('.grid [tabindex=\"0\"]').focus()", Vec::new()).await;
        browser.keys("2").await;
        browser.gone(".chips").await;
        assert!(browser.count(".distance").await > 0);
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn a_move_that_breaks_the_own_set_is_asked_for_twice() {
    with_browser(async |browser| {
        let board = Board::Half;
        open(browser, "stacks-in-action", "8/8/(bbb)(bb)b2(www)(ww)w/8 b w0b0").await;
        browser.click(&cell(board, "C3")).await;
        browser.find(".warning").await;
        browser.click(&cell(board, "C2")).await;
        browser.says(".say", "Choose it again").await;
        assert_eq!(browser.saved_game(1).await.plies(), 0, "nothing is played yet");
        browser.click(&cell(board, "C2")).await;
        browser.until("document.querySelectorAll('.moves .turn').length == 1").await;
        assert_eq!(browser.saved_game(1).await.session().history(), ["1C3C2"]);
    });
}

async fn mouse(browser: &Browser, kind: &str, css: &str) {
    let middle = format!(
        "(() => {{ const r = document.querySelector('{css}').getBoundingClientRect(); \
         return [r.x + r.width / 2, r.y + r.height / 2] }})()"
    );
    let at = browser.value(&middle).await;
    let buttons = i32::from(kind != "mouseReleased");
    let event = json!({ "type": kind, "x": at[0], "y": at[1], "button": "left", "buttons": buttons, "clickCount": 1 });
    browser.devtools("Input.dispatchMouseEvent", event).await;
}

#[test]
fn a_dragged_checker_keeps_its_size() {
    with_browser(async |browser| {
        let board = Board::Full;
        let start = Mirror::new("lines-of-action", &[], 0).play.session().position();
        open(browser, "lines-of-action", &start).await;
        let (from, to) = (cell(board, "a2"), cell(board, "c2"));
        let size = "(css) => document.querySelector(css).getBoundingClientRect().width";
        let on_board = browser.value(&format!("({size})('.pile .rim')")).await;
        mouse(browser, "mousePressed", &from).await;
        mouse(browser, "mouseMoved", &to).await;
        browser.find(".ghost").await;
        let dragged = browser.value(&format!("({size})('.ghost .rim')")).await;
        let width = |value: &Value| value.as_f64().expect("a width");
        assert!((width(&on_board) - width(&dragged)).abs() < 1.0, "{on_board} and {dragged}");
        assert_eq!((browser.count(".origin").await, browser.count(".drop-target").await), (1, 1));
        // Over a square where it cannot go no target is lit.
        mouse(browser, "mouseMoved", &cell(board, "e5")).await;
        browser.gone(".drop-target").await;
        mouse(browser, "mouseMoved", &to).await;
        mouse(browser, "mouseReleased", &to).await;
        browser.gone(".ghost").await;
        browser.gone(".origin").await;
        browser.until("document.querySelectorAll('.moves .turn').length == 1").await;
        assert_eq!(browser.saved_game(1).await.session().history(), ["a2c2"]);
    });
}

#[test]
fn a_single_set_leaves_without_a_question_and_is_drawn_at_the_end() {
    with_browser(async |browser| {
        let board = Board::Half;
        open(browser, "sllim", "1w6/www4b/7b/b6b w w0b0 w2b2 -").await;
        browser.click(&cell(board, "B3")).await;
        browser.find(".set.offered").await;
        browser.click(&cell(board, "A1")).await;
        browser.find(".set.winning").await;
        assert_eq!(browser.saved_game(1).await.session().history(), ["B3A1xsA1"]);
        assert_eq!(browser.count(".choices .choice").await, 0);
    });
}

#[test]
fn the_deciding_group_or_chain_is_linked() {
    with_browser(async |browser| {
        open(browser, "lines-of-action", "8/1b6/8/2w5/3w4/4w3/b6b/7w w - -").await;
        assert_eq!(browser.count(".decisive").await, 0);
        browser.click(&cell(Board::Full, "h1")).await;
        browser.click(&cell(Board::Full, "f3")).await;
        browser.find(".link.winning").await;
        assert_eq!(browser.count(".ring.winning").await, 4);

        // A chain that loses is drawn as such, and on to both edges: three links, two contacts of two strokes each.
        open(browser, "j", "4w3/4w3/8/4w3 w w9b12").await;
        browser.click(&cell(Board::Half, "D5")).await;
        browser.find(".link.losing").await;
        let strokes = "document.querySelector('.link.losing').getAttribute('d').split('M').length - 1";
        assert_eq!(browser.value(strokes).await, json!(7));
        assert_eq!(browser.count(".link.winning").await, 0);
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn turns_are_heard_unless_sounds_are_off() {
    with_browser(async |browser| {
        let start = Mirror::new("lines-of-action", &[], 0).play.session().position();
        let listen = "window.heard = 0; const create = AudioContext.prototype.createOscillator; \
                      AudioContext.prototype.createOscillator = function () { window.heard += 1; return create.call(this) }";
        let mut heard = Vec::new();
        for settings in [QUIET.to_owned(), format!("{QUIET}sounds off\n")] {
            open(browser, "lines-of-action", &start).await;
            browser.put("halfboard.settings", &settings).await;
            browser.reload().await;
            browser.script(listen, Vec::new()).await;
            browser.click(&cell(Board::Full, "a2")).await;
            browser.click(&cell(Board::Full, "c2")).await;
            browser.until("document.querySelectorAll('.moves .turn').length == 1").await;
            heard.push(browser.value("window.heard").await.as_u64().expect("a number"));
        }
        assert!(heard[0] > 0 && heard[1] == 0, "{heard:?}");
    });
}
