//! A collection of real games beside the project, which is not part of it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use halfboard_import::{ImportOptions, read_games};

#[test]
fn real_games_are_read() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace");
    let folders = workspace.ancestors().skip(1).map(|folder| folder.join("shared/archive"));
    let Some(entries) = folders.into_iter().find_map(|folder| fs::read_dir(folder).ok()) else {
        println!("skipped: there is no folder shared/archive beside the project");
        return;
    };
    let (mut files, mut games, mut bad) = (0, 0, Vec::new());
    let mut distinct = BTreeSet::new();
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        files += 1;
        for game in read_games(&fs::read(&path).expect("a readable file"), &ImportOptions::default()) {
            games += 1;
            match game {
                Ok(game) => {
                    let moves: Vec<String> = game.record.turns().iter().map(|turn| turn.mv.clone()).collect();
                    distinct.insert((game.record.rules().to_owned(), moves));
                }
                Err(error) => bad.push(format!("{}: {error}", path.display())),
            }
        }
    }
    println!("{files} files, {games} games, {} distinct, bad: {bad:#?}", distinct.len());
    if files == 37 {
        // One game is of another variant, Gemma, and one has an illegal move.
        assert_eq!((games, distinct.len(), bad.len()), (1483, 1115, 2), "{bad:#?}");
    }
}
