//! Games between players, refereed by the rules: openings, single games, and what went wrong in one.

use halfboard_rules::game::{Ending, Outcome, Seat, Team};
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry::Rules;
use halfboard_rules::session::Session;

use crate::limits::Limits;
use crate::player::Player;

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

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// By the rules.
    Ruled(Ending),
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
            GameEnd::Fault(loser, _) => Some(if *loser == Team::One { Team::Two } else { Team::One }),
            _ => None,
        };
        match winner {
            None => 1,
            Some(winner) => 2 * usize::from(winner == team),
        }
    }
}

/// Plays a game to its end between the players of the two teams. Every turn is checked by the rules.
pub fn play(
    mut session: Box<dyn Session>,
    one: &mut (dyn Player + '_),
    two: &mut (dyn Player + '_),
    limits: [&Limits; 2],
    most_plies: usize,
) -> Played {
    one.clear();
    two.clear();
    for _ in 0..most_plies {
        if let Some(ending) = session.ending() {
            return Played { session, end: GameEnd::Ruled(ending) };
        }
        let team = session.turn().team();
        let (player, limits): (&mut (dyn Player + '_), &Limits) = match team {
            Team::One => (one, limits[0]),
            Team::Two => (two, limits[1]),
        };
        let chosen = player.set_game(&*session).map_err(|error| error.to_string()).and_then(|()| {
            let report = player.go(limits, &mut |_| {}).ok_or("it said that the game was over")?;
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
