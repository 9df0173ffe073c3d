//! What every game promises, checked along random games for every preset and every combination of options.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use halfboard_rules::game::{Color, Game, Reason, rules_string};
use halfboard_rules::present::{Present, Step};
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry;
use halfboard_rules::session::Match;

use crate::common;

/// All rules of a game, typed.
fn all_games<G: Present>() -> Vec<G> {
    let listed = registry::game(G::INFO.id).expect("the registry knows every game");
    let rules = common::all_rules(listed).into_iter();
    rules.map(|rules| registry::parse_game(&rules).expect("a canonical form")).collect()
}

/// Checks every preset and every combination along random games, the longer the fewer there are.
fn conforms<G: Present>() {
    let presets = G::PRESETS.iter().map(|preset| {
        assert!(!preset.id.is_empty());
        G::new(preset.options).expect("a preset is valid")
    });
    let ids: HashSet<&str> = G::PRESETS.iter().map(|preset| preset.id).collect();
    assert_eq!(ids.len(), G::PRESETS.len(), "ids of presets are distinct");
    assert_eq!(rules_string(&G::new(G::PRESETS[0].options).expect("valid")), G::INFO.id, "the plain game comes first");
    let mut keys = HashMap::new();
    let games: Vec<G> = presets.chain(all_games::<G>()).collect();
    let plies = (25_000 / games.len()).clamp(60, 150);
    for (seed, game) in games.into_iter().enumerate() {
        random_game(&game, seed as u64, plies, &mut keys);
    }
    let collisions = keys.values().filter(|positions| positions.len() > 1).count();
    assert_eq!(collisions, 0, "keys tell positions apart");
}

/// Positions by key. Positions of different rules may share a key: they never meet in one table.
type Keys<G> = HashMap<(String, u64), HashSet<<G as Game>::Position>>;

fn random_game<G: Present>(game: &G, seed: u64, plies: usize, keys: &mut Keys<G>) {
    let mut random = SplitMix64::new(seed);
    let mut play = Match::new(game.clone(), game.start(seed));
    let totals = checkers(game, play.position());
    for _ in 0..plies {
        let position = *play.position();
        position_conforms(game, &position);
        assert_eq!(checkers(game, &position), totals, "checkers are conserved");
        keys.entry((rules_string(game), game.key(&position))).or_default().insert(position);
        let Some(ending) = play.ending() else {
            let moves = game.legal_moves(&position);
            play.play(moves[random.below(moves.len() as u64) as usize]);
            continue;
        };
        if ending.reason == Reason::Repetition {
            assert!(G::REPETITION && game.draw_occurrence() == Some(play.occurrences()));
        }
        return;
    }
}

fn position_conforms<G: Present>(game: &G, position: &G::Position) {
    let text = game.format_position(position);
    let read = game.parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(read, *position, "{text}");
    assert_eq!(game.key(&read), game.key(position), "a played position has the key of a fresh one");

    let moves = game.legal_moves(position);
    if game.ending(position).is_some() {
        assert!(moves.is_empty(), "{text}");
        return;
    }
    assert!(!moves.is_empty(), "a game that is not over has a move: {text}");
    assert_eq!(game.count_moves(position), moves.len() as u64, "{text}");
    let words: HashSet<String> = moves.iter().map(|&mv| game.format_move(mv)).collect();
    assert_eq!(words.len(), moves.len(), "moves are distinct strings: {text}");
    stops_early(game, position);
    paths_conform(game, position, &moves);
    assert!(usize::from(game.turn(position).0) < game.seats().len());
}

fn stops_early<G: Game>(game: &G, position: &G::Position) {
    let mut calls = 0;
    let flow = game.for_each_move(position, &mut |_| {
        calls += 1;
        ControlFlow::Break(())
    });
    assert!(flow.is_break());
    assert_eq!(calls, 1, "a break ends the generation");
}

/// No path begins another, and the first path of a move is its own.
fn paths_conform<G: Present>(game: &G, position: &G::Position, moves: &[G::Move]) {
    let mut paths: Vec<(Vec<Step>, G::Move)> = Vec::new();
    for &mv in moves {
        let before = paths.len();
        game.for_each_path(position, mv, &mut |path| paths.push((path.to_vec(), mv)));
        assert_eq!(paths[before].0, game.steps(position, mv).to_vec());
    }
    paths.sort_by(|one, other| one.0.cmp(&other.0));
    for pair in paths.windows(2) {
        assert!(!pair[1].0.starts_with(&pair[0].0), "{:?} begins {:?}", pair[0].0, pair[1].0);
    }
}

/// The checkers of each colour on and beside the board.
fn checkers<G: Present>(game: &G, position: &G::Position) -> [usize; 2] {
    let scene = game.scene(position, &[]);
    assert_eq!(scene.cells.len(), G::INFO.board.size());
    assert!(scene.cells.iter().map(|cell| cell.square).eq(G::INFO.board.squares()));
    Color::BOTH.map(|color| {
        let piles = scene.cells.iter().flat_map(|cell| &cell.pile);
        let beside = scene.supplies.iter().filter(|supply| supply.color == color);
        piles.filter(|checker| checker.color == color).count()
            + beside.map(|supply| usize::from(supply.count)).sum::<usize>()
    })
}

macro_rules! tests {
    ($($module:ident::$Game:ident),+ $(,)?) => {$(
        #[test]
        fn $module() {
            conforms::<halfboard_rules::games::$module::$Game>();
        }
    )+};
}
halfboard_rules::games!(tests);

/// The ids are stored in records and links; presets read as what they are.
#[test]
fn the_registry_is_complete() {
    let ids: Vec<&str> = registry::games().iter().map(|game| game.info().id).collect();
    assert_eq!(ids[..5], ["sight-reduction", "lines-of-action", "stacks-in-action", "j", "sllim"]);
    for game in registry::games() {
        for preset in game.presets() {
            assert_eq!(registry::rules(&preset.rules).expect("a preset's rules").canonical(), preset.rules);
        }
    }
}
