//! Why a square cannot be chosen in J.

use halfboard_rules::games::j::JRefusal;

use crate::refusal::RefusedSquare;

crate::phrases! {
    not_edge(square): "{square} is not on the edge, where checkers enter." |
        "{square} liegt nicht am Rand, und nur dort wird eingesetzt.",
    no_push(square): "{square} is occupied, and a checker can push only from the edge." |
        "{square} ist besetzt, und schieben lässt sich nur vom Rand aus.",
    row_full(row, square): "Row {row} is full: nothing can be pushed from {square}." |
        "Reihe {row} ist voll: Von {square} aus lässt sich nichts schieben.",
    column_full(column, square): "Column {column} is full: nothing can be pushed from {square}." |
        "Spalte {column} ist voll: Von {square} aus lässt sich nichts schieben.",
    both_full(row, column, square): "Row {row} and column {column} are full: nothing can be pushed from {square}." |
        "Reihe {row} und Spalte {column} sind voll: Von {square} aus lässt sich nichts schieben.",
    just_entered(square): "The checker on {square} has just been entered and cannot be taken back." |
        "Der Stein auf {square} ist eben erst eingesetzt und kann nicht zurückgenommen werden.",
    not_middle(square): "{square} is on the edge: only checkers on B2–B7 and C2–C7 can be taken back." |
        "{square} liegt am Rand: Nur Steine auf B2–B7 und C2–C7 können zurückgenommen werden.",
    same_row(square, entered): "{square} is in the same row as {entered}, where the checker was entered." |
        "{square} liegt in derselben Reihe wie {entered}, wo eben eingesetzt wurde.",
    same_column(square, entered): "{square} is in the same column as {entered}, where the checker was entered." |
        "{square} liegt in derselben Spalte wie {entered}, wo eben eingesetzt wurde.",
}

pub(super) fn explain(refusal: &JRefusal, at: &RefusedSquare) -> String {
    use JRefusal as R;
    let square = &at.name;
    let (row_name, column_name) = square.split_at(1);
    match refusal {
        R::NotEdge => not_edge(square),
        R::NoPush => no_push(square),
        R::Full { column: true, row: true } => both_full(row_name, column_name, square),
        R::Full { row: true, .. } => row_full(row_name, square),
        R::Full { .. } => column_full(column_name, square),
        R::JustEntered => just_entered(square),
        R::NotMiddle => not_middle(square),
        R::SameLine { entered, row: true } => same_row(square, at.name_of(*entered)),
        R::SameLine { entered, row: false } => same_column(square, at.name_of(*entered)),
    }
}
