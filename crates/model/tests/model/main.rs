//! The protocol keeps its laws to a small bound, and each deliberate defect breaks the law it should.

use halfboard_model::laws::{CONVERGENCE, EXACTLY_ONCE, NO_CONFLICT, NO_GAPS, ONE_TOKEN, PREFIX};
use halfboard_model::{Bounds, Defect, FaultBudget, NodeProtocol};
use stateright::{Checker, HasDiscoveries, Model};

const NONE: FaultBudget = FaultBudget { crashes: 0, disconnects: 0, duplicates: 0, failures: 0, drops: 0 };
const CRASH: FaultBudget = FaultBudget { crashes: 1, ..NONE };
const FAILURE: FaultBudget = FaultBudget { failures: 1, ..NONE };
const DISCONNECT: FaultBudget = FaultBudget { disconnects: 1, ..NONE };

fn explore(bounds: Bounds, defect: Defect) -> (usize, Vec<&'static str>) {
    let model = NodeProtocol { bounds, defect };
    let checker = model.checker().finish_when(HasDiscoveries::All).spawn_bfs().join();
    let mut found: Vec<&str> = checker.discoveries().into_keys().collect();
    found.sort_unstable();
    (checker.unique_state_count(), found)
}

/// States after which the search for a violation gives up.
const LIMIT: usize = 2_000_000;

fn assert_found(bounds: Bounds, defect: Defect, law: &str) {
    let model = NodeProtocol { bounds, defect };
    let wanted = HasDiscoveries::AnyOf([law].into_iter().map(leak).collect());
    let checker = model.checker().finish_when(wanted).target_state_count(LIMIT).spawn_bfs().join();
    assert!(checker.discovery(leak(law)).is_some(), "{defect:?} must violate: {law}");
}

/// The checker wants names that live for ever, which the constants do.
fn leak(law: &str) -> &'static str {
    [EXACTLY_ONCE, NO_CONFLICT, NO_GAPS, ONE_TOKEN, PREFIX, CONVERGENCE]
        .into_iter()
        .find(|other| *other == law)
        .expect("one of the laws")
}

#[test]
fn one_game_keeps_the_laws() {
    let (states, found) = explore(Bounds { games: 1, clients: 2, seats: 2, commands: 0, faults: CRASH }, Defect::None);
    assert_eq!(found, [""; 0]);
    assert!(states > 500, "{states}");
}

#[test]
fn two_games_keep_the_laws() {
    let (states, found) = explore(Bounds { games: 2, clients: 1, seats: 1, commands: 0, faults: CRASH }, Defect::None);
    assert_eq!(found, [""; 0]);
    assert!(states > 500, "{states}");
}

#[test]
fn every_law_is_broken_by_a_defect() {
    let two_seats = |faults| Bounds { games: 1, clients: 2, seats: 2, commands: 1, faults };
    let one_seat = Bounds { seats: 1, ..two_seats(NONE) };
    let one_client = |faults| Bounds { clients: 1, ..two_seats(faults) };
    assert_found(one_client(FAILURE), Defect::NoKeys, EXACTLY_ONCE);
    assert_found(one_client(CRASH), Defect::EarlyAcknowledgement, EXACTLY_ONCE);
    assert_found(two_seats(NONE), Defect::NoVersionCheck, NO_CONFLICT);
    assert_found(Bounds { commands: 2, ..one_client(FAILURE) }, Defect::NoReload, NO_GAPS);
    assert_found(one_seat, Defect::StaleSeats, ONE_TOKEN);
    assert_found(one_client(FAILURE), Defect::EarlyPublication, PREFIX);
    assert_found(two_seats(DISCONNECT), Defect::NoLaggedNotice, CONVERGENCE);
    assert_found(two_seats(FAILURE), Defect::ForgottenNotice, CONVERGENCE);
}
