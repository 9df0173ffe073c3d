//! Games between players, refereed by the rules: openings, single games, and what went wrong in one.

use halfboard_rules::game::{Ending, Outcome, Seat, Team};
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry::Rules;
use halfboard_rules::session::Session;

use crate::limits::{Limits, Now, Stop};
use crate::player::{self, GoError, MakeError, Player};
use crate::solve::forced::{Keep, Question, Verdict};

/// So often chance may try to find an opening that is not over yet.
const MOST_TRIES: u32 = 1000;

/// A position to begin from: the start of a seed and some random turns. `None` where chance finds none that leaves the
/// game open.
pub fn opening(rules: &dyn Rules, seed: u64, plies: u64) -> Option<Box<dyn Session>> {
    let mut random = SplitMix64::new(seed);
    (0..MOST_TRIES).find_map(|_| {
        let mut session = rules.start(seed);
        let lasted = (0..plies).all(|_| session.play_random(&mut random));
        (lasted && session.ending().is_none()).then_some(session)
    })
}

/// Whether the start of these rules is a matter of chance.
pub fn depends_on_seed(rules: &dyn Rules) -> bool {
    // No set-up has so few arrangements that all of these could fall together by accident.
    let first = rules.start(0).position();
    (1..8).any(|seed| rules.start(seed).position() != first)
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// By the rules.
    Ruled(Ending),
    /// It was proven how it would end, and not played out.
    Proven {
        /// The team that wins, none for a draw.
        winner: Option<Team>,
        /// Within how many plies; 0 for a draw.
        plies: u32,
    },
    /// It went on too long and is called a draw.
    TooLong,
    /// The player of this team did something it must not, and loses.
    Fault(Team, String),
}

/// A game that was played.
pub struct Played {
    /// The game.
    pub session: Box<dyn Session>,
    /// How it ended.
    pub end: GameEnd,
}

impl Played {
    /// The points of a team, in halves: 0, 1 or 2.
    pub fn halves(&self, team: Team) -> usize {
        let winner = match &self.end {
            GameEnd::Ruled(Ending { outcome: Outcome::Win(color), .. }) => {
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

/// A solver that ends games which are decided. It knows nothing of the players, nor they of it.
pub struct Adjudicator {
    solver: Box<dyn Player>,
    question: Question,
}

impl Adjudicator {
    /// A judge for games by these rules, who looks at so many nodes in a turn.
    pub fn new(rules: &str, nodes: u64, now: Now) -> Result<Self, MakeError> {
        let question = Question { nodes, keep: Keep::Nothing, ..Question::default() };
        Ok(Adjudicator { solver: player::player(rules, 0, now)?, question })
    }

    /// How a game is going to end, if that is proven.
    fn judge(&mut self, session: &dyn Session) -> Option<GameEnd> {
        self.solver.set_game(session).ok()?;
        let found = self.solver.prove(&self.question, &Stop::default(), &mut |_| {}).ok()?;
        match found.verdict {
            Verdict::Win { winner, plies, .. } => Some(GameEnd::Proven { winner: Some(winner), plies }),
            Verdict::Draw => Some(GameEnd::Proven { winner: None, plies: 0 }),
            Verdict::Unknown => None,
        }
    }
}

/// Plays a game to its end between the players of the two teams. Every turn is checked by the rules.
pub fn play(
    session: Box<dyn Session>,
    one: &mut (dyn Player + '_),
    two: &mut (dyn Player + '_),
    limits: [&Limits; 2],
    most_plies: usize,
) -> Played {
    play_judged(session, one, two, limits, most_plies, None)
}

/// The same; a judge may end the game before.
pub fn play_judged(
    mut session: Box<dyn Session>,
    one: &mut (dyn Player + '_),
    two: &mut (dyn Player + '_),
    limits: [&Limits; 2],
    most_plies: usize,
    mut judge: Option<&mut Adjudicator>,
) -> Played {
    one.clear();
    two.clear();
    for _ in 0..most_plies {
        if let Some(ending) = session.ending() {
            return Played { session, end: GameEnd::Ruled(ending) };
        }
        if let Some(end) = judge.as_mut().and_then(|judge| judge.judge(&*session)) {
            return Played { session, end };
        }
        let team = session.turn().team();
        let (player, limits): (&mut (dyn Player + '_), &Limits) = match team {
            Team::One => (one, limits[0]),
            Team::Two => (two, limits[1]),
        };
        let chosen = player.set_game(&*session).map_err(|error| error.to_string()).and_then(|()| {
            let report = player.go(limits, &mut |_| {}).map_err(|error| match error {
                GoError::GameOver => "it said that the game was over".to_owned(),
                GoError::Failed(what) => what,
            })?;
            let mv = report.lines.first().and_then(|line| line.moves.first()).ok_or("it gave no move")?;
            session.play(mv).map_err(|error| error.to_string())
        });
        if let Err(fault) = chosen {
            return Played { session, end: GameEnd::Fault(team, fault) };
        }
    }
    let end = session.ending().map_or(GameEnd::TooLong, GameEnd::Ruled);
    Played { session, end }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::system_now;
    use crate::player::{SetGameError, sparring_partner};
    use crate::report::Report;
    use crate::search::Settings;
    use crate::sparring::Kind;
    use halfboard_rules::game::Team;
    use halfboard_rules::registry;

    /// A player that answers always alike.
    struct Stubborn(Result<Report<String>, GoError>);

    impl Player for Stubborn {
        fn rules(&self) -> String {
            "j".to_owned()
        }

        fn set_game(&mut self, _session: &dyn Session) -> Result<(), SetGameError> {
            Ok(())
        }

        fn set(&mut self, _settings: Settings) {}

        fn stop(&self) -> Stop {
            Stop::default()
        }

        fn clear(&mut self) {}

        fn go(
            &mut self,
            _limits: &Limits,
            _on_report: &mut dyn FnMut(&Report<String>),
        ) -> Result<Report<String>, GoError> {
            self.0.clone()
        }
    }

    #[test]
    fn a_fault_loses_and_is_told_in_the_words_of_the_player() {
        let cases = [
            (Err(GoError::Failed("it fell asleep".to_owned())), "it fell asleep"),
            (Err(GoError::GameOver), "it said that the game was over"),
            (Ok(Report::default()), "it gave no move"),
            (Ok(Report::of_move("Z9".to_owned())), "move 'Z9' is not legal here"),
        ];
        for (answer, words) in cases {
            let start = registry::rules("j").expect("ours").start(0);
            let mut other = sparring_partner("j", Kind::Greedy, 1, system_now).expect("ours");
            let limits = Limits::nodes(10);
            let played = play(start, &mut *other, &mut Stubborn(answer), [&limits, &limits], 100);
            match &played.end {
                GameEnd::Fault(Team::Two, fault) => assert!(fault.starts_with(words), "{fault}"),
                end => panic!("{end:?} instead of: {words}"),
            }
            assert_eq!((played.halves(Team::One), played.halves(Team::Two)), (2, 0));
            assert_eq!(played.session.ply(), 1);
        }
    }
}
