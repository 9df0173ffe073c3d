//! The command line. Parser, `--help`, completions and the manual page are all derived from this file and from the argument types
//! of the commands.

use clap::{Parser, Subcommand};
use halfboard_text::Language;

use crate::admin;
use crate::archive;
use crate::arena;
use crate::bot;
use crate::commands;
use crate::fairness;
use crate::phrases::parse_language;
use crate::play;
use crate::style::ColorChoice;
use crate::ugi;

/// Play board games against people and the engine, analyse and solve positions, check game records
#[derive(Debug, Parser)]
#[command(name = "halfboard", bin_name = "halfboard", version, max_term_width = 100)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true)]
pub(crate) struct Cli {
    /// When to use colours; auto: in a terminal, unless NO_COLOR is set
    #[arg(long, global = true, display_order = 100, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,
    /// Draw with ASCII characters only
    #[arg(long, global = true, display_order = 101)]
    pub(crate) ascii: bool,
    /// Language of texts for people: en or de; default: that of LC_ALL, LC_MESSAGES or LANG. Help and errors are in English
    #[arg(long, global = true, alias = "language", display_order = 102, value_name = "LANG", value_parser = parse_language)]
    pub(crate) lang: Option<Language>,
    /// The command; without one, an introduction is printed.
    #[command(subcommand)]
    pub(crate) command: Option<CliCommand>,
}

const EXAMPLES: &str = "\
RULES is a game's id, or the id with options: lines-of-action:setup=scrambled-eggs
'halfboard games ID' describes the options of a game. If the start position is random,
--seed chooses it; the default is a new seed for play and 0 for all other commands.

Examples:
  halfboard play                                  choose a game and play it
  halfboard games lines-of-action                 its options and named variants
  halfboard show sight-reduction --seed 7         draw a start position
  halfboard perft lines-of-action 4 --divide      count move sequences
  halfboard games --lang de                       list the games in German";

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum CliCommand {
    Games(commands::games::GamesArgs),
    Show(commands::show::ShowArgs),
    Draw(commands::draw::DrawArgs),
    Moves(commands::moves::MovesArgs),
    Apply(commands::apply::ApplyArgs),
    Result(commands::result::ResultArgs),
    Start(commands::start::StartPositionArgs),
    Perft(commands::perft::PerftArgs),
    Trace(commands::trace::TraceArgs),
    Record(commands::record::RecordArgs),
    Archive(archive::ArchiveArgs),
    Play(play::PlayArgs),
    Analyse(commands::analyse::AnalyseArgs),
    Hint(commands::hint::HintArgs),
    Solve(commands::solve::SolveArgs),
    Bench(commands::bench::BenchArgs),
    Ugi(ugi::UgiArgs),
    Arena(arena::ArenaArgs),
    Generate(commands::generate::GenerateArgs),
    Verify(commands::verify::VerifyArgs),
    Print(commands::print::PrintArgs),
    Fairness(fairness::FairnessArgs),
    Tables(commands::tables::TablesCommandArgs),
    Serve(commands::serve::ServeArgs),
    Admin(admin::AdminArgs),
    Bot(bot::BotArgs),
    Backup(commands::backup::BackupArgs),
    Restore(commands::backup::RestoreArgs),
    Completions(commands::completions::CompletionsArgs),
    Man(commands::man::ManArgs),
    Help(commands::help::HelpArgs),
}
