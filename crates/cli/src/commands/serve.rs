//! `halfboard serve`: serves the browser app and online games.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::Args;
use halfboard_server::config::{Database, Settings};

use crate::error::{CliError, CliResult};
use crate::server_flags::{self, ServerFlags};
use crate::style::print;

/// The default port.
const PORT: u16 = 8080;

/// How many following ports are tried if the default port is in use.
const FURTHER: u16 = 20;

/// Timeout of a health check, and the maximum length of its answer in bytes.
const PATIENCE: Duration = Duration::from_secs(4);
const ANSWER: u64 = 4096;

/// Serve the browser app and online games
#[derive(Args, Debug)]
#[command(after_help = "\
By default the app is available on this machine only. To let others in, pass an address with
--host, and put a reverse proxy in front for encryption. Every flag can also be set in a file or
in the environment: --max-sockets 100 is max_sockets = 100 and HALFBOARD_MAX_SOCKETS=100. Flags
override variables, which override the file. Ctrl-C stops the server. See docs/server.md.

Examples:
  halfboard serve --open
  halfboard serve --port 9000
  halfboard serve --host 0.0.0.0 --port 80 --database sqlite:/srv/games.sqlite
  halfboard serve --config halfboard.toml --print-config")]
pub(crate) struct ServeArgs {
    /// Configuration file in TOML; default: HALFBOARD_CONFIG
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Open the app in the browser
    #[arg(long)]
    open: bool,
    /// Print the effective configuration with the source of each setting, and exit
    #[arg(long)]
    print_config: bool,
    /// Check the health of a running server with this configuration, and exit
    #[arg(long, conflicts_with = "print_config")]
    check_health: bool,
    #[command(flatten)]
    flags: ServerFlags,
}

/// Runs the command.
pub(crate) fn run(args: &ServeArgs) -> CliResult {
    let settings = Settings::load(&args.flags.pairs(), std::env::vars_os(), args.config.as_deref())?;
    if args.print_config {
        return print(&settings.show());
    }
    let config = settings.config;
    if args.check_health {
        let public = SocketAddr::new(config.host, config.port.unwrap_or(PORT));
        return match (config.tls.is_enabled(), config.metrics_listen) {
            (false, _) => check_health(public),
            (true, Some(address)) => check_health(address),
            (true, None) => Err(CliError::new("a server with TLS is checked at metrics_listen; set that key as well")),
        };
    }
    let listener = listen(config.host, config.port)?;
    let address = listener.local_addr()?;
    let database = server_flags::database(&config.database)?;
    let kept = match &database {
        None => "Games between people are off (--database none)\n".to_owned(),
        Some(url) => format!("Games are kept in {}\n", Database::Url(url.clone()).masked()),
    };
    let scheme = if config.tls.is_enabled() { "https" } else { "http" };
    let ready = || {
        // The server runs even if its output is closed.
        let _ = print(&format!("Halfboard is at {scheme}://{address}/\n{kept}"));
        if args.open {
            open_browser(scheme, address);
        }
    };
    let run = halfboard_server::run(listener, &config, database.as_deref(), ready);
    run.map_err(|error| CliError::new(format_args!("{address}: {error}")))
}

/// Opens the app with the program that the system uses for links. The server runs even if there is none.
fn open_browser(scheme: &str, address: SocketAddr) {
    let url = format!("{scheme}://{}/", reachable(address));
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let mut command = Command::new(program);
    command.arg(&url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Err(error) = command.spawn() {
        eprintln!("{program}: cannot open a browser: {error}; open {url} yourself");
    }
}

/// Returns an address at which this machine reaches a server that listens on all addresses.
fn reachable(address: SocketAddr) -> SocketAddr {
    let host = match address.ip() {
        IpAddr::V4(host) if host.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(host) if host.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        host => host,
    };
    SocketAddr::new(host, address.port())
}

/// Asks a local server for its health over plain HTTP, so that a container needs no other program.
fn check_health(address: SocketAddr) -> CliResult {
    let address = reachable(address);
    let ask = || {
        let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        write!(stream, "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.take(ANSWER).read_to_string(&mut answer)?;
        io::Result::Ok(answer)
    };
    let answer = ask().map_err(|error| CliError::new(format_args!("{address}: no answer from the server: {error}")))?;
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

/// Explains why an address cannot be bound, and what to do.
fn refusal(address: SocketAddr, error: &io::Error) -> CliError {
    let advice = match error.kind() {
        io::ErrorKind::AddrInUse => "the port is in use; choose another with --port, or --port 0 for any free one",
        io::ErrorKind::PermissionDenied => "permission denied; choose a port from 1024 with --port",
        io::ErrorKind::AddrNotAvailable => {
            "not an address of this machine; use --host 127.0.0.1 for this machine only, or --host 0.0.0.0 for all addresses"
        }
        _ => return CliError::new(format_args!("{address}: {error}")),
    };
    CliError::new(format_args!("{address}: {advice}"))
}
