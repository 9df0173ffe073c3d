//! Search and evaluation for the five games. Knows the rules crate and nothing else: no files, no terminal, no clock of
//! its own.
//!
//! [`player::player`] gives an engine for a rules string, with the game's type erased; [`search::Search`] is the typed
//! one. What is proven and what is estimated are different types all the way up: see [`value::Value`].

pub mod advice;
pub mod arena;
pub mod eval;
pub mod evaluate;
pub mod fairness;
pub mod levels;
pub mod limits;
pub mod net;
mod ordering;
pub mod player;
pub mod puzzle;
pub mod reasons;
pub mod report;
pub mod search;
pub mod solve;
pub mod sparring;
pub mod sprt;
pub mod table;
pub mod tables;
pub mod train;
pub mod value;
