//! Self-play games, sampled for statistics about the rules.

use halfboard_rules::random::{SplitMix64, mix};
use halfboard_rules::registry::Rules;
use halfboard_rules::session::{Match, Session};

use super::{GameSample, UNFINISHED};
use crate::arena::{self, GameEnd, PlayedGame};
use crate::games::{self, EngineGame, MatchVisitor};
use crate::levels::StrengthLimit;
use crate::limits::{Limits, Now};
use crate::player::{self, PlayerError};
use crate::search::SearchSettings;

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurveyConfig {
    /// Node limit per move.
    pub nodes: u64,
    /// Number of random opening moves.
    pub openings: u64,
    /// Standard deviation of the evaluation noise that makes games differ, in hundredths of a logit.
    pub noise: i32,
    /// Ply limit after the opening.
    pub max_plies: usize,
}

/// Memory of a side in mebibytes: a search of some thousand positions does not need more, and clearing it costs time.
const PLAYER_MEBIBYTES: usize = 1;

/// Error returned if a game cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SurveyError {
    /// The engine could not be created.
    Make(PlayerError),
    /// No random opening of this length leaves the game open.
    NoOpening {
        /// The seed.
        seed: u64,
        /// The number of moves.
        plies: u64,
    },
    /// The engine failed or made an illegal move.
    Fault(String),
}

impl std::fmt::Display for SurveyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SurveyError::Make(error) => write!(f, "{error}"),
            SurveyError::NoOpening { seed, plies } => {
                write!(f, "seed {seed}: no random opening of {plies} plies leaves the game open; try fewer")
            }
            SurveyError::Fault(fault) => write!(f, "the engine failed: {fault}"),
        }
    }
}

impl std::error::Error for SurveyError {}

/// The misjudgement where nothing else is said and games have nothing else to differ by: that of the level below the
/// strongest, with which hardly two games are alike.
///
/// Random moves would make games differ, too, but they are no fair measure: the side that moves first after them can
/// punish what the other did by chance, and after one for each seat that is the side that begins.
const DEFAULT_NOISE: i32 = 5;

/// Returns the misjudgement where nothing else is said: none where chance sets the board up or opens the game.
pub fn default_noise(rules: &dyn Rules, openings: u64) -> i32 {
    if openings > 0 || arena::depends_on_seed(rules) { 0 } else { DEFAULT_NOISE }
}

/// Plays the game of a seed. The same seed and config give the same game.
pub fn play(rules: &dyn Rules, seed: u64, config: &SurveyConfig, now: Now) -> Result<GameSample, SurveyError> {
    let opening =
        arena::opening(rules, seed, config.openings).ok_or(SurveyError::NoOpening { seed, plies: config.openings })?;
    let make = |seed: u64| {
        let mut player = player::for_session(&*opening, PLAYER_MEBIBYTES, now).map_err(SurveyError::Make)?;
        let strength = StrengthLimit { noise: config.noise, ..StrengthLimit::NONE };
        player.set(SearchSettings { strength, seed, ..SearchSettings::default() });
        Ok(player)
    };
    // The two sides misjudge different things.
    let mut seeds = SplitMix64::new(mix(seed));
    let (mut one, mut two) = (make(seeds.next_u64())?, make(seeds.next_u64())?);
    let limits = Limits::nodes(config.nodes);
    let played = arena::play(opening, &mut *one, &mut *two, [&limits, &limits], config.max_plies);
    look_at(seed, played)
}

/// What a game says about its rules.
fn look_at(seed: u64, played: PlayedGame) -> Result<GameSample, SurveyError> {
    let PlayedGame { mut session, end } = played;
    let winner = session.winner();
    let (outcome, reason) = match end {
        GameEnd::ByRules(ending) => (Some(ending.outcome), ending.reason.name()),
        // These games have no adjudicator.
        GameEnd::PlyLimit | GameEnd::Proven { .. } => (None, UNFINISHED),
        GameEnd::Fault(_, fault) => return Err(SurveyError::Fault(fault)),
    };
    let moves = session
        .history()
        .iter()
        .flat_map(|mv| mv.bytes().chain([b' ']))
        .fold(0, |hash, byte| mix(hash ^ u64::from(byte)));
    let mut choices = Vec::new();
    let mut first = None;
    while session.undo() {
        choices.push(u32::try_from(session.perft(1)).unwrap_or(u32::MAX));
        // The last one found, going back, is the first move after the set-up.
        if !is_choosing_first_mover(&*session) {
            first = Some(session.turn().team());
        }
    }
    choices.reverse();
    let first = first.unwrap_or_else(|| session.turn().team());
    Ok(GameSample { seed, first, outcome, winner, reason: reason.to_owned(), choices, moves })
}

/// Returns whether the players of a session still decide who moves first.
fn is_choosing_first_mover(session: &dyn Session) -> bool {
    struct IsChoosing;
    impl MatchVisitor for IsChoosing {
        type Output = bool;

        fn visit<G: EngineGame>(self, game: &Match<G>) -> bool {
            game.game().is_choosing_first_mover(game.position())
        }
    }
    games::visit(session, IsChoosing).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::system_now;
    use halfboard_rules::game::{Outcome, Team};
    use halfboard_rules::registry;

    fn config(openings: u64) -> SurveyConfig {
        SurveyConfig { nodes: 50, openings, noise: 0, max_plies: 200 }
    }

    #[test]
    fn a_game_is_told_as_it_was() {
        for preset in registry::games().iter().flat_map(|game| game.presets()) {
            let rules = registry::rules(&preset.rules).expect("ours");
            let config = SurveyConfig { noise: default_noise(&*rules, 0), ..config(0) };
            let game = play(&*rules, 3, &config, system_now).expect("it is played");
            assert_eq!(Ok(&game), play(&*rules, 3, &config, system_now).as_ref());
            assert_ne!(
                game.moves,
                play(&*rules, 4, &config, system_now).expect("it is played").moves,
                "{}",
                preset.rules
            );
            let start = rules.start(3);
            assert_eq!(u64::from(game.choices[0]), start.perft(1), "{}", preset.rules);
            assert!(game.choices.iter().all(|&choices| choices > 0));
            let solitaire = start.seats().len() == 1;
            assert_eq!(
                solitaire,
                matches!(game.outcome, Some(Outcome::Solved | Outcome::Stuck(_))),
                "{}: {game:?}",
                preset.rules
            );
            if !preset.rules.contains("setup=fair") {
                assert_eq!(game.first, start.turn().team());
            }
        }
    }

    #[test]
    fn in_the_fair_start_who_begins_is_what_the_players_settled() {
        let mut session = registry::rules("sight-reduction:setup=fair").expect("ours").start(1);
        for mv in ["none", "white", "white"] {
            assert!(is_choosing_first_mover(&*session));
            session.play(mv).expect("a move of the set-up");
        }
        // Seat 2 picked White and seat 1 lets White begin.
        assert!(!is_choosing_first_mover(&*session));
        assert_eq!(session.turn().team(), Team::Two);
    }

    #[test]
    fn what_cannot_be_opened_or_ended_is_said() {
        let rules = registry::rules("j").expect("ours");
        let error = play(&*rules, 1, &config(500), system_now).expect_err("too many");
        assert_eq!(error, SurveyError::NoOpening { seed: 1, plies: 500 });
        let short = SurveyConfig { max_plies: 3, ..config(2) };
        let game = play(&*rules, 1, &short, system_now).expect("it is played");
        assert_eq!((game.outcome, game.reason.as_str(), game.plies()), (None, UNFINISHED, 5));
    }
}
