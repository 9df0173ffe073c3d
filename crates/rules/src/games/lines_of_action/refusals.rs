//! Why a square cannot be chosen in Lines of Action.

use super::{LinesOfAction, Players, Position};
use crate::board::Square;
use crate::game::Color;
use crate::present::Step;
use crate::refusal::Refusal;

fn stands(checkers: u64, square: Square) -> bool {
    checkers & square.bit64() != 0
}

/// A path from one square to another along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineDistance {
    /// The number of checkers on the line, which is the distance of a move.
    pub on_line: u8,
    /// The length of the path.
    pub steps: u8,
}

/// Why a square cannot be chosen in Lines of Action, for reasons of this game alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinesOfActionRefusal {
    /// The checker belongs to the partner of the player to move.
    Partners,
    /// It is the turn of the other kind of checkers.
    OtherKind {
        /// Whether it is the turn of the marked ones.
        marked: bool,
    },
    /// The checker cannot move in any direction.
    NoWay {
        /// The enemy checkers that bar its way.
        enemies: Vec<Square>,
        /// The friends on squares where it would have to stop.
        friends: Vec<Square>,
        /// Whether some of its moves would lead off the board.
        off_board: bool,
        /// Whether some of its moves would lead round closed edges back to where it stands.
        round: bool,
    },
    /// A friend stands where the checker would stop.
    Friend,
    /// The square is on a line, and not at the distance that the line's checkers demand.
    Distance {
        /// Where the move begins.
        from: Square,
        /// All paths there: more than one only with closed edges.
        ways: Vec<LineDistance>,
    },
}

impl LinesOfAction {
    pub(super) fn explain_refusal(&self, position: &Position, chosen: &[Step], square: Square) -> Refusal {
        match *chosen {
            [] => self.not_from(position, square),
            [Step::From(from)] => self.not_to(position, from, square),
            // The board is that after the move: a checker that stands there now keeps a checker from being dropped.
            _ if self.drop_color(position).is_some() => Refusal::Occupied,
            _ => Refusal::NoSquare(self.prompt(position, true)),
        }
    }

    /// Returns why no move begins here.
    fn not_from(&self, position: &Position, square: Square) -> Refusal {
        let wanted = position.turn.color();
        let own = position.checkers(wanted);
        if stands(self.movable(position), square) {
            return self.no_way(position, square);
        }
        if self.is_stuck(position) {
            return Refusal::NoSquare(self.prompt(position, false));
        }
        match (stands(own, square), self.options.players) {
            (true, Players::Four) => Refusal::LinesOfAction(LinesOfActionRefusal::Partners),
            (true, _) => Refusal::LinesOfAction(LinesOfActionRefusal::OtherKind { marked: position.turn.is_marked() }),
            (false, _) if stands(position.checkers(wanted.other()), square) => Refusal::WrongColor { wanted },
            (false, _) => Refusal::Empty { wanted },
        }
    }

    /// Returns why a checker cannot move in any direction.
    fn no_way(&self, position: &Position, from: Square) -> Refusal {
        let [own, enemy] = self.sides(position);
        let (mut enemies, mut friends, mut off_board, mut round) = (Vec::new(), Vec::new(), false, false);
        for (line, ways) in self.geometry.ways(from) {
            // A line with ends has eight squares at most, a ring of eight has seven more in both directions.
            let is_ring = ways.iter().all(|way| way.len() == 7);
            let before = ((own | enemy) & line).count_ones() as usize - 1;
            for way in ways {
                let bar = way.iter().take(before).find(|&&at| stands(enemy, at));
                match (bar, way.get(before)) {
                    (_, None) if is_ring => round = true,
                    (_, None) => off_board = true,
                    (Some(&at), Some(_)) => enemies.push(at),
                    (None, Some(&at)) if stands(own, at) => friends.push(at),
                    (None, Some(_)) => return Refusal::Unexplained,
                }
            }
        }
        for squares in [&mut enemies, &mut friends] {
            squares.sort_unstable();
            squares.dedup();
        }
        Refusal::LinesOfAction(LinesOfActionRefusal::NoWay { enemies, friends, off_board, round })
    }

    /// Returns why the move cannot end here.
    fn not_to(&self, position: &Position, from: Square, square: Square) -> Refusal {
        let [own, enemy] = self.sides(position);
        if square == from {
            return Refusal::Itself;
        }
        if stands(own, square) {
            return Refusal::LinesOfAction(LinesOfActionRefusal::Friend);
        }
        let (mut ways, mut by) = (Vec::new(), Vec::new());
        let lines = self.geometry.ways(from);
        for (line, way) in lines.flat_map(|(line, ways)| ways.map(|way| (line, way))) {
            let Some(before) = way.iter().position(|&at| at == square) else { continue };
            let (on_line, steps) = (((own | enemy) & line).count_ones() as u8, before as u8 + 1);
            ways.push(LineDistance { on_line, steps });
            if on_line == steps {
                by.extend(way[..before].iter().copied().find(|&at| stands(enemy, at)));
            }
        }
        if ways.is_empty() {
            Refusal::NotOnLine { from }
        } else if by.is_empty() {
            Refusal::LinesOfAction(LinesOfActionRefusal::Distance { from, ways })
        } else {
            by.sort_unstable();
            by.dedup();
            Refusal::Barred { from, by }
        }
    }

    /// Returns the checkers of the side to move and of the other.
    fn sides(&self, position: &Position) -> [u64; 2] {
        let color: Color = position.turn.color();
        [color, color.other()].map(|color| position.checkers(color))
    }
}
