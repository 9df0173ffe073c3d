//! The verifier: visits every reply of the opponent, and relies on the rules alone.
//!
//! The number of plies to the win must decrease from each turn of the winner to the next. So no position repeats on any
//! path through the strategy, and neither repetition nor passes can end the game before it is won.

use std::collections::{HashMap, HashSet};

use super::{Choice, Claim, FIRST_LINE, Proof, ProofError, Verified, Winner};
use crate::game::{Game, Outcome, Team};
use crate::present::Present;

/// Verifies a proof of these rules, visiting at most `most` positions.
pub(crate) fn verify<G: Present>(game: &G, proof: &Proof, most: u64) -> Result<Verified, ProofError> {
    let position = game.parse_position(&proof.position);
    let position = position.map_err(|error| ProofError::new(3, error.to_string()))?;
    match &proof.claim {
        Claim::Win { winner, within, strategy } => {
            let mut check = StrategyCheck::new(game, &position, *winner, strategy, most)?;
            check.reach(&position, *within, 4)?;
            while let Some(index) = check.open.pop() {
                check.follow(index)?;
            }
            match check.reached.iter().position(|reached| !reached) {
                Some(index) => Err(ProofError::new(FIRST_LINE + index, "this position is never reached")),
                None => Ok(Verified { positions: check.positions, fewest: true }),
            }
        }
        Claim::Solitaire { left, moves } => solitaire(game, position, *left, moves, most),
    }
}

/// Returns the legal move with this text.
fn find<G: Present>(game: &G, position: &G::Position, word: &str) -> Option<G::Move> {
    game.legal_moves(position).into_iter().find(|&mv| game.format_move(mv) == word)
}

struct StrategyCheck<'a, G: Game> {
    game: &'a G,
    winner: Team,
    strategy: &'a [Choice],
    /// The lines of the strategy by position, and their moves.
    lines: HashMap<G::Position, usize>,
    choices: Vec<(G::Position, G::Move)>,
    reached: Vec<bool>,
    /// Lines reached and not yet followed.
    open: Vec<usize>,
    positions: u64,
    most: u64,
}

impl<'a, G: Present> StrategyCheck<'a, G> {
    fn new(
        game: &'a G,
        root: &G::Position,
        winner: Winner,
        strategy: &'a [Choice],
        most: u64,
    ) -> Result<Self, ProofError> {
        let winner = winner.team(game, root);
        let winner = winner.filter(|_| game.seats().len() > 1).ok_or_else(|| {
            ProofError::new(4, "the colours have not been chosen, or there is no winner; seat-1 and seat-2 are valid")
        })?;
        let mut lines = HashMap::new();
        let mut choices = Vec::new();
        for (index, choice) in strategy.iter().enumerate() {
            let wrong = |problem: String| ProofError::new(FIRST_LINE + index, problem);
            let position = game.parse_position(&choice.position).map_err(|error| wrong(error.to_string()))?;
            if game.ending(&position).is_some() {
                return Err(wrong("the game is over in this position".to_owned()));
            }
            if game.turn(&position).team() != winner {
                return Err(wrong("it is not the winner's turn in this position".to_owned()));
            }
            let mv = find(game, &position, &choice.mv);
            let mv = mv.ok_or_else(|| wrong(format!("'{}' is not a legal move in this position", choice.mv)))?;
            if let Some(first) = lines.insert(position, index) {
                return Err(wrong(format!("this position stands on line {} already", FIRST_LINE + first)));
            }
            choices.push((position, mv));
        }
        let reached = vec![false; strategy.len()];
        Ok(StrategyCheck { game, winner, strategy, lines, choices, reached, open: Vec::new(), positions: 0, most })
    }

    /// Plays the move of a line.
    fn follow(&mut self, index: usize) -> Result<(), ProofError> {
        let (mut position, mv) = self.choices[index];
        self.game.play(&mut position, mv);
        let line = FIRST_LINE + index;
        match self.strategy[index].within.checked_sub(1) {
            Some(left) => self.reach(&position, left, line),
            None => Err(ProofError::new(line, "no move wins within 0 plies")),
        }
    }

    /// Checks that a position is won within `left` plies, up to the winner's next turns, which are queued.
    fn reach(&mut self, position: &G::Position, left: u32, line: usize) -> Result<(), ProofError> {
        let game = self.game;
        let wrong = |problem: &str| {
            Err(ProofError::new(line, format!("it leads to {}: {problem}", game.format_position(position))))
        };
        self.positions += 1;
        if self.positions > self.most {
            return wrong("so far no more positions may be looked at, and the proof is not checked to its end");
        }
        if let Some(ending) = game.ending(position) {
            let color = game.color_of(position, self.winner);
            return match ending.outcome {
                Outcome::Win(winner) if Some(winner) == color => Ok(()),
                _ => wrong(&format!("that is the end, {ending}")),
            };
        }
        if left == 0 {
            return wrong("it is not won there, and no plies are left");
        }
        if game.turn(position).team() == self.winner {
            let Some(&index) = self.lines.get(position) else { return wrong("the strategy says nothing of it") };
            if self.strategy[index].within > left {
                let on = FIRST_LINE + index;
                return wrong(&format!("only {left} plies are left, and line {on} takes more"));
            }
            if !self.reached[index] {
                self.reached[index] = true;
                self.open.push(index);
            }
            return Ok(());
        }
        for mv in game.legal_moves(position) {
            let mut next = *position;
            game.play(&mut next, mv);
            self.reach(&next, left - 1, line)?;
        }
        Ok(())
    }
}

/// The maximum number of positions of a solitaire to keep in memory.
const MOST_KEPT: u64 = 4_000_000;

/// Replays the line of a solitaire and searches all reachable positions for one that leaves fewer checkers.
fn solitaire<G: Present>(
    game: &G,
    start: G::Position,
    left: Option<u8>,
    moves: &[String],
    most: u64,
) -> Result<Verified, ProofError> {
    let mut position = start;
    for (index, word) in moves.iter().enumerate() {
        let mv = find(game, &position, word);
        let mv = mv.ok_or_else(|| ProofError::new(FIRST_LINE + index, format!("'{word}' is not a legal move here")))?;
        game.play(&mut position, mv);
    }
    let last = FIRST_LINE + moves.len();
    let claimed = left.map_or(Outcome::Solved, Outcome::Stuck);
    match game.ending(&position) {
        Some(ending) if ending.outcome == claimed => {}
        Some(ending) => return Err(ProofError::new(last, format!("the moves end with {}", ending.outcome))),
        None => return Err(ProofError::new(last, "the moves do not get to the end")),
    }
    let positions = moves.len() as u64 + 1;
    let Some(left) = left else { return Ok(Verified { positions, fewest: true }) };
    let mut seen = HashSet::from([start]);
    let mut open = vec![start];
    while let Some(position) = open.pop() {
        match game.ending(&position).map(|ending| ending.outcome) {
            Some(Outcome::Solved) => return Err(ProofError::new(4, "it can be solved")),
            Some(Outcome::Stuck(fewer)) if fewer < left => {
                return Err(ProofError::new(4, format!("{fewer} can be left")));
            }
            _ => {}
        }
        for mv in game.legal_moves(&position) {
            let mut next = position;
            game.play(&mut next, mv);
            if seen.insert(next) {
                open.push(next);
            }
        }
        if seen.len() as u64 > most.min(MOST_KEPT) {
            return Ok(Verified { positions: positions + seen.len() as u64, fewest: false });
        }
    }
    Ok(Verified { positions: positions + seen.len() as u64, fewest: true })
}
