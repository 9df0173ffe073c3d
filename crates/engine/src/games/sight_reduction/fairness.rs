//! Solver of starting positions for surveys: two players with a random or fair set-up, and the solitaire. The placement
//! phase of the deterministic set-up is too large to solve.

use halfboard_rules::game::Game;
use halfboard_rules::games::sight_reduction::{SightReduction, SightReductionSetup};
use halfboard_rules::session::{Match, Session};

use super::solitaire::{Solitaire, SolitaireLimits};
use super::solver::two_player::Solver;
use super::solver::{RemovalRules, setups};
use crate::fairness::exact::StartSolver;
use crate::limits::CancelToken;
use crate::player::PlayerError;
use crate::solve::{ProgressObserver, SolverError, Verdict};

struct SightReductionSolver {
    solver: Solver,
    cancel: CancelToken,
}

/// Returns a solver for these rules, if their starts can be solved.
pub(super) fn solver(game: &SightReduction) -> Option<Box<dyn StartSolver>> {
    if game.options().setup == SightReductionSetup::Deterministic {
        return None;
    }
    let solver = Solver::new(RemovalRules::of(game), 1);
    Some(Box::new(SightReductionSolver { solver, cancel: CancelToken::default() }))
}

impl StartSolver for SightReductionSolver {
    fn verdict(&mut self, start: &dyn Session) -> Result<Option<Verdict>, PlayerError> {
        let Some(start_match) = start.as_any().downcast_ref::<Match<SightReduction>>() else { return Ok(None) };
        let (game, position) = (start_match.game(), start_match.position());
        if start.seats().len() == 1 {
            let Some(solitaire) = Solitaire::of(game, position) else { return Ok(None) };
            return Ok(Some(Verdict::Outcome(solitaire.best(SolitaireLimits::default())?.outcome)));
        }
        let rules = RemovalRules::of(game);
        if self.solver.rules() != rules {
            self.solver = Solver::new(rules, 1);
        }
        let mut observer = ProgressObserver { cancel: &self.cancel, on_progress: &mut |_, _| {} };
        let team = start.turn().team();
        match setups::wins(game, &mut self.solver, position, 1, &mut observer) {
            Ok(wins) => Ok(wins.map(|wins| Verdict::Seat(if wins { team } else { team.other() }))),
            Err(SolverError::OutOfMemory(error)) => Err(error.into()),
            Err(SolverError::Cancelled | SolverError::InvalidCheckpoint) => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fairness::exact::{SearchSolver, solver_for};
    use crate::limits::system_now;
    use halfboard_rules::registry;

    /// Verdicts equal those that the engine's search proves, towards the end of random games.
    #[test]
    fn verdicts_are_those_of_the_search() {
        use halfboard_rules::random::SplitMix64;
        for (rules, plies) in [
            ("sight-reduction", 10),
            ("sight-reduction:first=black,enemy=required", 12),
            ("sight-reduction:remove=one-or-two", 10),
            ("sight-reduction:solitaire=on", 20),
            ("sight-reduction:sight=queen,solitaire=on", 22),
        ] {
            let rules = registry::rules(rules).expect("ours");
            let mut solver = solver_for(&*rules).expect("it can be solved");
            let mut search = SearchSolver::new(2_000_000, 8, system_now);
            for seed in 1..6 {
                let mut session = rules.start(seed);
                let mut random = SplitMix64::new(seed);
                for _ in 0..plies {
                    session.play_random(&mut random);
                }
                let proven = search.verdict(&*session).expect("there is memory");
                assert!(proven.is_some(), "{session:?} is too large");
                assert_eq!(solver.verdict(&*session).expect("there is memory"), proven, "{session:?}");
            }
        }
        for none in ["j", "sight-reduction:setup=deterministic"] {
            assert!(solver_for(&*registry::rules(none).expect("ours")).is_none(), "{none}");
        }
    }
}
