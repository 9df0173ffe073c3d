//! `halfboard play`: a game at the terminal, between people or against the engine.

mod console;
mod ending;
mod input;
mod local_game;
mod menu;
mod now;
mod opponent;
mod ratings;
mod rules_text;
mod save_file;

use std::path::PathBuf;

use clap::Args;
use halfboard_app::table::Table;
use halfboard_rules::game::Seat;
use halfboard_rules::record::Start;
use halfboard_rules::registry::{self, Rules};

use self::console::Console;
use self::input::LastListed;
use self::local_game::{Exit, LocalGame, Preferences};
use self::opponent::{Opponent, Strength};
use self::save_file::SaveFile;
use crate::error::{CliError, CliResult, sanitize};
use crate::layout::wrap;
use crate::legend::legend;
use crate::phrases::play as phrases;
use crate::start::{StartArgs, depends_on_seed};
use crate::style::Style;
use crate::tables::TablesArgs;
use crate::value_parsers::integer;

/// Play a game at the terminal, with others or against the engine
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Type moves, or the squares of a turn one after the other; 'help' lists the commands. A file
can hold several games: a new game is appended to FILE, and --resume continues the last one.
SGF can be resumed, but needs --save to be saved. A level has fixed search limits, one thread
and 16 MiB, so there are no flags for that; at the highest, --think sets the time for a move.
Each game has its own levels: halfboard games GAME lists them with their ratings, in Elo above
random play. The adaptive opponent estimates your rating from the results of your games against
it, stored in your data folder, and plays at the level nearest to it.

Examples:
  halfboard play
  halfboard play lines-of-action --names Ann,Ben --save game.txt
  halfboard play lines-of-action --against 3 --as black
  halfboard play j --against adaptive
  halfboard play --resume game.txt")]
pub(crate) struct PlayArgs {
    /// Rules string, such as lines-of-action or j:long-sides=any; the default is a menu
    rules: Option<String>,
    #[command(flatten)]
    from: StartArgs,
    /// Resume the last game of this file, and keep saving there
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "position", "seed", "names"])]
    resume: Option<PathBuf>,
    /// Save every turn to this file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// The players' names, one for each seat
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    names: Vec<String>,
    /// Play against the engine at this level, from 1 (beginner) to full strength, or adaptive
    #[arg(long, value_name = "LEVEL", allow_negative_numbers = true, conflicts_with = "names", value_parser = strength)]
    against: Option<Strength>,
    /// Seconds that the engine thinks about a move at full strength; default: a node limit
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, requires = "against", value_parser = integer(1..=60))]
    think: Option<u64>,
    /// Your seat against the engine, such as white; default: the seat that begins
    #[arg(long = "as", value_name = "SEAT", requires = "against")]
    seat: Option<String>,
    #[command(flatten)]
    tables: TablesArgs,
}

/// Parses the strength of the engine. Which levels there are depends on the game.
fn strength(word: &str) -> Result<Strength, String> {
    if word == "adaptive" {
        return Ok(Strength::Adaptive);
    }
    let number = integer(1..=u64::from(u8::MAX))(word);
    number.map(|number| Strength::Level(number as u8)).map_err(|_| "expected a level from 1, or adaptive".to_owned())
}

/// Runs the command.
pub(crate) fn run(args: &PlayArgs, style: Style) -> CliResult {
    let mut console = Console::new(style);
    let Some((mut table, mut save_file)) = begin(args, &mut console)? else { return Ok(()) };
    let mut opponent = opponent(args, &table)?;
    if let Some(opponent) = &opponent {
        table.set_names(&opponent.names(table.session.seats().len()));
    }
    // The result of a game that was over when it was resumed does not count.
    let mut counts = table.result().is_none();
    if let Some(path) = &args.save {
        save_file = Some(SaveFile::after(path)?);
    }
    if let Some(save_file) = &save_file {
        // Saved at once, to fail before the first move if the file cannot be written.
        save_file.save(table.record())?;
    }
    let mut rules = registry::rules(&table.session.rules())?;
    console.print(&rules_text::welcome(&*rules, style))?;
    if args.resume.is_some() && save_file.is_none() {
        console.print(&wrap(phrases::saving_is_off(), 0))?;
    }
    let mut preferences = Preferences::default();
    let mut adviser = None;
    loop {
        say_where(&console, &table, save_file.as_ref(), &*rules)?;
        if let Some(opponent) = &opponent {
            console.print(&opponent.introduction())?;
        }
        let legend = legend(&*table.session);
        let mut game = LocalGame {
            table,
            console: &mut console,
            save_file,
            listed: LastListed::Nothing,
            legend,
            preferences,
            opponent,
            adviser,
            tables: &args.tables,
        };
        let left = game.run()?;
        if let Some(opponent) = game.opponent.as_ref().filter(|_| counts)
            && let Some(rating) = opponent.count_result(&game.table)?
        {
            game.console.print(&rating)?;
        }
        counts = true;
        let record = game.table.record();
        (table, save_file, preferences, adviser) = (game.table, game.save_file, game.preferences, game.adviser);
        let start = match left {
            Exit::Quit => return Ok(()),
            Exit::NewGame => match &table.start {
                Start::Position(position) => Start::Position(position.clone()),
                Start::Seed(_) => chance(&*rules),
            },
            Exit::Menu => {
                let Some(chosen) = menu::rules(&mut console)? else { return Ok(()) };
                rules = chosen;
                console.print(&rules_text::welcome(&*rules, style))?;
                chance(&*rules)
            }
        };
        table = table.again(start.session(&rules.canonical())?, start, &now::today());
        opponent = again(args, &mut table, &console)?;
        save_file.iter_mut().for_each(|save_file| save_file.keep(record.clone()));
    }
}

/// Returns the game to play and the file that it came from, or `None` if the menu was left.
fn begin(args: &PlayArgs, console: &mut Console) -> Result<Option<(Table, Option<SaveFile>)>, CliError> {
    if let Some(path) = &args.resume {
        let (record, save_file) = SaveFile::resume(path)?;
        return Ok(Some((Table::resume(record), save_file)));
    }
    let rules = match &args.rules {
        Some(rules) => registry::rules(rules)?,
        None => match menu::rules(console)? {
            Some(rules) => rules,
            None => return Ok(None),
        },
    };
    let seats = rules.seats();
    if !args.names.is_empty() && args.names.len() != seats.len() {
        let (given, seats) = (args.names.len(), seats.join(", "));
        return Err(CliError::new(format_args!("--names: expected one name for each seat ({seats}), found {given}")));
    }
    let names: Vec<String> = args.names.iter().map(|name| sanitize(name.trim())).collect();
    let start = args.from.start().unwrap_or_else(|| chance(&*rules));
    let session = start.session(&rules.canonical())?;
    Ok(Some((Table::new(session, start, names, &now::today()), None)))
}

/// Creates the engine opponent, if one was asked for.
fn opponent(args: &PlayArgs, table: &Table) -> Result<Option<Opponent>, CliError> {
    let Some(strength) = args.against else { return Ok(None) };
    let session = &*table.session;
    let person = match &args.seat {
        Some(word) if session.seats().len() > 1 => opponent::seat(session, word)?,
        _ => person(table),
    };
    // With a given seed the engine plays the same game again.
    let seed = args.from.seed.unwrap_or_else(|| match table.start {
        Start::Seed(seed) if seed > 0 => seed,
        _ => now::seed(),
    });
    Opponent::new(session, strength, args.think, person, seed, &args.tables).map(Some)
}

/// Returns the default seat of the person: in a resumed game opposite the engine, else the seat that begins.
fn person(table: &Table) -> Seat {
    let seats = (0..table.session.seats().len() as u8).map(Seat);
    let is_engine = |seat: Seat| table.given_name(seat).is_some_and(Opponent::is_name);
    let engine = seats.clone().find(|&seat| is_engine(seat));
    let beside = engine.and_then(|engine| seats.clone().find(|seat| seat.team() != engine.team()));
    beside.unwrap_or_else(|| {
        let mut session = table.session.clone_box();
        while session.undo() {}
        session.turn()
    })
}

/// Creates the engine opponent for the next game; a solitaire has none.
fn again(args: &PlayArgs, table: &mut Table, console: &Console) -> Result<Option<Opponent>, CliError> {
    if table.session.seats().len() < 2 && args.against.is_some() {
        console.print(phrases::solitaire_no_opponent())?;
        return Ok(None);
    }
    let seated = match &args.seat {
        // A seat of the first game may not exist in the next one.
        Some(word) if opponent::seat(&*table.session, word).is_err() => {
            console.print(&phrases::no_such_seat(word))?;
            None
        }
        seat => seat.clone(),
    };
    let opponent = opponent(&PlayArgs { seat: seated, ..args.clone() }, table)?;
    if let Some(opponent) = &opponent {
        table.set_names(&opponent.names(table.session.seats().len()));
    }
    Ok(opponent)
}

/// Returns a random start, if the start position is random.
fn chance(rules: &dyn Rules) -> Start {
    Start::Seed(if depends_on_seed(rules) { now::seed() } else { 0 })
}

/// Prints the seed and the file of this game.
fn say_where(console: &Console, table: &Table, save_file: Option<&SaveFile>, rules: &dyn Rules) -> CliResult {
    if let Start::Seed(seed) = table.start
        && depends_on_seed(rules)
    {
        console.print(&phrases::seed(seed))?;
    }
    match save_file {
        Some(save_file) => console.print(&phrases::every_turn_saved(save_file.description())),
        None => Ok(()),
    }
}
