//! The steps of a turn of J, and its scene.

use super::{J, Move, Position, chain, text};
use crate::board::{Push, Square, half_step};
use crate::game::{Color, Ending, Game, Outcome, Reason};
use crate::overlay;
use crate::position_format::PositionFormat;
use crate::present::{Edge, EdgeMark, Overlay, Path, Present, Scene, Shade, Step, Supply, half_cells};
use crate::prompt::{Prompt, Task};
use crate::refusal::Refusal;
use crate::text::PositionError;

/// Whose parts of the edge are whose, for the board to draw.
const EDGES: [EdgeMark; 6] = {
    const fn mark(edge: Edge, from: usize, to: usize, color: Color) -> EdgeMark {
        EdgeMark { edge, from: Square::new(from), to: Square::new(to), color }
    }
    [
        mark(Edge::Top, 0, 3, Color::Black),
        mark(Edge::Top, 4, 7, Color::White),
        mark(Edge::Bottom, 24, 27, Color::Black),
        mark(Edge::Bottom, 28, 31, Color::White),
        mark(Edge::Left, 0, 24, Color::White),
        mark(Edge::Right, 7, 31, Color::Black),
    ]
};

impl Present for J {
    type Refusal = super::refusals::JRefusal;

    fn steps(&self, position: &Position, mv: Move) -> Path {
        let mut path = Path::new(&[Step::Enter(mv.enter, mv.push)]);
        match mv.take {
            Some(square) => path.push(Step::Take(square)),
            None if self.can_take(position, mv) => path.push(Step::Stop),
            None => {}
        }
        path
    }

    fn scene(&self, position: &Position, chosen: &[Step]) -> Scene {
        let entered = match *chosen {
            [Step::Enter(square, push), ..] => J::entered(position.checkers, position.turn, square, push),
            _ => None,
        };
        // A turn that begins with an empty reserve is lost, so the last checker comes with a warning.
        let is_last = J::reserve(position, position.turn) == 1;
        let task = match (entered, is_last) {
            (None, false) => Task::Enter,
            (None, true) => Task::EnterLast,
            (Some(_), false) => Task::TakeBack,
            (Some(_), true) => Task::MustTakeBack,
        };
        let prompt = Prompt::side(position.turn, task);
        let shown = Position { checkers: entered.unwrap_or(position.checkers), ..*position };
        let supplies = Color::BOTH.map(|color| {
            let count = J::reserve(&shown, color) as u8;
            Supply { color, name: "in reserve", count }
        });
        Scene {
            cells: half_cells(shown.checkers, |_| Shade::Plain),
            supplies: supplies.to_vec(),
            edges: EDGES.to_vec(),
            prompt,
        }
    }

    fn refusal(&self, position: &Position, chosen: &[Step], square: Square) -> Refusal {
        self.explain_refusal(position, chosen, square)
    }

    /// The checkers that a checker entering on the square in focus pushes, in each direction that is possible.
    fn overlays(&self, position: &Position, chosen: &[Step], focus: Option<Square>) -> Vec<Overlay> {
        match (chosen, focus) {
            ([], Some(square)) if self.ending(position).is_none() => J::pushes(position, square),
            _ => Vec::new(),
        }
    }

    /// The shortest chain that decided, with its contacts to the edge. It is that of the winner or, as the game is a
    /// misère game, of the loser.
    fn decisive(&self, position: &Position, _moves: &[Move], ending: Ending) -> Vec<Overlay> {
        let Outcome::Win(winner) = ending.outcome else { return Vec::new() };
        let (color, wins) = match ending.reason {
            Reason::WinningChain => (winner, true),
            Reason::LosingChain => (winner.other(), false),
            _ => return Vec::new(),
        };
        let checkers = position.checkers(color);
        let squares = match wins {
            true => chain::shortest_winning(checkers, color),
            false => chain::shortest_losing(checkers, color, self.options.long_sides),
        };
        let long = |square: Square| if square.row() == 0 { Edge::Top } else { Edge::Bottom };
        let short = if color == Color::White { Edge::Left } else { Edge::Right };
        let ends = squares.first().zip(squares.last()).map(|(&first, &last)| {
            let first_edge = if wins { short } else { long(first) };
            [(first, first_edge), (last, long(last))].map(|(square, edge)| Overlay::EdgeLink { square, edge, wins })
        });
        let mut overlays: Vec<Overlay> = ends.into_iter().flatten().collect();
        overlays.extend(overlay::chain(&squares, wins));
        overlays
    }

    fn format_move(&self, mv: Move) -> String {
        text::format_move(mv)
    }

    fn format_position(&self, position: &Position) -> String {
        text::format_position(position)
    }

    fn position_format(&self) -> PositionFormat {
        text::POSITION_FORMAT
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        text::parse_position(text)
    }
}

impl J {
    fn pushes(position: &Position, square: Square) -> Vec<Overlay> {
        let occupied = position.checkers[0] | position.checkers[1];
        let column = match square.row() {
            0 => Some((Push::Column, (1, 0))),
            3 => Some((Push::Column, (-1, 0))),
            _ => None,
        };
        let row = match square.column() {
            0 => Some((Push::Row, (0, 1))),
            7 => Some((Push::Row, (0, -1))),
            _ => None,
        };
        let possible = column.into_iter().chain(row).filter(|&(push, _)| {
            occupied & square.bit32() != 0 && J::entered(position.checkers, position.turn, square, push).is_some()
        });
        let pushes = possible.flat_map(|(_, direction)| {
            let line = std::iter::successors(Some(square), move |&at| half_step(at, direction));
            let pushed = line.take_while(move |at| occupied & at.bit32() != 0);
            pushed.filter_map(move |from| half_step(from, direction).map(|to| Overlay::Push { from, to }))
        });
        pushes.collect()
    }

    /// Returns whether a checker can be taken back after this entry: only then is ending the turn a step.
    fn can_take(&self, position: &Position, mv: Move) -> bool {
        let turn = position.turn;
        J::entered(position.checkers, turn, mv.enter, mv.push)
            .is_some_and(|after| J::takeable(after, turn, mv.enter) != 0 && self.judge(after, turn).is_none())
    }
}
