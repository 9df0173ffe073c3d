//! `halfboard man`: the manual page of the whole program.

use std::io;

use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;

use crate::args::Cli;
use crate::error::CliResult;
use crate::style::print;

/// Print the manual page
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard man > halfboard.1
  halfboard man | man -l -")]
pub(crate) struct ManArgs {}

/// Runs the command.
pub(crate) fn run() -> CliResult {
    print(&page()?)
}

fn page() -> io::Result<String> {
    let mut command = Cli::command();
    // Building fills in the full names of the commands.
    command.build();
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    let mut page = String::from_utf8_lossy(&page).into_owned() + &examples(&man)?;
    for sub in command.get_subcommands() {
        describe(sub, &mut page)?;
    }
    Ok(page)
}

/// Returns the examples of a command, unformatted.
fn examples(man: &Man) -> io::Result<String> {
    let mut section = Vec::new();
    man.render_extra_section(&mut section)?;
    Ok(String::from_utf8_lossy(&section).replace(".SH EXTRA\n", ".SH EXAMPLES\n.nf\n") + ".fi\n")
}

/// Appends the sections of a command, one level down.
fn describe(command: &Command, page: &mut String) -> io::Result<()> {
    let name = command.get_bin_name().unwrap_or(command.get_name()).to_owned();
    page.push_str(&format!(".SH \"{}\"\n", name.to_uppercase()));
    // Global options are described once, at the top.
    let command = command.clone().mut_args(|arg| {
        let everywhere = ["color", "ascii", "lang", "help"].contains(&arg.get_id().as_str());
        if everywhere { arg.hide(true) } else { arg }
    });
    let man = Man::new(command.clone());
    let mut sections = Vec::new();
    man.render_synopsis_section(&mut sections)?;
    man.render_description_section(&mut sections)?;
    if command.get_arguments().any(|arg| !arg.is_hide_set()) {
        man.render_options_section(&mut sections)?;
    }
    let sections = String::from_utf8_lossy(&sections).into_owned() + &examples(&man)?;
    page.push_str(&sections.replace(".SH ", ".SS "));
    for sub in command.get_subcommands() {
        describe(sub, page)?;
    }
    Ok(())
}
