//! Why a square cannot be chosen in Sight Reduction.

use halfboard_rules::board::Square;
use halfboard_rules::games::sight_reduction::SightReductionRefusal;

use crate::board::adjective;
use crate::refusal::{RefusedSquare, and};

crate::phrases! {
    no_friend(square, color, blocked): "{square} sees no {color} checker: {blocked}." |
        "Der Stein auf {square} sieht keinen anderen {color}en: {blocked}.",
    only_diagonally(square): " {square} is in sight only diagonally, which does not count." |
        " {square} ist nur diagonal zu sehen, und das zählt nicht.",
    no_enemy(square, color, blocked): "{square} must also see a {color} checker but does not: {blocked}." |
        "Der Stein auf {square} muss auch einen {color}en sehen und sieht keinen: {blocked}.",
    lines_empty: "its lines are empty" | "Seine Linien sind leer",
    blocks(square): "{square} blocks the line" | "{square} versperrt die Sicht",
    block(squares): "{squares} block the lines" | "{squares} versperren die Sicht",
    removed_already(square): "{square} is already being removed." |
        "Der Stein auf {square} ist schon zum Wegnehmen gewählt.",
    apart(square, first): "{square} and {first} do not share a row or column." |
        "{square} und {first} haben weder Reihe noch Spalte gemeinsam.",
    apart_with_diagonals(square, first): "{square} and {first} do not share a row, column or diagonal." |
        "{square} und {first} haben weder Reihe noch Spalte noch Diagonale gemeinsam.",
    between(square, first, by): "{square} and {first} do not see each other: {by} is in between." |
        "{square} und {first} sehen einander nicht: {by} steht dazwischen.",
    not_beside(square, color): "{square} is not next to a {color} checker: choose an empty square that is." |
        "{square} grenzt an keinen {color}en Stein: Wähle ein leeres Feld, das an einen grenzt.",
    exchanged_already(square): "{square} has already been exchanged." | "Der Stein auf {square} ist schon getauscht.",
}

fn blocked(at: &RefusedSquare, blockers: &[Square]) -> String {
    match blockers {
        [] => lines_empty().to_owned(),
        [one] => blocks(at.name_of(*one)),
        _ => block(at.list(blockers, and())),
    }
}

pub(super) fn explain(refusal: &SightReductionRefusal, at: &RefusedSquare) -> String {
    use SightReductionRefusal as R;
    let square = &at.name;
    match refusal {
        R::NoFriend { color, blockers, diagonal } => {
            let text = no_friend(square, adjective(*color), blocked(at, blockers));
            text + &diagonal.map(|friend| only_diagonally(at.name_of(friend))).unwrap_or_default()
        }
        R::NoEnemy { color, blockers } => no_enemy(square, adjective(*color), blocked(at, blockers)),
        R::LeavesAlready => removed_already(square),
        R::Apart { first, diagonals: false } => apart(square, at.name_of(*first)),
        R::Apart { first, diagonals: true } => apart_with_diagonals(square, at.name_of(*first)),
        R::Between { first, by } => between(square, at.name_of(*first), at.name_of(*by)),
        R::NotBeside { color } => not_beside(square, adjective(*color)),
        R::ExchangedAlready => exchanged_already(square),
    }
}
