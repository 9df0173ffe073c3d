//! Quick play: a game against the engine by the plain rules with one click. The choices are remembered by game, stored
//! as lines `name value`.

use halfboard_rules::record::Start;
use halfboard_rules::registry::GameEntry;

use super::remembered::{SIDES, of_word, word_of};
use super::{SideChoice, THINKING_TIMES, thinking_time};
use crate::play::{Player, Setup, fair_seed};

/// The choices of a quick game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuickPlay {
    /// The engine's level, from 1 to 8.
    pub level: u8,
    /// The person's side.
    pub side: SideChoice,
    /// Seconds that the engine thinks about a move at full strength.
    pub think: u8,
}

impl QuickPlay {
    /// Returns the choices of a game that was not played yet: a level and a random side.
    pub fn new(level: u8) -> QuickPlay {
        QuickPlay { level, side: SideChoice::Lot, think: THINKING_TIMES[0] }
    }

    /// Returns the storage key of a game's choices.
    pub fn key(game: &str) -> String {
        format!("halfboard.quick.{game}")
    }

    /// Formats the choices for storage.
    pub fn write(&self) -> String {
        format!("level {}\nside {}\nthink {}", self.level, word_of(&SIDES, &self.side), self.think)
    }

    /// Parses stored choices; `level` is that of a game without any.
    pub fn read(level: u8, text: &str) -> QuickPlay {
        let mut quick = QuickPlay::new(level);
        for (name, value) in text.lines().filter_map(|line| line.split_once(' ')) {
            match name {
                "level" => quick.level = parse_level(value).unwrap_or(quick.level),
                "side" => quick.side = of_word(&SIDES, value).unwrap_or(quick.side),
                "think" => quick.think = parse_think(value).unwrap_or(quick.think),
                _ => {}
            }
        }
        quick
    }

    /// Returns the game to play. The random number `chance` decides a random side and the board, on which the person's
    /// side can win.
    pub fn setup(&self, game: &dyn GameEntry, chance: u64) -> Setup {
        let seat = self.side.seat(chance);
        let mut players = vec![Player::Engine(self.level); 2];
        players[seat] = Player::Person;
        let rules = game.info().id;
        Setup {
            rules: rules.to_owned(),
            start: Start::Seed(fair_seed(rules, &players, chance)),
            think: thinking_time(&players, self.think),
            players,
            names: Vec::new(),
            control: None,
            seed: chance,
        }
    }
}

/// Parses a level from 1 to 8.
pub(super) fn parse_level(text: &str) -> Option<u8> {
    text.parse().ok().filter(|level| (1..=super::FULL_STRENGTH).contains(level))
}

/// Parses one of the thinking times on offer.
pub(super) fn parse_think(text: &str) -> Option<u8> {
    text.parse().ok().filter(|seconds| THINKING_TIMES.contains(seconds))
}

#[cfg(test)]
mod tests {
    use halfboard_engine::games::balanced_seeds;
    use halfboard_rules::registry;

    use super::*;

    #[test]
    fn choices_are_read_as_they_were_written_and_nonsense_is_passed_over() {
        let quick = QuickPlay { level: 8, side: SideChoice::Second, think: 15 };
        assert_eq!(QuickPlay::read(3, &quick.write()), quick);
        for text in ["", "level 9", "level 0", "side left", "think 7", "level", "\u{0} \n\n"] {
            assert_eq!(QuickPlay::read(3, text), QuickPlay::new(3), "{text:?}");
        }
    }

    #[test]
    fn chance_decides_the_side_and_full_strength_has_its_time() {
        let game = registry::game("j").expect("a game");
        let mut quick = QuickPlay::new(4);
        let seats = [0, 1].map(|chance| quick.setup(game, chance).players);
        assert_eq!(seats, [[Player::Person, Player::Engine(4)], [Player::Engine(4), Player::Person]]);
        assert_eq!(quick.setup(game, 6).think, None);
        quick = QuickPlay { level: 8, side: SideChoice::First, think: 5 };
        let setup = quick.setup(game, 7);
        assert_eq!((setup.think, setup.start), (Some(5), Start::Seed(7)));
        assert_eq!(setup.players[0], Player::Person);
    }

    #[test]
    fn boards_come_from_the_list_where_there_is_one() {
        for game in registry::games() {
            for seat in [SideChoice::First, SideChoice::Second] {
                let list = balanced_seeds(game.info().id, seat.seat(0));
                let quick = QuickPlay { side: seat, ..QuickPlay::new(3) };
                for chance in [1, 2, 999_998, u64::MAX] {
                    let Start::Seed(seed) = quick.setup(*game, chance).start else { panic!("a seed") };
                    assert!(list.is_empty() && seed == chance || list.iter().any(|&one| u64::from(one) == seed));
                }
            }
        }
    }
}
