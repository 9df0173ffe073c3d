//! The programs in `examples/`.

use std::error::Error;

use halfboard_rules::games::lines_of_action::LinesOfAction;
use halfboard_rules::games::sight_reduction::SightReduction;
use halfboard_rules::prelude::*;

#[path = "../../examples/own_search.rs"]
mod own_search;
#[path = "../../examples/perft.rs"]
mod perft;
#[path = "../../examples/random_game.rs"]
mod random_game;
#[path = "../../examples/replay_record.rs"]
mod replay_record;
#[path = "../../examples/text_interface.rs"]
mod text_interface;

type MainResult = Result<(), Box<dyn Error>>;

/// The programs, which must compile; the tests below run what they do.
const PROGRAMS: [fn() -> MainResult; 5] =
    [own_search::main, perft::main, random_game::main, replay_record::main, text_interface::main];

#[test]
fn there_are_five_programs() {
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/examples")).expect("the folder");
    assert_eq!(files.count(), PROGRAMS.len());
}

#[test]
fn random_games_end() {
    for game in registry::games() {
        let rules = game.rules(None).expect("the default is valid");
        let session = random_game::random_game(&*rules, 1);
        assert!(session.ending().is_some() && session.ply() > 0);
    }
}

#[test]
fn perft_by_move_lists_agrees_with_the_library() {
    let game = LinesOfAction::default();
    for depth in 0..=3 {
        let counted = perft::perft(&game, &game.start(0), depth);
        assert_eq!(counted, halfboard_rules::perft::perft(&game, &game.start(0), depth));
    }
}

#[test]
fn a_record_is_replayed() {
    let lines = replay_record::replay(replay_record::SAMPLE).expect("a valid record");
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0], "A5: 4w3/8/8/8 b w11b12");
}

#[test]
fn the_search_finds_a_forced_win() {
    let game = SightReduction::default();
    let position = game.parse_position("8/8/2ww4/5bb1 w play wb").expect("valid");
    assert_eq!(own_search::negamax(&game, &position, 2), -1);
    let position = game.parse_position("8/8/2w5/5bb1 b play wb").expect("valid");
    let (mv, value) = own_search::best_move(&game, &position, 1).expect("a move");
    assert!(["D6", "D7"].contains(&game.format_move(mv).as_str()));
    assert_eq!(value, 1);
}

#[test]
fn the_text_interface_plays_and_explains() {
    let mut session = registry::rules("j").expect("valid").start(0);
    let mut output = Vec::new();
    text_interface::play(&mut *session, "A5\nZ9\nundo\nundo\nquit\n".as_bytes(), &mut output).expect("in memory");
    let output = String::from_utf8(output).expect("text");
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines[..2], ["8/8/8/8 w w12b12", "4w3/8/8/8 b w11b12"]);
    assert!(lines[2].starts_with("move 'Z9' is not legal here"), "{output}");
    assert_eq!(lines[3..], ["8/8/8/8 w w12b12", "nothing to undo"]);
}
