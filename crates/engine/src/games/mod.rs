//! The games as the engine sees them, one folder each, expanded from [`halfboard_rules::games!`].

use halfboard_rules::game::Game;
use halfboard_rules::present::Present;
use halfboard_rules::registry;
use halfboard_rules::session::{Match, Session};

use crate::evaluate::{Evaluate, Term};
use crate::levels::{LevelSpec, Levels, StoredLevel};
use crate::network::NetworkInput;
use crate::search::SearchParameters;
use crate::solve::Solve;

/// Everything that the engine needs from a game; each folder of `games/` implements it.
pub trait EngineGame: Evaluate + NetworkInput + Levels + Solve + Present {
    /// The positions of `halfboard bench`.
    const BENCH: BenchSuite;

    /// Seeds of boards for a game against the engine, by the seat of the person: that side wins with best play, but
    /// the win is easily lost. Empty where any board will do. `examples/balanced.rs` finds them.
    const BALANCED_SEEDS: [&'static [u16]; 2] = [&[], &[]];

    /// The opening book by the default rules; see [`crate::book`].
    const BOOK: &'static str = "";

    /// The parameters of the search.
    const PARAMETERS: SearchParameters = SearchParameters::DEFAULT;

    /// Returns whether the players still decide who makes the first move.
    fn is_choosing_first_mover(&self, _position: &Self::Position) -> bool {
        false
    }
}

/// Positions of a game's default rules whose node counts are a checksum of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchSuite {
    /// The depth of the searches in plies, chosen so that no game takes much more than a second.
    pub depth: u32,
    /// Position strings: the start and positions of random games, early, in the middle and late.
    pub positions: &'static [&'static str],
}

/// A function over the typed match behind a session; see [`visit`].
pub trait MatchVisitor {
    /// What the function returns.
    type Output;

    /// Calls the function.
    fn visit<G: EngineGame>(self, game: &Match<G>) -> Self::Output;
}

macro_rules! declare_games {
    ($($module:ident::$Game:ident),+ $(,)?) => {
        $(pub mod $module;)+

        /// The terms by game. Separate from the players, so that a program that only names terms links no engines.
        const TERMS: &[(&str, &[Term])] = &[
            $((halfboard_rules::games::$module::$Game::INFO.id, halfboard_rules::games::$module::$Game::TERMS)),+
        ];

        const BENCH_SUITES: &[(&str, BenchSuite)] = &[
            $((halfboard_rules::games::$module::$Game::INFO.id, halfboard_rules::games::$module::$Game::BENCH)),+
        ];

        const BALANCED_SEEDS: &[(&str, [&[u16]; 2])] = &[
            $((halfboard_rules::games::$module::$Game::INFO.id, halfboard_rules::games::$module::$Game::BALANCED_SEEDS)),+
        ];

        const LADDERS: &[(&str, LadderByRules)] = &[
            $((halfboard_rules::games::$module::$Game::INFO.id, ladder_of::<halfboard_rules::games::$module::$Game>)),+
        ];

        const EIGHT_LEVELS: &[(&str, [StoredLevel; 8])] = &[
            $((
                halfboard_rules::games::$module::$Game::INFO.id,
                former_levels::<halfboard_rules::games::$module::$Game>(),
            )),+
        ];

        const ENDGAME_TABLES: &[(&str, Option<&str>)] = &[
            $((halfboard_rules::games::$module::$Game::INFO.id, halfboard_rules::games::$module::$Game::ENDGAME_TABLE)),+
        ];

        /// Calls a visitor with the typed match behind a session, or returns `None` if it is a match of no known game.
        pub fn visit<V: MatchVisitor>(session: &dyn Session, visitor: V) -> Option<V::Output> {
            let any = session.as_any();
            $(
                if let Some(game) = any.downcast_ref::<Match<halfboard_rules::games::$module::$Game>>() {
                    return Some(visitor.visit(game));
                }
            )+
            None
        }
    };
}
halfboard_rules::games!(declare_games);

fn find<T: Copy>(list: &[(&str, T)], id: &str) -> Option<T> {
    list.iter().find(|(game, _)| *game == id).map(|&(_, value)| value)
}

/// Returns the id of the game of a rules string.
fn id(rules: &str) -> &str {
    rules.split_once(':').map_or(rules, |(id, _)| id)
}

/// A function from the rules string of one game to the levels by these rules.
type LadderByRules = fn(&str) -> &'static [LevelSpec];

fn ladder_of<G: Levels>(rules: &str) -> &'static [LevelSpec] {
    registry::parse_game::<G>(rules).map_or(&[], |game| game.ladder())
}

/// Returns [`Levels::EIGHT`] with the length of the ladder to which the numbers belong.
const fn former_levels<G: Levels>() -> [StoredLevel; 8] {
    let of = Some(G::LADDER.len() as u8);
    let mut levels = [StoredLevel { number: 1, of }; 8];
    let mut at = 0;
    while at < levels.len() {
        levels[at].number = G::EIGHT[at];
        at += 1;
    }
    levels
}

/// Returns the evaluation terms of the game with this id; empty if there is no such game.
pub fn terms(id: &str) -> &'static [Term] {
    find(TERMS, id).unwrap_or(&[])
}

/// Returns the bench positions of the game with this id.
pub fn bench_suite(id: &str) -> Option<BenchSuite> {
    find(BENCH_SUITES, id)
}

/// Returns the strength levels by the rules of a rules string, weakest first; empty if the rules are invalid. The id of a
/// game alone stands for its default rules.
pub fn ladder(rules: &str) -> &'static [LevelSpec] {
    find(LADDERS, id(rules)).map_or(&[], |ladder| ladder(rules))
}

/// Returns the levels of the former scale of eight in the game of a rules string; see [`Levels::EIGHT`].
pub(crate) fn eight_levels(rules: &str) -> Option<[StoredLevel; 8]> {
    find(EIGHT_LEVELS, id(rules))
}

/// Returns seeds for a game of default rules between a person at a seat and the engine; see
/// [`EngineGame::BALANCED_SEEDS`]. Empty if any seed will do.
pub fn balanced_seeds(id: &str, seat: usize) -> &'static [u16] {
    find(BALANCED_SEEDS, id).and_then(|seats| seats.get(seat).copied()).unwrap_or_default()
}

/// Returns the name of the endgame table for the game with this id, if there is one.
pub fn endgame_table_name(id: &str) -> Option<&'static str> {
    find(ENDGAME_TABLES, id)?
}
