//! A game being played: [`Match`], typed, with its history; and [`Session`], the same with the game's type erased.
//!
//! Everything that people touch holds a `Box<dyn Session>`. Moves cross that border as text or as steps, never typed.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::board::Square;
use crate::game::{Color, Ending, Game, GameInfo, Outcome, Reason, Seat, Team, rules_string};
use crate::present::{Overlay, Present, Step};
use crate::refusal::{Refusal, Refused};
use crate::registry::{Rules, TypedRules};
use crate::text::nearest;
use crate::view::{Turn, View, result_in_words};

/// A game being played: rules, start, and the moves so far, with those taken back kept for redoing.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    rules: TypedRules<G>,
    positions: Vec<G::Position>,
    moves: Vec<G::Move>,
    ply: usize,
    /// The legal moves of the position now, listed when they are first asked for.
    legal: OnceLock<Arc<[G::Move]>>,
}

impl<G: Game> Match<G> {
    /// A match from a position.
    pub fn new(game: G, start: G::Position) -> Self {
        Match { rules: TypedRules(game), positions: vec![start], moves: Vec::new(), ply: 0, legal: OnceLock::new() }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.rules.0
    }

    /// The position now.
    pub fn position(&self) -> &G::Position {
        &self.positions[self.ply]
    }

    /// The moves played up to now.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves[..self.ply]
    }

    /// Plays a legal move; what had been taken back is forgotten.
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

    /// Takes the last move back; false when there is none.
    pub fn undo(&mut self) -> bool {
        let possible = self.ply > 0;
        if possible {
            self.go_to(self.ply - 1);
        }
        possible
    }

    /// Plays the move again that was taken back last; false when there is none.
    pub fn redo(&mut self) -> bool {
        let possible = self.ply < self.moves.len();
        if possible {
            self.go_to(self.ply + 1);
        }
        possible
    }

    /// Returns the number of moves played up to now.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Returns the legal moves of the position, in no particular order; history is not considered.
    ///
    /// The list is generated once per position.
    pub fn legal_moves(&self) -> &[G::Move] {
        self.legal.get_or_init(|| self.game().legal_moves(self.position()).into())
    }

    /// How often the position now has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        self.positions[..=self.ply].iter().filter(|&position| position == self.position()).count()
    }

    /// The end of the game: by the position, because all have passed, or by repetition, in this order.
    pub fn ending(&self) -> Option<Ending> {
        if let Some(ending) = self.game().ending(self.position()) {
            return Some(ending);
        }
        let passed = self.passed();
        if passed != 0 && passed == self.game().passers() {
            return Some(Ending::draw(Reason::NoMove));
        }
        (G::REPETITION && self.occurrences() >= 3).then(|| Ending::draw(Reason::Repetition))
    }

    /// The positions before the one now, from the start on.
    pub fn earlier(&self) -> &[G::Position] {
        &self.positions[..self.ply]
    }

    /// Who has passed in the unbroken run of passes that led here, as bits of [`Game::passer`].
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

/// Why a move was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveError {
    /// The game is over.
    Over {
        /// The move that came too late.
        word: String,
        /// How it ended.
        ending: Ending,
    },
    /// No legal move is written so.
    NotLegal {
        /// The move.
        word: String,
        /// The legal moves nearest to it.
        nearest: Vec<String>,
        /// How many legal moves there are.
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

/// How far the steps chosen have come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The turn needs one of these steps next, in order.
    Next(Vec<Step>),
    /// The turn is complete: this is its move.
    Complete(String),
}

/// A match with the game's type erased.
pub trait Session: Send + Sync {
    /// What game this is.
    fn info(&self) -> &'static GameInfo;
    /// The rules string, in canonical form.
    fn rules(&self) -> String;
    /// What the seats are called.
    fn seats(&self) -> &'static [&'static str];
    /// The position string now.
    fn position(&self) -> String;
    /// The position string at the start.
    fn start(&self) -> String;
    /// Whose turn it is. Of no meaning when the game is over.
    fn turn(&self) -> Seat;
    /// Returns whose turn it was after `ply` moves, at most [`Session::ply`].
    fn turn_at(&self, ply: usize) -> Option<Seat>;
    /// The colour that a seat plays, or `None` while that is not settled.
    fn color_of(&self, seat: Seat) -> Option<Color>;
    /// The legal moves of the position, sorted; history is not looked at.
    fn moves(&self) -> Vec<String>;
    /// Returns the number of moves played up to now.
    fn ply(&self) -> usize;
    /// The moves played up to now.
    fn history(&self) -> Vec<String>;
    /// Plays a move, written exactly as [`Session::moves`] lists it.
    fn play(&mut self, mv: &str) -> Result<(), MoveError>;
    /// The one spelling of a move that was spelt in another way people use.
    fn respell(&self, mv: &str) -> String;
    /// Takes the last move back; false when there is none.
    fn undo(&mut self) -> bool;
    /// Plays the move again that was taken back last; false when there is none.
    fn redo(&mut self) -> bool;
    /// The end of the game, history considered.
    fn ending(&self) -> Option<Ending>;
    /// The steps of a legal move; `None` when it is not legal.
    fn steps(&self, mv: &str) -> Option<Vec<Step>>;
    /// How far the steps chosen have come; `None` when no legal turn begins with them.
    fn progress(&self, chosen: &[Step]) -> Option<Progress>;
    /// What to draw, after the steps chosen so far.
    fn view(&self, chosen: &[Step]) -> View;
    /// Why a square cannot be chosen after these steps; `None` when a next step points at it. Steps that begin no legal turn
    /// are taken as none, as in [`Session::view`].
    fn refusal(&self, chosen: &[Step], square: Square) -> Option<Refused>;
    /// Returns what a board may draw over the position after these steps, with a square in focus.
    fn overlays(&self, chosen: &[Step], focus: Option<Square>) -> Vec<Overlay>;
    /// The team that won, when the game is over and somebody did.
    fn winner(&self) -> Option<Team>;
    /// Perft of the position.
    fn perft(&self, depth: u8) -> u64;
    /// Plays a random legal move; false when the game is over.
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
    /// The legal move that is written so.
    fn find(&self, word: &str) -> Option<G::Move> {
        self.legal_moves().iter().copied().find(|&mv| self.game().format_move(mv) == word)
    }
}

impl<G: Present> Match<G> {
    /// The steps chosen, if a legal turn goes on from them, or none; and those that can follow.
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
            self.game().each_path(position, mv, &mut |path| {
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
            result: ending.map(result_in_words),
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
