//! Boards for games against a person: the person's side wins each of them with best play.

use halfboard_engine::fairness::exact::solver_for;
use halfboard_engine::games::balanced_seeds;
use halfboard_engine::solve::Verdict;
use halfboard_rules::game::Team;
use halfboard_rules::registry;

#[test]
fn the_side_of_the_person_wins_every_balanced_board() {
    let mut boards = 0;
    for game in registry::games() {
        let rules = game.rules(None).expect("the plain game is valid");
        for (seat, team) in [Team::One, Team::Two].into_iter().enumerate() {
            let seeds = balanced_seeds(game.info().id, seat);
            if seeds.is_empty() {
                continue;
            }
            let mut solver = solver_for(&*rules).expect("a list needs a solver");
            for &seed in seeds {
                let verdict = solver.verdict(&*rules.start(seed.into())).expect("there is memory");
                assert_eq!(verdict, Some(Verdict::Seat(team)), "{} {seed}", game.info().id);
            }
            boards += seeds.len();
        }
    }
    assert!(boards > 50, "{boards}");
    assert!(balanced_seeds("no such game", 0).is_empty() && balanced_seeds("sight-reduction", 2).is_empty());
}
