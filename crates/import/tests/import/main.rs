//! Tests of lenient import: an oddity each, damaged input, and a collection of real games if it is there.

mod archive;
mod other_formats;
mod sgf;
