//! After one visit everything works without a network: playing, the engine, lessons, rules, settings, games kept.

use halfboard_app::play::Player;
use halfboard_e2e::{Mirror, game, with_browser};
use serde_json::json;

#[test]
fn everything_works_without_a_network() {
    with_browser(async |browser| {
        browser.device(&[("prefers-reduced-motion", "reduce")]).await;
        browser.open("").await;
        browser.offline_ready().await;
        browser.offline();
        browser.open("?offline#/new/sllim").await;
        browser.click("#level-0 option[value='1']").await;
        browser.click(".preview button[type=submit]").await;
        let id = browser.game_id().await;
        let mut mirror = Mirror::of(browser.saved_game(id).await);
        assert_eq!(mirror.play.players(), [Player::Person, Player::Engine(1)]);
        for _ in 0..3 {
            let mv = mirror.play.session().moves()[0].clone();
            browser.click_move(&mut mirror, &mv).await;
            let answered = format!("document.querySelectorAll('.moves .turn').length == {}", mirror.play.plies() + 1);
            browser.until(&answered).await;
            let history = browser.saved_game(id).await.session().history();
            mirror.play.play(&history[mirror.play.plies()], 0.0).expect("what the engine played is legal");
        }
        browser.offers(&mirror).await;
        // The game is there after the page was loaded anew, still without a network.
        browser.reload().await;
        browser.offers(&mirror).await;
        // A hint wants the engine, too.
        browser.press(".actions", "Hint").await;
        browser.says(".hint", ".").await;
        browser.until("document.querySelector('.hint .choice')").await;

        browser.store_game(1, &game("j", &[], 0).write(0.0)).await;
        let pages = [
            ("#/games", ".kept-game"),
            ("#/learn", "main h1"),
            ("#/learn/j", "main"),
            ("#/rules", "main"),
            ("#/rules/lines-of-action", "main"),
            ("#/gaps", "main"),
            ("#/settings", ".settings"),
            ("#/about", ".about"),
            ("#/open?rules=j&moves=A5", ".moves-text"),
            // The solver makes today's puzzle, and the puzzles and findings are fetched from what is kept.
            ("#/solitaire/daily", ".alone [data-square]"),
            ("#/puzzles/j/1", ".puzzle [data-square]"),
            ("#/fairness", ".figures-table"),
            ("#/analysis/kept/1", ".engine-line"),
            ("#/archive", "#import-files:not(:disabled)"),
            ("#/", ".game-card"),
        ];
        for (route, has) in pages {
            browser.open(&format!("?offline{route}")).await;
            browser.find(has).await;
        }
        browser.open("?offline#/settings").await;
        browser.click("#theme-dark").await;
        browser.until_equal("document.documentElement.dataset.theme", &json!("dark")).await;
        browser.reload().await;
        browser.until_equal("document.documentElement.dataset.theme", &json!("dark")).await;
    });
}
