//! The seeds of the fuzz targets for records and SGF, replayed without a fuzzer.

use std::path::Path;

use crate::laws;

#[test]
fn seeds_keep_the_laws() {
    let laws = [("record_text", laws::record_text as fn(&str)), ("sgf_text", laws::sgf_text)];
    for (target, law) in laws {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
        // A published package has no seeds.
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            law(&String::from_utf8_lossy(&std::fs::read(entry.path()).expect("a seed")));
        }
    }
}
