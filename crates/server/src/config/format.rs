//! The configuration as text: current values, an example file, the table of the documentation.

use super::keys::{KEYS, Key};
use super::{Config, ValueSource};

/// Maximum line length of the example file.
const WIDTH: usize = 100;

/// Formats all values with their sources.
pub(super) fn settings(config: &Config, sources: &[ValueSource]) -> String {
    let lines = KEYS.iter().zip(sources).map(|(key, source)| {
        let source = match source {
            ValueSource::Default => "default".to_owned(),
            ValueSource::File(path) => path.display().to_string(),
            ValueSource::Variable => key.variable(),
            ValueSource::Flag => key.flag(),
        };
        format!("{} = {}  # {source}\n", key.name, (key.show)(config))
    });
    lines.collect()
}

/// Returns an example file with every key and its default, commented out.
pub fn example() -> String {
    let mut text = "\
# Configuration of `halfboard serve --config FILE`. Every key is listed with its default; uncomment
# a line to change it. Flags and environment variables take precedence over this file: max_sockets
# is --max-sockets and HALFBOARD_MAX_SOCKETS.
"
    .to_owned();
    let config = Config::default();
    for key in KEYS {
        text += "\n";
        for line in wrap(key.help) {
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

/// Returns the table of all keys in `docs/server.md`.
pub fn table() -> String {
    let config = Config::default();
    let rows = KEYS.iter().map(|key| {
        let Key { name, help, show, .. } = key;
        format!("| `{name}` | `{}` | `{}` | `{}` | {help} |\n", show(&config), key.flag(), key.variable())
    });
    format!("| key | default | flag | variable | meaning |\n|---|---|---|---|---|\n{}", rows.collect::<String>())
}
