//! Draws by repetition that the history of a game brings near.

use halfboard_rules::game::Game;

/// Returns the keys of positions whose next occurrence is a draw, given the keys of all earlier positions.
pub(crate) fn almost_drawn<G: Game>(game: &G, earlier: &[u64]) -> Vec<u64> {
    let Some(limit) = game.draw_occurrence() else { return Vec::new() };
    let is_due =
        |(at, key): &(usize, &u64)| 1 + earlier[..*at].iter().filter(|other| other == key).count() + 1 == limit;
    earlier.iter().enumerate().filter(is_due).map(|(_, key)| *key).collect()
}

#[cfg(test)]
mod tests {
    use halfboard_rules::games::lines_of_action::LinesOfAction;

    use super::almost_drawn;

    #[test]
    fn the_rules_say_which_occurrence_is_a_draw() {
        let drawn = |rules: &str| almost_drawn::<LinesOfAction>(&rules.parse().expect("rules"), &[1, 2, 3, 2, 2]);
        assert_eq!(drawn("lines-of-action"), [2]);
        assert_eq!(drawn("lines-of-action:repetition=second"), [1, 2, 3]);
        assert!(drawn("lines-of-action:repetition=none").is_empty());
    }
}
