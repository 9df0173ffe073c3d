//! Why a square cannot be chosen in Sight Reduction, and along which lines its checkers look.

use super::setup::exchange;
use super::{Enemy, Phase, Position, Sight, SightReduction};
use crate::board::{DIRECTIONS, Square, half_step};
use crate::game::Color;
use crate::present::{Present, SightLine, Step};
use crate::refusal::Refusal;

/// Returns the squares from a square to the edge.
fn ray(from: Square, direction: (i8, i8)) -> impl Iterator<Item = Square> {
    std::iter::successors(half_step(from, direction), move |&at| half_step(at, direction))
}

/// Why a square cannot be chosen in Sight Reduction, for reasons of this game alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SightReductionRefusal {
    /// The checker sees no friend.
    NoFriend {
        /// Its colour.
        color: Color,
        /// The enemy checkers that it sees instead; its other lines are empty.
        blockers: Vec<Square>,
        /// A friend that it sees diagonally where only rows and columns count.
        diagonal: Option<Square>,
    },
    /// The checker sees a friend, and no enemy where that is required as well.
    NoEnemy {
        /// The enemy's colour.
        color: Color,
        /// The friends that it sees; its other lines are empty.
        blockers: Vec<Square>,
    },
    /// This is the first checker that leaves in this turn.
    LeavesAlready,
    /// The second checker to leave shares no line of sight with the first.
    Apart {
        /// The first checker.
        first: Square,
        /// Whether diagonals are lines of sight.
        diagonals: bool,
    },
    /// Something stands between the two checkers that would leave together.
    Between {
        /// The first checker.
        first: Square,
        /// What stands between, nearest to the second.
        by: Square,
    },
    /// A checker must be placed beside an enemy while that is possible.
    NotBeside {
        /// The enemy's colour.
        color: Color,
    },
    /// The checker here was exchanged in this turn.
    ExchangedAlready,
}

impl SightReduction {
    /// Returns the directions in which friends are seen.
    fn directions(&self) -> &'static [(i8, i8)] {
        match self.options.sight {
            Sight::Orthogonal => &DIRECTIONS[..4],
            Sight::Queen => &DIRECTIONS,
        }
    }

    pub(super) fn explain_refusal(&self, position: &Position, chosen: &[Step], square: Square) -> Refusal {
        match (position.phase, chosen) {
            (Phase::Play { turn, .. }, &[Step::Remove(first), ..]) => self.not_second(position, turn, first, square),
            (Phase::Play { turn, .. }, _) => self.not_removable(position, turn, square),
            (Phase::Place { turn }, _) => {
                let occupied = position.checkers[0] | position.checkers[1];
                match occupied & square.bit32() != 0 {
                    true => Refusal::Occupied,
                    false => Refusal::SightReduction(SightReductionRefusal::NotBeside { color: turn.other() }),
                }
            }
            (Phase::Swap, _) => Self::not_exchangeable(position, chosen, square),
            (Phase::Pick | Phase::Choose { .. }, _) => Refusal::NoSquare(self.scene(position, chosen).prompt),
        }
    }

    /// Returns why a checker cannot be the first or only one to leave.
    fn not_removable(&self, position: &Position, turn: Color, square: Square) -> Refusal {
        let met = |directions: &[(i8, i8)]| -> Vec<Square> {
            let occupied = position.checkers[0] | position.checkers[1];
            let first = |&direction| ray(square, direction).find(|at| occupied & at.bit32() != 0);
            directions.iter().filter_map(first).collect()
        };
        let is_friend = |at: &Square| position.checkers[turn.index()] & at.bit32() != 0;
        if let Some(refusal) = Refusal::unless_own(position.checkers, turn, square) {
            return refusal;
        }
        let mut blockers = met(self.directions());
        if !blockers.iter().any(is_friend) {
            blockers.sort_unstable();
            let diagonal = met(&DIRECTIONS).into_iter().find(is_friend);
            return Refusal::SightReduction(SightReductionRefusal::NoFriend { color: turn, blockers, diagonal });
        }
        // Enemies count along all lines, also where friends do not.
        let mut blockers = met(&DIRECTIONS);
        blockers.sort_unstable();
        match self.options.enemy == Enemy::Required && blockers.iter().all(is_friend) {
            true => Refusal::SightReduction(SightReductionRefusal::NoEnemy { color: turn.other(), blockers }),
            false => Refusal::Unexplained,
        }
    }

    /// Returns why a checker cannot leave together with the first. Both are judged while they are on the board.
    fn not_second(&self, position: &Position, turn: Color, first: Square, square: Square) -> Refusal {
        if square == first {
            return Refusal::SightReduction(SightReductionRefusal::LeavesAlready);
        }
        if let Some(refusal) = Refusal::unless_own(position.checkers, turn, square) {
            return refusal;
        }
        let occupied = position.checkers[0] | position.checkers[1];
        let Some(&direction) = self.directions().iter().find(|&&way| ray(square, way).any(|at| at == first)) else {
            return Refusal::SightReduction(SightReductionRefusal::Apart {
                first,
                diagonals: self.options.sight == Sight::Queen,
            });
        };
        match ray(square, direction).find(|at| occupied & at.bit32() != 0) {
            Some(by) if by != first => Refusal::SightReduction(SightReductionRefusal::Between { first, by }),
            _ => self.not_removable(position, turn, square),
        }
    }

    /// Returns why a checker cannot be exchanged: white ones and black ones go in turn, each once.
    fn not_exchangeable(position: &Position, chosen: &[Step], square: Square) -> Refusal {
        let wanted = if chosen.len().is_multiple_of(2) { Color::White } else { Color::Black };
        let settled = chosen.len() / 2 * 2;
        if chosen[..settled].contains(&Step::Exchange(square)) {
            return Refusal::SightReduction(SightReductionRefusal::ExchangedAlready);
        }
        Refusal::unless_own(position.checkers, wanted, square).unwrap_or(Refusal::Unexplained)
    }

    /// Returns the lines of sight from a checker. Of two that leave together, the second must see the first.
    pub(super) fn lines(&self, position: &Position, chosen: &[Step], square: Square) -> Vec<SightLine> {
        let mut checkers = position.checkers;
        if let [Step::Exchange(white), Step::Exchange(black), ..] = *chosen {
            exchange(&mut checkers, white.bit32() | black.bit32());
        }
        let first = match *chosen {
            [Step::Remove(first), ..] => Some(first),
            _ => None,
        };
        let owner = Color::BOTH.into_iter().find(|color| checkers[color.index()] & square.bit32() != 0);
        let Some(owner) = owner.filter(|_| first != Some(square)) else { return Vec::new() };
        let needs_enemy = self.options.enemy == Enemy::Required;
        let for_friends = self.directions();
        let in_force = if needs_enemy { &DIRECTIONS } else { for_friends };
        let line = |direction: &(i8, i8)| {
            let stands = |color: Color, at: Square| checkers[color.index()] & at.bit32() != 0;
            let met = ray(square, *direction).find(|&at| stands(Color::White, at) || stands(Color::Black, at));
            let to = met.or_else(|| ray(square, *direction).last())?;
            let counts = for_friends.contains(direction) && first.is_none_or(|first| first == to);
            let sees = counts && stands(owner, to);
            let sees_enemy = needs_enemy && stands(owner.other(), to);
            Some(SightLine { from: square, to, sees, sees_enemy })
        };
        in_force.iter().filter_map(line).collect()
    }
}
