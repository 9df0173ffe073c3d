//! Puzzles by number. Part of the solitaire.
//!
//! A number, a grade and the rules make one puzzle, for ever: the number seeds a stream of boards, and the first board
//! of the grade is taken on which a simple player once succeeds, so that it can be done. Where the last two are to be
//! given, they are the two that the first such player leaves on a board, and the board is graded with them.
//!
//! In full: let r be SplitMix64 with the state mix(number ⊕ mix(version)). Each draw of r, shifted right by 32 bits, is
//! the seed of an ordinary random board. `simple` says how the players play, and `grade` how many failures make a
//! grade.

use std::fmt;

use halfboard_rules::board::Square;
use halfboard_rules::game::{Color, Game};
use halfboard_rules::games::sight_reduction::{Options, Removal, SightReduction, Target};
use halfboard_rules::random::{SplitMix64, mix};

use super::grade::{Grade, failures_if};
use super::simple::{SIMPLE_PLAYS, SimplePlayers};
use super::{RequiredPair, Solitaire};

/// The version of everything that makes a puzzle of a number. Numbers of one version always give the same.
pub const VERSION: u64 = 1;

/// A specification of numbered boards.
#[derive(Clone, Debug)]
pub struct BoardSpec {
    game: SightReduction,
    aimed: bool,
    grade: Grade,
}

/// A puzzle: the board of a seed under rules, which name the last two if they are given.
#[derive(Clone, Debug)]
pub struct NumberedBoard {
    /// The rules.
    pub game: SightReduction,
    /// The seed of the board.
    pub seed: u64,
    /// How many of the simple players' plays fail.
    pub failures: u32,
}

/// Error returned for rules that have no such boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardSpecError {
    /// The rules are for two players.
    NotSolitaire,
    /// The rules already name the last two, which a puzzle chooses.
    TargetGiven,
    /// Nothing is to be left, so nothing can be named.
    NothingLast,
}

impl fmt::Display for BoardSpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BoardSpecError::NotSolitaire => "puzzles are for one person: the rules need solitaire=on",
            BoardSpecError::TargetGiven => "a puzzle chooses its last two by itself: leave target out of the rules",
            BoardSpecError::NothingLast => {
                "with remove=one-or-two there are no last two to be given; that needs remove=one"
            }
        })
    }
}

impl std::error::Error for BoardSpecError {}

impl BoardSpec {
    /// Returns a wish for puzzles under these rules, with the last two given or not.
    pub fn new(game: SightReduction, aimed: bool, grade: Grade) -> Result<BoardSpec, BoardSpecError> {
        let options = game.options();
        match () {
            () if !options.solitaire.is_on() => Err(BoardSpecError::NotSolitaire),
            () if options.target.0.is_some() => Err(BoardSpecError::TargetGiven),
            () if aimed && options.remove != Removal::One => Err(BoardSpecError::NothingLast),
            () => Ok(BoardSpec { game, aimed, grade }),
        }
    }

    /// Returns the puzzle of a number. One board in five or six is of a grade, so this takes a few boards on average.
    pub fn puzzle(&self, number: u64) -> NumberedBoard {
        let mut random = SplitMix64::new(mix(number ^ mix(VERSION)));
        loop {
            if let Some(puzzle) = self.on_board(random.next_u64() >> 32) {
                return puzzle;
            }
        }
    }

    /// Returns the puzzle on the board of a seed, if it makes one of this grade.
    fn on_board(&self, seed: u64) -> Option<NumberedBoard> {
        let start = self.game.start(seed);
        let solitaire = Solitaire::of(&self.game, &start)?;
        let goal = solitaire.wanted()?;
        if !self.aimed {
            let failures = failures_if(goal, solitaire, self.grade).filter(|&failures| failures < SIMPLE_PLAYS)?;
            return Some(NumberedBoard { game: self.game.clone(), seed, failures });
        }
        let mut players = SimplePlayers::at(goal, solitaire.field);
        let left = (0..SIMPLE_PLAYS).find_map(|_| players.play())?;
        let kept = left.own | left.enemy;
        let solitaire = Solitaire { last: RequiredPair::These(kept), ..solitaire };
        let failures = failures_if(solitaire.wanted()?, solitaire, self.grade)?;
        let [white, black] =
            Color::BOTH.map(|color| Square::new((kept & start.checkers(color)).trailing_zeros() as usize));
        let options = Options { target: Target(Some((white, black))), ..*self.game.options() };
        let game = SightReduction::new(options).ok()?;
        Some(NumberedBoard { game, seed, failures })
    }
}

/// Returns the number of the puzzle of a day, which is counted from 1 January 1970 (day 0): the day itself.
pub const fn daily(day: u32) -> u64 {
    day as u64
}
