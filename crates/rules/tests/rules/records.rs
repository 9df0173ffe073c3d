//! Records and SGF: what they look like, what they keep, and what errors say.

use halfboard_rules::game::Color;
use halfboard_rules::games::lines_of_action::sgf;
use halfboard_rules::record::{self, Declared, Finish, Record, Start};
use halfboard_rules::registry;

const TWO_GAMES: &str = r#"[Game "sight-reduction:sight=queen"]
[Seed "1"]
[White "Ann \"the Eye\""]
[Black "Ben"]
[Date "2026.11.15"]
[Result "*"]

{a random board} 1. A2 {sees A3} A5 2. A3 *

[Game "lines-of-action"]
[Position "8/8/8/8/8/2b5/8/w1w2b2 w - -"]
[Result "1-0"]
[Reason "united"]

1. c1b2 1-0
"#;

fn error(text: &str) -> String {
    record::parse(text).expect_err("this record is wrong").to_string()
}

#[test]
fn a_record_is_written_as_it_was_read() {
    let games = record::parse(TWO_GAMES).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].rules(), "sight-reduction:sight=queen");
    assert_eq!(games[0].start(), &Start::Seed(1));
    assert_eq!(games[0].tag("White"), Some("Ann \"the Eye\""));
    assert_eq!(games[0].preface(), ["a random board"]);
    assert_eq!(games[0].turns()[0].comments, ["sees A3"]);
    assert_eq!(games[0].finish(), Finish::Open);
    assert_eq!(games[1].session().ending().map(|ending| ending.to_string()), Some("1-0 united".to_owned()));
    assert_eq!(record::format(&games), TWO_GAMES);
}

#[test]
fn other_spellings_are_read() {
    let text = "[Game \"lines-of-action\"]\n1.a4-c4 b1xb3 ; a comment to the end of the line\n2. c4a4 b3:b1 *";
    let games = record::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let moves: Vec<&str> = games[0].turns().iter().map(|turn| turn.mv.as_str()).collect();
    assert_eq!(moves, ["a4c4", "b1b3", "c4a4", "b3b1"]);
    assert_eq!(games[0].turns()[1].comments, [" a comment to the end of the line"]);
}

/// Found by fuzzing: taking out one sign of many gave yet another spelling.
#[test]
fn only_one_sign_between_two_squares_is_another_spelling() {
    let session = registry::rules("lines-of-action").expect("valid").start(0);
    for (text, respelt) in
        [("b1-b3", "b1b3"), ("b1xb3@e5", "b1b3@e5"), ("b1--b3", "b1--b3"), ("-----f5e4", "-----f5e4")]
    {
        assert_eq!(session.respell(text), respelt);
    }
}

#[test]
fn four_players_move_in_rounds_of_four_and_solitaire_in_twos() {
    let mut session = registry::rules("lines-of-action:players=four").expect("valid").start(0);
    for _ in 0..5 {
        let mv = session.moves()[0].clone();
        session.play(&mv).expect("legal");
    }
    let text = record::format(&[Record::new(&*session, Start::Seed(0))]);
    assert!(text.contains(" 2. ") && !text.contains(" 3. "), "{text}");
    let mut session = registry::rules("sight-reduction:solitaire=on").expect("valid").start(1);
    while session.ending().is_none() {
        let mv = session.moves()[0].clone();
        session.play(&mv).expect("legal");
    }
    let record = Record::new(&*session, Start::Seed(1));
    let text = record::format(std::slice::from_ref(&record));
    assert!(text.contains("[Result \"stuck ") && text.contains("[Reason \"no-move\"]"), "{text}");
    assert_eq!(record::parse(&text).expect("valid"), [record]);
}

#[test]
fn a_result_can_be_declared_only_while_the_game_is_open() {
    let session = registry::rules("j").expect("valid").start(0);
    let mut record = Record::new(&*session, Start::Seed(0));
    record.declare(Some(Color::Black), Declared::Resigned).expect("the game is open");
    let text = record::format(std::slice::from_ref(&record));
    assert!(text.contains("[Result \"0-1\"]\n[Reason \"resigned\"]"), "{text}");
    assert_eq!(record::parse(&text).expect("valid"), [record]);
    let mut open = Record::new(&*session, Start::Seed(0));
    assert!(open.declare(None, Declared::Resigned).is_err(), "who resigns loses");
    assert!(open.declare(Some(Color::White), Declared::Agreed).is_err(), "what is agreed is a draw");
    let solitaire = registry::rules("sight-reduction:solitaire=on").expect("valid").start(0);
    assert!(Record::new(&*solitaire, Start::Seed(0)).declare(None, Declared::Abandoned).is_err());
    let mut over = record::parse(TWO_GAMES).expect("valid").remove(1);
    assert!(over.declare(None, Declared::Agreed).is_err());
}

#[test]
fn a_bad_move_is_named_with_game_line_ply_word_and_alternatives() {
    let message = error("[Game \"j\"]\n\n1. A5 B8 *\n\n[Game \"j\"]\n\n1. A5\nB8 2. A9 *\n");
    for part in ["game 2", "line 8", "ply 3", "'A9'", "nearest", "A1", "A2"] {
        assert!(message.contains(part), "{message} lacks {part}");
    }
}

#[test]
fn errors_say_what_would_be_valid() {
    for (text, part) in [
        ("", "[Game \"rules string\"]"),
        ("1. A5 *", "[Game \"rules string\"]"),
        ("[White \"Ann\"]\n*", "is missing"),
        ("[Game \"j\"]\n1. A5 3. A1 *", "number 1"),
        ("[Game \"j\"]\n1. A5", "no result"),
        ("[Game \"jj\"]\n*", "the games are"),
        ("[Game \"j:first=green\"]\n*", "white, black"),
        ("[Game \"j\"]\n[Position \"8/8/8 w w12b12\"]\n*", "4 rows"),
        ("[Game \"j\"]\n[Game \"j\"]\n*", "twice"),
        ("[Game \"j\"]\n[Seed \"-1\"]\n*", "whole number"),
        ("[Game \"j\"]\n[Seed \"1\"]\n[Position \"8/8/8/8 w w12b12\"]\n*", "not both"),
        ("[Game \"j\"\n*", "[Name \"value\"]"),
        ("[Game \"j\"]\n{open *", "ends with }"),
        ("[Game \"j\"]\n[Result \"1-0\"]\n*", "differs"),
        ("[Game \"j\"]\n1-0 A5", "after the result"),
        ("[Game \"j\"]\n[Reason \"boredom\"]\n1-0", "resigned, time"),
        ("[Game \"j\"]\n[Reason \"resigned\"]\n1/2-1/2", "agreed, abandoned"),
        ("[Game \"j\"]\n[Seed \"+7\"]\n*", "whole number"),
        ("[Game \"j\"]\n*\n\n[Game j]\n*", "game 2, line 4"),
        ("[Game \"j\"]\nsolved", "valid: *"),
        ("[Game \"sight-reduction:solitaire=on\"]\n1-0", "valid: *"),
        ("[Game \"j\"]\n(A5) *", "no variations"),
        ("[Game \"lines-of-action\"]\n[Position \"8/8/8/8/8/2b5/8/w1w2b2 w - -\"]\n1. c1b2 0-1", "1-0 united"),
        ("[Game \"lines-of-action\"]\n[Position \"8/8/8/8/8/2b5/8/w1w2b2 w - -\"]\n1. c1b2 f1f2 1-0", "over"),
    ] {
        let message = error(text);
        assert!(message.contains(part), "{text:?}: {message}");
    }
}

/// A game as other programs write it: Black begins, captures with a colon, marks after moves, upper case.
#[test]
fn sgf_of_other_programs_is_read() {
    let text = "(;FF[4]GM[9]SZ[8]PB[Ann]PW[Ben]DT[2026-11-15]SU[Standard]\n;B[B1-B3];W[a2-c2]C[hm \\] ]\n(;B[b8:b5+!])(;B[g8-g6]))";
    let message = sgf::parse(text).expect_err("b8b5 is no move here").to_string();
    assert!(message.contains("ply 3") && message.contains("b8:b5+!"), "{message}");
    let games = sgf::parse(&text.replace("b8:b5+!", "c8-c5++")).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(games[0].rules(), "lines-of-action:first=black");
    assert_eq!(games[0].tag("Black"), Some("Ann"));
    assert_eq!(games[0].tag("Date"), Some("2026.11.15"));
    let moves: Vec<&str> = games[0].turns().iter().map(|turn| turn.mv.as_str()).collect();
    assert_eq!(moves, ["b1b3", "a2c2", "c8c5"], "the first branch is the main line");
    assert_eq!(games[0].turns()[1].comments, ["hm ] "]);
}

#[test]
fn sgf_keeps_rules_starts_and_results() {
    let position = "8/8/8/8/8/2b5/8/w1w2b2 b - -";
    for (rules, start, moves) in [
        ("lines-of-action:wrap=both", Start::Seed(0), 6),
        ("lines-of-action:setup=scrambled-eggs,first=black,both-united=draw", Start::Seed(0), 4),
        ("lines-of-action:setup=parachute,drops=opponent", Start::Seed(0), 15),
        ("lines-of-action:players=alternating", Start::Seed(0), 9),
        ("lines-of-action", Start::Position(position.to_owned()), 1),
    ] {
        let mut session = start.session(rules).expect("valid");
        for _ in 0..moves {
            let mv = session.moves().pop().expect("a move");
            session.play(&mv).expect("legal");
        }
        let mut record = Record::new(&*session, start);
        record.set_tag("White", "A ] \\ B");
        record.comment(0, "before");
        record.declare(Some(Color::White), Declared::Time).expect("open");
        let text = sgf::format(std::slice::from_ref(&record)).expect("two players");
        let read = sgf::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read, [record], "{text}");
    }
}

#[test]
fn sgf_refuses_what_it_cannot_hold() {
    let four = registry::rules("lines-of-action:players=four").expect("valid").start(0);
    let other = registry::rules("j").expect("valid").start(0);
    for session in [four, other] {
        assert!(sgf::format(&[Record::new(&*session, Start::Seed(0))]).is_err());
    }
    for (text, part) in [
        ("", "begins with (;"),
        ("(;GM[1])", "GM[9]"),
        ("(;FF[4])", "GM[9]"),
        ("(;GM[9]SZ[9])", "SZ[8]"),
        ("(;GM[9]SU[Gemma])", "Custom"),
        ("(;GM[9];B[b1-b3];B[c1-c3])", "White's turn"),
        ("(;GM[9]AB[z9])", "a1 to h8"),
        ("(;GM[9]AB[a1]AW[a1])", "both"),
        ("(;GM[9]RE[X+])", "W+, B+"),
        ("(;GM[9]C[x)", "ends with ]"),
        ("(;GM[9]", "ends with )"),
        ("(;GM)", "no value"),
        ("(;GM[9])(;FF[4])", "game 2"),
        ("(;GM[9]RU[lines-of-action:wrap=boht])", "its values are"),
        ("(;GM[9]AW[a1]AW[b1])", "twice"),
        ("(;GM[9];W[a2-c2][h2-f2])", "one turn"),
        ("(;GM[9];AB[d4])", "first node"),
        ("(;GM[9]RE[B+];B[resign])", "1-0 resigned"),
    ] {
        let message = sgf::parse(text).expect_err(text).to_string();
        assert!(message.contains(part), "{text}: {message}");
    }
}
