//! A two-player game in the terminal: type a move, `moves`, `undo` or `quit`.
//!
//! `cargo run -p halfboard-rules --example text_interface -- stacks-in-action`

use std::io::{self, BufRead, Write};

use halfboard_rules::prelude::*;

/// Plays a game with the commands of `input`, one per line, until it is over or the input ends.
pub(crate) fn play(session: &mut dyn Session, input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    writeln!(output, "{}", session.position())?;
    for line in input.lines() {
        match line?.trim() {
            "quit" => return Ok(()),
            "moves" => writeln!(output, "{}", session.moves().join(" "))?,
            "undo" if session.undo() => writeln!(output, "{}", session.position())?,
            "undo" => writeln!(output, "nothing to undo")?,
            mv => match session.play(&session.respell(mv)) {
                Ok(()) => writeln!(output, "{}", session.position())?,
                Err(error) => writeln!(output, "{error}")?,
            },
        }
        if let Some(ending) = session.ending() {
            return writeln!(output, "{ending}");
        }
    }
    Ok(())
}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = std::env::args().nth(1).unwrap_or_else(|| "stacks-in-action".to_owned());
    let mut session = registry::rules(&rules)?.start(0);
    play(&mut *session, io::stdin().lock(), io::stdout())?;
    Ok(())
}
