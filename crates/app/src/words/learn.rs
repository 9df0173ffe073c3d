//! Words of the lessons and of the book of rules.

use halfboard_rules::game::Color;
use halfboard_rules::present::Supply;
use halfboard_rules::view::View;

use super::board::{self, color};

halfboard_text::phrases! {
    learn: "Learn" | "Lernen",
    learn_more: "A lesson for each game: a few positions on a live board, each with something to do." |
        "Zu jedem Spiel eine Lektion: einige Stellungen auf einem echten Brett, jede mit einer Aufgabe.",
    not_begun(count): "{count} steps" | "{count} Schritte",
    so_far(done, count): "{done} of {count} steps done" | "{done} von {count} Schritten geschafft",
    all_done(count): "All {count} steps done" | "Alle {count} Schritte geschafft",
    no_lesson: "There is no lesson for this game." | "Zu diesem Spiel gibt es keine Lektion.",
    steps: "Steps of the lesson" | "Schritte der Lektion",
    step_of(number, count): "Step {number} of {count}" | "Schritt {number} von {count}",
    step_called(number, count, title): "Step {number} of {count}: {title}" | "Schritt {number} von {count}: {title}",
    step_called_done(number, count, title): "Step {number} of {count}, done: {title}" |
        "Schritt {number} von {count}, geschafft: {title}",
    done: "Done." | "Geschafft.",
    not_yet: "Not yet." | "Noch nicht.",
    next: "Next" | "Weiter",
    again: "Again" | "Noch einmal",
    keys: "On the board: arrow keys to walk, Enter to choose, Escape to take a step back." |
        "Auf dem Brett: Pfeiltasten zum Gehen, Eingabe zum Wählen, Escape für einen Schritt zurück.",
    lesson_done: "That was the lesson." | "Das war die Lektion.",
    lesson_done_more: "Now play: the engine's level 1 is a kind opponent." |
        "Spiel jetzt: Stufe 1 des Programms ist ein freundlicher Gegner.",
    play_level_one: "Play against level 1" | "Gegen Stufe 1 spielen",
    all_lessons: "All lessons" | "Alle Lektionen",
    full_rules: "The rules in full" | "Die vollständigen Regeln",
    to_lesson: "To the lesson" | "Zur Lektion",
    play_game: "Play" | "Spielen",

    rules: "Rules" | "Regeln",
    rules_more: "Each game has a page of its own. What they have in common stands below." |
        "Jedes Spiel hat seine eigene Seite. Was allen gemeinsam ist, steht weiter unten.",
    contents: "Contents" | "Inhalt",
    gaps: "How the gaps of the original texts were closed" | "Wie die Lücken der Originaltexte geschlossen wurden",
    gaps_more: "The games come from texts that leave some questions open. Each page of the rules ends with the answers \
        chosen here and the reasons for them; here they are together." |
        "Die Spiele stammen aus Texten, die manche Frage offenlassen. Jede Seite der Regeln endet mit den Antworten, die \
        hier gewählt wurden, und ihren Gründen; hier stehen sie beisammen.",
    no_rules(game): "The book of rules has no page “{game}”." | "Das Regelbuch hat keine Seite „{game}“.",
    legal: "Legal:" | "Erlaubt:",
    all_legal: "All legal moves:" | "Alle erlaubten Züge:",
    not_legal: "Not legal:" | "Nicht erlaubt:",
    result: "Result:" | "Ergebnis:",
    goes_on: "the game goes on." | "die Partie geht weiter.",
    with_options: "With" | "Mit",
    after: "After" | "Nach",
    play_this: "Play this position" | "Diese Stellung spielen",
    to_move(who): "{who} to move" | "{who} am Zug",
    diagram(white, black): "Board. White: {white}. Black: {black}." | "Brett. Weiß: {white}. Schwarz: {black}.",
    nothing: "nothing" | "nichts",
    on_top(square, count): "{square} (pile of {count})" | "{square} (Stapel aus {count})",
    marked(square): "{square} (marked)" | "{square} (markiert)",
    side_has(side, what): "{side}: {what}" | "{side}: {what}",
}

/// A board in words, for those who do not see its picture: what each side has where. A pile is told with the side whose
/// checker is on top.
pub fn picture(view: &View) -> String {
    let of = |side: Color| {
        let stands = view.cells.iter().filter_map(|cell| {
            let top = cell.pile.last().filter(|checker| checker.color == side)?;
            let name = view.board.name(cell.square);
            Some(match cell.pile.len() {
                1 if top.marked => marked(name),
                1 => name,
                count => on_top(name, count),
            })
        });
        let stands: Vec<String> = stands.collect();
        if stands.is_empty() { nothing().to_owned() } else { stands.join(", ") }
    };
    diagram(of(Color::White), of(Color::Black))
}

/// What lies beside the board, a phrase a side that has something there. What is gone for good is left out: in a position
/// made for an example it only says that the example is small.
pub fn beside(view: &View) -> Vec<String> {
    let counts = |supply: &&Supply| supply.count > 0 && board::still_counts(supply);
    let of = |side: Color| {
        let lies = view.supplies.iter().filter(|supply| supply.color == side).filter(counts).map(board::supply);
        let lies: Vec<String> = lies.collect();
        (!lies.is_empty()).then(|| side_has(color(side), lies.join(", ")))
    };
    Color::BOTH.into_iter().filter_map(of).collect()
}

/// How far a lesson has come.
pub fn progress(done: usize, count: usize) -> String {
    match done {
        0 => not_begun(count),
        _ if done >= count => all_done(count),
        _ => so_far(done, count),
    }
}

#[cfg(test)]
mod tests {
    use halfboard_rules::registry;

    use super::*;

    #[test]
    fn a_picture_is_told_by_side() {
        let rules = registry::rules("stacks-in-action").expect("valid");
        let view = rules.position("8/1(bwb)1b4/8/w(bb)6 b w0b2").expect("valid").view(&[]);
        assert_eq!(picture(&view), "Board. White: D1. Black: B2 (pile of 3), B4, D2 (pile of 2).");
        assert_eq!(beside(&view), ["Black: 2 in reserve"]);
    }
}
