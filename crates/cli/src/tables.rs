//! Endgame tables for the engine: arguments, folder and opening.

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

/// The value that disables tables.
const OFF: &str = "off";

/// `--tables DIR --tables-mode MODE`.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct TablesArgs {
    /// Folder of tables, or off; default: HALFBOARD_TABLES or your data folder
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// map: read tables from their files on demand; load: read and check them first
    #[arg(long, value_name = "MODE", value_enum, default_value_t = TableMode::Map, hide_possible_values = true)]
    tables_mode: TableMode,
}

/// How a table is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableMode {
    /// Mapped into memory and read on demand
    #[default]
    Map,
    /// Read and checked completely
    Load,
}

impl TablesArgs {
    /// Returns arguments with this folder, or `off`.
    pub(crate) fn new(folder: &str) -> Self {
        TablesArgs { tables: Some(folder.into()), tables_mode: TableMode::Map }
    }

    /// Returns the tables for these rules. A table that cannot be used is reported on standard error; so is a missing one if its
    /// folder was given.
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

    /// Gives the tables to an engine.
    pub(crate) fn give(&self, player: &mut dyn Player) {
        if let Some(tables) = self.find(&player.rules()) {
            player.set_endgame_table(tables);
        }
    }
}

/// Returns the folder of tables: the given one, that of the environment, or the default. `None` if that is `off`, or without a
/// data folder.
pub(crate) fn folder(given: Option<&Path>) -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let chosen = given.map(Path::to_path_buf).or_else(|| set("HALFBOARD_TABLES"));
    match chosen {
        Some(folder) => Some(folder).filter(|folder| folder != OsStr::new(OFF)),
        None => files::data_folder(),
    }
}

/// Returns the path of a table in a folder.
pub(crate) fn path_in(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.table"))
}

/// Opens a table; with [`TableMode::Load`] its checksums are verified.
pub(crate) fn open(path: &Path, mode: TableMode) -> Result<SllimTable, String> {
    let bytes: io::Result<TableBytes> = match mode {
        TableMode::Map => mmap::map(path).map(|map| Box::new(map) as TableBytes),
        TableMode::Load => load(path).map(|bytes| Box::new(bytes) as TableBytes),
    };
    let bytes = bytes.map_err(|error| format!("cannot be read: {error}"))?;
    let table = SllimTable::open(bytes, |damage| warn(&damage.to_string())).map_err(|error| error.to_string())?;
    if mode == TableMode::Load {
        table.verify().map_err(|error| error.to_string())?;
    }
    Ok(table)
}

/// Reads a file; fails if it does not fit into memory.
fn load(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let length = usize::try_from(file.metadata()?.len()).unwrap_or(usize::MAX);
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length)?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reports a table that cannot be used.
fn warn(problem: &str) {
    eprintln!("warning: {}; continuing without it", sanitize(problem));
}
