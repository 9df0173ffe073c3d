//! `model`: explores the protocol to the full bound and prints the number of states. `cargo xtask model` builds and runs it.

use std::process::ExitCode;
use std::time::Instant;

use halfboard_model::{Bounds, Defect, FaultBudget, NodeProtocol};
use stateright::{Checker, HasDiscoveries, Model};

/// The configurations, each explored completely unless it has more states than the limit.
const CONFIGURATIONS: [(&str, Bounds); 7] = [
    ("1 game, 2 players: crash, failure", bounds(1, 2, 2, 1, [1, 0, 0, 1, 0])),
    ("1 game, 2 players: crash, lost and duplicated notices", bounds(1, 2, 2, 1, [1, 1, 1, 0, 0])),
    ("1 game, 2 players: failure, lost notices, lost client", bounds(1, 2, 2, 1, [0, 1, 0, 1, 1])),
    ("1 game, 3 clients for 2 seats: crash, failure", bounds(1, 3, 2, 0, [1, 0, 0, 1, 0])),
    ("2 games, 1 player each: every fault", bounds(2, 1, 1, 1, [1, 1, 1, 1, 1])),
    ("2 games, 2 clients each for 1 seat: crash, lost notices", bounds(2, 2, 1, 0, [1, 1, 0, 0, 0])),
    ("2 games, 2 clients each for 1 seat, 1 command: every fault", bounds(2, 2, 1, 1, [1, 1, 1, 1, 1])),
];

/// Returns bounds with numbers of crashes, lost connections for notices, duplicates, failures and lost clients.
const fn bounds(games: u8, clients: u8, seats: u8, commands: u8, faults: [u8; 5]) -> Bounds {
    let [crashes, disconnects, duplicates, failures, drops] = faults;
    Bounds {
        games,
        clients,
        seats,
        commands,
        faults: FaultBudget { crashes, disconnects, duplicates, failures, drops },
    }
}

/// Unless told otherwise, a configuration stops after this many transitions. A state takes about 300 bytes of memory.
const DEFAULT_LIMIT: usize = 30_000_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let limit = match arguments.as_slice() {
        [] => DEFAULT_LIMIT,
        [flag, number] if flag == "--limit" && number.parse::<usize>().is_ok() => number.parse().unwrap_or_default(),
        _ => {
            eprintln!("model: usage: model [--limit N], the maximum number of transitions of each configuration");
            return ExitCode::FAILURE;
        }
    };
    let mut sound = true;
    println!(
        "| configuration | distinct states | transitions | depth | seconds | explored | violations |\n|---|---:|---:|---:|---:|---|---|"
    );
    for (name, bounds) in CONFIGURATIONS {
        let begun = Instant::now();
        let model = NodeProtocol { bounds, defect: Defect::None };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let checker = model.checker().threads(threads).finish_when(HasDiscoveries::Any).target_state_count(limit);
        let checker = checker.spawn_bfs().join();
        let found = checker.discoveries();
        let explored = if checker.state_count() < limit { "completely" } else { "to the limit" };
        let violations = if found.is_empty() { "none".to_owned() } else { format!("{:?}", found.keys()) };
        println!(
            "| {name} | {} | {} | {} | {} | {explored} | {violations} |",
            checker.unique_state_count(),
            checker.state_count(),
            checker.max_depth(),
            begun.elapsed().as_secs()
        );
        for (law, path) in &found {
            eprintln!("{law}:\n{path}");
        }
        sound &= found.is_empty();
    }
    if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
