//! The set-ups of Sight Reduction, solved: what every arrangement, pick and choice of the fair start is worth, and the
//! last placements of the deterministic one.

mod fair;
mod place;

pub use fair::Fair;
pub use place::Placing;

use halfboard_rules::game::{Color, Game};
use halfboard_rules::games::sight_reduction::{Enemy, Move, Phase, Position, Removal, SightReduction};

use super::two_player::Solver;
use super::{Field, RemovalRules};
use crate::limits::CancelToken;
use crate::solve::{ProgressObserver, SolverError};

/// Whom a full board favours, when it has yet to be said who begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Favours {
    /// White, regardless of who begins.
    White,
    /// Black, regardless of who begins.
    Black,
    /// Who does not begin.
    Second,
    /// Who begins. That cannot be where one checker is removed that need not see an enemy.
    First,
}

impl Favours {
    /// Returns whether the player who has this colour and says who begins wins.
    pub fn chooser(self, color: Color) -> bool {
        match self {
            Favours::White => color == Color::White,
            Favours::Black => color == Color::Black,
            Favours::Second | Favours::First => true,
        }
    }

    /// Returns whether the arranger, who is left one colour and then says who begins, wins: only where that hangs on
    /// who begins.
    pub fn arranger(self) -> bool {
        matches!(self, Favours::Second | Favours::First)
    }

    /// Returns whether White wins when this colour begins.
    pub fn white_wins(self, begins: Color) -> bool {
        match self {
            Favours::White => true,
            Favours::Black => false,
            Favours::Second => begins == Color::Black,
            Favours::First => begins == Color::White,
        }
    }
}

/// Returns whether a turn can only do harm, so that no side wins by beginning: true where positions are numbers.
fn turns_never_help(rules: RemovalRules) -> bool {
    rules.enemy == Enemy::Off && rules.remove == Removal::One
}

/// Whom the checkers of White and Black favour.
pub fn favours(solver: &mut Solver, [white, black]: [u32; 2], cancel: &CancelToken) -> Result<Favours, SolverError> {
    let white_begins = Field { own: white, enemy: black };
    let black_begins = Field { own: black, enemy: white };
    // Who wins as the first also wins as the second, where turns never help; so the likelier winner is asked first.
    let rules = solver.rules();
    let white_leads = rules.removable(white_begins).count_ones() >= rules.removable(black_begins).count_ones();
    if turns_never_help(rules) {
        let likely = if white_leads { (white_begins, Favours::White) } else { (black_begins, Favours::Black) };
        let other = if white_leads { (black_begins, Favours::Black) } else { (white_begins, Favours::White) };
        for (field, winner) in [likely, other] {
            if solver.verdict(field, cancel)? {
                return Ok(winner);
            }
        }
        return Ok(Favours::Second);
    }
    Ok(match (solver.verdict(white_begins, cancel)?, solver.verdict(black_begins, cancel)?) {
        (true, true) => Favours::First,
        (false, false) => Favours::Second,
        (true, false) => Favours::White,
        (false, true) => Favours::Black,
    })
}

/// Returns the checkers of White and Black.
fn checkers(position: &Position) -> [u32; 2] {
    [Color::White, Color::Black].map(|color| position.checkers(color))
}

/// Returns whether the player to move wins, in any phase of a game for two. Nothing where too many placements are still
/// to come. For an arrangement that takes until the first that wins is found, or all of them were tried.
pub fn wins(
    game: &SightReduction,
    solver: &mut Solver,
    position: &Position,
    threads: usize,
    observer: &mut ProgressObserver<'_>,
) -> Result<Option<bool>, SolverError> {
    let wins = match position.phase() {
        Phase::Play { .. } => match Field::of(position) {
            Some((field, _)) => solver.verdict(field, observer.cancel)?,
            None => return Ok(None),
        },
        Phase::Choose { seat_one } => favours(solver, checkers(position), observer.cancel)?.chooser(seat_one),
        Phase::Pick => !favours(solver, checkers(position), observer.cancel)?.arranger(),
        Phase::Swap => {
            let mut fair = Fair::new(game, position);
            fair.work(threads, true, observer)?;
            return Ok(fair.arranger_wins());
        }
        Phase::Place { .. } => return Placing::new(game, solver).wins(position, observer),
    };
    Ok(Some(wins))
}

/// Returns all moves that win, in any phase of a game for two. Nothing where too many placements are still to come.
pub fn winning_moves(
    game: &SightReduction,
    solver: &mut Solver,
    position: &Position,
    threads: usize,
    observer: &mut ProgressObserver<'_>,
) -> Result<Option<Vec<Move>>, SolverError> {
    if position.phase() == Phase::Swap {
        let mut fair = Fair::new(game, position);
        fair.work(threads, false, observer)?;
        return Ok(Some(fair.winning()));
    }
    let moves = game.legal_moves(position);
    let mut winning = Vec::new();
    for (done, &mv) in moves.iter().enumerate() {
        (observer.on_progress)(done, moves.len());
        let mut next = *position;
        game.play(&mut next, mv);
        let quiet = &mut ProgressObserver { cancel: observer.cancel, on_progress: &mut |_, _| {} };
        // Who chooses has the same team as who arranged, and who begins may be of either.
        let Some(next_wins) = wins(game, solver, &next, threads, quiet)? else { return Ok(None) };
        if next_wins == (game.turn(&next) == game.turn(position)) {
            winning.push(mv);
        }
    }
    Ok(Some(winning))
}
