//! The steps of a turn of Stacks In Action, and its scene.

use std::ops::ControlFlow;

use super::{Move, OWNED, Pile, Position, Reduce, StacksInAction, text};
use crate::board::{Board, DIRECTIONS, Square, half_step};
use crate::game::{Color, Ending, Game, Outcome, Reason};
use crate::overlay;
use crate::position_format::PositionFormat;
use crate::present::{Cell, Checker, Overlay, Path, Present, Scene, Shade, Step, Supply, Warning};
use crate::prompt::{Prompt, Task};
use crate::refusal::Refusal;
use crate::text::PositionError;

/// The chosen part of a slide: its square, and the number and target if they have been chosen.
pub(super) struct Sliding {
    pub(super) from: Square,
    pub(super) count: Option<u8>,
    pub(super) to: Option<Square>,
}

impl StacksInAction {
    pub(super) fn sliding(position: &Position, chosen: &[Step]) -> Option<Sliding> {
        let (&Step::From(from), rest) = chosen.split_first()? else { return None };
        // A single checker needs no count.
        let mut sliding = Sliding { from, count: (position.height(from) == 1).then_some(1), to: None };
        for &step in rest {
            match step {
                Step::Count(count) => sliding.count = Some(count),
                Step::To(to) => sliding.to = Some(to),
                _ => {}
            }
        }
        Some(sliding)
    }

    pub(super) fn prompt(&self, position: &Position, chosen: &[Step]) -> Prompt {
        let turn = position.turn;
        let task = match Self::sliding(position, chosen) {
            Some(Sliding { count: None, to: None, .. }) => Task::CountOrTarget,
            Some(Sliding { count: None, .. }) => Task::CountToLift,
            Some(Sliding { to: None, .. }) => Task::ChooseTarget,
            Some(_) => Task::CountToKeep,
            None if !chosen.is_empty() => Task::CountToEnter,
            None if !position.has_set(turn) => Task::MustEnterStack,
            None if position.reserve[turn.index()] > 0 => Task::EnterOrMoveStack,
            None => Task::MoveStack,
        };
        Prompt::side(turn, task)
    }
}

impl StacksInAction {
    /// Returns the overlays of a stack that is about to move, with a chosen number of checkers or any.
    fn slides_of(&self, position: &Position, from: Square, chosen: Option<u8>) -> Vec<Overlay> {
        // By target, whether every move there breaks up the set.
        let mut targets: Vec<(Square, bool)> = Vec::new();
        let _ = self.for_each_slide(position, &mut |mv| {
            if let Move::Slide { count, from: start, to, .. } = mv
                && start == from
                && chosen.is_none_or(|chosen| chosen == count)
            {
                let warns = self.warning(position, mv).is_some();
                match targets.iter_mut().find(|(square, _)| *square == to) {
                    Some((_, always)) => *always &= warns,
                    None => targets.push((to, warns)),
                }
            }
            ControlFlow::Continue(())
        });
        let mut overlays = Vec::new();
        for direction in DIRECTIONS {
            let way: Vec<Square> = std::iter::successors(Some(from), |&at| half_step(at, direction)).collect();
            let last = way.iter().rposition(|square| targets.iter().any(|(target, _)| target == square));
            overlays.extend(last.map(|last| Overlay::Line(way[..=last].to_vec())));
        }
        for (square, warns) in targets {
            overlays.push(Overlay::Distance { square, distance: from.king_steps(square) as u8 });
            overlays.extend(warns.then_some(Overlay::Warning(square)));
        }
        overlays
    }
}

impl Present for StacksInAction {
    type Refusal = super::refusals::StacksInActionRefusal;

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

    /// The target can also be chosen before the number of checkers.
    fn for_each_path(&self, position: &Position, mv: Move, f: &mut dyn FnMut(Path)) {
        let canonical = self.steps(position, mv);
        f(canonical);
        if let [from @ Step::From(_), count @ Step::Count(_), to @ Step::To(_), ref keep @ ..] = *canonical {
            let mut path = Path::new(&[from, to, count]);
            keep.iter().for_each(|&step| path.push(step));
            f(path);
        }
    }

    fn scene(&self, position: &Position, chosen: &[Step]) -> Scene {
        let mut piles: Vec<Pile> = Board::Half.squares().map(|square| position.pile(square)).collect();
        if let Some(Sliding { from, count: Some(count), to: Some(to) }) = Self::sliding(position, chosen) {
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

    fn refusal(&self, position: &Position, chosen: &[Step], square: Square) -> Refusal {
        self.explain_refusal(position, chosen, square)
    }

    /// The heights that are missing; the lines of the chosen stack, the distance on each target, and a warning on those
    /// that break up the set.
    fn overlays(&self, position: &Position, chosen: &[Step], _focus: Option<Square>) -> Vec<Overlay> {
        let heights = Some(position.missing_heights(position.turn)).filter(|heights| !heights.is_empty());
        let mut overlays: Vec<Overlay> = heights.map(Overlay::MissingHeights).into_iter().collect();
        if let Some(Sliding { from, count, to: None }) = Self::sliding(position, chosen) {
            overlays.extend(self.slides_of(position, from, count));
        }
        overlays
    }

    fn warning(&self, position: &Position, mv: Move) -> Option<Warning> {
        let turn = position.turn;
        let mut after = *position;
        self.play(&mut after, mv);
        match (position.has_set(turn) && !after.has_set(turn), after.reserve(turn)) {
            (false, _) => None,
            (true, 0) => Some(Warning::BreaksSetForGood),
            (true, _) => Some(Warning::BreaksSet),
        }
    }

    /// The stacks of the side that cannot move, with the heights that it lacks.
    fn decisive(&self, position: &Position, _moves: &[Move], ending: Ending) -> Vec<Overlay> {
        let (Reason::NoMove, Outcome::Win(winner)) = (ending.reason, ending.outcome) else { return Vec::new() };
        let mut overlays = overlay::decisive(position.controlled(winner.other()), false);
        let missing = Some(position.missing_heights(winner.other())).filter(|heights| !heights.is_empty());
        overlays.extend(missing.map(Overlay::MissingHeights));
        overlays
    }

    fn format_move(&self, mv: Move) -> String {
        text::format_move(mv)
    }

    fn format_position(&self, position: &Position) -> String {
        text::format_position(position)
    }

    fn position_format(&self) -> PositionFormat {
        text::POSITION_FORMAT
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        text::parse_position(text)
    }
}
