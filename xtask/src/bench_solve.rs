//! `cargo xtask bench solve`: benchmarks of the exact solvers on one thread, and of the Sllim table builder on two.

use crate::{TaskError, cargo, succeed, web, workspace};

/// Runs the benchmarks; `arguments` may hold the number of boards per variant.
pub(crate) fn run(arguments: &[&str]) -> Result<(), TaskError> {
    let bench = ["bench", "--package", "halfboard-engine", "--bench", "solve", "--"];
    succeed(cargo(&bench).args(arguments))?;
    succeed(&mut cargo(&["build", "--profile", "dist", "--package", "halfboard-cli"]))?;
    let program = web::target().join("dist/halfboard");
    let table = web::target().join("bench.table");
    // An unfinished table of an earlier run would be resumed.
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
