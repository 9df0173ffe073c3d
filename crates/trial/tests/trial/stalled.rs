//! Restarts and stalls under live clocks.

use halfboard_trial::database;
use halfboard_trial::stalls::{self, StallPlan};

const PLAN: StallPlan = StallPlan { services: 2, games: 3, outages: 6, seed: 5 };

#[test]
fn sqlite_outages_are_not_charged() {
    super::pass(stalls::sqlite(super::program(), PLAN));
}

#[test]
fn stalls_of_postgresql_nodes_are_not_charged() {
    if halfboard_pgtest::is_skipped() {
        return;
    }
    let postgres = database::Postgres::start().expect("it starts");
    super::pass(stalls::postgres(super::program(), PLAN, &postgres.url()));
}
