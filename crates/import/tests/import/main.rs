//! Tests of lenient import: an oddity each, damaged input, and a collection of real games if it is there.

mod archive;
#[expect(unreachable_pub, reason = "the fuzz target uses the law from outside")]
mod laws;
mod other_formats;
mod sgf;
