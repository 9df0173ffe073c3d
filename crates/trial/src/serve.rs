//! `trial serve`: the server, for trials that have no other program at hand. Takes the flags of `halfboard serve`.

/// Serves until it is killed.
pub(crate) fn run(_arguments: &[String]) -> Result<(), String> {
    Err("not yet".to_owned())
}
