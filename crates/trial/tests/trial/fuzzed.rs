//! Small fuzz trials.

use halfboard_trial::fuzz::{self, FuzzSize, in_process};

#[test]
fn malformed_messages_are_harmless() {
    let read = in_process::read(8_000, 1);
    let folded = in_process::fold(6_000, 2);
    // Neither are all refused, which would mean that nothing behind the reader is reached, nor all accepted.
    assert!(read.accepted > read.count / 20 && read.accepted < read.count, "{read:?}");
    assert!(folded.accepted > folded.count / 20 && folded.accepted < folded.count, "{folded:?}");
}

#[test]
fn malformed_network_traffic_is_harmless() {
    let size = FuzzSize { read: 0, folded: 0, asked: 2_000, sent: 3_200, requested: 800 };
    super::pass(fuzz::run(super::program(), size, 4_000, 9));
}
