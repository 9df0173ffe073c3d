//! What a value means, in a sentence: what is proven is told apart from what is estimated. Touches nothing.

use halfboard_engine::value::{Proof, Value};

crate::phrases! {
    solves_at_once: "This solves it at once." | "Das löst es sofort.",
    solves(turns): "It can be solved in {turns} turns: this is proven."
        | "Es lässt sich in {turns} Zügen lösen: Das ist bewiesen.",
    wins_at_once: "This wins at once." | "Das gewinnt sofort.",
    wins(turns): "This wins in {turns} turns at the latest, both sides' counted: that is proven."
        | "Das gewinnt in spätestens {turns} Zügen, die beider Seiten gezählt: Das ist bewiesen.",
    loses_at_once: "Every move loses at once: that is proven." | "Jeder Zug verliert sofort: Das ist bewiesen.",
    loses(turns): "Every move loses; this holds out for {turns} turns at most, both sides' counted: that is proven."
        | "Jeder Zug verliert; dieser hält höchstens {turns} Züge durch, die beider Seiten gezählt: Das ist bewiesen.",
    draws: "With the best play of both sides this is a draw: that is proven."
        | "Spielen beide Seiten am besten, so ist das ein Remis: Das ist bewiesen.",
    leaves_one: "At best 1 checker will be left: this is proven."
        | "Im besten Fall bleibt 1 Stein übrig: Das ist bewiesen.",
    leaves(count): "At best {count} checkers will be left: this is proven."
        | "Im besten Fall bleiben {count} Steine übrig: Das ist bewiesen.",
    seems_to_leave_one: "It seems that 1 checker will be left; that is an estimate."
        | "Es sieht so aus, dass 1 Stein übrig bleibt; das ist eine Schätzung.",
    seems_to_leave(count): "It seems that {count} checkers will be left; that is an estimate."
        | "Es sieht so aus, dass {count} Steine übrig bleiben; das ist eine Schätzung.",
    worse: "This side stands worse" | "Diese Seite steht schlechter",
    even: "It is about even" | "Es ist etwa ausgeglichen",
    better: "This side stands better" | "Diese Seite steht besser",
    you_should_win(share): "Of 100 games from here you should win about {share}; that is an estimate."
        | "Von 100 Partien von hier aus dürftest du etwa {share} gewinnen; das ist eine Schätzung.",
    chances(stands, share): "{stands}: of 100 games from here it should win about {share}, which is an estimate."
        | "{stands}: Von 100 Partien von hier aus dürfte sie etwa {share} gewinnen; das ist eine Schätzung.",
}

/// What a value means for who is to move.
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

/// What a value means for the player who is to move, said to that player.
pub fn to_you(value: Value, solitaire: bool) -> String {
    match value {
        Value::Estimated(hundredths) => you_should_win(format_args!("{:.0}", share(hundredths))),
        _ => sentence(value, solitaire),
    }
}

/// The games of a hundred that an estimate stands for: estimates are logits, in hundredths.
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
            assert!(english.ends_with("is proven.") && !english.contains("estimate"), "{english}");
            speak(Language::German);
            let german = sentence(Value::Proven(proof), false);
            assert!(german.ends_with("ist bewiesen.") && !german.contains("Schätzung"), "{german}");
        }
        for (value, words) in [(-100, "schlechter: Von 100 Partien"), (0, "ausgeglichen"), (100, "besser: Von 100")] {
            let german = sentence(Value::Estimated(value), false);
            assert!(german.contains(words) && german.ends_with("eine Schätzung."), "{german}");
        }
        speak(Language::English);
        for (value, words) in [(-100, "worse: of 100 games"), (0, "even"), (100, "better: of 100 games from here")] {
            let sentence = sentence(Value::Estimated(value), false);
            assert!(sentence.contains(words) && sentence.ends_with("which is an estimate."), "{sentence}");
        }
        assert!(sentence(Value::Estimated(100), false).contains("about 73,"));
        assert_eq!(
            sentence(Value::EstimatedLeft(1), true),
            "It seems that 1 checker will be left; that is an estimate."
        );
        assert_eq!(sentence(Value::Proven(Proof::Win(1)), false), "This wins at once.");
        assert_eq!(sentence(Value::Proven(Proof::Win(1)), true), "This solves it at once.");
    }
}
