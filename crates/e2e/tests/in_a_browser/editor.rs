//! The position editor: set-ups of all five games, errors, suggested fixes, and playing from there.

use halfboard_e2e::{Browser, Key, with_browser};
use halfboard_rules::board::Board;
use halfboard_rules::registry;
use serde_json::json;

/// Opens the app with the engine off, whose lines would move what is clicked.
async fn quiet(browser: &Browser) {
    browser.open("").await;
    browser.put("halfboard.analysis.board", "engine off\nverdicts off").await;
}

/// Opens the editor on the start of a game.
async fn edit(browser: &Browser, rules: &str) {
    browser.open(&format!("#/analysis?rules={rules}")).await;
    browser.press(".analysis", "Edit position").await;
    browser.find(".editor [role=grid]").await;
}

/// Uses a tool on squares.
async fn put(browser: &Browser, board: Board, tool: &str, squares: &[&str]) {
    browser.click(&format!("label[for=tool-{tool}]")).await;
    for name in squares {
        let square = board.square(name).expect("a square").index();
        browser.hit(&format!(".editor [data-square=\"{square}\"]")).await;
    }
}

async fn text_is(browser: &Browser, text: &str) {
    browser.until_equal("document.querySelector('#position-text')?.value", &json!(text)).await;
}

/// Finishes, and sees that the analysis begins at the position.
async fn analyse(browser: &Browser, rules: &str, position: &str) {
    let session = registry::rules(rules).expect("valid").position(position).expect("legal");
    browser.press(".editor", "Analyse this position").await;
    browser.gone(".editor").await;
    let view = session.view(&[]);
    let expected: Vec<String> =
        session.info().board.squares().map(|square| halfboard_app::phrases::board::cell(&view, square)).collect();
    let labels = "JSON.stringify([...document.querySelectorAll('.analysis [data-square]')]\
         .sort((one, other) => one.dataset.square - other.dataset.square).map((cell) => cell.ariaLabel))";
    browser.until_equal(labels, &json!(json!(expected).to_string())).await;
}

#[test]
fn set_ups_of_all_games_are_built_explained_and_mended() {
    with_browser(async |browser| {
        let (half, full) = (Board::Half, Board::Full);
        quiet(browser).await;

        // Placing goes in turns: one white checker on White's turn cannot be.
        let rules = "sight-reduction:setup=deterministic";
        edit(browser, rules).await;
        browser.says(".editor .fits", "Valid position").await;
        put(browser, half, "white", &["A1"]).await;
        text_is(browser, "w7/8/8/8 w place wb").await;
        browser.says(".editor .wrong", "White has placed 1 and Black 0").await;
        browser.press(".editor", "To move: Black").await;
        text_is(browser, "w7/8/8/8 b place wb").await;
        put(browser, half, "black", &["B2", "B2", "B3"]).await;
        browser.press(".editor", "Undo").await;
        browser.click("label[for=edit-phase-play]").await;
        analyse(browser, rules, "w7/8/8/8 b play wb").await;

        // Each side needs a checker; played on from there.
        edit(browser, "lines-of-action").await;
        browser.press(".editor", "Clear the board").await;
        put(browser, full, "white", &["a1", "c3"]).await;
        browser.says(".editor .wrong", "Black has no checker on the board").await;
        assert_eq!(browser.count(".editor .mend").await, 0);
        assert_eq!(browser.count(".editor .ways a").await, 0);
        put(browser, full, "black", &["h8", "f6"]).await;
        browser.click("label[for=edit-turn-b]").await;
        browser.click(".editor .ways a").await;
        browser.press(".open", "Players on this device").await;
        let id = browser.game_id().await;
        assert_eq!(browser.saved_game(id).await.session().start(), "7b/8/5b2/8/8/2w5/8/w7 b - -");

        // A pile, of which there cannot be so many: the square is marked, and the reserve made to fit.
        edit(browser, "stacks-in-action").await;
        browser.fill("#position-text", "8/8/8/8 w w12b12").await;
        put(browser, half, "white", &["A4", "A4", "A4"]).await;
        put(browser, half, "black", &["B4", "B4"]).await;
        put(browser, half, "top", &["B4"]).await;
        text_is(browser, "3(www)4/3b4/8/8 w w12b12").await;
        browser.says(".editor .wrong", "White has more than 12 checkers on and beside the board").await;
        browser.find(".editor .hinted").await;
        browser.click("[aria-label='In reserve, White: one less']").await;
        text_is(browser, "3(www)4/3b4/8/8 w w11b12").await;
        browser.press(".editor", "In reserve: White 9, Black 11").await;
        analyse(browser, "stacks-in-action", "3(www)4/3b4/8/8 w w9b11").await;

        // The reserve follows the board, unless it is written otherwise.
        edit(browser, "j").await;
        put(browser, half, "white", &["A1", "C3"]).await;
        text_is(browser, "w7/8/2w5/8 w w10b12").await;
        browser.fill("#position-text", "w7/8/2w5/8 b w12b12").await;
        browser.says(".editor .wrong", "White has 14 checkers").await;
        browser.press(".editor", "In reserve: White 10, Black 12").await;
        analyse(browser, "j", "w7/8/2w5/8 b w10b12").await;

        // Four that are gone must have left as a set.
        edit(browser, "sllim").await;
        put(browser, half, "erase", &["A3", "B2", "C3", "D2"]).await;
        browser.says(".editor .wrong", "White has 8 checkers in total").await;
        browser.screenshot("editor-wrong").await;
        browser.press(".editor", "Sets escaped: White 1, Black 0").await;
        let position = browser.value("document.querySelector('#position-text').value").await;
        analyse(browser, "sllim", position.as_str().unwrap_or_default()).await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn the_editor_by_keys_on_a_phone_and_with_hostile_text() {
    with_browser(async |browser| {
        let key = |key: Key| char::from(key).to_string();
        quiet(browser).await;
        edit(browser, "lines-of-action:players=four,order=pairs-left").await;
        assert_eq!(browser.accessibility_violations().await, Vec::<String>::new());
        // The keyboard begins at the heading; the board is the next stop but one at most.
        browser.until("document.activeElement.id == 'editor-title'").await;
        browser.script("document.querySelector('.editor .grid [tabindex=\"0\"]').focus()", Vec::new()).await;
        let square = browser.value("+document.activeElement.dataset.square").await;
        let cell = format!(".editor [data-square='{square}']");
        let says = async |words: &str| {
            browser
                .until(&format!("document.querySelector({}).ariaLabel.endsWith({})", json!(cell), json!(words)))
                .await;
        };
        browser.keys(&(key(Key::Shift) + "B")).await;
        browser.until("document.querySelector('#tool-marked-black').checked").await;
        browser.keys(&key(Key::Enter)).await;
        says("marked black checker").await;
        browser.keys(&key(Key::Delete)).await;
        says("empty").await;
        browser.keys("u").await;
        says("marked black checker").await;
        browser.keys("w").await;
        browser.keys(&key(Key::Enter)).await;
        says(", white checker").await;

        // Whatever is written is answered with a sentence, and the board stays as it was.
        let before = browser.value("document.querySelector('#position-text').value").await;
        for text in ["<img src=x onerror=alert(1)>", "8/8/8", "8/8/8/8/8/8/8/8 x 1 -", "((((((((((("] {
            browser.fill("#position-text", text).await;
            browser.says(".editor .wrong", "Invalid position").await;
            says(", white checker").await;
            assert_eq!(browser.value("document.querySelector('.editor .ways .main').disabled").await, json!(true));
        }
        browser.fill("#position-text", before.as_str().unwrap_or_default()).await;
        browser.press(".editor", "Start position").await;
        browser.says(".editor .fits", "Valid position").await;
        browser.press(".editor", "Cancel").await;
        browser.gone(".editor").await;

        browser.phone().await;
        for language in ["en", "de"] {
            browser.put("halfboard.settings", &format!("language {language}\ntheme dark\n")).await;
            browser.open("#/analysis?rules=sllim:setup=advanced,momentum=on").await;
            browser.reload().await;
            browser.press(".analysis", if language == "de" { "Stellung bearbeiten" } else { "Edit position" }).await;
            browser.touch(".editor [data-square='9']").await;
            browser.find(".editor .wrong").await;
            browser.find(".editor .mend").await;
            assert_eq!(browser.value("document.documentElement.scrollWidth").await, json!(360), "in {language}");
            assert_eq!(browser.accessibility_violations().await, Vec::<String>::new());
            browser.screenshot(&format!("editor-phone-{language}")).await;
        }
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}
