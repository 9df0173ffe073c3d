//! Finds random boards that are good for a game between a person and the engine: the person's side wins with best
//! play, but a win is not easy to keep.
//!
//! `cargo run --release -p halfboard-engine --example balanced -- sight-reduction 1..500` prints for each such board
//! the seat that wins, its seed, and the percentage of the moves at that seat's first turn that keep the win; if the
//! other side begins, after its best first move, the one that leaves the fewest such moves.

use std::process::ExitCode;

use halfboard_engine::fairness::exact::{StartSolver, solver_for};
use halfboard_engine::solve::Verdict;
use halfboard_rules::game::Team;
use halfboard_rules::registry;
use halfboard_rules::session::Session;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    let [rules, seeds] = arguments else { return Err("usage: balanced RULES FIRST..LAST".to_owned()) };
    let rules = registry::rules(rules).map_err(|error| error.to_string())?;
    let seeds = seeds.split_once("..").and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
    let (first, last): (u64, u64) = seeds.ok_or("the seeds must be FIRST..LAST, such as 1..500")?;
    let mut solver = solver_for(&*rules).ok_or("this game has no solver of starting positions")?;
    for seed in first..=last {
        let mut session = rules.start(seed);
        let Some(winner) = winner(&mut *solver, &*session)? else { continue };
        let kept = match winner == session.turn().team() {
            true => kept(&mut *solver, &mut *session, winner)?,
            false => {
                let replies = session.moves();
                let mut fewest = 1.0_f64;
                for mv in &replies {
                    session.play(mv).map_err(|error| error.to_string())?;
                    fewest = fewest.min(kept(&mut *solver, &mut *session, winner)?);
                    session.undo();
                }
                fewest
            }
        };
        let seat = match winner {
            Team::One => 1,
            Team::Two => 2,
        };
        println!("{seat} {seed} {:.0}", kept * 100.0);
    }
    Ok(())
}

fn winner(solver: &mut dyn StartSolver, session: &dyn Session) -> Result<Option<Team>, String> {
    let verdict = solver.verdict(session).map_err(|error| error.to_string())?;
    Ok(verdict.and_then(|verdict| match verdict {
        Verdict::Seat(team) => Some(team),
        Verdict::Outcome(_) => None,
    }))
}

/// Returns the share of the legal moves after which `team` still wins.
fn kept(solver: &mut dyn StartSolver, session: &mut dyn Session, team: Team) -> Result<f64, String> {
    let moves = session.moves();
    let mut wins = 0;
    for mv in &moves {
        session.play(mv).map_err(|error| error.to_string())?;
        if session.ending().is_some() || winner(solver, session)? == Some(team) {
            wins += 1;
        }
        session.undo();
    }
    Ok(f64::from(wins) / moves.len() as f64)
}
