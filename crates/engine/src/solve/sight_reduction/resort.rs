//! The resort where a budgeted search is not enough: the layers below a field, which take any board the same time.

use halfboard_rules::games::sight_reduction::Removal;

use super::layers::{Layers, Question};
use super::search::{Searcher, Winner};
use super::two::Halt;
use super::{Field, Removing};
use crate::limits::Stop;

/// Decides a field and those a turn below it.
pub(super) struct Resort {
    removing: Removing,
    threads: usize,
    root: Field,
    wins: Option<Layers>,
    /// The last question about time, and its answers.
    within: Option<(u32, Layers)>,
}

impl Resort {
    /// The resort for a field and the turns from it. Nothing is worked out before it is asked for.
    pub(super) fn below(removing: Removing, root: Field, threads: usize) -> Self {
        Resort { removing, threads, root, wins: None, within: None }
    }

    /// Whether it was already asked who wins, so that the answer for its fields is there.
    pub(super) fn knows_winners(&self) -> bool {
        self.wins.is_some()
    }

    /// Whether the side to move wins.
    pub(super) fn wins(&mut self, field: Field, stop: &Stop) -> Result<bool, Halt> {
        if stop.is_stopped() {
            return Err(Halt::Stopped);
        }
        let layers = match self.wins.take() {
            Some(layers) => layers,
            None => self.layers(Question::Wins)?.expect("who wins can always be asked"),
        };
        let answer = layers.get(field);
        self.wins = Some(layers);
        Ok(answer.expect("the field is the root or a turn below it"))
    }

    /// Whether one side wins within so many plies.
    pub(super) fn wins_within(&mut self, field: Field, winner: Winner, plies: u32, stop: &Stop) -> Result<bool, Halt> {
        if stop.is_stopped() {
            return Err(Halt::Stopped);
        }
        if self.removing.remove == Removal::OneOrTwo {
            // How many checkers are left does not say there how many turns were played, so there are no such layers.
            let found = Searcher::new().wins_within(self.removing, field, winner, plies, u64::MAX, stop);
            return found.ok_or(Halt::Stopped);
        }
        // The side to move can end the game after odd numbers of plies only, the other after even ones.
        let own = u32::from(winner == Winner::Mover);
        let Some(plies) = (if plies % 2 == own { Some(plies) } else { plies.checked_sub(1) }) else { return Ok(false) };
        let turns = plies + (self.root.count() - field.count());
        let layers = match self.within.take() {
            Some((known, layers)) if known == turns => layers,
            _ => self.layers(Question::EndsWithin(turns))?.expect("a turn removes one checker"),
        };
        let answer = layers.get(field);
        self.within = Some((turns, layers));
        let succeeds = answer.expect("the field is the root or a turn below it");
        Ok(succeeds == (winner == Winner::Mover))
    }

    fn layers(&self, question: Question) -> Result<Option<Layers>, Halt> {
        Ok(Layers::below(self.removing, self.root, question, self.threads)?)
    }
}

#[cfg(test)]
mod tests {
    use halfboard_rules::games::sight_reduction::{Enemy, Sight};
    use halfboard_rules::random::SplitMix64;

    use super::super::two::Solver;
    use super::*;

    /// The layers say of a field and of those a turn below it what a search without any budget says.
    #[test]
    fn the_resort_agrees_with_the_search() {
        let stop = Stop::default();
        let mut random = SplitMix64::new(5);
        let mut searcher = Searcher::new();
        for sight in [Sight::Orthogonal, Sight::Queen] {
            for enemy in [Enemy::Off, Enemy::Required] {
                let removing = Removing { sight, enemy, remove: Removal::One };
                for _ in 0..20 {
                    let own = random.draw() as u32 & random.draw() as u32;
                    let root = Field { own, enemy: random.draw() as u32 & random.draw() as u32 & !own };
                    let mut resort = Resort::below(removing, root, 1);
                    let turns = Solver::new(removing, 1).turns(root);
                    for field in turns.into_iter().map(|removed| root.without(removed)).chain([root]) {
                        let wins = searcher.wins(removing, field, u64::MAX, &stop).unwrap();
                        assert_eq!(resort.wins(field, &stop).unwrap(), wins, "{removing:?} {field:?}");
                        for winner in [Winner::Mover, Winner::Other] {
                            for plies in 0..6 {
                                let soon =
                                    searcher.wins_within(removing, field, winner, plies, u64::MAX, &stop).unwrap();
                                assert_eq!(resort.wins_within(field, winner, plies, &stop).unwrap(), soon, "{plies}");
                            }
                        }
                    }
                }
            }
        }
    }
}
