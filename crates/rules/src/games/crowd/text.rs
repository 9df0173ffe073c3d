//! Position and move strings of Three's a Crowd.

use super::{Crowd, Move, OWNED, Position};
use crate::board::Board;
use crate::game::Color;
use crate::position_format::{PositionFormat, TURN};
use crate::text::{Cause, PositionError, fields, format_half, parse_half};

pub(super) const POSITION_FORMAT: PositionFormat = PositionFormat::plain(&[TURN]);

pub(super) fn format_position(position: &Position) -> String {
    format!("{} {}", format_half(position.checkers), position.turn.letter())
}

pub(super) fn format_move(Move(square): Move) -> String {
    Board::Half.name(square)
}

impl Crowd {
    pub(super) fn parse(&self, text: &str) -> Result<Position, PositionError> {
        let [board, turn] = fields(text, ["board", "turn"])?;
        let position = Position { checkers: parse_half(board, OWNED.into())?, turn: turn.color("turn")? };
        if let Some(color) = Color::BOTH.into_iter().find(|&color| self.three(position.checkers(color)).is_some()) {
            let problem = format!("{color} has three in a row");
            return Err(board.error(problem, "a board on which no side has three in a row"));
        }
        let [white, black] = position.checkers.map(u32::count_ones);
        if white != black + u32::from(position.turn == Color::Black) {
            let problem = format!("White has {white} checkers and Black {black}, which does not fit the turn");
            let cause = Cause::NotInTurns { first: Color::White, by_first: white, by_other: black };
            return Err(turn
                .error(problem, "as many of each colour with White to move, else one white more")
                .because(cause));
        }
        Ok(position)
    }
}
