//! The law of lenient import, which the fuzz target calls as well.

use halfboard_import::{ImportOptions, read_games};
use halfboard_rules::record;

/// Bytes are refused with a reason, or every game in them can be written as a record and read again.
pub fn import_bytes(bytes: &[u8]) {
    for variations in [false, true] {
        for game in read_games(bytes, &ImportOptions { format: None, variations }) {
            match game {
                Err(error) => assert!(error.game >= 1 && error.line >= 1 && !error.problem.is_empty()),
                Ok(game) => {
                    let text = record::format(std::slice::from_ref(&game.record));
                    assert_eq!(record::parse(&text).expect("an imported game is valid"), [game.record]);
                }
            }
        }
    }
}

#[test]
fn seeds_keep_the_law() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/import_bytes");
    for entry in std::fs::read_dir(folder).expect("a folder of seeds").flatten() {
        import_bytes(&std::fs::read(entry.path()).expect("a seed"));
    }
}
