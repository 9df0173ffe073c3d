//! Why a square cannot be chosen in Stacks In Action.

use halfboard_rules::games::stacks_in_action::StacksInActionRefusal;

use crate::board::color as side;
use crate::refusal::{RefusedSquare, and, list, or};
use crate::{Language, language};

crate::phrases! {
    lacks_one(color, height): "{color} has no stack of {height} and must enter checkers on an empty square." |
        "{color} fehlt {height}: {color} muss auf einem leeren Feld einsetzen.",
    lacks(color, heights): "{color} has no stacks of {heights} and must enter checkers on an empty square." |
        "{color} fehlen {heights}: {color} muss auf einem leeren Feld einsetzen.",
    single: "1" | "ein Einer",
    double: "2" | "ein Zweier",
    triple: "3" | "ein Dreier",
    reserve_empty(square, color): "{square} is empty, and {color} has no reserve to enter: choose a stack to move." |
        "{square} ist leer, und {color} hat keinen Vorrat zum Einsetzen: Wähle einen Stapel zum Ziehen.",
    controlled(square, color): "The stack on {square} is {color}'s: the checker on top decides." |
        "Den Stapel auf {square} beherrscht {color}: Der oberste Stein entscheidet.",
    cannot_move(square, why): "{square} cannot move: {why}." | "Der Stapel auf {square} kann nicht ziehen: {why}.",
    no_landing_on(squares): "you cannot land on {squares} while you have a reserve" |
        "wer noch Vorrat hat, darf nicht auf {squares} landen",
    landing_closed(square, color, reserve): "There is a stack on {square}: {color} cannot land on stacks with {reserve} in reserve." |
        "Auf {square} steht ein Stapel: Wer wie {color} noch {reserve} im Vorrat hat, darf dort nicht landen.",
    one_checker: "1 checker" | "einen Stein",
    checkers(count): "{count} checkers" | "{count} Steine",
    one_square: "1 square" | "ein Feld",
    squares(count): "{count} squares" | "{count} Felder",
    exactly(square, asked, from, counts): "{square} is {asked} from {from}; a move goes exactly {counts}." |
        "{square} liegt {asked} von {from} entfernt; ein Zug geht genau {counts}.",
    at_most(square, asked, from, counts): "{square} is {asked} from {from}; a move goes at most {counts}." |
        "{square} liegt {asked} von {from} entfernt; ein Zug geht höchstens {counts}.",
    onto_enemy_exactly(square, asked, from, counts):
        "{square} is {asked} from {from}; onto an enemy stack a move goes exactly {counts}." |
        "{square} liegt {asked} von {from} entfernt; auf einen feindlichen Stapel geht ein Zug genau {counts}.",
    lifted_one: "1 (the checkers lifted)" | "ein Feld weit (du hebst einen Stein ab)",
    lifted_exactly(count): "{count} (the checkers lifted)" | "{count} Felder weit (du hebst {count} Steine ab)",
    lifted_from_to(fewest, most): "{fewest} to {most} (the checkers lifted)" |
        "{fewest} bis {most} Felder weit (so viele Steine kannst du abheben)",
    stacks_on_line(count): "{count} (the stacks on the line)" | "{count} (so viele Stapel stehen auf der Damenlinie)",
    one_stack_on_line(count): "{count} (the stacks on the line)" | "{count} (nur ein Stapel steht auf der Damenlinie)",
}

fn height(height: u8) -> String {
    match height {
        1 => single().to_owned(),
        2 => double().to_owned(),
        _ => triple().to_owned(),
    }
}

fn distance(count: u8) -> String {
    if count == 1 { one_square().to_owned() } else { squares(count) }
}

/// Lists the distances that are allowed. In German only the first of them says what is counted.
fn distances(lifted: Option<(u8, u8)>, on_line: Option<u8>) -> String {
    let by_height = lifted.map(|(fewest, most)| match (fewest == most, most) {
        (true, 1) => lifted_one().to_owned(),
        (true, _) => lifted_exactly(most),
        (false, _) => lifted_from_to(fewest, most),
    });
    let by_line = on_line.map(|count| {
        let far = match language() {
            Language::German if lifted.is_none() => format!("{} weit", distance(count)),
            _ => count.to_string(),
        };
        if count == 1 { one_stack_on_line(far) } else { stacks_on_line(far) }
    });
    list(&by_height.into_iter().chain(by_line).collect::<Vec<_>>(), or())
}

pub(super) fn explain(refusal: &StacksInActionRefusal, at: &RefusedSquare) -> String {
    use StacksInActionRefusal as R;
    let square = &at.name;
    let reserve_of = |count: u8| if count == 1 { one_checker().to_owned() } else { checkers(count) };
    match refusal {
        R::Lacks { color, heights } => {
            let named: Vec<String> = heights.iter().map(|&missing| height(missing)).collect();
            match named.as_slice() {
                [one] => lacks_one(side(*color), one),
                _ => lacks(side(*color), list(&named, and())),
            }
        }
        R::ReserveEmpty { color } => reserve_empty(square, side(*color)),
        R::Controlled { by } => controlled(square, side(*by)),
        R::NoStackWay { enemies, stacks, off_board } => {
            let stacks = if stacks.is_empty() { String::new() } else { no_landing_on(at.list(stacks, or())) };
            cannot_move(square, at.immobile(&[at.blocked_by(enemies), stacks], *off_board))
        }
        R::LandingClosed { color, reserve } => landing_closed(square, side(*color), reserve_of(*reserve)),
        R::StackDistance { from, lifted, on_line, asked, up_to, onto_enemy } => {
            let (asked, from, counts) = (distance(*asked), at.name_of(*from), distances(*lifted, *on_line));
            match (up_to, onto_enemy) {
                (false, _) => exactly(square, asked, from, counts),
                (true, false) => at_most(square, asked, from, counts),
                (true, true) => onto_enemy_exactly(square, asked, from, counts),
            }
        }
    }
}
