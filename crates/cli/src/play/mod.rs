//! `halfboard play`: people at one terminal, or somebody against the engine. This file finds the game to play and hands it to `game`.
//! Reads standard input, and writes the file that it was told to save to.

mod console;
mod ending;
mod input;
mod local_game;
mod menu;
mod now;
mod opponent;
mod rules_text;
mod save_file;

use std::path::PathBuf;

use clap::Args;
use halfboard_app::table::Table;
use halfboard_engine::levels::Level;
use halfboard_rules::game::Seat;
use halfboard_rules::record::Start;
use halfboard_rules::registry::{self, Rules};

use self::console::Console;
use self::input::LastListed;
use self::local_game::{Exit, LocalGame, Preferences};
use self::opponent::Opponent;
use self::save_file::SaveFile;
use crate::error::{CliError, CliResult, sanitize};
use crate::layout::wrap;
use crate::legend::legend;
use crate::phrases::play as phrases;
use crate::start::{StartArgs, depends_on_seed};
use crate::style::Style;
use crate::tables::TablesArgs;
use crate::value_parsers::integer;

/// Play a game at this terminal, with others or against the engine
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Type moves, or the squares of a turn one after the other; 'help' says what else can be
typed. A file of records can hold several games: a new game is added to those in FILE, and
--resume goes on with the last one. SGF can be resumed, but is saved only with --save.
How far the engine looks is what makes its level, and every level does with one thread and
16 MiB, so there are no flags for that here.

Examples:
  halfboard play
  halfboard play lines-of-action --names Ann,Ben --save game.txt
  halfboard play lines-of-action --against 3 --as black
  halfboard play --resume game.txt")]
pub(crate) struct PlayArgs {
    /// The rules, as in lines-of-action or j:long-sides=any; without them a menu asks
    rules: Option<String>,
    #[command(flatten)]
    from: StartArgs,
    /// Go on with the last game of this file, and keep saving there
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "position", "seed", "names"])]
    resume: Option<PathBuf>,
    /// Save every turn to this file as it is made
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// The players' names, one for each seat
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    names: Vec<String>,
    /// Play against the engine at this level, from 1 for beginners to 8
    #[arg(long, value_name = "LEVEL", allow_negative_numbers = true, conflicts_with = "names", value_parser = level)]
    against: Option<Level>,
    /// Which seat is yours against the engine, as in white; without it the one that begins
    #[arg(long = "as", value_name = "SEAT", requires = "against")]
    seat: Option<String>,
    #[command(flatten)]
    tables: TablesArgs,
}

/// Reads a level.
fn level(word: &str) -> Result<Level, String> {
    let levels = Level::all().count() as u64;
    let number = integer(1..=levels)(word)?;
    u8::try_from(number).ok().and_then(Level::new).ok_or_else(|| format!("it must be from 1 to {levels}"))
}

/// Runs it.
pub(crate) fn run(args: &PlayArgs, style: Style) -> CliResult {
    let mut console = Console::new(style);
    let Some((mut table, mut save_file)) = begin(args, &mut console)? else { return Ok(()) };
    let mut opponent = opponent(args, &table)?;
    if let Some(opponent) = &opponent {
        table.set_names(&opponent.names(table.session.seats().len()));
    }
    if let Some(path) = &args.save {
        save_file = Some(SaveFile::after(path)?);
    }
    if let Some(save_file) = &save_file {
        // Saved at once, so that a file that cannot be written is known before the first move.
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

/// The game to play and the file that it came from, or `None` when the menu was left.
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
        return Err(CliError::new(format_args!("--names: {given} given; one name for each seat is needed: {seats}")));
    }
    let names: Vec<String> = args.names.iter().map(|name| sanitize(name.trim())).collect();
    let start = args.from.start().unwrap_or_else(|| chance(&*rules));
    let session = start.session(&rules.canonical())?;
    Ok(Some((Table::new(session, start, names, &now::today()), None)))
}

/// The engine that was asked for, at the side that is not the person's.
fn opponent(args: &PlayArgs, table: &Table) -> Result<Option<Opponent>, CliError> {
    let Some(level) = args.against else { return Ok(None) };
    let session = &*table.session;
    let person = match &args.seat {
        Some(word) if session.seats().len() > 1 => opponent::seat(session, word)?,
        _ => person(table),
    };
    // With a seed that was given, the engine plays the same game again.
    let seed = args.from.seed.unwrap_or_else(|| match table.start {
        Start::Seed(seed) if seed > 0 => seed,
        _ => now::seed(),
    });
    Opponent::new(session, level, person, seed, &args.tables).map(Some)
}

/// Whose seat is the person's when nobody says: that beside the engine's in a game that goes on, else who begins.
fn person(table: &Table) -> Seat {
    let seats = (0..table.session.seats().len() as u8).map(Seat);
    let is_engine = |seat: Seat| Level::all().any(|level| table.given_name(seat) == Some(&Opponent::name(level)));
    let engine = seats.clone().find(|&seat| is_engine(seat));
    let beside = engine.and_then(|engine| seats.clone().find(|seat| seat.team() != engine.team()));
    beside.unwrap_or_else(|| {
        let mut session = table.session.clone_box();
        while session.undo() {}
        session.turn()
    })
}

/// The engine at the next game; in a solitaire it has to stand by.
fn again(args: &PlayArgs, table: &mut Table, console: &Console) -> Result<Option<Opponent>, CliError> {
    if table.session.seats().len() < 2 && args.against.is_some() {
        console.print(phrases::solitaire_no_opponent())?;
        return Ok(None);
    }
    let seated = match &args.seat {
        // A seat of the first game may not exist in another one.
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

/// A start by chance, where there is any.
fn chance(rules: &dyn Rules) -> Start {
    Start::Seed(if depends_on_seed(rules) { now::seed() } else { 0 })
}

/// Says what one needs to come back to this game.
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
