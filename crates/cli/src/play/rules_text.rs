//! Descriptions of the rules in force.

use halfboard_rules::registry::Rules;
use halfboard_rules::session::Session;

use crate::layout::wrap;
use crate::phrases::games as phrases;
use crate::style::Style;
use crate::variant::Variant;

/// Describes the rules in force.
pub(super) fn rules(session: &dyn Session, style: Style) -> String {
    let mut lines = Variant::of(session.info(), session.rules()).description(style);
    lines.push(phrases::full_rules(session.info().id));
    wrapped(&lines)
}

/// Describes the game to play in a few lines.
pub(super) fn welcome(rules: &dyn Rules, style: Style) -> String {
    format!("\n{}", wrapped(&Variant::of(rules.info(), rules.canonical()).greeting(style)))
}

/// Wraps lines; indented lines hang.
fn wrapped(lines: &[String]) -> String {
    let lines = lines.iter().map(|line| wrap(line, if line.starts_with(' ') { 6 } else { 0 }));
    lines.collect::<Vec<_>>().join("\n")
}
