//! Sight Reduction solved: who wins with two players, and how few checkers a solitaire can leave.
//!
//! All but the set-ups look at the phase of removing only, and at a [`Field`]: the checkers of the side to move and
//! those of the other. Which of them is White matters to nothing but the last two of a solitaire.

pub(crate) mod advise;
mod fallback;
mod guarantee;
pub mod layers;
mod lines;
pub(crate) mod report;
pub mod search;
pub mod setups;
pub mod two_player;

use std::ops::ControlFlow;

use halfboard_rules::board::squares;
use halfboard_rules::game::{Color, Game};
use halfboard_rules::games::sight_reduction::sight;
use halfboard_rules::games::sight_reduction::{Enemy, Phase, Position, Removal, Sight, SightReduction};

/// The options that say what may be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RemovalRules {
    /// Along which lines a checker must see a friend.
    pub sight: Sight,
    /// Whether it must see an enemy, too.
    pub enemy: Enemy,
    /// How many a turn removes.
    pub remove: Removal,
}

/// The checkers of the side to move and of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// Whose turn it is.
    pub own: u32,
    /// The other's.
    pub enemy: u32,
}

impl Field {
    /// Returns the field of a position in the phase of removing, with the colour to move.
    pub fn of(position: &Position) -> Option<(Field, Color)> {
        let Phase::Play { turn, .. } = position.phase() else { return None };
        Some((Field { own: position.checkers(turn), enemy: position.checkers(turn.other()) }, turn))
    }

    /// Returns the field after these own checkers were removed: the other side is to move.
    #[inline]
    #[must_use]
    pub fn without(self, removed: u32) -> Field {
        Field { own: self.enemy, enemy: self.own & !removed }
    }

    /// Returns how many checkers there are.
    #[inline]
    pub fn count(self) -> u32 {
        (self.own | self.enemy).count_ones()
    }
}

impl RemovalRules {
    /// What the rules say of removing.
    pub fn of(game: &SightReduction) -> Self {
        let options = game.options();
        RemovalRules { sight: options.sight, enemy: options.enemy, remove: options.remove }
    }

    /// The own checkers that may be removed by themselves.
    #[inline]
    pub fn removable(self, Field { own, enemy }: Field) -> u32 {
        let empty = !(own | enemy);
        let seen = match self.sight {
            Sight::Orthogonal => sight::orthogonal(own, own, empty),
            Sight::Queen => sight::queen(own, own, empty),
        };
        match self.enemy {
            Enemy::Off => seen,
            Enemy::Required => seen & sight::queen(enemy, own, empty),
        }
    }

    /// Calls `f` with the checkers of each legal turn, as a bitboard of one or two, until it breaks.
    #[inline]
    pub fn each_turn(self, field: Field, f: &mut impl FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        let removable = self.removable(field);
        for square in squares(removable) {
            f(square.bit32())?;
        }
        if self.remove == Removal::One {
            return ControlFlow::Continue(());
        }
        let directions = match self.sight {
            Sight::Orthogonal => 2,
            Sight::Queen => 4,
        };
        for square in squares(removable) {
            for direction in 0..directions {
                match sight::next_on_line(square, direction, field.own | field.enemy) {
                    Some(other) if removable & other.bit32() != 0 => f(square.bit32() | other.bit32())?,
                    _ => {}
                }
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use halfboard_rules::games::sight_reduction::{Move, Options};
    use halfboard_rules::options::OptionSet;
    use halfboard_rules::random::SplitMix64;

    use super::*;

    /// The turns of a field are those that the rules list, all along random games, for every way of removing.
    #[test]
    fn turns_are_those_of_the_rules() {
        for sight in [Sight::Orthogonal, Sight::Queen] {
            for enemy in [Enemy::Off, Enemy::Required] {
                for remove in [Removal::One, Removal::OneOrTwo] {
                    let game = SightReduction::new(Options { sight, enemy, remove, ..Options::DEFAULT }).unwrap();
                    let mut random = SplitMix64::new(7);
                    for seed in 0..50 {
                        let mut position = game.start(seed);
                        loop {
                            let (field, _) = Field::of(&position).unwrap();
                            let mut turns = Vec::new();
                            let _ = RemovalRules::of(&game).each_turn(field, &mut |removed| {
                                turns.push(removed);
                                ControlFlow::Continue(())
                            });
                            let moves = game.legal_moves(&position);
                            let listed: Vec<u32> = moves.iter().map(|&mv| removed(mv)).collect();
                            assert_eq!(turns, listed);
                            if moves.is_empty() {
                                break;
                            }
                            game.play(&mut position, moves[random.below(moves.len() as u64) as usize]);
                        }
                    }
                }
            }
        }
    }

    fn removed(mv: Move) -> u32 {
        match mv {
            Move::Remove(a) => a.bit32(),
            Move::RemoveTwo(a, b) => a.bit32() | b.bit32(),
            _ => unreachable!("only removals are played"),
        }
    }
}
