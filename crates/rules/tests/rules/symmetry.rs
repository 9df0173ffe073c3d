//! The symmetries of the rules: mirrored positions have the mirrored legal moves and the same results.

use std::ops::ControlFlow;

use halfboard_rules::game::Game;
use halfboard_rules::present::Present;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry;
use halfboard_rules::symmetry::Symmetry;

use crate::common;

/// Plays a random game of these rules, and checks every position against its images.
fn check<G: Present>(text: &str, seed: u64) -> usize {
    let game: G = registry::parse_game(text).expect("valid rules");
    let mut random = SplitMix64::new(seed);
    let mut position = game.start(seed);
    let symmetries = game.symmetries();
    assert_eq!(symmetries[0], Symmetry::IDENTITY, "{text}");
    for (&a, &b) in symmetries.iter().flat_map(|a| symmetries.iter().map(move |b| (a, b))) {
        assert!(symmetries.contains(&a.then(b)), "{text}: the symmetries form a group");
    }
    // The moves of the first turn may be many thousands.
    let long = game.count_moves(&position) > 2000;
    for _ in 0..if long { 2 } else { 12 } {
        if game.ending(&position).is_some() {
            break;
        }
        let moves = game.legal_moves(&position);
        let chosen = moves[random.below(moves.len() as u64) as usize];
        let mut next = position;
        game.play(&mut next, chosen);
        for &symmetry in symmetries {
            let image = game.transform_position(&position, symmetry);
            assert_eq!(game.transform_position(&image, symmetry.inverse()), position, "{text}");
            let mut expected: Vec<String> =
                moves.iter().map(|&mv| game.format_move(game.transform_move(mv, symmetry))).collect();
            let mut listed = Vec::with_capacity(moves.len());
            let _ = game.for_each_move(&image, &mut |mv| {
                listed.push(game.format_move(mv));
                ControlFlow::Continue(())
            });
            expected.sort_unstable();
            listed.sort_unstable();
            assert!(expected == listed, "{text} {} {symmetry:?}", game.format_position(&position));
            let mut played = image;
            game.play(&mut played, game.transform_move(chosen, symmetry));
            assert_eq!(played, game.transform_position(&next, symmetry), "{text}");
            assert_eq!(game.ending(&played), game.ending(&next), "{text}");
            assert_eq!(game.turn(&played), game.turn(&next), "{text}");
        }
        position = next;
    }
    symmetries.len()
}

#[test]
fn moves_and_results_of_images_are_images() {
    macro_rules! check_all {
        ($($module:ident::$Game:ident),+ $(,)?) => {$({
            type Type = halfboard_rules::games::$module::$Game;
            let entry = registry::game(Type::INFO.id).expect("a listed game");
            let mut most = 0;
            for (seed, text) in common::all_rules(entry).iter().enumerate() {
                most = most.max(check::<Type>(text, seed as u64));
            }
            assert!(most >= 2, "{} has a symmetry", Type::INFO.id);
        })+};
    }
    halfboard_rules::games!(check_all);
}

#[test]
fn images_are_reached_without_the_type_of_the_game() {
    for entry in registry::games() {
        let mut session = entry.rules(None).expect("the default options").start(3);
        let mut random = SplitMix64::new(3);
        for _ in 0..5 {
            session.play_random(&mut random);
        }
        let moves = session.moves();
        assert_eq!(session.move_images(Symmetry::IDENTITY), moves);
        assert_eq!(session.image_keys().len(), session.symmetries().len());
        for &symmetry in session.symmetries() {
            let images = session.move_images(symmetry);
            for (mv, image) in moves.iter().zip(&images) {
                assert_eq!(session.move_image(mv, symmetry).as_ref(), Some(image));
            }
        }
        assert_eq!(session.move_image("no move", Symmetry::IDENTITY), None);
        assert_eq!(session.cells().len(), entry.info().board.size());
    }
}

/// Archives store these hashes: a change would make the positions of old archives unreachable.
#[test]
fn keys_are_the_same_in_every_version() {
    let keys = registry::games().iter().map(|entry| {
        let mut session = entry.rules(None).expect("the default options").start(1);
        let first = session.moves()[0].clone();
        session.play(&first).expect("a legal move");
        format!("{} {:016x}", entry.info().id, session.image_keys().into_iter().min().unwrap_or(0))
    });
    let keys: Vec<String> = keys.filter(|key| !key.starts_with("crowd")).collect();
    let pinned = [
        "sight-reduction 4f202c35662c85d4",
        "lines-of-action 0768ad18646717b9",
        "stacks-in-action 030ba5454fdd65e3",
        "j 482ba407a06b7e7b",
        "sllim 1ac53c0c5d15f1fd",
    ];
    assert_eq!(keys, pinned);
}
