//! Position and move strings of J.

use super::{J, Move, OWNED, Position};
use crate::board::{Board, Push};
use crate::game::Color;
use crate::position_format::{FieldName, FieldValues, PositionField, PositionFormat, TURN};
use crate::text::{Cause, PositionError, fields, format_counts, format_half, parse_half};

pub(super) const POSITION_FORMAT: PositionFormat =
    PositionFormat::plain(&[TURN, PositionField { name: FieldName::Reserve, values: FieldValues::Rest(OWNED as u8) }]);

pub(super) fn format_position(position: &Position) -> String {
    let reserves = Color::BOTH.map(|color| J::reserve(position, color) as u8);
    format!("{} {} {}", format_half(position.checkers), position.turn.letter(), format_counts(reserves))
}

pub(super) fn parse_position(text: &str) -> Result<Position, PositionError> {
    let [board, turn, reserve] = fields(text, ["board", "turn", "reserve"])?;
    let checkers = parse_half(board, OWNED)?;
    let position = Position { checkers, turn: turn.color("turn")? };
    let expected = Color::BOTH.map(|color| J::reserve(&position, color) as u8);
    let found = reserve.counts("reserve", OWNED as u8)?;
    if let Some(color) = Color::BOTH.into_iter().find(|color| found[color.index()] != expected[color.index()]) {
        let problem = format!("the reserve {} does not agree with the board", reserve.text);
        let valid = format!("{}, so that board and reserve make {OWNED} a side", format_counts(expected));
        let total = OWNED - u32::from(expected[color.index()]) + u32::from(found[color.index()]);
        let cause = Cause::DoesNotAddUp { color, total, owned: OWNED as u8 };
        return Err(reserve.error(problem, valid).because(cause));
    }
    Ok(position)
}

pub(super) fn format_move(mv: Move) -> String {
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
