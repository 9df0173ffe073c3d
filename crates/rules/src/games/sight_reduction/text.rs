//! Position and move strings of Sight Reduction.

use super::{Move, Phase, Position, SightReduction, SightReductionSetup};
use crate::board::Board;
use crate::game::Color;
use crate::position_format::{FieldName, FieldValues, PositionField, PositionFormat, TURN, words};
use crate::text::{Cause, Field, PositionError, acted_in_turns, fields, format_half, parse_half};

const OWNED: u32 = 16;

const SETTLED: PositionField = words(FieldName::Seats, &["wb"]);

impl SightReduction {
    pub(super) fn position_format_of(&self) -> PositionFormat {
        const COLORS: &[&str] = &["w", "b"];
        const PHASES: PositionField = words(FieldName::Phase, &["swap", "pick", "choose", "play"]);
        const SEATS: &[&str] = &["wb", "bw"];
        PositionFormat::plain(match self.options.setup {
            SightReductionSetup::Random => const { &[TURN, words(FieldName::Phase, &["play"]), SETTLED] },
            SightReductionSetup::Deterministic => {
                const { &[TURN, words(FieldName::Phase, &["place", "play"]), SETTLED] }
            }
            SightReductionSetup::Fair => &[
                PositionField {
                    name: FieldName::Turn,
                    values: FieldValues::ByPhase(&[
                        ("swap", &["1"]),
                        ("pick", &["2"]),
                        ("choose", &["1"]),
                        ("play", COLORS),
                    ]),
                },
                PHASES,
                PositionField {
                    name: FieldName::Seats,
                    values: FieldValues::ByPhase(&[
                        ("swap", &["--"]),
                        ("pick", &["--"]),
                        ("choose", SEATS),
                        ("play", SEATS),
                    ]),
                },
            ],
        })
    }

    pub(super) fn position_to_text(position: &Position) -> String {
        let board = format_half(position.checkers);
        let seats = |seat_one: Color| format!("{}{}", seat_one.letter(), seat_one.other().letter());
        match position.phase {
            Phase::Place { turn } => format!("{board} {} place wb", turn.letter()),
            Phase::Swap => format!("{board} 1 swap --"),
            Phase::Pick => format!("{board} 2 pick --"),
            Phase::Choose { seat_one } => format!("{board} 1 choose {}", seats(seat_one)),
            Phase::Play { turn, seat_one } => format!("{board} {} play {}", turn.letter(), seats(seat_one)),
        }
    }

    pub(super) fn position_from_text(&self, text: &str) -> Result<Position, PositionError> {
        let [board, turn, phase, seats] = fields(text, ["board", "turn", "phase", "seats"])?;
        let checkers = parse_half(board, OWNED)?;
        let phase = self.read_phase(checkers, turn, phase, seats)?;
        if matches!(phase, Phase::Swap | Phase::Pick | Phase::Choose { .. }) && checkers[0] | checkers[1] != !0 {
            let error = board.error("the board is not full before play begins", "16 white and 16 black checkers");
            return Err(error.because(Cause::NotFull));
        }
        Ok(Position { checkers, phase })
    }

    fn read_phase(
        &self,
        checkers: [u32; 2],
        turn: Field<'_>,
        phase: Field<'_>,
        seats: Field<'_>,
    ) -> Result<Phase, PositionError> {
        let fair = self.options.setup == SightReductionSetup::Fair;
        let turn_is = |valid: &str| match turn.text == valid {
            true => Ok(()),
            false => Err(turn.not_one_of("turn in this phase", valid)),
        };
        let seat_one = || match seats.text {
            "wb" => Ok(Color::White),
            "bw" if fair => Ok(Color::Black),
            _ if fair => Err(seats.not_one_of("choice of seats in this phase", "wb or bw")),
            _ => Err(seats.not_one_of("choice of seats under these rules", "wb")),
        };
        let no_seats = || match seats.text {
            "--" => Ok(()),
            _ => Err(seats.not_one_of("choice of seats in this phase", "--")),
        };
        match phase.text {
            "play" => Ok(Phase::Play { turn: turn.color("turn")?, seat_one: seat_one()? }),
            "place" if self.options.setup == SightReductionSetup::Deterministic => {
                let turn_color = turn.color("turn")?;
                seat_one()?;
                self.check_placing(checkers, turn_color, turn)?;
                Ok(Phase::Place { turn: turn_color })
            }
            "swap" if fair => turn_is("1").and_then(|()| no_seats()).map(|()| Phase::Swap),
            "pick" if fair => turn_is("2").and_then(|()| no_seats()).map(|()| Phase::Pick),
            "choose" if fair => turn_is("1").and_then(|()| seat_one()).map(|seat_one| Phase::Choose { seat_one }),
            _ => {
                let valid = match self.options.setup {
                    SightReductionSetup::Random => "play",
                    SightReductionSetup::Fair => "swap, pick, choose or play",
                    SightReductionSetup::Deterministic => "place or play",
                };
                Err(phase.not_one_of("phase under these rules", valid))
            }
        }
    }

    fn check_placing(&self, checkers: [u32; 2], turn: Color, field: Field<'_>) -> Result<(), PositionError> {
        let first = self.options.first;
        let placed = |color: Color| checkers[color.index()].count_ones();
        let (by_first, by_other) = (placed(first), placed(first.other()));
        if acted_in_turns(by_first, by_other, turn == first, OWNED) && checkers[0] | checkers[1] != !0 {
            return Ok(());
        }
        let problem =
            format!("it is {turn}'s turn to place, {first} has placed {by_first}, {} {by_other}", first.other());
        let valid = format!("as many on {first}'s turn, {first} one more on the other's, until the board is full");
        Err(field.error(problem, valid).because(Cause::NotInTurns { first, by_first, by_other }))
    }
}

pub(super) fn format_move(mv: Move) -> String {
    let name = |square| Board::Half.name(square);
    match mv {
        Move::Remove(square) | Move::Place(square) => name(square),
        Move::RemoveTwo(a, b) => format!("{},{}", name(a), name(b)),
        Move::SwapNone => "none".to_owned(),
        Move::SwapOne(white, black) => name(white) + &name(black),
        Move::SwapTwo([w1, w2], [b1, b2]) => format!("{}{},{}{}", name(w1), name(b1), name(w2), name(b2)),
        Move::Pick(color) | Move::Choose(color) => color.as_str().to_owned(),
    }
}
