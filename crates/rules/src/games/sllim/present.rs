//! The steps of a turn of Sllim, and its scene.

use super::{Move, Position, Sllim, squares_of, text};
use crate::board::Square;
use crate::game::{Color, Game};
use crate::position_format::PositionFormat;
use crate::present::{Path, Present, Scene, Shade, Step, Supply, half_cells};
use crate::prompt::{Prompt, Task};
use crate::refusal::Refusal;
use crate::text::PositionError;

impl Present for Sllim {
    type Refusal = super::refusals::SllimRefusal;

    fn steps(&self, _position: &Position, mv: Move) -> Path {
        let mut path = match mv.from {
            None => Path::new(&[Step::Place(mv.to)]),
            Some(from) => Path::new(&[Step::From(from), Step::To(mv.to)]),
        };
        if let Some(set) = mv.leaves {
            path.push(Step::Set(set.shape(), set.first()));
        }
        path
    }

    fn scene(&self, position: &Position, chosen: &[Step]) -> Scene {
        let mut shown = *position;
        let turn = position.turn;
        let way = match *chosen {
            [Step::Place(to), ..] => Some((None, to)),
            [Step::From(from), Step::To(to), ..] => Some((Some(from), to)),
            _ => None,
        };
        if let Some((from, to)) = way {
            self.play(&mut shown, Move { from, to, leaves: None });
        }
        let task = match way {
            Some(_) => Task::ChooseSet,
            None if self.must_place(position) => Task::Place,
            None if position.reserve[turn.index()] > 0 => Task::PlaceOrRelocate,
            None => Task::Relocate,
        };
        let has_reserve = self.start(0).reserve != [0, 0];
        let mut supplies = Vec::new();
        for color in Color::BOTH {
            if has_reserve {
                supplies.push(Supply { color, name: "in reserve", count: shown.reserve[color.index()] });
            }
            supplies.push(Supply { color, name: "escaped", count: 4 * shown.sets[color.index()] });
        }
        let shade = |square: Square| {
            let white = squares_of(Color::White) & square.bit32() != 0;
            Shade::Of(if white { Color::White } else { Color::Black })
        };
        Scene {
            cells: half_cells(shown.checkers, shade),
            supplies,
            edges: Vec::new(),
            prompt: Prompt::side(turn, task),
        }
    }

    fn refusal(&self, position: &Position, chosen: &[Step], square: Square) -> Refusal {
        self.explain_refusal(position, chosen, square)
    }

    fn format_move(&self, mv: Move) -> String {
        text::format_move(mv)
    }

    fn format_position(&self, position: &Position) -> String {
        Sllim::position_to_text(position)
    }

    fn position_format(&self) -> PositionFormat {
        self.position_format_of()
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        self.position_from_text(text)
    }
}
