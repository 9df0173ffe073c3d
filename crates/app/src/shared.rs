//! Games from links. Everything in a link is checked before anything is shown.

use halfboard_rules::record::{Start, StartError};
use halfboard_rules::registry::{self, RulesError};
use halfboard_rules::session::MoveError;
use halfboard_rules::text::PositionError;

use crate::play::{Play, Player, Setup};
use crate::route::Shared;

/// An error of opening a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// The rules string.
    Rules(RulesError),
    /// There are both a position and a seed.
    TwoStarts,
    /// The seed is not a number.
    Seed(String),
    /// The position string.
    Position(PositionError),
    /// The move with this number, from 1.
    Move(usize, MoveError),
}

/// Opens the game of a link with these players. The date goes into its record.
///
/// ```
/// use halfboard_app::route::Shared;
/// let link = Shared { rules: "j".to_owned(), moves: Some("A5 D4".to_owned()), ..Shared::default() };
/// assert_eq!(halfboard_app::shared::open(&link, &[], 0, "2026.01.01").map(|play| play.plies()), Ok(2));
/// ```
pub fn open(shared: &Shared, players: &[Player], seed: u64, date: &str) -> Result<Play, OpenError> {
    // The rules come first: without them nothing else can be judged.
    let rules = registry::rules(&shared.rules).map_err(OpenError::Rules)?.canonical();
    let start = match (&shared.position, &shared.seed) {
        (Some(_), Some(_)) => return Err(OpenError::TwoStarts),
        (Some(position), None) => Start::Position(position.trim().to_owned()),
        (None, Some(seed)) => Start::Seed(seed.trim().parse().map_err(|_| OpenError::Seed(seed.clone()))?),
        (None, None) => Start::Seed(0),
    };
    let setup = Setup {
        rules,
        start,
        players: players.to_vec(),
        names: Vec::new(),
        control: None,
        seed,
        think: None,
        adaptive: false,
    };
    let mut play = Play::new(&setup, date).map_err(|error| match error {
        StartError::Rules(error) => OpenError::Rules(error),
        StartError::Position(error) => OpenError::Position(error),
    })?;
    for (index, mv) in shared.moves.iter().flat_map(|moves| moves.split_whitespace()).enumerate() {
        let spelt = play.session().respell(mv);
        play.play(&spelt, 0.0).map_err(|error| OpenError::Move(index + 1, error))?;
    }
    Ok(play)
}

/// Returns the players for continuing a game against the engine at a level: the person has the side to move.
pub fn against_engine(play: &Play, level: u8) -> Vec<Player> {
    let turn = usize::from(play.session().turn().0);
    let seats = play.session().seats().len();
    (0..seats).map(|seat| if seat == turn { Player::Person } else { Player::Engine(level) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(rules: &str, position: Option<&str>, seed: Option<&str>, moves: Option<&str>) -> Shared {
        let own = |text: Option<&str>| text.map(str::to_owned);
        Shared { rules: rules.to_owned(), position: own(position), seed: own(seed), moves: own(moves) }
    }

    fn wrong(shared: &Shared) -> OpenError {
        open(shared, &[], 0, "2026.01.01").expect_err("wrong")
    }

    #[test]
    fn what_is_wrong_is_told_part_by_part() {
        assert!(matches!(wrong(&link("<script>", None, None, None)), OpenError::Rules(_)));
        assert_eq!(wrong(&link("j", Some("x"), Some("1"), None)), OpenError::TwoStarts);
        assert!(matches!(wrong(&link("j", Some("8/8"), None, None)), OpenError::Position(_)));
        assert_eq!(wrong(&link("j", None, Some("-1"), None)), OpenError::Seed("-1".to_owned()));
        assert!(matches!(wrong(&link("j", None, None, Some("A5 A1 Z9"))), OpenError::Move(3, _)));
    }

    #[test]
    fn the_person_takes_the_turn() {
        let play = open(&link("j", None, None, Some("A5")), &[], 0, "2026.01.01").expect("valid");
        assert_eq!(against_engine(&play, 4), [Player::Engine(4), Player::Person]);
        let alone = open(&link("sight-reduction:solitaire=on", None, Some("3"), None), &[], 0, "").expect("valid");
        assert_eq!(against_engine(&alone, 4), [Player::Person]);
    }
}
