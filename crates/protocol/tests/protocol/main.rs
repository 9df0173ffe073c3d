//! Integration tests of the protocol.

mod encoding;
mod fold;
