//! What a puzzle asks for, by its rules.

use halfboard_rules::board::{Board, Square};

/// What there is to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolitaireGoal {
    /// One checker of each colour is left, whichever.
    LeaveTwo,
    /// These two are left: the white one's square and the black one's.
    LeaveThese(Square, Square),
    /// Nothing is left.
    Clear,
    /// One checker is left: where pairs may go but each must see an enemy, the last enemy stays.
    LeaveOne,
}

impl SolitaireGoal {
    /// Returns the goal of a canonical rules string of the solitaire.
    ///
    /// ```
    /// use halfboard_app::solitaire::SolitaireGoal;
    /// assert_eq!(SolitaireGoal::of("sight-reduction:solitaire=on"), SolitaireGoal::LeaveTwo);
    /// assert_eq!(SolitaireGoal::of("sight-reduction:enemy=required,remove=one-or-two,solitaire=on"), SolitaireGoal::LeaveOne);
    /// ```
    pub fn of(rules: &str) -> SolitaireGoal {
        let options: Vec<&str> = rules.split_once(':').map_or("", |(_, options)| options).split(',').collect();
        let target = options.iter().find_map(|option| option.strip_prefix("target=")?.split_once('-'));
        let square = |name: &str| Board::Half.square(name);
        let target = target.and_then(|(white, black)| Some((square(white)?, square(black)?)));
        match target {
            Some((white, black)) => SolitaireGoal::LeaveThese(white, black),
            None if !options.contains(&"remove=one-or-two") => SolitaireGoal::LeaveTwo,
            None if options.contains(&"enemy=required") => SolitaireGoal::LeaveOne,
            None => SolitaireGoal::Clear,
        }
    }

    /// Returns how many checkers are left where it is reached.
    pub const fn left(self) -> u32 {
        match self {
            SolitaireGoal::LeaveTwo | SolitaireGoal::LeaveThese(..) => 2,
            SolitaireGoal::LeaveOne => 1,
            SolitaireGoal::Clear => 0,
        }
    }
}
