//! `cargo xtask bench solve`: the exact solvers, built as they are released, on one thread; and the table of Sllim on two.

use crate::{Failed, cargo, succeed, web, workspace};

/// Runs it; a word is the number of boards of each variant.
pub(crate) fn run(words: &[&str]) -> Result<(), Failed> {
    let bench = ["bench", "--quiet", "--package", "halfboard-engine", "--bench", "solve", "--"];
    succeed(cargo(&bench).args(words))?;
    succeed(&mut cargo(&["build", "--release", "--quiet", "--package", "halfboard-cli"]))?;
    let program = web::target().join("release/halfboard");
    let table = web::target().join("bench.table");
    // What is left of an earlier run would be gone on with.
    let _ = std::fs::remove_file(table.with_extension("table.part"));
    println!("The table of Sllim with four against four, on two threads:");
    let begun = std::time::Instant::now();
    let mut build = std::process::Command::new(&program);
    succeed(build.args(["tables", "build", "--threads", "2", "--out"]).arg(&table).current_dir(workspace()))?;
    println!("  {:.0} s to build", begun.elapsed().as_secs_f64());
    let begun = std::time::Instant::now();
    let mut check = std::process::Command::new(&program);
    succeed(check.args(["tables", "check"]).arg(&table).current_dir(workspace()))?;
    println!("  {:.0} s to check", begun.elapsed().as_secs_f64());
    std::fs::remove_file(&table).map_err(|error| format!("{}: {error}", table.display()))
}
