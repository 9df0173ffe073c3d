//! The steps of a turn of Sllim, and its scene.

use std::ops::ControlFlow;

use super::{Move, Position, Sllim, sets, squares_of, text};
use crate::board::{Square, half_neighbours, squares};
use crate::game::{Color, Ending, Game, Outcome, Reason};
use crate::overlay;
use crate::position_format::PositionFormat;
use crate::present::{Overlay, Path, Present, Scene, Shade, Step, Supply, half_cells};
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

    /// The sets that would leave: by the target in focus, or else by any target of the chosen checker.
    fn overlays(&self, position: &Position, chosen: &[Step], focus: Option<Square>) -> Vec<Overlay> {
        let [Step::From(from)] = *chosen else { return Vec::new() };
        let own = position.checkers(position.turn) & from.bit32() != 0;
        let color = if own { position.turn } else { position.turn.other() };
        let empty = !(position.checkers[0] | position.checkers[1]);
        let targets = match focus.filter(|square| empty & square.bit32() != 0) {
            Some(square) => square.bit32(),
            None => empty,
        };
        let mut sets = Vec::new();
        for to in squares(targets) {
            let bits = (position.checkers(color) & !from.bit32()) | to.bit32();
            let _ = self.for_each_leaving(bits, Some(from), to, &mut |mv| {
                sets.extend(mv.leaves.map(|set| Overlay::Set { shape: set.shape(), first: set.first() }));
                ControlFlow::Continue(())
            });
        }
        sets.dedup();
        sets
    }

    /// The cross, or else the sets that left last: one if it was enough to be rid of it, two if they made the momentum.
    fn decisive(&self, position: &Position, moves: &[Move], ending: Ending) -> Vec<Overlay> {
        let Outcome::Win(winner) = ending.outcome else { return Vec::new() };
        let count = match ending.reason {
            Reason::Cross => {
                let middles = sets::cross_middles(position.checkers(winner));
                let links = squares(middles).flat_map(|middle| {
                    let arms = squares(half_neighbours(middle.bit32()));
                    arms.map(move |to| Overlay::Link { from: middle, to, wins: true })
                });
                return links.chain(overlay::decisive(middles | half_neighbours(middles), true)).collect();
            }
            Reason::Cleared => 1,
            Reason::Momentum => 2,
            _ => 0,
        };
        let sets = moves.iter().rev().filter_map(|mv| mv.leaves).take(count);
        sets.map(|set| Overlay::Set { shape: set.shape(), first: set.first() }).collect()
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
