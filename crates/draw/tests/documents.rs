//! Games and positions as PDF, read by another library.

use halfboard_draw::{Options, PageSize, Theme, board, frames, pdf, sheet};
use halfboard_rules::prelude::*;
use lopdf::Document;

fn game(rules: &str, moves: usize) -> Box<dyn Session> {
    let mut session = registry::rules(rules).expect("valid").start(0);
    let mut random = halfboard_rules::random::SplitMix64::new(1);
    for _ in 0..moves {
        session.play_random(&mut random);
    }
    session
}

#[test]
fn a_position_is_one_page_of_its_size() {
    let drawing = board(&game("j", 0).view(&[]), &Options::default());
    let file = pdf("J – Anfang", std::slice::from_ref(&drawing));
    let document = Document::load_mem(&file).expect("a document");
    let pages = document.get_pages();
    assert_eq!(pages.len(), 1);
    let page = document.get_dictionary(pages[&1]).expect("a page");
    let media = page.get(b"MediaBox").and_then(|media| media.as_array()).expect("a size");
    let size: Vec<f32> = media.iter().map(|number| number.as_float().expect("a number")).collect();
    assert_eq!(size, [0.0, 0.0, drawing.width as f32, drawing.height as f32]);
    let text = document.extract_text(&[1]).expect("text");
    assert!(text.contains("12 in reserve"), "{text}");
}

#[test]
fn a_game_is_a_sheet_with_its_moves() {
    for rules in ["sight-reduction", "lines-of-action", "stacks-in-action", "j", "sllim"] {
        let session = game(rules, 12);
        let options = Options { theme: Theme::Print, ..Options::default() };
        let heading = [rules.to_owned(), "White: Ann <b>, Black: Žofie".to_owned()];
        for size in [PageSize::A4, PageSize::LETTER] {
            let pages = sheet(session.as_ref(), &heading, &options, size);
            let document = Document::load_mem(&pdf(rules, &pages)).expect("a document");
            let numbers: Vec<u32> = document.get_pages().keys().copied().collect();
            assert_eq!(numbers.len(), pages.len());
            let text = document.extract_text(&numbers).expect("text");
            assert!(text.contains("White: Ann <b>, Black: Žofie"), "{text}");
            for (ply, mv) in (1..).zip(session.history()) {
                assert!(text.contains(&format!("{ply}. {mv}")), "{rules}: {ply}. {mv}");
            }
        }
    }
}

#[test]
fn diagrams_stay_on_their_pages() {
    let session = game("lines-of-action", 60);
    let pages = sheet(session.as_ref(), &["A long heading ".repeat(20)], &Options::default(), PageSize::A4);
    assert!(pages.len() > 1);
    for page in &pages {
        for shape in &page.shapes {
            if let halfboard_draw::Shape::Rect { x, y, width, height, .. } = *shape {
                assert!(x >= 40.0 && x + width <= page.width - 40.0 && y >= 40.0 && y + height <= page.height - 40.0);
            }
        }
    }
}

#[test]
fn the_same_pages_are_the_same_bytes() {
    let drawings = frames(game("sllim", 3).as_ref(), &Options::default());
    assert_eq!(pdf("Sllim", &drawings), pdf("Sllim", &drawings));
    assert_eq!(Document::load_mem(&pdf("", &drawings)).expect("a document").get_pages().len(), drawings.len());
}
