//! What the engine's values say about a game that was played: how the chances went, where it turned, which moves were
//! mistakes and what was better. Values go in one by one, so that a page can show what is known already.
//!
//! Nothing is called proven that is not. Two things follow from proven values without a search, and are used: who can move
//! to a won position has won, and from a lost position every move loses.

mod mistakes;

use halfboard_engine::value::{Proof, Value};
use halfboard_rules::game::{Color, Ending, Outcome, Seat, Team};
use halfboard_rules::session::Session;

use crate::analysis::rows::move_number;
use crate::phrases::worth::share;

pub use mistakes::{Mistake, MistakeKind, Summary};

/// What the engine found in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionValue {
    /// Its value for who is to move.
    pub value: Value,
    /// The best line.
    pub line: Vec<String>,
}

/// A game under review. Positions are numbered by how many turns led to them.
#[derive(Clone, Debug)]
pub struct Review {
    /// The game at its end.
    session: Box<dyn Session>,
    moves: Vec<String>,
    /// Whose turn it is in each position; at the end whose it would be.
    teams: Vec<Team>,
    /// The search result of each position.
    told: Vec<Option<PositionValue>>,
    /// The same with what follows from proven values.
    known: Vec<Option<PositionValue>>,
}

/// A position on the graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GraphPoint {
    /// How many turns led to it.
    pub ply: usize,
    /// How high it lies: the games of a hundred that the first team wins, or how near a solitaire is to its solution.
    pub height: f64,
    /// Whether that is proven.
    pub proven: bool,
}

impl Review {
    /// Returns the number of a turn, as move lists show it. The first turn has ply 0.
    pub fn move_number(&self, ply: usize) -> usize {
        move_number(ply, self.session.seats().len())
    }

    /// Creates a review of the moves that a session has played. Nothing is known yet but an end by the rules.
    pub fn new(session: &dyn Session) -> Review {
        let moves = session.history();
        let mut at = session.clone_box();
        while at.undo() {}
        let mut teams = vec![at.turn().team()];
        while at.redo() && teams.len() <= moves.len() {
            teams.push(at.turn().team());
        }
        let session = session.clone_box();
        let told = vec![None; moves.len() + 1];
        let mut review = Review { session, moves, teams, known: told.clone(), told };
        review.teams.truncate(review.moves.len() + 1);
        let last = review.moves.len();
        if let Some(value) = review.session.ending().and_then(|ending| review.worth_of(ending)) {
            review.tell(last, PositionValue { value, line: Vec::new() });
        }
        review
    }

    /// Returns what an end means to the team that would be to move.
    fn worth_of(&self, ending: Ending) -> Option<Value> {
        let to_move = *self.teams.last()?;
        Some(Value::Proven(match ending.outcome {
            Outcome::Win(winner) => match self.team_of(winner)? == to_move {
                true => Proof::Win(0),
                false => Proof::Loss(0),
            },
            Outcome::Draw => Proof::Draw,
            Outcome::Solved => Proof::Win(0),
            Outcome::Stuck(left) => Proof::Left(left),
        }))
    }

    fn team_of(&self, color: Color) -> Option<Team> {
        let seats = self.session.seats().len() as u8;
        (0..seats).map(Seat).find(|seat| self.session.color_of(*seat) == Some(color)).map(Seat::team)
    }

    /// Returns the moves of the game.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Returns how many turns the game has.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Returns whether one person played alone.
    pub fn is_solitaire(&self) -> bool {
        self.session.seats().len() == 1
    }

    /// Returns the team that makes the turn after this position.
    pub fn team(&self, ply: usize) -> Team {
        self.teams.get(ply).copied().unwrap_or(Team::One)
    }

    /// The position to ask the engine about next: from the end on, since what it knows of what follows helps. `None` when
    /// all is known.
    pub fn next(&self) -> Option<usize> {
        self.told.iter().rposition(Option::is_none)
    }

    /// Returns how much is known, 0 to 1.
    pub fn progress(&self) -> f64 {
        self.told.iter().flatten().count() as f64 / self.told.len() as f64
    }

    /// Returns the game as it stood in a position.
    pub fn session_at(&self, ply: usize) -> Box<dyn Session> {
        let mut session = self.session.clone_box();
        for _ in ply..self.moves.len() {
            session.undo();
        }
        session
    }

    /// Notes what was found in a position.
    pub fn tell(&mut self, ply: usize, found: PositionValue) {
        if let Some(place) = self.told.get_mut(ply) {
            *place = Some(found);
            self.known = self.concluded();
        }
    }

    /// Returns what is known of a position.
    pub fn found(&self, ply: usize) -> Option<&PositionValue> {
        self.known.get(ply)?.as_ref()
    }

    /// Returns the search results, with what follows from proven values.
    fn concluded(&self) -> Vec<Option<PositionValue>> {
        let mut known = self.told.clone();
        // From a lost position every move loses.
        for ply in 0..self.moves.len() {
            let Some(Value::Proven(Proof::Loss(plies))) = known[ply].as_ref().map(|found| found.value) else {
                continue;
            };
            let same = self.team(ply) == self.team(ply + 1);
            let less = plies.saturating_sub(1);
            if let Some(after) = known[ply + 1].as_mut().filter(|after| !is_proven(after.value)) {
                after.value = Value::Proven(if same { Proof::Loss(less) } else { Proof::Win(less) });
            }
        }
        // Who can move to a won position has won.
        for ply in (0..self.moves.len()).rev() {
            let after = known[ply + 1].as_ref().map(|found| (self.seen(found.value, ply), found.line.clone()));
            let Some((Value::Proven(Proof::Win(plies)), line)) = after else { continue };
            if let Some(before) = known[ply].as_mut().filter(|before| !is_proven(before.value)) {
                before.value = Value::Proven(Proof::Win(plies + 1));
                before.line = std::iter::once(self.moves[ply].clone()).chain(line).collect();
            }
        }
        known
    }

    /// Returns a value of the position after a turn, as the team that made the turn sees it.
    fn seen(&self, value: Value, ply: usize) -> Value {
        if self.team(ply) == self.team(ply + 1) { value } else { turned(value) }
    }

    /// Returns the graph as far as it is known.
    pub fn points(&self) -> Vec<GraphPoint> {
        let points = self.known.iter().enumerate().filter_map(|(ply, found)| {
            let value = found.as_ref()?.value;
            let value = if self.team(ply) == Team::One || self.is_solitaire() { value } else { turned(value) };
            Some(GraphPoint { ply, height: height(value), proven: is_proven(value) })
        });
        points.collect()
    }

    /// The turn that changed the game for good more than any other, by the number of the position before it, if one did.
    pub fn turning_point(&self) -> Option<usize> {
        /// A change that is smaller turns no game.
        const LEAST: f64 = 15.0;
        let points = self.points();
        let lasting = |at: usize| {
            let (before, rest) = (points[at].height, &points[at + 1..]);
            let up = rest.iter().map(|point| point.height - before).fold(f64::INFINITY, f64::min);
            let down = rest.iter().map(|point| before - point.height).fold(f64::INFINITY, f64::min);
            // No more than the turn itself has changed.
            let change = points[at + 1].height - before;
            if change > 0.0 { up.min(change) } else { down.min(-change) }
        };
        // What has just been played has not lasted yet, unless it is settled.
        let has_lasted = |at: &usize| at + 2 < points.len() || points[at + 1].proven;
        let all = (0..points.len().saturating_sub(1)).filter(has_lasted).map(|at| (lasting(at), points[at].ply));
        let best = all.fold(None, |best: Option<(f64, usize)>, one| match best {
            Some(best) if best.0 >= one.0 => Some(best),
            _ => Some(one),
        });
        best.filter(|(change, _)| *change >= LEAST).map(|(_, ply)| ply)
    }
}

/// Returns whether a value is proven.
pub fn is_proven(value: Value) -> bool {
    matches!(value, Value::Proven(_))
}

/// Returns a value as the other team sees it. What a solitaire leaves is the same for both.
fn turned(value: Value) -> Value {
    match value {
        Value::Proven(Proof::Win(plies)) => Value::Proven(Proof::Loss(plies)),
        Value::Proven(Proof::Loss(plies)) => Value::Proven(Proof::Win(plies)),
        Value::Estimated(hundredths) => Value::Estimated(-hundredths),
        other => other,
    }
}

/// How high a value lies on the graph, 0 to 100: the games of a hundred that are won. A solitaire that comes out lies at
/// the top, and each checker that is left over lowers it.
pub fn height(value: Value) -> f64 {
    match value {
        Value::Proven(Proof::Win(_)) => 100.0,
        Value::Proven(Proof::Loss(_)) => 0.0,
        Value::Proven(Proof::Draw) => 50.0,
        Value::Estimated(hundredths) => share(hundredths),
        Value::Proven(Proof::Left(left)) | Value::EstimatedLeft(left) => (95.0 - 5.0 * f64::from(left)).max(0.0),
    }
}

#[cfg(test)]
mod tests;
