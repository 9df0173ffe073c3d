//! What `cargo xtask …` does: `serve` builds and serves the browser app, `web` builds it, `test` checks everything, `bench`
//! measures. Runs cargo and knows nothing of the games.

mod bench;
mod bench_solve;
mod bench_web;
mod browser;
mod debian;
mod faults;
mod load;
mod postgres;
mod serve;
mod side_by_side;
mod test;
mod wasm;
mod web;

use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo xtask serve   build the browser app and the program, and serve it; takes what `halfboard serve` takes
cargo xtask web     build the browser app into dist/, which any static host can serve; --best compresses for a release,
                    --dev builds quickly while one works on it
cargo xtask test    format, lints, the browser app, all tests, and documentation
cargo xtask bench   speed of the rules: as released, for this processor, and instruction counts where valgrind is there;
                    speed of the search: nodes a second, and the time of two threads beside that of one
cargo xtask bench solve   the exact solvers: milliseconds a board and memory, for every variant of Sight Reduction, and
                          the table of Sllim; takes the number of boards
cargo xtask bench web   in a real browser: what the app downloads and how long until it is ready; nodes a second beside the
                        program's; how soon a click is answered while the engine thinks or a solver works; how soon a
                        board is decided and a puzzle made; how often lines are told; a record of 200 turns
cargo xtask load [sqlite|postgres]   5,000 players on one server, and two servers on PostgreSQL: turns a second, how soon
                        they are acknowledged, memory; a whole run is kept in docs/trials; --quick is a small one
cargo xtask faults [sqlite|postgres|trouble|fuzz]   kill -9 under load, a locked file, a full disk, PostgreSQL restarted,
                        ten million messages with mistakes; what clients were told is compared with the database;
                        likewise kept, and --quick";

/// A step that failed, in words.
type Failed = String;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test"] => test::run(),
        ["bench"] => bench::run(),
        ["bench", "solve", words @ ..] => bench_solve::run(words),
        ["bench", "web"] => bench_web::run(),
        ["load", words @ ..] => load::run(words),
        ["faults", words @ ..] => faults::run(words),
        ["web"] => web::run(web::Build::Release, web::Quality::Quick),
        ["web", "--dev"] => web::run(web::Build::Dev, web::Quality::Least),
        ["web", "--best"] => web::run(web::Build::Release, web::Quality::Best),
        ["serve", words @ ..] => serve::run(words),
        ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => Err(format!("'{}' is no task; valid:\n{HELP}", words.join(" "))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// The workspace's folder, whatever folder the task is called from.
fn workspace() -> &'static std::path::Path {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace")
}

/// Cargo, in the workspace's folder.
fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    command.args(arguments).current_dir(workspace());
    command
}

/// Runs a command that must succeed.
fn succeed(command: &mut Command) -> Result<(), Failed> {
    let name = format!("{command:?}");
    eprintln!("xtask: {name}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name}: {status}")),
        Err(error) => Err(format!("{name}: {error}")),
    }
}
