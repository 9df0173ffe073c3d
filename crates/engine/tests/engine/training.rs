//! The trainer on a handful of games, and the nets that it wrote.

use halfboard_engine::evaluate::Evaluate;
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::net::{Net, NetError};
use halfboard_engine::train::net::{Schooling, train};
use halfboard_engine::train::terms::fit;
use halfboard_engine::train::tune::tune;
use halfboard_engine::train::{Recipe, Sample, samples};
use halfboard_rules::game::Game;
use halfboard_rules::games::j::J;
use halfboard_rules::games::lines_of_action::LinesOfAction;
use halfboard_rules::games::sllim::Sllim;
use halfboard_rules::games::stacks_in_action::StacksInAction;
use halfboard_rules::options::OptionSet;

fn few_games<G: Evaluate>() -> Vec<Sample> {
    let game = G::new(G::Options::DEFAULT).expect("defaults are valid");
    let recipe = Recipe { games: 100, limits: Limits::depth(1), opening: 6, plies: 200, seed: 5 };
    let samples = samples(&game, &recipe, system_now, |_| {}).expect("a small table can be had");
    assert!(samples.len() > 500, "{} positions", samples.len());
    samples
}

const SHORT: Schooling = Schooling { epochs: 4, step: 0.003, results: 0.5 };

#[test]
fn fitted_weights_predict_better() {
    let samples = few_games::<J>();
    let fitted = fit::<J>(&samples, 4);
    assert!(fitted.loss < fitted.loss_before, "{} from {}", fitted.loss, fitted.loss_before);
}

#[test]
fn matches_move_weights_and_always_the_same_way() {
    let game = J::new(OptionSet::DEFAULT).expect("defaults are valid");
    let recipe = Recipe { games: 12, limits: Limits::nodes(60), opening: 4, plies: 120, seed: 3 };
    let tuned = || tune(&game, &recipe, system_now, |_, _| {}).expect("a small table can be had");
    let weights = tuned();
    assert_eq!(weights.len(), J::WEIGHTS.len());
    assert_ne!(weights, J::WEIGHTS, "twelve pairs are not all drawn");
    assert_eq!(weights, tuned());
}

#[test]
fn a_net_learns_from_what_it_is_shown_and_always_the_same() {
    let samples = few_games::<StacksInAction>();
    let trained = train::<StacksInAction>(&samples, SHORT, |_, _| {});
    assert!(trained.losses[4] < trained.losses[0], "{:?}", trained.losses);
    assert_eq!(train::<StacksInAction>(&samples, SHORT, |_, _| {}).net, trained.net);
    assert_eq!(Net::read::<StacksInAction>(&trained.net.write()), Ok(trained.net));
}

#[test]
fn every_net_on_board_fits_its_game() {
    fn fits<G: Evaluate>() {
        if !G::NET.is_empty() {
            let net = Net::read::<G>(G::NET);
            assert!(net.is_ok(), "{}: {:?}", G::INFO.id, net.err());
        }
    }
    fits::<LinesOfAction>();
    fits::<StacksInAction>();
    fits::<J>();
    fits::<Sllim>();
}

#[test]
fn bytes_that_are_no_net_are_told_apart() {
    let good = LinesOfAction::NET;
    assert_eq!(Net::read::<LinesOfAction>(b""), Err(NetError::NoNet));
    assert_eq!(Net::read::<LinesOfAction>(b"HBN2...."), Err(NetError::NoNet));
    assert_eq!(Net::read::<J>(good), Err(NetError::OtherShape { inputs: 128, terms: LinesOfAction::TERMS.len() }));
    let short = &good[..good.len() - 1];
    assert_eq!(Net::read::<LinesOfAction>(short), Err(NetError::Length(short.len())));
}
