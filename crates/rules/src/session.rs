//! A game being played, with its history: [`Match`] is typed, [`Session`] is a match with the type of the game erased.
//!
//! User interfaces and servers hold a `Box<dyn Session>` and exchange moves as text or as steps. Code that knows the
//! game gets its [`Match`] by [`Session::as_any`].

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::board::Square;
use crate::game::{Color, Ending, Game, GameInfo, Outcome, Reason, Seat, Team, rules_string};
use crate::present::{Overlay, Present, Step, Warning};
use crate::refusal::{Refusal, Refused};
use crate::registry::{Rules, TypedRules};
use crate::symmetry::SymmetricImages;
use crate::text::nearest;
use crate::view::{Turn, View};

/// A game being played: the rules, the positions and the moves, including those that can be redone.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    rules: TypedRules<G>,
    positions: Vec<G::Position>,
    moves: Vec<G::Move>,
    ply: usize,
    /// The legal moves of the current position, listed on demand.
    legal: OnceLock<Arc<[G::Move]>>,
}

impl<G: Game> Match<G> {
    /// Creates a match that starts from a position.
    #[must_use]
    pub fn new(game: G, start: G::Position) -> Self {
        Match { rules: TypedRules(game), positions: vec![start], moves: Vec::new(), ply: 0, legal: OnceLock::new() }
    }

    /// Returns the rules.
    #[must_use]
    pub fn game(&self) -> &G {
        &self.rules.0
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &G::Position {
        &self.positions[self.ply]
    }

    /// Returns the moves played so far.
    #[must_use]
    pub fn moves(&self) -> &[G::Move] {
        &self.moves[..self.ply]
    }

    /// Plays a legal move. Moves that could be redone are dropped.
    pub fn play(&mut self, mv: G::Move) {
        debug_assert!(self.ending().is_none(), "the game is over");
        let mut next = *self.position();
        self.game().play(&mut next, mv);
        self.moves.truncate(self.ply);
        self.positions.truncate(self.ply + 1);
        self.moves.push(mv);
        self.positions.push(next);
        self.go_to(self.ply + 1);
    }

    fn go_to(&mut self, ply: usize) {
        self.ply = ply;
        self.legal = OnceLock::new();
    }

    /// Undoes the last move. Returns false if there is none.
    pub fn undo(&mut self) -> bool {
        let possible = self.ply > 0;
        if possible {
            self.go_to(self.ply - 1);
        }
        possible
    }

    /// Redoes the move that was undone last. Returns false if there is none.
    pub fn redo(&mut self) -> bool {
        let possible = self.ply < self.moves.len();
        if possible {
            self.go_to(self.ply + 1);
        }
        possible
    }

    /// Returns the number of moves played so far.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Returns the legal moves of the position, in no particular order; history is not considered.
    ///
    /// The list is generated once per position.
    pub fn legal_moves(&self) -> &[G::Move] {
        self.legal.get_or_init(|| self.game().legal_moves(self.position()).into())
    }

    /// Returns how often the current position has occurred, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        self.positions[..=self.ply].iter().filter(|&position| position == self.position()).count()
    }

    /// Returns the end of the game: by the position, because all passed, or by repetition, in this order.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        if let Some(ending) = self.game().ending(self.position()) {
            return Some(ending);
        }
        let passed = self.passed();
        if passed != 0 && passed == self.game().passers() {
            return Some(Ending::draw(Reason::NoMove));
        }
        let limit = self.game().draw_occurrence()?;
        (self.occurrences() >= limit).then(|| Ending::draw(Reason::Repetition))
    }

    /// Returns the positions before the current one, from the start.
    #[must_use]
    pub fn earlier_positions(&self) -> &[G::Position] {
        &self.positions[..self.ply]
    }

    /// Returns who passed in the consecutive passes that led here, as bits of [`Game::passer`].
    #[must_use]
    pub fn passed(&self) -> u8 {
        let mut passed = 0;
        for (position, &mv) in self.positions[..self.ply].iter().zip(&self.moves).rev() {
            match self.game().passer(position, mv) {
                0 => break,
                who => passed |= who,
            }
        }
        passed
    }
}

/// The error of playing a move that is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveError {
    /// The game is over.
    Over {
        /// The move.
        word: String,
        /// The end of the game.
        ending: Ending,
    },
    /// No legal move has this text.
    NotLegal {
        /// The move.
        word: String,
        /// The legal moves with the most similar text.
        nearest: Vec<String>,
        /// The number of legal moves.
        count: usize,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Over { word, ending } => write!(f, "move '{word}': the game is over ({ending})"),
            MoveError::NotLegal { word, nearest, count } => {
                write!(f, "move '{word}' is not legal here; ")?;
                let nearest = nearest.join(", ");
                if *count == 1 {
                    write!(f, "the only legal move is {nearest}")
                } else {
                    write!(f, "nearest of the {count} legal moves: {nearest}")
                }
            }
        }
    }
}

impl std::error::Error for MoveError {}

/// How far the chosen steps lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// One of these steps must follow; sorted.
    Next(Vec<Step>),
    /// The turn is complete; this is its move.
    Complete(String),
}

/// A match with the type of the game erased.
///
/// ```
/// use halfboard_rules::prelude::*;
///
/// let mut session = registry::rules("j")?.start(0);
/// session.play("A5")?;
/// assert_eq!(session.position(), "4w3/8/8/8 b w11b12");
/// assert_eq!((session.ply(), session.history()), (1, vec!["A5".to_owned()]));
/// assert!(session.undo() && session.redo());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Session: SymmetricImages + Send + Sync {
    /// Returns the id, name and board of the game.
    fn info(&self) -> &'static GameInfo;
    /// Returns the rules string, in canonical form.
    fn rules(&self) -> String;
    /// Returns the names of the seats.
    fn seats(&self) -> &'static [&'static str];
    /// Returns the current position string.
    fn position(&self) -> String;
    /// Returns the position string of the start.
    fn start(&self) -> String;
    /// Returns the seat to move. Meaningless if the game is over.
    fn turn(&self) -> Seat;
    /// Returns the seat to move after the first `ply` moves, or `None` beyond [`Session::ply`].
    fn turn_at(&self, ply: usize) -> Option<Seat>;
    /// Returns the colour that a seat plays, or `None` while the players have not chosen.
    fn color_of(&self, seat: Seat) -> Option<Color>;
    /// Returns whether the marked checkers of its colour belong to a seat, where partners share a colour.
    fn holds_marked(&self, seat: Seat) -> bool;
    /// Returns the legal moves of the position, sorted. A draw by repetition is not considered.
    fn moves(&self) -> Vec<String>;
    /// Returns the number of moves played so far.
    fn ply(&self) -> usize;
    /// Returns the moves played so far.
    fn history(&self) -> Vec<String>;
    /// Plays a move, spelt exactly as in [`Session::moves`].
    ///
    /// # Errors
    ///
    /// Fails if the game is over or the move is not legal; nothing changes then.
    fn play(&mut self, mv: &str) -> Result<(), MoveError>;
    /// Returns the canonical spelling of a move in a common alternative spelling; other text is returned as it is.
    fn respell(&self, mv: &str) -> String;
    /// Undoes the last move. Returns false if there is none.
    fn undo(&mut self) -> bool;
    /// Redoes the move that was undone last. Returns false if there is none.
    fn redo(&mut self) -> bool;
    /// Returns the end of the game, history considered.
    fn ending(&self) -> Option<Ending>;
    /// Returns the steps of a move, or `None` if it is not legal.
    fn steps(&self, mv: &str) -> Option<Vec<Step>>;
    /// Returns how far the chosen steps lead, or `None` if no legal move begins with them.
    fn progress(&self, chosen: &[Step]) -> Option<Progress>;
    /// Returns the view after the steps chosen so far.
    fn view(&self, chosen: &[Step]) -> View;
    /// Returns why a square cannot be chosen after these steps, or `None` if it can. Steps that begin no legal turn
    /// are ignored, as in [`Session::view`].
    fn refusal(&self, chosen: &[Step], square: Square) -> Option<Refused>;
    /// Returns what a board may draw over the position after these steps, with a square in focus.
    fn overlays(&self, chosen: &[Step], focus: Option<Square>) -> Vec<Overlay>;
    /// Returns why a player should think twice about a move, or `None` if there is no reason or it is not legal.
    fn warning(&self, mv: &str) -> Option<Warning>;
    /// Returns the team that won, or `None` if the game is not over or has no winner.
    fn winner(&self) -> Option<Team>;
    /// Returns the number of move sequences of this length; see [`perft`](crate::perft::perft).
    fn perft(&self, depth: u8) -> u64;
    /// Plays a random legal move. Returns false if the game is over.
    fn play_random(&mut self, random: &mut crate::random::SplitMix64) -> bool;
    /// Returns a copy.
    fn clone_box(&self) -> Box<dyn Session>;
    /// Returns the rules as a value, without parsing the rules string.
    fn as_rules(&self) -> &dyn Rules;
    /// Returns the [`Match`] as `Any`, so that code that knows the game can downcast to it.
    fn as_any(&self) -> &dyn Any;
}

impl Clone for Box<dyn Session> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}

impl fmt::Debug for dyn Session + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Session({}, {})", self.rules(), self.position())
    }
}

impl<G: Present> Match<G> {
    /// Returns the legal move with this text.
    fn find(&self, word: &str) -> Option<G::Move> {
        self.legal_moves().iter().copied().find(|&mv| self.game().format_move(mv) == word)
    }

    /// Returns the chosen steps if a legal turn continues them, otherwise none, and the steps that can follow.
    fn open<'a>(&self, chosen: &'a [Step]) -> (&'a [Step], Vec<Step>) {
        match self.progress(chosen) {
            Some(Progress::Next(next)) => (chosen, next),
            _ => match self.progress(&[]) {
                Some(Progress::Next(next)) => (&[][..], next),
                _ => (&[][..], Vec::new()),
            },
        }
    }
}

impl<G: Present> Session for Match<G> {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn rules(&self) -> String {
        rules_string(self.game())
    }

    fn seats(&self) -> &'static [&'static str] {
        self.game().seats()
    }

    fn position(&self) -> String {
        self.game().format_position(Match::position(self))
    }

    fn start(&self) -> String {
        self.game().format_position(&self.positions[0])
    }

    fn turn(&self) -> Seat {
        self.game().turn(Match::position(self))
    }

    fn turn_at(&self, ply: usize) -> Option<Seat> {
        self.positions[..=self.ply].get(ply).map(|position| self.game().turn(position))
    }

    fn holds_marked(&self, seat: Seat) -> bool {
        self.game().holds_marked(seat)
    }

    fn color_of(&self, seat: Seat) -> Option<Color> {
        self.game().color_of(Match::position(self), seat.team())
    }

    fn moves(&self) -> Vec<String> {
        let mut words: Vec<String> = self.legal_moves().iter().map(|&mv| self.game().format_move(mv)).collect();
        words.sort_unstable();
        words
    }

    fn ply(&self) -> usize {
        self.ply
    }

    fn history(&self) -> Vec<String> {
        Match::moves(self).iter().map(|&mv| self.game().format_move(mv)).collect()
    }

    fn play(&mut self, word: &str) -> Result<(), MoveError> {
        if let Some(ending) = Match::ending(self) {
            return Err(MoveError::Over { word: word.to_owned(), ending });
        }
        match self.find(word) {
            Some(mv) => {
                Match::play(self, mv);
                Ok(())
            }
            None => {
                let moves = Session::moves(self);
                let nearest = nearest(word, moves.iter().map(String::as_str), 4);
                let nearest = nearest.into_iter().map(str::to_owned).collect();
                Err(MoveError::NotLegal { word: word.to_owned(), nearest, count: moves.len() })
            }
        }
    }

    fn respell(&self, mv: &str) -> String {
        self.game().respell(mv)
    }

    fn undo(&mut self) -> bool {
        Match::undo(self)
    }

    fn redo(&mut self) -> bool {
        Match::redo(self)
    }

    fn ending(&self) -> Option<Ending> {
        Match::ending(self)
    }

    fn steps(&self, mv: &str) -> Option<Vec<Step>> {
        self.find(mv).map(|mv| self.game().steps(Match::position(self), mv).to_vec())
    }

    fn progress(&self, chosen: &[Step]) -> Option<Progress> {
        if Match::ending(self).is_some() {
            return None;
        }
        let position = Match::position(self);
        let mut complete = None;
        let mut next = Vec::new();
        for &mv in self.legal_moves() {
            self.game().for_each_path(position, mv, &mut |path| {
                if path.starts_with(chosen) {
                    match path.get(chosen.len()) {
                        Some(&step) => next.push(step),
                        None => complete = Some(mv),
                    }
                }
            });
        }
        next.sort_unstable();
        next.dedup();
        match complete {
            Some(mv) => Some(Progress::Complete(self.game().format_move(mv))),
            None if next.is_empty() => None,
            None => Some(Progress::Next(next)),
        }
    }

    fn view(&self, chosen: &[Step]) -> View {
        let position = Match::position(self);
        // Steps that no longer fit, or are complete, leave the board as it is at the start of the turn.
        let (chosen, next) = self.open(chosen);
        let last = Match::moves(self).last().map(|&mv| self.game().steps(&self.positions[self.ply - 1], mv));
        let last_steps = last.map(|path| path.to_vec()).unwrap_or_default();
        let scene = self.game().scene(position, chosen);
        let ending = Match::ending(self);
        let seat = Session::turn(self);
        View {
            board: G::INFO.board,
            cells: scene.cells,
            supplies: scene.supplies,
            edges: scene.edges,
            last: last_steps.iter().flat_map(|step| step.squares()).collect(),
            last_steps,
            chosen: chosen.to_vec(),
            next,
            turn: match ending {
                Some(_) => None,
                None => Some(Turn { seat, color: self.color_of(seat), prompt: scene.prompt }),
            },
            ending,
            decisive: ending.map_or_else(Vec::new, |ending| self.game().decisive(position, Match::moves(self), ending)),
        }
    }

    fn refusal(&self, chosen: &[Step], square: Square) -> Option<Refused> {
        let board = G::INFO.board;
        let refusal = if square.index() >= board.size() {
            Refusal::OffBoard
        } else if let Some(ending) = Match::ending(self) {
            Refusal::Over(ending)
        } else {
            let (chosen, next) = self.open(chosen);
            if next.iter().any(|step| step.squares().contains(&square)) {
                return None;
            }
            self.game().refusal(Match::position(self), chosen, square)
        };
        Some(Refused { board, square, refusal })
    }

    fn overlays(&self, chosen: &[Step], focus: Option<Square>) -> Vec<Overlay> {
        let focus = focus.filter(|square| square.index() < G::INFO.board.size());
        let (chosen, _) = self.open(chosen);
        self.game().overlays(Match::position(self), chosen, focus)
    }

    fn warning(&self, mv: &str) -> Option<Warning> {
        self.find(mv).and_then(|mv| self.game().warning(Match::position(self), mv))
    }

    fn winner(&self) -> Option<Team> {
        let Outcome::Win(winner) = Match::ending(self)?.outcome else { return None };
        let teams = [Team::One, Team::Two];
        teams.into_iter().find(|&team| self.game().color_of(Match::position(self), team) == Some(winner))
    }

    fn perft(&self, depth: u8) -> u64 {
        crate::perft::perft(self.game(), Match::position(self), depth)
    }

    fn play_random(&mut self, random: &mut crate::random::SplitMix64) -> bool {
        if Match::ending(self).is_some() {
            return false;
        }
        let mv = crate::playout::random_move(self.game(), Match::position(self), random);
        Match::play(self, mv);
        true
    }

    fn clone_box(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn as_rules(&self) -> &dyn Rules {
        &self.rules
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
