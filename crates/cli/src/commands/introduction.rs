//! `halfboard` without arguments: what it is, and the commands that people need first.

use crate::error::CliResult;
use crate::phrases::introduction as phrases;
use crate::style::{Emphasis, Style};

/// Prints the introduction: ten lines of at most 80 columns.
pub(crate) fn run(style: Style) -> CliResult {
    let commands = [
        ("play", phrases::play()),
        ("serve", phrases::serve()),
        ("games", phrases::games()),
        ("analyse GAME", phrases::analyse()),
        ("solve GAME", phrases::solve()),
        ("record check FILE", phrases::record()),
    ];
    let name = style.emphasize(Emphasis::Strong, &format!("Halfboard {}", env!("CARGO_PKG_VERSION")));
    let mut text = format!("{name}: {}\n\n", phrases::title());
    for (command, description) in commands {
        let command = style.emphasize(Emphasis::Choice, &format!("{:<28}", format!("halfboard {command}")));
        text += &format!("  {command} {description}\n");
    }
    let more = ["halfboard help", "halfboard help play"].map(|line| style.emphasize(Emphasis::Choice, line));
    text += &format!("\n{}\n", phrases::more(&more[0], &more[1]));
    style.print(&text)
}
