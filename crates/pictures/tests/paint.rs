//! Requests and the files that answer them, as the page sends and receives them.

use std::io::Cursor;

use halfboard_pictures::{PictureFormat, PictureRequest, paint};
use halfboard_rules::prelude::*;
use halfboard_rules::random::SplitMix64;

/// Returns a game after some random turns, or fewer if it ends before.
fn game(rules: &str, turns: usize) -> Box<dyn Session> {
    let mut session = registry::rules(rules).expect("valid").start(1);
    let mut random = SplitMix64::new(7);
    let mut left = turns;
    while left > 0 && session.play_random(&mut random) {
        left -= 1;
    }
    session
}

/// Returns width, height and pixels of a PNG.
fn decoded(file: &[u8]) -> (u32, u32, Vec<u8>) {
    assert!(file.starts_with(b"\x89PNG\r\n\x1a\n"));
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut pixels).expect("pixels");
    (frame.width, frame.height, pixels)
}

/// Returns the number of frames of a GIF, and its width and height.
fn animation(file: &[u8]) -> (usize, u16, u16) {
    let mut decoder = gif::DecodeOptions::new().read_info(file).expect("a GIF");
    let (width, height) = (decoder.width(), decoder.height());
    let mut frames = 0;
    while decoder.read_next_frame().expect("a frame").is_some() {
        frames += 1;
    }
    (frames, width, height)
}

/// Paints a request after it was sent.
fn sent(request: &PictureRequest) -> Vec<u8> {
    let received = PictureRequest::decode(&request.encode()).expect("what was encoded");
    assert_eq!(received, *request);
    paint(&received).expect("a valid request")
}

#[test]
fn every_game_has_a_picture_and_a_frame_for_every_position() {
    for info in registry::games().iter().map(|entry| entry.info()) {
        let session = game(info.id, 5);
        let request = PictureRequest::new(PictureFormat::Png, &*session);
        let (width, height, _) = decoded(&sent(&request));
        assert!((900..1300).contains(&width) && (500..1300).contains(&height), "{}: {width} x {height}", info.id);
        let animated = PictureRequest { format: PictureFormat::Gif, ..request };
        let (frames, gif_width, _) = animation(&sent(&animated));
        assert_eq!(frames, session.ply() + 1, "{}", info.id);
        assert_eq!(u32::from(gif_width) * 2, width, "{}", info.id);
    }
}

#[test]
fn the_look_of_the_page_is_the_look_of_the_picture() {
    let session = game("lines-of-action", 4);
    let plain = PictureRequest { coordinates: true, ..PictureRequest::new(PictureFormat::Png, &*session) };
    let looks = [
        PictureRequest { theme: "dark".to_owned(), ..plain.clone() },
        PictureRequest { theme: "contrast".to_owned(), ..plain.clone() },
        PictureRequest { quarters: 2, ..plain.clone() },
        PictureRequest { coordinates: false, ..plain.clone() },
        PictureRequest { arrows: "a2c2".to_owned(), ..plain.clone() },
        PictureRequest { rings: "a2".to_owned(), ..plain.clone() },
        PictureRequest { squares: "a2,b7".to_owned(), ..plain.clone() },
        PictureRequest { moves: Vec::new(), ..plain.clone() },
    ];
    let mut pictures: Vec<Vec<u8>> = looks.iter().chain([&plain]).map(sent).collect();
    pictures.sort();
    pictures.dedup();
    assert_eq!(pictures.len(), looks.len() + 1, "every difference is seen");
}

#[test]
fn a_half_board_that_stands_upright_is_painted_upright() {
    let session = game("j", 3);
    let lying = PictureRequest::new(PictureFormat::Png, &*session);
    let upright = PictureRequest { quarters: 1, ..lying.clone() };
    let ((width, height, _), (turned_width, turned_height, _)) = (decoded(&sent(&lying)), decoded(&sent(&upright)));
    assert!(width > height && turned_width < turned_height, "{width} x {height}, {turned_width} x {turned_height}");
}

#[test]
fn labels_are_in_the_language_of_the_page() {
    let session = game("j", 3);
    let english = PictureRequest::new(PictureFormat::Png, &*session);
    let german = PictureRequest { language: "de".to_owned(), ..english.clone() };
    assert_ne!(sent(&english), sent(&german));
}

#[test]
fn what_is_wrong_with_a_request_is_said() {
    let valid = PictureRequest::new(PictureFormat::Png, &*game("j", 2));
    let problem = |request: PictureRequest| paint(&request).expect_err("invalid");
    assert!(problem(PictureRequest { rules: "chess".to_owned(), ..valid.clone() }).starts_with("rules: "));
    assert!(problem(PictureRequest { start: "x".to_owned(), ..valid.clone() }).starts_with("start: "));
    assert!(problem(PictureRequest { moves: vec!["Z9".to_owned()], ..valid.clone() }).starts_with("move 1: "));
    assert!(problem(PictureRequest { theme: "pink".to_owned(), ..valid.clone() }).starts_with("theme: "));
    assert!(problem(PictureRequest { arrows: "A1".to_owned(), ..valid.clone() }).starts_with("invalid arrow 'A1'"));
    let mut damaged = valid.encode();
    damaged.push(0);
    let error = PictureRequest::decode(&damaged).expect_err("a byte too many").to_string();
    assert!(error.starts_with("invalid picture request"), "{error}");
    assert!(PictureRequest::decode(&damaged[..9]).is_err());
}
