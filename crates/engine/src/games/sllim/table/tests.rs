//! The table of smaller boards against plain brute force, and the index of the game's board against the rules.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, OnceLock};

use halfboard_rules::game::Game;
use halfboard_rules::games::sllim::{Options, Position, Set, Sllim};
use halfboard_rules::options::OptionSet;
use halfboard_rules::present::Present;
use halfboard_rules::random::SplitMix64;

use super::SllimTable;
use super::build::TableBuilder;
use super::check::{CheckError, by_search, check, random_position};
use super::file::{BLOCK, FileHeader, TableError, four_against_four, row_sum};
use super::index::{BoardSize, PositionIndex, along};
use crate::levels::Level;
use crate::limits::Limits;
use crate::search::{GameHistory, Search, SearchSettings};
use crate::value::{Proof, Value};

fn size(rows: usize, columns: usize) -> BoardSize {
    BoardSize::new(rows, columns).expect("a board")
}

fn built(size: BoardSize, threads: usize) -> TableBuilder {
    let mut builder = TableBuilder::new(PositionIndex::new(size)).expect("memory");
    while !builder.is_finished() {
        builder.pass(threads, &|_, _| {});
    }
    builder
}

fn bits(board: u32) -> impl Iterator<Item = u32> + Clone {
    (0..32).map(|square| 1 << square).filter(move |bit| board & bit != 0)
}

/// Returns all fours of a board, as sets of its squares.
fn fours(size: BoardSize) -> Vec<u32> {
    (0..1u32 << size.squares()).filter(|four| four.count_ones() == 4).collect()
}

/// Returns the sets of a board, written down in another way than in the index: by their outlines.
fn is_set(size: BoardSize, four: u32) -> bool {
    let columns = size.columns() as u32;
    let rows: Vec<u32> = bits(four).map(|bit| bit.trailing_zeros() / columns).collect();
    let across: Vec<u32> = bits(four).map(|bit| bit.trailing_zeros() % columns).collect();
    let span = |of: &[u32]| of.iter().max().unwrap() - of.iter().min().unwrap() + 1;
    span(&rows) * span(&across) == 4
}

/// Every position by plain repetition of the definition: what is decided in n plies, for n = 1, 2, 3 and so on. Values
/// by the four to move and the four that waits.
struct Brute {
    size: BoardSize,
    number: Vec<usize>,
    fours: Vec<u32>,
    values: Vec<u8>,
}

impl Brute {
    fn new(size: BoardSize) -> Self {
        let fours = fours(size);
        let mut number = vec![usize::MAX; 1 << size.squares()];
        fours.iter().enumerate().for_each(|(at, four)| number[*four as usize] = at);
        let values = vec![0; fours.len() * fours.len()];
        let mut brute = Brute { size, number, fours, values };
        for plies in 1.. {
            if !brute.step(plies) {
                break;
            }
        }
        brute
    }

    fn at(&self, moving: u32, waiting: u32) -> usize {
        self.number[moving as usize] * self.fours.len() + self.number[waiting as usize]
    }

    fn step(&mut self, plies: u8) -> bool {
        let mut found = Vec::new();
        let pairs = self.fours.iter().flat_map(|moving| self.fours.iter().map(move |waiting| (*moving, *waiting)));
        for (moving, waiting) in pairs.filter(|(moving, waiting)| moving & waiting == 0) {
            let at = self.at(moving, waiting);
            if self.values[at] == 0 && self.is_decided(moving, waiting, plies) {
                found.push(at);
            }
        }
        found.iter().for_each(|&at| self.values[at] = plies);
        !found.is_empty()
    }

    fn is_decided(&self, moving: u32, waiting: u32, plies: u8) -> bool {
        let empty = ((1u64 << self.size.squares()) - 1) as u32 & !(moving | waiting);
        let mut turns = bits(moving).flat_map(|from| bits(empty).map(move |to| moving ^ from | to));
        let value = |four: u32| self.values[self.at(waiting, four)];
        match plies {
            1 => turns.any(|four| is_set(self.size, four)),
            _ if plies % 2 == 1 => turns.any(|four| value(four) == plies - 1),
            _ => turns.all(|four| value(four) % 2 == 1),
        }
    }
}

fn equals_brute_force(size: BoardSize) -> TableBuilder {
    let builder = built(size, 2);
    let index = builder.index();
    let brute = Brute::new(size);
    for &moving in &brute.fours {
        for &waiting in brute.fours.iter().filter(|&waiting| moving & waiting == 0) {
            let (row, column) = index.place(index.numbered(moving), index.numbered(waiting));
            let expected = brute.values[brute.at(moving, waiting)];
            assert_eq!(builder.value(row, column), expected, "{moving:#x} to move, {waiting:#x} waits");
        }
    }
    builder
}

/// A board of four rows has sets of all shapes, and one of two rows and six columns no columns.
#[test]
fn small_boards_equal_brute_force_everywhere() {
    equals_brute_force(size(2, 6));
    let builder = equals_brute_force(size(4, 4));
    assert!(builder.passes() > 10, "it takes long play, too");
}

#[test]
fn threads_do_not_matter_nor_does_an_interruption() {
    let whole = built(size(2, 8), 1);
    let mut builder = TableBuilder::new(PositionIndex::new(size(2, 8))).expect("memory");
    while !builder.is_finished() {
        builder.pass(3, &|_, _| {});
        let mut saved = Vec::new();
        builder.save(&mut saved).expect("a vector takes all");
        builder = TableBuilder::resume(&mut &saved[..]).expect("it was saved whole");
    }
    assert_eq!(builder.passes(), whole.passes());
    let places =
        (0..whole.index().height()).flat_map(|row| (0..whole.index().width()).map(move |column| (row, column)));
    for (row, column) in places {
        assert_eq!(builder.value(row, column), whole.value(row, column));
    }
}

#[test]
fn what_was_not_saved_whole_is_not_taken_up() {
    let mut builder = TableBuilder::new(PositionIndex::new(size(2, 6))).expect("memory");
    builder.pass(1, &|_, _| {});
    let mut saved = Vec::new();
    builder.save(&mut saved).expect("a vector takes all");
    for length in [0, 5, 20, 100, saved.len() - 1] {
        assert!(TableBuilder::resume(&mut &saved[..length]).is_err(), "{length} bytes");
    }
    for at in (0..saved.len()).step_by(37) {
        let mut damaged = saved.clone();
        damaged[at] ^= 4;
        assert!(TableBuilder::resume(&mut &damaged[..]).is_err(), "byte {at}");
    }
}

fn game() -> &'static PositionIndex {
    static INDEX: OnceLock<PositionIndex> = OnceLock::new();
    INDEX.get_or_init(|| PositionIndex::new(BoardSize::GAME))
}

#[test]
fn the_sets_are_those_of_the_rules() {
    let mut ours: Vec<u32> = game().sets().iter().map(|&set| game().on_board(set)).collect();
    let mut theirs: Vec<u32> = Set::all().map(Set::squares).collect();
    ours.sort_unstable();
    theirs.sort_unstable();
    assert_eq!(ours, theirs);
}

#[test]
fn every_position_has_a_place_which_its_mirror_images_share() {
    let index = game();
    assert_eq!((index.height(), index.width()), (9080, 20475));
    let mut random = SplitMix64::new(1);
    for _ in 0..20_000 {
        let mut eight = [0u32; 2];
        while eight.map(u32::count_ones) != [4, 4] {
            let side = usize::from(eight[0].count_ones() == 4);
            eight[side] |= !(eight[0] | eight[1]) & 1 << random.below(32);
        }
        let place = |[moving, waiting]: [u32; 2]| index.place(index.numbered(moving), index.numbered(waiting));
        let (row, column) = place(eight);
        assert!(row < index.height() && column < index.width());
        assert_eq!(index.row_at(index.row_start(row)), row);
        assert_eq!(index.place(index.moving(row, column), index.waiting(row)), (row, column));
        let rows_mirrored = |board: u32| board.swap_bytes();
        let columns_mirrored = |board: u32| board.reverse_bits().swap_bytes();
        // Where the four that wait are their own image, two places may stand for one position.
        let symmetric = [rows_mirrored, columns_mirrored, |board: u32| board.reverse_bits()]
            .iter()
            .any(|mirrored| mirrored(eight[1]) == eight[1]);
        if !symmetric {
            assert_eq!(place(eight.map(rows_mirrored)), (row, column));
            assert_eq!(place(eight.map(columns_mirrored)), (row, column));
        }
    }
}

fn written(builder: &TableBuilder) -> Vec<u8> {
    let mut bytes = Vec::new();
    builder.write(&mut bytes).expect("a vector takes all");
    bytes
}

fn open(bytes: Vec<u8>) -> Result<SllimTable, TableError> {
    SllimTable::open(Box::new(bytes), |_| {})
}

fn every_place(index: &PositionIndex) -> impl Iterator<Item = (usize, usize)> {
    let width = index.width();
    (0..index.height()).flat_map(move |row| (0..width).map(move |column| (row, column)))
}

#[test]
fn a_table_is_read_as_it_was_built_and_stands_its_check() {
    let builder = built(size(4, 4), 1);
    assert!(builder.passes() < 17, "half a byte would do for all");
    // More values than the book holds, so that the list of others is used.
    for (at, value) in builder.values.iter().enumerate().filter(|(_, value)| value.load(Relaxed) > 5) {
        value.fetch_add(2 * (at % 20) as u8, Relaxed);
    }
    let table = open(written(&builder)).expect("it was written whole");
    table.verify().expect("it was written whole");
    for (row, column) in every_place(builder.index()) {
        assert_eq!(table.value(row, column), builder.value(row, column));
    }
    assert!(
        (0..table.index().height())
            .all(|row| { table.values(row).enumerate().all(|(column, value)| value == builder.value(row, column)) })
    );
}

#[test]
fn the_check_finds_a_single_wrong_value() {
    for size in [size(2, 6), size(4, 4)] {
        let builder = built(size, 1);
        let index = builder.index();
        let counts = check(&open(written(&builder)).expect("a table"), 2, &|_, _| {}).expect("it is right");
        let [wins, draws, losses] = counts.wins_draws_losses();
        let fours = fours(size);
        let positions = fours.iter().flat_map(|a| fours.iter().filter(move |&b| a & b == 0)).count();
        assert_eq!(wins + draws + losses, positions as u64);
        assert_eq!(counts.longest() + 1, builder.passes());
        let mut random = SplitMix64::new(3);
        for _ in 0..20 {
            let (row, column) = (random.below(index.height() as u64), random.below(index.width() as u64));
            let place = &builder.values[index.row_start(row as usize) + along(column as u32) as usize];
            let right = place.load(Relaxed);
            place.store(if right == 0 { 5 } else { right - 1 }, Relaxed);
            let table = open(written(&builder)).expect("a table");
            let wrong = check(&table, 1, &|_, _| {});
            assert!(matches!(wrong, Err(CheckError::Equation { .. })), "{row} {column}: {right}, {wrong:?}");
            place.store(right, Relaxed);
        }
    }
}

#[test]
fn damaged_tables_are_not_believed() {
    let bytes = written(&built(size(2, 6), 1));
    for length in [0, 7, 79, 80, 500, bytes.len() - 1] {
        assert!(open(bytes[..length].to_vec()).is_err(), "{length} bytes");
    }
    assert!(matches!(open([&bytes[..], &[0]].concat()), Err(TableError::Length { .. })));
    for at in (0..80).chain((80..bytes.len()).step_by(101)) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 16;
        assert!(open(damaged).and_then(|table| table.verify()).is_err(), "byte {at}");
    }
    let mut other = bytes;
    other[8] = 9;
    let problem = open(other).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(problem.contains("version 9 for sllim"), "{problem}");
}

/// The table is made by the default rules. That it holds for the others is argued at the head of this module; here
/// search finds the same wins and losses by all of them.
#[test]
fn options_make_no_difference_with_four_against_four() {
    let mut random = SplitMix64::new(5);
    let plain = Sllim::new(Options::DEFAULT).expect("rules");
    let others = [
        ("knockout=on", "w2b2 -"),
        ("borrow=on", "w2b2 -"),
        ("momentum=on", "w2b2 w"),
        ("momentum=on", "w2b2 b"),
        ("setup=intermediate", "w2b2 -"),
        ("setup=advanced,first=black", "w2b2 -"),
        ("setup=either-side", "w2b2 -"),
        ("setup=either-side,pieces=8,borrow=on", "w1b1 -"),
        ("setup=expert,pieces=8", "w1b1 -"),
    ];
    let others =
        others.map(|(options, counts)| (Sllim::new(Options::parse(options).expect(options)).expect(options), counts));
    let mut decided = 0;
    for _ in 0..40 {
        let position = random_position(&plain, &mut random, [4, 4]);
        let text = plain.format_position(&position);
        let expected = by_search(&plain, &position, 3);
        decided += usize::from(expected.is_some());
        for (game, counts) in &others {
            let text = text.replace("w2b2 -", counts);
            let position = game.parse_position(&text).expect("a position by these rules, too");
            assert!(four_against_four(&position).is_some() && game.ending(&position).is_none());
            assert_eq!(by_search(game, &position, 3), expected, "{text}");
        }
    }
    assert!((10..40).contains(&decided), "some are decided: {decided}");
    let over = |options: &str, text: &str| {
        let game = Sllim::new(Options::parse(options).expect(options)).expect(options);
        let position = game.parse_position(text).expect(text);
        game.ending(&position).is_some()
    };
    assert!(over("shorter=on", "wwww4/8/8/bbbbb3 w w0b0 w2b1 -".replace("bbbbb3", "bbbbbbbb").as_str()));
    assert!(over("momentum=on", "wwww4/8/8/bbbb4 b w0b0 w2b2 ww"));
}

/// Returns a table of the game's board that says the same of every position: nothing of it is true, which shows that it
/// is asked.
fn saying(value: u8) -> Arc<SllimTable> {
    let index = game();
    let halves = vec![0; index.width().next_multiple_of(BLOCK) / 2];
    let sums = row_sum(&halves, &[]).repeat(index.height());
    let blocks = halves.len() * 2 / BLOCK * index.height() + 1;
    let before = vec![0; (4 * blocks).next_multiple_of(8)];
    let mut book = [0; 16];
    book[0] = value;
    let head = FileHeader { size: BoardSize::GAME, book, others: 0 }.write(&[&sums, &before]);
    let mut bytes = [&head[..], &sums, &before].concat();
    bytes.resize(bytes.len() + halves.len() * index.height(), 0);
    Arc::new(open(bytes).expect("a table"))
}

#[test]
fn searches_ask_the_table_unless_history_or_weakness_forbids_it() {
    let rules = Sllim::new(Options::DEFAULT).expect("rules");
    let mut random = SplitMix64::new(8);
    let quiet = |position: &Position| by_search(&rules, position, 1).is_none();
    let position = loop {
        let position = random_position(&rules, &mut random, [4, 4]);
        if quiet(&position) {
            break position;
        }
    };
    let mut search = Search::new(rules.clone(), 1, || 0.0).expect("a mebibyte");
    let value = |search: &mut Search<Sllim>, history: &[Position]| {
        let history = GameHistory { positions: history.to_vec(), passed: 0 };
        search.search(&position, &history, &Limits::depth(1), &mut |_| {}).lines[0].value
    };
    assert!(matches!(value(&mut search, &[]), Value::Estimated(_)), "there is no table");
    for (says, expected) in [(0, Proof::Draw), (6, Proof::Win(7)), (7, Proof::Loss(8))] {
        search.set_endgame_table(saying(says));
        assert_eq!(value(&mut search, &[]), Value::Proven(expected));
    }
    search.set_endgame_table(saying(0));
    let few = search.search(&position, &GameHistory::default(), &Limits::nodes(3), &mut |_| {});
    assert!(matches!(few.lines[0].value, Value::Estimated(_)), "moves that were not looked at may win");
    search.set_endgame_table(saying(7));
    let other = random_position(&rules, &mut random, [4, 4]);
    assert!(matches!(value(&mut search, &[other]), Value::Proven(_)), "once is no matter");
    assert!(matches!(value(&mut search, &[other, other]), Value::Estimated(_)), "a third time would be a draw");
    let start = rules.start(0);
    assert!(matches!(value(&mut search, &[start, start]), Value::Proven(_)), "that cannot come again");
    for level in Level::all("sllim") {
        let strength = level.strength_limit(&rules);
        search.set(SearchSettings { strength, ..SearchSettings::default() });
        let full = level == Level::top("sllim");
        assert_eq!(matches!(value(&mut search, &[]), Value::Proven(Proof::Loss(8))), full, "{level:?}");
    }
}

#[test]
fn a_damaged_row_is_not_asked() {
    let index = game();
    let mut bytes = Vec::new();
    let whole = saying(5);
    let table = &*whole;
    bytes.extend_from_slice(table.as_bytes());
    let rules = Sllim::new(Options::DEFAULT).expect("rules");
    let position = random_position(&rules, &mut SplitMix64::new(9), [4, 4]);
    assert_eq!(table.probe(&rules, &position), Some(Proof::Win(5)));
    let [moving, waiting] = four_against_four(&position).expect("four against four");
    let (row, _) = index.place(index.numbered(moving), index.numbered(waiting));
    let length = index.width().next_multiple_of(BLOCK) / 2;
    let start = bytes.len() - (index.height() - row) * length;
    bytes[start + 1] = 1;
    let damaged = open(bytes).expect("its head is whole");
    let other = random_position(&rules, &mut SplitMix64::new(10), [4, 4]);
    assert_eq!(damaged.probe(&rules, &other), Some(Proof::Win(5)), "nothing was found yet");
    assert_eq!(damaged.probe(&rules, &position), None);
    assert_eq!(damaged.probe(&rules, &other), None, "who is wrong once is not asked again");
    assert_eq!(damaged.verify(), Err(TableError::Row(row)));
}
