//! What the solver of forced wins finds beside the search, on positions towards the end of the engine's own games:
//! `cargo run --release -p halfboard-engine --example forced -- lines-of-action 40 20000`.

use halfboard_engine::arena;
use halfboard_engine::levels::Level;
use halfboard_engine::limits::{CancelToken, Limits, system_now};
use halfboard_engine::player;
use halfboard_engine::search::SearchSettings;
use halfboard_engine::solve::forced::{ForcedWinRequest, WinningMoves};
use halfboard_engine::value::{Proof, Value};
use halfboard_rules::registry;
use halfboard_rules::session::Session;

/// Positions of games between engines of a middling level, each some plies before the end.
fn positions(rules: &str, games: u64) -> Vec<Box<dyn Session>> {
    let rules = registry::rules(rules).expect("valid rules");
    let canonical = rules.canonical();
    let mut found = Vec::new();
    for seed in 0..games {
        let Some(opening) = arena::opening(&*rules, seed, 6) else { continue };
        let make = |level: u8| {
            let mut player = player::for_rules(&canonical, 4, system_now).expect("a small table");
            let level = Level::from_eight(&canonical, level).expect("a level");
            player.set(SearchSettings { strength: player.strength_limit(level), seed, ..SearchSettings::default() });
            player
        };
        let limits = Limits::default();
        let played = arena::play(opening, &mut *make(5), &mut *make(5), [&limits, &limits], 200);
        let mut session = played.session;
        for back in 1..=14 {
            if !session.undo() {
                break;
            }
            if back >= 4 && back % 2 == 1 {
                found.push(session.clone_box());
            }
        }
    }
    found
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rules = args.first().map_or("lines-of-action", String::as_str);
    let games = args.get(1).and_then(|word| word.parse().ok()).unwrap_or(20);
    let nodes = args.get(2).and_then(|word| word.parse().ok()).unwrap_or(20_000);
    let solver_nodes = args.get(3).and_then(|word| word.parse().ok()).unwrap_or(nodes);
    let positions = positions(rules, games);
    let mut engine = player::for_rules(rules, 16, system_now).expect("a table");
    let (mut by_search, mut by_solver, mut both, mut either) = (0, 0, 0, 0);
    let (mut shortest, mut plies, mut spent, mut seconds, mut search_seconds) = (0, 0, 0, 0.0, 0.0);
    for session in &positions {
        engine.clear();
        engine.set_game(&**session).expect("the same rules");
        let start = system_now();
        let report = engine.search(&Limits::nodes(nodes), &mut |_| {}).expect("not over");
        search_seconds += system_now() - start;
        let searched = matches!(report.lines[0].value, Value::Proven(Proof::Win(_) | Proof::Loss(_)));
        let question = ForcedWinRequest {
            nodes: solver_nodes,
            winning_moves: WinningMoves::One,
            mebibytes: 16,
            ..ForcedWinRequest::default()
        };
        let solved = engine.find_forced_win(&question, &CancelToken::default(), &mut |_| {}).expect("memory");
        let won = solved.plies().is_some();
        if let (Some(within), exact) = (solved.plies(), solved.is_shortest) {
            shortest += u32::from(exact);
            plies += within;
        }
        spent += solved.nodes;
        seconds += solved.seconds;
        by_search += u32::from(searched);
        by_solver += u32::from(won);
        both += u32::from(searched && won);
        either += u32::from(searched || won);
    }
    println!(
        "{rules}: {} positions, {nodes} nodes: search {by_search}, solver {by_solver} ({shortest} shortest, mean {:.1} plies), both {both}, \
         either {either}; solver {spent} nodes in {seconds:.2} s, search in {search_seconds:.2} s",
        positions.len(),
        f64::from(plies) / f64::from(by_solver.max(1)),
    );
}
