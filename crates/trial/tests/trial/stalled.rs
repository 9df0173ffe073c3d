//! Restarts and stalls under live clocks.

use halfboard_trial::database;
use halfboard_trial::stalls::{self, StallPlan};

const PLAN: StallPlan = StallPlan { services: 2, games: 3, outages: 6, seed: 5 };

#[test]
fn an_outage_costs_the_players_nothing() {
    super::pass(stalls::sqlite(super::program(), PLAN));
}

#[test]
fn nor_does_one_of_one_or_both_servers_on_postgresql() {
    if halfboard_pgtest::is_skipped() {
        return;
    }
    let postgres = database::Postgres::start().expect("it starts");
    super::pass(stalls::postgres(super::program(), PLAN, &postgres.url()));
}
