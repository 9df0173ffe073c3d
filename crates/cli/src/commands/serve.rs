//! `halfboard serve`: the browser app, on this machine. Opens a port and answers until it is interrupted.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};

use clap::Args;

use crate::failure::{Done, Failure};
use crate::look::print;
use crate::number;

/// The port where nobody asks for another.
const PORT: u16 = 8080;

/// How many ports after it are tried when it is taken.
const FURTHER: u16 = 20;

/// Serve the browser app, until Ctrl-C
#[derive(Args, Debug)]
#[command(after_help = "\
The app is for the browsers of this machine. To let others in, give an address of the machine
with --host; there is no encryption, so put a server that has it in front.

Examples:
  halfboard serve
  halfboard serve --port 9000
  halfboard serve --host 0.0.0.0 --port 80")]
pub(crate) struct Serve {
    /// The port; without this 8080, or the next free one when that is taken. 0 is any free port
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::whole(0..=65535))]
    port: Option<u64>,
    /// The address to listen at
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
}

/// Runs it.
pub(crate) fn run(args: &Serve) -> Done {
    // The parser has checked the range already.
    let port = args.port.map(|port| u16::try_from(port).unwrap_or(PORT));
    let listener = listen(args.host, port)?;
    let address = listener.local_addr()?;
    print(&format!("Halfboard is at http://{address}/\n"))?;
    halfboard_server::run(listener).map_err(|error| Failure::new(format_args!("{address}: {error}")))
}

fn listen(host: IpAddr, port: Option<u16>) -> Result<TcpListener, Failure> {
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
fn refusal(address: SocketAddr, error: &io::Error) -> Failure {
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
        _ => return Failure::new(format_args!("{address}: {error}")),
    };
    Failure::new(format_args!("{address}: {advice}"))
}
