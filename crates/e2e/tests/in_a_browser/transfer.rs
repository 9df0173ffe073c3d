//! Seats in online games belong to a browser: deleting everything warns of losing them, and a link takes one to another
//! device.

use halfboard_e2e::{Browser, Mirror, with_browsers};
use serde_json::json;

/// Starts a game between two browsers and returns its route. The first has the first move.
async fn start(ann: &Browser, ben: &Browser) -> String {
    ann.open("#/online").await;
    ann.fill("#online-name", "Ann").await;
    ann.open("#/online/new/j").await;
    ann.click("#place-0").await;
    ann.click(".preview button[type=submit]").await;
    ann.find("#game-link").await;
    let route = ann.route().await;
    ben.open(&route).await;
    ben.fill("#online-name", "Ben").await;
    ben.press(".joins", "Join game").await;
    ben.find(".moves").await;
    route
}

/// Returns the secret of the seat in a game.
async fn secret(browser: &Browser, route: &str) -> Option<String> {
    let id = route.rsplit('/').next().unwrap_or_default();
    let seat = browser.stored(&format!("halfboard.online.seat.{id}")).await?;
    seat.split(' ').next().map(str::to_owned)
}

#[test]
fn a_seat_is_taken_to_another_device_and_lost_only_on_purpose() {
    with_browsers(3, async |browsers| {
        let [ann, ben, phone] = browsers else { panic!("three browsers") };
        let route = start(ann, ben).await;
        let own = secret(ann, &route).await.expect("a seat");

        // The menu of the game shows a link and its code.
        ann.press(".tools", "Menu").await;
        ann.press("dialog.menu", "Continue on another device").await;
        ann.find("dialog.transfer .qr path").await;
        ann.press("dialog.transfer", "Close").await;
        ann.gone("dialog.transfer").await;

        // The settings name the game, with the same link.
        ann.open("#/settings").await;
        ann.says(".online-seats", "J").await;
        ann.click(".transfer summary").await;
        ann.find(".transfer .qr path").await;
        let link = format!("{route}/seat/{own}");

        // The other device has the seat then, and the secret is not in its history.
        phone.open(&link).await;
        phone.until_equal("location.hash", &json!(route)).await;
        let mut mirror = Mirror::new("j", &[], 0);
        let mv = mirror.play.session().moves()[0].clone();
        phone.click_move(&mut mirror, &mv).await;
        phone.until("document.querySelectorAll('.moves .turn').length == 1").await;
        assert_eq!(secret(phone, &route).await.as_deref(), Some(own.as_str()));
        phone.back().await;
        phone.until("!location.hash.includes('seat')").await;

        // Another seat of the same game is replaced only on request.
        ben.open(&link).await;
        ben.says("main h1", "Another seat").await;
        ben.press("main", "Keep this seat").await;
        ben.until_equal("location.hash", &json!(route)).await;
        assert_ne!(secret(ben, &route).await, Some(own));

        // Deleting everything names the game and needs a further answer.
        ann.says(".lose-seats", "J").await;
        ann.press(".settings", "Delete all data …").await;
        ann.press(".question", "Delete all").await;
        ann.says(".settings", "Nothing was deleted").await;
        assert!(secret(ann, &route).await.is_some());
        ann.click("#lose-seats").await;
        ann.press(".settings", "Delete all data …").await;
        ann.press(".question", "Delete all").await;
        ann.gone(".lose-seats").await;
        assert_eq!(secret(ann, &route).await, None);
    });
}
