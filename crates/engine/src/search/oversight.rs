//! Oversight: the moves that a weak level does not see, as people do not.
//!
//! A level looks at every move a number of times and overlooks it each time with the same probability. It looks once at
//! a long move and twice at a short one, twice as often at a direct advance, which improves the position at once, and
//! several times as often at a capture or another urgent move. What is overlooked depends on the position and the seed, so
//! a level is consistent within a game. It overlooks replies of the opponent in the same way, and with them threats.
//!
//! At the root a level that overlooks moves sees all that win at once, and considers none that is absurd: those that
//! lose at once, and the worst twelfth by static evaluation.

use halfboard_rules::game::Team;
use halfboard_rules::random::mix;

use super::evaluate;
use super::move_list::RankedMove;
use super::node::{MAX_MOVES_WITH_WINS, ending_score};
use super::worker::Worker;
use crate::games::EngineGame;
use crate::value::{MAX_ESTIMATE, Score, is_decided};

/// Moves that go this far are long, in king steps.
const LONG_MOVE: usize = 3;

impl<G: EngineGame> Worker<'_, G> {
    /// Removes the moves of a node that the level overlooks, and returns whether there were any. One move is always
    /// left.
    pub(super) fn overlook(&self, position: &G::Position, key: u64, list: &mut Vec<RankedMove<G::Move>>) -> bool {
        let before = list.len();
        let mut left = before;
        list.retain(|ranked| {
            let overlooked = left > 1 && self.is_overlooked(position, key, ranked.index(), ranked.mv, false);
            left -= usize::from(overlooked);
            !overlooked
        });
        list.len() < before
    }

    /// Returns the root moves that the level considers: never none, and none that is absurd if there is another.
    pub(super) fn considered(&self, position: &G::Position, moves: impl Iterator<Item = G::Move>) -> Vec<bool> {
        let moves: Vec<G::Move> = moves.collect();
        if moves.len() > MAX_MOVES_WITH_WINS {
            return vec![true; moves.len()];
        }
        let game = self.shared.game;
        let team = game.turn(position).team();
        let scores: Vec<Score> = moves.iter().map(|&mv| self.static_score(position, team, mv)).collect();
        let mut sorted = scores.clone();
        sorted.sort_unstable();
        let (least, good) = (sorted[moves.len() / 12], sorted[moves.len() - 1 - moves.len() / 4]);
        let is_sound = |score: Score| score >= least && score > -MAX_ESTIMATE;
        let key = game.key(position);
        let mut considered: Vec<bool> = (0..moves.len())
            .map(|index| {
                let (mv, score) = (moves[index], scores[index]);
                let is_advance = score > good;
                let is_seen = || !self.is_overlooked(position, key, index as u16, mv, is_advance);
                is_decided(score) && score > 0 || is_sound(score) && is_seen()
            })
            .collect();
        if !considered.contains(&true) {
            // Of moves that are all overlooked, chance shows one; a quiet one, since the others were looked at most.
            let sound: Vec<usize> = (0..moves.len()).filter(|&index| is_sound(scores[index])).collect();
            let is_quiet = |index: &&usize| game.urgency(position)(moves[**index]) == 0;
            let quiet: Vec<usize> = sound.iter().filter(is_quiet).copied().collect();
            let shown = if quiet.is_empty() { sound } else { quiet };
            match shown.len() as u64 {
                0 => considered.fill(true),
                count => considered[shown[(mix(key ^ self.shared.seed) % count) as usize]] = true,
            }
        }
        considered
    }

    /// Returns whether the level overlooks a move.
    fn is_overlooked(&self, position: &G::Position, key: u64, index: u16, mv: G::Move, is_advance: bool) -> bool {
        let game = self.shared.game;
        let path = game.steps(position, mv);
        let mut squares = path.iter().filter_map(|step| step.square());
        let is_long = squares.next().is_some_and(|from| squares.any(|to| from.king_steps(to) >= LONG_MOVE));
        let is_urgent = game.urgency(position)(mv) > 0;
        let looks = (2 - i32::from(is_long)) << i32::from(is_advance);
        let looks = if is_urgent { looks * G::URGENT_LOOKS } else { looks };
        let probability = (f64::from(self.shared.strength.oversight) / 10_000.0).powi(looks);
        // A different hash than that of the evaluation noise.
        let draw = mix(mix(key ^ self.shared.seed) ^ u64::from(index)) >> 11;
        (draw as f64) < probability * (1u64 << 53) as f64
    }

    /// Returns the static score of a move for the team that makes it.
    fn static_score(&self, position: &G::Position, team: Team, mv: G::Move) -> Score {
        let game = self.shared.game;
        let mut next = *position;
        game.play(&mut next, mv);
        match game.ending(&next) {
            Some(ending) => ending_score(game, &next, team, ending, 1),
            None if game.turn(&next).team() == team => evaluate(game, self.shared.network, &next),
            None => -evaluate(game, self.shared.network, &next),
        }
    }
}
