//! Opening books: moves for the first plies of a game by its default rules, for variety at high levels.
//!
//! A book is a text, a line for each position: the position, then its moves with their scores in hundredths of a logit,
//! best first, separated by semicolons. Of the images of a position under the symmetries of the rules it has the one
//! whose text is least. `examples/book.rs` builds the books.
//!
//! ```text
//! 1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 w - -;h2f2 16;h5f7 15;a6c6 10;h6f8 1
//! ```

use halfboard_rules::options::OptionSet;
use halfboard_rules::present::Present;
use halfboard_rules::random::{SplitMix64, mix};
use halfboard_rules::symmetry::Symmetry;

use crate::games::EngineGame;

/// How far the score of a book move may be below that of the best move, in hundredths of a logit.
pub const MARGIN: i32 = 15;
/// How far the score of a move that is played may be below that of the best move. Moves farther below are in the book for
/// the replies to them.
const PLAYED_MARGIN: i32 = 3;

/// An opening book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Book<'a>(&'a str);

/// A move of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove<M> {
    /// The move.
    pub mv: M,
    /// Its score for the team to move, in hundredths of a logit.
    pub score: i32,
}

impl<M> BookMove<M> {
    /// Returns the weight in a random choice among moves of which the best has this score.
    fn weight(&self, best: i32) -> u64 {
        u64::from((PLAYED_MARGIN + 1 - (best - self.score)).max(0).unsigned_abs()).pow(2)
    }
}

impl<'a> Book<'a> {
    /// Creates a book from its text.
    pub const fn new(text: &'a str) -> Self {
        Book(text)
    }

    /// Returns the book of a game; empty if it has none by these rules, or books are not embedded.
    pub fn of_game<G: EngineGame>(game: &G) -> Book<'static> {
        Book(if *game.options() == G::Options::DEFAULT { G::BOOK } else { "" })
    }

    /// Returns the positions of the book.
    pub fn positions(self) -> impl Iterator<Item = &'a str> {
        self.0.lines().map(|line| line.split_once(';').map_or(line, |(position, _)| position))
    }

    /// Returns the moves in a position, best first; empty if the book does not have the position. A position that is its
    /// own image has images of its moves as well: `orientation` selects among them, by its remainder.
    pub fn moves<G: Present>(self, game: &G, position: &G::Position, orientation: u64) -> Vec<BookMove<G::Move>> {
        let (text, symmetries) = canonical(game, position);
        let symmetry = symmetries[(orientation % symmetries.len() as u64) as usize];
        let mut lines = self.0.lines().filter_map(|line| line.strip_prefix(text.as_str())?.strip_prefix(';'));
        let Some(moves) = lines.next() else { return Vec::new() };
        let images: Vec<(G::Move, String)> = (game.legal_moves(position).into_iter())
            .map(|mv| (mv, game.format_move(game.transform_move(mv, symmetry))))
            .collect();
        let parse = |field: &str| {
            let (word, score) = field.rsplit_once(' ')?;
            let (mv, _) = images.iter().find(|(_, image)| image == word)?;
            Some(BookMove { mv: *mv, score: score.parse().ok()? })
        };
        moves.split(';').filter_map(parse).collect()
    }

    /// Returns a random move for a position, better ones more often, or `None` if the book does not have the position.
    /// The same seed gives the same move.
    pub fn choose<G: Present>(self, game: &G, position: &G::Position, seed: u64) -> Option<BookMove<G::Move>> {
        let mut random = SplitMix64::new(mix(seed) ^ game.key(position));
        let moves = self.moves(game, position, random.next_u64());
        let best = moves.iter().map(|book_move| book_move.score).max()?;
        let mut left = random.below(moves.iter().map(|book_move| book_move.weight(best)).sum());
        moves.into_iter().find(|book_move| {
            let weight = book_move.weight(best);
            let chosen = left < weight;
            left = left.saturating_sub(weight);
            chosen
        })
    }
}

/// Returns the least text of the images of a position, and the symmetries that lead to that image.
pub fn canonical<G: Present>(game: &G, position: &G::Position) -> (String, Vec<Symmetry>) {
    let image = |&symmetry: &Symmetry| (game.format_position(&game.transform_position(position, symmetry)), symmetry);
    let images: Vec<(String, Symmetry)> = game.symmetries().iter().map(image).collect();
    let least = images.iter().map(|(text, _)| text).min().cloned().unwrap_or_default();
    let symmetries = images.into_iter().filter(|(text, _)| *text == least).map(|(_, symmetry)| symmetry).collect();
    (least, symmetries)
}

/// Embeds the book of a game, if books are embedded at all.
macro_rules! embedded_book {
    ($file:literal) => {{ if cfg!(feature = "books") { include_str!($file) } else { "" } }};
}
pub(crate) use embedded_book;
