//! Values of the engine in a sentence, which says whether they are proven or estimated.

use halfboard_engine::value::{Proof, Value};

crate::phrases! {
    solves_at_once: "Solves it immediately." | "Löst es sofort.",
    solves(turns): "Solvable in {turns} moves (proven)." | "In {turns} Zügen lösbar (bewiesen).",
    wins_at_once: "Wins immediately." | "Gewinnt sofort.",
    wins(turns): "Wins in at most {turns} moves, counting both sides (proven)."
        | "Gewinnt in höchstens {turns} Zügen beider Seiten (bewiesen).",
    loses_at_once: "Every move loses immediately (proven)." | "Jeder Zug verliert sofort (bewiesen).",
    loses(turns): "Every move loses; this one lasts at most {turns} moves, counting both sides (proven)."
        | "Jeder Zug verliert; dieser hält höchstens {turns} Züge beider Seiten durch (bewiesen).",
    draws: "Draw with best play (proven)." | "Remis bei bestem Spiel (bewiesen).",
    leaves_one: "Best possible: 1 checker left (proven)." | "Bestenfalls bleibt 1 Stein übrig (bewiesen).",
    leaves(count): "Best possible: {count} checkers left (proven)."
        | "Bestenfalls bleiben {count} Steine übrig (bewiesen).",
    seems_to_leave_one: "About 1 checker left (estimated)." | "Etwa 1 Stein bleibt übrig (geschätzt).",
    seems_to_leave(count): "About {count} checkers left (estimated)." | "Etwa {count} Steine bleiben übrig (geschätzt).",
    worse: "Worse" | "Schlechter",
    even: "About even" | "Etwa ausgeglichen",
    better: "Better" | "Besser",
    you_should_win(share): "Your winning chance is about {share} % (estimated)."
        | "Deine Gewinnchance liegt bei etwa {share} % (geschätzt).",
    chances(stands, share): "{stands} ({share} %, estimated)." | "{stands} ({share} %, geschätzt).",
}

/// Describes a value from the point of view of the side to move.
pub fn sentence(value: Value, solitaire: bool) -> String {
    match value {
        Value::Proven(Proof::Win(1)) if solitaire => solves_at_once().to_owned(),
        Value::Proven(Proof::Win(turns)) if solitaire => solves(turns),
        Value::Proven(Proof::Win(1)) => wins_at_once().to_owned(),
        Value::Proven(Proof::Win(turns)) => wins(turns),
        Value::Proven(Proof::Loss(1)) => loses_at_once().to_owned(),
        Value::Proven(Proof::Loss(turns)) => loses(turns),
        Value::Proven(Proof::Draw) => draws().to_owned(),
        Value::Proven(Proof::Left(1)) => leaves_one().to_owned(),
        Value::Proven(Proof::Left(count)) => leaves(count),
        Value::EstimatedLeft(1) => seems_to_leave_one().to_owned(),
        Value::EstimatedLeft(count) => seems_to_leave(count),
        Value::Estimated(hundredths) => {
            let share = share(hundredths);
            let stands = match share {
                ..45.0 => worse(),
                ..55.0 => even(),
                _ => better(),
            };
            chances(stands, format_args!("{share:.0}"))
        }
    }
}

/// Describes a value to the player to move.
pub fn to_you(value: Value, solitaire: bool) -> String {
    match value {
        Value::Estimated(hundredths) => you_should_win(format_args!("{:.0}", share(hundredths))),
        _ => sentence(value, solitaire),
    }
}

/// Returns the winning chance in per cent of an estimate, which is a logit in hundredths.
pub fn share(hundredths: i32) -> f64 {
    100.0 / (1.0 + (-f64::from(hundredths) / 100.0).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, speak};

    #[test]
    fn sentences_tell_what_is_proven_from_what_is_estimated() {
        let proofs = [Proof::Win(3), Proof::Loss(1), Proof::Loss(2), Proof::Draw, Proof::Left(1), Proof::Left(2)];
        for proof in proofs {
            speak(Language::English);
            let english = sentence(Value::Proven(proof), false);
            assert!(english.ends_with("(proven).") && !english.contains("estimate"), "{english}");
            speak(Language::German);
            let german = sentence(Value::Proven(proof), false);
            assert!(german.ends_with("(bewiesen).") && !german.contains("geschätzt"), "{german}");
        }
        for (value, words) in [(-100, "Schlechter (27 %"), (0, "ausgeglichen"), (100, "Besser (73 %")] {
            let german = sentence(Value::Estimated(value), false);
            assert!(german.contains(words) && german.ends_with("geschätzt)."), "{german}");
        }
        speak(Language::English);
        for (value, words) in [(-100, "Worse (27 %"), (0, "even"), (100, "Better (73 %")] {
            let sentence = sentence(Value::Estimated(value), false);
            assert!(sentence.contains(words) && sentence.ends_with("estimated)."), "{sentence}");
        }
        assert_eq!(sentence(Value::EstimatedLeft(1), true), "About 1 checker left (estimated).");
        assert_eq!(sentence(Value::Proven(Proof::Win(1)), false), "Wins immediately.");
        assert_eq!(sentence(Value::Proven(Proof::Win(1)), true), "Solves it immediately.");
    }
}
