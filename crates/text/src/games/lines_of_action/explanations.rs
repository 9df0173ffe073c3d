//! What the terms of the evaluation of Lines of Action say in favour of a move.

use crate::Text;

/// The terms that are explained, by name, in the order of the evaluation.
pub(super) const EXPLANATIONS: &[(&str, Text)] = &[
    (
        "spread",
        Text::new(
            "It brings your checkers closer together, compared with your opponent's.",
            "Er bringt deine Steine näher zusammen, verglichen mit denen deines Gegners.",
        ),
    ),
    (
        "mobility",
        Text::new(
            "Your checkers can move more freely then, compared with your opponent's.",
            "Deine Steine sind danach beweglicher, verglichen mit denen deines Gegners.",
        ),
    ),
    (
        "neighbours",
        Text::new(
            "More of your checkers touch each other, compared with your opponent's.",
            "Mehr deiner Steine berühren einander, verglichen mit denen deines Gegners.",
        ),
    ),
    (
        "groups",
        Text::new(
            "Your checkers form fewer groups, compared with your opponent's.",
            "Deine Steine bilden weniger Gruppen, verglichen mit denen deines Gegners.",
        ),
    ),
    (
        "quads",
        Text::new(
            "It packs three or four of your checkers together, or breaks up such a block of your opponent's.",
            "Er rückt drei oder vier deiner Steine dicht zusammen oder löst einen solchen Block deines Gegners auf.",
        ),
    ),
];
