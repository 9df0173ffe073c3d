//! Embedded games: attributes, stepping and entering moves.

use halfboard_embed::{EmbeddedGame, Look};
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry;

fn game(rules: &str, moves: &str) -> EmbeddedGame {
    EmbeddedGame::new(rules, None, None, moves).expect("valid attributes")
}

#[test]
fn moves_are_stepped_through() {
    let mut game = game("j", "A5 A4");
    assert_eq!((game.ply(), game.length()), (2, 2));
    let last = game.session().position();
    game.go(0);
    assert_eq!((game.ply(), game.length()), (0, 2));
    game.go(1);
    assert_eq!(game.session().position(), "4w3/8/8/8 b w11b12");
    assert_eq!(game.state(), "black");
    game.go(usize::MAX);
    assert_eq!(game.session().position(), last);
}

#[test]
fn a_move_in_the_middle_drops_those_after_it() {
    let mut game = game("lines-of-action", "");
    let moves = game.session().moves();
    game.play(&moves[0]).expect("legal");
    let reply = game.session().moves()[0].clone();
    game.play(&reply).expect("legal");
    game.go(0);
    game.play(&moves[1]).expect("legal");
    assert_eq!((game.ply(), game.length()), (1, 1));
    assert_eq!(game.session().history(), [moves[1].clone()]);
}

#[test]
fn what_is_wrong_with_an_attribute_is_said() {
    let error = |rules, position, seed, moves| EmbeddedGame::new(rules, position, seed, moves).expect_err("invalid");
    assert!(error("chess", None, None, "").starts_with("rules: "));
    assert!(error("j", Some("x"), None, "").starts_with("position: "));
    assert!(error("j", None, Some("-1"), "").starts_with("seed: invalid seed \"-1\""));
    assert!(error("j", None, None, "A5 Z9").starts_with("moves: move 2: "));
}

/// Every game is played to its end, or for a hundred turns, by choosing steps alone.
#[test]
fn every_game_can_be_played_by_its_choices() {
    for entry in registry::games() {
        let id = entry.info().id;
        let mut game = EmbeddedGame::new(id, None, Some("3"), "").expect("the plain game");
        let mut random = SplitMix64::new(7);
        let mut steps = 0;
        while game.session().ending().is_none() && game.ply() < 100 {
            let choices = game.choices(Look::default());
            assert!(!choices.is_empty(), "{id} after {:?}", game.session().history());
            for choice in &choices {
                let Some((name, [x, y, width, height])) = &choice.place else { continue };
                assert!(!name.is_empty() && *x >= 0.0 && *y >= 0.0, "{id}: {choice:?}");
                assert!(x + width <= 1.0 && y + height <= 1.0, "{id}: {choice:?}");
            }
            let before = game.ply();
            let played = game.choose((random.next_u64() % choices.len() as u64) as usize);
            assert_eq!(played.is_some(), game.ply() == before + 1, "{id}");
            assert_eq!(played.is_none(), game.is_entering(), "{id}");
            steps += 1;
            assert!(steps < 1000, "{id} goes on");
        }
        assert!(game.svg(Look { coordinates: true, turned: true, ..Look::default() }).starts_with("<svg "));
        assert_eq!(game.choices(Look::default()).is_empty(), game.session().ending().is_some(), "{id}");
    }
}

#[test]
fn a_choice_can_be_taken_back() {
    let mut game = game("lines-of-action", "");
    assert_eq!(game.choose(0), None);
    assert!(game.is_entering());
    game.cancel();
    assert!(!game.is_entering());
    assert_eq!(game.choose(usize::MAX), None);
}
