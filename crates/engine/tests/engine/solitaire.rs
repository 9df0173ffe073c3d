//! The solitaire of Sight Reduction against plain brute force over the rules, on boards with few checkers, and its
//! lines against the rules on full ones.

use std::collections::HashMap;

use halfboard_engine::games::sight_reduction::solitaire::{
    LineSearchResult, SearchEffort, Solitaire, SolitaireLimits, SolutionCount, removal,
};
use halfboard_rules::board::Board;
use halfboard_rules::game::{Color, Game, Outcome};
use halfboard_rules::games::sight_reduction::{
    Enemy, Options, Position, Removal, Sight, SightReduction, Solitaire as SolitairePuzzle, Target,
};
use halfboard_rules::options::OptionSet;
use halfboard_rules::present::Present;
use halfboard_rules::random::SplitMix64;

/// Every way of removing.
fn variants() -> Vec<Options> {
    let mut variants = Vec::new();
    for sight in [Sight::Orthogonal, Sight::Queen] {
        for enemy in [Enemy::Off, Enemy::Required] {
            for remove in [Removal::One, Removal::OneOrTwo] {
                variants.push(Options { sight, enemy, remove, solitaire: SolitairePuzzle::On, ..Options::DEFAULT });
            }
        }
    }
    variants
}

/// Returns the checkers that an outcome leaves, to compare outcomes by; a solved one is best.
fn left(outcome: &Outcome) -> Option<u8> {
    match outcome {
        Outcome::Stuck(left) => Some(*left),
        _ => None,
    }
}

/// What the rules alone say of a position: its best outcome, and how many lines solve it.
struct Plain<'a> {
    game: &'a SightReduction,
    known: HashMap<Position, (Outcome, u128)>,
}

impl Plain<'_> {
    fn of(&mut self, position: &Position) -> (Outcome, u128) {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let answer = match self.game.ending(position).map(|ending| ending.outcome) {
            Some(Outcome::Solved) => (Outcome::Solved, 1),
            Some(Outcome::Stuck(left)) => (Outcome::Stuck(left), 0),
            Some(outcome) => panic!("{outcome} in a solitaire"),
            None => {
                let (mut best, mut lines) = (Outcome::Stuck(u8::MAX), 0);
                for mv in self.game.legal_moves(position) {
                    let mut next = *position;
                    self.game.play(&mut next, mv);
                    let (verdict, more) = self.of(&next);
                    best = std::cmp::min_by_key(best, verdict, left);
                    lines += more;
                }
                (best, lines)
            }
        };
        self.known.insert(*position, answer);
        answer
    }
}

/// Returns a random board with a limited number of checkers, either colour to move.
fn few(game: &SightReduction, most: u64, random: &mut SplitMix64) -> Position {
    let mut board = ['.'; 32];
    for _ in 0..random.below(most + 1) {
        board[random.below(32) as usize] = if random.below(2) == 0 { 'w' } else { 'b' };
    }
    let rows: Vec<String> = board
        .chunks(8)
        .map(|row| {
            let mut text = String::new();
            let mut gap = 0;
            for &square in row {
                if square == '.' {
                    gap += 1;
                    continue;
                }
                if gap > 0 {
                    text += &gap.to_string();
                }
                gap = 0;
                text.push(square);
            }
            if gap > 0 {
                text += &gap.to_string();
            }
            text
        })
        .collect();
    let turn = if random.below(2) == 0 { 'w' } else { 'b' };
    game.parse_position(&format!("{} {turn} play wb", rows.join("/"))).unwrap()
}

/// Plays a line by the rules and tells how it ends.
fn replay(game: &SightReduction, start: &Position, line: &[u32]) -> Option<Outcome> {
    let mut position = *start;
    for &removed in line {
        let mv = removal(removed);
        assert!(game.legal_moves(&position).contains(&mv), "{mv:?}");
        game.play(&mut position, mv);
    }
    game.ending(&position).map(|ending| ending.outcome)
}

fn agrees(game: &SightReduction, position: &Position, limits: SolitaireLimits) {
    let mut plain = Plain { game, known: HashMap::new() };
    let (verdict, lines) = plain.of(position);
    let what = format!("{} {}", game.options().format(), game.format_position(position));
    let solitaire = Solitaire::of(game, position).unwrap();
    let best = solitaire.best(limits).unwrap();
    assert_eq!(best.outcome, verdict, "{what}");
    assert_eq!(replay(game, position, &best.line), Some(verdict), "{what}");
    assert_eq!(solitaire.count(verdict, usize::MAX), SolutionCount::Exactly(lines), "{what}");
    match solitaire.solution(limits.effort) {
        LineSearchResult::Line(line) => assert_eq!(replay(game, position, &line), Some(Outcome::Solved), "{what}"),
        LineSearchResult::None => assert_ne!(verdict, Outcome::Solved, "{what}"),
        LineSearchResult::Unknown => assert_eq!(limits.effort.nodes, 0, "{what}"),
    }
    let kept = solitaire.optimal_turns(verdict, limits).unwrap();
    let expected: Vec<_> = game
        .legal_moves(position)
        .into_iter()
        .filter(|&mv| {
            let mut next = *position;
            game.play(&mut next, mv);
            plain.of(&next).0 == verdict
        })
        .collect();
    assert_eq!(kept.into_iter().map(removal).collect::<Vec<_>>(), expected, "{what}");
}

/// Also with no nodes at all for the search, so that the exact answers are held against the same.
#[test]
fn few_checkers_are_judged_as_brute_force_does() {
    let mut random = SplitMix64::new(1);
    for options in variants() {
        let game = SightReduction::new(options).unwrap();
        for round in 0..300 {
            let position = few(&game, 16, &mut random);
            let nodes = if round % 4 == 0 { 0 } else { 200_000 };
            agrees(&game, &position, SolitaireLimits { effort: SearchEffort { nodes, seed: round }, threads: 1 });
        }
    }
}

/// Targets on checkers of the right colours, and on any squares.
#[test]
fn targets_are_judged_as_brute_force_does() {
    let mut random = SplitMix64::new(2);
    for options in variants().into_iter().filter(|options| options.remove == Removal::One) {
        let plain = SightReduction::new(options).unwrap();
        for round in 0..300 {
            let position = few(&plain, 14, &mut random);
            let squares = |color: Color| -> Vec<_> {
                Board::Half.squares().filter(|square| position.checkers(color) & square.bit32() != 0).collect()
            };
            let [white, black] = match round % 3 {
                0 => [Board::Half.squares().collect(), Board::Half.squares().collect()],
                _ => Color::BOTH.map(squares),
            };
            if white.is_empty() || black.is_empty() {
                continue;
            }
            let pick = |from: &[_], random: &mut SplitMix64| from[random.below(from.len() as u64) as usize];
            let (last_white, last_black) = (pick(&white, &mut random), pick(&black, &mut random));
            if last_white == last_black {
                continue;
            }
            let target = Target(Some((last_white, last_black)));
            let game = SightReduction::new(Options { target, ..options }).unwrap();
            let nodes = if round % 4 == 0 { 0 } else { 200_000 };
            agrees(&game, &position, SolitaireLimits { effort: SearchEffort { nodes, seed: round }, threads: 1 });
        }
    }
}

/// On full boards, too, what is found is what the rules call solved, and the same effort finds the same.
#[test]
fn solutions_of_full_boards_are_legal_and_solve() {
    for options in variants() {
        let game = SightReduction::new(options).unwrap();
        let mut solved = 0;
        for seed in 0..40 {
            let start = game.start(seed);
            let solitaire = Solitaire::of(&game, &start).unwrap();
            let effort = SearchEffort { nodes: 20_000, seed };
            let found = solitaire.solution(effort);
            if let LineSearchResult::Line(line) = &found {
                assert_eq!(replay(&game, &start, line), Some(Outcome::Solved));
                solved += 1;
            }
            if seed % 8 == 0 {
                assert_eq!(solitaire.solution(effort), found);
            }
        }
        // Who removes checkers that must see an enemy leaves one.
        let never = options.enemy == Enemy::Required && options.remove == Removal::OneOrTwo;
        assert_eq!(solved > 30, !never, "{}", options.format());
    }
}
