//! Position and move strings of J.

use super::{J, Move, OWNED, Position};
use crate::board::{Board, Push};
use crate::game::Color;
use crate::text::{PositionError, fields, read_half, write_counts, write_half};

pub(super) fn write(position: &Position) -> String {
    let reserves = Color::BOTH.map(|color| J::reserve(position, color) as u8);
    format!("{} {} {}", write_half(position.checkers), position.turn.letter(), write_counts(reserves))
}

pub(super) fn read(text: &str) -> Result<Position, PositionError> {
    let [board, turn, reserve] = fields(text, ["board", "turn", "reserve"])?;
    let checkers = read_half(board, OWNED)?;
    let position = Position { checkers, turn: turn.color("turn")? };
    let expected = Color::BOTH.map(|color| J::reserve(&position, color) as u8);
    if reserve.counts("reserve", OWNED as u8)? != expected {
        let problem = format!("the reserve {} does not agree with the board", reserve.text);
        let valid = format!("{}, so that board and reserve make {OWNED} a side", write_counts(expected));
        return Err(reserve.error(problem, valid));
    }
    Ok(position)
}

pub(super) fn write_move(mv: Move) -> String {
    let mut text = Board::Half.name(mv.enter);
    match mv.push {
        Push::Nothing => {}
        Push::Column => text.push('v'),
        Push::Row => text.push('h'),
    }
    if let Some(square) = mv.take {
        text.push('-');
        text.push_str(&Board::Half.name(square));
    }
    text
}
