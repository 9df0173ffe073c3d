//! Evaluations, one file a game. Each term is explained in a sentence; the weights are fitted, not set by hand.

mod j;
mod lines_of_action;
mod sight_reduction;
mod sllim;
mod stacks_in_action;

use halfboard_rules::game::Game;
use halfboard_rules::games::j::J;
use halfboard_rules::games::lines_of_action::LinesOfAction;
use halfboard_rules::games::sight_reduction::SightReduction;
use halfboard_rules::games::sllim::Sllim;
use halfboard_rules::games::stacks_in_action::StacksInAction;

use crate::evaluate::{Evaluate, Term};

/// The terms by which the game with this id is estimated; none where there is no such game.
pub fn terms(id: &str) -> &'static [Term] {
    TERMS.iter().find(|(game, _)| *game == id).map_or(&[], |(_, terms)| terms)
}

/// One line a game. Not part of the list of players: who only names terms should not have to load the engines.
const TERMS: [(&str, &[Term]); 5] = [
    (SightReduction::INFO.id, SightReduction::TERMS),
    (LinesOfAction::INFO.id, LinesOfAction::TERMS),
    (StacksInAction::INFO.id, StacksInAction::TERMS),
    (J::INFO.id, J::TERMS),
    (Sllim::INFO.id, Sllim::TERMS),
];
