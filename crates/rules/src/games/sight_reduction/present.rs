//! The steps of a turn of Sight Reduction, and its scene.

use super::setup::exchange;
use super::{Move, Phase, Position, Removal, SightReduction, text};
use crate::board::Square;
use crate::game::{Color, Ending, Outcome, Seat};
use crate::overlay;
use crate::position_format::PositionFormat;
use crate::present::{Overlay, Path, Present, Scene, Shade, Step, Supply, half_cells};
use crate::prompt::{Actor, Prompt, Task};
use crate::refusal::Refusal;
use crate::text::PositionError;

impl Present for SightReduction {
    type Refusal = super::refusals::SightReductionRefusal;

    fn steps(&self, _position: &Position, mv: Move) -> Path {
        match mv {
            Move::Remove(square) if self.options.remove == Removal::One => Path::new(&[Step::Remove(square)]),
            Move::Remove(square) => Path::new(&[Step::Remove(square), Step::Stop]),
            Move::RemoveTwo(a, b) => Path::new(&[Step::Remove(a), Step::Remove(b)]),
            Move::Place(square) => Path::new(&[Step::Place(square)]),
            Move::SwapNone => Path::new(&[Step::Stop]),
            Move::SwapOne(white, black) => Path::new(&[Step::Exchange(white), Step::Exchange(black), Step::Stop]),
            Move::SwapTwo([w1, w2], [b1, b2]) => Path::new(&[w1, b1, w2, b2].map(Step::Exchange)),
            Move::Pick(color) | Move::Choose(color) => Path::new(&[Step::Choose(color)]),
        }
    }

    /// Two that leave together can be pointed at in either order, and so can those that are exchanged.
    fn for_each_path(&self, position: &Position, mv: Move, f: &mut dyn FnMut(Path)) {
        f(self.steps(position, mv));
        match mv {
            Move::RemoveTwo(a, b) => f(Path::new(&[Step::Remove(b), Step::Remove(a)])),
            Move::SwapTwo([w1, w2], [b1, b2]) => {
                f(Path::new(&[w1, b2, w2, b1].map(Step::Exchange)));
                f(Path::new(&[w2, b1, w1, b2].map(Step::Exchange)));
                f(Path::new(&[w2, b2, w1, b1].map(Step::Exchange)));
            }
            _ => {}
        }
    }

    fn scene(&self, position: &Position, chosen: &[Step]) -> Scene {
        let mut checkers = position.checkers;
        match *chosen {
            [Step::Exchange(white), Step::Exchange(black), ..] => {
                exchange(&mut checkers, white.bit32() | black.bit32());
            }
            [Step::Remove(square), ..] => checkers = checkers.map(|bits| bits & !square.bit32()),
            _ => {}
        }
        let prompt = match position.phase {
            Phase::Place { turn } => Prompt::side(turn, Task::Place),
            Phase::Swap => Prompt { actor: Actor::Seat(Seat(0)), task: Task::Exchange },
            Phase::Pick => Prompt { actor: Actor::Seat(Seat(1)), task: Task::PickColor },
            Phase::Choose { .. } => Prompt { actor: Actor::Seat(Seat(0)), task: Task::SayWhoBegins },
            Phase::Play { turn, .. } if chosen.is_empty() => Prompt::side(turn, Task::Remove),
            Phase::Play { turn, .. } => Prompt::side(turn, Task::RemoveSecond),
        };
        let placing = matches!(position.phase, Phase::Place { .. });
        let supplies = Color::BOTH.map(|color| {
            let count = 16 - checkers[color.index()].count_ones() as u8;
            Supply { color, name: if placing { "to place" } else { "removed" }, count }
        });
        Scene { cells: half_cells(checkers, |_| Shade::Plain), supplies: supplies.to_vec(), edges: Vec::new(), prompt }
    }

    fn refusal(&self, position: &Position, chosen: &[Step], square: Square) -> Refusal {
        self.explain_refusal(position, chosen, square)
    }

    fn overlays(&self, position: &Position, chosen: &[Step], focus: Option<Square>) -> Vec<Overlay> {
        // Of two that leave together the first shows what it sees, until a second one is in focus.
        let lines = match (chosen, focus) {
            (&[Step::Remove(first)], None) => self.lines(position, &[], first),
            (_, Some(square)) => self.lines(position, chosen, square),
            _ => Vec::new(),
        };
        lines.into_iter().map(Overlay::SightLine).collect()
    }

    /// The checkers that can no longer leave; in the solitaire those that are left.
    fn decisive(&self, position: &Position, _moves: &[Move], ending: Ending) -> Vec<Overlay> {
        let [white, black] = position.checkers;
        match ending.outcome {
            Outcome::Win(winner) => overlay::decisive(position.checkers(winner.other()), false),
            Outcome::Solved => overlay::decisive(white | black, true),
            Outcome::Stuck(_) => overlay::decisive(white | black, false),
            Outcome::Draw => Vec::new(),
        }
    }

    fn format_move(&self, mv: Move) -> String {
        text::format_move(mv)
    }

    fn format_position(&self, position: &Position) -> String {
        SightReduction::position_to_text(position)
    }

    fn position_format(&self) -> PositionFormat {
        self.position_format_of()
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        self.position_from_text(text)
    }
}
