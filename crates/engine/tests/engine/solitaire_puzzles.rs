//! Puzzle numbers give the same puzzle for ever: a hundred of them are written down in `data/solitaire_puzzles.txt`,
//! and each can be done, which the rules core shows.

use halfboard_engine::games::sight_reduction::solitaire::generate::BoardSpecError;
use halfboard_engine::games::sight_reduction::solitaire::{
    BoardSpec, Grade, LineSearchResult, SearchEffort, Solitaire, removal,
};
use halfboard_rules::game::{Color, Game, Outcome, rules_string};
use halfboard_rules::games::sight_reduction::{
    Enemy, Options, Removal, Sight, SightReduction, Solitaire as SolitairePuzzle,
};
use halfboard_rules::options::OptionSet;
use halfboard_rules::present::Present;
use halfboard_rules::registry;

/// Returns the rules of a line: which enemy and removal, which lines of sight, who begins.
fn rules(text: &str) -> SightReduction {
    let options = text.split_once(':').expect("a solitaire has options").1;
    SightReduction::new(Options::parse(options).unwrap()).unwrap()
}

/// Returns a solution of what a puzzle asks for: to come out, or to leave one where that is the best.
fn solution(game: &SightReduction, seed: u64) -> Option<Vec<u32>> {
    let solitaire = Solitaire::of(game, &game.start(seed))?;
    let effort = SearchEffort { nodes: 5_000_000, seed: 0 };
    let found = match game.options().remove == Removal::OneOrTwo && game.options().enemy == Enemy::Required {
        true => solitaire.reach(1, effort),
        false => solitaire.solution(effort),
    };
    match found {
        LineSearchResult::Line(line) => Some(line),
        LineSearchResult::None | LineSearchResult::Unknown => None,
    }
}

#[test]
fn numbers_keep_their_puzzles() {
    let lines: Vec<&str> = include_str!("../data/solitaire_puzzles.txt")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .collect();
    assert_eq!(lines.len(), 100);
    for line in lines {
        let [number, grade, last, rules_text, seed, target, failures] =
            line.split_whitespace().collect::<Vec<_>>().try_into().expect(line);
        let game = rules(rules_text);
        let grade = grade.parse::<Grade>().expect(line);
        let puzzle = BoardSpec::new(game, last == "given", grade).unwrap().puzzle(number.parse().unwrap());
        let made = (puzzle.seed, puzzle.game.options().target, puzzle.failures);
        let read = |word| halfboard_rules::options::OptionValue::parse(word);
        assert_eq!(made, (seed.parse().unwrap(), read(target).unwrap(), failures.parse().unwrap()), "{line}");
        let start = puzzle.game.start(puzzle.seed);
        let graded = Solitaire::of(&puzzle.game, &start).unwrap().grade().unwrap();
        assert_eq!((graded.grade, graded.failures), (grade, puzzle.failures), "{line}");

        let mut session = registry::rules(&rules_string(&puzzle.game)).unwrap().start(puzzle.seed);
        for removed in solution(&puzzle.game, puzzle.seed).expect(line) {
            session.play(&puzzle.game.format_move(removal(removed))).unwrap();
        }
        let clears = puzzle.game.options().remove == Removal::OneOrTwo;
        let best = match clears && puzzle.game.options().enemy == Enemy::Required {
            true => Outcome::Stuck(1),
            false => Outcome::Solved,
        };
        assert_eq!(session.ending().map(|ending| ending.outcome), Some(best), "{line}");
    }
}

/// Which rules have puzzles, and what is said of the others.
#[test]
fn wishes_that_cannot_be_are_refused() {
    let game = |options| SightReduction::new(options).unwrap();
    let plain = Options { solitaire: SolitairePuzzle::On, ..Options::DEFAULT };
    let wish = |options, aimed| BoardSpec::new(game(options), aimed, Grade::Medium).err();
    assert_eq!(wish(Options::DEFAULT, false), Some(BoardSpecError::NotSolitaire));
    assert_eq!(wish(Options { remove: Removal::OneOrTwo, ..plain }, true), Some(BoardSpecError::NothingLast));
    let target = halfboard_rules::options::OptionValue::parse("A1-A2").unwrap();
    assert_eq!(wish(Options { target, ..plain }, true), Some(BoardSpecError::TargetGiven));
    for sight in [Sight::Orthogonal, Sight::Queen] {
        for first in Color::BOTH {
            assert_eq!(wish(Options { sight, first, ..plain }, true), None);
            assert_eq!(wish(Options { sight, first, remove: Removal::OneOrTwo, ..plain }, false), None);
        }
    }
}

/// A grade is a matter of failures alone: more of them never make an easier one, by any rules.
#[test]
fn more_failures_never_make_an_easier_grade() {
    for (sight, enemy) in [(Sight::Orthogonal, Enemy::Off), (Sight::Queen, Enemy::Required)] {
        let options = Options { sight, enemy, solitaire: SolitairePuzzle::On, ..Options::DEFAULT };
        let game = SightReduction::new(options).unwrap();
        let mut graded: Vec<_> =
            (0..40).map(|seed| Solitaire::of(&game, &game.start(seed)).unwrap().grade().unwrap()).collect();
        graded.sort_by_key(|graded| graded.failures);
        assert!(graded.is_sorted_by_key(|graded| graded.grade));
        assert!(graded[0].grade < graded[39].grade);
    }
}

/// The facts that explain a grade fit together.
#[test]
fn facts_explain_a_grade() {
    let options = Options { solitaire: SolitairePuzzle::On, ..Options::DEFAULT };
    let game = SightReduction::new(options).unwrap();
    let puzzle = BoardSpec::new(game, false, Grade::Hard).unwrap().puzzle(1);
    let line = solution(&puzzle.game, puzzle.seed).unwrap();
    let solitaire = Solitaire::of(&puzzle.game, &puzzle.game.start(puzzle.seed)).unwrap();
    let facts = solitaire.facts(&line).unwrap();
    assert_eq!(facts.graded.failures, puzzle.failures);
    assert_eq!(facts.turns, 30);
    assert!(facts.safe >= facts.turns && facts.safe + facts.unknown <= facts.offered, "{facts:?}");
    assert!(facts.single <= facts.turns && facts.rare <= facts.turns, "{facts:?}");
    assert_eq!(facts.graded.grade, Grade::Hard);
}
