//! Why a square cannot be chosen in Sllim.

use super::{Position, Sllim, sets, squares_of};
use crate::board::{SetShape, Square};
use crate::game::Color;
use crate::present::Step;
use crate::refusal::Refusal;

/// Why a square cannot be chosen in Sllim, for reasons of this game alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SllimRefusal {
    /// The reserve must be placed before anything is relocated.
    PlaceFirst {
        /// Whose reserve it is.
        color: Color,
        /// How many it holds.
        reserve: u8,
    },
    /// Checkers are placed on squares of their own shade.
    WrongShade {
        /// Who places.
        color: Color,
    },
    /// The enemy checker can complete no set of its colour, wherever it goes.
    CompletesNothing {
        /// The checker's colour.
        color: Color,
    },
    /// The enemy checker would complete no set of its colour here.
    CompletesNoSet {
        /// The checker's colour.
        color: Color,
        /// Where it stands.
        from: Square,
    },
    /// The square is in none of the sets that can leave.
    NotInSet {
        /// Those sets, by shape and first square.
        sets: Vec<(SetShape, Square)>,
    },
}

impl Sllim {
    pub(super) fn explain_refusal(&self, position: &Position, chosen: &[Step], square: Square) -> Refusal {
        let own = position.checkers(position.turn);
        match *chosen {
            [] => self.not_begun(position, square),
            [Step::From(from)] => self.not_to(position, from, square),
            [Step::Place(to), ..] => Self::not_in_set(own | to.bit32(), to),
            [Step::From(from), Step::To(to), ..] => {
                let is_own = own & from.bit32() != 0;
                let bits = if is_own { own } else { position.checkers(position.turn.other()) };
                Self::not_in_set((bits & !from.bit32()) | to.bit32(), to)
            }
            _ => Refusal::Unexplained,
        }
    }

    /// Returns why no turn begins here.
    fn not_begun(&self, position: &Position, square: Square) -> Refusal {
        let color = position.turn;
        let reserve = position.reserve(color);
        let [own, enemy] = [color, color.other()].map(|color| position.checkers(color));
        let must_place = self.must_place(position);
        if own & square.bit32() != 0 {
            return if must_place {
                Refusal::Sllim(SllimRefusal::PlaceFirst { color, reserve })
            } else {
                Refusal::Unexplained
            };
        }
        if enemy & square.bit32() != 0 {
            return match (must_place, self.options.borrow.is_on()) {
                (true, _) => Refusal::Occupied,
                (false, true) => Refusal::Sllim(SllimRefusal::CompletesNothing { color: color.other() }),
                (false, false) => Refusal::WrongColor { wanted: color },
            };
        }
        match reserve > 0 && squares_of(color) & square.bit32() == 0 {
            true => Refusal::Sllim(SllimRefusal::WrongShade { color }),
            false => Refusal::Empty { wanted: color },
        }
    }

    /// Returns why a relocation does not end here.
    fn not_to(&self, position: &Position, from: Square, square: Square) -> Refusal {
        let color = position.turn.other();
        if square == from {
            Refusal::Itself
        } else if (position.checkers[0] | position.checkers[1]) & square.bit32() != 0 {
            Refusal::Occupied
        } else if position.checkers(color) & from.bit32() != 0 {
            Refusal::Sllim(SllimRefusal::CompletesNoSet { color, from })
        } else {
            Refusal::Unexplained
        }
    }

    /// Returns the sets that can leave, none of which has the square; `bits` are the checkers of their colour.
    fn not_in_set(bits: u32, to: Square) -> Refusal {
        let sets = sets::completed(bits, to).map(|set| (set.shape(), set.first()));
        Refusal::Sllim(SllimRefusal::NotInSet { sets: sets.collect() })
    }
}
