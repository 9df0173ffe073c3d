//! Perft tables that independent programs agree on.

use halfboard_rules::registry;

fn check(table: &str) -> usize {
    let mut rules = None;
    let mut session = None;
    let mut checked = 0;
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').expect("every line is a word and its value");
        match word {
            "rules" => rules = Some(registry::rules(rest).unwrap_or_else(|error| panic!("{rest}: {error}"))),
            "position" => {
                let rules = rules.as_ref().expect("rules come before positions");
                session = Some(rules.position(rest).unwrap_or_else(|error| panic!("{rest}: {error}")));
            }
            "perft" => {
                let session = session.as_ref().expect("a position comes before its numbers");
                for (depth, number) in (0..).zip(rest.split(' ')) {
                    let number: u64 = number.parse().expect("a number");
                    assert_eq!(session.perft(depth), number, "{session:?} depth {depth}");
                    checked += 1;
                }
            }
            _ => panic!("unknown line {line}"),
        }
    }
    checked
}

#[test]
fn sight_reduction() {
    assert_eq!(check(include_str!("../data/perft/sight-reduction.txt")), 85);
}

#[test]
fn lines_of_action() {
    assert_eq!(check(include_str!("../data/perft/lines-of-action.txt")), 124);
}

#[test]
fn stacks_in_action() {
    assert_eq!(check(include_str!("../data/perft/stacks-in-action.txt")), 48);
}

#[test]
fn j() {
    assert_eq!(check(include_str!("../data/perft/j.txt")), 31);
}

#[test]
fn sllim() {
    assert_eq!(check(include_str!("../data/perft/sllim.txt")), 74);
}

/// The numbers that independent programs agree on.
#[test]
fn lines_of_action_from_the_start() {
    for (first, depths) in [("", 6), (":first=black", 5)] {
        let session = registry::rules(&format!("lines-of-action{first}")).expect("valid rules").start(0);
        let numbers: Vec<u64> = (1..=depths).map(|depth| session.perft(depth)).collect();
        assert_eq!(numbers, [36, 1244, 44_952, 1_563_208, 55_963_132, 1_938_494_632][..depths as usize]);
    }
    let eggs = registry::rules("lines-of-action:setup=scrambled-eggs").expect("valid rules").start(0);
    let numbers: Vec<u64> = (1..=4).map(|depth| eggs.perft(depth)).collect();
    assert_eq!(numbers, [32, 992, 32_000, 1_002_260]);
}
