//! What became of the puzzles of a game, and how many were solved in a row: kept as short texts, read forgivingly.
//!
//! A game's text has a letter a puzzle, in the order of their numbers; any other character is a puzzle that was not
//! tried.

use crate::saved::{StorageError, Store};

/// What became of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PuzzleMark {
    /// Nothing yet.
    #[default]
    Untried,
    /// It was tried, or help was asked for, and it is not solved.
    Tried,
    /// It was solved after a mistake, or with help.
    Helped,
    /// It was solved at the first try, without help.
    Solved,
}

impl PuzzleMark {
    const LETTERS: [(PuzzleMark, char); 4] =
        [(PuzzleMark::Untried, '.'), (PuzzleMark::Tried, 'x'), (PuzzleMark::Helped, 'h'), (PuzzleMark::Solved, 's')];

    fn of(letter: char) -> PuzzleMark {
        PuzzleMark::LETTERS.into_iter().find(|(_, other)| *other == letter).map(|(mark, _)| mark).unwrap_or_default()
    }

    fn letter(self) -> char {
        PuzzleMark::LETTERS.into_iter().find(|(mark, _)| *mark == self).map_or('.', |(_, letter)| letter)
    }

    /// Returns whether it has been solved, with or without mistakes.
    pub fn is_solved(self) -> bool {
        matches!(self, PuzzleMark::Helped | PuzzleMark::Solved)
    }
}

/// What became of the puzzles of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// By number, the first at 0; puzzles that are missing were not tried.
    marks: Vec<PuzzleMark>,
}

fn key(game: &str) -> String {
    format!("halfboard.puzzles.{game}")
}

impl Progress {
    /// Loads the progress in a game's `count` puzzles.
    pub fn read(store: &dyn Store, game: &str, count: usize) -> Progress {
        let text = store.get(&key(game)).unwrap_or_default();
        Progress { marks: text.chars().take(count).map(PuzzleMark::of).collect() }
    }

    fn save(&self, store: &dyn Store, game: &str) -> Result<(), StorageError> {
        store.set(&key(game), &self.marks.iter().map(|mark| mark.letter()).collect::<String>())
    }

    /// Returns what became of the puzzle of a number.
    pub fn mark(&self, number: usize) -> PuzzleMark {
        number.checked_sub(1).and_then(|index| self.marks.get(index)).copied().unwrap_or_default()
    }

    fn set(&mut self, number: usize, mark: PuzzleMark) {
        if number > self.marks.len() {
            self.marks.resize(number, PuzzleMark::Untried);
        }
        if let Some(place) = number.checked_sub(1).and_then(|index| self.marks.get_mut(index)) {
            *place = mark;
        }
    }

    /// Returns how many are solved.
    pub fn solved(&self) -> usize {
        self.marks.iter().filter(|mark| mark.is_solved()).count()
    }

    /// Returns how many were solved at the first try, without help.
    pub fn at_once(&self) -> usize {
        self.marks.iter().filter(|mark| **mark == PuzzleMark::Solved).count()
    }

    /// The next puzzle after a number that is not solved, from the beginning again after the last; 0 begins there.
    pub fn next_open(&self, after: usize, count: usize) -> Option<usize> {
        let numbers = (after + 1..=count).chain(1..=after.min(count));
        numbers.into_iter().find(|&number| !self.mark(number).is_solved())
    }

    /// Returns a wrong move was played in a puzzle, or help was asked for.
    pub fn stumbled(&mut self, store: &dyn Store, game: &str, number: usize) -> Result<(), StorageError> {
        if self.mark(number) != PuzzleMark::Untried {
            return Ok(());
        }
        self.set(number, PuzzleMark::Tried);
        let streak = Streak { now: 0, ..Streak::read(store) }.save(store);
        self.save(store, game).and(streak)
    }

    /// Returns a puzzle was solved.
    pub fn solved_one(&mut self, store: &dyn Store, game: &str, number: usize) -> Result<(), StorageError> {
        let streak = match self.mark(number) {
            PuzzleMark::Helped | PuzzleMark::Solved => return Ok(()),
            PuzzleMark::Tried => {
                self.set(number, PuzzleMark::Helped);
                Ok(())
            }
            PuzzleMark::Untried => {
                self.set(number, PuzzleMark::Solved);
                let Streak { now, best } = Streak::read(store);
                let now = now.saturating_add(1);
                Streak { now, best: best.max(now) }.save(store)
            }
        };
        self.save(store, game).and(streak)
    }
}

/// How many puzzles, of any game, were solved in a row at the first try and without help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streak {
    /// Up to now.
    pub now: u32,
    /// The most ever.
    pub best: u32,
}

const STREAK: &str = "halfboard.puzzles.streak";

impl Streak {
    /// Returns what is kept.
    pub fn read(store: &dyn Store) -> Streak {
        let text = store.get(STREAK).unwrap_or_default();
        let mut numbers = text.split(' ').map(|word| word.parse().unwrap_or_default());
        let (now, best) = (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default());
        Streak { now, best: best.max(now) }
    }

    fn save(self, store: &dyn Store) -> Result<(), StorageError> {
        store.set(STREAK, &format!("{} {}", self.now, self.best))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::saved::MemoryStore;

    #[test]
    fn first_tries_make_a_streak_and_help_ends_it() {
        let store = MemoryStore::new();
        let mut progress = Progress::read(&store, "j", 9);
        for number in [1, 2, 2] {
            progress.solved_one(&store, "j", number).expect("kept");
        }
        assert_eq!(Streak::read(&store), Streak { now: 2, best: 2 });
        progress.stumbled(&store, "j", 2).expect("kept");
        assert_eq!(progress.mark(2), PuzzleMark::Solved, "what is solved stays so");
        assert_eq!(Streak::read(&store).now, 2);
        progress.stumbled(&store, "j", 4).expect("kept");
        progress.solved_one(&store, "j", 4).expect("kept");
        assert_eq!((progress.mark(4), progress.solved(), progress.at_once()), (PuzzleMark::Helped, 3, 2));
        assert_eq!(Streak::read(&store), Streak { now: 0, best: 2 });
        assert_eq!(Progress::read(&store, "j", 9), progress);
        assert_eq!(
            (progress.next_open(0, 9), progress.next_open(9, 9), progress.next_open(3, 4)),
            (Some(3), Some(3), Some(3))
        );
        assert_eq!(progress.next_open(0, 2), None);
    }

    #[test]
    fn whatever_is_kept_can_be_read() {
        let store = MemoryStore::new();
        for text in ["", "sss\u{fffd}<b>", "ssssssssssssssssssssssssssss", "\n\n x"] {
            store.set("halfboard.puzzles.j", text).expect("kept");
            store.set(STREAK, text).expect("kept");
            let progress = Progress::read(&store, "j", 5);
            assert!(progress.solved() <= 5);
            assert_eq!(progress.mark(0), PuzzleMark::Untried);
            assert_eq!(Streak::read(&store), Streak::default());
        }
        store.set(STREAK, "7 99999999999999999999").expect("kept");
        assert_eq!(Streak::read(&store), Streak { now: 7, best: 7 });
    }
}
