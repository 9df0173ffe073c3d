//! What the terms of the evaluation of Sight Reduction say in favour of a move.

use crate::Text;

/// The terms that are explained, by name, in the order of the evaluation.
pub(super) const EXPLANATIONS: &[(&str, Text)] = &[
    (
        "removable",
        Text::new(
            "Compared with your opponent, it leaves you more checkers to remove than most other moves.",
            "Verglichen mit deinem Gegner kannst du danach mehr Steine wegnehmen als nach den meisten anderen Zügen.",
        ),
    ),
    (
        "beside",
        Text::new(
            "It keeps more of your checkers side by side than most other moves, compared with your opponent's.",
            "Er lässt mehr deiner Steine nebeneinander als die meisten Züge, verglichen mit denen deines Gegners.",
        ),
    ),
    (
        "alone",
        Text::new(
            "Fewer of your checkers stand alone then, compared with your opponent's.",
            "Danach stehen weniger deiner Steine allein, verglichen mit denen deines Gegners.",
        ),
    ),
];
