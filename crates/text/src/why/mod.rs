//! Why a square cannot be chosen now, in a sentence. The rules say it in English; the other languages have a file each,
//! which matches on the reason, so that a new reason does not compile before it can be said everywhere.

mod german;

use halfboard_rules::board::Square;
use halfboard_rules::present::Step;
use halfboard_rules::refusal::Refused;
use halfboard_rules::session::Session;

use super::{Language, language};

crate::phrases! {
    /// For a square that the rules have nothing against.
    not_now: "That cannot be done now." | "Das geht jetzt nicht.",
}

/// The reason why a square cannot be chosen.
pub fn why_not(why: &Refused) -> String {
    match language() {
        Language::English => why.to_string(),
        Language::German => german::sentence(why),
    }
}

/// The answer to pointing at a square of a session in vain, after these steps.
pub fn refusal(session: &dyn Session, chosen: &[Step], square: Square) -> String {
    match session.refusal(chosen, square) {
        Some(why) => why_not(&why),
        None => not_now().to_owned(),
    }
}
