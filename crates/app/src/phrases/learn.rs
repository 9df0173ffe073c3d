//! Phrases of the lessons and the rules pages.

use halfboard_rules::game::Color;
use halfboard_rules::present::Supply;
use halfboard_rules::view::View;

use super::board::{self, color};

halfboard_text::phrases! {
    learn: "Learn" | "Lernen",
    learn_more: "One interactive lesson per game: a few positions, each with a task." |
        "Zu jedem Spiel eine interaktive Lektion: einige Stellungen, jede mit einer Aufgabe.",
    not_started(count): "{count} steps" | "{count} Schritte",
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
    again: "Again" | "Nochmal",
    keys: "On the board: arrow keys to move, Enter to select, Escape to undo a step." |
        "Auf dem Brett: Pfeiltasten zum Bewegen, Enter zum Wählen, Escape für einen Schritt zurück.",
    lesson_done: "Lesson complete!" | "Lektion geschafft!",
    lesson_done_more: "Ready to play? Level 1 of the engine is a gentle opponent." |
        "Lust auf eine Partie? Stufe 1 der Engine ist ein sanfter Gegner.",
    play_level_one: "Play against level 1" | "Gegen Stufe 1 spielen",
    all_lessons: "All lessons" | "Alle Lektionen",
    full_rules: "Full rules" | "Vollständige Regeln",
    to_lesson: "Lesson" | "Lektion",
    play_game: "Play" | "Spielen",

    rules: "Rules" | "Regeln",
    rules_more: "Each game has its own page. Rules shared by all games are below." |
        "Jedes Spiel hat eine eigene Seite. Gemeinsame Regeln stehen unten.",
    contents: "Contents" | "Inhalt",
    gaps: "Rule clarifications" | "Klarstellungen der Regeln",
    gaps_more: "The games come from texts that leave some questions open. Each page of the rules ends with the answers \
        chosen here and the reasons for them; here they are together." |
        "Die Spiele stammen aus Texten, die manche Frage offenlassen. Jede Seite der Regeln endet mit den Antworten, die \
        hier gewählt wurden, und ihren Gründen; hier stehen sie beisammen.",
    no_rules(game): "No rules page for “{game}”." | "Keine Regelseite für „{game}“.",
    legal: "Legal:" | "Erlaubt:",
    all_legal: "All legal moves:" | "Alle erlaubten Züge:",
    not_legal: "Not legal:" | "Nicht erlaubt:",
    result: "Result:" | "Ergebnis:",
    game_continues: "the game continues." | "die Partie geht weiter.",
    with_options: "With" | "Mit",
    after: "After" | "Nach",
    play_position: "Play this position" | "Diese Stellung spielen",
    to_move(who): "{who} to move" | "{who} am Zug",
    diagram(white, black): "Board. White: {white}. Black: {black}." | "Brett. Weiß: {white}. Schwarz: {black}.",
    nothing: "nothing" | "nichts",
    on_top(square, count): "{square} (stack of {count})" | "{square} (Stapel aus {count})",
    marked(square): "{square} (marked)" | "{square} (markiert)",
    side_has(side, what): "{side}: {what}" | "{side}: {what}",
}

/// Describes a board as the text alternative of its picture: the squares of each side. A stack belongs to the side of
/// its top checker.
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

/// Describes the checkers beside the board, a phrase for each side. Checkers out of play are left out: in an example
/// position they only show that the example is small.
pub fn beside(view: &View) -> Vec<String> {
    let counts = |supply: &&Supply| supply.count > 0 && board::still_counts(supply);
    let of = |side: Color| {
        let lies = view.supplies.iter().filter(|supply| supply.color == side).filter(counts).map(board::supply);
        let lies: Vec<String> = lies.collect();
        (!lies.is_empty()).then(|| side_has(color(side), lies.join(", ")))
    };
    Color::BOTH.into_iter().filter_map(of).collect()
}

/// Returns the progress of a lesson.
pub fn progress(done: usize, count: usize) -> String {
    match done {
        0 => not_started(count),
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
        assert_eq!(picture(&view), "Board. White: D1. Black: B2 (stack of 3), B4, D2 (stack of 2).");
        assert_eq!(beside(&view), ["Black: 2 in reserve"]);
    }
}
