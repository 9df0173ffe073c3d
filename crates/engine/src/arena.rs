//! Games between players, refereed by the rules.

use halfboard_rules::game::{Ending, Outcome, Seat, Team};
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry::Rules;
use halfboard_rules::session::Session;

use crate::limits::{CancelToken, Limits, Now};
use crate::player::{self, Player, PlayerError, SearchError};
use crate::solve::forced::{ForcedWinRequest, WinningMoves};
use crate::value::Proof;

/// Maximum number of attempts to find a random opening that leaves the game open.
const MAX_OPENING_TRIES: u32 = 1000;

/// Returns an opening: the start of a seed and some random moves. Returns `None` if none is found that leaves the game
/// open.
pub fn opening(rules: &dyn Rules, seed: u64, plies: u64) -> Option<Box<dyn Session>> {
    let mut random = SplitMix64::new(seed);
    (0..MAX_OPENING_TRIES).find_map(|_| {
        let mut session = rules.start(seed);
        let lasted = (0..plies).all(|_| session.play_random(&mut random));
        (lasted && session.ending().is_none()).then_some(session)
    })
}

/// Returns whether the starting position is random.
pub fn depends_on_seed(rules: &dyn Rules) -> bool {
    // No random set-up has so few arrangements that all of these could coincide.
    let first = rules.start(0).position();
    (1..8).any(|seed| rules.start(seed).position() != first)
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// It ended by the rules.
    ByRules(Ending),
    /// It was adjudicated by a proof.
    Proven {
        /// The team that wins, or `None` for a draw.
        winner: Option<Team>,
        /// The plies within which it wins; 0 for a draw.
        plies: u32,
    },
    /// It reached the ply limit and counts as a draw.
    PlyLimit,
    /// The player of this team failed or made an illegal move, and loses.
    Fault(Team, String),
}

/// A game that was played.
pub struct PlayedGame {
    /// The game.
    pub session: Box<dyn Session>,
    /// How it ended.
    pub end: GameEnd,
}

impl PlayedGame {
    /// Returns the score of a team in half points: 0, 1 or 2.
    pub fn halves(&self, team: Team) -> usize {
        let winner = match &self.end {
            GameEnd::ByRules(Ending { outcome: Outcome::Win(color), .. }) => {
                let mut seats = (0..self.session.seats().len() as u8).map(Seat);
                seats.find(|&seat| self.session.color_of(seat) == Some(*color)).map(Seat::team)
            }
            GameEnd::Fault(loser, _) => Some(loser.other()),
            GameEnd::Proven { winner, .. } => *winner,
            _ => None,
        };
        match winner {
            None => 1,
            Some(winner) => 2 * usize::from(winner == team),
        }
    }
}

/// An adjudicator: a solver, independent of the players, that ends games which are decided.
pub struct Adjudicator {
    solver: Box<dyn Player>,
    request: ForcedWinRequest,
}

impl Adjudicator {
    /// Creates an adjudicator with a node limit per move.
    ///
    /// # Errors
    ///
    /// Fails if the rules string is invalid.
    pub fn new(rules: &str, nodes: u64, now: Now) -> Result<Self, PlayerError> {
        let request = ForcedWinRequest { nodes, winning_moves: WinningMoves::One, ..ForcedWinRequest::default() };
        Ok(Adjudicator { solver: player::for_rules(rules, 0, now)?, request })
    }

    /// Returns the proven end of a game, if any.
    fn adjudicate(&mut self, session: &dyn Session) -> Option<GameEnd> {
        self.solver.set_game(session).ok()?;
        let report = self.solver.find_forced_win(&self.request, &CancelToken::default(), &mut |_| {}).ok()?;
        let mover = session.turn().team();
        match report.value? {
            Proof::Win(plies) => Some(GameEnd::Proven { winner: Some(mover), plies }),
            Proof::Loss(plies) => Some(GameEnd::Proven { winner: Some(mover.other()), plies }),
            Proof::Draw => Some(GameEnd::Proven { winner: None, plies: 0 }),
            Proof::Left(_) => None,
        }
    }
}

/// Plays a game between the players of the two teams. The rules check every move.
pub fn play(
    session: Box<dyn Session>,
    one: &mut (dyn Player + '_),
    two: &mut (dyn Player + '_),
    limits: [&Limits; 2],
    max_plies: usize,
) -> PlayedGame {
    play_adjudicated(session, one, two, limits, max_plies, None)
}

/// Plays a game like [`play`]; an adjudicator may end it early.
pub fn play_adjudicated(
    mut session: Box<dyn Session>,
    one: &mut (dyn Player + '_),
    two: &mut (dyn Player + '_),
    limits: [&Limits; 2],
    max_plies: usize,
    mut adjudicator: Option<&mut Adjudicator>,
) -> PlayedGame {
    one.clear();
    two.clear();
    for _ in 0..max_plies {
        if let Some(ending) = session.ending() {
            return PlayedGame { session, end: GameEnd::ByRules(ending) };
        }
        if let Some(end) = adjudicator.as_mut().and_then(|adjudicator| adjudicator.adjudicate(&*session)) {
            return PlayedGame { session, end };
        }
        let team = session.turn().team();
        let (player, limits): (&mut (dyn Player + '_), &Limits) = match team {
            Team::One => (one, limits[0]),
            Team::Two => (two, limits[1]),
        };
        let chosen = player.set_game(&*session).map_err(|error| error.to_string()).and_then(|()| {
            let report = player.search(limits, &mut |_| {}).map_err(|error| match error {
                SearchError::GameOver => "it said that the game was over".to_owned(),
                SearchError::Failed(what) => what,
            })?;
            let mv = report.lines.first().and_then(|line| line.moves.first()).ok_or("it gave no move")?;
            session.play(mv).map_err(|error| error.to_string())
        });
        if let Err(fault) = chosen {
            return PlayedGame { session, end: GameEnd::Fault(team, fault) };
        }
    }
    let end = session.ending().map_or(GameEnd::PlyLimit, GameEnd::ByRules);
    PlayedGame { session, end }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::system_now;
    use crate::player::{SetGameError, sparring_partner};
    use crate::report::SearchReport;
    use crate::search::SearchSettings;
    use crate::sparring::SparringKind;
    use halfboard_rules::game::Team;
    use halfboard_rules::registry;

    /// A player that always returns the same result.
    struct Scripted(Result<SearchReport<String>, SearchError>);

    impl Player for Scripted {
        fn rules(&self) -> String {
            "j".to_owned()
        }

        fn set_game(&mut self, _session: &dyn Session) -> Result<(), SetGameError> {
            Ok(())
        }

        fn set(&mut self, _settings: SearchSettings) {}

        fn cancel_token(&self) -> CancelToken {
            CancelToken::default()
        }

        fn clear(&mut self) {}

        fn search(
            &mut self,
            _limits: &Limits,
            _on_report: &mut dyn FnMut(&SearchReport<String>),
        ) -> Result<SearchReport<String>, SearchError> {
            self.0.clone()
        }
    }

    #[test]
    fn a_fault_loses_and_is_told_in_the_words_of_the_player() {
        let cases = [
            (Err(SearchError::Failed("it fell asleep".to_owned())), "it fell asleep"),
            (Err(SearchError::GameOver), "it said that the game was over"),
            (Ok(SearchReport::default()), "it gave no move"),
            (Ok(SearchReport::from_move("Z9".to_owned())), "move 'Z9' is not legal here"),
        ];
        for (answer, words) in cases {
            let start = registry::rules("j").expect("ours").start(0);
            let mut other = sparring_partner("j", SparringKind::Greedy, 1, system_now).expect("ours");
            let limits = Limits::nodes(10);
            let played = play(start, &mut *other, &mut Scripted(answer), [&limits, &limits], 100);
            match &played.end {
                GameEnd::Fault(Team::Two, fault) => assert!(fault.starts_with(words), "{fault}"),
                end => panic!("{end:?} instead of: {words}"),
            }
            assert_eq!((played.halves(Team::One), played.halves(Team::Two)), (2, 0));
            assert_eq!(played.session.ply(), 1);
        }
    }
}
