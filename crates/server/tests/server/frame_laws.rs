//! The law of counting WebSocket frames, a function that panics when it is broken. The tests and the fuzz target both call it.

use crate::frame_parser::FrameParser;

/// The first byte decides into which pieces the other bytes are cut: each frame is counted once, in the piece that completes its
/// header, however the bytes are cut.
pub fn frames(input: &[u8]) {
    counts(input, || {
        let mut parser = FrameParser::default();
        move |bytes| parser.count(bytes)
    });
}

/// The law of a counter, of which `new` returns a fresh one.
pub fn counts<C: FnMut(&[u8]) -> usize>(input: &[u8], new: impl Fn() -> C) {
    let Some((&cut, bytes)) = input.split_first() else { return };
    let ends = header_ends(bytes);
    assert_eq!(new()(bytes), ends.len(), "at once");
    let (mut counter, mut start) = (new(), 0);
    for step in 0.. {
        // Pieces of changing lengths, some of them empty.
        let end = bytes.len().min(start + (usize::from(cut) + step) % (2 + usize::from(cut % 19)));
        let completed = ends.iter().filter(|&&place| start < place && place <= end).count();
        assert_eq!(counter(&bytes[start..end]), completed, "bytes {start} to {end}");
        start = end;
        if start == bytes.len() {
            return;
        }
    }
}

/// Returns where the headers of frames end, by RFC 6455, section 5.2, from all bytes at once.
fn header_ends(bytes: &[u8]) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut start: u128 = 0;
    loop {
        let frame = usize::try_from(start).ok().and_then(|start| bytes.get(start..)).unwrap_or_default();
        let Some(&second) = frame.get(1) else { return ends };
        let (extended, short) = match second & 0x7f {
            126 => (2, 0),
            127 => (8, 0),
            short => (0, short),
        };
        let header = 2 + extended + if second >= 0x80 { 4 } else { 0 };
        if frame.len() < header {
            return ends;
        }
        let mut long = [0; 16];
        long[16 - extended..].copy_from_slice(&frame[2..2 + extended]);
        start += header as u128;
        ends.push(usize::try_from(start).expect("within the bytes"));
        start += u128::from(short) + u128::from_be_bytes(long);
    }
}
