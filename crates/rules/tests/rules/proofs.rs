//! Proofs: true ones are accepted, and a damaged proof that is accepted is still true.

use halfboard_rules::game::{Game, Outcome, Team};
use halfboard_rules::games::sight_reduction::{Options, SightReduction};
use halfboard_rules::options::OptionSet;
use halfboard_rules::present::Present;
use halfboard_rules::proof::{self, Claim, Proof, StrategyError, Winner, strategy};
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry;

/// A position in which White, who begins, wins.
const POSITION: &str = "ww1b2b1/bw1bw3/1w2b1bw/8 w play wb";

fn game() -> SightReduction {
    SightReduction::new(Options::DEFAULT).expect("the plain game")
}

/// Returns whether a team wins within `within` plies, by trying every move.
fn wins<G: Game>(game: &G, position: &G::Position, team: Team, plies: u32) -> bool {
    if let Some(ending) = game.ending(position) {
        return matches!(ending.outcome, Outcome::Win(color) if game.color_of(position, team) == Some(color));
    }
    let own = game.turn(position).team() == team;
    let mut after = game.legal_moves(position).into_iter().map(|mv| {
        let mut next = *position;
        game.play(&mut next, mv);
        plies > 0 && wins(game, &next, team, plies - 1)
    });
    if own { after.any(|won| won) } else { after.all(|won| won) }
}

/// The proof by a player that looks at everything.
fn made<G: Present>(game: &G, position: &str, winner: Team) -> Result<Proof, StrategyError> {
    let position = game.parse_position(position).expect("a valid position");
    strategy(game, &position, winner, 1000, &mut |position| {
        game.legal_moves(position).into_iter().find(|&mv| {
            let mut next = *position;
            game.play(&mut next, mv);
            wins(game, &next, winner, 32)
        })
    })
}

fn winner() -> Team {
    let game = game();
    let position = game.parse_position(POSITION).expect("a valid position");
    if wins(&game, &position, Team::One, 32) { Team::One } else { Team::Two }
}

#[test]
fn a_true_proof_is_accepted_and_reads_as_it_was_written() {
    let proof = made(&game(), POSITION, winner()).expect("the winner wins");
    let text = proof.to_string();
    assert_eq!(proof::parse(&text).as_ref(), Ok(&proof));
    let verified = proof::verify(&proof, 100_000).expect("it is true");
    assert!(verified.fewest && verified.positions > 10, "{verified:?}\n{text}");
    let tight = proof::verify(&proof, verified.positions - 1).expect_err("one position too many");
    assert!(tight.problem.contains("no more positions may be looked at"), "{tight}");
    assert!(made(&game(), POSITION, winner().other()).is_err());
}

/// A proof with changed characters is refused with the number of a line, or its claim is true.
#[test]
fn what_is_accepted_is_true() {
    let text = made(&game(), POSITION, winner()).expect("the winner wins").to_string();
    let lines: Vec<&str> = text.lines().collect();
    let mut damaged: Vec<String> = (0..text.len()).map(|at| text[..at].to_owned()).collect();
    for index in 0..lines.len() {
        for other in [0, 1, lines.len() / 2, lines.len() - 1] {
            let mut changed = lines.clone();
            changed[index] = lines[other];
            damaged.push(changed.join("\n"));
        }
        let mut changed = lines.clone();
        changed.remove(index);
        damaged.push(changed.join("\n"));
    }
    let mut random = SplitMix64::new(5);
    for _ in 0..3000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..1 + random.below(2) {
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] = b" \n0123456789/wbABCD-@x\xc3"[random.below(23) as usize];
        }
        damaged.push(String::from_utf8_lossy(&bytes).into_owned());
    }
    let count = text.lines().count();
    let (mut refused, mut accepted) = (0, 0);
    for text in damaged {
        match proof::parse(&text).and_then(|proof| proof::verify(&proof, 10_000).map(|_| proof)) {
            Err(error) => {
                refused += 1;
                assert!((1..=count + 2).contains(&error.line) && !error.problem.is_empty(), "{error}\n{text}");
            }
            Ok(proof) => {
                accepted += 1;
                let Claim::Win { winner, within, .. } = proof.claim else { panic!("{text}") };
                let position = game().parse_position(&proof.position).expect("it was verified");
                let team = winner.team(&game(), &position).expect("it was verified");
                assert!(proof.rules == "sight-reduction" && wins(&game(), &position, team, within), "{text}");
            }
        }
    }
    assert!(refused > 2000 && accepted > 0, "{refused} refused, {accepted} accepted");
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    let text = made(&game(), POSITION, winner()).expect("the winner wins").to_string();
    let count = text.lines().count();
    let last = text.lines().nth(count - 2).expect("a line of the strategy").to_owned();
    let strategy_line = text.lines().nth(4).expect("the number of lines");
    let fewer = format!("strategy {}", count - 7);
    let cases = [
        ("", 1, "is missing".to_owned(), text.clone()),
        (proof::TITLE, 1, "begins with".to_owned(), "halfboard proof 2".to_owned()),
        ("rules sight-reduction", 2, "there is no game".to_owned(), "rules chess".to_owned()),
        (POSITION, 3, "position, character".to_owned(), "8/8/8 w play wb".to_owned()),
        ("within", 4, "is no claim".to_owned(), "in".to_owned()),
        (strategy_line, 5, "is not a number of lines".to_owned(), "strategy -1".to_owned()),
        (strategy_line, count, "the plies, the move and the position".to_owned(), "strategy 99999999999".to_owned()),
        (&last, count - 1, "the plies, the move and the position".to_owned(), "5".to_owned()),
    ];
    for (old, line, words, new) in cases {
        let damaged = if old.is_empty() { String::new() } else { text.replace(old, &new) };
        let error = proof::parse(&damaged).and_then(|proof| proof::verify(&proof, 10_000)).expect_err(&damaged);
        assert!(error.problem.contains(&words), "{error}, not {words}");
        assert_eq!(error.line, line, "{error}");
    }
    let without = text.replace(&format!("{last}\n"), "").replace(strategy_line, &fewer);
    let error = proof::parse(&without).and_then(|proof| proof::verify(&proof, 10_000)).expect_err("a gap");
    assert!(error.problem.contains("the strategy says nothing of it"), "{error}");
}

/// A way to play that goes round in a circle, or gives no answer, is no proof.
#[test]
fn bad_players_make_no_proofs() {
    let game = halfboard_rules::games::lines_of_action::LinesOfAction::new(OptionSet::DEFAULT).expect("the plain game");
    let start = game.start(0);
    let mut first = |position: &_| game.legal_moves(position).first().copied();
    let error = strategy(&game, &start, Team::One, 200, &mut first).expect_err("not won");
    assert!(!error.to_string().is_empty());
    let error = strategy(&game, &start, Team::One, 200, &mut |_| None).expect_err("not won");
    assert!(matches!(error, StrategyError::NoAnswer(_)), "{error}");
}

#[test]
fn solitaires_are_replayed_and_searched_for_fewer() {
    let rules = registry::rules("sight-reduction:solitaire=on").expect("valid rules");
    let proof = |position: &str, left: Option<u8>, moves: &str| Proof {
        rules: rules.canonical(),
        position: position.to_owned(),
        claim: Claim::Solitaire { left, moves: moves.split_whitespace().map(str::to_owned).collect() },
    };
    let solvable = "ww6/bb6/8/8 w play wb";
    let solved = proof(solvable, None, "A1 B1");
    assert_eq!(proof::parse(&solved.to_string()).as_ref(), Ok(&solved));
    assert!(proof::verify(&solved, 100).expect("it is solved").fewest);
    for (left, moves, line, words) in [
        (None, "A1", 7, "do not get to the end"),
        (None, "A1 A1", 7, "not a legal move"),
        (Some(2), "A1 B1", 8, "the moves end with solved"),
        (Some(4), "", 6, "do not get to the end"),
    ] {
        let error = proof::verify(&proof(solvable, left, moves), 100).expect_err(moves);
        assert!(error.line == line && error.problem.contains(words), "{error}, not {words}");
    }
    // White has one checker and cannot move; and here it can, but not well.
    let stuck = proof("w7/bb6/8/8 w play wb", Some(3), "");
    assert!(proof::verify(&stuck, 100).expect("nothing can be done").fewest);
    let apart = "ww6/bb6/3w4/8 w play wb";
    let session = rules.position(apart).expect("a valid position");
    let mut best = u8::MAX;
    let mut line = Vec::new();
    let mut open = vec![session];
    while let Some(session) = open.pop() {
        match session.ending().map(|ending| ending.outcome) {
            Some(Outcome::Stuck(left)) if left < best => (best, line) = (left, session.history()),
            Some(_) => {}
            None => open.extend(session.moves().into_iter().map(|mv| {
                let mut next = session.clone_box();
                next.play(&mv).expect("it is listed");
                next
            })),
        }
    }
    let claim = proof(apart, Some(best), &line.join(" "));
    let verified = proof::verify(&claim, 1000).expect("it is the best");
    assert!(verified.fewest, "{verified:?}");
    assert!(!proof::verify(&claim, 1).expect("the line is right").fewest);
    // A solitaire has no winner.
    let win = Proof {
        claim: Claim::Win {
            winner: Winner::Color(halfboard_rules::game::Color::White),
            within: 3,
            strategy: Vec::new(),
        },
        ..claim
    };
    assert_eq!(proof::verify(&win, 100).expect_err("no winner").line, 4);
}
