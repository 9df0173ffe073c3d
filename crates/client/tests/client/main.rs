//! What the client promises to the programs that use it, a file a subject. One binary, since each would be linked by itself.

mod analysis;
mod book;
mod fairness;
mod lessons;
mod play;
mod puzzles;
mod setup;
mod taking_lessons;
mod thinking;
mod why;
