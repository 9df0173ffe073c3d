//! Why a square cannot be chosen in Stacks In Action.

use super::present::Sliding;
use super::{Distance, MoveBy, Position, StacksInAction};
use crate::board::{DIRECTIONS, HALF_RAYS, Square, half_step};
use crate::game::Color;
use crate::present::Step;
use crate::refusal::Refusal;

/// Returns the squares from a square to the edge, nearest first.
fn ray(from: Square, direction: usize) -> impl Iterator<Item = Square> {
    let step = move |&at: &Square| half_step(at, DIRECTIONS[direction]);
    std::iter::successors(step(&from), step)
}

/// Why a square cannot be chosen in Stacks In Action, for reasons of this game alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StacksInActionRefusal {
    /// Without a stack of each height only entering is allowed.
    Lacks {
        /// Who must enter.
        color: Color,
        /// The heights that are missing.
        heights: Vec<u8>,
    },
    /// The square is empty, and there is nothing in reserve to enter.
    ReserveEmpty {
        /// Whose reserve is empty.
        color: Color,
    },
    /// The enemy's checker on top controls the stack.
    Controlled {
        /// Who controls it.
        by: Color,
    },
    /// The stack cannot move in any direction.
    NoStackWay {
        /// The enemy stacks that bar its way.
        enemies: Vec<Square>,
        /// The stacks at the right distance, closed because the reserve is not empty.
        stacks: Vec<Square>,
        /// Whether some of its moves would lead off the board.
        off_board: bool,
    },
    /// Landing on stacks is not allowed while the reserve holds checkers.
    LandingClosed {
        /// Whose reserve it is.
        color: Color,
        /// How many it holds.
        reserve: u8,
    },
    /// The square is at none of the distances that are allowed.
    StackDistance {
        /// Where the move begins.
        from: Square,
        /// The minimum and maximum number lifted; `None` if the height does not matter.
        lifted: Option<(u8, u8)>,
        /// The stacks on the line; `None` if they do not matter.
        on_line: Option<u8>,
        /// The distance of the square.
        asked: u8,
        /// Whether the counts are limits.
        up_to: bool,
        /// Whether an enemy's stack stands there, which is landed on only exactly.
        onto_enemy: bool,
    },
}

impl StacksInAction {
    pub(super) fn explain_refusal(&self, position: &Position, chosen: &[Step], square: Square) -> Refusal {
        match Self::sliding(position, chosen) {
            None if chosen.is_empty() => self.not_begun(position, square),
            Some(Sliding { from, count, to: None }) => {
                let lifted = count.map_or((1, position.height(from)), |count| (count, count));
                self.not_to(position, from, lifted, square)
            }
            _ => Refusal::NoSquare(self.prompt(position, chosen)),
        }
    }

    /// Returns why no turn begins here.
    fn not_begun(&self, position: &Position, square: Square) -> Refusal {
        let color = position.turn;
        let own = position.controlled(color);
        if !position.has_set(color) {
            return Refusal::StacksInAction(StacksInActionRefusal::Lacks {
                color,
                heights: position.missing_heights(color),
            });
        }
        if position.tall[0] & square.bit32() == 0 {
            return Refusal::StacksInAction(StacksInActionRefusal::ReserveEmpty { color });
        }
        if own & square.bit32() == 0 {
            return Refusal::StacksInAction(StacksInActionRefusal::Controlled { by: color.other() });
        }
        self.no_way(position, square)
    }

    /// Returns why a stack cannot move in any direction.
    fn no_way(&self, position: &Position, from: Square) -> Refusal {
        let own = position.controlled(position.turn);
        let enemy = position.tall[0] & !own;
        let (mut enemies, mut stacks, mut off_board) = (Vec::new(), Vec::new(), false);
        for direction in 0..8 {
            let on_line = self.on_line(position, from, direction);
            let way: Vec<Square> = ray(from, direction).collect();
            let bar = way.iter().position(|at| enemy & at.bit32() != 0);
            // No line of the board has more than eight squares.
            for steps in 1..=8u8 {
                let at = way.get(usize::from(steps) - 1).copied();
                let onto_enemy = at.is_some_and(|at| enemy & at.bit32() != 0);
                if !(1..=position.height(from)).any(|count| self.may_move(count, steps, on_line, onto_enemy)) {
                    continue;
                }
                match (at, bar) {
                    (None, _) => off_board = true,
                    (Some(_), Some(bar)) if bar + 1 < usize::from(steps) => enemies.push(way[bar]),
                    (Some(at), _) if position.tall[0] & at.bit32() != 0 => stacks.push(at),
                    (Some(_), _) => return Refusal::Unexplained,
                }
            }
        }
        for squares in [&mut enemies, &mut stacks] {
            squares.sort_unstable();
            squares.dedup();
        }
        Refusal::StacksInAction(StacksInActionRefusal::NoStackWay { enemies, stacks, off_board })
    }

    /// Returns why the move cannot end here, with the minimum and maximum number of checkers lifted.
    fn not_to(&self, position: &Position, from: Square, lifted: (u8, u8), square: Square) -> Refusal {
        let color = position.turn;
        if square == from {
            return Refusal::Itself;
        }
        let Some(direction) = (0..8).find(|&direction| ray(from, direction).any(|at| at == square)) else {
            return Refusal::NotOnLine { from };
        };
        let occupied = position.tall[0] & square.bit32() != 0;
        let reserve = position.reserve[color.index()];
        if occupied && reserve > 0 {
            return Refusal::StacksInAction(StacksInActionRefusal::LandingClosed { color, reserve });
        }
        let enemy = position.controlled(color.other());
        let mut between = ray(from, direction).take_while(|&at| at != square);
        if let Some(by) = between.find(|at| enemy & at.bit32() != 0) {
            return Refusal::Barred { from, by: vec![by] };
        }
        let move_by = self.options.move_by;
        Refusal::StacksInAction(StacksInActionRefusal::StackDistance {
            from,
            lifted: (move_by != MoveBy::Line).then_some(lifted),
            on_line: (move_by != MoveBy::Height).then(|| self.on_line(position, from, direction)),
            asked: from.king_steps(square) as u8,
            up_to: self.options.distance == Distance::UpTo,
            onto_enemy: enemy & square.bit32() != 0,
        })
    }

    /// Returns the number of stacks on the line through a square.
    fn on_line(&self, position: &Position, from: Square, direction: usize) -> u8 {
        let [up, down] = HALF_RAYS[from.index()][direction / 2];
        (position.tall[0] & (up | down | from.bit32())).count_ones() as u8
    }
}
