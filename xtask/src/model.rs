//! `cargo xtask model`: explores the model of the protocol between nodes.

use crate::{TaskError, cargo, succeed};

pub(crate) fn run(arguments: &[&str]) -> Result<(), TaskError> {
    succeed(cargo(&["run", "--profile", "trial", "--package", "halfboard-model", "--"]).args(arguments))
}
