//! Goes over a finished table again: everywhere by its own equations, and in samples by the rules core, which shares
//! nothing with the builder.

use std::cmp::Reverse;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use halfboard_rules::game::{Color, Game, Outcome};
use halfboard_rules::games::sllim::{Options, Position, Sllim};
use halfboard_rules::options::OptionSet;
use halfboard_rules::present::Present;
use halfboard_rules::random::SplitMix64;

use super::build::zeroes;
use super::file::{SllimTable, TableError, proof};
use super::gather::Gather;
use super::index::{BoardSize, CHOOSE, PositionIndex, along};
use crate::limits::OutOfMemory;
use crate::value::Proof;

/// What is wrong with a table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckError {
    /// It does not agree with its sums.
    File(TableError),
    /// A place has another value than its neighbours give.
    Equation {
        /// The squares of the side to move and of the side that waits, on the board.
        sides: [u32; 2],
        /// What the table says.
        says: Proof,
        /// What follows from what it says of the positions after one turn.
        follows: Proof,
    },
    /// Search by the rules finds something else.
    Sample {
        /// The position.
        position: String,
        /// What the table says.
        says: Option<Proof>,
        /// What was found.
        found: String,
    },
    /// There is not enough memory to go over it.
    Memory(OutOfMemory),
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::File(error) => write!(f, "{error}"),
            CheckError::Equation { sides: [moving, waiting], says, follows } => {
                write!(f, "{moving:#010x} to move against {waiting:#010x} is said to be a {says}, ")?;
                write!(f, "but the positions after one turn make it a {follows}")
            }
            CheckError::Sample { position, says, found } => {
                let says = says.map_or("nothing".to_owned(), |says| says.to_string());
                write!(f, "{position}: the table says {says}, but {found}")
            }
            CheckError::Memory(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for CheckError {}

/// How many positions there are of each value, all placements counted: by the plies until the end, 0 for draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableCounts {
    by_plies: Vec<u64>,
    longest: [u32; 2],
}

impl TableCounts {
    /// Returns the number of positions with this many plies to the end, or of draws for 0.
    pub fn of(&self, plies: u32) -> u64 {
        self.by_plies.get(plies as usize).copied().unwrap_or(0)
    }

    /// Returns the most plies until the end.
    pub fn longest(&self) -> u32 {
        self.by_plies.iter().rposition(|&count| count > 0).unwrap_or(0) as u32
    }

    /// Returns a position with the longest distance, on the game's board: the squares of the side to move, and of the
    /// other.
    pub fn longest_position(&self) -> [u32; 2] {
        self.longest
    }

    /// Positions that the side to move wins, draws, and loses.
    pub fn wins_draws_losses(&self) -> [u64; 3] {
        let of = |first: usize| self.by_plies.iter().skip(first).step_by(2).sum::<u64>();
        [of(1), self.by_plies[0], of(2)]
    }
}

/// Compares every place with what the places after one turn make of it, on `threads` threads, and counts. Reports now
/// and then how many rows of how many are done.
pub fn check(
    table: &SllimTable,
    threads: usize,
    on_rows: &(dyn Fn(usize, usize) + Sync),
) -> Result<TableCounts, CheckError> {
    table.verify().map_err(CheckError::File)?;
    let index = table.index();
    let values = zeroes(index.bytes()).map_err(CheckError::Memory)?;
    for row in 0..index.height() {
        let start = index.row_start(row);
        for (column, value) in table.values(row).enumerate() {
            values[start + along(column as u32) as usize].store(value, Ordering::Relaxed);
        }
    }
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    // TableCounts, the longest with its place, and what is wrong.
    let all = Mutex::new((vec![0; 256], (0, Reverse((0, 0))), None));
    let work = || {
        let mut counts = vec![0; 256];
        let mut row = CheckRow::new(index);
        let (mut longest, mut wrong) = ((0, Reverse((0, 0))), None);
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= index.height() || stop.load(Ordering::Relaxed) {
                break;
            }
            row.gather(index, &values, at);
            let weight = index.images(at) as u64;
            for (column, says) in table.values(at).enumerate() {
                counts[usize::from(says)] += weight;
                // Of equals the first, whichever thread finds it.
                longest = longest.max((says, Reverse((at, column))));
                let follows = row.follows(column);
                if says != follows && wrong.is_none() {
                    let sides = sides(index, at, column);
                    wrong = Some(CheckError::Equation { sides, says: proof(says), follows: proof(follows) });
                    stop.store(true, Ordering::Relaxed);
                }
            }
            on_rows(at + 1, index.height());
        }
        let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
        all.0.iter_mut().zip(counts).for_each(|(all, count)| *all += count);
        all.1 = all.1.max(longest);
        all.2 = all.2.take().or(wrong);
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    let (by_plies, (_, Reverse((row, column))), wrong) = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    wrong.map_or_else(|| Ok(TableCounts { by_plies, longest: sides(index, row, column) }), Err)
}

/// Returns the squares of the side to move and of the other, on the board.
fn sides(index: &PositionIndex, row: usize, column: usize) -> [u32; 2] {
    [index.moving(row, column), index.waiting(row)].map(|side| index.on_board(side))
}

/// How much a value of the other side pleases the side that has just moved: its losses, the sooner the better, then
/// draws, then its wins, the later the better.
const fn pleasure(value: u8) -> u8 {
    match value {
        0 => 128,
        _ if value.is_multiple_of(2) => u8::MAX - value,
        _ => value,
    }
}

/// What a turn gives that pleases so much. A set that was completed pleases most.
const fn after(pleasure: u8) -> u8 {
    match pleasure {
        128 => 0,
        129.. => u8::MAX - pleasure + 1,
        _ => pleasure + 1,
    }
}

/// A row with what its turns lead to.
struct CheckRow {
    gather: Gather,
    /// How much it pleases to have come to each four, by column.
    fours: Vec<u8>,
    /// Of the fours that contain a three, the best and the second best, by the rank of the three.
    best: Vec<[u8; 2]>,
    /// The threes of each column, by rank.
    threes: Vec<[u16; 4]>,
    /// Whether the four of a column is a set.
    sets: Vec<bool>,
}

impl CheckRow {
    fn new(index: &PositionIndex) -> Self {
        let rank = |three: [usize; 3]| three.iter().zip(1..=3).map(|(&at, k)| CHOOSE[k][at]).sum::<u32>() as u16;
        let threes: Vec<[u16; 4]> = index
            .threes()
            .iter()
            .flat_map(|three| {
                let [b, c, d] = three.map(usize::from);
                (0..b).map(move |a| [[a, b, c], [a, b, d], [a, c, d], [b, c, d]].map(rank))
            })
            .collect();
        let count = threes.iter().flatten().max().map_or(0, |&most| usize::from(most) + 1);
        CheckRow {
            gather: Gather::new(),
            fours: vec![0; threes.len()],
            best: vec![[0; 2]; count],
            sets: vec![false; threes.len()],
            threes,
        }
    }

    fn gather(&mut self, index: &PositionIndex, values: &[AtomicU8], row: usize) {
        let waiting = index.waiting(row);
        self.gather.prepare(index, waiting);
        self.sets.fill(false);
        for &set in index.sets().iter().filter(|&set| set & waiting == 0) {
            self.sets[index.place_in(row, set)] = true;
        }
        let mut column = 0;
        for &three in index.threes() {
            self.gather.each(index, values, three, &mut |_, value| {
                self.fours[column] = if self.sets[column] { u8::MAX } else { pleasure(value) };
                column += 1;
            });
        }
        self.best.fill([0; 2]);
        for (threes, &four) in self.threes.iter().zip(&self.fours) {
            for &three in threes {
                let [best, second] = &mut self.best[usize::from(three)];
                *second = (*second).max(four.min(*best));
                *best = (*best).max(four);
            }
        }
    }

    /// Returns the value of a column by the best of its neighbours: the fours that share three squares with it.
    fn follows(&self, column: usize) -> u8 {
        let own = self.fours[column];
        let best = self.threes[column].iter().map(|&three| {
            let [best, second] = self.best[usize::from(three)];
            // Where the column itself is the best of a three, the next one counts, which may be as good.
            if best == own { second } else { best }
        });
        after(best.max().unwrap_or(0))
    }
}

/// Compares the table with the rules core on random positions: its values with those after every legal move, and where
/// they are at most `plies` with plain search to that depth. Tells how many samples are done.
pub fn sample(
    table: &SllimTable,
    seed: u64,
    samples: usize,
    plies: u32,
    on_sample: &mut dyn FnMut(usize, usize),
) -> Result<(), CheckError> {
    let game = Sllim::new(Options::DEFAULT).expect("the default rules are rules");
    let mut random = SplitMix64::new(seed);
    for number in 0..samples {
        let position = random_position(&game, &mut random, [4, 4]);
        let says = table.probe(&game, &position);
        let wrong = |found: String| Err(CheckError::Sample { position: game.format_position(&position), says, found });
        let follows = by_turns(table, &game, &position);
        if follows != says {
            return wrong(format!("its legal moves give {follows:?}"));
        }
        let found = by_search(&game, &position, plies);
        let expected = says.filter(|says| matches!(says, Proof::Win(n) | Proof::Loss(n) if *n <= plies));
        if found != expected {
            return wrong(format!("search to {plies} plies finds {found:?}"));
        }
        on_sample(number + 1, samples);
    }
    Ok(())
}

/// Returns a random placement of four, eight or twelve of White and of Black, by the default rules, White or
/// Black to move.
pub fn random_position(game: &Sllim, random: &mut SplitMix64, [white, black]: [usize; 2]) -> Position {
    let mut squares = [' '; 32];
    for letter in "w".repeat(white).chars().chain("b".repeat(black).chars()) {
        let free: Vec<usize> = (0..32).filter(|&square| squares[square] == ' ').collect();
        squares[free[random.below(free.len() as u64) as usize]] = letter;
    }
    let turn = Color::BOTH[random.below(2) as usize].letter();
    let sets = [white, black].map(|checkers| (12 - checkers) / 4);
    let text = format!("{} {turn} w0b0 w{}b{} -", write_board(&squares), sets[0], sets[1]);
    game.parse_position(&text).expect("a placement is a position")
}

/// Returns the position of four against four with White to move, as it is written.
pub fn format_position([white, black]: [u32; 2]) -> String {
    let letter = |square: usize| match (white >> square & 1, black >> square & 1) {
        (1, _) => 'w',
        (_, 1) => 'b',
        _ => ' ',
    };
    format!("{} w w0b0 w2b2 -", write_board(&std::array::from_fn(letter)))
}

fn write_board(squares: &[char; 32]) -> String {
    squares.chunks(BoardSize::GAME.columns()).map(write_row).collect::<Vec<_>>().join("/")
}

/// Returns a row of a board as positions write it: runs of empty squares as a number.
fn write_row(squares: &[char]) -> String {
    let runs = squares.chunk_by(|a, b| a == b && *a == ' ');
    runs.map(|run| if run[0] == ' ' { run.len().to_string() } else { run[0].to_string() }).collect()
}

/// Returns the value of a position by what the table says after every legal move.
fn by_turns(table: &SllimTable, game: &Sllim, position: &Position) -> Option<Proof> {
    let mut best = 0;
    let all = game.for_each_move(position, &mut |mv| {
        let mut next = *position;
        game.play(&mut next, mv);
        let value = match (game.ending(&next), table.probe(game, &next)) {
            // By the default rules a turn ends the game only by completing the last set of the side that makes it.
            (Some(_), _) => Some(u8::MAX),
            (None, Some(Proof::Win(plies) | Proof::Loss(plies))) => Some(pleasure(plies as u8)),
            (None, known) => known.map(|_| pleasure(0)),
        };
        best = best.max(value.unwrap_or(0));
        if value.is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    all.is_continue().then(|| proof(after(best)))
}

/// Returns a win or loss that plain search finds within `plies`, with its exact distance.
pub(super) fn by_search(game: &Sllim, position: &Position, plies: u32) -> Option<Proof> {
    (1..=plies).find_map(|plies| match plies % 2 {
        1 => wins_within(game, position, plies).then_some(Proof::Win(plies)),
        _ => loses_within(game, position, plies).then_some(Proof::Loss(plies)),
    })
}

fn has_won(game: &Sllim, position: &Position, color: Color) -> bool {
    game.ending(position).is_some_and(|ending| ending.outcome == Outcome::Win(color))
}

fn wins_within(game: &Sllim, position: &Position, plies: u32) -> bool {
    let mut wins = |mv| {
        let mut next = *position;
        game.play(&mut next, mv);
        let won = match game.ending(&next) {
            Some(_) => has_won(game, &next, position.to_move()),
            None => plies > 2 && loses_within(game, &next, plies - 1),
        };
        if won { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    game.for_each_move(position, &mut wins).is_break()
}

fn loses_within(game: &Sllim, position: &Position, plies: u32) -> bool {
    let mut holds = |mv| {
        let mut next = *position;
        game.play(&mut next, mv);
        let lost = match game.ending(&next) {
            Some(_) => has_won(game, &next, position.to_move().other()),
            None => plies > 1 && wins_within(game, &next, plies - 1),
        };
        if lost { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    game.for_each_move(position, &mut holds).is_continue()
}
