//! What the terms of the evaluation of Sllim say in favour of a move.

use crate::Text;

/// The terms that are explained, by name, in the order of the evaluation.
pub(super) const EXPLANATIONS: &[(&str, Text)] = &[
    (
        "threats",
        Text::new(
            "There are more squares on which you complete a set, compared with your opponent.",
            "Es gibt mehr Felder, auf denen du einen Vierer vollendest, verglichen mit deinem Gegner.",
        ),
    ),
    (
        "set",
        Text::new(
            "It leaves your opponent no square to complete a set on.",
            "Er lässt deinem Gegner kein Feld, auf dem er einen Vierer vollendet.",
        ),
    ),
    ("threat", Text::new("It threatens to complete a set.", "Er droht, einen Vierer zu vollenden.")),
    (
        "win",
        Text::new(
            "It keeps your opponent from completing the last set.",
            "Er hindert deinen Gegner daran, den letzten Vierer zu vollenden.",
        ),
    ),
    (
        "loss",
        Text::new(
            "It threatens your last set on two squares at once.",
            "Er droht auf zwei Feldern zugleich mit deinem letzten Vierer.",
        ),
    ),
    (
        "pairs",
        Text::new(
            "You have more open pairs to build sets from, compared with your opponent.",
            "Du hast mehr offene Paare, aus denen Vierer werden können, verglichen mit deinem Gegner.",
        ),
    ),
    (
        "bound",
        Text::new(
            "More enemy checkers are tied down, because they must block a set of yours.",
            "Mehr feindliche Steine sind gebunden, weil sie einen deiner Vierer verhindern müssen.",
        ),
    ),
    (
        "fork",
        Text::new(
            "It keeps your opponent from making two threats at once.",
            "Er hindert deinen Gegner daran, zwei Drohungen zugleich zu schaffen.",
        ),
    ),
    (
        "free",
        Text::new(
            "More of your checkers are free to move, compared with your opponent's.",
            "Mehr deiner Steine sind frei beweglich, verglichen mit denen deines Gegners.",
        ),
    ),
    (
        "last pairs",
        Text::new(
            "For the last set you have more open pairs, compared with your opponent.",
            "Für den letzten Vierer hast du mehr offene Paare, verglichen mit deinem Gegner.",
        ),
    ),
    (
        "last threat",
        Text::new("It threatens to complete your last set.", "Er droht, deinen letzten Vierer zu vollenden."),
    ),
    (
        "last fork",
        Text::new(
            "It keeps your opponent from making two threats at once to complete the last set.",
            "Er hindert deinen Gegner daran, zwei Drohungen zugleich für den letzten Vierer zu schaffen.",
        ),
    ),
];
