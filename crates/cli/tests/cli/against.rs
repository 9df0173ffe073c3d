//! `play --against` and `hint` through a pipe: what a person who plays the engine types.

use std::io::Write;
use std::process::Stdio;

use crate::common::{Run, command, file, in_a_line, play, refused, run};

/// Checks that these words were said, perhaps wrapped.
fn has(run: &Run, words: &[&str]) {
    let line = in_a_line(&run.out);
    for word in words {
        assert!(line.contains(word), "{word:?} is not in\n{}", run.out);
    }
}

/// What the engine said of its moves.
fn said(run: &Run) -> Vec<&str> {
    run.out.lines().filter(|line| line.contains(" plays ") && !line.contains("redo")).collect()
}

/// How often it said its move.
fn answers(run: &Run) -> usize {
    said(run).len()
}

#[test]
fn a_whole_game_is_played() {
    for game in ["j", "sllim", "stacks-in-action", "sight-reduction", "lines-of-action"] {
        let path = file(&format!("against-{game}.txt"));
        let path = path.to_string_lossy().into_owned();
        let mut lines = Vec::new();
        for _ in 0..60 {
            lines.extend(["moves all", "1"]);
        }
        let level = if game == "sight-reduction" { "3" } else { "5" };
        let run = play(&[game, "--against", level, "--seed", "2", "--save", &path], &lines);
        has(&run, &["Black plays "]);
        let text = std::fs::read_to_string(&path).expect("the game was saved");
        assert!(text.contains(&format!("[Black \"Halfboard level {level}\"]")) && !text.contains("[White "), "{text}");
        // Always playing the first move of the list goes in circles in Sllim; the other games end soon.
        assert!(game == "sllim" || !text.contains("[Result \"*\"]"), "{text}");
        // The same seed, the same game.
        let again = play(&[game, "--against", level, "--seed", "2"], &lines);
        assert_eq!(said(&run), said(&again));
    }
}

#[test]
fn undo_takes_back_both_turns() {
    let args = ["lines-of-action", "--against", "1", "--seed", "4"];
    let run = play(&args, &["undo", "a2c2", "undo", "undo", "redo", "undo", "a3c3"]);
    has(&run, &["Nothing to undo: this is the start.", "Undone: a2c2, ", "Type redo to play it again."]);
    assert_eq!(answers(&run), 2, "redo plays the engine's answer again: {}", run.out);
    assert_eq!(run.out.matches("Undone: ").count(), 2, "{}", run.out);
    assert_eq!(run.out.matches("Nothing to undo").count(), 2, "{}", run.out);
    let run = play(&["lines-of-action", "--against", "1", "--as", "black"], &["undo", "board"]);
    has(&run, &["White plays ", "Nothing to undo", "Black to move"]);
    assert_eq!(answers(&run), 1, "{}", run.out);
    assert_eq!(run.out.matches("Black to move").count(), 2, "{}", run.out);
}

#[test]
fn the_seat_can_be_chosen() {
    has(&play(&["j", "--against", "2", "--as", "Black"], &[]), &["White plays "]);
    let run = play(&["j", "--against", "2"], &[]);
    assert_eq!(answers(&run), 0, "{}", run.out);
    let four = "lines-of-action:players=four";
    let run = play(&[four, "--against", "1", "--as", "north"], &["moves all", "1"]);
    has(&run, &["West plays ", "East plays "]);
    let run = play(&["sight-reduction:setup=fair", "--against", "1", "--as", "seat2", "--seed", "1"], &[]);
    has(&run, &["Seat 1 plays "]);
}

#[test]
fn a_saved_game_goes_on_with_the_same_sides() {
    let path = file("against-resume.txt");
    let path = path.to_string_lossy().into_owned();
    play(&["lines-of-action", "--against", "1", "--as", "black", "--save", &path], &["moves all", "1"]);
    let run = play(&["--resume", &path, "--against", "2"], &["moves all", "1"]);
    has(&run, &["White plays "]);
    assert_eq!(answers(&run), 1, "{}", run.out);
    assert!(std::fs::read_to_string(&path).expect("saved").contains("[White \"Halfboard level 2\"]"));
}

#[test]
fn hints_name_a_move_that_can_be_played() {
    for game in ["j", "sllim", "stacks-in-action", "sight-reduction", "lines-of-action"] {
        let run = play(&[game, "--seed", "1"], &["hint", "help"]);
        // Of Sight Reduction the engine knows how it ends.
        let worth = match game {
            "sight-reduction" => "Every move loses",
            _ => "%, estimated)",
        };
        has(&run, &["Best move: ", worth, "hint show the engine's best move"]);
        let (_, rest) = run.out.split_once("Best move: ").expect("a move");
        let mv = rest.split_whitespace().next().expect("a move");
        has(&play(&[game, "--seed", "1"], &[mv]), &[&format!("(after {mv})")]);
    }
    has(&play(&["sight-reduction:solitaire=on"], &["hint"]), &["Best move: ", " left"]);
    has(&play(&["j", "--against", "1"], &["hint"]), &["Best move: "]);
    let winning = ["lines-of-action", "--position", "b6b/8/8/8/8/8/8/w1w5 w - -"];
    has(&play(&winning, &["hint"]), &["Best move: c1b2 (from c1, to b2). Wins immediately."]);
}

#[test]
fn the_engine_answers_offers() {
    let run = play(&["lines-of-action", "--against", "1"], &["draw"]);
    has(&run, &["The engine declines the draw."]);
    has(&play(&["lines-of-action", "--against", "1"], &["resign"]), &["Black wins: White resigned."]);
}

#[test]
fn a_new_game_is_against_the_engine_too() {
    let run = play(&["lines-of-action", "--against", "1", "--as", "black"], &["resign", "new"]);
    assert_eq!(answers(&run), 2, "{}", run.out);
    let lines = ["resign", "menu", "sight-reduction:solitaire=on", "hint"];
    has(&play(&["lines-of-action", "--against", "1"], &lines), &["the engine does not play", "Best move:"]);
}

#[test]
fn what_cannot_be_is_refused() {
    for level in ["0", "-1", "x", "", "256"] {
        refused(&run(&["play", "j", "--against", level]), &["--against", "a level from 1, or adaptive"]);
    }
    refused(&run(&["play", "j", "--against", "99"]), &["invalid level '99': j has levels 1 to ", "and adaptive"]);
    refused(&run(&["play", "j", "--against", "1", "--think", "0"]), &["--think", "from 1 to 60"]);
    refused(&run(&["play", "j", "--think", "5"]), &["--against"]);
    refused(&run(&["play", "j", "--against", "1", "--as", "north"]), &["the seats are White, Black"]);
    refused(&run(&["play", "j", "--as", "white"]), &["--against"]);
    refused(&run(&["play", "j", "--against", "1", "--names", "A,B"]), &["--names"]);
    refused(&run(&["play", "sight-reduction:solitaire=on", "--against", "1"]), &["is a solitaire"]);
}

#[test]
fn the_adaptive_opponent_remembers_a_rating() {
    let folder = file("ratings");
    let _ = std::fs::remove_dir_all(&folder);
    let mut levels = Vec::new();
    for _ in 0..2 {
        let mut command = command();
        command.env("XDG_DATA_HOME", &folder).args(["play", "j", "--against", "adaptive"]);
        let mut child = command.stdin(Stdio::piped()).spawn().expect("the binary starts");
        child.stdin.take().expect("piped").write_all(b"resign\nquit\n").expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        let out = in_a_line(&String::from_utf8(output.stdout).expect("UTF-8"));
        assert!(out.contains("Your opponent adapts to you: level ") && out.contains("Your rating: "), "{out}");
        let level = out.split_once("adapts to you: level ").and_then(|(_, rest)| rest.split(' ').next());
        levels.push(level.expect("a level").to_owned());
    }
    // A lost game makes the next one easier.
    assert_eq!(levels, ["2", "1"]);
    let stored = std::fs::read_to_string(folder.join("halfboard/ratings/j.txt")).expect("stored");
    assert!(stored.contains("games 2\n"), "{stored}");
}
