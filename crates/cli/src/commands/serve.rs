//! `halfboard serve`: the browser app, on this machine. Opens a port and answers until it is interrupted.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use halfboard_server::config::{Database, Settings};

use crate::error::{CliError, CliResult};
use crate::server_flags::{self, ServerFlags};
use crate::style::print;

/// The port where nobody asks for another.
const PORT: u16 = 8080;

/// How many ports after it are tried when it is taken.
const FURTHER: u16 = 20;

/// How long a server may take to say how it is, and how much it may say.
const PATIENCE: Duration = Duration::from_secs(4);
const ANSWER: u64 = 4096;

/// Serve the browser app and games between people, until Ctrl-C
#[derive(Args, Debug)]
#[command(after_help = "\
The app is for the browsers of this machine. To let others in, give an address of the machine
with --host; there is no encryption, so put a server that has it in front. Every flag can also
be a line of a file or a variable of the environment: --max-sockets 100 is max_sockets = 100 and
HALFBOARD_MAX_SOCKETS=100. Flags go first, then variables, then the file. See docs/server.md.

Examples:
  halfboard serve
  halfboard serve --port 9000
  halfboard serve --host 0.0.0.0 --port 80 --database sqlite:/srv/games.sqlite
  halfboard serve --config halfboard.toml --print-config")]
pub(crate) struct ServeArgs {
    /// A file of settings, in TOML; without this that of HALFBOARD_CONFIG
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Show the settings that hold, and where each comes from, and end
    #[arg(long)]
    print_config: bool,
    /// Ask a server with these settings on this machine whether all is well, and end
    #[arg(long, conflicts_with = "print_config")]
    check_health: bool,
    #[command(flatten)]
    flags: ServerFlags,
}

/// Runs it.
pub(crate) fn run(args: &ServeArgs) -> CliResult {
    let settings = Settings::load(&args.flags.pairs(), std::env::vars_os(), args.config.as_deref())?;
    if args.print_config {
        return print(&settings.show());
    }
    let config = settings.config;
    if args.check_health {
        return check_health(config.host, config.port.unwrap_or(PORT));
    }
    let listener = listen(config.host, config.port)?;
    let address = listener.local_addr()?;
    let database = server_flags::database(&config.database)?;
    let kept = match &database {
        None => "Games between people are off (--database none)\n".to_owned(),
        Some(url) => format!("Games are kept in {}\n", Database::Url(url.clone()).masked()),
    };
    let ready = || {
        // Whoever does not listen to where it is may know it otherwise.
        let _ = print(&format!("Halfboard is at http://{address}/\n{kept}"));
    };
    let run = halfboard_server::run(listener, &config, database.as_deref(), ready);
    run.map_err(|error| CliError::new(format_args!("{address}: {error}")))
}

/// Asks a server on this machine, in plain HTTP, so that whoever watches over it needs no other program.
fn check_health(host: IpAddr, port: u16) -> CliResult {
    let host = match host {
        IpAddr::V4(host) if host.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(host) if host.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        host => host,
    };
    let address = SocketAddr::new(host, port);
    let ask = || {
        let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        write!(stream, "GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.take(ANSWER).read_to_string(&mut answer)?;
        io::Result::Ok(answer)
    };
    let answer =
        ask().map_err(|error| CliError::new(format_args!("{address}: the server does not answer: {error}")))?;
    let words = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body).trim();
    if answer.starts_with("HTTP/1.1 200 ") {
        print(&format!("{words}\n"))
    } else {
        Err(CliError::new(format_args!("{address}: {words}")))
    }
}

fn listen(host: IpAddr, port: Option<u16>) -> Result<TcpListener, CliError> {
    let (first, last) = match port {
        Some(port) => (port, port),
        None => (PORT, PORT + FURTHER),
    };
    for port in first..last {
        match TcpListener::bind((host, port)) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            bound => return bound.map_err(|error| refusal(SocketAddr::new(host, port), &error)),
        }
    }
    TcpListener::bind((host, last)).map_err(|error| refusal(SocketAddr::new(host, last), &error))
}

/// Why an address cannot be had, and what can.
fn refusal(address: SocketAddr, error: &io::Error) -> CliError {
    let advice = match error.kind() {
        io::ErrorKind::AddrInUse => {
            "another program has this port; choose one with --port, or --port 0 for any that is free"
        }
        io::ErrorKind::PermissionDenied => {
            "this port needs rights that you do not have; choose one from 1024 with --port"
        }
        io::ErrorKind::AddrNotAvailable => {
            "this machine does not have that address; --host 127.0.0.1 is this machine alone, --host 0.0.0.0 all its addresses"
        }
        _ => return CliError::new(format_args!("{address}: {error}")),
    };
    CliError::new(format_args!("{address}: {advice}"))
}
