//! Integration tests of the protocol.

mod corpus;
mod encoding;
mod fold;
#[expect(unreachable_pub, reason = "the fuzz targets use the laws from outside")]
mod laws;
mod names;
mod seeds;
