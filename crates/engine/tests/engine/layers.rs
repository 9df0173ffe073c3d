//! The layers of Sight Reduction against brute force on small boards, for every way of removing.

use std::collections::HashMap;
use std::ops::ControlFlow;

use halfboard_engine::games::sight_reduction::solver::layers::{self, LayerQuestion, Layers};
use halfboard_engine::games::sight_reduction::solver::{Field, RemovalRules};
use halfboard_rules::games::sight_reduction::{Enemy, Removal, Sight};
use halfboard_rules::random::SplitMix64;

fn ways() -> impl Iterator<Item = RemovalRules> {
    [Sight::Orthogonal, Sight::Queen].into_iter().flat_map(|sight| {
        [Enemy::Off, Enemy::Required].into_iter().flat_map(move |enemy| {
            [Removal::One, Removal::OneOrTwo].into_iter().map(move |remove| RemovalRules { sight, enemy, remove })
        })
    })
}

fn turns(removing: RemovalRules, field: Field) -> Vec<u32> {
    let mut turns = Vec::new();
    let _ = removing.each_turn(field, &mut |removed| {
        turns.push(removed);
        ControlFlow::Continue(())
    });
    turns
}

/// Returns how many turns the game lasts, when the winner hurries and the loser delays: odd for a win of the side to
/// move.
fn length(removing: RemovalRules, field: Field, known: &mut HashMap<Field, u32>) -> u32 {
    if let Some(&length) = known.get(&field) {
        return length;
    }
    let below: Vec<u32> =
        turns(removing, field).into_iter().map(|removed| 1 + length(removing, field.without(removed), known)).collect();
    let win = below.iter().copied().filter(|length| length % 2 == 1).min();
    let length = win.unwrap_or_else(|| below.into_iter().max().unwrap_or(0));
    known.insert(field, length);
    length
}

/// Returns the fewest checkers that can be left.
fn fewest(removing: RemovalRules, field: Field, known: &mut HashMap<Field, u32>) -> u32 {
    if let Some(&left) = known.get(&field) {
        return left;
    }
    let below = turns(removing, field).into_iter().map(|removed| fewest(removing, field.without(removed), known));
    let left = below.min().unwrap_or(field.count());
    known.insert(field, left);
    left
}

/// All fields in which the game can be over.
fn endings(removing: RemovalRules, field: Field, seen: &mut HashMap<Field, bool>) {
    if seen.contains_key(&field) {
        return;
    }
    let turns = turns(removing, field);
    seen.insert(field, turns.is_empty());
    for removed in turns {
        endings(removing, field.without(removed), seen);
    }
}

fn some_of(random: &mut SplitMix64, from: u32, count: u64) -> u32 {
    let mut bits = from;
    while u64::from(bits.count_ones()) > count {
        bits &= !(1u32 << random.below(32));
    }
    bits
}

/// Random fields: crowded and loose ones, sides of equal and of different size.
fn field(random: &mut SplitMix64) -> Field {
    let width = random.below(3);
    let area = if width == 0 { 0x0f0f_0f0f } else { !0 };
    let own = some_of(random, area, random.clone().below(8));
    let enemy = some_of(random, area & !own, random.clone().below(8));
    Field { own, enemy }
}

#[test]
fn two_players() {
    let mut random = SplitMix64::new(11);
    let mut won = 0;
    for removing in ways() {
        for _ in 0..60 {
            let root = field(&mut random);
            let mut known = HashMap::new();
            let turns_to_end = length(removing, root, &mut known);
            let layers = Layers::below(removing, root, LayerQuestion::Wins, 1).unwrap().unwrap();
            for (&field, length) in &known {
                assert_eq!(layers.get(field), Some(length % 2 == 1), "{removing:?} {field:?} below {root:?}");
            }
            won += turns_to_end % 2;
            if removing.remove == Removal::One {
                for turns in 0..turns_to_end + 3 {
                    let layers = Layers::below(removing, root, LayerQuestion::EndsWithin(turns), 1).unwrap().unwrap();
                    let in_time = if turns % 2 == turns_to_end % 2 { turns_to_end <= turns } else { false };
                    assert_eq!(layers.get(root), Some(in_time == (turns % 2 == 1)), "{removing:?} {root:?} {turns}");
                }
            }
        }
    }
    assert!(won > 150, "{won}");
}

#[test]
fn solitaire() {
    let mut random = SplitMix64::new(12);
    for removing in ways() {
        for _ in 0..60 {
            let root = field(&mut random);
            let mut known = HashMap::new();
            let left = fewest(removing, root, &mut known);
            let found = layers::fewest(removing, root, None, 1).unwrap();
            assert_eq!(found.left, left, "{removing:?} {root:?}");
            for wanted in [left.saturating_sub(1), left, left + 1] {
                let layers = Layers::below(removing, root, LayerQuestion::Leaves(wanted), 1).unwrap().unwrap();
                for (&field, &left) in known.iter().filter(|(field, _)| field.count() >= wanted) {
                    assert_eq!(
                        layers.get(field),
                        Some(left <= wanted),
                        "{removing:?} {wanted} {field:?} below {root:?}"
                    );
                }
            }
            if removing.remove == Removal::One {
                let mut seen = HashMap::new();
                endings(removing, root, &mut seen);
                for (&last, _) in seen.iter().filter(|(field, _)| field.count() == left).take(3) {
                    assert!(layers::fewest(removing, root, Some(last), 1).unwrap().wanted);
                    let layers = Layers::below(removing, root, LayerQuestion::Becomes(last), 1).unwrap().unwrap();
                    assert_eq!(layers.get(root), Some(true));
                }
                let elsewhere = Field { own: root.enemy, enemy: root.own };
                assert_eq!(
                    layers::fewest(removing, root, Some(elsewhere), 1).unwrap().wanted,
                    root.count() == left && root == elsewhere
                );
            }
        }
    }
}

#[test]
fn threads_change_nothing() {
    for removing in ways() {
        let root = Field { own: 0x0f0f_0b0d, enemy: 0xf0e0_d0b0 };
        let [one, two] =
            [1, 2].map(|threads| Layers::below(removing, root, LayerQuestion::Wins, threads).unwrap().unwrap());
        for removed in turns(removing, root) {
            assert_eq!(one.get(root.without(removed)), two.get(root.without(removed)));
        }
        assert_eq!(layers::fewest(removing, root, None, 1), layers::fewest(removing, root, None, 2));
    }
}
