//! The trait [`Game`], and the types that all games share: colours, seats, teams, outcomes.

use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::board::Board;
use crate::options::{OptionError, OptionSet};
use crate::symmetry::Symmetry;

/// The colour of a checker, and of the side that owns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// White, `w`.
    White,
    /// Black, `b`.
    Black,
}

impl Color {
    /// White, then Black.
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];

    /// Returns the opponent's colour.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// Returns 0 for White and 1 for Black, for arrays indexed by colour.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns `w` or `b`, the letter in position strings.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }

    /// Returns `white` or `black`, the name in options and moves.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }

    /// Returns the colour of a letter, or `None` unless it is `w` or `b`.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Color> {
        match letter {
            'w' => Some(Color::White),
            'b' => Some(Color::Black),
            _ => None,
        }
    }
}

impl FromStr for Color {
    type Err = ParseColorError;

    /// Parses the name of a colour, in lower case or capitalized.
    fn from_str(text: &str) -> Result<Color, ParseColorError> {
        match text {
            "white" | "White" => Ok(Color::White),
            "black" | "Black" => Ok(Color::Black),
            _ => Err(ParseColorError { text: text.to_owned() }),
        }
    }
}

crate::serde_text::serde_as_text!(Color);

/// The error of parsing a [`Color`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseColorError {
    text: String,
}

impl fmt::Display for ParseColorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid colour \"{}\": expected white or black", self.text)
    }
}

impl std::error::Error for ParseColorError {}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// A seat at the table, for one player. Numbered from 0 in the order of [`Game::seats`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Seat(pub u8);

impl Seat {
    /// Returns the team of the seat. Neighbours are opponents: with four players, seats 0 and 2 are partners.
    #[must_use]
    #[inline]
    pub const fn team(self) -> Team {
        if self.0.is_multiple_of(2) { Team::One } else { Team::Two }
    }
}

/// A team: the seats that win and lose together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Team {
    /// The team of the first seat.
    One,
    /// The team of the second seat.
    Two,
}

impl Team {
    /// Returns the opposing team.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Team {
        match self {
            Team::One => Team::Two,
            Team::Two => Team::One,
        }
    }
}

/// The outcome of a game, in absolute terms. Values relative to the side to move are other types, in the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side of this colour won.
    Win(Color),
    /// A draw.
    Draw,
    /// A solitaire that was solved.
    Solved,
    /// A solitaire that was not solved, with the number of checkers left.
    Stuck(u8),
}

impl FromStr for Outcome {
    type Err = ParseOutcomeError;

    fn from_str(text: &str) -> Result<Outcome, ParseOutcomeError> {
        Ok(match text {
            "1-0" => Outcome::Win(Color::White),
            "0-1" => Outcome::Win(Color::Black),
            "1/2-1/2" => Outcome::Draw,
            "solved" => Outcome::Solved,
            _ => {
                let left = text.strip_prefix("stuck ").and_then(|left| left.parse().ok());
                let stuck = left.map(Outcome::Stuck).filter(|outcome| outcome.to_string() == text);
                return stuck.ok_or_else(|| ParseOutcomeError { text: text.to_owned() });
            }
        })
    }
}

crate::serde_text::serde_as_text!(Outcome);

/// The error of parsing an [`Outcome`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseOutcomeError {
    text: String,
}

impl fmt::Display for ParseOutcomeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid outcome \"{}\": expected 1-0, 0-1, 1/2-1/2, solved or stuck <checkers>", self.text)
    }
}

impl std::error::Error for ParseOutcomeError {}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(Color::White) => f.write_str("1-0"),
            Outcome::Win(Color::Black) => f.write_str("0-1"),
            Outcome::Draw => f.write_str("1/2-1/2"),
            Outcome::Solved => f.write_str("solved"),
            Outcome::Stuck(left) => write!(f, "stuck {left}"),
        }
    }
}

macro_rules! reasons {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// The reason why a game ended.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Reason { $($(#[$doc])* $variant,)* }

        impl Reason {
            /// Returns the reason's name in results and records.
            pub const fn name(self) -> &'static str {
                match self { $(Reason::$variant => $name,)* }
            }
        }

        impl FromStr for Reason {
            type Err = ParseReasonError;

            fn from_str(text: &str) -> Result<Reason, ParseReasonError> {
                match text {
                    $($name => Ok(Reason::$variant),)*
                    _ => Err(ParseReasonError { text: text.to_owned() }),
                }
            }
        }
    };
}

reasons! {
    /// The side to move has no legal move; in Lines of Action, no side has.
    NoMove = "no-move",
    /// The solitaire was solved.
    Solved = "solved",
    /// The mover's side became one group.
    United = "united",
    /// The other side became one group by the mover's turn.
    UnitedByOpponent = "united-by-opponent",
    /// One turn united both sides, where that is a draw.
    BothUnited = "both-united",
    /// A chain joins a side's two long halves.
    LosingChain = "losing-chain",
    /// A chain joins one of a side's long halves to its short side.
    WinningChain = "winning-chain",
    /// All checkers that can go are gone.
    Cleared = "cleared",
    /// A cross was made.
    Cross = "cross",
    /// Two sets of one side left with none of the other's between.
    Momentum = "momentum",
    /// The same position for the third time, or as often as the rules allow.
    Repetition = "repetition",
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

crate::serde_text::serde_as_text!(Reason);

/// The error of parsing a [`Reason`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseReasonError {
    text: String,
}

impl fmt::Display for ParseReasonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid reason \"{}\": expected one such as no-move or repetition", self.text)
    }
}

impl std::error::Error for ParseReasonError {}

/// The end of a game: its outcome and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ending {
    /// The outcome.
    pub outcome: Outcome,
    /// The reason.
    pub reason: Reason,
}

impl Ending {
    /// Creates the end of a won game.
    #[must_use]
    pub const fn win(winner: Color, reason: Reason) -> Self {
        Ending { outcome: Outcome::Win(winner), reason }
    }

    /// Creates the end of a drawn game.
    #[must_use]
    pub const fn draw(reason: Reason) -> Self {
        Ending { outcome: Outcome::Draw, reason }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.outcome, self.reason.name())
    }
}

/// The id, name and board of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameInfo {
    /// The id in rules strings.
    pub id: &'static str,
    /// The proper name, in English.
    pub name: &'static str,
    /// The board.
    pub board: Board,
}

/// A named variant: a choice of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Preset<O> {
    /// The id, unique within the game.
    pub id: &'static str,
    /// The options.
    pub options: O,
}

impl<O> Preset<O> {
    /// Creates a preset.
    pub const fn new(id: &'static str, options: O) -> Self {
        Preset { id, options }
    }
}

/// The rules of a game with the options chosen.
///
/// Rules are a value beside the position, so that positions stay small and options cost nothing per node. A position
/// has no history; [`Match`](crate::session::Match) adds it and judges repetition and passes. A move is a whole turn.
///
/// ```
/// use halfboard_rules::prelude::*;
/// use halfboard_rules::games::lines_of_action::LinesOfAction;
///
/// let game = LinesOfAction::default();
/// let mut position = game.start(0);
/// let moves = game.legal_moves(&position);
/// assert_eq!(moves.len(), 36);
/// game.play(&mut position, moves[0]);
/// assert_eq!(game.ending(&position), None);
/// ```
pub trait Game: Clone + Send + Sync + 'static {
    /// The options of the game.
    type Options: OptionSet;
    /// A position without history. Two positions are equal if and only if their strings are.
    type Position: Copy + Eq + Hash + fmt::Debug + Send + Sync;
    /// A move: a whole turn, in at most 8 bytes.
    type Move: Copy + Eq + Hash + fmt::Debug + Send + Sync;

    /// Id, name and board.
    const INFO: GameInfo;
    /// The named variants, the plain game first.
    const PRESETS: &'static [Preset<Self::Options>];
    /// Whether positions can occur again, and [`Game::draw_occurrence`] then ends the game.
    const REPETITION: bool = true;

    /// Creates the rules with these options.
    ///
    /// # Errors
    ///
    /// Fails if the options contradict each other.
    fn new(options: Self::Options) -> Result<Self, OptionError>;

    /// Returns the options.
    fn options(&self) -> &Self::Options;

    /// Returns the occurrence of a position that is a draw, or `None` if positions may occur any number of times.
    fn draw_occurrence(&self) -> Option<usize> {
        Self::REPETITION.then_some(3)
    }

    /// Returns the names of the seats, in order of their numbers.
    fn seats(&self) -> &'static [&'static str];

    /// Returns the start position. The seed matters only if the set-up is random.
    fn start(&self, seed: u64) -> Self::Position;

    /// Returns the seat to move.
    fn turn(&self, position: &Self::Position) -> Seat;

    /// Returns the colour that a team plays, or `None` while the players have not chosen.
    fn color_of(&self, _position: &Self::Position, team: Team) -> Option<Color> {
        Some(match team {
            Team::One => Color::White,
            Team::Two => Color::Black,
        })
    }

    /// Calls `f` with each legal move once, until `f` breaks.
    ///
    /// The game must not be over: see [`Game::ending`]. [`Game::legal_moves`] returns a list instead.
    fn for_each_move(
        &self,
        position: &Self::Position,
        f: &mut impl FnMut(Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Returns the number of legal moves. Games override this where they can count without listing.
    fn count_moves(&self, position: &Self::Position) -> u64 {
        count_by_listing(self, position)
    }

    /// Plays a move, which must be legal. Moves are checked where they enter the program, not here.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// Returns the end of the game as the position alone shows it. `None` means that a legal move exists.
    #[must_use]
    fn ending(&self, position: &Self::Position) -> Option<Ending>;

    /// Returns a 64-bit hash of the position.
    fn key(&self, position: &Self::Position) -> u64;

    /// Returns a bit for the player who passes by this move, or 0 if the move is not a pass.
    fn passer(&self, _position: &Self::Position, _mv: Self::Move) -> u8 {
        0
    }

    /// Returns all bits of [`Game::passer`]. If consecutive passes cover them, the game is drawn.
    fn passers(&self) -> u8 {
        0
    }

    /// Returns the symmetries of the board under which these rules are the same, the identity first. They form a group;
    /// seats and colours stay as they are.
    fn symmetries(&self) -> &'static [Symmetry] {
        Symmetry::NONE
    }

    /// Returns the image of a position under one of [`Game::symmetries`].
    #[must_use]
    fn transform_position(&self, position: &Self::Position, _symmetry: Symmetry) -> Self::Position {
        *position
    }

    /// Returns the image of a move under one of [`Game::symmetries`]: it is legal in the image of the position.
    #[must_use]
    fn transform_move(&self, mv: Self::Move, _symmetry: Symmetry) -> Self::Move {
        mv
    }

    /// Returns the legal moves of a position; none if the game is over.
    #[must_use]
    fn legal_moves(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        if self.ending(position).is_none() {
            let _ = self.for_each_move(position, &mut |mv| {
                moves.push(mv);
                ControlFlow::Continue(())
            });
        }
        moves
    }
}

/// Counts moves by listing them.
pub(crate) fn count_by_listing<G: Game>(game: &G, position: &G::Position) -> u64 {
    let mut count = 0;
    let _ = game.for_each_move(position, &mut |_| {
        count += 1;
        ControlFlow::Continue(())
    });
    count
}

/// Returns the rules string of a game, in canonical form.
#[must_use]
pub fn rules_string<G: Game>(game: &G) -> String {
    match game.options().format() {
        options if options.is_empty() => G::INFO.id.to_owned(),
        options => format!("{}:{options}", G::INFO.id),
    }
}
