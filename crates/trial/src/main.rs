//! Runs trials against a local server and writes reports. `cargo xtask load`, `faults`, `durability`, `attack`, `soak` and
//! `stalls` build and call it.

mod serve;
mod simulate;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use halfboard_trial::report::{self, Report};
use halfboard_trial::{attack, bit_flips, database, failover, faults, fuzz, load, outage, powerloss, soak, stalls};

const HELP: &str = "\
trial load [sqlite|postgres] …           turns per second, latency, memory
trial faults [sqlite|postgres|trouble|fuzz] …  kill -9, storage outages, malformed messages
trial durability [powerloss|flips] …     simulated power losses, damaged backups
trial attack [NAME] …                    attacks from one address: what others notice
trial soak …                             steady use for half an hour: growth of memory
trial stalls [sqlite|postgres] …         restarts and stalls under live clocks: what players are charged
trial failover …                         PostgreSQL: primary killed, standby promoted
trial simulate [--seed N] …              deterministic simulation of several nodes
  --quick          run a small version
  --server FILE    the 'halfboard' binary to test; default: the server built into this program
  --report FILE    where to write the report
  --kills N        number of kills, or of restarts and stalls
  --points N       number of simulated power losses
  --flips N        number of damaged backups";

/// The command line arguments.
struct TrialArgs {
    what: String,
    only: Option<String>,
    quick: bool,
    server: PathBuf,
    report: Option<PathBuf>,
    kills: Option<usize>,
    points: Option<usize>,
    flips: Option<usize>,
}

impl TrialArgs {
    fn parse(arguments: &[String]) -> Result<TrialArgs, String> {
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut args = TrialArgs {
            what: String::new(),
            only: None,
            quick: false,
            server: own,
            report: None,
            kills: None,
            points: None,
            flips: None,
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            match word.as_str() {
                "--quick" => args.quick = true,
                "--server" => args.server = value()?.into(),
                "--report" => args.report = Some(value()?.into()),
                "--kills" => args.kills = Some(value()?.parse().map_err(|_| "--kills needs a whole number")?),
                "--points" => args.points = Some(value()?.parse().map_err(|_| "--points needs a whole number")?),
                "--flips" => args.flips = Some(value()?.parse().map_err(|_| "--flips needs a whole number")?),
                "load" | "faults" | "durability" | "failover" | "attack" | "soak" | "stalls"
                    if args.what.is_empty() =>
                {
                    word.clone_into(&mut args.what);
                }
                name if args.what == "attack" && attack::ATTACKS.iter().any(|attack| attack.name == name) => {
                    args.only = Some(word.clone());
                }
                "sqlite" | "postgres" if !args.what.is_empty() => args.only = Some(word.clone()),
                "powerloss" | "flips" if args.what == "durability" => args.only = Some(word.clone()),
                "trouble" | "fuzz" if args.what == "faults" => args.only = Some(word.clone()),
                _ => return Err(format!("unknown argument '{word}'; usage:\n{HELP}")),
            }
        }
        if args.what.is_empty() { Err(HELP.to_owned()) } else { Ok(args) }
    }

    fn wants(&self, part: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only == part)
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((first, rest)) if first == "serve" => serve::run(rest).map(|()| true),
        Some((first, rest)) if first == "simulate" => simulate::run(rest),
        Some((first, rest)) if first == "assail" => assail(rest).map(|()| true),
        _ => TrialArgs::parse(&arguments).and_then(|args| run(&args)),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("trial: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the trials; returns false if a requirement is not met.
fn run(args: &TrialArgs) -> Result<bool, String> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let begun = Instant::now();
    let reports = runtime.block_on(async {
        match args.what.as_str() {
            "load" => run_load(args).await,
            "faults" => run_faults(args).await,
            "durability" => run_durability(args).await,
            "attack" => run_attacks(args).await,
            "stalls" => run_stalls(args).await,
            "failover" => run_failover(args).await,
            _ => run_soak(args).await,
        }
    })?;
    runtime.shutdown_timeout(Duration::from_secs(1));
    for report in &reports {
        println!("{}", report.markdown());
    }
    if let Some(path) = &args.report {
        let title = match args.what.as_str() {
            "load" => "Load",
            "faults" => "Faults",
            "durability" => "Durability",
            "attack" => "Attacks",
            "stalls" => "Restarts and stalls",
            "failover" => "PostgreSQL failover",
            _ => "Soak",
        };
        let words: Vec<String> = args.only.iter().cloned().chain(args.quick.then(|| "--quick".to_owned())).collect();
        let command = format!("cargo xtask {} {}", args.what, words.join(" "));
        report::save(path, title, command.trim(), &reports)?;
    }
    eprintln!("trial: {} s", begun.elapsed().as_secs());
    Ok(reports.iter().all(Report::passed))
}

/// Attacks a server: `assail NAME ADDRESS SECONDS`, which [`attack::run`] calls.
fn assail(arguments: &[String]) -> Result<(), String> {
    let [name, to, seconds] = arguments else { return Err("assail needs a name, an address and seconds".to_owned()) };
    let to = to.parse().map_err(|_| format!("{to} is not an address with a port"))?;
    let seconds = seconds.parse().map_err(|_| format!("{seconds} is not a whole number"))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let (stop, stopped) = tokio::sync::oneshot::channel();
    // The end of the input stops the attack.
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        let _ = stop.send(());
    });
    println!("{}", runtime.block_on(attack::assail(name, to, Duration::from_secs(seconds), stopped))?);
    runtime.shutdown_background();
    Ok(())
}

/// Returns the number of restarts and stalls: `--kills`, or a default that is smaller with PostgreSQL, which takes longer.
fn stall_outages(args: &TrialArgs, postgres: bool) -> usize {
    args.kills.unwrap_or(match (args.quick, postgres) {
        (true, false) => 12,
        (true, true) => 3,
        (false, false) => 1000,
        (false, true) => 102,
    })
}

async fn run_stalls(args: &TrialArgs) -> Result<Vec<Report>, String> {
    let outages = stall_outages(args, false);
    let services = if args.quick { 3 } else { 8 };
    let plan = stalls::StallPlan { services, games: 4, outages, seed: 20 };
    let mut reports = Vec::new();
    if args.wants("sqlite") {
        reports.push(stalls::sqlite(&args.server, plan).await?);
    }
    if args.wants("postgres") {
        let postgres = database::Postgres::start()?;
        let plan = stalls::StallPlan { games: 12, outages: stall_outages(args, true), ..plan };
        reports.push(stalls::postgres(&args.server, plan, &postgres.url()).await?);
    }
    Ok(reports)
}

/// Runs the trials below the process, which need no server.
async fn run_durability(args: &TrialArgs) -> Result<Vec<Report>, String> {
    let mut reports = Vec::new();
    if args.wants("powerloss") {
        let points = args.points.unwrap_or(if args.quick { 500 } else { 10_000 });
        reports.push(powerloss::run(points, 20).await?);
    }
    if args.wants("flips") {
        let flips = args.flips.unwrap_or(if args.quick { 20_000 } else { 1_000_000 });
        reports.push(bit_flips::run(flips, 20).await?);
    }
    Ok(reports)
}

async fn run_failover(args: &TrialArgs) -> Result<Vec<Report>, String> {
    let (games, longest) = if args.quick { (20, 3) } else { (60, 8) };
    let mut reports = Vec::new();
    for seed in 0..if args.quick { 1 } else { 5 } {
        let (pace, longest) = (Duration::from_millis(300), Duration::from_secs(longest));
        let size = failover::FailoverSize { games, pace, longest, seed };
        reports.push(failover::run(&args.server, size).await?);
    }
    Ok(reports)
}

async fn run_attacks(args: &TrialArgs) -> Result<Vec<Report>, String> {
    let seconds = if args.quick { 10 } else { 60 };
    let mut reports = Vec::new();
    for one in attack::ATTACKS.iter().filter(|one| args.wants(one.name)) {
        let report = attack::run(&args.server, one, seconds).await?;
        eprintln!("trial: {} {}", one.name, if report.passed() { "passed" } else { "FAILED" });
        reports.push(report);
    }
    Ok(reports)
}

async fn run_soak(args: &TrialArgs) -> Result<Vec<Report>, String> {
    let lasts = Duration::from_secs(if args.quick { 60 } else { 1800 });
    let size = soak::SoakSize { games: 100, pace: Duration::from_secs(1), lasts };
    Ok(vec![soak::run(&args.server, size).await?])
}

async fn run_load(args: &TrialArgs) -> Result<Vec<Report>, String> {
    let mut reports = Vec::new();
    if args.wants("sqlite") {
        let full = load::LoadSize { games: 2500, rate: 1000, seconds: 60 };
        let quick = load::LoadSize { games: 250, rate: 200, seconds: 8 };
        reports.push(load::sqlite(&args.server, if args.quick { quick } else { full }).await?);
    }
    if args.wants("postgres") {
        let full = load::LoadSize { games: 500, rate: 300, seconds: 60 };
        let quick = load::LoadSize { games: 100, rate: 100, seconds: 8 };
        let postgres = database::Postgres::start()?;
        reports.push(load::postgres(&args.server, if args.quick { quick } else { full }, &postgres.url()).await?);
    }
    Ok(reports)
}

async fn run_faults(args: &TrialArgs) -> Result<Vec<Report>, String> {
    let mut reports = Vec::new();
    let kills = args.kills.unwrap_or(if args.quick { 6 } else { 200 });
    let games = if args.quick { 40 } else { 120 };
    let plan = faults::KillPlan { games, kills, compare_after: 20, pace: Duration::from_millis(200), seed: 20 };
    if args.wants("sqlite") {
        reports.push(faults::sqlite(&args.server, plan).await?);
    }
    if args.wants("postgres") {
        let postgres = database::Postgres::start()?;
        reports.push(faults::postgres(&args.server, plan, &postgres.url(), &|| postgres.cut()).await?);
    }
    if args.wants("trouble") {
        let lasts = Duration::from_secs(if args.quick { 8 } else { 20 });
        let size = outage::OutageSize { games: 24, pace: Duration::from_millis(400), lasts };
        reports.push(outage::locked(&args.server, size).await?);
        match outage::full(&args.server, size).await? {
            Some(report) => reports.push(report),
            None => eprintln!("trial: SKIPPED the full disk: cannot mount a small disk here"),
        }
        let postgres = database::Postgres::start()?;
        let (url, stop, start) = (postgres.url(), || postgres.stop(), || postgres.restart());
        let heading = "PostgreSQL stopped and started";
        reports.push(outage::restarted(heading, &args.server, size, &url, stop, start).await?);
        let kill = || {
            postgres.kill();
            Ok(())
        };
        let heading = "PostgreSQL killed and started";
        reports.push(outage::restarted(heading, &args.server, size, &url, kill, start).await?);
    }
    if args.wants("fuzz") {
        let total = if args.quick { 200_000 } else { 10_000_000 };
        reports.push(fuzz::run(&args.server, fuzz::FuzzSize::new(total), total, 5).await?);
    }
    Ok(reports)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(words: &str) -> TrialArgs {
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        TrialArgs::parse(&words).expect("valid arguments")
    }

    #[test]
    fn kills_are_the_number_of_stalls_on_both_databases() {
        let numbers = |words: &str| [false, true].map(|postgres| stall_outages(&args(words), postgres));
        assert_eq!(numbers("stalls postgres --kills 62"), [62, 62]);
        assert_eq!(numbers("stalls"), [1000, 102]);
        assert_eq!(numbers("stalls --quick"), [12, 3]);
    }
}
