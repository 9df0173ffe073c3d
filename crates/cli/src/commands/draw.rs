//! `halfboard draw`: pictures of positions and games.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use halfboard_draw::{Annotations, Drawing, MAX_PIXELS, Options, PageSize, Theme, Timing};
use halfboard_rules::record::{Record, name_tag};
use halfboard_rules::registry;
use halfboard_rules::session::Session;

use crate::error::{CliError, CliResult};
use crate::files;
use crate::phrases;
use crate::start::{StartArgs, play_all};
use crate::value_parsers::integer;

/// Draw a position or a game as SVG, PNG, GIF or PDF
#[derive(Args, Debug)]
#[command(after_help = "\
SVG and PNG show one position: the last, or that of --ply. A GIF shows the whole game. A PDF
shows the game as diagrams with the moves, or one position with --ply or --last.
Pictures go to standard output, unless --output names a file.

Examples:
  halfboard draw sllim > start.svg
  halfboard draw lines-of-action a2c2 b1b3 --arrows h5f5 --output position.png
  halfboard draw --record game.txt --to gif --output game.gif
  halfboard draw --record game.txt --theme print --output game.pdf")]
pub(crate) struct DrawArgs {
    /// Rules string, such as lines-of-action or j:long-sides=any; with --record, those of the record
    #[arg(required_unless_present = "record")]
    rules: Option<String>,
    #[command(flatten)]
    from: StartArgs,
    /// Moves to play first, as 'halfboard moves' lists them
    #[arg(value_name = "MOVE", conflicts_with = "record")]
    moves: Vec<String>,
    /// Draw a game of this record, or of SGF of Lines of Action; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "seed"])]
    record: Option<PathBuf>,
    /// Which game of the record
    #[arg(long, value_name = "N", requires = "record", default_value_t = 1, value_parser = integer(1..=1_000_000))]
    game: u64,
    /// Draw the position after this many turns
    #[arg(long, value_name = "N", conflicts_with = "last", value_parser = integer(0..=1_000_000))]
    ply: Option<u64>,
    /// Draw the last position; only a PDF needs this
    #[arg(long)]
    last: bool,
    /// Arrows, such as b1b3,h7f5
    #[arg(long, value_name = "LIST", default_value = "", hide_default_value = true)]
    arrows: String,
    /// Squares with a ring, such as b1,h7
    #[arg(long, value_name = "LIST", default_value = "", hide_default_value = true)]
    rings: String,
    /// Highlighted squares, such as b1,h7
    #[arg(long, value_name = "LIST", default_value = "", hide_default_value = true)]
    squares: String,
    /// Short texts on squares, such as b1=1,h7=x
    #[arg(long, value_name = "LIST", default_value = "", hide_default_value = true)]
    labels: String,
    /// Turn the board, by 180 degrees if none are given
    #[arg(long, value_name = "DEGREES", num_args = 0..=1, require_equals = true, default_missing_value = "180")]
    #[arg(value_parser = ["90", "180", "270"])]
    turned: Option<String>,
    /// Colours: light, dark, contrast or print
    #[arg(long, default_value_t = Theme::Light, value_parser = str::parse::<Theme>)]
    theme: Theme,
    /// Leave out the names of rows and columns
    #[arg(long)]
    no_coordinates: bool,
    /// A line of text under the board
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,
    /// Width in pixels; in points for a PDF of one position
    #[arg(long, value_name = "N", default_value_t = 640, value_parser = integer(16..=u64::from(MAX_PIXELS)))]
    size: u64,
    /// Paper of a PDF with a whole game
    #[arg(long, value_enum, default_value_t = Paper::A4)]
    paper: Paper,
    /// Format; default: that of the output file's name, or svg
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<PictureFormat>,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The formats of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PictureFormat {
    Svg,
    Png,
    Gif,
    Pdf,
}

/// The sizes of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Paper {
    A4,
    Letter,
}

/// Runs the command.
pub(crate) fn run(args: &DrawArgs) -> CliResult {
    let format = format(args)?;
    if format != PictureFormat::Svg && args.output.is_none() && io::stdout().is_terminal() {
        return Err(CliError::new(
            "a picture cannot be shown in a terminal; redirect it, or name a file with --output",
        ));
    }
    let (mut session, record) = game(args)?;
    if let Some(ply) = args.ply {
        go_to(&mut *session, ply)?;
    }
    let options = options(args, &*session)?;
    let width = args.size as u32;
    let file = match format {
        PictureFormat::Svg => scaled(&position(&*session, &options), f64::from(width)).to_svg().into_bytes(),
        PictureFormat::Png => position(&*session, &options).to_png(width)?,
        PictureFormat::Gif => {
            let frames = halfboard_draw::frames(&*session, &options);
            halfboard_draw::gif(&frames, width, Timing::default())?
        }
        PictureFormat::Pdf => {
            let one = args.last || args.ply.is_some() || session.ply() == 0;
            let paper = match args.paper {
                Paper::A4 => PageSize::A4,
                Paper::Letter => PageSize::LETTER,
            };
            let heading = heading(&*session, record.as_ref());
            let pages = match one {
                true => vec![scaled(&position(&*session, &options), f64::from(width))],
                false => halfboard_draw::sheet(&*session, &heading, &options, paper),
            };
            halfboard_draw::pdf(session.info().name, &pages)
        }
    };
    match &args.output {
        Some(path) => files::write_with(path, &mut |out| out.write_all(&file)),
        None => {
            let mut stdout = io::stdout().lock();
            let written = stdout.write_all(&file).and_then(|()| stdout.flush());
            written.map_err(|error| CliError::output(&error))
        }
    }
}

/// Returns the format: the one asked for, that of the output file's name, or SVG.
fn format(args: &DrawArgs) -> Result<PictureFormat, CliError> {
    let ending = |path: &Path| path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match (args.to, args.output.as_deref()) {
        (Some(format), _) => Ok(format),
        (None, None) => Ok(PictureFormat::Svg),
        (None, Some(path)) => {
            let named = ending(path).and_then(|ending| PictureFormat::from_str(&ending, true).ok());
            named.ok_or_else(|| {
                let path = path.display();
                CliError::new(format_args!(
                    "{path}: the name does not end in .svg, .png, .gif or .pdf; choose with --to"
                ))
            })
        }
    }
}

/// Returns the game after all its moves, and its record if it has one.
fn game(args: &DrawArgs) -> Result<(Box<dyn Session>, Option<Record>), CliError> {
    let Some(path) = &args.record else {
        let mut session = args.from.session(args.rules.as_deref().unwrap_or_default())?;
        play_all(&mut *session, &args.moves)?;
        return Ok((session, None));
    };
    let mut records = files::read_records(path)?.records;
    let (number, count) = (args.game as usize, records.len());
    if number > count {
        let path = path.display();
        return Err(CliError::new(format_args!("{path}: there is no game {number}; the games are 1 to {count}")));
    }
    let record = records.swap_remove(number - 1);
    if let Some(rules) = &args.rules {
        let rules = registry::rules(rules)?.canonical();
        if rules != record.rules() {
            let (path, of) = (path.display(), record.rules());
            return Err(CliError::new(format_args!("{path}: game {number} is of {of}, not of {rules}")));
        }
    }
    Ok((record.session(), Some(record)))
}

fn go_to(session: &mut dyn Session, ply: u64) -> CliResult {
    let plies = session.ply();
    if ply > plies as u64 {
        return Err(CliError::new(format_args!("--ply {ply}: the game has {plies} turns")));
    }
    while session.ply() as u64 > ply {
        session.undo();
    }
    Ok(())
}

fn options(args: &DrawArgs, session: &dyn Session) -> Result<Options, CliError> {
    let board = session.info().board;
    let quarters = match args.turned.as_deref() {
        Some("90") => 1,
        Some("180") => 2,
        Some("270") => 3,
        _ => 0,
    };
    Ok(Options {
        theme: args.theme,
        quarters,
        coordinates: !args.no_coordinates,
        supply_label: halfboard_text::board::supply,
        marks: Annotations {
            arrows: Annotations::parse_arrows(board, &args.arrows)?,
            rings: Annotations::parse_squares(board, &args.rings)?,
            squares: Annotations::parse_squares(board, &args.squares)?,
            labels: Annotations::parse_labels(board, &args.labels)?,
            overlays: Vec::new(),
        },
        caption: args.caption.clone(),
        ..Options::default()
    })
}

fn position(session: &dyn Session, options: &Options) -> Drawing {
    halfboard_draw::board(&session.view(&[]), options)
}

/// Returns a drawing enlarged to a width.
fn scaled(drawing: &Drawing, width: f64) -> Drawing {
    let scale = width / drawing.width;
    let mut out = Drawing::new(width, drawing.height * scale);
    out.place(drawing, 0.0, 0.0, scale);
    out
}

/// Returns the heading of a sheet: the game, its players and where they played, its rules and its result.
fn heading(session: &dyn Session, record: Option<&Record>) -> Vec<String> {
    let tag = |name: &str| record.and_then(|record| record.tag(name)).map(str::to_owned);
    let seats = session.seats().iter();
    let players = seats.filter_map(|seat| tag(&name_tag(seat)).map(|name| (halfboard_text::board::seat(seat), name)));
    let players: Vec<String> = players.map(|(seat, name)| format!("{seat}: {name}")).collect();
    let event: Vec<String> = ["Event", "Site", "Date"].into_iter().filter_map(tag).collect();
    let result = phrases::result(session);
    let lines = [players.join(" · "), event.join(" · "), session.rules(), result.unwrap_or_default()];
    let lines = lines.into_iter().filter(|line| !line.is_empty());
    std::iter::once(session.info().name.to_owned()).chain(lines).collect()
}
