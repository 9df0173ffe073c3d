//! The solver of Sight Reduction, as surveys ask it: two players with a random or a fair start, and the solitaire. The
//! placed start is not among them: nobody can look through a whole game of placing.

use halfboard_rules::game::Game;
use halfboard_rules::games::sight_reduction::{Options, SightReduction, SightReductionSetup};
use halfboard_rules::options::OptionSet;
use halfboard_rules::present::Present;
use halfboard_rules::registry::Rules;
use halfboard_rules::session::Session;

use super::Verdict;
use super::exact::Exact;
use crate::limits::Stop;
use crate::player::MakeError;
use crate::solve::sight_reduction::Removing;
use crate::solve::sight_reduction::setups;
use crate::solve::sight_reduction::solitaire::{self, Means, Solitaire};
use crate::solve::sight_reduction::two::{Halt, Solver, Watch};

/// Solves starts of Sight Reduction on one thread.
struct SightReductionSolver {
    solver: Solver,
    stop: Stop,
}

/// A solver for these rules, if they are of Sight Reduction and their starts can be solved.
pub fn solver(rules: &dyn Rules) -> Option<Box<dyn Exact>> {
    let game = game(&rules.canonical()).filter(|game| game.options().setup != SightReductionSetup::Deterministic)?;
    Some(Box::new(SightReductionSolver { solver: Solver::new(Removing::of(&game), 1), stop: Stop::default() }))
}

/// The game of a rules string, if it is this one.
fn game(rules: &str) -> Option<SightReduction> {
    let (id, options) = rules.split_once(':').map_or((rules, None), |(id, options)| (id, Some(options)));
    let options = options.map_or(Ok(Options::DEFAULT), Options::parse).ok()?;
    (id == SightReduction::INFO.id).then(|| SightReduction::new(options).ok()).flatten()
}

impl Exact for SightReductionSolver {
    fn verdict(&mut self, start: &dyn Session) -> Result<Option<Verdict>, MakeError> {
        let Some(game) = game(&start.rules()) else { return Ok(None) };
        let Ok(position) = game.parse_position(&start.position()) else { return Ok(None) };
        if start.seats().len() == 1 {
            let Some(alone) = Solitaire::of(&game, &position) else { return Ok(None) };
            return Ok(Some(match alone.best(Means::default())?.verdict {
                solitaire::Verdict::Solved => Verdict::Solved,
                solitaire::Verdict::Stuck(left) => Verdict::Left(left),
            }));
        }
        let removing = Removing::of(&game);
        if self.solver.removing() != removing {
            self.solver = Solver::new(removing, 1);
        }
        let mut watch = Watch { stop: &self.stop, on_progress: &mut |_, _| {} };
        let team = start.turn().team();
        match setups::wins(&game, &mut self.solver, &position, 1, &mut watch) {
            Ok(wins) => Ok(wins.map(|wins| Verdict::Win(if wins { team } else { team.other() }))),
            Err(Halt::Memory(error)) => Err(error.into()),
            // Nobody says the word, and nothing was kept.
            Err(Halt::Stopped | Halt::Saved) => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fairness::exact::BySearch;
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
            let mut solver = solver(&*rules).expect("it can be solved");
            let mut search = BySearch::new(2_000_000, 8, system_now);
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
            assert!(solver(&*registry::rules(none).expect("ours")).is_none(), "{none}");
        }
    }
}
