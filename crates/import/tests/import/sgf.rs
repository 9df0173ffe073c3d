//! SGF as found in the wild, an oddity each.

use halfboard_import::{GameFormat, ImportOptions, ImportedGame, read_games};
use halfboard_rules::games::lines_of_action::sgf;
use halfboard_rules::record::{self, RecordError};

fn read(text: &str) -> Vec<Result<ImportedGame, RecordError>> {
    read_games(text.as_bytes(), &ImportOptions::default())
}

/// Reads the only game of a text and returns rules, moves, and result with reason.
fn only(text: &str) -> (String, String, String) {
    let games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    let game = games[0].as_ref().unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(game.format, GameFormat::Sgf);
    let moves: Vec<&str> = game.record.turns().iter().map(|turn| turn.mv.as_str()).collect();
    let (result, reason) = game.record.finish().result_and_reason();
    (game.record.rules().to_owned(), moves.join(" "), format!("{result} {reason}").trim_end().to_owned())
}

fn error(text: &str) -> String {
    let games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    games[0].as_ref().expect_err(text).to_string()
}

const BLACK: &str = "lines-of-action:first=black";
const EGGS: &str = "lines-of-action:setup=scrambled-eggs,first=black";

#[test]
fn old_files_are_read() {
    for text in [
        "(;GM[9];B[b1-b3];W[a2-c2])",
        "(;GaMe [9] SiZe [8] SetUp [Standard] C[] ;B [b1 b3] C[] ;W[ a2- c2 ])",
        " (;\nGM[9] VV[1]\nSU[LOA]\n; B[B1-B3    ]\n; W[A2:C2    ]\n;\nPB[time 0:27:31 ]\n)\n \n",
        "(;FF[1]Black[B1xB3];White[A2-C2++])",
        "(;b[b1-b3];w[a2-c2!])",
        "(\n;B[b1-b3]W[a2-c2])",
        "Dear all,\nhere is (at last) our game:\n(;GM[9];B[b1-b3];W[a2-c2])\nYours, Ann",
        "(;B[b1-b3]C[a [sad\\] move] indeed];W[a2-c2])",
        "(;B[b1-b3];W[a2-c2]",
        "(;B[b1-b3](;W[a2-c2])(;W[a4-c4]))",
    ] {
        assert_eq!(only(text), (BLACK.to_owned(), "b1b3 a2c2".to_owned(), "* -".to_owned()), "{text}");
    }
}

#[test]
fn results_come_from_the_property_the_last_node_or_the_position() {
    for (end, result) in [
        (";W[Forfeit]", "0-1 abandoned"),
        (";W[Resigns]", "0-1 resigned"),
        (";B[resign]", "1-0 resigned"),
        (";W[time]", "0-1 time"),
        (";W[Draw]", "1/2-1/2 agreed"),
        (";W[OfferDraw];B[AcceptDraw]", "1/2-1/2 agreed"),
        (";RE[B+R]", "0-1 resigned"),
        (";RE[Black wins]", "0-1"),
        (";W[resign]RE[B+]", "0-1 resigned"),
        (";RE[White+Forfeit]", "1-0 abandoned"),
        (";RE[Void]", "* -"),
        (";RE[who knows]", "* -"),
    ] {
        assert_eq!(only(&format!("(;GM[9];B[b1-b3]{end})")).2, result, "{end}");
    }
    // The rules have decided, whatever is stated.
    let won = "(;AW[a1][a2][h8]AB[e1][e3]PL[B]RE[W+];B[e1-d2];W[resign])";
    assert_eq!(only(won).2, "0-1 united");
}

#[test]
fn variants_are_stated_or_found_by_their_moves() {
    for setup in ["SU[Scrambled-Eggs]", "SU[Scrambled]", "SetUp[scrambled eggs]", "", "SU[my own]"] {
        let text = format!("(;GM[9]{setup};B[b1-b3];W[b8-b6])");
        assert_eq!(only(&text).0, EGGS, "{setup}");
    }
    assert_eq!(only("(;W[a2-c2])").0, "lines-of-action");
    assert_eq!(only("(;PL[White];W[a2-c2])").0, "lines-of-action");
    assert_eq!(only("(;;B[a3-c3@e5])").0, "lines-of-action:setup=parachute,first=black");
    assert_eq!(
        only("(;RU[lines-of-action:first=black,wrap=both];B[b1-b3])").0,
        "lines-of-action:first=black,wrap=both"
    );
}

#[test]
fn positions_are_set_up_in_every_spelling() {
    for stones in [
        "AB[b8][b1][c8]AW[a2][h2]",
        "AB[B8B1C8]AW[A2H2]",
        "AB[b8,b1,c8]AW[a2 h2]",
        "AddBlack[b8:c8][b1]AddWhite[a2][h2]",
        "AB[b8:c8]AB[b1][d4]AE[d4]AW[a2][h2]",
        "SU[Custom];AB[b8][b1][c8]AW[a2][h2]",
    ] {
        let games = read(&format!("(;GM[9]{stones};B[b1-b3])"));
        let record = &games[0].as_ref().unwrap_or_else(|error| panic!("{stones}: {error}")).record;
        let mut session = record.session();
        session.undo();
        assert_eq!(session.position(), "1bb5/8/8/8/8/8/w6w/1b6 b - -", "{stones}");
    }
}

#[test]
fn variations_are_those_of_the_strict_parser() {
    let options = ImportOptions { variations: true, ..ImportOptions::default() };
    for text in [
        "(;GM[9]PL[B];B[b1-b3]C[x](;W[a2-c2];B[c1-e3])(;W[a4-c4]C[so](;B[d1-d3])(;B[e1-e3])))",
        "(;GM[9]PL[B](;B[b1-b3];W[a2-c2])(;B[z9-b3];W[a4-c4])(;W[a4-c4])(;B[c1-c3]))",
    ] {
        let games = read_games(text.as_bytes(), &options);
        let game = games[0].as_ref().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.variations, sgf::parse_trees(text).expect("strict")[0].1, "{text}");
    }
    let games = read_games(b"(;GM[9](;B[B1- B3 ];W[Resign])(;B[C1 C3 ]))", &options);
    let moves: Vec<_> = games[0].as_ref().expect("a game").variations.iter().map(|b| (b.depth, &*b.mv)).collect();
    assert_eq!(moves, [(1, "b1b3"), (1, "c1c3")]);
}

#[test]
fn a_missing_pass_is_added() {
    let stuck = "(;AW[a1][h8]AB[b1][a2][b2][g8][g7][h7]PL[W];B[b1-d1])";
    assert_eq!(only(stuck).1, "pass b1d1");
}

#[test]
fn tags_and_comments_are_kept() {
    let text =
        "(;PB[ Ann\n ]PW[Ben]EV[Cup]RO[2]DT[Wed Aug 04 19:13:16 GMT+01:00 2004]GN[g]GC[final]C[x];B[b1-b3]C[y]C[ ])";
    let games = read(text);
    let record = &games[0].as_ref().expect("a game").record;
    let tags: Vec<_> = record.tags().iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let expected =
        [("White", "Ben"), ("Black", "Ann"), ("Date", "2004.08.04"), ("Event", "Cup"), ("Round", "2"), ("Name", "g")];
    assert_eq!(tags, expected);
    assert_eq!(record.preface(), ["final", "x"]);
    assert_eq!(record.turns()[0].comments, ["y"]);
}

#[test]
fn latin_1_is_decoded() {
    let games = read_games(b"(;GM[9]PB[Jorge G\xf3mez];B[b1-b3])", &ImportOptions::default());
    assert_eq!(games[0].as_ref().expect("a game").record.tag("Black"), Some("Jorge Gómez"));
}

#[test]
fn a_bad_game_does_not_lose_the_others() {
    let text = "(;GM[9];B[b1-b3])\n(;GM[9]\n;B[b1-b4])\n(;GM[1];B[aa])\n(;GM[9];B[c1-c3]";
    let text = format!("{text}\n(;GM[9]PB[Ann];B[d1-d3])");
    let games = read(&text);
    let places: Vec<_> =
        games.iter().map(|game| game.as_ref().map_err(|error| (error.game, error.line)).err()).collect();
    assert_eq!(places, [None, Some((2, 3)), Some((3, 4)), None, None]);
    assert_eq!(games[4].as_ref().map(|game| (game.game, game.line)), Ok((5, 6)));
}

#[test]
fn errors_say_what_is_wrong() {
    for (text, problem) in [
        ("(;GM[1];B[aa])", "game 1, line 1, at '1': this is another game; Lines of Action is GM[9]"),
        ("(;GM[9];B[e8-^^])", "game 1, line 1, ply 1, at 'e8-^^': this is not a move; valid: two squares such as"),
        ("(;GM[9];B[b1-b3];B[c1-c3])", "game 1, line 1, ply 2, at 'c1-c3': it is white's turn"),
        ("(;GM[9];B[resign];W[a2-c2])", "at 'a2-c2': a turn after the game was given up"),
        ("(;GM[9]SZ[9];B[b1-b3])", "the board must be SZ[8]"),
        ("(;AB[b1][z9]AW[a1])", "at 'z9': squares are a1 to h8"),
        ("(;AB[b1]AW[b1])", "at 'b1': a square is given to both White and Black"),
        ("(;B[b1-b3];AB[b1])", "AB changes the board in the middle"),
        ("(;B[b1-b3]C[never closed", "a value is not closed; it ends with ]"),
        ("hello", "this is not a game in a known format"),
    ] {
        let error = error(text);
        assert!(error.contains(problem), "{text}: {error}");
    }
    assert!(read(" \n").is_empty());
}

#[test]
fn what_is_strict_is_read_alike() {
    let records = record::parse(
        "[Game \"lines-of-action:first=black\"]\n[White \"Ann\"]\n[Date \"2026.11.15\"]\n\n{so} 1. b1b3 {x} a2c2 0-1\n\n\
         [Game \"lines-of-action:setup=parachute,drops=opponent\"]\n\n1. a2c2@e5 *\n\n\
         [Game \"lines-of-action\"]\n[Position \"1b6/8/8/8/8/8/w6w/1b6 b - -\"]\n\n1. b1b3 *\n",
    )
    .expect("valid records");
    let text = sgf::format(&records).expect("games of Lines of Action");
    let again: Vec<_> = read(&text).into_iter().map(|game| game.expect("a game").record).collect();
    assert_eq!(again, records);
    assert_eq!(sgf::parse(&text), Ok(records));
}

#[test]
fn records_are_read_game_by_game() {
    let text = "[Game \"j\"]\n\n1. A5 *\n\n[Game \"j\"]\n\n1. Z9 *\n\n[Game \"sllim\"]\n\n*\n";
    let games = read(text);
    let places: Vec<_> =
        games.iter().map(|game| game.as_ref().map_err(|error| (error.game, error.line)).err()).collect();
    assert_eq!(places, [None, Some((2, 7)), None]);
    assert_eq!(games[2].as_ref().map(|game| (game.game, game.line, game.format)), Ok((3, 9, GameFormat::Record)));
}

#[test]
fn damaged_text_never_panics() {
    let good = "(;GaMe[9]SU[LOA]AB[b1:c2]AW[a1]C[x\\]];B[b1-b3](;W[a2-c2])(;W[Resign]))[Game \"j\"]\n\n{x} 1. A5 *\né";
    let characters: Vec<char> = good.chars().collect();
    for from in 0..characters.len() {
        for to in [from + 1, from + 2, characters.len() - 1] {
            let text: String = characters[..from].iter().chain(characters.get(to..).unwrap_or_default()).collect();
            for format in [None, Some(GameFormat::Sgf), Some(GameFormat::Record)] {
                let _ = read_games(text.as_bytes(), &ImportOptions { format, variations: true });
            }
        }
    }
}
