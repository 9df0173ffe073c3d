//! Words of the first page.

use super::Text;

halfboard_text::phrases! {
    title: "Five games on one board" | "Fünf Spiele auf einem Brett",
    lead: "Play at once, against the engine, a friend at this screen, or somebody online. No account, and it works offline." |
        "Spiele sofort los, gegen die Engine, mit jemandem am selben Bildschirm oder online. Ohne Konto und auch ohne Netz.",
    games: "The games" | "Die Spiele",
    go_on: "Go on where you left off" | "Weiterspielen",
    play: "Play" | "Spielen",
    set_up: "Set up" | "Einrichten",
    learn: "Learn" | "Lernen",
    play_game(game): "Play {game}" | "{game} spielen",
    set_up_game(game): "Set up a game of {game}" | "Eine Partie {game} einrichten",
    learn_game(game): "Learn {game}" | "{game} lernen",
    more: "More to do" | "Noch mehr",
    solitaire: "Take a board down by yourself: puzzles of five grades, each proven to come out." |
        "Räume ein Brett allein ab: Aufgaben in fünf Stufen, jede nachweislich lösbar.",
    puzzles: "Find the forced win: positions of every game, each proven by the solver." |
        "Finde den erzwungenen Gewinn: Stellungen aus jedem Spiel, jede vom Löser bewiesen.",
    analysis: "Set up any position, try moves, and see what is proven and what is estimated." |
        "Stell jede Stellung auf, probiere Züge und sieh, was bewiesen und was geschätzt ist.",
    fairness: "Does it help to begin? What solvers and thousands of games say about every variant." |
        "Hilft es, anzufangen? Was Löser und Tausende Partien über jede Variante sagen.",
    turns_and_turn(turns, who): "{turns}, {who} to move" | "{turns}, am Zug: {who}",
}

/// A game in one sentence.
pub fn about(game: &str) -> &'static str {
    let found = ABOUT.iter().find(|(id, _)| *id == game);
    found.map_or("", |(_, text)| text.get())
}

const ABOUT: [(&str, Text); 5] = [
    (
        "sight-reduction",
        Text::new(
            "Take your own checkers off while they still see a friend. Who cannot, loses.",
            "Nimm eigene Steine weg, solange sie noch einen Freund sehen. Wer nicht mehr kann, verliert.",
        ),
    ),
    (
        "lines-of-action",
        Text::new(
            "Move as far as the line is crowded, and bring all your checkers together.",
            "Zieh so weit, wie Steine auf der Linie stehen, und bring alle deine Steine zusammen.",
        ),
    ),
    (
        "stacks-in-action",
        Text::new(
            "Always keep a stack of one, of two and of three, and break the other side's.",
            "Halte immer einen Einer, einen Zweier und einen Dreier, und zerstöre den Satz des anderen.",
        ),
    ),
    (
        "j",
        Text::new(
            "Push checkers in from the edge and connect your sides, but never the two long ones.",
            "Schiebe Steine vom Rand herein und verbinde deine Seiten, aber nie die beiden langen.",
        ),
    ),
    (
        "sllim",
        Text::new(
            "Mills turned round: complete sets of four to get rid of your own checkers.",
            "Mühle verkehrt: Vollende Vierer, um deine eigenen Steine loszuwerden.",
        ),
    ),
];

#[cfg(test)]
mod tests {
    use halfboard_rules::registry;

    #[test]
    fn every_game_is_told_in_a_sentence() {
        for game in registry::games() {
            assert!(!super::about(game.info().id).is_empty(), "{}", game.info().id);
        }
    }
}
