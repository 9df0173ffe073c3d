//! What the solver of Sight Reduction says: how a position comes out, and which steps of a turn keep that. Proven, always.

use halfboard_engine::solve::Verdict;
use halfboard_rules::game::{Game, Outcome, Team};
use halfboard_rules::games::sight_reduction::SightReduction;
use halfboard_rules::present::Step;
use halfboard_rules::prompt::Task;
use halfboard_rules::session::{Progress, Session};

use super::lines::ShownLine;
use crate::phrases::{analysis as phrases, board};

/// What the solver has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedPosition {
    /// How it comes out, if that could be proven.
    pub verdict: Option<Verdict>,
    /// Turns to the end, if that is known.
    pub distance: Option<u32>,
    /// The moves that keep it.
    pub keep: Vec<String>,
    /// Whether no other move does.
    pub keep_is_all: bool,
}

/// Returns whether a game has an exact solver that answers soon enough to be asked about every position.
pub fn applies(session: &dyn Session) -> bool {
    session.info().id == SightReduction::INFO.id
}

/// Returns whether the board is still being filled or arranged, where solving may take minutes.
pub fn is_setup(session: &dyn Session) -> bool {
    let task = session.view(&[]).turn.map(|turn| turn.prompt.task);
    matches!(task, Some(Task::Place | Task::Exchange))
}

/// Returns whether who is to move gets what they want by best play: the win, or in a solitaire the best there is.
pub fn is_good(solved: &SolvedPosition, session: &dyn Session) -> bool {
    let turn = session.turn();
    match solved.verdict {
        Some(Verdict::Outcome(Outcome::Win(color))) => session.color_of(turn) == Some(color),
        Some(Verdict::Seat(team)) => turn.team() == team,
        Some(Verdict::Outcome(Outcome::Solved | Outcome::Stuck(_) | Outcome::Draw)) => true,
        None => false,
    }
}

/// The steps that can follow those chosen, each with whether some turn through it keeps the win, or the best result. Nothing
/// where that is not known of every move.
pub fn judge(session: &dyn Session, chosen: &[Step], solved: &SolvedPosition) -> Vec<(Step, bool)> {
    let Some(Progress::Next(next)) = session.progress(chosen) else { return Vec::new() };
    if solved.verdict.is_none() || !solved.keep_is_all {
        return Vec::new();
    }
    let good = is_good(solved, session);
    let mut path = chosen.to_vec();
    let judged = next.into_iter().map(|step| {
        path.truncate(chosen.len());
        path.push(step);
        (step, good && leads_to(session, &mut path, &solved.keep))
    });
    judged.collect()
}

/// Returns whether a turn that begins with these steps can become one of these moves.
fn leads_to(session: &dyn Session, path: &mut Vec<Step>, keep: &[String]) -> bool {
    match session.progress(path) {
        Some(Progress::Complete(mv)) => keep.contains(&mv),
        Some(Progress::Next(next)) => next.into_iter().any(|step| {
            path.push(step);
            let leads = leads_to(session, path, keep);
            path.pop();
            leads
        }),
        None => false,
    }
}

/// Returns how the position comes out, in a sentence.
pub fn sentence(solved: &SolvedPosition) -> String {
    let wins = |side: &str| match solved.distance {
        Some(turns) if turns > 0 => phrases::verdict_wins_in(side, turns),
        _ => phrases::verdict_wins(side),
    };
    match solved.verdict {
        Some(Verdict::Outcome(Outcome::Win(color))) => wins(board::color(color)),
        Some(Verdict::Seat(team)) => wins(&phrases::seat(if team == Team::One { 1 } else { 2 })),
        Some(Verdict::Outcome(Outcome::Draw)) => phrases::verdict_draw().to_owned(),
        Some(Verdict::Outcome(Outcome::Solved)) => phrases::verdict_solved().to_owned(),
        Some(Verdict::Outcome(Outcome::Stuck(1))) => phrases::verdict_stuck_one().to_owned(),
        Some(Verdict::Outcome(Outcome::Stuck(count))) => phrases::verdict_stuck(count),
        None => phrases::verdict_unknown().to_owned(),
    }
}

/// What is proven of a move where the whole position is solved, to be shown in place of an estimate. Of a solitaire that is
/// only which moves are good.
pub fn worth_of(session: &dyn Session, mv: &str, solved: &SolvedPosition) -> Option<ShownLine> {
    let Some(Verdict::Outcome(Outcome::Win(winner))) = solved.verdict else { return None };
    let gives_away = is_good(solved, session) && !solved.keep.iter().any(|kept| kept == mv);
    let side = board::color(if gives_away { winner.other() } else { winner });
    let more = format!("{} {}", phrases::verdict_wins(side), phrases::proven_more());
    solved.keep_is_all.then(|| ShownLine { proven: true, short: phrases::wins(side), more })
}

/// Returns what the two marks mean here: of a move that keeps the result, and of one that does not.
pub fn legend(session: &dyn Session) -> (&'static str, &'static str) {
    match session.seats().len() {
        1 => (phrases::keeps_best(), phrases::spoils()),
        _ => (phrases::keeps_win(), phrases::loses()),
    }
}
