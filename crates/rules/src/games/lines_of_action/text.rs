//! Position and move strings of Lines of Action.

use super::{Drops, Hand, LinesOfAction, LinesOfActionSetup, Move, Order, Players, Position, STOCK};
use crate::board::{Board, Square};
use crate::game::Color;
use crate::position_format::{FieldName, PositionField, PositionFormat, TURN, counts, words};
use crate::text::{Cause, Field, PositionError, acted_in_turns, fields, format_board, format_counts, parse_board};

const OWNED: u32 = 12;

const NO_PAIR: PositionField = words(FieldName::Pair, &["-"]);
const NO_STOCK: PositionField = words(FieldName::Stock, &["-"]);
const FOUR_TURNS: PositionField = words(FieldName::Turn, &["w", "B", "W", "b"]);

impl LinesOfAction {
    pub(super) fn position_format_of(&self) -> PositionFormat {
        if self.options.players == Players::Two {
            return PositionFormat::plain(match self.options.setup {
                LinesOfActionSetup::Parachute => const { &[TURN, NO_PAIR, counts(FieldName::Stock, STOCK)] },
                _ => &[TURN, NO_PAIR, NO_STOCK],
            });
        }
        let fields: &[PositionField] = match self.has_pairs() {
            true => const { &[FOUR_TURNS, words(FieldName::Pair, &["1", "2"]), NO_STOCK] },
            false => &[FOUR_TURNS, NO_PAIR, NO_STOCK],
        };
        PositionFormat { marked: true, tallest: 1, fields }
    }

    pub(super) fn hand_on(&self, position: &Position, square: Square) -> Option<Hand> {
        let bit = square.bit64();
        let color = Color::BOTH.into_iter().find(|color| position.checkers[color.index()] & bit != 0)?;
        Some(Hand::of(color, position.marked & bit != 0))
    }

    fn has_pairs(&self) -> bool {
        matches!(self.options.order, Order::PairsLeft | Order::PairsRight | Order::PairsNamed)
    }

    pub(super) fn position_to_text(&self, position: &Position) -> String {
        let board = format_board(Board::Full, |square| {
            self.hand_on(position, square).map(|hand| hand.letter().to_string()).unwrap_or_default()
        });
        let pair = match (self.has_pairs(), position.second) {
            (false, _) => "-",
            (true, false) => "1",
            (true, true) => "2",
        };
        let stock = match self.options.setup {
            LinesOfActionSetup::Parachute => format_counts(position.stock),
            _ => "-".to_owned(),
        };
        format!("{board} {} {pair} {stock}", position.turn.letter())
    }

    pub(super) fn position_from_text(&self, text: &str) -> Result<Position, PositionError> {
        let [board, turn, pair, stock] = fields(text, ["board", "turn", "pair", "stock"])?;
        let (checkers, marked) = self.read_checkers(board)?;
        let turn_hand = self.read_turn(turn)?;
        let second = match (self.has_pairs(), pair.text) {
            (false, "-") | (true, "1") => false,
            (true, "2") => true,
            (false, _) => return Err(pair.not_one_of("pair", "- (these rules have no pairs)")),
            (true, _) => return Err(pair.not_one_of("pair", "1 or 2")),
        };
        let counts = match (self.options.setup, stock.text) {
            (LinesOfActionSetup::Parachute, _) => stock.counts("stock", STOCK)?,
            (_, "-") => [0, 0],
            _ => return Err(stock.not_one_of("stock", "- (these rules have no stock)")),
        };
        let position = Position { checkers, marked, turn: turn_hand, second, stock: counts };
        self.check(&position, board, stock)?;
        Ok(position)
    }

    fn read_checkers(&self, field: Field<'_>) -> Result<([u64; 2], u64), PositionError> {
        let two = self.options.players == Players::Two;
        let (letters, owned) = if two { ("wb", OWNED) } else { ("wWbB", OWNED / 2) };
        let mut hands = [0u64; 4];
        parse_board(field, Board::Full, letters, 1, |square, letter, at| {
            let hand = Hand::ALL.into_iter().find(|hand| letter.starts_with(hand.letter())).unwrap_or(Hand::White);
            hands[hand as usize] |= square.bit64();
            if hands[hand as usize].count_ones() > owned {
                let kind = if hand.is_marked() { "marked " } else { "" };
                let problem = format!("there are more than {owned} {kind}{} checkers", hand.color().as_str());
                let marked = (!two).then_some(hand.is_marked());
                let cause = Cause::TooMany { color: hand.color(), marked, most: owned as u8 };
                return Err(PositionError::new(at, problem, format!("at most {owned}")).because(cause));
            }
            Ok(())
        })?;
        let [white, marked_black, marked_white, black] = hands;
        Ok(([white | marked_white, black | marked_black], marked_white | marked_black))
    }

    fn read_turn(&self, field: Field<'_>) -> Result<Hand, PositionError> {
        let two = self.options.players == Players::Two;
        let hands: &[Hand] = if two { &[Hand::White, Hand::Black] } else { &Hand::ALL };
        let found = hands.iter().find(|hand| field.text == hand.letter().to_string());
        let valid = if two { "w or b" } else { "w, b, W or B" };
        found.copied().ok_or_else(|| field.not_one_of("turn", valid))
    }

    /// Checks that the fields agree: at most twelve checkers a side, alternating drops, and each side on the board.
    fn check(&self, position: &Position, board: Field<'_>, stock: Field<'_>) -> Result<(), PositionError> {
        for color in Color::BOTH {
            let on_board = position.checkers[color.index()].count_ones();
            let in_stock = u32::from(position.stock[color.index()]);
            if on_board + in_stock > OWNED {
                let problem = format!("{color} has {on_board} checkers on the board and {in_stock} in stock");
                let cause = Cause::TooManyTogether { color, most: OWNED as u8 };
                return Err(stock.error(problem, format!("at most {OWNED} together")).because(cause));
            }
            if on_board == 0 {
                let error = board.error(format!("{color} has no checker on the board"), "at least one of each colour");
                return Err(error.because(Cause::NoneOnBoard(color)));
            }
        }
        if self.options.setup != LinesOfActionSetup::Parachute {
            return Ok(());
        }
        let first = self.options.first;
        let dropped = |player: Color| {
            let color = if self.options.drops == Drops::Own { player } else { player.other() };
            u32::from(STOCK - position.stock[color.index()])
        };
        let (by_first, by_other) = (dropped(first), dropped(first.other()));
        if !acted_in_turns(by_first, by_other, position.turn.color() == first, u32::from(STOCK)) {
            let problem = format!("{first} began and has dropped {by_first}, {} {by_other}", first.other());
            let valid = format!("as many on {first}'s turn, {first} one more on the other's until all are dropped");
            let cause = Cause::NotInTurns { first, by_first, by_other };
            return Err(stock.error(problem, valid).because(cause));
        }
        Ok(())
    }
}

pub(super) fn format_move(mv: Move) -> String {
    let name = |square| Board::Full.name(square);
    let mut text = mv.way.map_or("pass".to_owned(), |(from, to)| name(from) + &name(to));
    if let Some(square) = mv.drop {
        text.push('@');
        text.push_str(&name(square));
    }
    if let Some(hand) = mv.names {
        text.push('>');
        text.push(hand.letter());
    }
    text
}

/// People and other programs also write `b1-b3` and `b1xb3`.
pub(super) fn respell(text: &str) -> String {
    let is_square = |part: Option<&str>| part.is_some_and(|name| Board::Full.square(name).is_some());
    match text.get(2..3) {
        Some("-" | "x" | ":") if is_square(text.get(..2)) && is_square(text.get(3..5)) => {
            format!("{}{}", &text[..2], &text[3..])
        }
        _ => text.to_owned(),
    }
}
