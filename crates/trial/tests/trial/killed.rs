//! Killed servers and storage outages under load.

use std::time::Duration;

use halfboard_trial::{database, faults, outage};

const PLAN: faults::KillPlan =
    faults::KillPlan { games: 20, kills: 5, compare_after: 2, pace: Duration::from_millis(250), seed: 4 };

#[test]
fn a_server_on_a_file_loses_nothing_when_it_is_killed() {
    super::pass(faults::sqlite(super::program(), PLAN));
}

#[test]
fn a_database_that_another_program_holds_is_waited_for() {
    let size = outage::OutageSize { games: 12, pace: Duration::from_millis(250), lasts: Duration::from_secs(4) };
    super::pass(outage::locked(super::program(), size));
}

#[test]
fn two_servers_on_postgresql_lose_nothing_when_they_are_killed() {
    if halfboard_pgtest::is_skipped() {
        return;
    }
    let postgres = database::Postgres::start().expect("it starts");
    super::pass(faults::postgres(super::program(), PLAN, &postgres.url(), &|| postgres.cut()));
}
