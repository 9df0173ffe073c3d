//! Every puzzle that comes with the browser app is proven again: the win in time against every defence, by a strategy
//! that the rules alone check, and that no other first move does it and none is faster. A test a game, so that they
//! share the processors. A binary of its own, since those puzzles are not part of the published package.

use std::path::Path;

use halfboard_engine::limits::{CancelToken, system_now};
use halfboard_engine::puzzle;

/// Positions to look at for each.
const NODES: u64 = 5_000_000;

fn prove(game: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../web/data/puzzles-{game}.txt"));
    // A game need not have puzzles.
    if !path.exists() {
        return;
    }
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let puzzles = puzzle::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(puzzles.len() >= 50, "{game} has {} puzzles", puzzles.len());
    for (line, puzzle) in &puzzles {
        if let Err(problem) = puzzle::verify(puzzle, NODES, system_now, &CancelToken::default()) {
            panic!("{game}, line {line}: {problem}\n{puzzle}");
        }
    }
}

#[test]
fn no_file_is_missing() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/data");
    let files = std::fs::read_dir(folder).expect("the folder exists").filter_map(Result::ok);
    let count = files.filter(|file| file.file_name().to_string_lossy().starts_with("puzzles-")).count();
    assert!(count >= 5, "only {count} games have puzzles");
}

macro_rules! tests {
    ($($module:ident::$Game:ident),+ $(,)?) => {
        $(
            #[test]
            fn $module() {
                prove(<halfboard_rules::games::$module::$Game as halfboard_rules::game::Game>::INFO.id);
            }
        )+
    };
}
halfboard_rules::games!(tests);
