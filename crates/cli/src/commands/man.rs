//! `halfboard man`: the manual page of the whole program, or a folder with that page and one per command.

use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;

use crate::args::Cli;
use crate::error::{CliError, CliResult};
use crate::style::print;

/// Print the manual page
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard man > halfboard.1
  halfboard man | man -l -")]
pub(crate) struct ManArgs {
    /// Write the page to this folder instead, together with one page per command
    #[arg(long, value_name = "FOLDER")]
    out_dir: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &ManArgs) -> CliResult {
    let mut program = Cli::command();
    // Building fills in the full names of the commands.
    program.build();
    let Some(folder) = &args.out_dir else { return print(&program_page(&program)?) };
    write(folder, "halfboard", &program_page(&program)?)?;
    for command in program.get_subcommands() {
        write(folder, &page_name(command), &command_page(command)?)?;
    }
    Ok(())
}

fn write(folder: &Path, name: &str, page: &str) -> CliResult {
    let path = folder.join(format!("{name}.1"));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, page));
    written.map_err(|error| CliError::new(format_args!("{}: {error}", path.display())))
}

fn page_name(command: &Command) -> String {
    format!("halfboard-{}", command.get_name())
}

/// Returns the page of the whole program, with a section for every command.
fn program_page(program: &Command) -> io::Result<String> {
    let man = Man::new(program.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    let mut page = String::from_utf8_lossy(&page).into_owned() + &examples(&man)?;
    for command in program.get_subcommands() {
        describe(command, &mut page)?;
    }
    Ok(page)
}

/// Returns the page of one command.
fn command_page(command: &Command) -> io::Result<String> {
    let version = format!("halfboard {}", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone()).title(page_name(command)).source(version);
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    let mut sections = String::new();
    describe(command, &mut sections)?;
    // The sections of the command itself stand at the top level here. The heading with its name is not needed.
    let own = sections.split_once('\n').map_or("", |(_, own)| own);
    let (own, nested) = own.split_at(own.find("\n.SH ").map_or(own.len(), |end| end + 1));
    let page = String::from_utf8_lossy(&page).into_owned() + &own.replace(".SS ", ".SH ") + nested;
    Ok(page + ".SH \"SEE ALSO\"\nhalfboard(1)\n")
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
