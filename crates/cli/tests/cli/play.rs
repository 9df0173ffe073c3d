//! `play` through a pipe: what two people would type.

use std::path::Path;

use crate::common::{self, Run, file, file_with, in_a_line, play, refused, run_with};

/// Checks that these words were said, perhaps wrapped.
fn has(run: &Run, words: &[&str]) {
    let line = in_a_line(&run.out);
    for word in words {
        assert!(run.out.contains(word) || line.contains(word), "{word:?} is not in\n{}", run.out);
    }
}

fn content(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the game was saved")
}

/// Plays with `--save`, and gives the turns that were saved.
fn saved(name: &str, rules: &str, lines: &[&str]) -> String {
    let path = file(name);
    play(&[rules, "--save", &path.to_string_lossy()], lines);
    content(&path).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn moves_are_typed_in_the_spellings_that_people_use() {
    let turns = saved("spellings.txt", "lines-of-action", &["a2c2", "b1-b3", "A3C1", "g8xg6", "quit"]);
    assert!(turns.starts_with("1. a2c2 b1b3 2. a3c1"), "{turns}");
    assert_eq!(saved("cases.txt", "j", &["a5", "d2", "quit"]), "1. A5 D2 *");
    assert_eq!(saved("stack-cases.txt", "stacks-in-action", &["2b7d5"]), "1. 2B7D5 *");
}

#[test]
fn turns_are_composed_step_by_step() {
    let steps = ["b7", "2", "moves", "1", "quit"];
    assert_eq!(saved("steps.txt", "stacks-in-action", &steps), "1. 2B7B5 *");
    assert_eq!(saved("steps-line.txt", "stacks-in-action", &["B7 2 D5"]), "1. 2B7D5 *");
    assert_eq!(saved("steps-mixed.txt", "stacks-in-action", &["B7", "back", "B8 1", "a7"]), "1. 1B8A7 *");
    assert_eq!(saved("drop.txt", "lines-of-action:setup=parachute", &["a2 c2", "b2"]), "1. a2c2@b2 *");
    let run = play(&["lines-of-action"], &["a2"]);
    has(&run, &["[○]", "‹ ›", "1) c2  2) c4  3) a8"]);
}

#[test]
fn a_square_that_is_a_whole_move_can_also_be_gone_on_with() {
    let rules = "sight-reduction:remove=one-or-two";
    let run = play(&[rules, "--seed", "0"], &["B6 ...", "moves"]);
    has(&run, &["is a complete turn", "White to remove a second checker or finish", "done (finish)"]);
    let path = file("go-on.txt");
    play(&[rules, "--seed", "0", "--save", &path.to_string_lossy()], &["B6 B5"]);
    assert!(content(&path).contains("1. B5,B6 *"), "{}", content(&path));
    let run = play(&[rules, "--seed", "0"], &["B6"]);
    has(&run, &["Black to remove a checker", "(after B6)"]);
}

#[test]
fn numbers_choose_from_the_list_of_moves() {
    let run = play(&["sllim"], &["7", "moves", "moves all", "7", "quit"]);
    has(&run, &["'7' is not a legal move here", "7) A3D1", "(after A3D1)"]);
}

#[test]
fn what_cannot_be_is_answered_and_changes_nothing() {
    let lines = ["a2c9", "xyzzy", "a2 b1 c1", "a2 d5", "back", "new", "undo", "redo", "save", "\u{1b}[2J", "a2c2 b1b3"];
    let run = play(&["lines-of-action"], &lines);
    has(
        &run,
        &[
            "'a2c9' is not a legal move here; similar: a2c2",
            "from a2 to b1, so the move is exactly 2 squares, not 1. You can choose: c2, c4, a8.",
        ],
    );
    has(&run, &["Nothing to undo", "Nothing to redo", "not over", "save FILE", "No step chosen yet"]);
    assert!(!run.out.contains("(after"), "nothing was played");
    assert!(!run.out.contains('\u{1b}'), "what was typed does not reach the terminal as it is");
    let run = run_with(&["play", "j"], b"\xff\xfe\nA5\n");
    assert_eq!(run.code, Some(0));
    assert!(run.out.contains("(after A5)"));
}

#[test]
fn undo_and_redo_go_back_and_forth() {
    let turns = saved("undo.txt", "j", &["A5", "D2", "undo", "undo", "redo", "D3"]);
    assert_eq!(turns, "1. A5 D3 *");
    let run = play(&["stacks-in-action"], &["B7 2", "undo", "undo"]);
    has(&run, &["Steps undone.", "Nothing to undo"]);
}

#[test]
fn games_are_saved_as_they_go_and_resumed() {
    let path = file("resume.txt");
    let name = path.to_string_lossy().into_owned();
    play(&["lines-of-action", "--names", "Ann,Ben", "--save", &name], &["a2c2", "b1b3"]);
    let text = content(&path);
    for words in ["[White \"Ann\"]", "[Black \"Ben\"]", "[Date \"2", "[Result \"*\"]", "1. a2c2 b1b3 *"] {
        assert!(text.contains(words), "{words} in {text}");
    }
    let run = play(&["--resume", &name], &["undo", "b1h1"]);
    has(&run, &["(after b1b3)", "Ann: White to move", "(after b1h1)"]);
    assert_eq!(content(&path), text.replace("1. a2c2 b1b3 *", "1. a2c2 b1h1 *"));
    let folder = std::fs::read_dir(path.parent().expect("a folder")).expect("it can be read");
    let left = folder.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(".resume.txt")).count();
    assert_eq!(left, 0, "no file is left beside it");
}

#[test]
fn resuming_keeps_what_others_wrote() {
    let record = "[Game \"j\"]\n[Event \"Club\"]\n[Result \"*\"]\n\n{first} 1. A5 {second} D2 {third} *\n";
    let earlier = "[Game \"sllim\"]\n[Result \"1-0\"]\n[Reason \"time\"]\n\n1-0\n";
    let path = file_with("keep.txt", format!("{earlier}\n{record}"));
    play(&["--resume", &path.to_string_lossy()], &["undo", "D3"]);
    let expected = format!("{earlier}\n{}", record.replace("D2 {third}", "D3"));
    assert_eq!(content(&path), expected);
    // A new game goes after those that are there.
    play(&["sllim", "--save", &path.to_string_lossy()], &["A3A1"]);
    assert!(content(&path).starts_with(&expected));
    assert!(content(&path).ends_with("1. A3A1 *\n"));
}

#[test]
fn save_in_the_game_saves_every_turn_from_then_on() {
    let path = file("save-later.txt");
    let run = play(&["j"], &["A5", &format!("save {}", path.display()), "D2", "save"]);
    has(&run, &["Saved to", "every turn is saved from now on"]);
    assert!(content(&path).ends_with("1. A5 D2 *\n"));
    let run = play(&["j"], &["A5", "save /no-such-folder/game.txt", "D2"]);
    has(&run, &["Not saved: /no-such-folder/game.txt: cannot be written", "(after D2)"]);
}

#[test]
fn players_resign_and_agree() {
    let path = file("resign.txt");
    let name = path.to_string_lossy().into_owned();
    let run = play(&["lines-of-action", "--save", &name], &["a2c2", "resign", "b1b3", "quit"]);
    has(&run, &["White wins: Black resigned.", "The game is over"]);
    assert!(content(&path).contains("[Result \"1-0\"]\n[Reason \"resigned\"]"));
    let run = play(&["--resume", &name], &["undo", "draw", "no", "draw", "yes"]);
    has(
        &run,
        &[
            "White wins: Black resigned.",
            "The game continues.",
            "White: do you accept",
            "Draw declined",
            "Draw: by agreement",
        ],
    );
    assert!(content(&path).contains("[Result \"1/2-1/2\"]\n[Reason \"agreed\"]"));
    let run = play(&["sight-reduction:solitaire=on"], &["resign", "draw"]);
    has(&run, &["You are playing alone; quit ends the game."]);
    let run = play(&["sight-reduction:setup=fair"], &["resign"]);
    has(&run, &["Colours are not chosen yet"]);
    common::good(&["record".as_ref(), "check".as_ref(), path.as_os_str()]);
}

#[test]
fn a_word_is_one_step_and_any_path_of_words_is_a_turn() {
    use halfboard_rules::move_entry::MoveEntry;
    use halfboard_rules::random::SplitMix64;
    use halfboard_rules::registry;
    for preset in registry::games().iter().flat_map(|game| game.presets()) {
        let mut session = registry::rules(&preset.rules).expect("a preset").start(5);
        let board = session.info().board;
        let mut random = SplitMix64::new(5);
        let mut lines = Vec::new();
        while lines.len() < 12 && session.ending().is_none() {
            let mut entry = MoveEntry::new();
            let mut words = Vec::new();
            let mv = loop {
                let next = entry.choices(&*session);
                let mut all: Vec<String> = next.iter().map(|step| step.to_token(board)).collect();
                let step = next[random.below(next.len() as u64) as usize];
                words.push(step.to_token(board));
                all.sort();
                all.dedup();
                assert_eq!(all.len(), next.len(), "{}: {next:?}", preset.rules);
                if let Some(mv) = entry.choose(&*session, step).expect("a step that was offered") {
                    break mv;
                }
            };
            session.play(&mv).expect("a legal move");
            lines.push(words.join(" "));
        }
        let path = file("paths.txt");
        lines.push(format!("save {}", path.display()));
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        play(&[&preset.rules, "--seed", "5"], &lines);
        let records = halfboard_rules::record::parse(&content(&path)).expect("a valid record");
        assert_eq!(records[0].session().history(), session.history(), "{}", preset.rules);
    }
}

#[test]
fn whole_games_are_played_to_their_end_in_every_preset() {
    use halfboard_rules::random::SplitMix64;
    use halfboard_rules::registry;
    for preset in registry::games().iter().flat_map(|game| game.presets()) {
        let mut session = registry::rules(&preset.rules).expect("a preset").start(3);
        let mut random = SplitMix64::new(3);
        while session.ply() < 400 && session.play_random(&mut random) {}
        let moves = session.history();
        let mut lines: Vec<&str> = moves.iter().map(String::as_str).collect();
        let path = file("whole.txt");
        let save = format!("save {}", path.display());
        lines.extend([save.as_str(), "quit"]);
        let run = play(&[&preset.rules, "--seed", "3"], &lines);
        if let Some(ending) = session.ending() {
            has(&run, &[&halfboard_text::result::ended(ending), "undo, new (same game again), menu (another game)"]);
        }
        let records = halfboard_rules::record::parse(&content(&path)).expect("a valid record");
        let turns: Vec<&str> = records[0].turns().iter().map(|turn| turn.mv.as_str()).collect();
        assert_eq!(turns, moves, "{}", preset.rules);
        assert_eq!(records[0].session().position(), session.position());
    }
}

#[test]
fn after_the_end_there_is_undo_and_another_game() {
    // White unites by moving its last checker up to the others.
    let position = "8/8/8/8/8/b6b/1w6/w2w4 w - -";
    let path = file("again.txt");
    let run = play(
        &["lines-of-action", "--position", position, "--save", &path.to_string_lossy()],
        &["d1c2", "undo", "d1c2", "new", "d1c2", "quit"],
    );
    has(&run, &["White wins", "Undone: d1c2."]);
    let text = content(&path);
    assert_eq!(text.matches("[Reason \"united\"]").count(), 2, "{text}");
    assert_eq!(text.matches(&format!("[Position \"{position}\"]")).count(), 2, "{text}");
}

#[test]
fn the_menu_finds_game_and_variant() {
    let run = play(&[], &["99", "nothing", "", "4", "2", "A5", "quit"]);
    has(&run, &["Which game?", "from 1 to 5", "Unknown game “nothing”", "Any long sides", "(after A5)"]);
    let run = play(&["--names", "Ann,Ben"], &["sllim", "knockout", "quit"]);
    has(&run, &["Knockout", "Ann: White to move a checker"]);
    let run = play(&[], &["j:first=black"]);
    has(&run, &["Black to enter a checker"]);
    play(&[], &["quit"]);
    play(&[], &[]);
    refused_menu();
}

/// The number of names can only be checked when the game is known.
fn refused_menu() {
    let run = run_with(&["play", "--names", "Ann,Ben"], b"lines-of-action\nFour players\n");
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("West, North, East, South"), "{run:?}");
    refused(&run_with(&["play", "j", "--names", "A,B,C"], b""), &["White, Black"]);
}

#[test]
fn a_start_by_chance_says_its_seed() {
    let first = play(&["sight-reduction"], &["quit"]);
    let seed = first.out.split_once("--seed ").and_then(|(_, rest)| rest.split_once('.')).expect("it says which").0;
    let second = play(&["sight-reduction", "--seed", seed], &["quit"]);
    assert_eq!(first.out, second.out);
    assert!(!play(&["j"], &["quit"]).out.contains("--seed"), "there is no chance in it");
}

#[test]
fn help_and_rules_answer() {
    let run = play(&["sight-reduction:remove=one-or-two", "--seed", "1"], &["help", "?", "rules", "board"]);
    has(
        &run,
        &[
            "resign     resign",
            "Sight Reduction, by Rich Hutnik – One or two",
            "remove=one-or-two",
            "sight=orthogonal",
            "docs/rules/sight",
        ],
    );
}

#[test]
fn four_people_play_by_name() {
    let run = play(&["lines-of-action:players=four", "--names", "Wendy,Nora,Ed,Sam"], &["a2c2", "b8b6", "draw", "y"]);
    has(
        &run,
        &["Wendy: West (White) to move", "Nora: North (Black) to move", "Ed: East", "Sam (South): do you accept"],
    );
}

#[test]
fn sgf_can_be_resumed_but_is_not_overwritten() {
    let lines = "[Game \"lines-of-action\"]\n\n1. a2c2 b1b3 *\n";
    let source = file_with("sgf-resume.txt", lines);
    let sgf =
        common::good(&["record".as_ref(), "convert".as_ref(), source.as_os_str(), "--to".as_ref(), "sgf".as_ref()]);
    let path = file_with("resume.sgf", &sgf);
    let target = file("resumed-sgf.txt");
    play(&["--resume", &path.to_string_lossy(), "--save", &target.to_string_lossy()], &["a3c1"]);
    assert!(content(&target).ends_with("1. a2c2 b1b3 2. a3c1 *\n"), "{}", content(&target));
    let run = play(&["--resume", &path.to_string_lossy()], &["a3c1"]);
    has(&run, &["Nothing is saved unless you type 'save FILE'", "The game was not saved."]);
    assert_eq!(content(&path), sgf);
    let run = play(&["--resume", &path.to_string_lossy()], &["quit"]);
    assert!(!run.out.contains("not saved"), "nothing was lost: {}", run.out);
    refused(&run_with(&["play", "lines-of-action", "--save", &path.to_string_lossy()], b""), &["SGF"]);
}
