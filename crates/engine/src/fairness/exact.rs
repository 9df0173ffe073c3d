//! Starts solved exactly. What a solver is to the survey of a game, and one that serves every game: the engine's own
//! search, as far as it proves. Touches nothing.

use halfboard_rules::game::Outcome;
use halfboard_rules::registry::Rules;
use halfboard_rules::session::Session;

use super::{Board, Verdict};
use crate::limits::{Limits, Now};
use crate::player::{MakeError, Player, player};
use crate::value::{Proof, Value};

/// Somebody who can tell how a start comes out. Each thread has its own, so that tables last from board to board.
pub trait Exact: Send {
    /// How the game from its position now comes out; `None` where this cannot be found out.
    fn verdict(&mut self, start: &dyn Session) -> Result<Option<Verdict>, MakeError>;
}

/// Solves the start of a seed, and with the other side to begin where that is given.
pub fn board(
    rules: &dyn Rules,
    turned: Option<&dyn Rules>,
    seed: u64,
    solver: &mut dyn Exact,
) -> Result<Board, MakeError> {
    let start = rules.start(seed);
    let verdict = solver.verdict(&*start)?;
    let turned = turned.map(|rules| solver.verdict(&*rules.start(seed))).transpose()?.flatten();
    Ok(Board { seed, first: start.turn().team(), verdict, turned })
}

/// Proof by the engine's search, of any game.
pub struct BySearch {
    nodes: u64,
    mebibytes: usize,
    now: Now,
    player: Option<Box<dyn Player>>,
}

impl BySearch {
    /// A search of so many positions a start, with a table of so many mebibytes.
    pub fn new(nodes: u64, mebibytes: usize, now: Now) -> Self {
        BySearch { nodes, mebibytes, now, player: None }
    }
}

impl Exact for BySearch {
    fn verdict(&mut self, start: &dyn Session) -> Result<Option<Verdict>, MakeError> {
        if start.ending().is_some() {
            return Ok(over(start));
        }
        let rules = start.rules();
        let mut player = match self.player.take().filter(|player| player.rules() == rules) {
            Some(player) => player,
            None => player(&rules, self.mebibytes, self.now)?,
        };
        player.clear();
        // A game of the player's own rules is taken over, and one that is not over has a report.
        let report = player.set_game(start).ok().and_then(|()| player.go(&Limits::nodes(self.nodes), &mut |_| {}).ok());
        self.player = Some(player);
        let value = report.and_then(|report| report.lines.first().map(|line| line.value));
        let team = start.turn().team();
        Ok(match value {
            Some(Value::Proven(Proof::Win(_))) if start.seats().len() == 1 => Some(Verdict::Solved),
            Some(Value::Proven(Proof::Win(_))) => Some(Verdict::Win(team)),
            Some(Value::Proven(Proof::Loss(_))) => Some(Verdict::Win(team.other())),
            Some(Value::Proven(Proof::Draw)) => Some(Verdict::Draw),
            Some(Value::Proven(Proof::Left(left))) => Some(Verdict::Left(left)),
            _ => None,
        })
    }
}

/// The verdict on a game that is over.
fn over(session: &dyn Session) -> Option<Verdict> {
    Some(match session.ending()?.outcome {
        Outcome::Win(_) => Verdict::Win(session.winner()?),
        Outcome::Draw => Verdict::Draw,
        Outcome::Solved => Verdict::Solved,
        Outcome::Stuck(left) => Verdict::Left(left),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::system_now;
    use halfboard_rules::game::Team;
    use halfboard_rules::registry;

    fn verdict(rules: &str, position: &str, nodes: u64) -> Option<Verdict> {
        let start = registry::rules(rules).expect("ours").position(position).expect("a position");
        BySearch::new(nodes, 1, system_now).verdict(&*start).expect("there is memory")
    }

    #[test]
    fn small_boards_are_proven_and_large_ones_given_up() {
        assert_eq!(verdict("sight-reduction", "ww6/8/8/bbb5 w play wb", 1000), Some(Verdict::Win(Team::Two)));
        assert_eq!(verdict("sight-reduction", "www5/8/8/bb6 w play wb", 1000), Some(Verdict::Win(Team::One)));
        assert_eq!(verdict("sight-reduction", "w7/8/8/bb6 w play wb", 1000), Some(Verdict::Win(Team::Two)));
        assert_eq!(verdict("sight-reduction:solitaire=on", "ww6/8/8/bb6 w play wb", 1000), Some(Verdict::Solved));
        assert_eq!(verdict("sight-reduction:solitaire=on", "w7/8/8/bb6 w play wb", 1000), Some(Verdict::Left(3)));
        assert_eq!(verdict("lines-of-action", "8/8/8/8/8/wb6/8/wb6 w - -", 1000), Some(Verdict::Win(Team::One)));
        let start = registry::rules("j").expect("ours").start(0);
        assert_eq!(BySearch::new(100, 1, system_now).verdict(&*start), Ok(None));
    }

    #[test]
    fn a_board_is_solved_whoever_begins() {
        /// The side to move always wins.
        struct First;
        impl Exact for First {
            fn verdict(&mut self, start: &dyn Session) -> Result<Option<Verdict>, MakeError> {
                Ok(Some(Verdict::Win(start.turn().team())))
            }
        }
        let rules = registry::rules("sight-reduction").expect("ours");
        let other = super::super::turned(&*rules).expect("Black can begin");
        let solved = board(&*rules, Some(&*other), 4, &mut First).expect("there is memory");
        let (verdict, turned) = (Some(Verdict::Win(Team::One)), Some(Verdict::Win(Team::Two)));
        assert_eq!(solved, Board { seed: 4, first: Team::One, verdict, turned });
    }
}
