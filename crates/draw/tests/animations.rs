//! Games as animated GIFs.

use halfboard_draw::{GifWriter, Options, Timing, frames, gif};
use halfboard_rules::prelude::*;

fn game(moves: usize) -> Box<dyn Session> {
    let mut session = registry::rules("j").expect("valid").start(0);
    let mut random = halfboard_rules::random::SplitMix64::new(1);
    for _ in 0..moves {
        assert!(session.play_random(&mut random));
    }
    session
}

/// Returns the delays and sizes of the frames of a file.
fn decoded(file: &[u8]) -> Vec<(u16, u16, u16)> {
    let mut decoder = ::gif::DecodeOptions::new().read_info(file).expect("a GIF");
    assert_eq!(decoder.repeat(), ::gif::Repeat::Infinite);
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        frames.push((frame.delay, frame.width, frame.height));
    }
    frames
}

#[test]
fn a_game_has_a_frame_for_every_turn_and_a_longer_last_one() {
    let session = game(9);
    let drawings = frames(session.as_ref(), &Options::default());
    assert_eq!(drawings.len(), 10);
    let file = gif(&drawings, 240, Timing { turn: 50, last: 250 }).expect("a valid size");
    let frames = decoded(&file);
    let delays: Vec<u16> = frames.iter().map(|&(delay, ..)| delay).collect();
    assert_eq!(delays, [50, 50, 50, 50, 50, 50, 50, 50, 50, 250]);
    assert_eq!((frames[0].1, frames[0].2), (240, (drawings[0].height * 240.0 / drawings[0].width).round() as u16));
    assert!(frames[1].1 <= 240 && frames[1].2 < frames[0].2, "only what changes is stored: {frames:?}");
    assert_eq!(file, gif(&drawings, 240, Timing { turn: 50, last: 250 }).expect("a valid size"));
}

#[test]
fn the_start_alone_is_one_frame() {
    let drawings = frames(game(0).as_ref(), &Options::default());
    let file = gif(&drawings, 100, Timing::default()).expect("a valid size");
    assert_eq!(decoded(&file).len(), 1);
}

#[test]
fn frames_of_a_game_have_the_same_size() {
    let mut session = registry::rules("lines-of-action").expect("valid").start(0);
    let mut random = halfboard_rules::random::SplitMix64::new(2);
    for _ in 0..30 {
        session.play_random(&mut random);
    }
    let drawings = frames(session.as_ref(), &Options::default());
    let sizes: Vec<(f64, f64)> = drawings.iter().map(|drawing| (drawing.width, drawing.height)).collect();
    assert!(session.view(&[]).supplies.iter().any(|supply| supply.count > 0), "something was captured");
    assert!(sizes.iter().all(|size| *size == sizes[0]));
}

#[test]
fn plain_colours_are_exact_and_a_still_frame_takes_its_time() {
    let pixel = [0xec, 0xdc, 0xbc, 255];
    let still = pixel.repeat(16);
    let mut writer = GifWriter::new(4, 4, &[&still]);
    writer.frame(&still, 7);
    writer.frame(&still, 9);
    let file = writer.finish();
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(&file[..]).expect("a GIF");
    let first = decoder.read_next_frame().expect("valid").expect("a frame");
    assert_eq!((first.delay, &first.buffer[..4]), (7, &pixel[..]));
    assert_eq!(decoder.read_next_frame().expect("valid").expect("a frame").delay, 9);
}
