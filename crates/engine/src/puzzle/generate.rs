//! Finding puzzles: games between levels of the engine from random openings, or other games, and in each the position in
//! which the side to move has exactly one way to win in time. The same request gives the same puzzles. Knows players and
//! the solver.

use halfboard_rules::game::{Color, Outcome};
use halfboard_rules::random::{SplitMix64, mix};
use halfboard_rules::registry::{self, Rules, RulesError};
use halfboard_rules::session::Session;

use super::{Puzzle, forced_win_request, turns};
use crate::arena;
use crate::levels::Level;
use crate::limits::{CancelToken, Limits, Now};
use crate::player::{self, Player, PlayerError};
use crate::search::SearchSettings;
use crate::solve::forced::ForcedWinRequest;
use crate::value::Proof;

/// A request for puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleRequest {
    /// The rules string.
    pub rules: String,
    /// The turns that the winner has.
    pub moves: u32,
    /// Which games are played.
    pub seed: u64,
    /// Nodes that a position is worth.
    pub nodes: u64,
    /// A level on the scale of eight that must not find the move; 0 for none.
    pub missed_by: u8,
}

/// A generator that plays games and finds puzzles in them.
pub struct PuzzleGenerator {
    request: PuzzleRequest,
    rules: Box<dyn Rules>,
    players: [Box<dyn Player>; 2],
    /// The next game, from 0.
    game: u64,
    /// Positions that were used.
    used: Vec<String>,
    cancel: CancelToken,
}

/// The table of a player, in mebibytes.
const PLAYER_MEBIBYTES: usize = 4;
/// What the solver remembers, in mebibytes: it is asked often, and a small table is soon cleared.
const SOLVER_MEBIBYTES: usize = 8;
/// Longer games are broken off.
const MAX_PLIES: usize = 300;
/// Minimum number of legal moves in a puzzle.
const MIN_MOVES: usize = 4;
/// So many plies further from the end than the win takes a position may lie: the loser need not have held out.
const EXTRA_PLIES: u32 = 6;
/// The levels that play, on the scale of eight.
const PLAYING_LEVELS: [u8; 3] = [3, 4, 5];
/// The highest level that is asked whether it finds the move.
const MAX_TESTED_LEVEL: u8 = 7;

impl PuzzleGenerator {
    /// Creates a generator that begins with this game.
    pub fn new(
        request: PuzzleRequest,
        first: u64,
        now: Now,
        cancel: CancelToken,
    ) -> Result<Self, GeneratePuzzlesError> {
        let rules = registry::rules(&request.rules).map_err(GeneratePuzzlesError::Rules)?;
        if rules.seats().len() < 2 {
            return Err(GeneratePuzzlesError::Solitaire);
        }
        let canonical = rules.canonical();
        let player = || player::for_rules(&canonical, PLAYER_MEBIBYTES, now).map_err(GeneratePuzzlesError::Make);
        Ok(PuzzleGenerator { players: [player()?, player()?], request, rules, game: first, used: Vec::new(), cancel })
    }

    /// Returns how many games were played or looked at.
    pub fn games(&self) -> u64 {
        self.game
    }

    /// Skips the position of an existing puzzle.
    pub fn skip(&mut self, puzzle: &Puzzle) {
        self.used.push(puzzle.position.clone());
    }

    /// Plays the next game and looks for a puzzle in it.
    pub fn next_game(&mut self) -> Option<Puzzle> {
        let number = self.game;
        self.game += 1;
        let mut random = SplitMix64::new(mix(self.request.seed) ^ mix(number));
        let plies = 2 + random.below(7);
        let opening = arena::opening(&*self.rules, random.next_u64(), plies)?;
        let canonical = self.rules.canonical();
        let mut level = |player: &mut Box<dyn Player>| {
            let level = PLAYING_LEVELS[random.below(PLAYING_LEVELS.len() as u64) as usize];
            set_level(&mut **player, &canonical, level, random.next_u64());
        };
        let [one, two] = &mut self.players;
        level(one);
        level(two);
        let limits = Limits::default();
        let session = arena::play(opening, &mut **one, &mut **two, [&limits, &limits], MAX_PLIES).session;
        self.find_in(session, number)
    }

    /// Looks for a puzzle in a game by the same rules instead of playing the next one.
    pub fn next_in(&mut self, session: Box<dyn Session>) -> Option<Puzzle> {
        self.game += 1;
        self.find_in(session, self.game - 1)
    }

    /// Looks for a puzzle in a game, from its end backwards.
    fn find_in(&mut self, mut session: Box<dyn Session>, number: u64) -> Option<Puzzle> {
        // A team that moves twice in a row may need more plies for as many turns.
        let longest = 2 * self.request.moves - 1 + if session.seats().len() > 2 { 2 } else { 0 };
        for back in 1..=longest + EXTRA_PLIES {
            if !session.undo() || self.cancel.is_cancelled() {
                return None;
            }
            if back >= self.request.moves
                && let Some(puzzle) = self.puzzle(&session.position(), longest, number)
            {
                self.used.push(puzzle.position.clone());
                return Some(puzzle);
            }
        }
        None
    }

    /// Returns the puzzle that a position is, if it is one.
    fn puzzle(&mut self, position: &str, longest: u32, game: u64) -> Option<Puzzle> {
        // The game before it does not matter in a puzzle, so it begins there.
        let session = self.rules.position(position).ok()?;
        if session.ending().is_some() || session.moves().len() < MIN_MOVES || self.used.iter().any(|p| p == position) {
            return None;
        }
        let solver = &mut self.players[0];
        solver.set_game(&*session).ok()?;
        let request = ForcedWinRequest {
            mebibytes: SOLVER_MEBIBYTES,
            ..forced_win_request(&*session, longest, self.request.nodes)
        };
        let found = solver.find_forced_win(&request, &self.cancel, &mut |_| {}).ok()?;
        let (Some(Proof::Win(plies)), true) = (found.value, found.is_shortest) else { return None };
        let keys: Vec<String> = found.fastest_moves().cloned().collect();
        if !found.all_fastest || keys.len() != 1 || found.line.len() != plies as usize {
            return None;
        }
        let (moves, winner) = turns(&*session, &found.line).ok()?;
        let results = Color::BOTH.map(|color| Outcome::Win(color).to_string());
        if moves != self.request.moves || !results.contains(&winner) {
            return None;
        }
        let mut level = None;
        let rules = session.rules();
        for asked in 1..=MAX_TESTED_LEVEL {
            set_level(&mut **solver, &rules, asked, 0);
            solver.clear();
            solver.set_game(&*session).ok()?;
            let report = solver.search(&Limits::default(), &mut |_| {}).ok()?;
            if report.lines.first()?.moves.first() == keys.first() {
                if asked <= self.request.missed_by {
                    return None;
                }
                level = Some(asked);
                break;
            }
        }
        let position = position.to_owned();
        Some(Puzzle { moves, rules, position, winner, plies, keys, line: found.line, level, game })
    }
}

/// Sets a player to a level on the scale of eight.
fn set_level(player: &mut dyn Player, rules: &str, level: u8, seed: u64) {
    let strength = Level::from_eight(rules, level).map(|level| player.strength_limit(level)).unwrap_or_default();
    player.set(SearchSettings { strength, seed, ..SearchSettings::default() });
}

/// Error returned if puzzles cannot be generated.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GeneratePuzzlesError {
    /// The rules string is invalid.
    Rules(RulesError),
    /// A solitaire has no opponent to beat.
    Solitaire,
    /// An engine could not be created.
    Make(PlayerError),
}

impl std::fmt::Display for GeneratePuzzlesError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            GeneratePuzzlesError::Rules(error) => write!(f, "{error}"),
            GeneratePuzzlesError::Solitaire => {
                f.write_str("a solitaire has no wins to find; rules for two or more have")
            }
            GeneratePuzzlesError::Make(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for GeneratePuzzlesError {}
