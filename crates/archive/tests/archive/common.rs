//! Generated games.

use halfboard_rules::random::SplitMix64;
use halfboard_rules::record::{Record, Start};
use halfboard_rules::registry;
use halfboard_rules::session::Session;

/// Returns the record of a session, with a date and names that depend on the seed.
pub(crate) fn record_of(session: &dyn Session, seed: u64) -> Record {
    let mut record = Record::new(session, Start::Seed(0));
    record.set_tag("Date", &format!("{}.{:02}.01", 1996 + seed % 30, 1 + seed % 12));
    record.set_tag("White", &format!("Player {}", seed % 7));
    record
}

/// Returns random games from the same start that often meet: each turn is one of few moves or of their images.
pub(crate) fn games_that_meet(rules: &str, count: u64, plies: usize) -> Vec<Record> {
    let rules = registry::rules(rules).expect("valid rules");
    let games = (0..count).map(|seed| {
        let mut random = SplitMix64::new(seed);
        let mut session = rules.start(0);
        while session.ply() < plies && session.ending().is_none() {
            let moves = session.moves();
            let symmetries = session.symmetries();
            let few = &moves[..moves.len().min(3)];
            let mv = &few[random.below(few.len() as u64) as usize];
            // The image of a legal move is legal only in a symmetric position.
            let symmetry = symmetries[random.below(symmetries.len() as u64) as usize];
            let image = session.move_image(mv, symmetry).filter(|image| moves.contains(image));
            session.play(&image.unwrap_or_else(|| mv.clone())).expect("a legal move");
        }
        record_of(session.as_ref(), seed)
    });
    games.collect()
}
