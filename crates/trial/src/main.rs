//! `trial load …` and `trial faults …`: runs trials against a server on this machine and keeps their reports. `cargo xtask
//! load` and `cargo xtask faults` build and call it.

mod serve;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use halfboard_trial::report::{self, Report};
use halfboard_trial::{database, faults, fuzz, load, trouble};

const HELP: &str = "\
trial load [sqlite|postgres] …           turns a second, acknowledgements, memory
trial faults [sqlite|postgres|trouble|fuzz] …  kill -9, trouble with the storage, messages with mistakes
  --quick          a small version
  --server FILE    the program that is tried, 'halfboard'; without this the server that is part of this program
  --report FILE    where the report is kept
  --kills N        how often servers are killed";

/// What was asked for.
struct Asked {
    what: String,
    only: Option<String>,
    quick: bool,
    server: PathBuf,
    report: Option<PathBuf>,
    kills: Option<usize>,
}

impl Asked {
    fn read(arguments: &[String]) -> Result<Asked, String> {
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut asked = Asked { what: String::new(), only: None, quick: false, server: own, report: None, kills: None };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            match word.as_str() {
                "--quick" => asked.quick = true,
                "--server" => asked.server = value()?.into(),
                "--report" => asked.report = Some(value()?.into()),
                "--kills" => asked.kills = Some(value()?.parse().map_err(|_| "--kills needs a whole number")?),
                "load" | "faults" if asked.what.is_empty() => word.clone_into(&mut asked.what),
                "sqlite" | "postgres" if !asked.what.is_empty() => asked.only = Some(word.clone()),
                "trouble" | "fuzz" if asked.what == "faults" => asked.only = Some(word.clone()),
                _ => return Err(format!("'{word}' is not known here; valid:\n{HELP}")),
            }
        }
        if asked.what.is_empty() { Err(HELP.to_owned()) } else { Ok(asked) }
    }

    fn wants(&self, part: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only == part)
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((first, rest)) if first == "serve" => serve::run(rest).map(|()| true),
        _ => Asked::read(&arguments).and_then(|asked| run(&asked)),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("trial: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Runs what was asked for; `false` when something that is asked of the server is not met.
fn run(asked: &Asked) -> Result<bool, String> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let begun = Instant::now();
    let reports = runtime
        .block_on(async { if asked.what == "load" { run_load(asked).await } else { run_faults(asked).await } })?;
    runtime.shutdown_timeout(Duration::from_secs(1));
    for report in &reports {
        println!("{}", report.markdown());
    }
    if let Some(path) = &asked.report {
        let title = if asked.what == "load" { "Load" } else { "Faults" };
        let words: Vec<String> = asked.only.iter().cloned().chain(asked.quick.then(|| "--quick".to_owned())).collect();
        let command = format!("cargo xtask {} {}", asked.what, words.join(" "));
        report::keep(path, title, command.trim(), &reports)?;
    }
    eprintln!("trial: {} s", begun.elapsed().as_secs());
    Ok(reports.iter().all(Report::passed))
}

async fn run_load(asked: &Asked) -> Result<Vec<Report>, String> {
    let mut reports = Vec::new();
    if asked.wants("sqlite") {
        let full = load::Size { games: 2500, rate: 1000, seconds: 60 };
        let quick = load::Size { games: 250, rate: 200, seconds: 8 };
        reports.push(load::sqlite(&asked.server, if asked.quick { quick } else { full }).await?);
    }
    if asked.wants("postgres") {
        let full = load::Size { games: 500, rate: 300, seconds: 60 };
        let quick = load::Size { games: 100, rate: 100, seconds: 8 };
        let postgres = database::Postgres::start()?;
        reports.push(load::postgres(&asked.server, if asked.quick { quick } else { full }, &postgres.url()).await?);
    }
    Ok(reports)
}

async fn run_faults(asked: &Asked) -> Result<Vec<Report>, String> {
    let mut reports = Vec::new();
    let kills = asked.kills.unwrap_or(if asked.quick { 6 } else { 200 });
    let games = if asked.quick { 40 } else { 120 };
    let plan = faults::Plan { games, kills, compare_after: 20, pace: Duration::from_millis(200), seed: 20 };
    if asked.wants("sqlite") {
        reports.push(faults::sqlite(&asked.server, plan).await?);
    }
    if asked.wants("postgres") {
        let postgres = database::Postgres::start()?;
        reports.push(faults::postgres(&asked.server, plan, &postgres.url(), &|| postgres.cut()).await?);
    }
    if asked.wants("trouble") {
        let lasts = Duration::from_secs(if asked.quick { 8 } else { 20 });
        let size = trouble::Size { games: 24, pace: Duration::from_millis(400), lasts };
        reports.push(trouble::locked(&asked.server, size).await?);
        match trouble::full(&asked.server, size).await? {
            Some(report) => reports.push(report),
            None => eprintln!("trial: the trial of a full disk is SKIPPED: no small disk can be mounted here"),
        }
        let postgres = database::Postgres::start()?;
        let (url, stop, start) = (postgres.url(), || postgres.stop(), || postgres.start_again());
        let heading = "PostgreSQL stopped and started";
        reports.push(trouble::restarted(heading, &asked.server, size, &url, stop, start).await?);
        let kill = || {
            postgres.kill();
            Ok(())
        };
        let heading = "PostgreSQL killed and started";
        reports.push(trouble::restarted(heading, &asked.server, size, &url, kill, start).await?);
    }
    if asked.wants("fuzz") {
        let total = if asked.quick { 200_000 } else { 10_000_000 };
        reports.push(fuzz::run(&asked.server, fuzz::Size::of(total), total, 5).await?);
    }
    Ok(reports)
}
