//! The steps of a turn of Lines of Action, and its scene.

use super::hand::Hand;
use super::{LinesOfAction, LinesOfActionSetup, Move, Players, Position, group, text};
use crate::board::{Board, Square};
use crate::game::{Color, Ending, Game, Outcome, Reason, Seat};
use crate::overlay;
use crate::position_format::PositionFormat;
use crate::present::{Cell, Checker, Overlay, Path, Present, Scene, Shade, Step, Supply};
use crate::prompt::{Actor, Prompt, Task};
use crate::refusal::Refusal;
use crate::text::PositionError;

impl LinesOfAction {
    pub(super) fn prompt(&self, position: &Position, moved: bool) -> Prompt {
        let color = position.turn.color();
        let actor = match self.options.players {
            Players::Two => Actor::Side(color),
            Players::Four => {
                let name = self.seats()[position.turn as usize];
                Actor::Partner { seat: self.turn(position), name, color }
            }
            Players::Alternating => Actor::Kind { color, marked: position.turn.is_marked() },
        };
        let stuck = !moved && self.ending(position).is_none() && self.is_stuck(position);
        let task = match (moved, self.drop_color(position)) {
            (false, Some(color)) if stuck => Task::PassAndDrop(color),
            (false, None) if stuck => Task::Pass,
            (false, _) => Task::Move,
            (true, Some(color)) => Task::Drop(color),
            (true, None) => Task::NameNext,
        };
        Prompt { actor, task }
    }
}

impl LinesOfAction {
    fn lines_of(&self, position: &Position, from: Square) -> Vec<Overlay> {
        let color = position.turn.color();
        let [own, enemy] = [color, color.other()].map(|color| position.checkers(color));
        let stands = |checkers: u64, square: Square| checkers & square.bit64() != 0;
        let mut overlays = Vec::new();
        let mut reached = 0;
        for (line, [forwards, backwards]) in self.geometry.ways(from) {
            let count = ((own | enemy) & line).count_ones() as usize;
            let target = |way: &[Square]| {
                let (&to, between) = way.get(..count)?.split_last()?;
                let open = !stands(own, to) && !between.iter().any(|&at| stands(enemy, at));
                open.then_some(to)
            };
            let targets = [target(&forwards), target(&backwards)];
            if targets == [None, None] {
                continue;
            }
            // A ring is drawn once round; of a line with ends the part from its first to its last checker or target.
            let counts = |&square: &Square| stands(own | enemy, square) || targets.contains(&Some(square));
            let squares: Vec<Square> = if forwards.len() == 7 && backwards.len() == 7 {
                [&[from][..], &forwards, &[from]].concat()
            } else {
                let whole: Vec<Square> = backwards.iter().rev().chain([&from]).chain(&forwards).copied().collect();
                let first = whole.iter().position(counts).unwrap_or(0);
                let last = whole.iter().rposition(counts).unwrap_or(0);
                whole[first..=last].to_vec()
            };
            overlays.push(Overlay::Line(squares));
            // With joined edges two ways may lead to one square.
            for square in targets.into_iter().flatten() {
                if !stands(reached, square) {
                    reached |= square.bit64();
                    overlays.push(Overlay::Distance { square, distance: count as u8 });
                }
            }
        }
        overlays
    }
}

impl Present for LinesOfAction {
    type Refusal = super::refusals::LinesOfActionRefusal;

    fn steps(&self, _position: &Position, mv: Move) -> Path {
        let mut path = match mv.way {
            Some((from, to)) => Path::new(&[Step::From(from), Step::To(to)]),
            None => Path::new(&[Step::Pass]),
        };
        if let Some(square) = mv.drop {
            path.push(Step::Drop(square));
        }
        if let Some(hand) = mv.names {
            path.push(Step::Name(Seat(hand as u8), hand.letter()));
        }
        path
    }

    fn scene(&self, position: &Position, chosen: &[Step]) -> Scene {
        let mut shown = *position;
        let moved = match *chosen {
            [Step::From(from), Step::To(to), ..] => {
                self.carry(&mut shown, from, to);
                true
            }
            [Step::Pass, ..] => true,
            _ => false,
        };
        let cells = Board::Full.squares().map(|square| {
            let hand = self.hand_on(&shown, square);
            let pile = hand.map(|hand| Checker { color: hand.color(), marked: hand.is_marked() });
            Cell { square, shade: Shade::Plain, pile: pile.into_iter().collect() }
        });
        let mut supplies = Vec::new();
        for color in Color::BOTH {
            let stock = position.stock[color.index()];
            let on_board = shown.checkers[color.index()].count_ones() as u8;
            if self.options.setup == LinesOfActionSetup::Parachute {
                supplies.push(Supply { color, name: "in stock", count: stock });
            }
            supplies.push(Supply { color, name: "lost", count: 12u8.saturating_sub(on_board + stock) });
        }
        Scene { cells: cells.collect(), supplies, edges: Vec::new(), prompt: self.prompt(position, moved) }
    }

    fn holds_marked(&self, seat: Seat) -> bool {
        self.options.players == Players::Four && Hand::ALL.get(usize::from(seat.0)).is_some_and(|hand| hand.is_marked())
    }

    fn refusal(&self, position: &Position, chosen: &[Step], square: Square) -> Refusal {
        self.explain_refusal(position, chosen, square)
    }

    /// The lines along which the chosen checker may move, as far as they are counted, and the count on each target.
    fn overlays(&self, position: &Position, chosen: &[Step], _focus: Option<Square>) -> Vec<Overlay> {
        match *chosen {
            [Step::From(from)] => self.lines_of(position, from),
            _ => Vec::new(),
        }
    }

    fn decisive(&self, position: &Position, _moves: &[Move], ending: Ending) -> Vec<Overlay> {
        let united = match (ending.reason, ending.outcome) {
            (Reason::BothUnited, _) => Color::BOTH.to_vec(),
            (_, Outcome::Win(winner)) => vec![winner],
            _ => Vec::new(),
        };
        let overlays = united.into_iter().flat_map(|color| {
            let checkers = position.checkers(color);
            let links = group::links(checkers).into_iter().map(|(from, to)| Overlay::Link { from, to, wins: true });
            links.chain(overlay::decisive(checkers, true))
        });
        overlays.collect()
    }

    fn format_move(&self, mv: Move) -> String {
        text::format_move(mv)
    }

    fn respell(&self, text: &str) -> String {
        text::respell(text)
    }

    fn format_position(&self, position: &Position) -> String {
        self.position_to_text(position)
    }

    fn position_format(&self) -> PositionFormat {
        self.position_format_of()
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        self.position_from_text(text)
    }
}
