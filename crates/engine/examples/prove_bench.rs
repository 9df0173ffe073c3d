//! Benchmark of the forced-win solver: how many late positions of games it proves within 1, 5 and 60 seconds.
//!
//! `cargo run --release -p halfboard-engine --example prove_bench -- lines-of-action --sgf FOLDER` takes positions from
//! the games of SGF files, `prove_bench -- j` from games of the engine against itself. A position is late if it is a
//! fixed number of plies before the end of a decided game. Every proof is written out and verified.

use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;

use halfboard_engine::arena;
use halfboard_engine::limits::{CancelToken, Limits, system_now};
use halfboard_engine::player;
use halfboard_engine::search::SearchSettings;
use halfboard_engine::solve::forced::{ForcedWinReport, ForcedWinRequest, WinningMoves};
use halfboard_rules::games::lines_of_action::sgf;
use halfboard_rules::proof;
use halfboard_rules::record::Finish;
use halfboard_rules::registry;
use halfboard_rules::session::Session;

const USAGE: &str = "\
prove_bench RULES [options]

  --sgf FOLDER     take the positions from the SGF files in a folder instead of self-play
  --before N,...   plies before the end of a decided game (7)
  --positions N    number of positions, spread evenly over those found (500 for SGF files; 300 for self-play)
  --part K/N       only every N-th of them, from the K-th, to share a long run among processes (1/1)
  --seconds N      time limit for each position, in processor time of a thread where the system tells it (5)
  --nodes N        node limit for each position (none)
  --mib N          memory in mebibytes (256)
  --threads N      number of threads (1)
  --lines N        maximum number of lines of a written proof; 0 to write none (1000000)
  --list           print a line for each position";

/// The times in seconds of the table.
const LIMITS: [f64; 3] = [1.0, 5.0, 60.0];

/// Plies before the end of a decided game. The winner is to move, unless the game ended by the loser's move.
const LATE_PLIES: usize = 7;

/// Nodes for each move of the self-play games.
const SELF_PLAY_NODES: u64 = 2000;

/// Random plies at the beginning of the self-play games.
const SELF_PLAY_OPENING: u64 = 6;

/// The arguments.
struct ProveTask {
    rules: String,
    folder: Option<PathBuf>,
    before: Vec<usize>,
    positions: usize,
    part: (usize, usize),
    lines: usize,
    list: bool,
    request: ForcedWinRequest,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match parse(&words).and_then(|task| run(&task)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}\n\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn parse(words: &[String]) -> Result<ProveTask, String> {
    let mut words = words.iter();
    let rules = words.next().ok_or("expected a rules string")?.clone();
    let request = ForcedWinRequest {
        winning_moves: WinningMoves::One,
        nodes: u64::MAX,
        seconds: Some(5.0),
        mebibytes: 256,
        ..ForcedWinRequest::default()
    };
    let (folder, before, lines) = (None, vec![LATE_PLIES], 1_000_000);
    let mut task = ProveTask { rules, folder, before, positions: 0, part: (1, 1), lines, list: false, request };
    while let Some(name) = words.next() {
        if name == "--list" {
            task.list = true;
            continue;
        }
        let value = words.next().ok_or_else(|| format!("{name} has no value"))?;
        let number = value.parse::<u32>().map_err(|_| format!("invalid number '{value}' of {name}"));
        match name.as_str() {
            "--sgf" => task.folder = Some(value.into()),
            "--before" => {
                let plies: Result<_, _> = value.split(',').map(str::parse).collect();
                task.before = plies.map_err(|_| format!("invalid list of numbers '{value}' of {name}"))?;
            }
            "--positions" => task.positions = number? as usize,
            "--part" => task.part = parse_part(value)?,
            "--seconds" => task.request.seconds = Some(number?.into()),
            "--nodes" => task.request.nodes = number?.into(),
            "--threads" => task.request.threads = number? as usize,
            "--mib" => task.request.mebibytes = number? as usize,
            "--lines" => task.lines = number? as usize,
            _ => return Err(format!("invalid option '{name}'")),
        }
    }
    if task.positions == 0 {
        task.positions = if task.folder.is_some() { 500 } else { 300 };
    }
    task.request.max_proof_lines = Some(task.lines).filter(|&lines| lines > 0);
    Ok(task)
}

/// Parses which of how many parts to search.
fn parse_part(word: &str) -> Result<(usize, usize), String> {
    let numbers = word.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    let part = numbers.filter(|(part, of)| (1..=*of).contains(part));
    part.ok_or_else(|| format!("invalid part '{word}': expected K/N, with K from 1 to N"))
}

/// Returns the processor time of this thread in seconds, or the time of the clock where the system does not tell it:
/// other programs on the machine then count less.
fn thread_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = text.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(system_now, |nanoseconds| nanoseconds / 1e9)
}

/// Different late positions, each with the moves before it.
#[derive(Default)]
struct LatePositions {
    found: Vec<Box<dyn Session>>,
    seen: HashSet<(String, String)>,
}

impl LatePositions {
    /// Adds the new positions of a game. The plies before the end count back from a win, or from the resignation.
    fn add(&mut self, session: &dyn Session, before: &[usize]) {
        for &plies in before {
            let mut late = session.clone_box();
            let is_late = (0..plies).all(|_| late.undo()) && late.ending().is_none();
            // Files may have a game twice, and games of the engine may end alike.
            if is_late && self.seen.insert((late.rules(), late.position())) {
                self.found.push(late);
            }
        }
    }
}

/// Splits a collection into its game trees, so that one invalid game does not invalidate the others.
fn split_trees(text: &str) -> Vec<&str> {
    let (mut trees, mut depth, mut start) = (Vec::new(), 0, 0);
    let (mut in_value, mut escaped) = (false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_value => escaped = true,
            ']' => in_value = false,
            _ if in_value => {}
            '[' => in_value = true,
            '(' => {
                if depth == 0 {
                    start = at;
                }
                depth += 1;
            }
            ')' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    trees.push(&text[start..=at]);
                }
            }
            _ => {}
        }
    }
    trees
}

/// Returns the late positions of the decided games of all SGF files in a folder, those without moves left out.
fn from_files(folder: &PathBuf, before: &[usize]) -> Result<Vec<Box<dyn Session>>, String> {
    let in_folder = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries: Result<Vec<_>, _> = std::fs::read_dir(folder).map_err(in_folder)?.collect();
    let mut paths: Vec<PathBuf> = entries.map_err(in_folder)?.iter().map(std::fs::DirEntry::path).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "sgf"));
    paths.sort();
    let (mut games, mut rejected, mut undecided, mut late) = (0, 0, 0, LatePositions::default());
    for path in paths {
        let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        for tree in split_trees(&String::from_utf8_lossy(&bytes)) {
            games += 1;
            let Some(record) = sgf::parse(tree).ok().and_then(|records| records.into_iter().next()) else {
                rejected += 1;
                continue;
            };
            match record.finish() {
                Finish::Ruled(_) | Finish::Declared(Some(_), _) => {
                    late.add(&*record.session(), before);
                }
                _ => undecided += 1,
            }
        }
    }
    println!("{games} games, {rejected} of them invalid, {undecided} not decided");
    Ok(late.found)
}

/// Returns the late positions of self-play games with random openings.
fn from_self_play(task: &ProveTask) -> Result<Vec<Box<dyn Session>>, String> {
    let rules = registry::rules(&task.rules).map_err(|error| error.to_string())?;
    let engine = || player::for_rules(&task.rules, 4, system_now).map_err(|error| error.to_string());
    let (mut one, mut two) = (engine()?, engine()?);
    let limits = Limits::nodes(SELF_PLAY_NODES);
    let mut late = LatePositions::default();
    // A game without a new late position is replaced by another.
    for seed in 1..=4 * task.positions as u64 {
        if late.found.len() >= task.positions {
            break;
        }
        let Some(opening) = arena::opening(&*rules, seed, SELF_PLAY_OPENING) else { continue };
        for player in [&mut one, &mut two] {
            player.set(SearchSettings { seed, ..SearchSettings::default() });
        }
        let played = arena::play(opening, &mut *one, &mut *two, [&limits, &limits], 300);
        if played.halves(halfboard_rules::game::Team::One) != 1 {
            late.add(&*played.session, &task.before);
        }
    }
    Ok(late.found)
}

fn run(task: &ProveTask) -> Result<(), String> {
    let sessions = match &task.folder {
        Some(folder) => from_files(folder, &task.before)?,
        None => from_self_play(task)?,
    };
    let total = sessions.len();
    let count = task.positions.min(total);
    let sessions: Vec<_> = (0..count).map(|index| &sessions[index * total / count]).collect();
    println!("{count} of {total} different positions, {:?} plies before the end", task.before);
    let mut reports = Vec::new();
    let (mut verified, mut too_long, mut checked_nodes) = (0, 0, 0);
    let (part, parts) = task.part;
    for (number, session) in sessions.iter().enumerate().skip(part - 1).step_by(parts) {
        let mut player = player::for_session(&***session, 0, thread_time).map_err(|error| error.to_string())?;
        let report = player
            .find_forced_win(&task.request, &CancelToken::default(), &mut |_| {})
            .map_err(|error| error.to_string())?;
        match &report.proof {
            Some(Ok(written)) => {
                let checked = proof::verify(written, u64::MAX)
                    .map_err(|error| format!("{}: invalid proof: {error}", session.position()))?;
                verified += 1;
                checked_nodes += checked.positions;
            }
            Some(Err(why)) => {
                too_long += 1;
                eprintln!("{}: no proof written: {why}", session.position());
            }
            None => {}
        }
        if task.list {
            let (value, shortest) = (report.value, if report.is_shortest { "shortest" } else { "" });
            let (nodes, seconds) = (report.nodes_to_proof, report.seconds_to_proof);
            println!("{number} {} {value:?} {shortest} {nodes} nodes {seconds:.2} s", session.position());
        }
        reports.push(report);
    }
    print_table(task, &reports);
    if task.lines > 0 {
        println!("{verified} proofs verified ({checked_nodes} positions), {too_long} not written");
    }
    Ok(())
}

fn print_table(task: &ProveTask, reports: &[ForcedWinReport<String>]) {
    let most = task.request.seconds.unwrap_or(f64::INFINITY);
    let proven = |report: &&ForcedWinReport<String>| report.value.is_some();
    for limit in LIMITS.into_iter().filter(|&limit| limit <= most) {
        let within = reports.iter().filter(proven).filter(|report| report.seconds_to_proof <= limit).count();
        println!("within {limit:>2} s: {within} of {} proven", reports.len());
    }
    for limit in [100_000, 1_000_000, 10_000_000] {
        let within = reports.iter().filter(proven).filter(|report| report.nodes_to_proof <= limit).count();
        println!("within {limit:>8} nodes: {within}");
    }
    let nodes: u64 = reports.iter().map(|report| report.nodes_to_proof).sum();
    let seconds: f64 = reports.iter().map(|report| report.seconds_to_proof).sum();
    println!("{nodes} nodes in {seconds:.1} s, {:.0} nodes/s", nodes as f64 / seconds);
}
