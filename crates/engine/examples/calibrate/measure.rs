//! The table of a ladder.

use halfboard_engine::levels::Level;
use halfboard_engine::limits::system_now;
use halfboard_engine::player::{PlayerError, for_rules};
use halfboard_rules::registry::Rules;

use crate::matches::{GREEDY, RANDOM, Side, percent, play_match};

/// Plays the levels of a range against the one below; 0 as an end is that of the ladder.
pub(crate) fn measure(rules: &dyn Rules, games: u64, from: u64, to: u64) -> Result<(), PlayerError> {
    let canonical = rules.canonical();
    let engine = for_rules(&canonical, 0, system_now)?;
    println!("| {canonical} | score in percent | Elo | rating |\n|---|---|---|---|");
    let mut below = ("random".to_owned(), RANDOM);
    let mut rating = 0.0;
    for level in Level::all(&canonical) {
        let side = Side::Limited(engine.strength_limit(level));
        let name = format!("level {}", level.number());
        let number = u64::from(level.number());
        if number < from || to > 0 && number > to {
            (below, rating) = ((name, side), f64::from(level.rating(&canonical)));
            continue;
        }
        if level.number() == 1 {
            let found = play_match(rules, side, GREEDY, games)?;
            println!("| {name} v greedy | {} | {:+.0} | |", percent(&found), found.elo().1);
        }
        let found = play_match(rules, side, below.1, games)?;
        let (low, elo, high) = found.elo();
        rating += elo;
        let row = format!("{} | {elo:+.0} ({low:.0} to {high:.0}) | {rating:.0}", percent(&found));
        println!("| {name} v {} | {row} |", below.0);
        below = (name, side);
    }
    Ok(())
}
