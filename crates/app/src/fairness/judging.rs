//! Fairness of a single board: a board of Sight Reduction is solved twice, once with each colour to move first, and the
//! two verdicts show which side it favours.

use halfboard_engine::solve::Verdict;
use halfboard_rules::game::{Color, Outcome};
use halfboard_rules::registry::{self, RulesError};
use halfboard_rules::session::Session;
use halfboard_rules::text::PositionError;

use crate::route::Shared;
use halfboard_worker::messages::{RequestKind, ResponseKind};

/// The id of the game whose boards are judged.
const GAME: &str = "sight-reduction";

/// A board to be judged: play begins on it, with either colour.
#[derive(Clone, Debug)]
pub struct Board {
    /// The rules without the options for the setup and the first mover.
    pub rules: String,
    /// The seed of the board, if known.
    pub seed: Option<u64>,
    /// The game with White to move first, and with Black.
    sessions: [Box<dyn Session>; 2],
}

/// An error in a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// The rules string.
    Rules(RulesError),
    /// The rules are of another game or a solitaire, or the players fill the board.
    NoDuel(String),
    /// Both a position and a seed are given, or there are moves.
    TooMuch,
    /// The seed is not a number.
    Seed(String),
    /// The position string.
    Position(PositionError),
    /// The position is not one in which checkers are removed.
    NotInPlay,
}

/// The side that a board favours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Favour {
    /// This colour wins regardless of who moves first.
    Color(Color),
    /// The first player wins.
    First,
    /// The second player wins.
    Second,
}

/// The verdict with one colour to move first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The winner.
    pub winner: Color,
    /// Number of legal first moves.
    pub moves: usize,
    /// Number of first moves that keep the win, if the first player wins and every move is solved.
    pub keep: Option<usize>,
}

/// A board that is being judged.
#[derive(Clone, Debug)]
pub struct Judging {
    /// The board.
    pub board: Board,
    judged: [Option<Judged>; 2],
}

impl Board {
    /// Parses the board of a link: rules with a position or a seed. Options for the setup and the first mover are
    /// ignored, since both colours are tried.
    pub fn read(shared: &Shared) -> Result<Board, BoardError> {
        let asked = registry::rules(&shared.rules).map_err(BoardError::Rules)?.canonical();
        let (id, options) = asked.split_once(':').unwrap_or((&asked, ""));
        if id != GAME || options.contains("solitaire=on") {
            return Err(BoardError::NoDuel(asked));
        }
        let kept: Vec<&str> = options
            .split(',')
            .filter(|option| !option.is_empty() && !["setup=", "first="].iter().any(|name| option.starts_with(name)))
            .collect();
        let rules = if kept.is_empty() { id.to_owned() } else { format!("{id}:{}", kept.join(",")) };
        let plain = registry::rules(&rules).map_err(BoardError::Rules)?;
        if shared.moves.as_ref().is_some_and(|moves| !moves.trim().is_empty()) {
            return Err(BoardError::TooMuch);
        }
        let (position, seed) = match (&shared.position, &shared.seed) {
            (Some(_), Some(_)) => return Err(BoardError::TooMuch),
            // The squares alone will do: who begins is tried both ways.
            (Some(position), None) if !position.trim().contains(' ') => {
                (format!("{} w play wb", position.trim()), None)
            }
            (Some(position), None) => (position.trim().to_owned(), None),
            (None, seed) => {
                let seed = seed.as_deref().map_or("0", str::trim);
                let seed: u64 = seed.parse().map_err(|_| BoardError::Seed(seed.to_owned()))?;
                (plain.start(seed).position(), Some(seed))
            }
        };
        // A position of another set-up is read by the rules that it belongs to; its checkers are what matters.
        let whole =
            registry::rules(&asked).map_err(BoardError::Rules)?.position(&position).map_err(BoardError::Position)?;
        let position = whole.position();
        let checkers = match position.split(' ').collect::<Vec<_>>()[..] {
            [_, _, "place", _] | [] => return Err(BoardError::NotInPlay),
            [checkers, ..] => checkers.to_owned(),
        };
        let begun = |turn: char| plain.position(&format!("{checkers} {turn} play wb")).map_err(BoardError::Position);
        let sessions = [begun('w')?, begun('b')?];
        Ok(Board { rules, seed, sessions })
    }

    /// Returns the board with this colour to move first.
    pub fn session(&self, begins: Color) -> &dyn Session {
        &*self.sessions[index(begins)]
    }

    /// Returns a link to the board, which the fairness page and others accept.
    pub fn link(&self, begins: Color) -> Shared {
        let rules = match begins {
            Color::White => self.rules.clone(),
            Color::Black => with_black_first(&self.rules),
        };
        Shared { rules, position: Some(self.session(begins).position()), seed: None, moves: None }
    }
}

fn with_black_first(rules: &str) -> String {
    let separator = if rules.contains(':') { ',' } else { ':' };
    let asked = format!("{rules}{separator}first=black");
    registry::rules(&asked).map_or_else(|_| rules.to_owned(), |rules| rules.canonical())
}

fn index(color: Color) -> usize {
    usize::from(color == Color::Black)
}

impl Judging {
    /// Starts judging a board. If the game is over on it, the winner is known at once.
    pub fn new(board: Board) -> Judging {
        let over = |begins: Color| {
            let ending = board.session(begins).ending()?;
            match ending.outcome {
                Outcome::Win(winner) => Some(Judged { winner, moves: 0, keep: None }),
                _ => None,
            }
        };
        let judged = [over(Color::White), over(Color::Black)];
        Judging { board, judged }
    }

    /// Returns the colour to solve next as the first player, if any.
    pub fn wanted(&self) -> Option<Color> {
        [Color::White, Color::Black].into_iter().find(|color| self.judged[index(*color)].is_none())
    }

    /// Returns the request for the worker.
    pub fn question() -> RequestKind {
        RequestKind::Solve { nodes: 50_000_000, distance: false }
    }

    /// Handles the worker's response about the colour that [`Judging::wanted`] returned; returns false if it decides
    /// nothing.
    pub fn hear(&mut self, answer: &ResponseKind) -> bool {
        let (
            Some(begins),
            ResponseKind::SolveResult {
                verdict: Some(Verdict::Outcome(Outcome::Win(winner))), keep, keep_is_all, ..
            },
        ) = (self.wanted(), answer)
        else {
            return false;
        };
        let moves = self.board.session(begins).moves().len();
        let keep = (*winner == begins && *keep_is_all).then_some(keep.len());
        self.judged[index(begins)] = Some(Judged { winner: *winner, moves, keep });
        true
    }

    /// Returns the verdict with this colour to move first, if known.
    pub fn judged(&self, begins: Color) -> Option<&Judged> {
        self.judged[index(begins)].as_ref()
    }

    /// Returns the side that the board favours, once both verdicts are known.
    pub fn favour(&self) -> Option<Favour> {
        let [white, black] = &self.judged;
        Some(match (white.as_ref()?.winner, black.as_ref()?.winner) {
            (Color::White, Color::White) => Favour::Color(Color::White),
            (Color::Black, Color::Black) => Favour::Color(Color::Black),
            (Color::White, Color::Black) => Favour::First,
            (Color::Black, Color::White) => Favour::Second,
        })
    }
}
