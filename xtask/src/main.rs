//! Build tasks, run as `cargo xtask TASK`. `cargo xtask help` lists them.

mod bench;
mod bench_archive;
mod bench_build;
mod bench_solve;
mod bench_web;
mod browser;
#[cfg(test)]
mod coverage;
mod debian;
mod fuzz;
#[cfg(test)]
mod invariants;
mod model;
mod postgres;
mod progress;
mod proxies;
#[cfg(test)]
mod published;
mod release;
mod serve;
mod sources;
mod test;
mod trial;
mod wasm;
mod web;
#[cfg(test)]
mod workflows;

use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo xtask serve         build the browser app and the program, then serve them; takes the flags of `halfboard serve`, such as
                          --open
cargo xtask web           build the browser app into dist/ for any static host; --best for the best compression, --dev for the
                          fast build that `serve` uses
cargo xtask test [PART...]
                          run everything: format, clippy, browser app, all tests, documentation; with parts (rules, engine, archive,
                          import, text, draw, embed, protocol, app, worker, web, server, model, trial, cli, xtask), only what concerns them; the part
                          browsers is the smoke test in Firefox and WebKitGTK, which only runs when it is named
cargo xtask bench         measure the rules (release build, native build, instruction counts if valgrind is installed) and the
                          search (nodes/s with one and two threads)
cargo xtask bench archive [GAMES]
                          measure an archive of generated games: import, answers of the explorer, bytes per position
cargo xtask bench solve [BOARDS]
                          measure the exact solvers: time and memory for every variant of Sight Reduction, and building the
                          table of Sllim
cargo xtask bench build   measure cold and warm builds of a clean clone relative to a fixed reference build, and list the ten
                          slowest units
cargo xtask bench web     measure the app in a real browser: download size, time until ready, nodes/s compared with the native
                          program, input latency while the engine works, solver and puzzle times, a record of 200 turns
cargo xtask load [sqlite|postgres] [--quick]
                          load test: 5,000 players on one server, and two servers on PostgreSQL; a full run updates
                          docs/trials/load.md
cargo xtask faults [sqlite|postgres|trouble|fuzz] [--quick]
                          fault tests: kill -9 under load, a locked file, a full disk, PostgreSQL restarts, ten million
                          malformed messages; a full run updates docs/trials/faults.md
cargo xtask durability [powerloss|flips] [--points N] [--flips N] [--quick]
                          10,000 simulated power losses and 1,000,000 damaged backups; a full run updates
                          docs/trials/durability.md
cargo xtask attack [NAME] [--quick]
                          attack a server from one address and measure what others notice; a full run takes 20 minutes and
                          updates docs/trials/attack.md
cargo xtask soak [--quick]
                          half an hour of steady use with the slope of memory; a full run updates docs/trials/soak.md
cargo xtask stalls [sqlite|postgres] [--quick]
                          1,000 restarts and stalls of servers under live clocks: wrong flags, time charged; a full run takes 20
                          minutes and updates docs/trials/stalls.md
cargo xtask failover [--quick]
                          PostgreSQL failover: the primary is killed under load, its synchronous standby promoted; a full run
                          updates docs/trials/failover.md
cargo xtask simulate [--seed N | --seeds FROM..TO] [--minutes N]
                          simulate several nodes deterministically: a million seeds with crashes, slow and failing storage,
                          lost and reordered notices; one seed prints what happens
cargo xtask fuzz [--minutes N] [TARGET...]
                          coverage-guided fuzzing, an hour for each target unless told otherwise; needs a nightly toolchain
cargo xtask model [--limit TRANSITIONS]
                          explore a model of the protocol between nodes, every state up to the bounds
cargo xtask release [--quick] [--only-program] [--check]
                          build everything that is published into target/release-files/ and test it; --quick to try the
                          packaging, --only-program to stop after the program, --check to compare with a second build";

/// The message of a task that failed.
type TaskError = String;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test", parts @ ..] => test::run(parts),
        ["bench"] => bench::run(),
        ["bench", "archive", rest @ ..] => bench_archive::run(rest),
        ["bench", "solve", rest @ ..] => bench_solve::run(rest),
        ["bench", "build"] => bench_build::run(),
        ["bench", "web"] => bench_web::run(),
        ["load", rest @ ..] => trial::run("load", rest),
        ["faults", rest @ ..] => trial::run("faults", rest),
        ["durability", rest @ ..] => trial::run("durability", rest),
        ["attack", rest @ ..] => trial::run("attack", rest),
        ["soak", rest @ ..] => trial::run("soak", rest),
        ["stalls", rest @ ..] => trial::run("stalls", rest),
        ["failover", rest @ ..] => trial::run("failover", rest),
        ["simulate", rest @ ..] => trial::run("simulate", rest),
        ["fuzz", rest @ ..] => fuzz::run(rest),
        ["model", rest @ ..] => model::run(rest),
        ["web"] => web::run(web::Build::Release, web::Quality::Quick),
        ["web", "--dev"] => web::run(web::Build::Dev, web::Quality::None),
        ["web", "--best"] => web::run(web::Build::Release, web::Quality::Best),
        ["serve", rest @ ..] => serve::run(rest),
        ["release", rest @ ..] => release::run(rest),
        ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => Err(format!("unknown task \"{}\"; the tasks are:\n{HELP}", words.join(" "))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the root folder of the workspace, independent of the current directory.
fn workspace() -> &'static std::path::Path {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace")
}

/// Returns a cargo command that runs in the root of the workspace.
fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    command.args(arguments).current_dir(workspace());
    command
}

/// Runs a command; fails if it cannot be started or exits with an error.
fn succeed(command: &mut Command) -> Result<(), TaskError> {
    let name = format!("{command:?}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name}: {status}")),
        Err(error) => Err(format!("{name}: {error}")),
    }
}
