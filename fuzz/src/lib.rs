//! The laws that the fuzz targets check, which the property tests check too, and the rules they check them for.

#[path = "../../crates/server/tests/server/backup_laws.rs"]
pub mod backup_laws;
#[path = "../../crates/rules/tests/rules/common/mod.rs"]
mod common;
#[path = "../../crates/server/tests/server/frame_laws.rs"]
pub mod frame_laws;
#[path = "../../crates/server/src/socket/frame_parser.rs"]
mod frame_parser;
#[path = "../../crates/import/tests/import/laws.rs"]
pub mod import_laws;
#[path = "../../crates/rules/tests/rules/laws/mod.rs"]
pub mod laws;
#[path = "../../crates/protocol/tests/protocol/laws.rs"]
pub mod protocol_laws;

use std::sync::LazyLock;

use halfboard_rules::registry;

static RULES: LazyLock<Vec<String>> =
    LazyLock::new(|| registry::games().iter().flat_map(|game| common::all_rules(*game)).collect());

/// A valid rules string; every combination of options has its numbers.
pub fn rules(number: u16) -> &'static str {
    &RULES[usize::from(number) % RULES.len()]
}
