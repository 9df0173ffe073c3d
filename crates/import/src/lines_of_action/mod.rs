//! Lines of Action as other programs and servers write it.

pub(crate) mod sgf;
mod tags;
mod transcript;
mod words;
