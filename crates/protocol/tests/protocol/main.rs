//! What is written must be read for ever, and a log must always tell the same game.

mod fold;
mod written;
