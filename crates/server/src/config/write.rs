//! A configuration as text: what holds now, a file with every key to begin with, the table of the documents.

use super::keys::{KEYS, Key};
use super::{Config, Source};

/// The widest line of the example file.
const WIDTH: usize = 100;

/// All values with where each comes from.
pub(super) fn settings(config: &Config, sources: &[Source]) -> String {
    let lines = KEYS.iter().zip(sources).map(|(key, source)| {
        let source = match source {
            Source::Default => "default".to_owned(),
            Source::File(path) => path.display().to_string(),
            Source::Variable => key.variable(),
            Source::Flag => key.flag(),
        };
        format!("{} = {}  # {source}\n", key.name, (key.show)(config))
    });
    lines.collect()
}

/// A file with every key, as it holds where nothing is said, commented out.
pub fn example() -> String {
    let mut text = "\
# How `halfboard serve --config FILE` is set up. Every key is here with the value that it has when
# nothing is said; take the mark away to change one. A flag or a variable of the environment goes
# before what is said here: max_sockets is --max-sockets and HALFBOARD_MAX_SOCKETS.
"
    .to_owned();
    let config = Config::default();
    for key in &KEYS {
        text += "\n";
        for line in wrap(key.meaning) {
            text += &format!("# {line}\n");
        }
        text += &format!("#{} = {}\n", key.name, (key.show)(&config));
    }
    text
}

fn wrap(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() + 3 <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The table of all keys in `docs/server.md`.
pub fn table() -> String {
    let config = Config::default();
    let rows = KEYS.iter().map(|key| {
        let Key { name, meaning, show, .. } = key;
        format!("| `{name}` | `{}` | `{}` | `{}` | {meaning} |\n", show(&config), key.flag(), key.variable())
    });
    format!("| key | default | flag | variable | meaning |\n|---|---|---|---|---|\n{}", rows.collect::<String>())
}
