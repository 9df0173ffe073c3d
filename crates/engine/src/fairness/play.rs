//! One game of the engine against itself, looked at for what it says about the rules. Plays and counts, nothing else.

use halfboard_rules::game::{Game as _, Outcome, Team};
use halfboard_rules::games::sight_reduction::{self, Phase, SightReduction};
use halfboard_rules::options::OptionSet;
use halfboard_rules::present::Present;
use halfboard_rules::random::{SplitMix64, mix};
use halfboard_rules::registry::Rules;
use halfboard_rules::session::Session;

use super::{End, Game, UNFINISHED};
use crate::arena::{self, GameEnd, Played};
use crate::levels::Handicap;
use crate::limits::{Limits, Now};
use crate::player::{self, MakeError};
use crate::search::Settings;

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Positions that either side looks at in a turn.
    pub nodes: u64,
    /// Random turns that open a game.
    pub openings: u64,
    /// How far either side misjudges positions, in hundredths of a logit, so that games differ; 0 is not at all.
    pub noise: i32,
    /// Turns after the opening; a game that is longer stays unfinished.
    pub most_plies: usize,
}

/// Memory of a side in mebibytes: a search of some thousand positions does not need more, and clearing it costs time.
const TABLE: usize = 1;

/// Why there is no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The engine could not be made.
    Make(MakeError),
    /// From this seed chance found no opening of so many turns that leaves the game open.
    NoOpening {
        /// The seed.
        seed: u64,
        /// The turns.
        plies: u64,
    },
    /// The engine did something it must not.
    Fault(String),
}

impl std::fmt::Display for PlayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PlayError::Make(error) => write!(f, "{error}"),
            PlayError::NoOpening { seed, plies } => {
                write!(f, "from seed {seed} chance found no {plies} plies that leave the game open; fewer would do")
            }
            PlayError::Fault(fault) => write!(f, "the engine failed: {fault}"),
        }
    }
}

impl std::error::Error for PlayError {}

/// The misjudgement where nothing else is said and games have nothing else to differ by: that of the level below the
/// strongest, with which hardly two games are alike.
///
/// Random turns would make games differ, too, but they are no fair measure: whoever plays first after them can punish
/// what the other did by chance, and after one for each seat that is the side that begins.
const USUAL_NOISE: i32 = 5;

/// The misjudgement where nothing else is said: none where chance sets the board up or opens the game.
pub fn usual_noise(rules: &dyn Rules, openings: u64) -> i32 {
    if openings > 0 || arena::depends_on_seed(rules) { 0 } else { USUAL_NOISE }
}

/// Plays the game of a seed. The same seed and plan give the same game.
pub fn play(rules: &dyn Rules, seed: u64, plan: &Plan, now: Now) -> Result<Game, PlayError> {
    let opening =
        arena::opening(rules, seed, plan.openings).ok_or(PlayError::NoOpening { seed, plies: plan.openings })?;
    let canonical = rules.canonical();
    let make = |seed: u64| {
        let mut player = player::player(&canonical, TABLE, now).map_err(PlayError::Make)?;
        let handicap = Handicap { noise: plan.noise, ..Handicap::NONE };
        player.set(Settings { handicap, seed, ..Settings::default() });
        Ok(player)
    };
    // The two sides misjudge different things.
    let mut seeds = SplitMix64::new(mix(seed));
    let (mut one, mut two) = (make(seeds.draw())?, make(seeds.draw())?);
    let limits = Limits::nodes(plan.nodes);
    let played = arena::play(opening, &mut *one, &mut *two, [&limits, &limits], plan.most_plies);
    look_at(seed, played)
}

/// What a game says about its rules.
fn look_at(seed: u64, played: Played) -> Result<Game, PlayError> {
    let Played { mut session, end } = played;
    let (end, reason) = match end {
        GameEnd::Ruled(ending) => {
            let end = match (ending.outcome, session.winner()) {
                (Outcome::Win(color), Some(team)) => End::Win { team, color },
                // A colour that nobody plays cannot win.
                (Outcome::Win(_) | Outcome::Draw, _) => End::Draw,
                (Outcome::Solved, _) => End::Solved,
                (Outcome::Stuck(left), _) => End::Left(left),
            };
            (end, ending.reason.name())
        }
        // These games have no judge, and are played out.
        GameEnd::TooLong | GameEnd::Proven { .. } => (End::Unfinished, UNFINISHED),
        GameEnd::Fault(_, fault) => return Err(PlayError::Fault(fault)),
    };
    let moves = session
        .history()
        .iter()
        .flat_map(|mv| mv.bytes().chain([b' ']))
        .fold(0, |hash, byte| mix(hash ^ u64::from(byte)));
    let mut choices = Vec::new();
    let mut settled = None;
    while session.undo() {
        choices.push(u32::try_from(session.perft(1)).unwrap_or(u32::MAX));
        // The last found, going back, is the first turn of play.
        settled = settled_first(&*session).or(settled);
    }
    choices.reverse();
    let first = settled.unwrap_or_else(|| session.turn().team());
    Ok(Game { seed, first, end, reason: reason.to_owned(), choices, moves })
}

/// The team whose turn it is, if this is a position of play after a set-up in which the players settle who begins: the
/// fair start of Sight Reduction. Elsewhere the first seat to act begins.
fn settled_first(session: &dyn Session) -> Option<Team> {
    let rules = session.rules();
    let (id, options) = rules.split_once(':')?;
    let options = Some(options).filter(|_| id == SightReduction::INFO.id)?;
    let options = sight_reduction::Options::parse(options).ok()?;
    if options.setup != sight_reduction::SightReductionSetup::Fair {
        return None;
    }
    let game = SightReduction::new(options).ok()?;
    let position = game.parse_position(&session.position()).ok()?;
    matches!(position.phase(), Phase::Play { .. }).then(|| session.turn().team())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::system_now;
    use halfboard_rules::registry;

    fn plan(openings: u64) -> Plan {
        Plan { nodes: 50, openings, noise: 0, most_plies: 200 }
    }

    #[test]
    fn a_game_is_told_as_it_was() {
        for preset in registry::games().iter().flat_map(|game| game.presets()) {
            let rules = registry::rules(&preset.rules).expect("ours");
            let plan = Plan { noise: usual_noise(&*rules, 0), ..plan(0) };
            let game = play(&*rules, 3, &plan, system_now).expect("it is played");
            assert_eq!(Ok(&game), play(&*rules, 3, &plan, system_now).as_ref());
            assert_ne!(
                game.moves,
                play(&*rules, 4, &plan, system_now).expect("it is played").moves,
                "{}",
                preset.rules
            );
            let start = rules.start(3);
            assert_eq!(u64::from(game.choices[0]), start.perft(1), "{}", preset.rules);
            assert!(game.choices.iter().all(|&choices| choices > 0));
            let alone = start.seats().len() == 1;
            assert_eq!(alone, matches!(game.end, End::Solved | End::Left(_)), "{}: {game:?}", preset.rules);
            if !preset.rules.contains("setup=fair") {
                assert_eq!(game.first, start.turn().team());
            }
        }
    }

    #[test]
    fn in_the_fair_start_who_begins_is_what_the_players_settled() {
        let mut session = registry::rules("sight-reduction:setup=fair").expect("ours").start(1);
        for (mv, first) in [("none", None), ("white", None), ("white", None)] {
            assert_eq!(settled_first(&*session), first);
            session.play(mv).expect("a move of the set-up");
        }
        // Seat 2 picked White and seat 1 lets White begin.
        assert_eq!(settled_first(&*session), Some(Team::Two));
    }

    #[test]
    fn what_cannot_be_opened_or_ended_is_said() {
        let rules = registry::rules("j").expect("ours");
        let error = play(&*rules, 1, &plan(500), system_now).expect_err("too many");
        assert_eq!(error, PlayError::NoOpening { seed: 1, plies: 500 });
        let short = Plan { most_plies: 3, ..plan(2) };
        let game = play(&*rules, 1, &short, system_now).expect("it is played");
        assert_eq!((game.end, game.reason.as_str(), game.plies()), (End::Unfinished, UNFINISHED, 5));
    }
}
