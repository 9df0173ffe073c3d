//! WebSocket frames are counted: seeds of the fuzz target, random bytes, frames of every length.

use std::path::Path;

use halfboard_rules::random::SplitMix64;

use crate::frame_laws;
use crate::frame_parser::FrameParser;

/// A masked frame with a payload of this length.
fn frame(first: u8, length: usize) -> Vec<u8> {
    let mut frame = vec![first];
    match length {
        0..126 => frame.push(0x80 | length as u8),
        126..65536 => frame.extend([&[0xfe][..], &(length as u16).to_be_bytes()].concat()),
        _ => frame.extend([&[0xff][..], &(length as u64).to_be_bytes()].concat()),
    }
    frame.extend([1, 2, 3, 4]);
    frame.extend(std::iter::repeat_n(0x89, length));
    frame
}

#[test]
fn frames_are_counted_however_they_are_split() {
    let lengths = [0, 1, 125, 126, 4096, 65535, 65536, 70_000, 0, 0];
    let all: Vec<u8> = lengths.iter().flat_map(|&length| frame(0x80, length)).chain([0x81, 0x02, 0, 0]).collect();
    for size in [1, 2, 3, 7, 1000, 1_000_000] {
        let mut parser = FrameParser::default();
        let count: usize = all.chunks(size).map(|chunk| parser.count(chunk)).sum();
        assert_eq!(count, lengths.len() + 1, "in pieces of {size} bytes");
    }
}

#[test]
fn seeds_of_the_fuzz_target_keep_the_law() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/socket_frames");
    let seeds = std::fs::read_dir(folder).expect("a folder of seeds").flatten();
    let count = seeds.map(|seed| frame_laws::frames(&std::fs::read(seed.path()).expect("a seed"))).count();
    assert!(count >= 5, "{count} seeds");
}

#[test]
fn random_bytes_keep_the_law() {
    let mut random = SplitMix64::new(20);
    for _ in 0..2000 {
        let length = random.below(300) as usize;
        // Often a length of 126 or 127, which random bytes rarely are.
        let bytes: Vec<u8> = (0..length)
            .map(|_| match random.below(4) {
                0 => [0, 1, 0x7e, 0x7f, 0x80, 0xfe, 0xff][random.below(7) as usize],
                _ => random.below(256) as u8,
            })
            .collect();
        frame_laws::frames(&bytes);
    }
}

#[test]
#[should_panic(expected = "bytes ")]
fn the_law_notices_a_counter_that_forgets_incomplete_headers() {
    let input: Vec<u8> = [7].into_iter().chain(frame(0x81, 200)).chain(frame(0x82, 3)).collect();
    // Each piece is counted as if a frame started with it.
    frame_laws::counts(&input, || |bytes| FrameParser::default().count(bytes));
}
