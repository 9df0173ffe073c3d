//! Games at one screen: pointing, taking back, looking back, clocks, and keeping.

use halfboard_app::composer::{Compose, StepOutcome};
use halfboard_app::play::{Play, Player, ReadError, Setup, Standing};
use halfboard_app::table::Undone;
use halfboard_engine::games::balanced_seeds;
use halfboard_engine::levels::Level;
use halfboard_protocol::clock::{Clocks, TimeControl};
use halfboard_rules::board::{Board, Square};
use halfboard_rules::game::{Color, Seat};
use halfboard_rules::present::{Step, Warning};
use halfboard_rules::random::SplitMix64;
use halfboard_rules::record::{Declared, Start};
use halfboard_rules::registry;

fn setup(rules: &str) -> Setup {
    Setup {
        rules: rules.to_owned(),
        start: Start::Seed(7),
        players: vec![Player::Person, Player::Person],
        names: Vec::new(),
        control: None,
        seed: 1,
        think: None,
        adaptive: false,
    }
}

fn play(rules: &str) -> Play {
    Play::new(&setup(rules), "2026.01.01").expect("valid rules")
}

fn square(board: Board, name: &str) -> Square {
    board.square(name).unwrap_or_else(|| panic!("{name} is a square"))
}

/// Points at squares, and where that is not enough chooses the first of what is offered, until a turn is complete.
fn compose(play: &mut Play, random: &mut SplitMix64) -> String {
    loop {
        let next = play.view().next;
        let step = next[random.below(next.len() as u64) as usize];
        let tapped = match step.square() {
            None => play.choose(step),
            Some(square) => match play.tap(square) {
                StepOutcome::Ambiguous => {
                    let (_, composer) = play.parts().expect("a game");
                    let steps = composer.ambiguous_steps();
                    assert!(steps.len() > 1 && steps.contains(&step));
                    play.choose(step)
                }
                tapped => tapped,
            },
        };
        match tapped {
            StepOutcome::Complete(mv) => return mv,
            // What was warned of is chosen again, perhaps not at once.
            StepOutcome::Chosen | StepOutcome::Warned(_) => {}
            other => panic!("{step:?} gave {other:?}"),
        }
    }
}

#[test]
fn whole_games_of_every_preset_can_be_played_by_pointing() {
    let mut random = SplitMix64::new(1);
    for preset in registry::games().iter().flat_map(|game| game.presets()) {
        let mut play = play(&preset.rules);
        for ply in 0..60 {
            if play.is_over() {
                break;
            }
            let mv = compose(&mut play, &mut random);
            play.play(&mv, 0.0).unwrap_or_else(|error| panic!("{}: {error}", preset.rules));
            assert_eq!(play.plies(), ply + 1);
        }
        let text = play.write(0.0);
        let again = Play::read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(again.write(0.0), text);
        assert_eq!(again.session().position(), play.session().position());
    }
}

#[test]
fn pointing_elsewhere_picks_something_else_and_pointing_again_puts_it_back() {
    let mut play = play("lines-of-action");
    let at = |name| square(Board::Full, name);
    assert_eq!(play.tap(at("e5")), StepOutcome::Refused);
    assert_eq!(play.tap(at("a2")), StepOutcome::Chosen);
    assert_eq!(play.tap(at("a3")), StepOutcome::Chosen);
    assert_eq!(play.chosen(), [Step::From(at("a3"))]);
    assert_eq!(play.tap(at("e5")), StepOutcome::Refused);
    assert_eq!(play.tap(at("a3")), StepOutcome::Deselected);
    assert!(play.chosen().is_empty());
    play.tap(at("a2"));
    assert_eq!(play.tap(at("c2")), StepOutcome::Complete("a2c2".to_owned()));
}

#[test]
fn numbers_without_a_choice_are_not_asked_for() {
    let at = |name| square(Board::Half, name);
    let start = Start::Position("5(bb)(bbb)1/8/8/b7 b w0b0".to_owned());
    let mut play = Play::new(&Setup { start, ..setup("stacks-in-action") }, "").expect("valid");
    assert_eq!(play.tap(at("A6")), StepOutcome::Chosen);
    assert!(play.view().next.contains(&Step::Count(2)));
    assert_eq!(play.choose(Step::Count(2)), StepOutcome::Chosen);
    assert!(play.step_back());
    assert_eq!(play.chosen(), [Step::From(at("A6"))]);
}

#[test]
fn a_single_set_leaves_without_a_question() {
    let at = |name| square(Board::Half, name);
    let start = Start::Position("1w6/www4b/7b/b6b w w0b0 w2b2 -".to_owned());
    let mut play = Play::new(&Setup { start, ..setup("sllim") }, "").expect("valid");
    assert_eq!(play.tap(at("B3")), StepOutcome::Chosen);
    assert_eq!(play.tap(at("A1")), StepOutcome::Complete("B3A1xsA1".to_owned()));
    // Of three sets the player chooses.
    let start = Start::Position("1w2w2b/2ww1w1b/b2ww3/4w2b w w0b0 w1b2 -".to_owned());
    let mut play = Play::new(&Setup { start, ..setup("sllim") }, "").expect("valid");
    assert_eq!(play.tap(at("A2")), StepOutcome::Chosen);
    assert_eq!(play.tap(at("B5")), StepOutcome::Chosen);
    let (_, composer) = play.parts().expect("a game");
    assert_eq!(composer.offers(&play.view()).len(), 3);
}

#[test]
fn a_move_that_breaks_the_own_set_must_be_chosen_twice() {
    let at = |name| square(Board::Half, name);
    let start = Start::Position("8/8/(bbb)(bb)b5/8 b w0b0".to_owned());
    let mut play = Play::new(&Setup { start, ..setup("stacks-in-action") }, "").expect("valid");
    assert_eq!(play.tap(at("C3")), StepOutcome::Chosen);
    assert_eq!(play.tap(at("C2")), StepOutcome::Warned(Warning::BreaksSetForGood));
    assert_eq!(play.chosen(), [Step::From(at("C3"))], "the stack is still picked up");
    // Another square withdraws it.
    assert_eq!(play.tap(at("D8")), StepOutcome::Refused);
    assert_eq!(play.tap(at("C2")), StepOutcome::Warned(Warning::BreaksSetForGood));
    assert_eq!(play.tap(at("C2")), StepOutcome::Complete("1C3C2".to_owned()));
    // A harmless move is played at once.
    assert_eq!(play.tap(at("C3")), StepOutcome::Chosen);
    assert_eq!(play.tap(at("C6")), StepOutcome::Complete("1C3C6".to_owned()));
}

#[test]
fn taking_back_against_the_engine_goes_back_to_the_person() {
    let players = vec![Player::Engine(3), Player::Person];
    let mut play = Play::new(&Setup { players, ..setup("j") }, "").expect("valid");
    assert_eq!((play.engine_to_move(), play.lone_person()), (Some(3), Some(Seat(1))));
    for mv in ["A5", "A8", "B1"] {
        play.play(mv, 0.0).expect("legal");
    }
    assert_eq!(play.take_back(0.0), Some(Undone::Turns(vec!["A8".to_owned(), "B1".to_owned()])));
    assert!(play.is_open());
    // The engine's first move cannot be taken back: it would only play it again.
    assert_eq!(play.take_back(0.0), None);
    assert_eq!(play.plies(), 1);
}

#[test]
fn looking_back_changes_nothing() {
    let mut play = play("j");
    for mv in ["A5", "A8", "B1"] {
        play.play(mv, 0.0).expect("legal");
    }
    play.browse(1);
    assert_eq!((play.shown_ply(), play.plies(), play.is_browsing()), (1, 3, true));
    assert_eq!(play.tap(square(Board::Half, "A1")), StepOutcome::Refused);
    play.browse(9);
    assert_eq!((play.shown_ply(), play.is_browsing()), (3, false));
    play.browse(0);
    play.play("A4", 0.0).expect("legal");
    assert_eq!(play.shown_ply(), 4);
}

#[test]
fn time_runs_out_and_is_kept() {
    let control = Some(TimeControl::Fischer { initial: 60_000, increment: 0 });
    let mut play = Play::new(&Setup { control, ..setup("j") }, "2026.01.01").expect("valid");
    play.play("A5", 1000.0).expect("legal");
    play.play("A8", 1010.0).expect("legal");
    let kept = Play::read(&play.write(1020.0)).expect("a kept game is read");
    assert_eq!((kept.remaining(Seat(0), 5.0), kept.remaining(Seat(1), 5.0)), (Some(50.0), Some(50.0)));
    assert!(!play.check_clock(1069.0));
    assert!(play.check_clock(1070.0));
    assert_eq!(play.standing(), Standing::Declared(Some(Color::Black), Declared::Time));
    assert_eq!((play.has_won(Seat(0)), play.has_won(Seat(1))), (Some(false), Some(true)));
    assert!(play.write(1070.0).contains("[Reason \"time\"]"));
}

#[test]
fn clocks_stand_while_the_game_is_held_and_go_on_after_it_was_kept() {
    let control = Some(TimeControl::Fischer { initial: 60_000, increment: 0 });
    let mut play = Play::new(&Setup { control, ..setup("j") }, "2026.01.01").expect("valid");
    play.start_clock(5.0);
    assert_eq!(play.clocks().and_then(Clocks::running), None, "the first turn takes no time");
    play.play("A5", 10.0).expect("legal");
    play.stop_clocks(20.0);
    let left = |play: &Play, now| play.remaining(Seat(1), now);
    assert_eq!(left(&play, 500.0), Some(50.0));
    let mut kept = Play::read(&play.write(500.0)).expect("a kept game is read");
    kept.start_clock(1000.0);
    assert_eq!(left(&kept, 1010.0), Some(40.0));
}

#[test]
fn a_loss_on_time_can_be_taken_back_and_then_turns_too() {
    let control = Some(TimeControl::Fischer { initial: 60_000, increment: 0 });
    let mut play = Play::new(&Setup { control, ..setup("j") }, "2026.01.01").expect("valid");
    play.play("A5", 0.0).expect("legal");
    assert!(play.check_clock(60.0));
    assert_eq!(play.take_back(61.0), Some(Undone::Result));
    assert!(!play.check_clock(100.0), "the clock that ran out stands");
    assert!(play.can_take_back());
    assert_eq!(play.take_back(101.0), Some(Undone::Turns(vec!["A5".to_owned()])));
    assert!(!play.can_take_back());
}

#[test]
fn a_new_game_can_change_places() {
    let names = vec!["Ann".to_owned(), String::new()];
    let players = vec![Player::Person, Player::Engine(5)];
    let mut play = Play::new(&Setup { players, names, ..setup("sight-reduction") }, "").expect("valid");
    play.resign(Seat(0), 0.0);
    assert!(play.is_over());
    let again = play.again(true, 9);
    assert_eq!(again.players, [Player::Engine(5), Player::Person]);
    assert_eq!(again.names[1], "Ann");
    // The person's side can win the new board, too.
    let Start::Seed(seed) = again.start else { panic!("a seed") };
    assert!(balanced_seeds("sight-reduction", 1).iter().any(|&one| u64::from(one) == seed), "{seed}");
    assert_eq!(play.again(false, 9).players, [Player::Person, Player::Engine(5)]);
}

#[test]
fn games_of_released_versions_keep_the_strength_of_the_engine() {
    for game in registry::games() {
        let id = game.info().id;
        for former in 1..=8 {
            let text = format!("[Game \"{id}\"]\n[WhiteEngine \"{former}\"]\n[EngineSeed \"7\"]\n\n*\n");
            let play = Play::read(&text).expect("valid");
            let level = Level::from_eight(id, former).expect("a former level");
            assert_eq!(play.player(Seat(0)), Player::Engine(level.number()), "{id}");
            // Written again, it says of how many levels it is.
            let again = play.write(0.0);
            assert!(again.contains(&format!("[WhiteEngine \"{}\"]", level.to_stored(id))), "{again}");
            assert_eq!(Play::read(&again).expect("valid").player(Seat(0)), play.player(Seat(0)));
        }
    }
}

#[test]
fn levels_of_games_are_counted_by_their_rules() {
    let rules = "sight-reduction:remove=one-or-two";
    let (top, plain) = (Level::top(rules).number(), Level::top("sight-reduction").number());
    assert_ne!(top, plain);
    let game = "[Game \"sight-reduction:remove=one-or-two\"]\n";
    // A former version had as many levels by all rules of a game.
    for (stored, level) in [(format!("{plain}/{plain}"), top), (format!("{top}/{top}"), top), ("8".to_owned(), top)] {
        let play = Play::read(&format!("{game}[Seed \"3\"]\n[WhiteEngine \"{stored}\"]\n\n*\n")).expect("valid");
        assert_eq!(play.player(Seat(0)), Player::Engine(level), "{stored}");
        let again = play.write(0.0);
        assert!(again.contains(&format!("[WhiteEngine \"{top}/{top}\"]")), "{again}");
    }
}

#[test]
fn broken_games_are_told_and_strange_tags_ignored() {
    let strange = "[Game \"j\"]\n[WhiteEngine \"99\"]\n[TimeControl \"-5\"]\n[EngineSeed \"x\"]\n\n1. A5 *\n";
    let play = Play::read(strange).expect("the game is valid");
    assert_eq!((play.player(Seat(0)), play.clocks().is_none(), play.seed()), (Player::Person, true, 0));
    assert!(matches!(Play::read("[Game \"j\"]\n\n1. Z9 *\n"), Err(ReadError::Record(_))));
    assert!(Play::read("").is_err());
    let two = "[Game \"j\"]\n\n*\n\n[Game \"j\"]\n\n*\n";
    assert_eq!(Play::read(two).map(|_| ()), Err(ReadError::NotOne(2)));
}

#[test]
fn the_thinking_time_is_kept_and_nonsense_is_not() {
    let players = vec![Player::Person, Player::Engine(8)];
    let play = Play::new(&Setup { players, think: Some(15), ..setup("j") }, "").expect("valid");
    let text = play.write(0.0);
    assert_eq!(Play::read(&text).expect("valid").think(), Some(15));
    assert_eq!(play.again(true, 3).think, Some(15));
    for wrong in ["0", "61", "x", "-1"] {
        let text = text.replace("[EngineSeconds \"15\"]", &format!("[EngineSeconds \"{wrong}\"]"));
        assert_eq!(Play::read(&text).expect("valid").think(), None, "{wrong}");
    }
    // A game of an earlier version has no such tag.
    let earlier = text.replace("[EngineSeconds \"15\"]\n", "");
    assert_eq!(Play::read(&earlier).expect("valid").think(), None);
    assert!(!earlier.contains("EngineSeconds"), "{earlier}");
}

#[test]
fn a_game_is_untouched_until_a_person_moves() {
    let mut play =
        Play::new(&Setup { players: vec![Player::Engine(1), Player::Person], ..setup("j") }, "").expect("valid");
    for untouched in [true, true, false] {
        assert_eq!(play.is_untouched(), untouched);
        let mv = play.session().moves()[0].clone();
        play.play(&mv, 0.0).expect("legal");
    }
}
