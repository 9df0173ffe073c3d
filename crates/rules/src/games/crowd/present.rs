//! Display data of Three's a Crowd: the steps of a turn and the scene on the board.

use super::{Crowd, CrowdRefusal, Move, OWNED, Position, text};
use crate::board::Square;
use crate::game::Color;
use crate::position_format::PositionFormat;
use crate::present::{Path, Present, Scene, Shade, Step, Supply, half_cells};
use crate::prompt::{Prompt, Task};
use crate::refusal::Refusal;
use crate::text::PositionError;

impl Present for Crowd {
    type Refusal = CrowdRefusal;

    fn steps(&self, _position: &Position, Move(square): Move) -> Path {
        Path::new(&[Step::Place(square)])
    }

    fn scene(&self, position: &Position, _chosen: &[Step]) -> Scene {
        let supplies = Color::BOTH.map(|color| {
            let placed = position.checkers(color).count_ones() as u8;
            Supply { color, name: "in reserve", count: OWNED - placed }
        });
        Scene {
            cells: half_cells(position.checkers, |_| Shade::Plain),
            supplies: supplies.to_vec(),
            edges: Vec::new(),
            prompt: Prompt::side(position.turn, Task::Place),
        }
    }

    fn refusal(&self, position: &Position, _chosen: &[Step], square: Square) -> Refusal {
        self.refuse(position, square)
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
        self.parse(text)
    }
}
