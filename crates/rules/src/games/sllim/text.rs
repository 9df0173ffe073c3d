//! Position and move strings of Sllim.

use super::{Last, Move, Position, Sllim, SllimSetup};
use crate::board::Board;
use crate::game::Color;
use crate::position_format::{FieldName, PositionField, PositionFormat, TURN, counts, words};
use crate::text::{Cause, Field, PositionError, acted_in_turns, fields, format_counts, format_half, parse_half};

/// The last field without momentum, where it says nothing, and with it.
const NO_LAST: PositionField = words(FieldName::Last, &["-"]);
const LAST: PositionField = words(FieldName::Last, &["-", "w", "ww", "b", "bb"]);
const NO_RESERVE: PositionField = words(FieldName::Reserve, &["w0b0"]);

impl Sllim {
    pub(super) fn position_format_of(&self) -> PositionFormat {
        // The most that a side can have sets the bounds; what a variant with fewer has, the reader says.
        const SETS: PositionField = counts(FieldName::Sets, 3);
        const RESERVE: PositionField = counts(FieldName::Reserve, 12);
        PositionFormat::plain(match (self.options.setup == SllimSetup::Standard, self.options.momentum.is_on()) {
            (true, false) => &[TURN, NO_RESERVE, SETS, NO_LAST],
            (true, true) => &[TURN, NO_RESERVE, SETS, LAST],
            (false, false) => &[TURN, RESERVE, SETS, NO_LAST],
            (false, true) => &[TURN, RESERVE, SETS, LAST],
        })
    }

    pub(super) fn position_to_text(position: &Position) -> String {
        let last = position.last.map_or("-".to_owned(), |last| {
            let letter = last.color.letter().to_string();
            letter.repeat(if last.twice { 2 } else { 1 })
        });
        let reserve = format_counts(position.reserve);
        let sets = format_counts(position.sets);
        format!("{} {} {reserve} {sets} {last}", format_half(position.checkers), position.turn.letter())
    }

    pub(super) fn position_from_text(&self, text: &str) -> Result<Position, PositionError> {
        let pieces = self.options.pieces.count();
        let names = ["board", "turn", "reserve", "sets", "last"];
        let [board, turn, reserve, sets, last] = fields(text, names)?;
        let position = Position {
            checkers: parse_half(board, u32::from(pieces))?,
            turn: turn.color("turn")?,
            reserve: reserve.counts("reserve", pieces)?,
            sets: sets.counts("count of sets", pieces / 4)?,
            last: read_last(last)?,
        };
        self.check_counts(&position, reserve)?;
        self.check_reserves(&position, reserve)?;
        self.check_last(&position, last)?;
        if Color::BOTH.iter().all(|&color| self.won(&position, color).is_some()) {
            let error = board.error("both sides have already won", "at most one side that has won");
            return Err(error.because(Cause::BothWon));
        }
        Ok(position)
    }

    fn check_counts(&self, position: &Position, field: Field<'_>) -> Result<(), PositionError> {
        let pieces = u32::from(self.options.pieces.count());
        for color in Color::BOTH {
            let total = position.left(color) + 4 * u32::from(position.sets[color.index()]);
            if total != pieces {
                let problem = format!("{color}'s board, reserve and four for each set add up to {total}");
                let cause = Cause::DoesNotAddUp { color, total, owned: pieces as u8 };
                return Err(field.error(problem, format!("{pieces} for each side")).because(cause));
            }
        }
        Ok(())
    }

    /// In the set-ups that begin with placing, the sides place in turns.
    fn check_reserves(&self, position: &Position, field: Field<'_>) -> Result<(), PositionError> {
        let first = self.options.first;
        let pieces = u32::from(self.options.pieces.count());
        let placed = [first, first.other()].map(|color| pieces - u32::from(position.reserve[color.index()]));
        match self.options.setup {
            SllimSetup::EitherSide => Ok(()),
            SllimSetup::Standard if position.reserve == [0, 0] => Ok(()),
            SllimSetup::Standard => {
                Err(field.error("there is no reserve in this set-up", "w0b0").because(Cause::NoReserve))
            }
            _ => {
                if acted_in_turns(placed[0], placed[1], position.turn == first, pieces) {
                    return Ok(());
                }
                let problem = format!("{} does not agree with whose turn it is", field.text);
                let valid =
                    format!("as many each on {first}'s turn, {first} one less on the other's, until all are placed");
                let cause = Cause::NotInTurns { first, by_first: placed[0], by_other: placed[1] };
                Err(field.error(problem, valid).because(cause))
            }
        }
    }

    fn check_last(&self, position: &Position, field: Field<'_>) -> Result<(), PositionError> {
        let agrees = match position.last {
            None => !self.options.momentum.is_on() || position.sets == [0, 0],
            Some(_) if !self.options.momentum.is_on() => false,
            Some(Last { color, twice }) => {
                let [own, other] = [color, color.other()].map(|color| position.sets[color.index()]);
                if twice { own >= 2 } else { own == 1 || own > 1 && other > 0 }
            }
        };
        if agrees {
            return Ok(());
        }
        let valid = if self.options.momentum.is_on() { "the colour of the last set that left" } else { "-" };
        let problem = format!("'{}' does not agree with the sets that have left", field.text);
        Err(field.error(problem, valid).because(Cause::LastDisagrees))
    }
}

fn read_last(field: Field<'_>) -> Result<Option<Last>, PositionError> {
    let last = |color, twice| Ok(Some(Last { color, twice }));
    match field.text {
        "-" => Ok(None),
        "w" => last(Color::White, false),
        "ww" => last(Color::White, true),
        "b" => last(Color::Black, false),
        "bb" => last(Color::Black, true),
        _ => Err(field.not_one_of("last set", "-, w, ww, b or bb")),
    }
}

pub(super) fn format_move(mv: Move) -> String {
    let name = |square| Board::Half.name(square);
    let mut text = mv.from.map_or("@".to_owned(), name) + &name(mv.to);
    if let Some(set) = mv.leaves {
        text.push('x');
        text.push(set.shape().letter());
        text.push_str(&name(set.first()));
    }
    text
}
