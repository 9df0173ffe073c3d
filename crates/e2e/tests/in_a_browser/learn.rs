//! Lessons can be taken with the pointer and with the keyboard, and are remembered; the rules can be read by everybody.

use halfboard_e2e::{Key, with_browser};

#[test]
fn a_lesson_answers_every_move_and_is_remembered() {
    with_browser(async |browser| {
        browser.open("#/learn/j").await;
        browser.says("#step", "Entering").await;
        // Not what was asked for: the board says so and goes back.
        browser.click("[data-square='0']").await;
        browser.says(".outcome", "Not yet.").await;
        browser.until("document.querySelector('[data-square=\"0\"]').ariaLabel.includes('empty')").await;
        // Not possible: the reason is said, also to those who only listen.
        browser.click("[data-square='12']").await;
        browser.says(".remark", "B5").await;
        browser.until("document.querySelector('#spoken').textContent.includes('B5')").await;
        browser.click("[data-square='5']").await;
        browser.says(".outcome.done", "Done.").await;
        browser.click(".say .button.main").await;
        browser.says("#step", "Pushing a column").await;
        assert_eq!(browser.value("document.activeElement.id").await, "step");
        // It goes on there after a visit elsewhere.
        browser.open("#/learn").await;
        browser.says(".lessons", "1 of 10 steps done").await;
        browser.open("#/learn/j").await;
        browser.says("#step", "Pushing a column").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn a_lesson_can_be_taken_with_the_keyboard_alone() {
    with_browser(async |browser| {
        browser.open("#/learn/stacks-in-action").await;
        browser.find(".cell.can").await;
        browser.script("document.querySelector('.cell[tabindex=\"0\"]').focus()", Vec::new()).await;
        let press = |key: Key, times: usize| char::from(key).to_string().repeat(times);
        // The board begins at A7, the first that can be chosen. From there to D6, where a double stands; lifted, put down
        // again, lifted, and carried to D4.
        browser.until("document.activeElement.dataset.square == '6'").await;
        browser.keys(&press(Key::Down, 3)).await;
        browser.keys(&press(Key::Left, 1)).await;
        browser.keys(&press(Key::Enter, 1)).await;
        browser.find("[data-square='29'][aria-selected=true]").await;
        browser.keys(&press(Key::Escape, 1)).await;
        browser.gone("[aria-selected=true]").await;
        browser.keys(&press(Key::Enter, 1)).await;
        browser.find("[data-square='29'][aria-selected=true]").await;
        browser.keys(&press(Key::Left, 2)).await;
        browser.keys(&press(Key::Enter, 1)).await;
        browser.says(".outcome.done", "Done.").await;
        // A page can be left while its board has the focus.
        browser.script("location.hash = '#/rules'", Vec::new()).await;
        browser.says("h1", "Rules").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn the_rules_show_their_examples_and_lead_to_the_board() {
    with_browser(async |browser| {
        browser.open("#/rules/stacks-in-action").await;
        browser.says("h1", "Stacks In Action").await;
        assert!(browser.count(".example .board").await >= 20);
        browser.click(".contents li:nth-child(5) a").await;
        browser.until("document.activeElement.id == 'section-4'").await;
        assert_eq!(browser.route().await, "#/rules/stacks-in-action");
        browser.click(".example .claims > p > a").await;
        browser.until("location.hash.startsWith('#/open') || location.hash.startsWith('#/play')").await;
    });
}
