//! Position and move strings of Stacks In Action.

use super::{Move, OWNED, Pile, Position, TALLEST};
use crate::board::Board;
use crate::game::Color;
use crate::position_format::{FieldName, PositionFormat, TURN, counts};
use crate::text::{Cause, PositionError, fields, format_board, format_counts, parse_board};

pub(super) const POSITION_FORMAT: PositionFormat =
    PositionFormat { marked: false, tallest: TALLEST, fields: &[TURN, counts(FieldName::Reserve, OWNED)] };

pub(super) fn format_position(position: &Position) -> String {
    let board = format_board(Board::Half, |square| position.pile(square).colors().map(Color::letter).collect());
    format!("{board} {} {}", position.turn.letter(), format_counts(position.reserve))
}

pub(super) fn parse_position(text: &str) -> Result<Position, PositionError> {
    let [board, turn, reserve] = fields(text, ["board", "turn", "reserve"])?;
    let mut position =
        Position { tall: [0; 3], black: [0; 3], reserve: reserve.counts("reserve", OWNED)?, turn: turn.color("turn")? };
    let mut owned = position.reserve;
    parse_board(board, Board::Half, "wb", usize::from(TALLEST), |square, letters, at| {
        let pile = letters.chars().filter_map(Color::from_letter).fold(Pile::EMPTY, Pile::with);
        position.put(square, pile);
        for color in Color::BOTH {
            owned[color.index()] += pile.count(color);
            if owned[color.index()] > OWNED {
                let problem = format!("{color} has more than {OWNED} checkers on the board and in reserve");
                let cause = Cause::TooManyTogether { color, most: OWNED };
                return Err(PositionError::new(at, problem, format!("at most {OWNED} a side")).because(cause));
            }
        }
        Ok(())
    })?;
    Ok(position)
}

pub(super) fn format_move(mv: Move) -> String {
    let name = |square| Board::Half.name(square);
    match mv {
        Move::Enter { count, square } => format!("{count}@{}", name(square)),
        Move::Slide { count, from, to, keep: None } => format!("{count}{}{}", name(from), name(to)),
        Move::Slide { count, from, to, keep: Some(keep) } => format!("{count}{}{}={keep}", name(from), name(to)),
    }
}
