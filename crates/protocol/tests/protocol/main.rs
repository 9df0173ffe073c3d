//! Integration tests of the protocol.

mod corpus;
mod encoding;
mod fold;
