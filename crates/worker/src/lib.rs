//! The engine in a Web Worker: the messages it exchanges with the page ([`messages`]) and their handler ([`handler`]).
//! Neither uses a browser, so both are tested natively; the binary of this package connects them to one.

pub mod handler;
pub mod messages;
