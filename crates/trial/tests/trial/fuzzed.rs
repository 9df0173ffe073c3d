//! Twenty thousand messages with mistakes.

use halfboard_trial::fuzz::{self, Size, inside};

#[test]
fn mistakes_do_no_harm() {
    let read = inside::read(8_000, 1);
    let folded = inside::fold(6_000, 2);
    // Neither are all refused, which would mean that nothing behind the reader is reached, nor all accepted.
    assert!(read.accepted > read.count / 20 && read.accepted < read.count, "{read:?}");
    assert!(folded.accepted > folded.count / 20 && folded.accepted < folded.count, "{folded:?}");
}

#[test]
fn mistakes_over_sockets_and_http_do_no_harm() {
    let size = Size { read: 0, folded: 0, asked: 2_000, sent: 3_200, requested: 800 };
    super::pass(fuzz::run(super::program(), size, 4_000, 9));
}
