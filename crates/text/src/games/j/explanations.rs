//! What the terms of the evaluation of J say in favour of a move.

use crate::Text;

/// The terms that are explained, by name, in the order of the evaluation.
pub(super) const EXPLANATIONS: &[(&str, Text)] = &[
    (
        "winning",
        Text::new(
            "It brings your winning chain nearer, or your opponent's further away.",
            "Er bringt deine Gewinnkette näher oder rückt die deines Gegners weiter weg.",
        ),
    ),
    (
        "losing",
        Text::new(
            "It keeps you further from your losing chain, or brings your opponent nearer to one.",
            "Er hält dich weiter von deiner Verlustkette fern oder bringt deinen Gegner näher an eine.",
        ),
    ),
    (
        "reserve",
        Text::new(
            "It keeps your small reserve up, compared with your opponent's.",
            "Er hält deinen kleinen Vorrat hoch, verglichen mit dem deines Gegners.",
        ),
    ),
    (
        "middle",
        Text::new(
            "More of your checkers stand in the middle and can be taken back, compared with your opponent's.",
            "Mehr deiner Steine stehen in der Mitte und können zurückkehren, verglichen mit denen deines Gegners.",
        ),
    ),
    (
        "reach",
        Text::new(
            "Your opponent is then more than one checker away from a winning chain.",
            "Deinem Gegner fehlt danach mehr als ein Stein zur Gewinnkette.",
        ),
    ),
    (
        "threat",
        Text::new(
            "You are then a single checker away from your winning chain.",
            "Dir fehlt danach nur ein Stein zur Gewinnkette.",
        ),
    ),
    (
        "trap",
        Text::new(
            "Your opponent is then a single checker away from a losing chain.",
            "Deinem Gegner fehlt danach nur ein Stein zu einer Verlustkette.",
        ),
    ),
];
