//! How far Sllim with more than four checkers a side can be decided by search on top of the table of four against four.
//!
//! ```text
//! cargo run --release -p halfboard-engine --example sllim_eight -- TABLE [COUNT [NODES [SEED [SECONDS]]]]
//! ```
//!
//! Random positions of each kind (eight against four, four against eight, eight against eight: the side to move first),
//! COUNT of them, each searched to NODES nodes without and with the table; each kind ends after SECONDS seconds at
//! most. Positions in which a set is completed at once are as they come.

use std::process::exit;
use std::sync::Arc;

use halfboard_engine::games::sllim::table::{SllimTable, check};
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::search::{GameHistory, Search};
use halfboard_engine::value::{Proof, Value};
use halfboard_rules::game::Game;
use halfboard_rules::games::sllim::{Options, Position, Sllim};
use halfboard_rules::options::OptionSet;
use halfboard_rules::random::{SplitMix64, mix};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| words.get(at).map_or(Ok(default), |word| word.parse());
    let (Some(path), Ok(count), Ok(nodes), Ok(seed), Ok(seconds)) =
        (words.first(), number(1, 200), number(2, 20_000), number(3, 1), number(4, 60))
    else {
        eprintln!("usage: sllim_eight TABLE [COUNT [NODES [SEED [SECONDS]]]]");
        exit(2);
    };
    let table = std::fs::read(path).map_err(|error| error.to_string());
    let table = table.and_then(|bytes| SllimTable::open(Box::new(bytes), |_| {}).map_err(|error| error.to_string()));
    let tables = match table {
        Ok(table) => Arc::new(table),
        Err(problem) => {
            eprintln!("{path}: {problem}");
            exit(2);
        }
    };
    let game = Sllim::new(Options::DEFAULT).expect("the default rules are rules");
    println!("{nodes} nodes a position, seed {seed}; decided by search without | with the table");
    for (own, other) in [(8, 4), (4, 8), (8, 8)] {
        let begun = system_now();
        let mut random = SplitMix64::new(mix(seed ^ (own * 16 + other) as u64));
        let mut tallies = [Tally::default(), Tally::default()];
        let (mut done, mut contradictions) = (0, 0);
        while done < count && system_now() - begun < seconds as f64 {
            let position = random_position(&game, &mut random, own, other);
            let found = [None, Some(&tables)].map(|tables| search(&game, &position, nodes, tables));
            tallies.iter_mut().zip(&found).for_each(|(tally, found)| tally.count(found));
            contradictions += u64::from(contradict(found[0].0, found[1].0));
            done += 1;
        }
        let [without, with] = tallies.map(|tally| tally.line(done));
        println!("{own} to move against {other}, {done} positions, {contradictions} contradictions");
        println!("  without: {without}\n  with:    {with}");
    }
}

/// Returns whether one says that a position is won and the other that it is drawn, and so on.
fn contradict(one: Value, other: Value) -> bool {
    match (one, other) {
        (Value::Proven(one), Value::Proven(other)) => std::mem::discriminant(&one) != std::mem::discriminant(&other),
        _ => false,
    }
}

/// What was found of some positions, for the side to move.
#[derive(Default)]
struct Tally {
    wins: u64,
    losses: u64,
    draws: u64,
    plies: u32,
    nodes: u64,
}

impl Tally {
    fn count(&mut self, &(value, nodes): &(Value, u64)) {
        self.nodes += nodes;
        match value {
            Value::Proven(Proof::Win(plies)) => {
                self.wins += 1;
                self.plies = self.plies.max(plies);
            }
            Value::Proven(Proof::Loss(plies)) => {
                self.losses += 1;
                self.plies = self.plies.max(plies);
            }
            Value::Proven(Proof::Draw) => self.draws += 1,
            _ => {}
        }
    }

    fn line(&self, of: u64) -> String {
        let Tally { wins, losses, draws, plies, nodes } = self;
        let share = 100.0 * (wins + losses + draws) as f64 / of.max(1) as f64;
        format!(
            "{share:.1} % decided ({wins} won, {losses} lost, {draws} drawn), at most {plies} plies, {} nodes each",
            nodes / of.max(1)
        )
    }
}

fn search(game: &Sllim, position: &Position, nodes: u64, tables: Option<&Arc<SllimTable>>) -> (Value, u64) {
    let mut search = Search::new(game.clone(), 16, system_now).expect("16 MiB");
    if let Some(tables) = tables {
        search.set_endgame_table(Arc::clone(tables));
    }
    let report = search.search(position, &GameHistory::default(), &Limits::nodes(nodes), &mut |_| {});
    (report.lines[0].value, report.nodes)
}

/// Returns a random placement of checkers of the side to move and of the other.
fn random_position(game: &Sllim, random: &mut SplitMix64, own: usize, other: usize) -> Position {
    loop {
        let [white, black] = if random.below(2) == 0 { [own, other] } else { [other, own] };
        let position = check::random_position(game, random, [white, black]);
        if position.left(position.to_move()) as usize == own {
            return position;
        }
    }
}
