//! The fallback where a budgeted search is not enough: the layers below a field, which take any board the same time.

use halfboard_rules::games::sight_reduction::Removal;

use super::layers::{LayerQuestion, Layers};
use super::search::{Searcher, Winner};
use super::{Field, RemovalRules};
use crate::limits::CancelToken;
use crate::solve::SolverError;

/// Decides a field and those a turn below it.
pub(super) struct Fallback {
    rules: RemovalRules,
    threads: usize,
    root: Field,
    wins: Option<Layers>,
    /// The last question about time, and its answers.
    within: Option<(u32, Layers)>,
}

impl Fallback {
    /// Returns the fallback for a field and the turns from it. Nothing is worked out before it is asked for.
    pub(super) fn below(rules: RemovalRules, root: Field, threads: usize) -> Self {
        Fallback { rules, threads, root, wins: None, within: None }
    }

    /// Returns whether it was already asked who wins, so that the answer for its fields is there.
    pub(super) fn knows_winners(&self) -> bool {
        self.wins.is_some()
    }

    /// Returns whether the side to move wins.
    pub(super) fn wins(&mut self, field: Field, cancel: &CancelToken) -> Result<bool, SolverError> {
        if cancel.is_cancelled() {
            return Err(SolverError::Cancelled);
        }
        let layers = match self.wins.take() {
            Some(layers) => layers,
            None => self.layers(LayerQuestion::Wins)?.expect("who wins can always be asked"),
        };
        let answer = layers.get(field);
        self.wins = Some(layers);
        Ok(answer.expect("the field is the root or a turn below it"))
    }

    /// Returns whether one side wins within `plies`.
    pub(super) fn wins_within(
        &mut self,
        field: Field,
        winner: Winner,
        plies: u32,
        cancel: &CancelToken,
    ) -> Result<bool, SolverError> {
        if cancel.is_cancelled() {
            return Err(SolverError::Cancelled);
        }
        if self.rules.remove == Removal::OneOrTwo {
            // How many checkers are left does not say there how many turns were played, so there are no such layers.
            let found = Searcher::new().wins_within(self.rules, field, winner, plies, u64::MAX, cancel);
            return found.ok_or(SolverError::Cancelled);
        }
        // The side to move can end the game after odd numbers of plies only, the other after even ones.
        let own = u32::from(winner == Winner::Mover);
        let Some(plies) = (if plies % 2 == own { Some(plies) } else { plies.checked_sub(1) }) else { return Ok(false) };
        let turns = plies + (self.root.count() - field.count());
        let layers = match self.within.take() {
            Some((known, layers)) if known == turns => layers,
            _ => self.layers(LayerQuestion::EndsWithin(turns))?.expect("a turn removes one checker"),
        };
        let answer = layers.get(field);
        self.within = Some((turns, layers));
        let succeeds = answer.expect("the field is the root or a turn below it");
        Ok(succeeds == (winner == Winner::Mover))
    }

    fn layers(&self, question: LayerQuestion) -> Result<Option<Layers>, SolverError> {
        Ok(Layers::below(self.rules, self.root, question, self.threads)?)
    }
}

#[cfg(test)]
mod tests {
    use halfboard_rules::games::sight_reduction::{Enemy, Sight};
    use halfboard_rules::random::SplitMix64;

    use super::super::two_player::Solver;
    use super::*;

    /// The layers say of a field and of those a turn below it what a search without any budget says.
    #[test]
    fn the_resort_agrees_with_the_search() {
        let cancel = CancelToken::default();
        let mut random = SplitMix64::new(5);
        let mut searcher = Searcher::new();
        for sight in [Sight::Orthogonal, Sight::Queen] {
            for enemy in [Enemy::Off, Enemy::Required] {
                let rules = RemovalRules { sight, enemy, remove: Removal::One };
                for _ in 0..20 {
                    let own = random.next_u64() as u32 & random.next_u64() as u32;
                    let root = Field { own, enemy: random.next_u64() as u32 & random.next_u64() as u32 & !own };
                    let mut fallback = Fallback::below(rules, root, 1);
                    let turns = Solver::new(rules, 1).turns(root);
                    for field in turns.into_iter().map(|removed| root.without(removed)).chain([root]) {
                        let wins = searcher.wins(rules, field, u64::MAX, &cancel).unwrap();
                        assert_eq!(fallback.wins(field, &cancel).unwrap(), wins, "{rules:?} {field:?}");
                        for winner in [Winner::Mover, Winner::Other] {
                            for plies in 0..6 {
                                let soon =
                                    searcher.wins_within(rules, field, winner, plies, u64::MAX, &cancel).unwrap();
                                assert_eq!(
                                    fallback.wins_within(field, winner, plies, &cancel).unwrap(),
                                    soon,
                                    "{plies}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }
}
