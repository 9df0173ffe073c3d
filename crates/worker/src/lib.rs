//! The engine in a Web Worker: the messages it exchanges with the page ([`messages`]) and what handles them ([`desk`]).
//! Neither knows a browser, so both are tested natively; the binary of this package connects them to one.

pub mod desk;
pub mod messages;
