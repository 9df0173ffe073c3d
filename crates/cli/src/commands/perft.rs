//! `halfboard perft`: counts move sequences, the classic test of a move generator.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use clap::Args;
use halfboard_rules::session::Session;

use crate::error::CliResult;
use crate::start::StartArgs;
use crate::style::print;
use crate::value_parsers::integer;

/// Maximum depth: far more than is feasible, and few enough stack frames.
const DEEPEST: u8 = 200;

/// Count the sequences of exactly DEPTH moves
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard perft lines-of-action 4
  halfboard perft sllim 3 --divide --threads 4")]
pub(crate) struct PerftArgs {
    /// Rules string, such as lines-of-action or j:long-sides=any
    rules: String,
    /// Number of moves
    #[arg(allow_negative_numbers = true, value_parser = integer(0..=u64::from(DEEPEST)))]
    depth: u64,
    #[command(flatten)]
    from: StartArgs,
    /// Also show the count for each first move, sorted
    #[arg(long)]
    divide: bool,
    /// Number of threads
    #[arg(long, value_name = "T", allow_negative_numbers = true, default_value_t = 1)]
    #[arg(value_parser = integer(1..=1024))]
    threads: u64,
}

/// Runs the command.
pub(crate) fn run(args: &PerftArgs) -> CliResult {
    let session = args.from.session(&args.rules)?;
    // The value parser has checked the range.
    let whole = u8::try_from(args.depth).unwrap_or(DEEPEST);
    let Some(depth) = whole.checked_sub(1) else {
        return print(if args.divide { "total: 1\n" } else { "1\n" });
    };
    if !args.divide && args.threads == 1 {
        return print(&format!("{}\n", session.perft(whole)));
    }
    let counts = counts(&*session, depth, args.threads as usize);
    let total: u64 = counts.iter().map(|(_, count)| count).sum();
    let mut text = String::new();
    if args.divide {
        text.extend(counts.iter().map(|(mv, count)| format!("{mv}: {count}\n")));
        text += "total: ";
    }
    print(&format!("{text}{total}\n"))
}

/// Returns the perft after each legal move, in the order of the moves.
fn counts(session: &dyn Session, depth: u8, threads: usize) -> Vec<(String, u64)> {
    let moves = session.moves();
    let next = AtomicUsize::new(0);
    let counts = Mutex::new(vec![0; moves.len()]);
    // Subtrees differ in size, so each thread takes the next move when it is free.
    let work = || {
        while let Some(index) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&index| index < moves.len()) {
            let mut after = session.clone_box();
            let count = match after.play(&moves[index]) {
                Ok(()) => after.perft(depth),
                // Listed moves are legal.
                Err(_) => 0,
            };
            counts.lock().unwrap_or_else(PoisonError::into_inner)[index] = count;
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(moves.len()) {
            // If no more threads can be started, the existing ones do the work.
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
    moves.into_iter().zip(counts).collect()
}
