//! The deterministic start: the last placements by search, with the solver on every full board that comes up. Boards
//! that are reached in several orders are solved once.

use std::collections::HashMap;

use halfboard_rules::game::Game;
use halfboard_rules::games::sight_reduction::{Position, SightReduction};

use super::checkers;
use crate::games::sight_reduction::solver::Field;
use crate::games::sight_reduction::solver::two_player::Solver;
use crate::solve::{ProgressObserver, SolverError};

/// With more empty squares than this it is not even tried: k squares make about 2ᵏ boards, of which a search sees a
/// good part.
const MOST_EMPTY: u32 = 12;

/// The placements of a game, as far as they are solved.
pub struct Placing<'a> {
    game: &'a SightReduction,
    solver: &'a mut Solver,
    known: HashMap<[u32; 2], bool>,
    boards: usize,
}

impl<'a> Placing<'a> {
    /// Nothing is known yet.
    pub fn new(game: &'a SightReduction, solver: &'a mut Solver) -> Self {
        Placing { game, solver, known: HashMap::new(), boards: 0 }
    }

    /// Returns whether the player to place wins; nothing when too many squares are empty.
    pub fn wins(
        &mut self,
        position: &Position,
        observer: &mut ProgressObserver<'_>,
    ) -> Result<Option<bool>, SolverError> {
        let [white, black] = checkers(position);
        if (!(white | black)).count_ones() > MOST_EMPTY {
            return Ok(None);
        }
        self.search(position, observer).map(Some)
    }

    fn search(&mut self, position: &Position, observer: &mut ProgressObserver<'_>) -> Result<bool, SolverError> {
        if let Some(&wins) = self.known.get(&checkers(position)) {
            return Ok(wins);
        }
        if let Some((field, _)) = Field::of(position) {
            self.boards += 1;
            (observer.on_progress)(self.boards, self.boards + 1);
            let wins = self.solver.verdict(field, observer.cancel)?;
            self.known.insert(checkers(position), wins);
            return Ok(wins);
        }
        let mut wins = false;
        for mv in self.game.legal_moves(position) {
            let mut next = *position;
            self.game.play(&mut next, mv);
            if !self.search(&next, observer)? {
                wins = true;
                break;
            }
        }
        self.known.insert(checkers(position), wins);
        Ok(wins)
    }
}
