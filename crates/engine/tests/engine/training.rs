//! The trainer on a handful of games, and the nets that it wrote.

use halfboard_engine::evaluate::Evaluate;
use halfboard_engine::games::EngineGame;
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::network::{Network, NetworkError, NetworkFile, NetworkInput, TrainingPlan};
use halfboard_engine::search::{Search, SearchParameters};
use halfboard_engine::train::network::{TrainingConfig, train};
use halfboard_engine::train::pipeline::{PipelineConfig, train_successor};
use halfboard_engine::train::self_play::{LabelledPosition, play_game};
use halfboard_engine::train::spsa::SpsaConfig;
use halfboard_engine::train::terms::fit;
use halfboard_engine::train::tune::{tune_parameters, tune_weights};
use halfboard_engine::train::{Sample, SelfPlayConfig, samples};
use halfboard_rules::game::Game;
use halfboard_rules::games::j::J;
use halfboard_rules::games::lines_of_action::LinesOfAction;
use halfboard_rules::games::sllim::Sllim;
use halfboard_rules::games::stacks_in_action::StacksInAction;
use halfboard_rules::options::OptionSet;

fn few_games<G: EngineGame>() -> Vec<Sample> {
    let game = G::new(G::Options::DEFAULT).expect("defaults are valid");
    let config = SelfPlayConfig { games: 400, limits: Limits::depth(1), opening: 6, plies: 200, seed: 5 };
    let samples = samples(&game, &config, system_now, |_| {}).expect("a small table can be allocated");
    assert!(samples.len() > 500, "{} positions", samples.len());
    samples
}

const SHORT: TrainingConfig = TrainingConfig { width: 32, epochs: 4, step: 0.003, results: 0.5 };

#[test]
fn fitted_weights_predict_better() {
    let samples = few_games::<LinesOfAction>();
    let fitted = fit::<LinesOfAction>(&samples, 4);
    assert!(fitted.loss < fitted.loss_before, "{} from {}", fitted.loss, fitted.loss_before);
}

#[test]
fn matches_move_weights_and_always_the_same_way() {
    let game = J::new(OptionSet::DEFAULT).expect("defaults are valid");
    let config = SpsaConfig { pairs: 12, limits: Limits::nodes(60), opening: 4, seed: 3 };
    let tuned = || tune_weights(&game, &config, system_now, |_, _| {}).expect("a small table can be allocated");
    let weights = tuned();
    assert_eq!(weights.len(), J::WEIGHTS.len());
    assert_ne!(weights, J::WEIGHTS, "twelve pairs are not all drawn");
    assert_eq!(weights, tuned());
}

#[test]
fn matches_move_parameters_within_their_ranges() {
    let game = J::new(OptionSet::DEFAULT).expect("defaults are valid");
    let config = SpsaConfig { pairs: 8, limits: Limits::nodes(400), opening: 4, seed: 3 };
    let names = ["reverse_futility_margin", "aspiration"];
    let tuned = || tune_parameters(&game, &names, &config, system_now, |_, _| {}).expect("the names are known");
    let values = tuned();
    assert_ne!(values, [J::PARAMETERS.reverse_futility_margin, J::PARAMETERS.aspiration]);
    for (name, value) in names.iter().zip(&values) {
        let range = SearchParameters::RANGES.iter().find(|(known, _)| known == name).map(|(_, range)| range);
        assert!(range.is_some_and(|range| range.contains(value)), "{name} {value}");
    }
    assert_eq!(values, tuned());
    let unknown = tune_parameters(&game, &["speed"], &config, system_now, |_, _| {});
    assert_eq!(unknown, Err("no such parameter: speed".to_owned()));
}

#[test]
fn a_network_learns_from_its_samples_and_always_the_same() {
    let samples = few_games::<StacksInAction>();
    let trained = train::<StacksInAction>(&samples, SHORT, None, |_, _| {});
    assert!(trained.losses[4] < trained.losses[0], "{:?}", trained.losses);
    assert_eq!(train::<StacksInAction>(&samples, SHORT, None, |_, _| {}).network, trained.network);
    // A wider one that starts from it begins where it ended, but for new neurons and rounding.
    let wider = TrainingConfig { width: 64, epochs: 0, ..SHORT };
    let again = train::<StacksInAction>(&samples, wider, Some(&trained.network), |_, _| {});
    assert!((again.losses[0] - trained.losses[4]).abs() < 0.01, "{:?} {:?}", trained.losses, again.losses);
    assert_eq!(Network::from_bytes::<StacksInAction>(&trained.network.to_bytes()), Ok(trained.network));
}

#[test]
fn every_network_fits_its_game_and_is_small() {
    fn fits<G: EngineGame>() {
        // A browser loads them compressed, which makes them smaller still.
        let bytes: usize = G::NETWORKS.iter().map(|file| file.bytes.len()).sum();
        assert!(bytes <= 150_000, "{}: {bytes} bytes", G::INFO.id);
        for file in G::NETWORKS {
            let network = Network::from_bytes::<G>(file.bytes);
            assert!(network.is_ok(), "{} {}: {:?}", G::INFO.id, file.name, network.err());
        }
    }
    macro_rules! all_fit {
        ($($module:ident::$Game:ident),+ $(,)?) => {
            $(fits::<halfboard_rules::games::$module::$Game>();)+
        };
    }
    halfboard_rules::games!(all_fit);
}

#[test]
fn a_successor_is_trained_from_games_to_the_match() {
    let game = StacksInAction::new(OptionSet::DEFAULT).expect("defaults are valid");
    let plan = TrainingPlan { options: "", games: 60, nodes: 20, width: 64, epochs: 1, results: 40 };
    let file = NetworkFile { plan, ..StacksInAction::NETWORKS[0] };
    let data = std::env::temp_dir().join(format!("halfboard-successor-{}.txt", std::process::id()));
    let config = PipelineConfig { seed: 3, until: None, pairs: 2, match_nodes: 50 };
    let run = || train_successor(&game, &file, &data, &config, system_now, &|_| {}).expect("the file can be written");
    let first = run();
    let written = std::fs::read_to_string(&data).expect("it was written");
    // All games are in the file, so none is played again.
    let again = run();
    assert_eq!(std::fs::read_to_string(&data).expect("it was written"), written);
    std::fs::remove_file(&data).expect("it was written");
    assert!(first.positions > 100, "{} positions", first.positions);
    assert_eq!((first.losses.len(), first.scores.pairs()), (2, 2));
    assert!(!first.accepted, "two pairs prove nothing");
    assert_eq!((again.network, again.scores), (first.network, first.scores));
}

#[test]
fn positions_are_stored_as_text_and_read_again() {
    let game = Sllim::new(OptionSet::DEFAULT).expect("defaults are valid");
    let config = SelfPlayConfig { games: 1, limits: Limits::depth(2), opening: 6, plies: 200, seed: 5 };
    let mut search = Search::new(game.clone(), 1, system_now).expect("a small table can be allocated");
    let played = play_game(&game, &config, 0, &mut search);
    assert!(played.len() > 5, "{} positions", played.len());
    for labelled in played {
        let line = labelled.to_line(&game);
        let read = LabelledPosition::parse_line(&game, &line).expect("a line that was written");
        assert!((read.expected - labelled.expected).abs() < 1e-4, "{line}");
        assert_eq!(LabelledPosition { expected: labelled.expected, ..read }, labelled);
        for cut in 0..line.len() {
            assert_eq!(LabelledPosition::parse_line(&game, &line[..cut]), None, "{}", &line[..cut]);
        }
    }
}

#[test]
fn bytes_that_are_not_a_network_are_rejected() {
    let good = LinesOfAction::NETWORKS[0].bytes;
    assert_eq!(Network::from_bytes::<LinesOfAction>(b""), Err(NetworkError::NotANetwork));
    assert_eq!(Network::from_bytes::<LinesOfAction>(b"HBN1........"), Err(NetworkError::NotANetwork));
    assert_eq!(
        Network::from_bytes::<J>(good),
        Err(NetworkError::WrongShape { features: 128, terms: LinesOfAction::TERMS.len(), buckets: 4 })
    );
    let short = &good[..good.len() - 1];
    assert_eq!(Network::from_bytes::<LinesOfAction>(short), Err(NetworkError::WrongLength(short.len())));
    let changed = |at: usize, number: i16| {
        let mut bytes = good.to_vec();
        bytes[at..at + 2].copy_from_slice(&number.to_le_bytes());
        Network::from_bytes::<LinesOfAction>(&bytes)
    };
    for (blocks, width) in [(0, 0), (9, 288)] {
        assert_eq!(changed(8, blocks), Err(NetworkError::WrongWidth(width)));
    }
    // The term weights come last, before them the output weights.
    let last = good.len() - 4 * 4 * LinesOfAction::TERMS.len() - 2;
    assert!(changed(last, 127).is_ok() && changed(last, -127).is_ok());
    for weight in [128, -128, i16::MIN] {
        assert_eq!(changed(last, weight), Err(NetworkError::WrongOutputWeight(weight)));
    }
}
