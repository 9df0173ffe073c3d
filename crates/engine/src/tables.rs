//! Finished tables of positions, which a search may ask. Where they come from is the caller's matter.

use halfboard_rules::game::Game;
use halfboard_rules::games::sllim::Sllim;

use crate::solve::sllim;

/// The tables that there are.
#[derive(Default)]
pub struct Tables {
    /// Sllim, four against four.
    pub sllim: Option<sllim::Table>,
}

/// The name of the table that a game by these rules can ask, if there is one.
pub fn name_for(rules: &str) -> Option<&'static str> {
    let id = rules.split_once(':').map_or(rules, |(id, _)| id);
    (id == Sllim::INFO.id).then_some(sllim::NAME)
}
