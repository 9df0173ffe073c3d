//! The opening books, and when they are used.

use std::collections::HashSet;

use halfboard_engine::book::{Book, MARGIN, canonical};
use halfboard_engine::games::EngineGame;
use halfboard_engine::levels::Level;
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::search::{GameHistory, Search, SearchSettings};
use halfboard_rules::game::Game;
use halfboard_rules::options::OptionSet;
use halfboard_rules::present::Present;

/// Maximum size of a book in bytes.
const MAX_BYTES: usize = 50_000;

fn default_game<G: EngineGame>() -> G {
    G::new(G::Options::DEFAULT).expect("defaults are valid")
}

/// Every line is a reachable position in its canonical image, with legal moves that are close to the best.
fn is_sound<G: EngineGame>() {
    let game = default_game::<G>();
    let book = Book::of_game(&game);
    assert!(G::BOOK.len() <= MAX_BYTES, "{}: {} bytes", G::INFO.id, G::BOOK.len());
    let positions: Vec<&str> = book.positions().collect();
    assert!(positions.is_sorted_by(|a, b| a < b), "{}", G::INFO.id);
    for (text, line) in positions.iter().zip(G::BOOK.lines()) {
        let position = game.parse_position(text).expect("a position");
        assert_eq!(game.ending(&position), None, "{line}");
        assert_eq!(canonical(&game, &position).0, *text);
        let moves = book.moves(&game, &position, 0);
        assert!(!moves.is_empty() && moves.len() == line.split(';').count() - 1, "{line}");
        assert!(moves.is_sorted_by(|a, b| a.score >= b.score), "{line}");
        assert!(moves[0].score - moves[moves.len() - 1].score <= MARGIN, "{line}");
    }
    assert_eq!(reachable(&game, &positions), positions.len(), "{}", G::INFO.id);
}

/// Returns how many positions can be reached from the start through positions of the book.
fn reachable<G: EngineGame>(game: &G, positions: &[&str]) -> usize {
    let mut found: HashSet<String> = HashSet::new();
    let mut open = vec![canonical(game, &game.start(0)).0];
    while let Some(text) = open.pop() {
        if positions.binary_search(&text.as_str()).is_err() || found.contains(&text) {
            continue;
        }
        let position = game.parse_position(&text).expect("a position");
        found.insert(text);
        for mv in game.legal_moves(&position) {
            let mut next = position;
            game.play(&mut next, mv);
            open.push(canonical(game, &next).0);
        }
    }
    found.len()
}

/// With the book, moves differ between seeds, and one seed gives one move; without it, all is as if there were none.
fn is_used_on_request<G: EngineGame>() {
    let game = default_game::<G>();
    let start = game.start(0);
    let mut search = Search::new(game, 1, system_now).expect("a small table can be allocated");
    let mut play = |book, seed, history: &GameHistory<G>| {
        search.clear();
        search.set(SearchSettings { book, seed, ..SearchSettings::default() });
        let report = search.search(&start, history, &Limits::nodes(500), &mut |_| {});
        (report.nodes, report.lines[0].moves[0], report.lines[0].value)
    };
    let once = GameHistory::default();
    let moves: HashSet<G::Move> = (0..40).map(|seed| play(true, seed, &once).1).collect();
    assert!(moves.len() > 1, "{}: {moves:?}", G::INFO.id);
    for seed in 0..5 {
        assert_eq!(play(true, seed, &once), play(true, seed, &once));
        assert_eq!(play(true, seed, &once).0, 0);
        assert_eq!(play(false, seed, &once), play(false, 0, &once));
        assert!(play(false, seed, &once).0 > 0);
    }
    let again = GameHistory { positions: vec![start], passed: 0 };
    assert!(play(true, 0, &again).0 > 0, "{}: a repeated position is searched", G::INFO.id);
}

macro_rules! tests {
    ($($module:ident::$Game:ident),+ $(,)?) => {
        $(
            #[test]
            fn $module() {
                type This = halfboard_rules::games::$module::$Game;
                is_sound::<This>();
                if !This::BOOK.is_empty() {
                    is_used_on_request::<This>();
                }
                let top = Level::top(This::INFO.id).number();
                let users = Level::all(This::INFO.id).filter(|level| level.uses_book(This::INFO.id));
                assert!(users.map(Level::number).eq(top - 1..=top));
            }
        )+
    };
}
halfboard_rules::games!(tests);

/// Mirrored positions have mirrored moves, and other rules no book.
#[test]
fn images_share_their_moves() {
    use halfboard_rules::games::lines_of_action::{LinesOfAction, Options, Wrap};
    let game = default_game::<LinesOfAction>();
    let book = Book::of_game(&game);
    for text in book.positions().take(50) {
        let position = game.parse_position(text).expect("a position");
        let after = |position, mv| {
            let mut next = position;
            game.play(&mut next, mv);
            canonical(&game, &next).0
        };
        let expected: Vec<_> =
            book.moves(&game, &position, 0).iter().map(|found| (after(position, found.mv), found.score)).collect();
        for &symmetry in game.symmetries() {
            let image = game.transform_position(&position, symmetry);
            let moves = book.moves(&game, &image, 1);
            assert!(moves.iter().map(|found| (after(image, found.mv), found.score)).eq(expected.clone()), "{text}");
        }
    }
    let wrap = LinesOfAction::new(Options { wrap: Wrap::Both, ..Options::DEFAULT }).expect("a variant");
    assert!(Book::of_game(&wrap).positions().next().is_none());
}
