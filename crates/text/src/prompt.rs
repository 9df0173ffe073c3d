//! The task of the player to move, in a sentence about that player or addressed to that player.

use halfboard_rules::prompt::{Actor, Prompt, Task};

use crate::board::{self, adjective, color};

crate::phrases! {
    marked(color): "{color} (marked checkers)" | "{color} (markierte Steine)",
    plain(color): "{color} (plain checkers)" | "{color} (einfache Steine)",
    seat(number): "Seat {number}" | "Platz {number}",
    partner(name, color): "{name} ({color})" | "{name} ({color})",

    places(actor): "{actor} to place a checker." | "{actor} setzt einen Stein.",
    places_or_relocates(actor): "{actor} to place or move a checker."
        | "{actor} setzt einen Stein oder setzt einen um.",
    relocates(actor): "{actor} to move a checker." | "{actor} setzt einen Stein um.",
    chooses_set(actor): "{actor} to choose the set that leaves." | "{actor} wählt den Vierer, der entkommt.",
    exchanges(actor): "{actor} to exchange up to two checkers of each colour."
        | "{actor} tauscht bis zu zwei Steine jeder Farbe.",
    picks_color(actor): "{actor} to pick a colour." | "{actor} wählt eine Farbe.",
    says_who_begins(actor): "{actor} to decide who begins." | "{actor} bestimmt, wer beginnt.",
    removes(actor): "{actor} to remove a checker." | "{actor} nimmt einen Stein weg.",
    removes_second(actor): "{actor} to remove a second checker or finish."
        | "{actor} nimmt einen zweiten Stein weg oder beendet den Zug.",
    enters(actor): "{actor} to enter a checker." | "{actor} setzt einen Stein ein.",
    takes_back(actor): "{actor} to take a checker back or finish."
        | "{actor} nimmt einen Stein zurück oder beendet den Zug.",
    enters_last(actor): "{actor} to enter the last checker and take one back, or lose next turn."
        | "{actor} setzt den letzten Stein ein und nimmt einen zurück oder verliert im nächsten Zug.",
    must_take_back(actor): "{actor} to take a checker back or lose next turn."
        | "{actor} nimmt einen Stein zurück oder verliert im nächsten Zug.",
    moves(actor): "{actor} to move." | "{actor} zieht.",
    drops(actor, color): "{actor} to drop a {color} checker." | "{actor} setzt einen {color}en Stein ab.",
    passes(actor): "{actor} cannot move and passes." | "{actor} kann nicht ziehen und passt.",
    passes_and_drops(actor, color): "{actor} cannot move and only drops a {color} checker."
        | "{actor} kann nicht ziehen und setzt nur einen {color}en Stein ab.",
    names_next(actor): "{actor} to choose who moves next." | "{actor} bestimmt, wer als Nächster zieht.",
    must_enter_stack(actor): "{actor} is missing a stack height and must enter checkers."
        | "{actor} hat keinen vollständigen Satz und muss Steine einsetzen.",
    enters_or_moves_stack(actor): "{actor} to enter checkers or move a stack."
        | "{actor} setzt Steine ein oder zieht mit einem Stapel.",
    moves_stack(actor): "{actor} to move a stack." | "{actor} zieht mit einem Stapel.",
    counts_to_enter(actor): "{actor} to choose how many to enter."
        | "{actor} wählt, wie viele Steine eingesetzt werden.",
    counts_or_goes(actor): "{actor} to choose how many to lift or where to go."
        | "{actor} wählt, wie viele Steine abgehoben werden oder wohin es geht.",
    counts_to_lift(actor): "{actor} to choose how many to lift."
        | "{actor} wählt, wie viele Steine abgehoben werden.",
    counts_to_keep(actor): "{actor} to choose how many to keep." | "{actor} wählt, wie viele Steine bleiben.",
    chooses_target(actor): "{actor} to choose where to go." | "{actor} wählt, wohin es geht.",

    place: "Place a checker." | "Setze einen Stein.",
    place_or_relocate: "Place a checker or move one." | "Setze einen Stein aus dem Vorrat oder setze einen um.",
    relocate: "Move a checker to an empty square." | "Setze einen Stein um.",
    choose_set: "Choose the set that leaves." | "Wähle den Vierer, der entkommt.",
    exchange: "Choose a white checker and a black one to swap, up to twice. Then finish."
        | "Wähle einen weißen und einen schwarzen Stein zum Tauschen, bis zu zweimal. Beende dann den Zug.",
    pick_color: "Choose your colour." | "Wähle deine Farbe.",
    say_who_begins: "Choose which colour begins." | "Bestimme, welche Farbe beginnt.",
    remove: "Remove a checker." | "Nimm einen Stein weg.",
    remove_second: "Remove a second checker or finish." | "Nimm einen zweiten Stein weg oder beende den Zug.",
    enter: "Enter a checker." | "Setze einen Stein ein.",
    take_back: "Take one of your checkers back or finish." | "Nimm einen deiner Steine zurück oder beende den Zug.",
    enter_last: "Enter your last checker and take one back, or you lose next turn."
        | "Setze deinen letzten Stein ein und nimm einen zurück, sonst verlierst du im nächsten Zug.",
    take_back_or_lose: "Take one of your checkers back, or you lose next turn."
        | "Nimm einen deiner Steine zurück, sonst verlierst du im nächsten Zug.",
    move_checker: "Move a checker." | "Ziehe einen Stein.",
    drop_checker(color): "Drop a {color} checker." | "Setze einen {color}en Stein ab.",
    pass: "You cannot move and must pass." | "Du kannst nicht ziehen und musst passen.",
    pass_and_drop(color): "You cannot move. Just drop a {color} checker."
        | "Du kannst nicht ziehen. Setze nur einen {color}en Stein ab.",
    name_next: "Choose who moves next." | "Bestimme, wer als Nächster zieht.",
    must_enter: "You are missing a stack height: enter checkers."
        | "Dein Satz ist nicht vollständig: Setze Steine ein.",
    enter_or_move_stack: "Enter checkers or move a stack." | "Setze Steine ein oder ziehe mit einem Stapel.",
    move_stack: "Move a stack." | "Ziehe mit einem Stapel.",
    count_to_enter: "Choose how many to enter." | "Wähle, wie viele Steine du einsetzt.",
    count_or_go: "Choose how many to lift or where to go."
        | "Wähle, wie viele Steine du abhebst oder wohin du ziehst.",
    count_to_lift: "Choose how many to lift." | "Wähle, wie viele Steine du abhebst.",
    count_to_keep: "Choose how many to keep." | "Wähle, wie viele Steine bleiben.",
    choose_target: "Choose where to go." | "Wähle, wohin du ziehst.",
}

/// Who has to do something. A seat's name that is new here is shown as the rules call it.
pub fn actor(actor: Actor) -> String {
    match actor {
        Actor::Side(side) => color(side).to_owned(),
        Actor::Kind { color: side, marked: true } => marked(color(side)),
        Actor::Kind { color: side, marked: false } => plain(color(side)),
        Actor::Seat(number) => seat(number.0 + 1),
        Actor::Partner { name, color: side, .. } => partner(board::seat(name), color(side)),
    }
}

/// Describes the task of the player to move.
pub fn prompt(prompt: &Prompt) -> String {
    let actor = actor(prompt.actor);
    match prompt.task {
        Task::Place => places(actor),
        Task::PlaceOrRelocate => places_or_relocates(actor),
        Task::Relocate => relocates(actor),
        Task::ChooseSet => chooses_set(actor),
        Task::Exchange => exchanges(actor),
        Task::PickColor => picks_color(actor),
        Task::SayWhoBegins => says_who_begins(actor),
        Task::Remove => removes(actor),
        Task::RemoveSecond => removes_second(actor),
        Task::Enter => enters(actor),
        Task::EnterLast => enters_last(actor),
        Task::TakeBack => takes_back(actor),
        Task::MustTakeBack => must_take_back(actor),
        Task::Move => moves(actor),
        Task::Drop(color) => drops(actor, adjective(color)),
        Task::Pass => passes(actor),
        Task::PassAndDrop(color) => passes_and_drops(actor, adjective(color)),
        Task::NameNext => names_next(actor),
        Task::MustEnterStack => must_enter_stack(actor),
        Task::EnterOrMoveStack => enters_or_moves_stack(actor),
        Task::MoveStack => moves_stack(actor),
        Task::CountToEnter => counts_to_enter(actor),
        Task::CountOrTarget => counts_or_goes(actor),
        Task::CountToLift => counts_to_lift(actor),
        Task::CountToKeep => counts_to_keep(actor),
        Task::ChooseTarget => chooses_target(actor),
    }
}

/// Asks the player at this screen to do a task.
pub fn task(task: Task) -> String {
    let plain = match task {
        Task::Place => place(),
        Task::PlaceOrRelocate => place_or_relocate(),
        Task::Relocate => relocate(),
        Task::ChooseSet => choose_set(),
        Task::Exchange => exchange(),
        Task::PickColor => pick_color(),
        Task::SayWhoBegins => say_who_begins(),
        Task::Remove => remove(),
        Task::RemoveSecond => remove_second(),
        Task::Enter => enter(),
        Task::EnterLast => enter_last(),
        Task::TakeBack => take_back(),
        Task::MustTakeBack => take_back_or_lose(),
        Task::Move => move_checker(),
        Task::Drop(color) => return drop_checker(adjective(color)),
        Task::Pass => pass(),
        Task::PassAndDrop(color) => return pass_and_drop(adjective(color)),
        Task::NameNext => name_next(),
        Task::MustEnterStack => must_enter(),
        Task::EnterOrMoveStack => enter_or_move_stack(),
        Task::MoveStack => move_stack(),
        Task::CountToEnter => count_to_enter(),
        Task::CountOrTarget => count_or_go(),
        Task::CountToLift => count_to_lift(),
        Task::CountToKeep => count_to_keep(),
        Task::ChooseTarget => choose_target(),
    };
    plain.to_owned()
}

#[cfg(test)]
mod tests {
    use halfboard_rules::game::{Color, Seat};

    use super::*;
    use crate::{Language, speak};

    const ACTORS: [Actor; 7] = [
        Actor::Side(Color::White),
        Actor::Side(Color::Black),
        Actor::Kind { color: Color::White, marked: true },
        Actor::Kind { color: Color::Black, marked: false },
        Actor::Seat(Seat(1)),
        Actor::Partner { seat: Seat(0), name: "West", color: Color::White },
        Actor::Partner { seat: Seat(1), name: "North", color: Color::Black },
    ];

    const TASKS: [Task; 26] = [
        Task::Place,
        Task::PlaceOrRelocate,
        Task::Relocate,
        Task::ChooseSet,
        Task::Exchange,
        Task::PickColor,
        Task::SayWhoBegins,
        Task::Remove,
        Task::RemoveSecond,
        Task::Enter,
        Task::EnterLast,
        Task::TakeBack,
        Task::MustTakeBack,
        Task::Move,
        Task::Drop(Color::Black),
        Task::Pass,
        Task::PassAndDrop(Color::White),
        Task::NameNext,
        Task::MustEnterStack,
        Task::EnterOrMoveStack,
        Task::MoveStack,
        Task::CountToEnter,
        Task::CountOrTarget,
        Task::CountToLift,
        Task::CountToKeep,
        Task::ChooseTarget,
    ];

    fn prompts() -> impl Iterator<Item = Prompt> {
        ACTORS.into_iter().flat_map(|actor| TASKS.map(|task| Prompt { actor, task }))
    }

    #[test]
    fn every_task_is_a_sentence_of_its_own_in_every_language() {
        for language in Language::ALL {
            speak(language);
            let mut said: Vec<String> = TASKS.map(task).into();
            said.extend(prompts().map(|prompt| self::prompt(&prompt)));
            assert!(said.iter().all(|text| text.ends_with('.') && !text.contains("  ")), "{said:?}");
            let count = said.len();
            said.sort_unstable();
            said.dedup();
            assert_eq!(said.len(), count, "two tasks are asked for in the same words");
        }
    }

    #[test]
    fn german_has_its_own_names_and_endings() {
        speak(Language::German);
        let said = |actor, task| prompt(&Prompt { actor, task });
        assert_eq!(said(ACTORS[0], Task::Move), "Weiß zieht.");
        assert_eq!(said(ACTORS[6], Task::NameNext), "Nord (Schwarz) bestimmt, wer als Nächster zieht.");
        assert_eq!(said(ACTORS[4], Task::PickColor), "Platz 2 wählt eine Farbe.");
        assert_eq!(task(Task::Drop(Color::Black)), "Setze einen schwarzen Stein ab.");
    }
}
