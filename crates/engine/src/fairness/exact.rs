//! Starting positions solved exactly, by a solver of the game or by the search of any game.

use halfboard_rules::game::Outcome;
use halfboard_rules::registry::Rules;
use halfboard_rules::session::{Match, Session};

use super::SolvedStart;
use crate::games::{self, EngineGame, MatchVisitor};
use crate::limits::{Limits, Now};
use crate::player::{self, Player, PlayerError};
use crate::solve::Verdict;
use crate::value::{Proof, Value};

/// A solver of starting positions. Each thread has its own, so that tables last from board to board.
pub trait StartSolver: Send {
    /// Returns the verdict on the position of a session, or `None` if the solver gives up.
    ///
    /// # Errors
    ///
    /// Fails if memory runs out.
    fn verdict(&mut self, start: &dyn Session) -> Result<Option<Verdict>, PlayerError>;
}

/// Returns the game's own solver of starting positions by these rules, if there is one.
pub fn solver_for(rules: &dyn Rules) -> Option<Box<dyn StartSolver>> {
    struct FindSolver;
    impl MatchVisitor for FindSolver {
        type Output = Option<Box<dyn StartSolver>>;

        fn visit<G: EngineGame>(self, game: &Match<G>) -> Self::Output {
            game.game().start_solver()
        }
    }
    games::visit(&*rules.start(0), FindSolver)?
}

/// Solves the start of a seed, and that of `other_first`, by which the other side moves first.
///
/// # Errors
///
/// Fails if memory runs out.
pub fn solve_start(
    rules: &dyn Rules,
    other_first: Option<&dyn Rules>,
    seed: u64,
    solver: &mut dyn StartSolver,
) -> Result<SolvedStart, PlayerError> {
    let start = rules.start(seed);
    let verdict = solver.verdict(&*start)?;
    let verdict_if_other_first = other_first.map(|rules| solver.verdict(&*rules.start(seed))).transpose()?.flatten();
    Ok(SolvedStart { seed, first: start.turn().team(), verdict, verdict_if_other_first })
}

/// A solver for any game: the engine's search, as far as it proves.
pub struct SearchSolver {
    nodes: u64,
    mebibytes: usize,
    now: Now,
    player: Option<Box<dyn Player>>,
}

impl SearchSolver {
    /// Creates a solver with a node limit per start and a transposition table of a size in mebibytes.
    pub fn new(nodes: u64, mebibytes: usize, now: Now) -> Self {
        SearchSolver { nodes, mebibytes, now, player: None }
    }
}

impl StartSolver for SearchSolver {
    fn verdict(&mut self, start: &dyn Session) -> Result<Option<Verdict>, PlayerError> {
        if let Some(ending) = start.ending() {
            return Ok(match ending.outcome {
                Outcome::Win(_) => start.winner().map(Verdict::Seat),
                outcome => Some(Verdict::Outcome(outcome)),
            });
        }
        let reusable = self.player.take().filter(|player| player.rules() == start.rules());
        let mut player = match reusable {
            Some(player) => player,
            None => player::for_session(start, self.mebibytes, self.now)?,
        };
        player.clear();
        let limits = Limits::nodes(self.nodes);
        let report = player.set_game(start).ok().and_then(|()| player.search(&limits, &mut |_| {}).ok());
        self.player = Some(player);
        let value = report.and_then(|report| report.lines.first().map(|line| line.value));
        let team = start.turn().team();
        let Some(Value::Proven(proof)) = value else { return Ok(None) };
        Ok(Some(match proof {
            Proof::Win(_) if start.seats().len() == 1 => Verdict::Outcome(Outcome::Solved),
            Proof::Win(_) => Verdict::Seat(team),
            Proof::Loss(_) => Verdict::Seat(team.other()),
            Proof::Draw => Verdict::Outcome(Outcome::Draw),
            Proof::Left(left) => Verdict::Outcome(Outcome::Stuck(left)),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::system_now;
    use halfboard_rules::game::Team;
    use halfboard_rules::registry;

    fn verdict(rules: &str, position: &str, nodes: u64) -> Option<Verdict> {
        let start = registry::rules(rules).expect("ours").position(position).expect("a position");
        SearchSolver::new(nodes, 1, system_now).verdict(&*start).expect("there is memory")
    }

    #[test]
    fn small_boards_are_proven_and_large_ones_given_up() {
        assert_eq!(verdict("sight-reduction", "ww6/8/8/bbb5 w play wb", 1000), Some(Verdict::Seat(Team::Two)));
        assert_eq!(verdict("sight-reduction", "www5/8/8/bb6 w play wb", 1000), Some(Verdict::Seat(Team::One)));
        assert_eq!(verdict("sight-reduction", "w7/8/8/bb6 w play wb", 1000), Some(Verdict::Seat(Team::Two)));
        assert_eq!(
            verdict("sight-reduction:solitaire=on", "ww6/8/8/bb6 w play wb", 1000),
            Some(Verdict::Outcome(Outcome::Solved))
        );
        assert_eq!(
            verdict("sight-reduction:solitaire=on", "w7/8/8/bb6 w play wb", 1000),
            Some(Verdict::Outcome(Outcome::Stuck(3)))
        );
        assert_eq!(verdict("lines-of-action", "8/8/8/8/8/wb6/8/wb6 w - -", 1000), Some(Verdict::Seat(Team::One)));
        let start = registry::rules("j").expect("ours").start(0);
        assert_eq!(SearchSolver::new(100, 1, system_now).verdict(&*start), Ok(None));
    }

    #[test]
    fn a_board_is_solved_whoever_begins() {
        /// The side to move always wins.
        struct First;
        impl StartSolver for First {
            fn verdict(&mut self, start: &dyn Session) -> Result<Option<Verdict>, PlayerError> {
                Ok(Some(Verdict::Seat(start.turn().team())))
            }
        }
        let rules = registry::rules("sight-reduction").expect("ours");
        let other = crate::fairness::with_other_first_mover(&*rules).expect("Black can begin");
        let solved = solve_start(&*rules, Some(&*other), 4, &mut First).expect("there is memory");
        let (verdict, verdict_if_other_first) = (Some(Verdict::Seat(Team::One)), Some(Verdict::Seat(Team::Two)));
        assert_eq!(solved, SolvedStart { seed: 4, first: Team::One, verdict, verdict_if_other_first });
    }
}
