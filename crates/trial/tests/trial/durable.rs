//! Simulated power losses and damaged backups, and that the checks notice a disk that does not sync.

use halfboard_trial::bit_flips;
use halfboard_trial::powerloss::{IgnoredSyncs, PowerLossOutcome, PowerLossPlan, simulate};

fn power_losses(points: usize, seed: u64, ignored: IgnoredSyncs) -> PowerLossOutcome {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let plan = PowerLossPlan { points, rounds: 3, seed, ignored };
    runtime.expect("a runtime").block_on(simulate(plan)).unwrap_or_else(|problem| panic!("{problem}"))
}

#[test]
fn a_power_loss_costs_nothing_that_was_acknowledged() {
    let outcome = power_losses(300, 1, IgnoredSyncs::None);
    assert_eq!(outcome.violations, Vec::<String>::new());
    assert!(outcome.unsynced > 200, "{} of {} points had something to lose", outcome.unsynced, outcome.points);
    assert!(outcome.facts > 100, "{outcome:?}");
}

#[test]
fn a_disk_that_does_not_sync_is_noticed() {
    for ignored in [IgnoredSyncs::All, IgnoredSyncs::WriteAheadLog] {
        let outcome = power_losses(60, 2, ignored);
        assert!(!outcome.violations.is_empty(), "{ignored:?}");
    }
}

#[test]
fn damaged_backups_are_refused() {
    super::pass(bit_flips::run(400, 3));
}
