//! `halfboard fairness`: how often the side that begins wins, and what games are like, of several rules side by side.
//! This file reads the arguments and leads; `work` solves and plays, `journal` keeps what is finished, `report` tells it.

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

/// Find out how fair rules are: how often the side that begins wins, and what games are like
#[derive(Args, Debug)]
#[command(after_help = "\
Every seed is one draw: of the board where chance sets it up, else of small misjudgements by
which the games differ, on either side alike. Results are exact where the game has a solver;
elsewhere the engine plays against itself, with the same number of nodes a turn on either
side. Shares have 95 % bounds (after Wilson); a draw is half a win. Where starts are solved,
lengths, choices and endings come from the games of the first seeds, as many as --games says.
The same seeds give the same figures with any number of threads.

In FILE everything is kept as soon as it is finished: run the same command again to go on
after an interruption, or with more seeds or rules to add to it.

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
    /// The first and the last seed, both included
    #[arg(long, value_name = "A..B", allow_hyphen_values = true, default_value = "1..100", value_parser = SeedRange::read)]
    seeds: SeedRange,
    /// Where results come from
    #[arg(long, value_enum, default_value_t = Method::Auto)]
    method: Method,
    /// Positions that either side looks at in a turn
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 2000)]
    #[arg(value_parser = integer(NODES))]
    nodes: u64,
    /// How far either side misjudges positions, in hundredths of a logit, so that games differ; if not
    /// given, 5 where neither chance nor --openings makes them differ, else 0
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = integer(0..=1000))]
    noise: Option<u64>,
    /// Random turns that open each game; the first to play after them may profit
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true, default_value_t = 0)]
    #[arg(value_parser = integer(0..=100))]
    openings: u64,
    /// Where starts are solved, play so many of them as well
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 100, value_parser = any_u64)]
    games: u64,
    /// A game stays unfinished after so many turns
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 500)]
    #[arg(value_parser = integer(1..=10_000))]
    plies: u64,
    /// How many games are played at the same time; if not given, as many as there are processors
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = integer(THREADS))]
    threads: Option<u64>,
    /// Keep finished work in this file, and do not do again what it holds
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// The form of the report
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    format: ReportFormat,
    /// Write the report to this file
    #[arg(long, alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReportFormat {
    /// Tables for people
    Text,
    /// One line for each rules, for spreadsheets
    Csv,
    /// One object with everything
    Json,
    /// A page with plots
    Html,
}

/// Runs it.
pub(crate) fn run(args: &FairnessArgs, style: Style) -> CliResult {
    let mut experiments = Vec::new();
    for rules in rules(args)? {
        let openings = args.openings;
        let noise = args.noise.map_or_else(|| default_noise(&*rules, openings), |noise| noise as i32);
        let plan = SurveyConfig { nodes: args.nodes, openings, noise, max_plies: args.plies as usize };
        // Found now, a bad opening length is bad input; the same seed gives the same opening later.
        let seed = args.seeds.first();
        if arena::opening(&*rules, seed, openings).is_none() {
            let problem = SurveyError::NoOpening { seed, plies: openings };
            return Err(CliError::new(format_args!("--openings: {}: {problem}", rules.canonical())));
        }
        experiments.push(Experiment::new(rules, plan, args.method, args.seeds, args.games));
    }
    let journal = args.save.as_deref().map_or_else(|| Ok(Journal::default()), Journal::open)?;
    if let Some(path) = &args.output {
        // What cannot be written to should be known before hours of work.
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

/// The rules that were asked for, each once.
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
    /// The command that gives the same figures.
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
