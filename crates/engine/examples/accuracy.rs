//! How often an engine keeps a won position of Sllim with four checkers against four, compared with the endgame table.
//!
//! ```text
//! cargo run --release -p halfboard-engine --example accuracy -- TABLE 'ENGINE ugi' [COUNT [NODES [SEED]]]
//! ```
//!
//! Takes COUNT random positions that are won for the side to move, but not at once and not by every move, and asks an
//! engine over UGI for a move in each, without the table, with NODES nodes. Any build of the engine can be asked, so that
//! versions can be compared.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};

use halfboard_engine::games::sllim::table::{SllimTable, check};
use halfboard_engine::value::Proof;
use halfboard_rules::game::{Game, Outcome};
use halfboard_rules::games::sllim::{Options, Position, Sllim};
use halfboard_rules::options::OptionSet;
use halfboard_rules::present::Present;
use halfboard_rules::random::SplitMix64;

fn main() -> ExitCode {
    match run(&std::env::args().skip(1).collect::<Vec<String>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}\nusage: accuracy TABLE 'ENGINE ugi' [COUNT [NODES [SEED]]]");
            ExitCode::from(2)
        }
    }
}

fn run(words: &[String]) -> Result<(), String> {
    let [path, engine, numbers @ ..] = words else { return Err("a table and an engine are needed".to_owned()) };
    let number = |at: usize, default: u64| match numbers.get(at) {
        Some(word) => word.parse().map_err(|_| format!("{word}: not a number")),
        None => Ok(default),
    };
    let (count, nodes, seed) = (number(0, 1000)?, number(1, 10_000)?, number(2, 1)?);
    let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let table = SllimTable::open(Box::new(bytes), |_| {}).map_err(|error| format!("{path}: {error}"))?;
    let game = Sllim::new(Options::DEFAULT).expect("the default rules are rules");
    let mut engine = Engine::start(engine)?;
    let mut random = SplitMix64::new(seed);
    let (mut asked, mut kept) = (0, 0);
    while asked < count {
        let position = check::random_position(&game, &mut random, [4, 4]);
        if !is_test(&table, &game, &position) {
            continue;
        }
        let reply = engine.best_move(&game.format_position(&position), nodes)?;
        asked += 1;
        kept += u64::from(winning_moves(&table, &game, &position).contains(&reply));
    }
    let share = 100.0 * kept as f64 / count as f64;
    println!("{kept} of {count} won positions kept ({share:.1} %), {nodes} nodes, seed {seed}");
    Ok(())
}

/// Returns whether a position is won for the side to move in three plies or more, and another move gives the win away.
fn is_test(table: &SllimTable, game: &Sllim, position: &Position) -> bool {
    matches!(table.probe(game, position), Some(Proof::Win(plies)) if plies >= 3)
        && winning_moves(table, game, position).len() < game.legal_moves(position).len()
}

/// Returns the moves after which the opponent has lost.
fn winning_moves(table: &SllimTable, game: &Sllim, position: &Position) -> Vec<String> {
    let mover = position.to_move();
    let wins = |mv: &_| {
        let mut next = *position;
        game.play(&mut next, *mv);
        match game.ending(&next) {
            Some(ending) => ending.outcome == Outcome::Win(mover),
            None => matches!(table.probe(game, &next), Some(Proof::Loss(_))),
        }
    };
    game.legal_moves(position).into_iter().filter(wins).map(|mv| game.format_move(mv)).collect()
}

/// A running engine.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(command: &str) -> Result<Engine, String> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("the engine's command is empty")?;
        let mut start = Command::new(program);
        let started = start.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| format!("{program}: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{program}: no pipes"));
        };
        let mut engine = Engine { child, input, output: BufReader::new(output) };
        engine.send("setoption name Rules value sllim\nsetoption name Tables value off")?;
        Ok(engine)
    }

    fn send(&mut self, lines: &str) -> Result<(), String> {
        writeln!(self.input, "{lines}").map_err(|error| format!("the engine does not listen: {error}"))
    }

    fn best_move(&mut self, position: &str, nodes: u64) -> Result<String, String> {
        self.send(&format!("uginewgame\nposition fen {position}\ngo nodes {nodes}"))?;
        let mut line = String::new();
        loop {
            line.clear();
            match self.output.read_line(&mut line) {
                Ok(1..) => {}
                _ => return Err("the engine stopped".to_owned()),
            }
            if let Some(reply) = line.strip_prefix("bestmove ") {
                return Ok(reply.trim().to_owned());
            }
            if line.starts_with("info string error") {
                return Err(line.trim().to_owned());
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.send("quit");
        let _ = self.child.wait();
    }
}
