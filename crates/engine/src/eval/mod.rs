//! Evaluations, one file a game. Each term is explained in a sentence; the weights are fitted, not set by hand.

mod j;
mod lines_of_action;
mod sight_reduction;
mod sllim;
mod stacks_in_action;
