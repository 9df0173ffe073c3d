//! `halfboard verify`: checks proofs by the rules alone, and proves puzzles again.

use std::path::{Path, PathBuf};

use clap::Args;
use halfboard_engine::games::sight_reduction::solitaire;
use halfboard_engine::limits::{CancelToken, system_now};
use halfboard_engine::puzzle;
use halfboard_rules::proof::{self, Claim, Proof};
use indicatif::ProgressBar;

use crate::error::{CliError, CliResult};
use crate::files;
use crate::progress;
use crate::style::print;
use crate::value_parsers::integer;

/// Check proofs and puzzles
#[derive(Args, Debug)]
#[command(after_help = "\
A proof is checked by the rules alone: the strategy in the file must answer every move of
the other side, and the game must end as claimed. That a solitaire cannot leave fewer
checkers is checked if not too many positions can be reached; otherwise the output says so.
A puzzle is solved again and its proof checked; the moves of a solitaire are played, and its
number must give its board.

Examples:
  halfboard verify win.proof
  halfboard verify win.puzzles win.proof --nodes 5000000")]
pub(crate) struct VerifyArgs {
    /// Proofs or puzzles; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Maximum number of positions per proof or puzzle
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 20_000_000)]
    #[arg(value_parser = integer(1..=1_000_000_000_000))]
    nodes: u64,
}

/// Runs the command.
pub(crate) fn run(args: &VerifyArgs) -> CliResult {
    let mut text = String::new();
    let mut problems = Vec::new();
    let status = progress::status();
    for path in &args.files {
        let checked = files::read_text(path).and_then(|content| check(path, &content, args.nodes, &status));
        match checked {
            Ok(answer) => text += &format!("{}: {answer}\n", path.display()),
            Err(CliError::Invalid(lines)) => problems.extend(lines),
            Err(closed) => return Err(closed),
        }
    }
    status.finish_and_clear();
    match problems.is_empty() {
        true => print(&text),
        false => Err(CliError::Invalid(problems)),
    }
}

/// Checks a file. Returns what it proves.
fn check(path: &Path, content: &str, nodes: u64, status: &ProgressBar) -> Result<String, CliError> {
    let name = path.display();
    let failed = |error: &dyn std::fmt::Display| CliError::new(format_args!("{name}: {error}"));
    match content.lines().next() {
        Some(proof::TITLE) => {
            let proof = proof::parse(content).map_err(|error| failed(&error))?;
            let verified = proof::verify(&proof, nodes).map_err(|error| failed(&error))?;
            Ok(claim(&proof, verified))
        }
        Some(puzzle::TITLE) => {
            let puzzles = puzzle::parse(content).map_err(|error| failed(&error))?;
            if puzzles.is_empty() {
                return Err(failed(&"contains no puzzle"));
            }
            let mut lines = 0;
            for (done, (line, puzzle)) in puzzles.iter().enumerate() {
                status.set_message(format!("{name}: {done} of {} puzzles", puzzles.len()));
                let checked = puzzle::verify(puzzle, nodes, system_now, &CancelToken::default());
                lines += checked.map_err(|problem| failed(&format_args!("line {line}: {problem}")))?;
            }
            Ok(format!("{} puzzles are right; their proofs have {lines} lines", puzzles.len()))
        }
        Some(solitaire::puzzle::TITLE) => {
            let puzzles = solitaire::puzzle::parse(content).map_err(|error| failed(&error))?;
            if puzzles.is_empty() {
                return Err(failed(&"contains no puzzle"));
            }
            for (done, (line, puzzle)) in puzzles.iter().enumerate() {
                status.set_message(format!("{name}: {done} of {} puzzles", puzzles.len()));
                solitaire::puzzle::verify(puzzle).map_err(|problem| failed(&format_args!("line {line}: {problem}")))?;
            }
            Ok(format!("{} solitaires are those of their numbers, and come out as they say", puzzles.len()))
        }
        _ => Err(failed(&format_args!(
            "line 1: expected '{}', '{}' or '{}'",
            proof::TITLE,
            puzzle::TITLE,
            solitaire::puzzle::TITLE
        ))),
    }
}

fn claim(proof: &Proof, verified: proof::Verified) -> String {
    let positions = verified.positions;
    let what = match &proof.claim {
        Claim::Win { winner, within, .. } => format!("{winner} within {within} plies"),
        Claim::Solitaire { left: None, .. } => "solved".to_owned(),
        Claim::Solitaire { left: Some(left), .. } if verified.fewest => format!("stuck {left}, and no fewer"),
        Claim::Solitaire { left: Some(left), .. } => {
            return format!(
                "{}: stuck {left} by this line; that fewer are impossible was not checked, as it takes more than \
                 {positions} positions",
                proof.rules
            );
        }
    };
    format!("{}: proven: {what} ({positions} positions)", proof.rules)
}
