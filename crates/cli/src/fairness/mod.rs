//! `halfboard fairness`: how often the side that begins wins, and what games are like, for several rules. `runner` solves and
//! plays, `journal` saves results, `report` formats them.

mod exact;
mod journal;
mod report;
mod runner;
mod seed_range;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use halfboard_engine::arena;
use halfboard_engine::fairness::play::{SurveyConfig, SurveyError, default_noise};
use halfboard_rules::registry::{self, Rules};

use self::exact::Method;
use self::journal::Journal;
use self::report::{Report, Subject};
use self::runner::Experiment;
use self::seed_range::SeedRange;
use crate::error::{CliError, CliResult};
use crate::files;
use crate::search_args::{NODES, THREADS};
use crate::style::{Style, print};
use crate::value_parsers::{any_u64, integer};

/// Measure the fairness of rules: how often the side that begins wins, and what games are like
#[derive(Args, Debug)]
#[command(after_help = "\
Each seed is one sample: a random board, or, if the start position is fixed, small random
evaluation errors on both sides. Results are exact if the game has a solver; otherwise the
engine plays itself with the same number of nodes per turn. Shares have 95 % confidence
intervals (Wilson); a draw counts as half a win. If starts are solved, lengths, choices and
endings come from played games of the first seeds, as many as --games says. The results do
not depend on the number of threads.

FILE receives every result as it is finished: run the same command again to continue after
an interruption, or with more seeds or rules to extend it.

Examples:
  halfboard fairness j --seeds 1..4 --nodes 50
  halfboard fairness sllim sllim:setup=expert --seeds 1..2 --nodes 20 --format csv
  halfboard fairness --all-presets j --seeds 1..2 --nodes 20 --format html > j.html
  halfboard fairness stacks-in-action --seeds 1..3 --nodes 20 --save games.jsonl")]
pub(crate) struct FairnessArgs {
    /// The rules to compare, as in lines-of-action or j:long-sides=any
    #[arg(required_unless_present = "all_presets")]
    rules: Vec<String>,
    /// Compare all named variants of a game
    #[arg(long, value_name = "GAME")]
    all_presets: Vec<String>,
    /// First and last seed, both included
    #[arg(long, value_name = "A..B", allow_hyphen_values = true, default_value = "1..100", value_parser = SeedRange::read)]
    seeds: SeedRange,
    /// How to get results
    #[arg(long, value_enum, default_value_t = Method::Auto)]
    method: Method,
    /// Nodes per turn for both sides
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 2000)]
    #[arg(value_parser = integer(NODES))]
    nodes: u64,
    /// Random evaluation error of both sides in hundredths of a logit, so that games differ; default: 5
    /// if neither the start position nor --openings is random, else 0
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = integer(0..=1000))]
    noise: Option<u64>,
    /// Random turns at the start of each game; the side to move after them may profit
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true, default_value_t = 0)]
    #[arg(value_parser = integer(0..=100))]
    openings: u64,
    /// If starts are solved, also play this many of them
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 100, value_parser = any_u64)]
    games: u64,
    /// Maximum number of turns; longer games count as unfinished
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 500)]
    #[arg(value_parser = integer(1..=10_000))]
    plies: u64,
    /// Number of games to play in parallel; default: number of processors
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = integer(THREADS))]
    threads: Option<u64>,
    /// Save results to this file, and reuse those that it holds
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Format of the report
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    format: ReportFormat,
    /// Write the report to this file instead of standard output
    #[arg(long, alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReportFormat {
    /// Tables for people
    Text,
    /// One row per rules string, for spreadsheets
    Csv,
    /// One object with everything
    Json,
    /// A page with plots
    Html,
}

/// Runs the command.
pub(crate) fn run(args: &FairnessArgs, style: Style) -> CliResult {
    let mut experiments = Vec::new();
    for rules in rules(args)? {
        let openings = args.openings;
        let noise = args.noise.map_or_else(|| default_noise(&*rules, openings), |noise| noise as i32);
        let plan = SurveyConfig { nodes: args.nodes, openings, noise, max_plies: args.plies as usize };
        // Fail before the first game if there is no opening of this length; the same seed gives the same opening later.
        let seed = args.seeds.first();
        if arena::opening(&*rules, seed, openings).is_none() {
            let problem = SurveyError::NoOpening { seed, plies: openings };
            return Err(CliError::new(format_args!("--openings: {}: {problem}", rules.canonical())));
        }
        experiments.push(Experiment::new(rules, plan, args.method, args.seeds, args.games));
    }
    let journal = args.save.as_deref().map_or_else(|| Ok(Journal::default()), Journal::open)?;
    if let Some(path) = &args.output {
        // Fail before hours of work if the file cannot be written.
        files::append_text(path, "")?;
    }
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let answers = runner::run(&experiments, journal, args.threads.map_or_else(cores, |threads| threads as usize))?;
    let subjects = experiments
        .into_iter()
        .zip(&answers)
        .map(|(experiment, answer)| Subject::new(&*experiment.rules, experiment.plan, &answer.boards, &answer.games));
    let report = Report {
        command: args.command(),
        seeds: args.seeds,
        nodes: args.nodes,
        most_plies: args.plies,
        subjects: subjects.collect(),
    };
    let text = match args.format {
        ReportFormat::Text => report.text(),
        ReportFormat::Csv => report.csv(),
        ReportFormat::Json => report.json()?,
        ReportFormat::Html => report.html(),
    };
    match &args.output {
        Some(path) => files::write_text(path, &text),
        None if args.format == ReportFormat::Text => style.print(&text),
        None => print(&text),
    }
}

/// Returns the given rules without duplicates.
fn rules(args: &FairnessArgs) -> Result<Vec<Box<dyn Rules>>, CliError> {
    let mut words = args.rules.clone();
    for game in &args.all_presets {
        words.extend(registry::game(game)?.presets().into_iter().map(|preset| preset.rules));
    }
    let mut all: Vec<Box<dyn Rules>> = Vec::new();
    for word in &words {
        let rules = registry::rules(word)?;
        if all.iter().all(|other| other.canonical() != rules.canonical()) {
            all.push(rules);
        }
    }
    Ok(all)
}

impl FairnessArgs {
    /// Returns a command that reproduces the report.
    fn command(&self) -> String {
        let mut words = vec!["halfboard fairness".to_owned()];
        words.extend(self.rules.iter().cloned());
        words.extend(self.all_presets.iter().map(|game| format!("--all-presets {game}")));
        words.push(format!("--seeds {}", self.seeds));
        if let Some(method) = self.method.to_possible_value().filter(|_| self.method != Method::Auto) {
            words.push(format!("--method {}", method.get_name()));
        }
        words.push(format!("--nodes {}", self.nodes));
        words.extend(self.noise.map(|noise| format!("--noise {noise}")));
        if self.openings != 0 {
            words.push(format!("--openings {}", self.openings));
        }
        if self.games != 100 {
            words.push(format!("--games {}", self.games));
        }
        if self.plies != 500 {
            words.push(format!("--plies {}", self.plies));
        }
        words.join(" ")
    }
}
