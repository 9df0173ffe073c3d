//! The fair start: what each of the 14,657 arrangements of a full board is worth. They have nothing in common but the
//! board, so threads take them one by one, and what is known can be written down and gone on with.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use halfboard_rules::game::Game;
use halfboard_rules::games::sight_reduction::{Move, Position, SightReduction};

use super::{Favours, checkers, favours};
use crate::games::sight_reduction::solver::RemovalRules;
use crate::games::sight_reduction::solver::two_player::Solver;
use crate::solve::{ProgressObserver, SolverError};

/// All arrangements of a board, and whom those favour that were solved.
pub struct Fair {
    rules: RemovalRules,
    moves: Vec<Move>,
    boards: Vec<[u32; 2]>,
    favours: Vec<Option<Favours>>,
}

impl Fair {
    /// Returns the arrangements of a position in which checkers are to be exchanged; of any other, none.
    pub fn new(game: &SightReduction, position: &Position) -> Self {
        let moves: Vec<Move> = game
            .legal_moves(position)
            .into_iter()
            .filter(|mv| matches!(mv, Move::SwapNone | Move::SwapOne(..) | Move::SwapTwo(..)))
            .collect();
        let arranged = |&mv: &Move| {
            let mut next = *position;
            game.play(&mut next, mv);
            checkers(&next)
        };
        let boards = moves.iter().map(arranged).collect();
        Fair { rules: RemovalRules::of(game), favours: vec![None; moves.len()], moves, boards }
    }

    /// Each arrangement, as the exchange that makes it, with whom it favours where that is known.
    pub fn arrangements(&self) -> impl Iterator<Item = (Move, Option<Favours>)> + '_ {
        self.moves.iter().copied().zip(self.favours.iter().copied())
    }

    /// Returns the exchanges known to win for who arranges.
    pub fn winning(&self) -> Vec<Move> {
        let wins = |&(_, favours): &(Move, Option<Favours>)| favours.is_some_and(Favours::arranger);
        self.arrangements().filter(wins).map(|(mv, _)| mv).collect()
    }

    /// Returns whether who arranges wins, if that is known.
    pub fn arranger_wins(&self) -> Option<bool> {
        match self.favours.iter().any(|favours| favours.is_some_and(Favours::arranger)) {
            true => Some(true),
            false => self.favours.iter().all(Option::is_some).then_some(false),
        }
    }

    /// Returns how many arrangements are solved.
    pub fn solved(&self) -> usize {
        self.favours.iter().flatten().count()
    }

    /// Solves what is not yet known, on `threads` threads, or only until one is found that wins for who arranges. What
    /// was found out stays also when it is stopped.
    pub fn work(
        &mut self,
        threads: usize,
        until_won: bool,
        observer: &mut ProgressObserver<'_>,
    ) -> Result<(), SolverError> {
        if until_won && self.arranger_wins() == Some(true) {
            return Ok(());
        }
        let open: Vec<usize> = (0..self.boards.len()).filter(|&at| self.favours[at].is_none()).collect();
        let (next, done, enough) = (AtomicUsize::new(0), AtomicUsize::new(self.solved()), AtomicBool::new(false));
        let (all, rules, boards, cancel) = (self.boards.len(), self.rules, &self.boards, observer.cancel);
        let found: Mutex<&mut Vec<Option<Favours>>> = Mutex::new(&mut self.favours);
        let work = |on_progress: &mut dyn FnMut(usize, usize)| -> Result<(), SolverError> {
            let mut solver = Solver::new(rules, 1);
            while !enough.load(Ordering::Relaxed)
                && let Some(&at) = open.get(next.fetch_add(1, Ordering::Relaxed))
            {
                let favours = favours(&mut solver, boards[at], cancel)?;
                found.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(favours);
                if until_won && favours.arranger() {
                    enough.store(true, Ordering::Relaxed);
                }
                on_progress(done.fetch_add(1, Ordering::Relaxed) + 1, all);
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            // When the system gives no more threads, fewer work.
            let helpers: Vec<_> = (1..threads)
                .map_while(|_| std::thread::Builder::new().spawn_scoped(scope, || work(&mut |_, _| {})).ok())
                .collect();
            let own = work(observer.on_progress);
            let others = helpers.into_iter().map(|helper| helper.join().unwrap_or(Err(SolverError::Cancelled)));
            others.fold(own, Result::and)
        })
    }

    /// What is known as a line of text, a letter for each arrangement: `w` and `b` favour a colour, `2` and `1` who
    /// does not begin and who does, `.` is not known yet.
    pub fn save(&self) -> String {
        let letter = |favours: &Option<Favours>| match favours {
            None => '.',
            Some(Favours::White) => 'w',
            Some(Favours::Black) => 'b',
            Some(Favours::Second) => '2',
            Some(Favours::First) => '1',
        };
        self.favours.iter().map(letter).collect()
    }

    /// Takes over what was written for the same board; whether it is such a text. If it is not, nothing changes.
    pub fn load(&mut self, text: &str) -> bool {
        let read = |letter: char| match letter {
            '.' => Some(None),
            'w' => Some(Some(Favours::White)),
            'b' => Some(Some(Favours::Black)),
            '2' => Some(Some(Favours::Second)),
            '1' => Some(Some(Favours::First)),
            _ => None,
        };
        let favours: Option<Vec<_>> = text.trim().chars().map(read).collect();
        match favours.filter(|favours| favours.len() == self.boards.len()) {
            Some(favours) => self.favours = favours,
            None => return false,
        }
        true
    }
}
