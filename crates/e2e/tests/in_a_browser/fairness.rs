//! The page of fairness: every game and variant is there with its figures, a board is judged as the solver judges it, and
//! whatever an address or a field says leaves the page usable.

use halfboard_app::fairness::{Board, FILE, Judging, read};
use halfboard_app::phrases::fairness as phrases;
use halfboard_app::route::Shared;
use halfboard_e2e::with_browser;
use halfboard_engine::limits::{CancelToken, system_now};
use halfboard_engine::solve::ProgressObserver;
use halfboard_engine::solve::{self, SolveRequest};
use halfboard_rules::game::Color;
use halfboard_rules::registry;
use halfboard_worker::messages::ResponseKind;
use serde_json::json;

/// What the solver says about a board, as the page words it.
fn judge(shared: &Shared) -> Vec<String> {
    let mut judging = Judging::new(Board::read(shared).expect("a valid board"));
    while let Some(begins) = judging.wanted() {
        let mut watch = ProgressObserver { cancel: &CancelToken::default(), on_progress: &mut |_, _| {} };
        let session = judging.board.session(begins);
        let solved = solve::solve(session, &SolveRequest::default(), None, system_now, &mut watch).expect("an answer");
        let solve::SolveReport {
            verdict, distance, line, optimal_moves: keep, all_optimal: keep_is_all, nodes, ..
        } = solved;
        assert!(judging.hear(&ResponseKind::SolveResult { verdict, distance, line, keep, keep_is_all, nodes }));
    }
    let mut said: Vec<String> = [Color::White, Color::Black]
        .into_iter()
        .map(|begins| phrases::judged(begins, judging.judged(begins).expect("judged")))
        .collect();
    said.push(phrases::favour(judging.favour().expect("both are known")));
    said
}

#[test]
fn every_variant_is_there_with_its_figures() {
    with_browser(async |browser| {
        browser.open("").await;
        browser.put("halfboard.settings", "language en\nmotion off\n").await;
        browser.reload().await;
        browser.open("#/fairness").await;
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../web").join(FILE);
        let findings = read(&std::fs::read_to_string(path).expect("the findings")).expect("they can be read");
        for game in registry::games() {
            browser.find(&format!(".survey[data-game={}] svg.shares", game.info().id)).await;
        }
        let rows = "document.querySelectorAll('.figures-table:not(.fates) tbody tr').length";
        browser.until_equal(rows, &json!(findings.len())).await;
        browser.says("[data-rules='lines-of-action:wrap=both']", "34.7 % (27.5–42.6)").await;
        browser.says("[data-rules='lines-of-action:wrap=both']", "estimated").await;
        browser.says("[data-rules='sight-reduction:setup=fair']", "proven").await;
        assert_eq!(browser.accessibility_violations().await, Vec::<String>::new());
        browser.screenshot("fairness").await;
        browser.click(".survey[data-game=j] .made summary").await;
        browser.says(".survey[data-game=j] .made", "halfboard fairness --all-presets j --seeds 1..60").await;
        // On a phone, in German and in the dark.
        browser.phone().await;
        browser.put("halfboard.settings", "language de\nmotion off\ntheme dark\n").await;
        browser.reload().await;
        browser.says("[data-rules='sllim:setup=expert']", "65,7 % (57,8–72,8)").await;
        assert_eq!(browser.value("[innerWidth, document.documentElement.scrollWidth]").await, json!([360, 360]));
        assert_eq!(browser.accessibility_violations().await, Vec::<String>::new());
        browser.script("document.querySelector('.survey[data-game=sllim]').scrollIntoView()", Vec::new()).await;
        browser.screenshot("fairness-phone").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn a_board_is_judged_and_nonsense_is_told() {
    with_browser(async |browser| {
        browser.open("").await;
        browser.put("halfboard.settings", "language en\nmotion off\n").await;
        browser.reload().await;
        // By the form: a seed under rules that were chosen.
        browser.open("#/fairness").await;
        browser.script("document.querySelector('#judge-sight').focus()", Vec::new()).await;
        browser.keys("Queen").await;
        browser.fill("#judge-board", "7").await;
        browser.click(".judge button[type=submit]").await;
        let by_seed = Shared {
            rules: "sight-reduction:sight=queen".to_owned(),
            position: None,
            seed: Some("7".to_owned()),
            moves: None,
        };
        for said in judge(&by_seed) {
            browser.says(".judged", &said).await;
        }
        assert_eq!(browser.route().await, "#/fairness?rules=sight-reduction:sight%3Dqueen&seed=7");
        browser.until_equal("document.querySelector('#judge-sight').value", &json!("queen")).await;
        assert_eq!(browser.accessibility_violations().await, Vec::<String>::new());
        browser.screenshot("fairness-judged").await;
        // By a link with a position, which leads on into play.
        let position = "1w1bb2w/wb2w1b1/2wb1bw1/b2w2wb b play wb";
        let link = Shared {
            rules: "sight-reduction:enemy=required".to_owned(),
            position: Some(position.to_owned()),
            seed: None,
            moves: None,
        };
        browser
            .open(
                &halfboard_app::route::Route::Fairness(halfboard_app::fairness::FairnessRoute::Board(link.clone()))
                    .to_string(),
            )
            .await;
        for said in judge(&link) {
            browser.says(".judged", &said).await;
        }
        let play = browser.attribute(".judged .row + .row .button", "href").await.unwrap_or_default();
        browser.open(&play).await;
        browser.says("main", "Sight Reduction").await;
        // A random board.
        browser.open("#/fairness").await;
        browser.click(".judge .random").await;
        browser.find(".judged .favour").await;
        // Nonsense is told, and the form goes on.
        for (address, said) in [
            ("#/fairness?rules=chess", "Unknown game “chess”"),
            ("#/fairness?rules=j", "Can't solve “j”"),
            ("#/fairness?rules=sight-reduction:solitaire%3Don", "Can't solve"),
            ("#/fairness?rules=sight-reduction&seed=-1", "-1"),
            ("#/fairness?rules=sight-reduction&position=%3Cimg%20src%3Dx%3E", "haracter 1"),
            ("#/fairness?rules=sight-reduction&position=8/8/8/8&seed=1", "either a position or a seed"),
            ("#/fairness?rules=sight-reduction&seed=1&moves=A1", "without moves"),
        ] {
            browser.open(address).await;
            browser.says("#judge-wrong", said).await;
            assert_eq!(browser.attribute("#judge-board", "aria-invalid").await.as_deref(), Some("true"));
        }
        for address in ["#/fairness?rules=", "#/fairness?colour=red", "#/fairness/x", "#/fairness?rules=%ff"] {
            browser.open(address).await;
            browser.says("main h1", "Page not found").await;
        }
        browser.open("#/fairness").await;
        browser.fill("#judge-board", "wwwwwwwww/8/8/8").await;
        browser.click(".judge button[type=submit]").await;
        browser.find("#judge-wrong").await;
        assert_eq!(browser.accessibility_violations().await, Vec::<String>::new());
        browser.fill("#judge-board", "ww6/8/8/8").await;
        browser.click(".judge button[type=submit]").await;
        browser.says(".judged .favour", "This board favours White").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}
