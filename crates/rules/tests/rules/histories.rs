//! What a match adds to positions: repetition, passes, undo and redo, and the order in which endings are judged.

use std::ops::ControlFlow;

use halfboard_rules::board::Board;
use halfboard_rules::game::{Ending, Game, GameInfo, Preset, Reason, Seat};
use halfboard_rules::games::j::J;
use halfboard_rules::games::sllim::Sllim;
use halfboard_rules::options::{OptionError, OptionInfo, OptionSet};
use halfboard_rules::registry;
use halfboard_rules::session::{Match, MoveError, Session};

fn at(rules: &str, position: &str) -> Box<dyn Session> {
    registry::rules(rules).expect("valid rules").position(position).expect("a valid position")
}

fn play(session: &mut dyn Session, moves: &str) {
    for mv in moves.split(' ') {
        session.play(mv).unwrap_or_else(|error| panic!("{error}"));
    }
}

fn result(session: &dyn Session) -> String {
    session.ending().map_or("* -".to_owned(), |ending| ending.to_string())
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let mut session = registry::rules("lines-of-action").expect("valid").start(0);
    let there_and_back = "a4c4 b1b3 c4a4 b3b1";
    play(&mut *session, there_and_back);
    assert_eq!(result(&*session), "* -", "the start has occurred twice");
    play(&mut *session, there_and_back);
    assert_eq!(result(&*session), "1/2-1/2 repetition");
    assert!(!session.moves().is_empty(), "the list of legal moves ignores history");
    assert!(matches!(session.play("a4c4"), Err(MoveError::Over { .. })));
    assert!(session.undo());
    assert_eq!(result(&*session), "* -", "taking back takes the repetition back");
    assert!(session.redo());
    assert_eq!(result(&*session), "1/2-1/2 repetition");
}

#[test]
fn an_option_says_which_occurrence_is_a_draw() {
    let there_and_back = "a4c4 b1b3 c4a4 b3b1";
    let mut second = registry::rules("lines-of-action:repetition=second").expect("valid").start(0);
    play(&mut *second, "a4c4 b1b3 c4a4");
    assert_eq!(result(&*second), "* -");
    play(&mut *second, "b3b1");
    assert_eq!(result(&*second), "1/2-1/2 repetition");
    let mut none = registry::rules("lines-of-action:repetition=none").expect("valid").start(0);
    for _ in 0..5 {
        play(&mut *none, there_and_back);
        assert_eq!(result(&*none), "* -");
    }
}

#[test]
fn who_has_no_move_may_lose_or_draw() {
    let shut_in = "8/8/8/8/8/8/bbbb2bb/www1b2w w - -";
    for (stuck, end) in [("pass", "* -"), ("loses", "0-1 no-move"), ("draw", "1/2-1/2 no-move")] {
        let mut session = at(&format!("lines-of-action:stuck={stuck}"), shut_in);
        assert_eq!(result(&*session), end, "{stuck}");
        assert_eq!(session.moves().len(), usize::from(stuck == "pass"), "{stuck}");
        assert_eq!(session.play("pass").is_ok(), stuck == "pass", "{stuck}");
    }
    // The united win first: a lone white checker is one group, whether it can move or not.
    assert_eq!(result(&*at("lines-of-action:stuck=loses", "8/8/8/8/8/8/bb5b/wb6 w - -")), "1-0 united-by-opponent");
}

#[test]
fn rules_strings_from_before_the_options_stay_as_they_are() {
    for text in ["lines-of-action", "lines-of-action:first=black,both-united=draw", "lines-of-action:wrap=both"] {
        let rules = registry::rules(text).expect("valid rules");
        assert_eq!(rules.canonical(), text);
        let spelt_out = if text.contains(':') { format!("{text},") } else { format!("{text}:") };
        let spelt_out = registry::rules(&format!("{spelt_out}stuck=pass,repetition=third")).expect("valid rules");
        assert_eq!(spelt_out.canonical(), text, "the defaults are what always held");
    }
    let refused = registry::rules("lines-of-action:players=four,stuck=loses").expect_err("contradiction");
    assert!(refused.to_string().contains("goes only with players=two"), "{refused}");
}

#[test]
fn repetition_counts_whose_turn_it_is() {
    let mut session = at("j", "8/8/8/8 w w12b12");
    play(&mut *session, "A1 A8");
    assert_eq!(result(&*session), "* -");
}

/// White is shut in and passes; Black is not, so play goes on.
#[test]
fn who_has_no_move_passes() {
    let mut session = at("lines-of-action", "8/8/8/8/8/8/bbbb2bb/www1b2w w - -");
    assert_eq!(session.moves(), ["pass"]);
    play(&mut *session, "pass");
    assert_eq!(session.position(), "8/8/8/8/8/8/bbbb2bb/www1b2w b - -");
    assert!(session.moves().len() > 1);
    assert_eq!(result(&*session), "* -");
}

/// A game of nothing but waiting: each of three players may pass or step. Lines of Action hardly ever comes to a stop
/// for both sides, so the rule that ends it then is tested on this.
#[derive(Clone, Debug)]
struct Waiting;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Table {
    turn: u8,
    steps: u32,
}

/// No options.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Nothing;

impl OptionSet for Nothing {
    const INFO: &'static [OptionInfo] = &[];
    const DEFAULT: Self = Nothing;

    fn get(&self, _: usize) -> String {
        String::new()
    }

    fn set(&mut self, _: usize, _: &str) -> bool {
        false
    }
}

impl Game for Waiting {
    type Options = Nothing;
    type Position = Table;
    type Move = bool;

    const INFO: GameInfo = GameInfo { id: "waiting", name: "Waiting", board: Board::Half };
    const PRESETS: &'static [Preset<Nothing>] = &[];

    fn new(_options: Nothing) -> Result<Self, OptionError> {
        Ok(Waiting)
    }

    fn options(&self) -> &Nothing {
        &Nothing
    }

    fn seats(&self) -> &'static [&'static str] {
        &["One", "Two", "Three"]
    }

    fn start(&self, _seed: u64) -> Table {
        Table { turn: 0, steps: 0 }
    }

    fn turn(&self, position: &Table) -> Seat {
        Seat(position.turn)
    }

    fn for_each_move(&self, _: &Table, f: &mut impl FnMut(bool) -> ControlFlow<()>) -> ControlFlow<()> {
        f(true)?;
        f(false)
    }

    fn play(&self, position: &mut Table, steps: bool) {
        position.turn = (position.turn + 1) % 3;
        position.steps += u32::from(steps);
    }

    fn ending(&self, _: &Table) -> Option<Ending> {
        None
    }

    fn key(&self, position: &Table) -> u64 {
        u64::from(position.steps)
    }

    fn passer(&self, position: &Table, steps: bool) -> u8 {
        u8::from(!steps) << position.turn
    }

    fn passers(&self) -> u8 {
        0b111
    }
}

#[test]
fn when_all_have_passed_in_a_row_it_is_a_draw() {
    let ends = |moves: &[bool]| {
        let mut game = Match::new(Waiting, Waiting.start(0));
        for (ply, &steps) in moves.iter().enumerate() {
            assert_eq!(game.ending(), None, "before ply {ply} of {moves:?}");
            game.play(steps);
        }
        game.ending()
    };
    let drawn = Some(Ending::draw(Reason::NoMove));
    assert_eq!(ends(&[false, false, false]), drawn);
    assert_eq!(ends(&[false, false]), None);
    assert_eq!(ends(&[false, false, true, false, false]), None, "a step breaks the run");
    assert_eq!(ends(&[false, false, true, false, false, false]), drawn);
}

#[test]
fn undo_and_redo_walk_through_a_game() {
    let mut session = registry::rules("stacks-in-action").expect("valid").start(0);
    assert!(!session.undo() && !session.redo());
    let start = session.position();
    play(&mut *session, "3B8B5 3B1B4");
    let end = session.position();
    assert!(session.undo() && session.undo() && !session.undo());
    assert_eq!(session.position(), start);
    assert_eq!(session.history(), Vec::<String>::new());
    assert!(session.redo() && session.redo() && !session.redo());
    assert_eq!(session.position(), end);
    session.undo();
    play(&mut *session, "3C1C4");
    assert!(!session.redo(), "a new move forgets what was taken back");
    assert_eq!(session.history(), ["3B8B5", "3C1C4"]);
}

#[test]
fn an_illegal_move_is_answered_with_the_nearest_legal_ones() {
    let mut session = registry::rules("lines-of-action").expect("valid").start(0);
    let error = session.play("a4c5").expect_err("not legal");
    let MoveError::NotLegal { word, nearest, count } = &error else { panic!("{error}") };
    assert_eq!((word.as_str(), *count), ("a4c5", 36));
    assert!(nearest.contains(&"a4c4".to_owned()), "{nearest:?}");
    assert_eq!(session.ply(), 0);
}

/// The preset with a target is worth trying: on the board of seed 0, which is shown when nothing else is asked for, it
/// has a solution.
#[test]
fn the_preset_with_a_target_can_be_solved() {
    let presets = registry::game("sight-reduction").expect("ours").presets();
    let preset = presets.iter().find(|preset| preset.rules.contains("target")).expect("there is one");
    let mut session = registry::rules(&preset.rules).expect("valid").start(0);
    let solution = "C4 B3 A6 C2 B6 D4 B5 B4 B2 A2 A1 C6 B7 A7 D3 D7 A3 B8 C3 D6 D8 D2 A8 A4 C1 B1 C5 D1 C7 A5";
    play(&mut *session, solution);
    assert_eq!(result(&*session), "solved solved");
}

#[test]
fn a_session_knows_its_plies_its_rules_and_its_match() {
    let mut session = registry::rules("j:first=black").expect("valid").start(0);
    for mv in ["A5", "B8"] {
        session.play(mv).expect("legal");
    }
    assert_eq!(session.ply(), 2);
    let turns: Vec<_> = (0..4).map(|ply| session.turn_at(ply)).collect();
    assert_eq!(turns, [Some(Seat(1)), Some(Seat(0)), Some(Seat(1)), None]);
    assert_eq!(session.as_rules().start(0).position(), session.start());
    let played: &Match<J> = session.as_any().downcast_ref().expect("a match of J");
    assert_eq!(played.moves().len(), 2);
    assert_eq!(played.legal_moves().len(), session.moves().len());
    session.undo();
    assert_eq!((session.ply(), session.turn_at(2)), (1, None));
    assert!(session.as_any().downcast_ref::<Match<Sllim>>().is_none());
}
