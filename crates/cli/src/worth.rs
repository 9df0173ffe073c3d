//! What a value means, in a sentence for people. Touches nothing.

use halfboard_engine::value::{Proof, Value};

/// What a value means for who is to move.
pub(crate) fn sentence(value: Value, solitaire: bool) -> String {
    let left = |count: u8| if count == 1 { "1 checker".to_owned() } else { format!("{count} checkers") };
    match value {
        Value::Proven(Proof::Win(1)) if solitaire => "This solves it at once.".to_owned(),
        Value::Proven(Proof::Win(turns)) if solitaire => format!("It can be solved in {turns} turns: this is proven."),
        Value::Proven(Proof::Win(1)) => "This wins at once.".to_owned(),
        Value::Proven(Proof::Win(turns)) => {
            format!("This wins in {turns} turns at the latest, both sides' counted: that is proven.")
        }
        Value::Proven(Proof::Loss(turns)) => {
            format!("Every move loses; this holds out for {turns} turns, both sides' counted: that is proven.")
        }
        Value::Proven(Proof::Draw) => "With the best play of both sides this is a draw: that is proven.".to_owned(),
        Value::Proven(Proof::Left(count)) => format!("At best {} will be left: this is proven.", left(count)),
        Value::SeemsLeft(count) => format!("It seems that {} will be left; that is an estimate.", left(count)),
        Value::Estimated(hundredths) => {
            // Estimates are logits: this is the share of games that they stand for.
            let share = 100.0 / (1.0 + (-f64::from(hundredths) / 100.0).exp());
            let stands = match share {
                ..45.0 => "This side stands worse",
                ..55.0 => "It is about even",
                _ => "This side stands better",
            };
            format!("{stands}: of 100 games from here it should win about {share:.0}, which is an estimate.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_tell_what_is_proven_from_what_is_estimated() {
        let proofs = [Proof::Win(3), Proof::Loss(2), Proof::Draw, Proof::Left(1)];
        for proof in proofs {
            let sentence = sentence(Value::Proven(proof), false);
            assert!(sentence.ends_with("is proven.") && !sentence.contains("estimate"), "{sentence}");
        }
        for (value, words) in [(-100, "worse: of 100 games"), (0, "even"), (100, "better: of 100 games from here")] {
            let sentence = sentence(Value::Estimated(value), false);
            assert!(sentence.contains(words) && sentence.ends_with("which is an estimate."), "{sentence}");
        }
        assert!(sentence(Value::Estimated(100), false).contains("about 73,"));
        assert_eq!(sentence(Value::SeemsLeft(1), true), "It seems that 1 checker will be left; that is an estimate.");
        assert_eq!(sentence(Value::Proven(Proof::Win(1)), false), "This wins at once.");
        assert_eq!(sentence(Value::Proven(Proof::Win(1)), true), "This solves it at once.");
    }
}
