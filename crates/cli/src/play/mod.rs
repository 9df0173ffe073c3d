//! `halfboard play`: people at one terminal. This file finds the game to play and hands it to `game`.
//! Reads standard input, and writes the file that it was told to save to.

mod clock;
mod ending;
mod game;
mod menu;
mod saving;
mod table;
mod talk;
mod typed;
mod words;

use std::path::PathBuf;

use clap::Args;
use halfboard_rules::record::Start;
use halfboard_rules::registry::{self, Rules};

use self::game::{Game, Habits, Left};
use self::saving::Saving;
use self::table::Table;
use self::talk::Talk;
use self::typed::Listed;
use crate::failure::{Done, Failure, clean};
use crate::legend::legend;
use crate::lines::wrap;
use crate::look::Look;
use crate::start::{StartArgs, depends_on_seed};

/// Play a game at this terminal
#[derive(Args, Debug)]
#[command(after_help = "\
Type moves, or the squares of a turn one after the other; 'help' says what else can be
typed. A file of records can hold several games: a new game is added to those in FILE, and
--resume goes on with the last one. SGF can be resumed, but is saved only with --save.

Examples:
  halfboard play
  halfboard play lines-of-action --names Ann,Ben --save game.txt
  halfboard play --resume game.txt")]
pub(crate) struct Play {
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
}

/// Runs it.
pub(crate) fn run(args: &Play, look: Look) -> Done {
    let mut talk = Talk::new(look);
    let Some((mut table, mut saving)) = begin(args, &mut talk)? else { return Ok(()) };
    if let Some(path) = &args.save {
        saving = Some(Saving::after(path)?);
    }
    if let Some(saving) = &saving {
        // Saved at once, so that a file that cannot be written is known before the first move.
        saving.save(table.record())?;
    }
    let mut rules = registry::rules(&table.session.rules())?;
    talk.say(&words::welcome(&*rules, look))?;
    if args.resume.is_some() && saving.is_none() {
        talk.say(&wrap("Nothing is saved unless you type 'save FILE', or begin with --save FILE.", 0))?;
    }
    let mut habits = Habits::default();
    loop {
        say_where(&talk, &table, saving.as_ref(), &*rules)?;
        let legend = legend(&*table.session);
        let mut game = Game { table, talk: &mut talk, saving, listed: Listed::Nothing, legend, habits };
        let left = game.run()?;
        let record = game.table.record();
        (table, saving, habits) = (game.table, game.saving, game.habits);
        let start = match left {
            Left::Quit => return Ok(()),
            Left::New => match &table.start {
                Start::Position(position) => Start::Position(position.clone()),
                Start::Seed(_) => chance(&*rules),
            },
            Left::Menu => {
                let Some(chosen) = menu::rules(&mut talk)? else { return Ok(()) };
                rules = chosen;
                talk.say(&words::welcome(&*rules, look))?;
                chance(&*rules)
            }
        };
        table = table.again(start.session(&rules.canonical())?, start, &clock::today());
        saving.iter_mut().for_each(|saving| saving.keep(record.clone()));
    }
}

/// The game to play and the file that it came from, or `None` when the menu was left.
fn begin(args: &Play, talk: &mut Talk) -> Result<Option<(Table, Option<Saving>)>, Failure> {
    if let Some(path) = &args.resume {
        let (record, saving) = Saving::resume(path)?;
        return Ok(Some((Table::resume(record), saving)));
    }
    let rules = match &args.rules {
        Some(rules) => registry::rules(rules)?,
        None => match menu::rules(talk)? {
            Some(rules) => rules,
            None => return Ok(None),
        },
    };
    let seats = rules.seats();
    if !args.names.is_empty() && args.names.len() != seats.len() {
        let (given, seats) = (args.names.len(), seats.join(", "));
        return Err(Failure::new(format_args!("--names: {given} given; one name for each seat is needed: {seats}")));
    }
    let names: Vec<String> = args.names.iter().map(|name| clean(name.trim())).collect();
    let start = args.from.start().unwrap_or_else(|| chance(&*rules));
    let session = start.session(&rules.canonical())?;
    Ok(Some((Table::new(session, start, names, &clock::today()), None)))
}

/// A start by chance, where there is any.
fn chance(rules: &dyn Rules) -> Start {
    Start::Seed(if depends_on_seed(rules) { clock::seed() } else { 0 })
}

/// Says what one needs to come back to this game.
fn say_where(talk: &Talk, table: &Table, saving: Option<&Saving>, rules: &dyn Rules) -> Done {
    if let Start::Seed(seed) = table.start
        && depends_on_seed(rules)
    {
        talk.say(&format!("This start is --seed {seed}."))?;
    }
    match saving {
        Some(saving) => talk.say(&format!("Every turn is saved to {}.", saving.words())),
        None => Ok(()),
    }
}
