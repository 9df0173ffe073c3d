//! Solve reports: two players in every phase, and the solitaire.

use halfboard_rules::game::{Color, Game, Outcome, Team, rules_string};
use halfboard_rules::games::sight_reduction::{Move, Phase, Position, Removal, SightReduction};
use halfboard_rules::present::Present;
use halfboard_rules::proof::{self, Claim, Proof};

use super::super::solitaire::{LineSearchResult, Solitaire, SolitaireLimits, removal};
use super::setups::{self, Fair};
use super::two_player::Solver;
use super::{Field, RemovalRules};
use crate::limits::CancelToken;
use crate::solve::{ProgressObserver, SolveReport, SolveRequest, SolverError, Verdict};

/// Number of checkers up to which the exact distance takes no noticeable time.
const QUICK_DISTANCE: u32 = 20;

/// Solves a position in which the game is not over.
pub(crate) fn solve(
    game: &SightReduction,
    position: &Position,
    request: &SolveRequest,
    observer: &mut ProgressObserver<'_>,
) -> Result<SolveReport<Move>, SolverError> {
    let solved = match game.options().solitaire.is_on() {
        true => solve_solitaire(game, position, request, observer.cancel),
        false => TwoPlayers { game, solver: Solver::new(RemovalRules::of(game), request.threads), request }
            .solve(position, observer),
    };
    match solved {
        Err(SolverError::Cancelled) => Ok(SolveReport::unknown(0)),
        solved => solved,
    }
}

struct TwoPlayers<'a> {
    game: &'a SightReduction,
    solver: Solver,
    request: &'a SolveRequest,
}

impl TwoPlayers<'_> {
    fn solve(
        mut self,
        position: &Position,
        observer: &mut ProgressObserver<'_>,
    ) -> Result<SolveReport<Move>, SolverError> {
        let mut report = match (Field::of(position), position.phase()) {
            (Some((field, _)), _) => self.solve_removal(position, field, observer)?,
            (None, Phase::Swap) => self.solve_swap(position, observer)?,
            (None, _) => self.solve_setup(position, observer)?,
        };
        if let (Some(verdict), Some(most)) = (report.verdict, self.request.max_proof_lines) {
            report.proof = Some(match self.proof(position, verdict, most, observer.cancel) {
                Ok(proof) => proof.map_err(|error| error.to_string()),
                Err(error) => Err(error.to_string()),
            });
        }
        report.nodes = self.solver.nodes();
        Ok(report)
    }

    /// Returns the verdict if the player to move wins or loses.
    fn verdict(&self, position: &Position, wins: bool) -> Verdict {
        let mover = self.game.turn(position).team();
        let winner = if wins { mover } else { mover.other() };
        Verdict::win(winner, self.game.color_of(position, winner))
    }

    fn solve_removal(
        &mut self,
        position: &Position,
        field: Field,
        observer: &mut ProgressObserver<'_>,
    ) -> Result<SolveReport<Move>, SolverError> {
        if let Some(nodes) = self.request.nodes
            && self.solver.search(field, nodes, observer.cancel)?.is_none()
        {
            return Ok(SolveReport::unknown(0));
        }
        let wins = self.solver.verdict(field, observer.cancel)?;
        let keep = match (self.request.optimal_moves, wins) {
            (false, _) => Vec::new(),
            (true, true) => self.solver.winning_turns(field, observer)?,
            (true, false) => self.solver.turns(field),
        };
        let exact = self.request.exact_distance || field.count() <= QUICK_DISTANCE;
        let distance = if exact { Some(self.solver.distance(field, observer.cancel)?) } else { None };
        let line = self.solver.best_line(field, exact, observer)?;
        let moves = |turns: Vec<u32>| turns.into_iter().map(removal).collect();
        let verdict = Some(self.verdict(position, wins));
        let (line, keep) = (moves(line), moves(keep));
        Ok(SolveReport { verdict, distance, line, optimal_moves: keep, all_optimal: true, ..SolveReport::unknown(0) })
    }

    /// Solves the arrangements of the fair set-up, which are many; the report has a checkpoint to continue from.
    fn solve_swap(
        &mut self,
        position: &Position,
        observer: &mut ProgressObserver<'_>,
    ) -> Result<SolveReport<Move>, SolverError> {
        let mut fair = Fair::new(self.game, position);
        if let Some(saved) = &self.request.checkpoint
            && !fair.load(saved)
        {
            return Err(SolverError::InvalidCheckpoint);
        }
        // The winner is known much sooner than all winning moves, and stays known if the rest is cancelled.
        let first = fair.work(self.request.threads, true, observer);
        let done = match first {
            Ok(()) if self.request.optimal_moves => fair.work(self.request.threads, false, observer),
            first => first,
        };
        let checkpoint = Some(fair.save());
        if let Err(error) = done
            && error != SolverError::Cancelled
        {
            return Err(error);
        }
        let Some(wins) = fair.arranger_wins() else { return Ok(SolveReport { checkpoint, ..SolveReport::unknown(0) }) };
        let winning = fair.winning();
        let all = || fair.arrangements().map(|(mv, _)| mv).collect();
        let keep: Vec<Move> = if wins { winning } else { all() };
        // A line takes no noticeable time, and is found even if the rest was cancelled.
        let mut unobserved = ProgressObserver { cancel: &CancelToken::default(), on_progress: &mut |_, _| {} };
        let line = self.line_from(position, keep.first().copied(), &mut unobserved)?;
        let keep = if self.request.optimal_moves { keep } else { Vec::new() };
        let all_optimal = done.is_ok() || !wins;
        let verdict = Some(self.verdict(position, wins));
        Ok(SolveReport { verdict, line, optimal_moves: keep, all_optimal, checkpoint, ..SolveReport::unknown(0) })
    }

    /// Solves the choice of colours and of the first mover, and placements.
    fn solve_setup(
        &mut self,
        position: &Position,
        observer: &mut ProgressObserver<'_>,
    ) -> Result<SolveReport<Move>, SolverError> {
        let (game, threads) = (self.game, self.request.threads);
        let Some(wins) = setups::wins(game, &mut self.solver, position, threads, observer)? else {
            return Ok(SolveReport::unknown(0));
        };
        let keep = match wins {
            true => setups::winning_moves(game, &mut self.solver, position, threads, observer)?.unwrap_or_default(),
            false => game.legal_moves(position),
        };
        let line = self.line_from(position, keep.first().copied(), observer)?;
        let keep = if self.request.optimal_moves { keep } else { Vec::new() };
        let verdict = Some(self.verdict(position, wins));
        Ok(SolveReport { verdict, line, optimal_moves: keep, all_optimal: true, ..SolveReport::unknown(0) })
    }

    /// Returns a best line that begins with a set-up move.
    fn line_from(
        &mut self,
        position: &Position,
        first: Option<Move>,
        observer: &mut ProgressObserver<'_>,
    ) -> Result<Vec<Move>, SolverError> {
        let mut line = Vec::new();
        let mut position = *position;
        let mut next = first;
        while let Some(mv) = next {
            line.push(mv);
            self.game.play(&mut position, mv);
            next = match Field::of(&position) {
                Some(_) => None,
                None => self.best(&position, observer.cancel)?,
            };
        }
        if let Some((field, _)) = Field::of(&position) {
            line.extend(self.solver.best_line(field, false, observer)?.into_iter().map(removal));
        }
        Ok(line)
    }

    /// Returns a winning move, or any if none wins.
    fn best(&mut self, position: &Position, cancel: &CancelToken) -> Result<Option<Move>, SolverError> {
        let (game, threads) = (self.game, self.request.threads);
        for mv in game.legal_moves(position) {
            let mut next = *position;
            game.play(&mut next, mv);
            let observer = &mut ProgressObserver { cancel, on_progress: &mut |_, _| {} };
            let wins = match game.ending(&next) {
                Some(ending) => ending.outcome == Outcome::Win(self.mover(position)),
                None => {
                    let same = game.turn(&next).team() == game.turn(position).team();
                    setups::wins(game, &mut self.solver, &next, threads, observer)? == Some(same)
                }
            };
            if wins {
                return Ok(Some(mv));
            }
        }
        Ok(game.legal_moves(position).first().copied())
    }

    /// Returns the colour to move, which must be settled.
    fn mover(&self, position: &Position) -> Color {
        let team = self.game.turn(position).team();
        self.game.color_of(position, team).unwrap_or(Color::White)
    }

    /// Writes a strategy for the winner against every reply.
    fn proof(
        &mut self,
        position: &Position,
        verdict: Verdict,
        most: usize,
        cancel: &CancelToken,
    ) -> Result<Result<Proof, proof::StrategyError>, SolverError> {
        let game = self.game;
        let winner = match verdict {
            Verdict::Seat(team) => team,
            Verdict::Outcome(outcome) => {
                let is = |team| game.color_of(position, team).map(Outcome::Win) == Some(outcome);
                if is(Team::One) { Team::One } else { Team::Two }
            }
        };
        let mut halted = None;
        let proof = proof::strategy(game, position, winner, most, &mut |position| {
            self.best(position, cancel).unwrap_or_else(|halt| {
                halted = Some(halt);
                None
            })
        });
        halted.map_or(Ok(proof), Err)
    }
}

/// Solves a solitaire.
fn solve_solitaire(
    game: &SightReduction,
    position: &Position,
    request: &SolveRequest,
    cancel: &CancelToken,
) -> Result<SolveReport<Move>, SolverError> {
    let Some(solitaire) = Solitaire::of(game, position) else { return Ok(SolveReport::unknown(0)) };
    let mut limits = SolitaireLimits { threads: request.threads, ..SolitaireLimits::default() };
    if let Some(nodes) = request.nodes {
        limits.effort.nodes = nodes;
    }
    // A given node limit is not to be exceeded by an exhaustive search.
    if request.nodes.is_some() && solitaire.solution(limits.effort) == LineSearchResult::Unknown {
        return Ok(SolveReport::unknown(limits.effort.nodes));
    }
    let best = solitaire.best(limits)?;
    // The rest takes as long again and is left out if cancelled meanwhile.
    let go_on = !cancel.is_cancelled();
    let keep = if request.optimal_moves && go_on { solitaire.optimal_turns(best.outcome, limits)? } else { Vec::new() };
    let difficulty = if best.outcome == Outcome::Solved && go_on { solitaire.facts(&best.line) } else { None };
    // With two checkers per turn there may be a shorter line.
    let distance = (game.options().remove == Removal::One).then_some(best.line.len() as u32);
    let moves = |turns: &[u32]| -> Vec<Move> { turns.iter().map(|&removed| removal(removed)).collect() };
    let line = moves(&best.line);
    let proof = request.max_proof_lines.map(|_| {
        let left = match best.outcome {
            Outcome::Stuck(left) => Some(left),
            _ => None,
        };
        let moves = line.iter().map(|&mv| game.format_move(mv)).collect();
        let claim = Claim::Solitaire { left, moves };
        Ok(Proof { rules: rules_string(game), position: game.format_position(position), claim })
    });
    let verdict = Some(Verdict::Outcome(best.outcome));
    let optimal_moves = moves(&keep);
    let nodes = best.nodes;
    Ok(SolveReport {
        verdict,
        distance,
        line,
        optimal_moves,
        all_optimal: true,
        nodes,
        proof,
        difficulty,
        checkpoint: None,
    })
}
