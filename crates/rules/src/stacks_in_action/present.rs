//! Stacks In Action for people: the steps of a turn and what lies on the table.

use super::{Move, OWNED, Pile, Position, Reduce, StacksInAction, text};
use crate::board::{Board, Square};
use crate::game::Color;
use crate::present::{Cell, Checker, Path, Present, Scene, Shade, Step, Supply};
use crate::text::PositionError;

/// What has been chosen of a slide: from where, how many if that is settled, and where to.
struct Sliding {
    from: Square,
    count: u8,
    to: Option<Square>,
}

impl StacksInAction {
    fn sliding(position: &Position, chosen: &[Step]) -> Option<Sliding> {
        let (&Step::From(from), rest) = chosen.split_first()? else { return None };
        let (count, rest) = match *rest {
            [Step::Count(count), ref rest @ ..] => (count, rest),
            // A single checker needs no count.
            _ => (1, rest),
        };
        let to = match *rest {
            [Step::To(to), ..] => Some(to),
            _ => None,
        };
        debug_assert!(count <= position.height(from));
        Some(Sliding { from, count, to })
    }

    fn prompt(&self, position: &Position, chosen: &[Step]) -> String {
        let turn = position.turn;
        match chosen.last() {
            None if !position.has_set(turn) => format!("{turn} lacks a height and must enter checkers"),
            None if position.reserve[turn.index()] > 0 => format!("{turn} to enter checkers or move a stack"),
            None => format!("{turn} to move a stack"),
            Some(Step::Place(_)) => format!("{turn} to choose how many to enter"),
            Some(Step::From(from)) if position.height(*from) > 1 => format!("{turn} to choose how many to lift"),
            Some(Step::To(_)) => format!("{turn} to choose how many to keep"),
            Some(_) => format!("{turn} to choose where to go"),
        }
    }
}

impl Present for StacksInAction {
    fn steps(&self, position: &Position, mv: Move) -> Path {
        match mv {
            Move::Enter { count, square } => {
                let mut path = Path::new(&[Step::Place(square)]);
                if position.reserve[position.turn.index()] > 1 {
                    path.push(Step::Count(count));
                }
                path
            }
            Move::Slide { count, from, to, keep } => {
                let mut path = Path::new(&[Step::From(from)]);
                if position.height(from) > 1 {
                    path.push(Step::Count(count));
                }
                path.push(Step::To(to));
                match keep {
                    Some(keep) if self.options.reduce == Reduce::Choice => path.push(Step::Keep(keep)),
                    _ => {}
                }
                path
            }
        }
    }

    fn scene(&self, position: &Position, chosen: &[Step]) -> Scene {
        let mut piles: Vec<Pile> = Board::Half.squares().map(|square| position.pile(square)).collect();
        if let Some(Sliding { from, count, to: Some(to) }) = Self::sliding(position, chosen) {
            let (rest, lifted) = position.pile(from).split(count);
            piles[from.index()] = rest;
            piles[to.index()] = position.pile(to).under(lifted);
        }
        let mut supplies = Vec::new();
        for color in Color::BOTH {
            let reserve = position.reserve[color.index()];
            let on_board: u8 = piles.iter().map(|pile| pile.count(color)).sum();
            supplies.push(Supply { color, name: "in reserve", count: reserve });
            supplies.push(Supply { color, name: "out of play", count: OWNED - on_board - reserve });
        }
        let cells = Board::Half.squares().zip(&piles).map(|(square, pile)| {
            let pile = pile.colors().map(|color| Checker { color, marked: false }).collect();
            Cell { square, shade: Shade::Plain, pile }
        });
        Scene { cells: cells.collect(), supplies, edges: Vec::new(), prompt: self.prompt(position, chosen) }
    }

    fn write_move(&self, mv: Move) -> String {
        text::write_move(mv)
    }

    fn write_position(&self, position: &Position) -> String {
        text::write(position)
    }

    fn read_position(&self, text: &str) -> Result<Position, PositionError> {
        text::read(text)
    }
}
