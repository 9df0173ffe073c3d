//! `halfboard perft`: how many sequences of moves there are, the classic check of a move generator. Uses threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use clap::Args;
use halfboard_rules::session::Session;

use crate::error::CliResult;
use crate::start::StartArgs;
use crate::style::print;
use crate::value_parsers::integer;

/// The deepest count: far beyond what any machine finishes, and shallow enough for the stack.
const DEEPEST: u8 = 200;

/// Count the sequences of exactly DEPTH moves
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard perft lines-of-action 4
  halfboard perft sllim 3 --divide --threads 4")]
pub(crate) struct PerftArgs {
    /// The rules, as in lines-of-action or j:long-sides=any
    rules: String,
    /// How many moves
    #[arg(allow_negative_numbers = true, value_parser = integer(0..=u64::from(DEEPEST)))]
    depth: u64,
    #[command(flatten)]
    from: StartArgs,
    /// Show the number for each first move, sorted, and then the total
    #[arg(long)]
    divide: bool,
    /// How many threads share the first moves
    #[arg(long, value_name = "T", allow_negative_numbers = true, default_value_t = 1)]
    #[arg(value_parser = integer(1..=1024))]
    threads: u64,
}

/// Runs it.
pub(crate) fn run(args: &PerftArgs) -> CliResult {
    let session = args.from.session(&args.rules)?;
    // The parser has checked the range already.
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

/// The perft after each legal move, in the order of the moves.
fn counts(session: &dyn Session, depth: u8, threads: usize) -> Vec<(String, u64)> {
    let moves = session.moves();
    let next = AtomicUsize::new(0);
    let counts = Mutex::new(vec![0; moves.len()]);
    // Moves differ much in what follows them, so each thread takes the next one when it is free.
    let work = || {
        while let Some(index) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&index| index < moves.len()) {
            let mut after = session.clone_box();
            let count = match after.play(&moves[index]) {
                Ok(()) => after.perft(depth),
                // Only a game that is over refuses a listed move, and a fresh one lists none when it is over.
                Err(_) => 0,
            };
            counts.lock().unwrap_or_else(PoisonError::into_inner)[index] = count;
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(moves.len()) {
            // When the system gives no more threads, those that there are do the work.
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
    moves.into_iter().zip(counts).collect()
}
