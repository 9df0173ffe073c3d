//! `halfboard serve`: it says where it is, answers there, and ends when it is interrupted.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdout};

use crate::common::{command, refused, run};

/// A server that ends with the test.
struct Served {
    child: Child,
    out: BufReader<ChildStdout>,
}

impl Served {
    fn start(args: &[&str]) -> Served {
        let mut child = command().arg("serve").args(args).spawn().expect("the binary starts");
        let out = BufReader::new(child.stdout.take().expect("piped"));
        Served { child, out }
    }

    /// The address that it names.
    fn address(&mut self) -> String {
        let mut line = String::new();
        self.out.read_line(&mut line).expect("a line");
        let address = line.strip_prefix("Halfboard is at http://").and_then(|rest| rest.strip_suffix("/\n"));
        address.unwrap_or_else(|| panic!("{line:?}")).to_owned()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended already, as it should.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn get(address: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("a connection");
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

#[test]
fn the_app_is_where_it_says() {
    let mut served = Served::start(&["--port", "0"]);
    let address = served.address();
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    let answer = get(&address);
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.contains("<title>Halfboard</title>"), "{answer}");
}

#[test]
fn without_a_port_the_next_free_one_is_taken() {
    // Whether 8080 is free or not: two servers must both find a port, and not the same.
    let (mut one, mut two) = (Served::start(&[]), Served::start(&[]));
    let (one, two) = (one.address(), two.address());
    assert_ne!(one, two);
    assert!(get(&one).starts_with("HTTP/1.1 200") && get(&two).starts_with("HTTP/1.1 200"));
}

#[test]
fn a_port_that_was_asked_for_and_is_taken_is_an_error() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = taken.local_addr().expect("an address").port().to_string();
    refused(&run(&["serve", "--port", &port]), &[&port, "another program has this port", "--port 0"]);
}

#[test]
fn bad_addresses_are_refused() {
    refused(&run(&["serve", "--port", "65536"]), &["from 0 to 65535"]);
    refused(&run(&["serve", "--port", "-1"]), &["from 0 to 65535"]);
    refused(&run(&["serve", "--host", "nowhere"]), &["nowhere", "--host"]);
    refused(&run(&["serve", "--host", "192.0.2.1"]), &["192.0.2.1:8080", "this machine does not have that address"]);
}

/// With a browser's connection still open, which must not keep it.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_well() {
    let mut served = Served::start(&["--port", "0"]);
    let address = served.address();
    let _open = TcpStream::connect(&address).expect("a connection");
    get(&address);
    let id = served.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    assert_eq!(served.child.wait().expect("it ends").code(), Some(0));
}
