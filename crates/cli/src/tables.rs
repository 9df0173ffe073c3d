//! Finished tables for the engine: where they are kept, as arguments, and how it gets them. Reads files.

use std::env;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use halfboard_engine::endgame_table::EndgameTable;
use halfboard_engine::games::endgame_table_name;
use halfboard_engine::games::sllim::table::{SllimTable, TableBytes};
use halfboard_engine::player::Player;

use crate::error::sanitize;
use crate::files;
use crate::mmap;

/// The folder that is none.
const OFF: &str = "off";

/// `--tables DIR --tables-mode MODE`, for every command that lets the engine play.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct TablesArgs {
    /// The folder of finished tables, or off; else that of HALFBOARD_TABLES or of your data
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// map leaves tables in their files, load reads and checks them first
    #[arg(long, value_name = "MODE", value_enum, default_value_t = TableMode::Map, hide_possible_values = true)]
    tables_mode: TableMode,
}

/// How a table gets to the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableMode {
    /// Stay in the file, which is read where it is needed
    #[default]
    Map,
    /// Read as a whole, and checked
    Load,
}

impl TablesArgs {
    /// With this folder, or none for `off`.
    pub(crate) fn new(folder: &str) -> Self {
        TablesArgs { tables: Some(folder.into()), tables_mode: TableMode::Map }
    }

    /// The tables that a game by these rules can ask. One that is there but cannot be used is complained about on
    /// standard error, and done without; so is one that is missing where its folder was given.
    pub(crate) fn find(&self, rules: &str) -> Option<EndgameTable> {
        let id = rules.split_once(':').map_or(rules, |(id, _)| id);
        let path = path_in(&folder(self.tables.as_deref())?, endgame_table_name(id)?);
        if self.tables.is_none() && !path.exists() {
            return None;
        }
        match open(&path, self.tables_mode) {
            Ok(table) => Some(EndgameTable::new(table)),
            Err(problem) => {
                warn(&format!("{}: {problem}", path.display()));
                None
            }
        }
    }

    /// Lets an engine ask them.
    pub(crate) fn give(&self, player: &mut dyn Player) {
        if let Some(tables) = self.find(&player.rules()) {
            player.set_endgame_table(tables);
        }
    }
}

/// The folder of tables: the one that was given, else that of the environment, else one among the user's data. `None` where
/// that is `off`, or nobody knows where the user's data are.
pub(crate) fn folder(given: Option<&Path>) -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let chosen = given.map(Path::to_path_buf).or_else(|| set("HALFBOARD_TABLES"));
    match chosen {
        Some(folder) => Some(folder).filter(|folder| folder != OsStr::new(OFF)),
        None => files::data_folder(),
    }
}

/// The file of a table in a folder.
pub(crate) fn path_in(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.table"))
}

/// Opens a table; one that is loaded is checked as a whole.
pub(crate) fn open(path: &Path, mode: TableMode) -> Result<SllimTable, String> {
    let bytes: io::Result<TableBytes> = match mode {
        TableMode::Map => mmap::map(path).map(|map| Box::new(map) as TableBytes),
        TableMode::Load => load(path).map(|bytes| Box::new(bytes) as TableBytes),
    };
    let bytes = bytes.map_err(|error| format!("the table cannot be read: {error}"))?;
    let table = SllimTable::open(bytes, |damage| warn(&damage.to_string())).map_err(|error| error.to_string())?;
    if mode == TableMode::Load {
        table.verify().map_err(|error| error.to_string())?;
    }
    Ok(table)
}

/// The bytes of a file, of which there may be more than memory.
fn load(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let length = usize::try_from(file.metadata()?.len()).unwrap_or(usize::MAX);
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length)?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Says what is wrong with a table that could have helped.
fn warn(problem: &str) {
    eprintln!("warning: {}; going on without it", sanitize(problem));
}
