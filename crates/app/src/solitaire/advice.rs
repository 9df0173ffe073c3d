//! Advice from what the solver says of a position: a safe removal, revealed step by step.

use halfboard_rules::board::Board;
use halfboard_rules::present::Step;
use halfboard_rules::session::Session;

/// A safe removal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemovalHint {
    /// The removal.
    pub mv: String,
    /// The row of its first checker, as in `B`.
    pub row: String,
    /// Its steps.
    pub steps: Vec<Step>,
    /// How many removals are safe.
    pub safe: usize,
    /// How many there are.
    pub all: usize,
}

/// Returns a hint for a position for which the solver found a best line and all removals that keep the best.
pub fn hint(session: &dyn Session, line: &[String], keep: &[String]) -> Option<RemovalHint> {
    let mv = line.first().or(keep.first())?;
    let steps = session.steps(mv)?;
    let square = steps.first()?.square()?;
    let row = Board::Half.name(square).chars().next()?.to_string();
    Some(RemovalHint { mv: mv.clone(), row, steps, safe: keep.len(), all: session.moves().len() })
}

#[cfg(test)]
mod tests {
    use halfboard_engine::solve;
    use halfboard_rules::registry;

    use super::*;

    #[test]
    fn a_hint_is_a_safe_removal() {
        let session = registry::rules("sight-reduction:solitaire=on").expect("valid").start(3);
        let stop = halfboard_engine::limits::CancelToken::default();
        let mut watch = solve::ProgressObserver { cancel: &stop, on_progress: &mut |_, _| {} };
        let answer =
            solve::solve(&*session, &solve::SolveRequest::default(), None, || 0.0, &mut watch).expect("solved");
        let hint = hint(&*session, &answer.line, &answer.optimal_moves).expect("a hint");
        assert!(answer.optimal_moves.contains(&hint.mv) && hint.mv.starts_with(&hint.row));
        assert!(hint.safe <= hint.all && hint.all == session.moves().len());
    }

    #[test]
    fn where_nothing_can_go_there_is_no_hint() {
        let rules = registry::rules("sight-reduction:solitaire=on").expect("valid");
        let session = rules.position("w7/8/8/7b w play wb").expect("valid");
        assert_eq!(hint(&*session, &[], &[]), None);
        assert_eq!(hint(&*session, &["A1".to_owned()], &[]), None);
    }
}
