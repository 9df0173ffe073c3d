//! What the terms of the evaluation of Stacks In Action say in favour of a move.

use crate::Text;

/// The terms that are explained, by name, in the order of the evaluation.
pub(super) const EXPLANATIONS: &[(&str, Text)] = &[
    (
        "set",
        Text::new(
            "It completes your set of heights, or breaks your opponent's.",
            "Er ergänzt deinen Satz oder zerstört den deines Gegners.",
        ),
    ),
    (
        "singles",
        Text::new(
            "You have more singles then, compared with your opponent.",
            "Du hast danach mehr Einer, verglichen mit deinem Gegner.",
        ),
    ),
    (
        "doubles",
        Text::new(
            "You have more doubles then, compared with your opponent.",
            "Du hast danach mehr Zweier, verglichen mit deinem Gegner.",
        ),
    ),
    (
        "triples",
        Text::new(
            "You have more triples then, compared with your opponent.",
            "Du hast danach mehr Dreier, verglichen mit deinem Gegner.",
        ),
    ),
    (
        "spares",
        Text::new(
            "You hold more heights twice, compared with your opponent.",
            "Du hast mehr Höhen doppelt, verglichen mit deinem Gegner.",
        ),
    ),
    (
        "reserve",
        Text::new(
            "Your reserve grows, compared with your opponent's.",
            "Dein Vorrat wächst, verglichen mit dem deines Gegners.",
        ),
    ),
    (
        "checkers",
        Text::new(
            "You have more checkers left, compared with your opponent.",
            "Dir bleiben mehr Steine, verglichen mit deinem Gegner.",
        ),
    ),
    (
        "control",
        Text::new(
            "You control more stacks, compared with your opponent.",
            "Du beherrschst mehr Stapel, verglichen mit deinem Gegner.",
        ),
    ),
    (
        "doomed",
        Text::new(
            "It mends a set of yours that the reserve was too small for, or leaves your opponent with such a gap.",
            "Er füllt eine Lücke in deinem Satz, für die der Vorrat zu klein war, oder reißt dem Gegner eine.",
        ),
    ),
    (
        "hit",
        Text::new(
            "It seems to leave none of your last stacks of a height within your opponent's reach.",
            "Danach scheint kein Stapel, der dein letzter seiner Höhe ist, in Reichweite deines Gegners zu sein.",
        ),
    ),
    (
        "hurt",
        Text::new(
            "It aims at a stack that is your opponent's last of its height.",
            "Er zielt auf einen Stapel, der der letzte seiner Höhe bei deinem Gegner ist.",
        ),
    ),
    (
        "kill",
        Text::new(
            "It seems to keep your opponent from landing on a last stack that you could not replace.",
            "Dein Gegner scheint danach auf keinem letzten Stapel zu landen, den du nicht ersetzen kannst.",
        ),
    ),
];
