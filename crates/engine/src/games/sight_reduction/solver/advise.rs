//! What the solver tells the engine: a move that keeps a won game won, and in a lost one the move that asks most of the
//! other side. A won game ends at the latest when the loser has made every turn that it could make if nothing stood in
//! its way; where the exact distance is cheap, it is reported instead.

use halfboard_rules::game::Game;
use halfboard_rules::games::sight_reduction::{Move, Phase, Position, Removal, Sight, SightReduction};

use super::super::solitaire::removal;
use super::lines::Regions;
use super::search::Winner;
use super::setups::{Fair, Placing};
use super::two_player::Solver;
use super::{Field, RemovalRules};
use crate::advice::{Advice, Budget};
use crate::solve::ProgressObserver;
use crate::value::Proof;

/// What a distance may cost in nodes at each step.
const DISTANCE: u64 = 40_000;
/// What an answer to a turn in a lost game may cost.
const ANSWER: u64 = 4000;
/// With more empty squares than this placements are left to the search.
const MOST_PLACEMENTS: u32 = 5;
/// The plies of a fair start before anything is removed, at most.
const ARRANGING: u32 = 3;

/// Returns the best move of a position, if the solver knows it within what is allowed.
pub(crate) fn advise(game: &SightReduction, position: &Position, budget: &Budget<'_>) -> Advice<Move> {
    if game.options().solitaire.is_on() {
        return Advice::NONE;
    }
    let mut adviser = Adviser { solver: Solver::new(RemovalRules::of(game), 1), budget };
    let best = match Field::of(position) {
        Some((field, _)) => adviser.turn(field).map(|(removed, proof)| (removal(removed), proof)),
        None => adviser.set_up(game, position),
    };
    Advice { nodes: adviser.solver.nodes(), best }
}

struct Adviser<'a> {
    solver: Solver,
    budget: &'a Budget<'a>,
}

impl Adviser<'_> {
    /// Returns the nodes that may still be looked at.
    fn left(&self) -> u64 {
        self.budget.nodes.saturating_sub(self.solver.nodes())
    }

    /// Returns whether the side to move wins, if `most` nodes suffice and are left.
    fn quick(&mut self, field: Field, most: u64) -> Option<bool> {
        let most = most.min(self.left());
        self.solver.search(field, most, self.budget.cancel).ok().flatten()
    }

    /// The same with all that is allowed. For turns of one or two the solver's fallback takes too long.
    fn verdict(&mut self, field: Field) -> Option<bool> {
        if self.budget.allows_fallback && self.solver.rules().remove == Removal::One {
            return self.solver.verdict(field, self.budget.cancel).ok();
        }
        self.quick(field, u64::MAX)
    }

    fn turn(&mut self, field: Field) -> Option<(u32, Proof)> {
        let turns = self.solver.turns(field);
        let rules = self.solver.rules();
        if let Some(&removed) = turns.iter().find(|&&removed| rules.removable(field.without(removed)) == 0) {
            return Some((removed, Proof::Win(1)));
        }
        match self.verdict(field)? {
            true => self.winning(field, &turns),
            false => self.trickiest(field, &turns).map(|removed| {
                let most = 2 * most_turns(rules.sight, field.own);
                (removed, Proof::Loss(self.distance(field, Winner::Other, DISTANCE).unwrap_or(most)))
            }),
        }
    }

    /// Returns a turn that wins, the quickest where that is cheap to know.
    fn winning(&mut self, field: Field, turns: &[u32]) -> Option<(u32, Proof)> {
        if let Some(plies) = self.distance(field, Winner::Mover, DISTANCE) {
            let quickest = turns.iter().find(|&&removed| self.within(field.without(removed), plies - 1) == Some(true));
            if let Some(&removed) = quickest {
                return Some((removed, Proof::Win(plies)));
            }
        }
        // The search that found the win has remembered by which turn, unless it was overwritten.
        let known = turns.iter().find(|&&removed| self.quick(field.without(removed), 1) == Some(false)).copied();
        let winning = match known {
            Some(removed) => removed,
            None => *turns.iter().find(|&&removed| self.verdict(field.without(removed)) == Some(false))?,
        };
        let most = 2 * most_turns(self.solver.rules().sight, field.enemy) + 1;
        Some((winning, Proof::Win(most)))
    }

    /// Returns the plies to the end, if each step towards them takes at most `most` nodes.
    fn distance(&mut self, field: Field, winner: Winner, most: u64) -> Option<u32> {
        let mut plies = u32::from(winner == Winner::Mover);
        while !self.solver.search_within(field, winner, plies, most.min(self.left()), self.budget.cancel)? {
            plies += 2;
        }
        Some(plies)
    }

    /// Returns whether the side that has just moved wins within `plies`, if that is cheap to know.
    fn within(&mut self, field: Field, plies: u32) -> Option<bool> {
        self.solver.search_within(field, Winner::Other, plies, DISTANCE.min(self.left()), self.budget.cancel)
    }

    /// Returns the losing turn after which the smallest part of the answers wins; of equals the one that can be held
    /// out longest. Turns that lose to the very next one are left out while there are others. Answers that are not
    /// found out in time are taken to win.
    fn trickiest(&mut self, field: Field, turns: &[u32]) -> Option<u32> {
        let rules = self.solver.rules();
        let mut best: Option<([u32; 3], u32)> = None;
        for &removed in turns {
            let next = field.without(removed);
            let answers = self.solver.turns(next);
            let at_once = answers.iter().any(|&answer| rules.removable(next.without(answer)) == 0);
            let winning =
                answers.iter().filter(|&&answer| self.quick(next.without(answer), ANSWER) != Some(true)).count();
            let share = (winning * 1000 / answers.len().max(1)) as u32;
            let plies = self.distance(next, Winner::Mover, ANSWER).unwrap_or(0);
            // The lowest is best.
            let trick = [u32::from(at_once), share, 64 - plies.min(64)];
            if best.is_none_or(|(least, _)| trick < least) {
                best = Some((trick, removed));
            }
        }
        best.map(|(_, removed)| removed)
    }

    /// Returns a move of a set-up that wins, if there is time to find one.
    fn set_up(&mut self, game: &SightReduction, position: &Position) -> Option<(Move, Proof)> {
        let moves = match position.phase() {
            Phase::Play { .. } => return None,
            Phase::Place { .. } => {
                let left = game.legal_moves(position);
                let empty = 32 - Field::count(whole(position));
                if !self.budget.allows_fallback || empty > MOST_PLACEMENTS {
                    return None;
                }
                left
            }
            Phase::Swap => Fair::new(game, position).arrangements().map(|(mv, _)| mv).collect(),
            Phase::Pick | Phase::Choose { .. } => game.legal_moves(position),
        };
        let team = game.turn(position);
        let longest = 2 * 16 + ARRANGING + MOST_PLACEMENTS;
        for mv in moves {
            let mut next = *position;
            game.play(&mut next, mv);
            let same = game.turn(&next) == team;
            if self.set_up_wins(game, &next)? == same {
                return Some((mv, Proof::Win(longest)));
            }
        }
        None
    }

    /// Returns whether the player to move in a set-up, or right after it, wins.
    fn set_up_wins(&mut self, game: &SightReduction, position: &Position) -> Option<bool> {
        if let Phase::Place { .. } = position.phase() {
            let observer = &mut ProgressObserver { cancel: self.budget.cancel, on_progress: &mut |_, _| {} };
            return Placing::new(game, &mut self.solver).wins(position, observer).ok().flatten();
        }
        if let Some((field, _)) = Field::of(position) {
            return self.verdict(field);
        }
        let team = game.turn(position);
        let mut wins = Some(false);
        for mv in game.legal_moves(position) {
            let mut next = *position;
            game.play(&mut next, mv);
            let same = game.turn(&next) == team;
            if self.set_up_wins(game, &next)? == same {
                wins = Some(true);
                break;
            }
        }
        wins
    }
}

/// Returns all checkers of a position.
fn whole(position: &Position) -> Field {
    use halfboard_rules::game::Color;
    Field { own: position.checkers(Color::White), enemy: position.checkers(Color::Black) }
}

/// Returns the most turns that a colour can ever make: every checker beyond one in each set that hangs together.
fn most_turns(sight: Sight, set: u32) -> u32 {
    let apart = match sight {
        Sight::Orthogonal => Regions::of::<false>(set, 0),
        Sight::Queen => Regions::of::<true>(set, 0),
    };
    set.count_ones() - apart.count()
}
