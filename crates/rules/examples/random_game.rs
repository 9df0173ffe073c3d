//! Plays a random game of each variant that a game has and prints how it ended.
//!
//! `cargo run -p halfboard-rules --example random_game -- lines-of-action 7`

use halfboard_rules::prelude::*;
use halfboard_rules::random::SplitMix64;

/// Plays random moves until the game is over and returns the session.
pub(crate) fn random_game(rules: &dyn Rules, seed: u64) -> Box<dyn Session> {
    let mut random = SplitMix64::new(seed);
    let mut session = rules.start(seed);
    while session.play_random(&mut random) {}
    session
}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let game = args.next().unwrap_or_else(|| "lines-of-action".to_owned());
    let seed = args.next().map_or(Ok(0), |seed| seed.parse())?;
    for preset in registry::game(&game)?.presets() {
        let session = random_game(&*registry::rules(&preset.rules)?, seed);
        let ending = session.ending().map(|ending| ending.to_string()).unwrap_or_default();
        println!("{}: {ending} after {} moves", preset.rules, session.ply());
    }
    Ok(())
}
