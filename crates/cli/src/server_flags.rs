//! The keys of a server's configuration as flags, made from their one declaration, and where the user's games are kept
//! when nobody says. Makes that folder.

use std::fs;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use halfboard_server::config::keys::{KEYS, Key};
use halfboard_server::config::{Config, Database};

use crate::error::CliError;
use crate::files;

/// What was said by flags: names of keys with values.
#[derive(Clone, Debug, Default)]
pub(crate) struct ServerFlags(Vec<(&'static str, String)>);

impl ServerFlags {
    /// As pairs.
    pub(crate) fn pairs(&self) -> Vec<(&str, &str)> {
        self.0.iter().map(|(name, value)| (*name, value.as_str())).collect()
    }
}

fn flag(key: &'static Key) -> Arg {
    let arg = Arg::new(key.name).long(key.flag().trim_start_matches('-').to_owned()).value_name(key.value_name);
    // Numbers below nought are refused by the configuration, which says what would be valid.
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

/// The address of a database for the storage; `None` where there is to be none. The usual file's folder is made.
pub(crate) fn database(database: &Database) -> Result<Option<String>, CliError> {
    match database {
        Database::None => Ok(None),
        Database::Url(url) => Ok(Some(url.clone())),
        Database::Auto => {
            let folder = files::data_folder().ok_or_else(|| {
                CliError::new(
                    "nobody knows where your data are: set HOME or XDG_DATA_HOME, or say --database sqlite:PATH or \
                     --database none",
                )
            })?;
            fs::create_dir_all(&folder).map_err(|error| {
                let advice = "give another place with --database sqlite:PATH, or --database none";
                CliError::new(format_args!(
                    "{}: the folder for games cannot be made: {error}; {advice}",
                    folder.display()
                ))
            })?;
            let file = folder.join("games.sqlite");
            let text = file.to_str().ok_or_else(|| {
                CliError::new(format_args!("{}: this is not UTF-8 text; say --database sqlite:PATH", file.display()))
            })?;
            Ok(Some(format!("sqlite:{text}")))
        }
    }
}
