//! Restarts and stalls under live clocks.

use halfboard_trial::stalls::{self, StallPlan};

#[test]
fn an_outage_costs_the_players_nothing() {
    super::pass(stalls::run(super::program(), StallPlan { nodes: 2, games: 3, outages: 6, seed: 5 }));
}
