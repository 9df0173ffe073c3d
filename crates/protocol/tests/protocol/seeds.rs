//! The seeds of the fuzz targets, replayed without a fuzzer.

use std::path::Path;

use crate::laws;

fn replay(target: &str, law: impl Fn(&str)) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("a folder of seeds").flatten() {
        let bytes = std::fs::read(entry.path()).expect("a seed");
        law(&String::from_utf8_lossy(&bytes));
        count += 1;
    }
    assert!(count > 0, "{target} has no seeds");
}

#[test]
fn seeds_keep_the_laws() {
    replay("client_message", laws::client_message);
    replay("http_body", laws::http_body);
    replay("event_log", laws::event_log);
}
