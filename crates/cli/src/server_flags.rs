//! The server's configuration keys as command-line flags, and the default database.

use std::fs;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use halfboard_server::config::keys::{KEYS, Key};
use halfboard_server::config::{Config, Database};

use crate::error::CliError;
use crate::files;

/// The given flags: configuration keys with values.
#[derive(Clone, Debug, Default)]
pub(crate) struct ServerFlags(Vec<(&'static str, String)>);

impl ServerFlags {
    /// Returns pairs of key and value.
    pub(crate) fn pairs(&self) -> Vec<(&str, &str)> {
        self.0.iter().map(|(name, value)| (*name, value.as_str())).collect()
    }
}

fn flag(key: &'static Key) -> Arg {
    let arg = Arg::new(key.name).long(key.flag().trim_start_matches('-').to_owned()).value_name(key.value_name);
    // Negative numbers are rejected by the configuration, with a better message.
    let usual = (key.show)(&Config::default());
    let help = format!("{} [default: {}]", key.help.trim_end_matches('.'), usual.trim_matches('"'));
    let arg = arg.help(help).allow_negative_numbers(true);
    if key.is_switch() { arg.num_args(0..=1).require_equals(true).default_missing_value("true") } else { arg }
}

impl Args for ServerFlags {
    fn augment_args(command: Command) -> Command {
        command.args(KEYS.iter().map(flag))
    }

    fn augment_args_for_update(command: Command) -> Command {
        ServerFlags::augment_args(command)
    }
}

impl FromArgMatches for ServerFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ServerFlags, clap::Error> {
        let given = KEYS.iter().filter_map(|key| Some((key.name, matches.get_one::<String>(key.name)?.clone())));
        Ok(ServerFlags(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ServerFlags::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Returns the URL of the database, or `None` if there is none. Creates the folder of the default database.
pub(crate) fn database(database: &Database) -> Result<Option<String>, CliError> {
    match database {
        Database::None => Ok(None),
        Database::Url(url) => Ok(Some(url.clone())),
        Database::Auto => {
            let folder = files::data_folder().ok_or_else(|| {
                CliError::new(format_args!(
                    "no folder for your data: set {} or XDG_DATA_HOME, or use --database sqlite:PATH or --database none",
                    files::HOME
                ))
            })?;
            fs::create_dir_all(&folder).map_err(|error| {
                let advice = "use --database sqlite:PATH or --database none";
                CliError::new(format_args!(
                    "{}: cannot create the folder for games: {error}; {advice}",
                    folder.display()
                ))
            })?;
            let file = folder.join("games.sqlite");
            let text = file.to_str().ok_or_else(|| {
                CliError::new(format_args!("{}: not valid UTF-8; use --database sqlite:PATH", file.display()))
            })?;
            Ok(Some(format!("sqlite:{text}")))
        }
    }
}
