//! Mistakes: turns that cost chances, or threw away what was proven.

use halfboard_engine::value::{Proof, Value};
use halfboard_rules::game::Team;

use super::{PositionValue, Review, height, is_proven};

/// Games of a hundred that a mistake costs at least.
const MISTAKE: f64 = 12.0;
/// Games of a hundred that a blunder costs at least.
const BLUNDER: f64 = 30.0;
/// Games of a hundred by which a move may fall short of the best and still be as good: the engine is no more exact.
const AS_GOOD: f64 = 6.0;

/// What was wrong with a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MistakeKind {
    /// It threw away a win; both are proven, that it was there and that it is gone.
    ThrewWin,
    /// It threw away a draw, which is proven, and lost.
    ThrewDraw,
    /// After it the game is lost, which is proven; what was before is an estimate.
    IntoLoss,
    /// It cost very much, as far as one can estimate.
    Blunder,
    /// It cost much, as far as one can estimate.
    Mistake,
    /// A solitaire could be solved before it, and cannot after it: both are proven.
    LostSolution,
    /// A solitaire leaves more checkers after it.
    LeavesMore,
}

/// A turn that was a mistake.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// The position before it.
    pub ply: usize,
    /// Who made it.
    pub team: Team,
    /// The move.
    pub mv: String,
    /// The better line; empty when none is known.
    pub better: Vec<String>,
    /// What was wrong.
    pub kind: MistakeKind,
    /// Whether all that it is called is proven.
    pub proven: bool,
    /// Games of a hundred that it cost, or points of a solitaire's graph.
    pub lost: f64,
    /// The value before it, for who made it.
    pub before: Value,
    /// The value after it, for who made it.
    pub after: Value,
}

/// A side's turns in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Turns that were judged.
    pub turns: usize,
    /// Turns that threw away what was proven.
    pub proven: usize,
    /// Blunders by estimate.
    pub blunders: usize,
    /// Mistakes by estimate.
    pub mistakes: usize,
}

impl Review {
    /// Returns the mistakes that are known, in the order of the game.
    pub fn mistakes(&self) -> Vec<Mistake> {
        (0..self.plies()).filter_map(|ply| self.mistake(ply)).collect()
    }

    fn mistake(&self, ply: usize) -> Option<Mistake> {
        let (before, after) = (self.found(ply)?, self.found(ply + 1)?);
        let after = self.seen(after.value, ply);
        let kind = kind_of(before.value, after)?;
        let mv = self.moves()[ply].clone();
        // What the engine would have played itself it cannot better.
        if before.line.first() == Some(&mv) {
            return None;
        }
        Some(Mistake {
            ply,
            team: self.team(ply),
            mv,
            better: before.line.clone(),
            kind,
            proven: is_proven(before.value) && is_proven(after),
            lost: (height(before.value) - height(after)).max(0.0),
            before: before.value,
            after,
        })
    }

    /// Returns a side's turns in numbers.
    pub fn summary(&self, team: Team) -> Summary {
        let is_known = |ply: &usize| self.found(*ply).is_some() && self.found(ply + 1).is_some();
        let turns = (0..self.plies()).filter(|ply| self.team(*ply) == team).filter(is_known).count();
        let mut summary = Summary { turns, ..Summary::default() };
        for mistake in self.mistakes().iter().filter(|mistake| mistake.team == team) {
            match mistake.kind {
                MistakeKind::ThrewWin | MistakeKind::ThrewDraw | MistakeKind::LostSolution => summary.proven += 1,
                MistakeKind::Blunder => summary.blunders += 1,
                MistakeKind::IntoLoss if mistake.lost >= BLUNDER => summary.blunders += 1,
                MistakeKind::IntoLoss | MistakeKind::Mistake | MistakeKind::LeavesMore => summary.mistakes += 1,
            }
        }
        summary
    }

    /// Whether a move tried instead of the one played from a position is as good as the best one there. `after` is what
    /// was found after it; `same` says that the team which tried it is to move again.
    pub fn is_as_good(&self, ply: usize, after: Value, same: bool) -> bool {
        let Some(PositionValue { value: before, .. }) = self.found(ply) else { return false };
        let after = if same { after } else { super::turned(after) };
        match (*before, after) {
            (_, Value::Proven(Proof::Win(_))) => true,
            // A win that was proven wants to be kept; where its proof is longer than the search, a sure estimate must do.
            (Value::Proven(Proof::Win(_)), Value::Estimated(_)) => height(after) >= 100.0 - AS_GOOD,
            (Value::Proven(Proof::Loss(_)), _) => true,
            (Value::Proven(Proof::Left(least)) | Value::EstimatedLeft(least), Value::Proven(Proof::Left(left)))
            | (Value::Proven(Proof::Left(least)) | Value::EstimatedLeft(least), Value::EstimatedLeft(left)) => {
                left <= least
            }
            (_, Value::Proven(Proof::Left(_) | Proof::Loss(_)) | Value::EstimatedLeft(_)) => false,
            (before, after) => height(after) >= height(before) - AS_GOOD,
        }
    }
}

/// Returns what a turn between two values was, both seen by who made it.
fn kind_of(before: Value, after: Value) -> Option<MistakeKind> {
    let lost = height(before) - height(after);
    match (before, after) {
        (Value::Proven(Proof::Win(_)), Value::Proven(Proof::Left(_))) => Some(MistakeKind::LostSolution),
        (Value::Proven(Proof::Win(_)), Value::EstimatedLeft(_)) => Some(MistakeKind::LeavesMore),
        (
            Value::Proven(Proof::Left(before)) | Value::EstimatedLeft(before),
            Value::Proven(Proof::Left(after)) | Value::EstimatedLeft(after),
        ) => (after > before).then_some(MistakeKind::LeavesMore),
        (Value::Proven(Proof::Win(_)), Value::Proven(Proof::Draw | Proof::Loss(_))) => Some(MistakeKind::ThrewWin),
        (Value::Proven(Proof::Draw), Value::Proven(Proof::Loss(_))) => Some(MistakeKind::ThrewDraw),
        (Value::Proven(Proof::Loss(_)), _) => None,
        // That it is lost now is proven, not that it was not before: with little hope left it is no mistake.
        (_, Value::Proven(Proof::Loss(_))) => (lost >= MISTAKE).then_some(MistakeKind::IntoLoss),
        _ if lost >= BLUNDER => Some(MistakeKind::Blunder),
        _ if lost >= MISTAKE => Some(MistakeKind::Mistake),
        _ => None,
    }
}
