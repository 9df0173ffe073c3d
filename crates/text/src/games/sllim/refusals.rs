//! Why a square cannot be chosen in Sllim.

use halfboard_rules::board::{SetShape, Square};
use halfboard_rules::games::sllim::SllimRefusal;

use crate::board::{adjective, color as side};
use crate::refusal::{RefusedSquare, list, or};

crate::phrases! {
    place_one_first(color): "{color} must place 1 more checker before moving any." |
        "{color} muss noch einen Stein setzen, bevor umgesetzt werden darf.",
    place_first(color, reserve): "{color} must place {reserve} more checkers before moving any." |
        "{color} muss noch {reserve} Steine setzen, bevor umgesetzt werden darf.",
    wrong_shade(square, other, color, own): "{square} is a {other} square: {color} places on {own} squares." |
        "{square} ist ein {other}es Feld: {color} setzt auf {own}e Felder.",
    completes_nothing(color, square): "The {color} checker on {square} cannot complete a {color} set; you may move it only for that." |
        "Der {color}e Stein auf {square} kann keinen {color}en Vierer vollenden; nur dazu darfst du ihn umsetzen.",
    completes_no_set(from, square, color): "{from} to {square} completes no {color} set; you may move a {color} checker only for that." |
        "{from} nach {square} vollendet keinen {color}en Vierer; nur dazu darfst du einen {color}en Stein umsetzen.",
    not_in_set(square, sets): "{square} is not in a set that can leave: choose {sets}." |
        "{square} gehört zu keinem Vierer, der entkommen kann: Wähle {sets}.",
    square_from(square): "the square from {square}" | "das Quadrat ab {square}",
    row_from(square): "the row from {square}" | "die Reihe ab {square}",
    column_from(square): "the column from {square}" | "die Spalte ab {square}",
}

fn set(shape: SetShape, first: Square, at: &RefusedSquare) -> String {
    match shape {
        SetShape::Square => square_from(at.name_of(first)),
        SetShape::Horizontal => row_from(at.name_of(first)),
        SetShape::Vertical => column_from(at.name_of(first)),
    }
}

pub(super) fn explain(refusal: &SllimRefusal, at: &RefusedSquare) -> String {
    use SllimRefusal as R;
    let square = &at.name;
    match refusal {
        R::PlaceFirst { color, reserve: 1 } => place_one_first(side(*color)),
        R::PlaceFirst { color, reserve } => place_first(side(*color), reserve),
        R::WrongShade { color } => wrong_shade(square, adjective(color.other()), side(*color), adjective(*color)),
        R::CompletesNothing { color } => completes_nothing(adjective(*color), square),
        R::CompletesNoSet { color, from } => completes_no_set(at.name_of(*from), square, adjective(*color)),
        R::NotInSet { sets } => {
            let sets: Vec<String> = sets.iter().map(|&(shape, first)| set(shape, first, at)).collect();
            not_in_set(square, list(&sets, or()))
        }
    }
}
