//! The engine's view of Sight Reduction: evaluation, levels, exact solvers for two players and for the solitaire, and
//! numbered solitaire puzzles.

mod evaluation;
mod fairness;
pub mod solitaire;
pub mod solver;

use std::convert::Infallible;

use halfboard_rules::game::Game;
use halfboard_rules::games::sight_reduction::{Move, Phase, Position, Removal, SightReduction, SightReductionSetup};

use super::{BenchSuite, EngineGame};
use crate::advice::{Advice, Budget};
use crate::fairness::exact::StartSolver;
use crate::levels::{LevelSpec, Levels};
use crate::network::NetworkInput;
use crate::solve::{ProgressObserver, Solve, SolveReport, SolveRequest, SolverError};

impl Levels for SightReduction {
    const LADDER: &'static [LevelSpec] =
        &[LevelSpec::weak(8812, 39, 160), LevelSpec::weak(4944, 17, 360), LevelSpec::full(560)];

    const EIGHT: [u8; 8] = [1, 1, 1, 1, 1, 2, 2, 3];

    fn ladder(&self) -> &'static [LevelSpec] {
        match self.options().remove {
            Removal::One => Self::LADDER,
            Removal::OneOrTwo => {
                const {
                    &[
                        LevelSpec::weak(9744, 50, 150),
                        LevelSpec::weak(9145, 42, 370),
                        LevelSpec::weak(8159, 34, 570),
                        LevelSpec::full(820),
                    ]
                }
            }
        }
    }
}

impl NetworkInput for SightReduction {}

impl Solve for SightReduction {
    type EndgameTable = Infallible;

    fn advise(&self, position: &Position, budget: &Budget<'_>) -> Advice<Move> {
        solver::advise::advise(self, position, budget)
    }

    fn solve(
        &self,
        position: &Position,
        request: &SolveRequest,
        observer: &mut ProgressObserver<'_>,
    ) -> Result<Option<SolveReport<Move>>, SolverError> {
        solver::report::solve(self, position, request, observer).map(Some)
    }

    fn start_solver(&self) -> Option<Box<dyn StartSolver>> {
        fairness::solver(self)
    }
}

impl EngineGame for SightReduction {
    /// Boards 1 to 700 on which a seat wins, but at most 60 % of the moves at its first turn keep the win.
    const BALANCED_SEEDS: [&'static [u16]; 2] = [
        &[
            3, 14, 35, 51, 72, 80, 87, 108, 119, 127, 167, 173, 187, 229, 233, 235, 258, 264, 267, 282, 311, 319, 333,
            335, 364, 375, 414, 426, 449, 453, 508, 511, 560, 581, 584, 599, 618, 622, 647, 653, 661, 677, 692, 693,
        ],
        &[
            2, 18, 23, 25, 27, 41, 54, 59, 81, 95, 103, 109, 182, 185, 192, 215, 221, 231, 234, 288, 291, 307, 316,
            346, 361, 369, 376, 387, 388, 390, 402, 424, 444, 452, 466, 495, 527, 550, 555, 567, 590, 593, 607, 616,
            621, 641, 680, 684,
        ],
    ];

    const BENCH: BenchSuite = BenchSuite {
        depth: 12,
        positions: &[
            "bbwwbbww/bwbbwwwb/wbbbwwbw/bwbwbwbw w play wb",
            "bbbbwwbw/wwbwwbwb/wwwbwbbb/bbwwbbww w play wb",
            "wbwwwwwb/bwbwwbbb/bbwbw1wb/w1bbwbwb w play wb",
            "bwbb1wbw/ww2wbwb/bwbbb1b1/wbwbbwww b play wb",
        ],
    };

    /// In the fair set-up the players choose colours and who begins before the first removal.
    fn is_choosing_first_mover(&self, position: &Position) -> bool {
        self.options().setup == SightReductionSetup::Fair && !matches!(position.phase(), Phase::Play { .. })
    }
}
