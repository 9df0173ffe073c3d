//! PlayStrategy's PGN, Little Golem's text and OpenSpiel's action strings.

use halfboard_import::{GameFormat, ImportOptions, ImportedGame, read_games};
use halfboard_rules::record::RecordError;

fn read(text: &str) -> Vec<Result<ImportedGame, RecordError>> {
    read_games(text.as_bytes(), &ImportOptions::default())
}

/// Returns the rules, the moves, and the result with its reason.
fn summary(game: &ImportedGame) -> (String, String, String) {
    let moves: Vec<&str> = game.record.turns().iter().map(|turn| turn.mv.as_str()).collect();
    let (result, reason) = game.record.finish().result_and_reason();
    (game.record.rules().to_owned(), moves.join(" "), format!("{result} {reason}").trim_end().to_owned())
}

fn expected(rules: &str, moves: &str, result: &str) -> (String, String, String) {
    (rules.to_owned(), moves.to_owned(), result.to_owned())
}

const PLAYSTRATEGY: &str = "lines-of-action:first=black,both-united=draw,stuck=draw";
const OPENSPIEL: &str = "lines-of-action:first=black,stuck=loses,repetition=second";

#[test]
fn playstrategy_writes_chess_notation_with_the_black_checkers_first() {
    let text = "[Event \"Casual\"]\n[Site \"https://playstrategy.org/abc\"]\n[Date \"2023.05.01\"]\n[White \"Ann\"]\n\
                [Black \"Ben\"]\n[Result \"1-0\"]\n[Variant \"Lines Of Action\"]\n[Termination \"Time forfeit\"]\n\n\
                1. Lbb3 { [%clk 0:05:00] } 1... Lac2 $1 (1... Lac4) 2. Lxh6 {a capture} 1-0\n\n\n\
                [Variant \"Scrambled Eggs\"]\n[Result \"*\"]\n\n1. b1b3 b8b6 *\n\n\
                [Variant \"Chess\"]\n\n1. e4 *\n";
    let games = read(text);
    let first = games[0].as_ref().expect("a game");
    assert_eq!((first.format, first.line), (GameFormat::PlayStrategy, 1));
    assert_eq!(summary(first), expected(PLAYSTRATEGY, "b1b3 a2c2 f8h6", "0-1 time"));
    assert_eq!((first.record.tag("Black"), first.record.tag("White")), (Some("Ann"), Some("Ben")));
    assert_eq!(first.record.turns()[2].comments, ["a capture"]);
    let eggs = "lines-of-action:setup=scrambled-eggs,first=black,both-united=draw,stuck=draw";
    assert_eq!(summary(games[1].as_ref().expect("a game")), expected(eggs, "b1b3 b8b6", "* -"));
    let error = games[2].as_ref().expect_err("another game");
    assert_eq!((error.game, error.line), (3, 18));
}

#[test]
fn playstrategy_gives_positions_as_fen() {
    let text = "[Variant \"Lines Of Action\"]\n[FEN \"1LL5/8/8/8/8/8/l6l/1L6 b - - 0 1\"]\n\n1... Lac2 *\n";
    let game = &read(text)[0];
    let record = &game.as_ref().unwrap_or_else(|error| panic!("{error}")).record;
    assert_eq!(record.session().position(), "1bb5/8/8/8/8/8/2w4w/1b6 b - -");
}

#[test]
fn little_golem_numbers_moves_below_headings() {
    let text = "Tournament: loa.mc.2013.1\nBlack: Ann\nWhite: Ben\n\n1.b1-b3 2.a2-c2 3.d1d3\n4.resign\n\n\
                Black: Cleo\n1. b1b3, a2xc2; 2. d1-d3 0-1\n\n1.b1-b4\n";
    let games = read(text);
    assert_eq!(games.len(), 3);
    let first = games[0].as_ref().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(first.format, GameFormat::LittleGolem);
    assert_eq!(summary(first), expected("lines-of-action:first=black", "b1b3 a2c2 d1d3", "0-1 resigned"));
    assert_eq!((first.record.tag("Event"), first.record.tag("White")), (Some("loa.mc.2013.1"), Some("Ben")));
    let second = games[1].as_ref().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((second.line, summary(second).2), (8, "0-1".to_owned()));
    assert_eq!(games[2].as_ref().map_err(|error| (error.game, error.line)).err(), Some((3, 11)));
}

#[test]
fn openspiel_lists_actions() {
    for text in ["b1-b3 a2-c2 f8xh6\n", "['b1-b3', 'a2-c2', 'f8xh6']", "\n\"b1-b3\",\"a2-c2\",\"f8xh6\"\n"] {
        let games = read(text);
        assert_eq!(games.len(), 1, "{text}");
        let game = games[0].as_ref().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.format, GameFormat::OpenSpiel);
        assert_eq!(summary(game), expected(OPENSPIEL, "b1b3 a2c2 f8h6", "* -"));
    }
    let numbers = ImportOptions { format: Some(GameFormat::OpenSpiel), ..ImportOptions::default() };
    let games = read_games(b"162\n162 162\n", &numbers);
    assert_eq!(summary(games[0].as_ref().expect("a game")).1, "b1b3");
    assert_eq!(games[1].as_ref().map_err(|error| (error.game, error.line, error.ply)).err(), Some((2, 2, Some(2))));
    // The start for the second time is a draw there.
    let drawn = "b1-b3 a4-c4 b3-b1 c4-a4";
    assert_eq!(summary(read(drawn)[0].as_ref().expect("a game")).2, "1/2-1/2 repetition");
}

#[test]
fn games_that_went_on_after_a_repetition_are_read_without_it() {
    let round = ";B[b1-b3];W[a4-c4];B[b3-b1];W[c4-a4]";
    let game = format!("(;GM[9]{round}{round}{round})");
    let (rules, moves, result) = summary(read(&game)[0].as_ref().expect("a game"));
    assert_eq!((rules.as_str(), result.as_str()), ("lines-of-action:first=black,repetition=none", "* -"));
    assert_eq!(moves.split(' ').count(), 12);
}

#[test]
fn damaged_text_never_panics() {
    let good =
        "[Variant \"Lines Of Action\"]\n[FEN \"8/l w\"]\n\n1. Lbb3 {x} (y) $1 é 1-0\nBlack: Ann\n1.b1-b3 b1-b3 162\n";
    let characters: Vec<char> = good.chars().collect();
    for from in 0..characters.len() {
        for to in [from + 1, from + 7, characters.len() - 1] {
            let text: String = characters[..from].iter().chain(characters.get(to..).unwrap_or_default()).collect();
            for format in GameFormat::ALL.iter().map(|(format, _)| Some(*format)).chain([None]) {
                let _ = read_games(text.as_bytes(), &ImportOptions { format, variations: true });
            }
        }
    }
}
