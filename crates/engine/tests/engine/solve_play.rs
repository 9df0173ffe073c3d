//! What follows from the solver of Sight Reduction: the engine at full strength never loses what is won, and set-ups
//! are worth what the boards are that they lead to.

use halfboard_engine::games::sight_reduction::solver::setups::{self, Fair, Favours};
use halfboard_engine::games::sight_reduction::solver::two_player::Solver;
use halfboard_engine::games::sight_reduction::solver::{Field, RemovalRules};
use halfboard_engine::limits::{CancelToken, Limits, system_now};
use halfboard_engine::search::{GameHistory, Search};
use halfboard_engine::solve::{ProgressObserver, SolverError};
use halfboard_engine::value::{Proof, Value};
use halfboard_rules::game::{Color, Game};
use halfboard_rules::games::sight_reduction::{
    Enemy, Options, Phase, Position, Removal, Sight, SightReduction, SightReductionSetup,
};
use halfboard_rules::options::OptionSet;
use halfboard_rules::playout::random_move;
use halfboard_rules::random::SplitMix64;

fn games() -> impl Iterator<Item = SightReduction> {
    let options = [
        Options::DEFAULT,
        Options { sight: Sight::Queen, ..Options::DEFAULT },
        Options { enemy: Enemy::Required, ..Options::DEFAULT },
        Options { remove: Removal::OneOrTwo, ..Options::DEFAULT },
    ];
    options.into_iter().map(|options| SightReduction::new(options).expect("they go together"))
}

/// Returns the reply that leaves the fewest turns to the engine.
fn greedy_move(game: &SightReduction, position: &Position) -> <SightReduction as Game>::Move {
    let left = |&mv: &_| {
        let mut next = *position;
        game.play(&mut next, mv);
        game.count_moves(&next)
    };
    game.legal_moves(position).into_iter().min_by_key(left).expect("the game is not over")
}

#[test]
fn the_engine_never_loses_what_is_won() {
    let cancel = CancelToken::default();
    for game in games() {
        let mut solver = Solver::new(RemovalRules::of(&game), 1);
        let mut engine = Search::new(game.clone(), 1, system_now).expect("a small table can be allocated");
        for seed in 0..8 {
            let mut random = SplitMix64::new(seed);
            let mut position = game.start(seed);
            for _ in 0..10 {
                position = after(&game, position, random_move(&game, &position, &mut random));
            }
            let (field, turn) = Field::of(&position).expect("checkers are removed");
            let winner = if solver.verdict(field, &cancel) == Ok(true) { turn } else { turn.other() };
            while game.ending(&position).is_none() {
                let (field, turn) = Field::of(&position).expect("checkers are removed");
                let mv = if turn == winner {
                    let report = engine.search(&position, &GameHistory::default(), &Limits::default(), &mut |_| {});
                    assert!(report.exhausted && matches!(report.lines[0].value, Value::Proven(Proof::Win(_))));
                    report.lines[0].moves[0]
                } else if seed % 2 == 0 {
                    random_move(&game, &position, &mut random)
                } else {
                    greedy_move(&game, &position)
                };
                assert_eq!(solver.verdict(field, &cancel), Ok(turn == winner));
                position = after(&game, position, mv);
            }
            let loser = Field::of(&position).expect("checkers are removed").1;
            assert_eq!(loser, winner.other(), "seed {seed} of {:?}", game.options());
        }
    }
}

/// In a lost position the engine says so, and does not lose to the next turn where that can be helped.
#[test]
fn the_engine_knows_when_it_has_lost() {
    let (cancel, mut lost) = (CancelToken::default(), 0);
    for game in games() {
        let mut solver = Solver::new(RemovalRules::of(&game), 1);
        let mut engine = Search::new(game.clone(), 1, system_now).expect("a small table can be allocated");
        for seed in 0..10 {
            let mut random = SplitMix64::new(seed);
            let mut position = game.start(seed);
            for _ in 0..14 {
                if game.ending(&position).is_none() {
                    position = after(&game, position, random_move(&game, &position, &mut random));
                }
            }
            let (field, _) = Field::of(&position).expect("checkers are removed");
            if game.ending(&position).is_some() || solver.verdict(field, &cancel) == Ok(true) {
                continue;
            }
            let plies = solver.distance(field, &cancel).expect("not stopped");
            let report = engine.search(&position, &GameHistory::default(), &Limits::default(), &mut |_| {});
            let Value::Proven(Proof::Loss(most)) = report.lines[0].value else { panic!("{report:?}") };
            assert!(most >= plies, "{report:?} of {field:?} lasts {plies}");
            lost += 1;
        }
    }
    assert!(lost > 15, "only {lost} were lost");
}

fn after(game: &SightReduction, mut position: Position, mv: <SightReduction as Game>::Move) -> Position {
    game.play(&mut position, mv);
    position
}

#[test]
fn fair_arrangements_are_found_stopped_and_gone_on_with() {
    let game = SightReduction::new(Options { setup: SightReductionSetup::Fair, ..Options::DEFAULT })
        .expect("they go together");
    let mut solver = Solver::new(RemovalRules::of(&game), 1);
    let cancel = CancelToken::default();
    let position = game.start(1);
    let mut fair = Fair::new(&game, &position);
    assert_eq!(fair.arrangements().count(), 14_657);
    cancel.cancel();
    let work = fair.work(2, true, &mut ProgressObserver { cancel: &cancel, on_progress: &mut |_, _| {} });
    assert_eq!((work, fair.solved(), fair.arranger_wins()), (Err(SolverError::Cancelled), 0, None));
    cancel.reset();
    let observer = &mut ProgressObserver { cancel: &cancel, on_progress: &mut |_, _| {} };
    fair.work(2, true, observer).expect("not stopped");
    assert_eq!(fair.arranger_wins(), Some(true));
    let (exchange, solved) = (fair.winning()[0], fair.solved());
    // Written and read again, nothing is solved twice.
    let text = fair.save();
    let mut again = Fair::new(&game, &position);
    assert!(again.load(&text) && again.solved() == solved && again.winning() == fair.winning());
    assert!(!again.load("w2") && !again.load(&text.replace('.', "?")) && again.solved() == solved);
    // Whichever colour seat 2 picks, seat 1 wins by its choice.
    let arranged = after(&game, position, exchange);
    assert_eq!(setups::wins(&game, &mut solver, &arranged, 1, observer), Ok(Some(false)));
    assert_eq!(setups::winning_moves(&game, &mut solver, &arranged, 1, observer), Ok(Some(Vec::new())));
    for pick in game.legal_moves(&arranged) {
        let picked = after(&game, arranged, pick);
        let winning = setups::winning_moves(&game, &mut solver, &picked, 1, observer);
        let winning = winning.expect("not stopped").expect("no placements");
        assert!(!winning.is_empty());
        for choice in game.legal_moves(&picked) {
            let chosen = after(&game, picked, choice);
            let (field, _) = Field::of(&chosen).expect("checkers are removed");
            let seat_one_wins = solver.verdict(field, &cancel) == Ok(game.turn(&chosen) == game.turn(&picked));
            assert_eq!(seat_one_wins, winning.contains(&choice));
        }
    }
}

/// Whom a board favours is what its two verdicts say, also where turns may help.
#[test]
fn whom_a_board_favours_follows_from_who_wins_when_each_begins() {
    let cancel = CancelToken::default();
    for game in games().filter(|game| game.options().enemy == Enemy::Off) {
        let mut solver = Solver::new(RemovalRules::of(&game), 1);
        for seed in 20..24 {
            let board = game.start(seed);
            let [white, black] = [Color::White, Color::Black].map(|color| board.checkers(color));
            let favours = setups::favours(&mut solver, [white, black], &cancel).expect("not stopped");
            let by_white = solver.verdict(Field { own: white, enemy: black }, &cancel).expect("not stopped");
            let by_black = solver.verdict(Field { own: black, enemy: white }, &cancel).expect("not stopped");
            assert_eq!(favours.white_wins(Color::White), by_white);
            assert_eq!(favours.white_wins(Color::Black), !by_black);
            assert_eq!(favours.arranger(), by_white == by_black);
            let sure = matches!(favours, Favours::White | Favours::Black);
            assert!([Color::White, Color::Black].iter().all(|&color| favours.chooser(color)) != sure);
        }
    }
}

/// The last placements are worth what plain recursion over the rules says.
#[test]
fn the_last_placements_are_solved() {
    let cancel = CancelToken::default();
    let game = SightReduction::new(Options { setup: SightReductionSetup::Deterministic, ..Options::DEFAULT })
        .expect("they go together");
    let mut solver = Solver::new(RemovalRules::of(&game), 1);
    let observer = &mut ProgressObserver { cancel: &cancel, on_progress: &mut |_, _| {} };
    for seed in 0..3 {
        let mut random = SplitMix64::new(seed);
        let mut position = game.start(seed);
        assert_eq!(setups::wins(&game, &mut solver, &position, 1, observer), Ok(None));
        for _ in 0..29 {
            position = after(&game, position, random_move(&game, &position, &mut random));
        }
        assert!(matches!(position.phase(), Phase::Place { .. }));
        let wins = placing_wins(&game, &position, &mut solver);
        assert_eq!(setups::wins(&game, &mut solver, &position, 1, observer), Ok(Some(wins)));
        let winning = setups::winning_moves(&game, &mut solver, &position, 1, observer);
        let mut expected = game.legal_moves(&position);
        expected.retain(|&mv| !placing_wins(&game, &after(&game, position, mv), &mut solver));
        assert_eq!(winning, Ok(Some(expected)));
    }
}

fn placing_wins(game: &SightReduction, position: &Position, solver: &mut Solver) -> bool {
    if let Some((field, _)) = Field::of(position) {
        return solver.verdict(field, &CancelToken::default()).expect("not stopped");
    }
    game.legal_moves(position).into_iter().any(|mv| !placing_wins(game, &after(game, *position, mv), solver))
}
