//! Self-play games as training data, and the text form in which they are stored.
//!
//! A file has one line per position: the number of its game, the position string, the search's win probability in
//! ten-thousandths, the result in halves, and `quiet` or `noisy`, separated by tabs.

use halfboard_rules::game::{Outcome, Team};
use halfboard_rules::playout::random_move;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::session::Match;

use super::{SelfPlayConfig, sigmoid};
use crate::games::EngineGame;
use crate::search::{GameHistory, Search};
use crate::value::{Proof, Value};

/// A position of a self-play game with its labels, all for the team to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelledPosition<P> {
    /// The number of the game.
    pub game: u64,
    /// The position.
    pub position: P,
    /// The win probability by the search.
    pub expected: f32,
    /// The result of the game: 1, ½ or 0.
    pub result: f32,
    /// Whether the search preferred a noisy move, which quiescence search looks at: the static evaluation need not know.
    pub noisy: bool,
}

/// Probabilities per unit in a file.
const PROBABILITY_SCALE: f32 = 10_000.0;

impl<P: Copy> LabelledPosition<P> {
    /// Returns the line of a file, without its end.
    pub fn to_line<G: EngineGame<Position = P>>(&self, game: &G) -> String {
        let position = game.format_position(&self.position);
        let (expected, halves) = ((self.expected * PROBABILITY_SCALE).round(), self.result * 2.0);
        let kind = if self.noisy { "noisy" } else { "quiet" };
        format!("{}\t{position}\t{expected}\t{halves}\t{kind}", self.game)
    }

    /// Parses a line of a file; `None` if it is malformed, such as the last line of an interrupted run.
    pub fn parse_line<G: EngineGame<Position = P>>(game: &G, line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[number, position, expected, halves, kind @ ("quiet" | "noisy")] = &fields[..] else { return None };
        let within = |text: &str, scale: f32| {
            text.parse().ok().map(|number: f32| number / scale).filter(|part| (0.0..=1.0).contains(part))
        };
        Some(LabelledPosition {
            game: number.parse().ok()?,
            position: game.parse_position(position).ok()?,
            expected: within(expected, PROBABILITY_SCALE)?,
            result: within(halves, 2.0)?,
            noisy: kind == "noisy",
        })
    }
}

/// Plays game `number` of a configuration and returns its searched positions; none if the game has no result.
///
/// The game ends as soon as the search proves who wins.
pub fn play_game<G: EngineGame>(
    game: &G,
    config: &SelfPlayConfig,
    number: u64,
    search: &mut Search<G>,
) -> Vec<LabelledPosition<G::Position>> {
    let seed = config.seed + number;
    let mut random = SplitMix64::new(seed);
    let mut play = Match::new(game.clone(), game.start(seed));
    let opening = 2 + random.below(config.opening.max(1));
    let mut positions: Vec<(Team, LabelledPosition<G::Position>)> = Vec::new();
    let mut winner = None;
    search.clear();
    for ply in 0..config.plies {
        if play.ending().is_some() {
            break;
        }
        let position = *play.position();
        let team = game.turn(&position).team();
        // A random move now and then keeps deterministic games apart.
        if (ply as u64) < opening || random.below(30) == 0 {
            play.play(random_move(game, &position, &mut random));
            continue;
        }
        let report = search.search(&position, &GameHistory::from(&play), &config.limits, &mut |_| {});
        let best = &report.lines[0];
        let expected = match best.value {
            Value::Proven(Proof::Win(_)) => 1.0,
            Value::Proven(Proof::Loss(_)) => 0.0,
            Value::Estimated(score) => sigmoid(score as f32 / 100.0),
            _ => 0.5,
        };
        let mut noisy = false;
        game.for_each_noisy_move(&position, &mut |mv| noisy |= mv == best.moves[0]);
        positions.push((team, LabelledPosition { game: seed, position, expected, result: 0.5, noisy }));
        winner = match best.value {
            Value::Proven(Proof::Win(_)) => Some(team),
            Value::Proven(Proof::Loss(_)) => Some(team.other()),
            _ => None,
        };
        if winner.is_some() {
            break;
        }
        play.play(best.moves[0]);
    }
    let has_won = |team: Team| match play.ending().map(|ending| ending.outcome) {
        _ if winner.is_some() => Some(f32::from(u8::from(winner == Some(team)))),
        Some(Outcome::Win(color)) => Some(f32::from(u8::from(game.color_of(play.position(), team) == Some(color)))),
        Some(Outcome::Draw) => Some(0.5),
        // An unfinished game has no result.
        _ => None,
    };
    let labelled = positions
        .into_iter()
        .filter_map(|(team, labelled)| Some(LabelledPosition { result: has_won(team)?, ..labelled }));
    labelled.collect()
}
