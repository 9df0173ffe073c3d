//! `cargo xtask faults`: servers that are killed under load, trouble with the storage, messages with mistakes. Keeps the
//! report in `docs/trials/faults.md`.

use crate::Failed;
use crate::load::trial;

pub(crate) fn run(words: &[&str]) -> Result<(), Failed> {
    trial("faults", words)
}
