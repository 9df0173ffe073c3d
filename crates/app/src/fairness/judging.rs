//! How fair is this board? A board of Sight Reduction is solved twice, once with each colour to begin, and the two verdicts
//! say whom it favours.

use halfboard_engine::solve::Verdict;
use halfboard_rules::game::{Color, Outcome};
use halfboard_rules::registry::{self, RulesError};
use halfboard_rules::session::Session;
use halfboard_rules::text::PositionError;

use crate::route::Shared;
use halfboard_worker::messages::{RequestKind, ResponseKind};

/// The game that has such boards.
const GAME: &str = "sight-reduction";

/// A board to be judged: play begins on it, with either colour.
#[derive(Clone, Debug)]
pub struct Board {
    /// The rules without what sets the board up and says who begins.
    pub rules: String,
    /// The seed that it came from, if that is known.
    pub seed: Option<u64>,
    /// The game with White to begin, and with Black.
    sessions: [Box<dyn Session>; 2],
}

/// What is wrong with a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// The rules string.
    Rules(RulesError),
    /// These rules are those of another game or of solitaire, or the players fill the board.
    NoDuel(String),
    /// There is a position and a seed, or moves.
    TooMuch,
    /// The seed is no number.
    Seed(String),
    /// The position string.
    Position(PositionError),
    /// The position is not one in which checkers are removed.
    NotInPlay,
}

/// Whom a board favours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Favour {
    /// This colour wins whoever begins.
    Color(Color),
    /// Who begins wins.
    First,
    /// Who begins loses.
    Second,
}

/// What was found out for one colour to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Who wins.
    pub winner: Color,
    /// How many first moves there are.
    pub moves: usize,
    /// How many of them keep the win, where who begins wins and it is known of all.
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
    /// The board of a link: rules with a position or a seed. Whatever else the rules say about set-up and who begins is
    /// left aside, since both colours are tried.
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

    /// The board with this colour to begin.
    pub fn session(&self, begins: Color) -> &dyn Session {
        &*self.sessions[index(begins)]
    }

    /// A link to the board, which the page of fairness and others read.
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
    /// A board of which nothing is known yet, unless the game is over on it.
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

    /// The colour whose beginning is to be asked about next, if any.
    pub fn wanted(&self) -> Option<Color> {
        [Color::White, Color::Black].into_iter().find(|color| self.judged[index(*color)].is_none())
    }

    /// What to ask the worker.
    pub fn question() -> RequestKind {
        RequestKind::Solve { nodes: 50_000_000, distance: false }
    }

    /// Hears the worker's answer about the board with the colour that was [`Judging::wanted`] to begin; false when it says
    /// nothing of use.
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

    /// What is known with this colour to begin.
    pub fn judged(&self, begins: Color) -> Option<&Judged> {
        self.judged[index(begins)].as_ref()
    }

    /// Whom the board favours, once both are known.
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
