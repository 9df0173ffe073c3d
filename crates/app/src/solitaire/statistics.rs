//! Statistics of the solitaire puzzles: counts and times by grade, and the solved daily puzzles with streaks. Stored as
//! lines of text; unreadable lines are skipped.

use std::collections::BTreeMap;

use halfboard_engine::games::sight_reduction::solitaire::Grade;

use super::run::SolvedRun;
use super::{Date, PuzzleId};
use crate::saved::{StorageError, Store};

const KEY: &str = "halfboard.solitaire.statistics";

/// Results of the puzzles of one grade.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Number of puzzles started.
    pub begun: u32,
    /// Number of puzzles solved, or brought to the best possible result.
    pub solved: u32,
    /// Number of puzzles solved without help.
    pub unhelped: u32,
    /// The shortest time, in seconds.
    pub best: Option<f64>,
    /// The sum of all times, in seconds.
    pub total: f64,
}

impl Tally {
    /// Returns the average time, in seconds.
    pub fn average(&self) -> Option<f64> {
        (self.solved > 0).then(|| self.total / f64::from(self.solved))
    }
}

/// The result of a solved daily puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DayResult {
    /// The time it took, in seconds.
    pub seconds: f64,
    /// Whether it was solved on its day.
    pub on_its_day: bool,
    /// Whether it was solved without help.
    pub unhelped: bool,
}

/// Statistics of all puzzles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    grades: [Tally; 5],
    boards: Tally,
    days: BTreeMap<Date, DayResult>,
}

impl Statistics {
    /// Loads the stored statistics.
    pub fn load(store: &dyn Store) -> Statistics {
        Statistics::read(&store.get(KEY).unwrap_or_default())
    }

    /// Saves the statistics. Fails if the storage is full or disabled.
    pub fn save(&self, store: &dyn Store) -> Result<(), StorageError> {
        store.set(KEY, &self.write())
    }

    /// Deletes the stored statistics.
    pub fn forget(store: &dyn Store) {
        store.remove(KEY);
    }

    /// Returns the results of a grade; `None` stands for boards without a grade.
    pub fn tally(&self, grade: Option<Grade>) -> &Tally {
        grade.map_or(&self.boards, |grade| &self.grades[grade as usize])
    }

    /// Returns whether nothing has been counted yet.
    pub fn is_empty(&self) -> bool {
        *self == Statistics::default()
    }

    fn tally_mut(&mut self, grade: Option<Grade>) -> &mut Tally {
        match grade {
            Some(grade) => &mut self.grades[grade as usize],
            None => &mut self.boards,
        }
    }

    /// Counts a started puzzle.
    pub fn begin(&mut self, which: &PuzzleId) {
        let tally = self.tally_mut(which.grade());
        tally.begun = tally.begun.saturating_add(1);
    }

    /// Counts a solved puzzle.
    pub fn win(&mut self, which: &PuzzleId, won: SolvedRun) {
        let unhelped = won.help.is_none();
        let tally = self.tally_mut(which.grade());
        tally.solved = tally.solved.saturating_add(1);
        tally.unhelped = tally.unhelped.saturating_add(u32::from(unhelped));
        tally.best = Some(tally.best.map_or(won.seconds, |best| best.min(won.seconds)));
        tally.total += won.seconds;
        if let PuzzleId::Daily(date) = which {
            let day = DayResult { seconds: won.seconds, on_its_day: won.on == *date, unhelped };
            self.days.entry(*date).or_insert(day);
        }
    }

    /// Returns the result of a daily puzzle, if it was solved.
    pub fn day(&self, date: Date) -> Option<DayResult> {
        self.days.get(&date).copied()
    }

    /// Returns the current streak: consecutive days solved on their day, up to today or yesterday.
    pub fn streak(&self, today: Date) -> u32 {
        let solved = |date: Date| self.day(date).is_some_and(|day| day.on_its_day);
        let last = if solved(today) { today } else { today.before(1) };
        (0..=last.number()).take_while(|&days| solved(last.before(days))).count() as u32
    }

    /// Returns the longest streak of days solved on their day.
    pub fn longest_streak(&self) -> u32 {
        let (mut longest, mut run, mut last) = (0, 0, None);
        for (date, _) in self.days.iter().filter(|(_, day)| day.on_its_day) {
            run = if last == Some(date.before(1)) && date.number() > 0 { run + 1 } else { 1 };
            longest = longest.max(run);
            last = Some(*date);
        }
        longest
    }

    fn write(&self) -> String {
        let mut text = String::new();
        let named = Grade::ALL.iter().map(|grade| (grade.as_str(), self.tally(Some(*grade))));
        for (name, tally) in named.chain([("boards", &self.boards)]) {
            let Tally { begun, solved, unhelped, best, total } = tally;
            let best = best.map_or("-".to_owned(), |best| format!("{best:.1}"));
            text += &format!("{name} {begun} {solved} {unhelped} {best} {total:.1}\n");
        }
        for (date, day) in &self.days {
            let on = if day.on_its_day { "same-day" } else { "later" };
            let help = if day.unhelped { "unhelped" } else { "helped" };
            text += &format!("day {date} {:.1} {on} {help}\n", day.seconds);
        }
        text
    }

    fn read(text: &str) -> Statistics {
        let mut statistics = Statistics::default();
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["day", date, seconds, on, help] => {
                    let day = DayResult {
                        seconds: seconds_of(seconds),
                        on_its_day: on == "same-day",
                        unhelped: help == "unhelped",
                    };
                    if let Some(date) = Date::read(date) {
                        statistics.days.insert(date, day);
                    }
                }
                [name, begun, solved, unhelped, best, total] => {
                    let Some(grade) = name.parse().ok().map(Some).or((name == "boards").then_some(None)) else {
                        continue;
                    };
                    let (Ok(begun), Ok(solved), Ok(unhelped)) = (begun.parse(), solved.parse(), unhelped.parse())
                    else {
                        continue;
                    };
                    let best = (best != "-").then(|| seconds_of(best));
                    *statistics.tally_mut(grade) = Tally { begun, solved, unhelped, best, total: seconds_of(total) };
                }
                _ => {}
            }
        }
        statistics
    }
}

fn seconds_of(text: &str) -> f64 {
    text.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solitaire::HelpUsed;

    fn date(text: &str) -> Date {
        Date::read(text).expect("a day")
    }

    fn win(statistics: &mut Statistics, of: &str, on: &str, seconds: f64, hints: u32) {
        let which = PuzzleId::Daily(date(of));
        statistics.begin(&which);
        statistics.win(&which, SolvedRun { seconds, on: date(on), help: HelpUsed { hints, ..HelpUsed::default() } });
    }

    #[test]
    fn streaks_count_days_solved_on_their_day() {
        let mut statistics = Statistics::default();
        let today = date("2026-03-02");
        assert_eq!((statistics.streak(today), statistics.longest_streak()), (0, 0));
        for day in ["2026-02-25", "2026-02-26", "2026-02-28", "2026-03-01"] {
            win(&mut statistics, day, day, 60.0, 0);
        }
        // Today is not lost yet.
        assert_eq!((statistics.streak(today), statistics.longest_streak()), (2, 2));
        // A day that is made up for later mends nothing.
        win(&mut statistics, "2026-02-27", "2026-03-02", 60.0, 0);
        assert_eq!(statistics.streak(today), 2);
        win(&mut statistics, "2026-03-02", "2026-03-02", 60.0, 3);
        assert_eq!((statistics.streak(today), statistics.longest_streak()), (3, 3));
        assert_eq!(statistics.streak(date("2026-03-04")), 0);
        assert_eq!(statistics.streak(date("1970-01-01")), 0);
    }

    #[test]
    fn times_are_added_up_by_grade() {
        let mut statistics = Statistics::default();
        // Two Mondays.
        win(&mut statistics, "2026-11-09", "2026-11-09", 100.0, 0);
        win(&mut statistics, "2026-11-16", "2026-11-16", 50.0, 1);
        let tally = *statistics.tally(Some(Grade::Gentle));
        assert_eq!((tally.begun, tally.solved, tally.unhelped), (2, 2, 1));
        assert_eq!((tally.best, tally.average()), (Some(50.0), Some(75.0)));
        assert_eq!(statistics.tally(Some(Grade::Hard)).average(), None);
        assert_eq!(Statistics::read(&statistics.write()), statistics);
    }

    #[test]
    fn broken_lines_are_left_out() {
        let text =
            "gentle 1 x 0 - 0\nhard 3 2 1 NaN -7\nday tomorrow 3 same-day helped\nday 2026-11-16 9 later x\n\u{0}";
        let statistics = Statistics::read(text);
        assert_eq!(statistics.tally(Some(Grade::Gentle)), &Tally::default());
        assert_eq!(statistics.tally(Some(Grade::Hard)).total, 0.0);
        assert_eq!(statistics.day(date("2026-11-16")).map(|day| day.on_its_day), Some(false));
    }
}
