//! The tree of moves of the analysis board, and the texts that it goes into and comes from.

use halfboard_client::analysis::Tree;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::{record, registry};

/// A tree of chance: walks about in it and plays, in every game. The session is always where the tree says.
#[test]
fn wherever_one_goes_the_session_is_there() {
    for game in registry::games() {
        let rules = registry::rules(game.info().id).expect("the plain game");
        let start = rules.start(3);
        let mut tree = Tree::new(start.boxed());
        let mut random = SplitMix64::new(5);
        for round in 0..120 {
            let places = tree.in_order();
            tree.go(places[random.below(places.len() as u64) as usize]);
            for _ in 0..random.below(4) {
                let moves = tree.session().moves();
                if tree.session().ending().is_none() {
                    tree.play(&moves[random.below(moves.len() as u64) as usize]).expect("legal");
                }
            }
            if round % 10 == 9 {
                let places = tree.in_order();
                let place = places[random.below(places.len() as u64) as usize];
                if tree.depth(place) > 3 {
                    tree.delete(place);
                } else {
                    tree.promote(place);
                    assert!(!tree.is_branch(place));
                }
            }
            let mut session = start.boxed();
            for mv in tree.path(tree.current()) {
                session.play(&mv).expect("legal");
            }
            assert_eq!(session.position(), tree.session().position(), "{}", game.info().id);
            assert_eq!(session.history(), tree.session().history());
            assert_eq!(tree.in_order().len(), tree.len());
        }
    }
}

#[test]
fn a_branch_is_made_gone_back_to_promoted_and_deleted() {
    let records = record::read("[Game \"j\"]\n[White \"Ann\"]\n\n{so} 1. A5 D4 {well} 2. A1 *\n").expect("valid");
    let mut tree = Tree::of_record(&records[0]);
    assert_eq!(tree.path(tree.current()), ["A5", "D4", "A1"]);
    let line = tree.main_line();
    assert_eq!([tree.comment(line[0]), tree.comment(line[2])], ["so", "well"]);
    tree.go(line[1]);
    let other = tree.play("D6").expect("legal");
    assert_eq!(tree.children(line[1]), [line[2], other]);
    assert!(tree.play("A5").is_err());
    assert_eq!((tree.sibling(other, 1), tree.sibling(other, -1)), (Some(line[2]), Some(line[2])));
    assert_eq!(tree.sibling(line[1], 1), None);
    tree.go(line[1]);
    assert_eq!(tree.next(), Some(other), "where one came from");
    assert!(tree.is_branch(other));
    tree.promote(other);
    assert_eq!(tree.main_line(), [line[0], line[1], other]);
    tree.go(line[3]);
    tree.delete(line[2]);
    assert_eq!(tree.current(), line[1]);
    assert_eq!((tree.has(line[3]), tree.next()), (false, Some(other)));
    tree.go(line[3]);
    tree.delete(tree.root());
    assert_eq!((tree.current(), tree.len()), (line[1], 3));
}
