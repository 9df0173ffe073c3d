//! The board on a phone, played with a finger. That every page fits a phone is tested in `pages.rs`.

use halfboard_e2e::{Mirror, with_browser};

#[test]
fn the_board_is_played_with_a_finger() {
    with_browser(async |browser| {
        browser.phone().await;
        let mut mirror = Mirror::new("lines-of-action", &[], 0);
        browser.open("").await;
        browser.store_game(1, &mirror.play.write(0.0)).await;
        browser.open("#/play/1").await;
        // A tap here and a tap there.
        let first = mirror.play.session().moves()[0].clone();
        for point in mirror.way(&first) {
            browser.offers(&mirror).await;
            browser.touch(&point.css()).await;
            mirror.point(&point);
        }
        browser.offers(&mirror).await;
        // A drag, straight down or up where a page would scroll.
        let moves = mirror.play.session().moves();
        let column = |mv: &&String| mv.len() == 4 && mv.as_bytes()[0] == mv.as_bytes()[2];
        let second = moves.iter().find(column).unwrap_or(&moves[0]).clone();
        let way = mirror.way(&second);
        let [from, to] = way.as_slice() else { panic!("{way:?}") };
        browser.swipe(&from.css(), &to.css()).await;
        mirror.point(from);
        mirror.point(to);
        browser.offers(&mirror).await;
        assert_eq!(browser.saved_game(1).await.session().history(), [first, second]);
        browser.screenshot("phone-touched").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}
