//! The answers of the solvers of Sight Reduction: with two players in every phase, and for the solitaire.

use halfboard_rules::game::{Color, Game, Outcome, Team, rules_string};
use halfboard_rules::games::sight_reduction::{Move, Phase, Position, Removal, SightReduction};
use halfboard_rules::present::Present;
use halfboard_rules::proof::{self, Claim, Proof};

use super::setups::{self, Fair};
use super::solitaire::{Found, Means, Solitaire, Verdict as Left, removal};
use super::two::Solver;
use super::{Field, Removing};
use crate::limits::Stop;
use crate::solve::answer::{Answer, Ask, Verdict};
use crate::solve::watch::{Halt, Watch};

/// With at most so many checkers the distance takes no time to speak of.
const QUICK_DISTANCE: u32 = 20;

/// Solves a position that is not over.
pub(crate) fn answer(
    game: &SightReduction,
    position: &Position,
    ask: &Ask,
    watch: &mut Watch<'_>,
) -> Result<Answer<Move>, Halt> {
    let solved = match game.options().solitaire.is_on() {
        true => alone(game, position, ask, watch.stop),
        false => TwoPlayers { game, solver: Solver::new(Removing::of(game), ask.threads), ask }.answer(position, watch),
    };
    match solved {
        Err(Halt::Stopped) => Ok(Answer::unknown(0)),
        solved => solved,
    }
}

struct TwoPlayers<'a> {
    game: &'a SightReduction,
    solver: Solver,
    ask: &'a Ask,
}

impl TwoPlayers<'_> {
    fn answer(mut self, position: &Position, watch: &mut Watch<'_>) -> Result<Answer<Move>, Halt> {
        let mut answer = match (Field::of(position), position.phase()) {
            (Some((field, _)), _) => self.removing(position, field, watch)?,
            (None, Phase::Swap) => self.exchanging(position, watch)?,
            (None, _) => self.setting_up(position, watch)?,
        };
        if let (Some(verdict), Some(most)) = (answer.verdict, self.ask.proof) {
            answer.proof = Some(match self.proof(position, verdict, most, watch.stop) {
                Ok(proof) => proof.map_err(|error| error.to_string()),
                Err(halt) => Err(halt.to_string()),
            });
        }
        answer.nodes = self.solver.nodes();
        Ok(answer)
    }

    /// The verdict where the player to move wins or loses.
    fn verdict(&self, position: &Position, wins: bool) -> Verdict {
        let mover = self.game.turn(position).team();
        let winner = if wins { mover } else { mover.other() };
        Verdict::win(winner, self.game.color_of(position, winner))
    }

    fn removing(&mut self, position: &Position, field: Field, watch: &mut Watch<'_>) -> Result<Answer<Move>, Halt> {
        if let Some(nodes) = self.ask.nodes
            && self.solver.search(field, nodes, watch.stop)?.is_none()
        {
            return Ok(Answer::unknown(0));
        }
        let wins = self.solver.verdict(field, watch.stop)?;
        let keep = match (self.ask.keep, wins) {
            (false, _) => Vec::new(),
            (true, true) => self.solver.winning_turns(field, watch)?,
            (true, false) => self.solver.turns(field),
        };
        let exact = self.ask.distance || field.count() <= QUICK_DISTANCE;
        let distance = if exact { Some(self.solver.distance(field, watch.stop)?) } else { None };
        let line = self.solver.best_line(field, exact, watch)?;
        let moves = |turns: Vec<u32>| turns.into_iter().map(removal).collect();
        let verdict = Some(self.verdict(position, wins));
        let (line, keep) = (moves(line), moves(keep));
        Ok(Answer { verdict, distance, line, keep, keep_is_all: true, ..Answer::unknown(0) })
    }

    /// The arrangements of the fair start, which are many and can be gone on with.
    fn exchanging(&mut self, position: &Position, watch: &mut Watch<'_>) -> Result<Answer<Move>, Halt> {
        let mut fair = Fair::new(self.game, position);
        if let Some(saved) = &self.ask.saved
            && !fair.read(saved)
        {
            return Err(Halt::Saved);
        }
        // Who wins is known much sooner than all that wins, and stays known when the rest is cut short.
        let first = fair.work(self.ask.threads, true, watch);
        let done = match first {
            Ok(()) if self.ask.keep => fair.work(self.ask.threads, false, watch),
            first => first,
        };
        let saved = Some(fair.write());
        if let Err(halt) = done
            && halt != Halt::Stopped
        {
            return Err(halt);
        }
        let Some(wins) = fair.arranger_wins() else { return Ok(Answer { saved, ..Answer::unknown(0) }) };
        let winning = fair.winning();
        let all = || fair.arrangements().map(|(mv, _)| mv).collect();
        let keep: Vec<Move> = if wins { winning } else { all() };
        // A line takes no time to speak of, and is told even where the rest was cut short.
        let mut unhurried = Watch { stop: &Stop::default(), on_progress: &mut |_, _| {} };
        let line = self.line_from(position, keep.first().copied(), &mut unhurried)?;
        let keep = if self.ask.keep { keep } else { Vec::new() };
        let keep_is_all = done.is_ok() || !wins;
        let verdict = Some(self.verdict(position, wins));
        Ok(Answer { verdict, line, keep, keep_is_all, saved, ..Answer::unknown(0) })
    }

    /// Picking a colour, saying who begins, and placing.
    fn setting_up(&mut self, position: &Position, watch: &mut Watch<'_>) -> Result<Answer<Move>, Halt> {
        let (game, threads) = (self.game, self.ask.threads);
        let Some(wins) = setups::wins(game, &mut self.solver, position, threads, watch)? else {
            return Ok(Answer::unknown(0));
        };
        let keep = match wins {
            true => setups::winning_moves(game, &mut self.solver, position, threads, watch)?.unwrap_or_default(),
            false => game.legal_moves(position),
        };
        let line = self.line_from(position, keep.first().copied(), watch)?;
        let keep = if self.ask.keep { keep } else { Vec::new() };
        let verdict = Some(self.verdict(position, wins));
        Ok(Answer { verdict, line, keep, keep_is_all: true, ..Answer::unknown(0) })
    }

    /// A best line that begins with a move of a set-up.
    fn line_from(
        &mut self,
        position: &Position,
        first: Option<Move>,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Move>, Halt> {
        let mut line = Vec::new();
        let mut position = *position;
        let mut next = first;
        while let Some(mv) = next {
            line.push(mv);
            self.game.play(&mut position, mv);
            next = match Field::of(&position) {
                Some(_) => None,
                None => self.best(&position, watch.stop)?,
            };
        }
        if let Some((field, _)) = Field::of(&position) {
            line.extend(self.solver.best_line(field, false, watch)?.into_iter().map(removal));
        }
        Ok(line)
    }

    /// A move that wins, or any where none does.
    fn best(&mut self, position: &Position, stop: &Stop) -> Result<Option<Move>, Halt> {
        let (game, threads) = (self.game, self.ask.threads);
        for mv in game.legal_moves(position) {
            let mut next = *position;
            game.play(&mut next, mv);
            let watch = &mut Watch { stop, on_progress: &mut |_, _| {} };
            let wins = match game.ending(&next) {
                Some(ending) => ending.outcome == Outcome::Win(self.mover(position)),
                None => {
                    let same = game.turn(&next).team() == game.turn(position).team();
                    setups::wins(game, &mut self.solver, &next, threads, watch)? == Some(same)
                }
            };
            if wins {
                return Ok(Some(mv));
            }
        }
        Ok(game.legal_moves(position).first().copied())
    }

    /// The colour to move; only asked where it is settled.
    fn mover(&self, position: &Position) -> Color {
        let team = self.game.turn(position).team();
        self.game.color_of(position, team).unwrap_or(Color::White)
    }

    /// A strategy for the winner, for every answer of the loser.
    fn proof(
        &mut self,
        position: &Position,
        verdict: Verdict,
        most: usize,
        stop: &Stop,
    ) -> Result<Result<Proof, proof::StrategyError>, Halt> {
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
            self.best(position, stop).unwrap_or_else(|halt| {
                halted = Some(halt);
                None
            })
        });
        halted.map_or(Ok(proof), Err)
    }
}

/// Solves a solitaire.
fn alone(game: &SightReduction, position: &Position, ask: &Ask, stop: &Stop) -> Result<Answer<Move>, Halt> {
    let Some(solitaire) = Solitaire::of(game, position) else { return Ok(Answer::unknown(0)) };
    let mut means = Means { threads: ask.threads, ..Means::default() };
    if let Some(nodes) = ask.nodes {
        means.effort.nodes = nodes;
    }
    // A number of positions that was given is not to be exceeded by going through everything.
    if ask.nodes.is_some() && solitaire.solution(means.effort) == Found::Open {
        return Ok(Answer::unknown(means.effort.nodes));
    }
    let best = solitaire.best(means)?;
    // What takes as long again is left out where the word came meanwhile.
    let unhurried = !stop.is_stopped();
    let keep = if ask.keep && unhurried { solitaire.keep(best.verdict, means)? } else { Vec::new() };
    let facts = if best.verdict == Left::Solved && unhurried { solitaire.facts(&best.line) } else { None };
    // Where a turn removes one checker, so many turns it takes; where it may remove two, they may be fewer.
    let distance = (game.options().remove == Removal::One).then_some(best.line.len() as u32);
    let moves = |turns: &[u32]| -> Vec<Move> { turns.iter().map(|&removed| removal(removed)).collect() };
    let line = moves(&best.line);
    let proof = ask.proof.map(|_| {
        let left = match best.verdict {
            Left::Solved => None,
            Left::Stuck(left) => Some(left),
        };
        let moves = line.iter().map(|&mv| game.format_move(mv)).collect();
        let claim = Claim::Solitaire { left, moves };
        Ok(Proof { rules: rules_string(game), position: game.format_position(position), claim })
    });
    let verdict = Some(Verdict::Outcome(best.verdict.into()));
    let keep = moves(&keep);
    Ok(Answer { verdict, distance, line, keep, keep_is_all: true, nodes: best.nodes, proof, facts, saved: None })
}
