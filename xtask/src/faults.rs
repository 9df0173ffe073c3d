//! `cargo xtask faults`: servers killed under load, storage faults and malformed messages. Writes `docs/trials/faults.md`.

use crate::TaskError;
use crate::load::trial;

pub(crate) fn run(arguments: &[&str]) -> Result<(), TaskError> {
    trial("faults", arguments)
}
