//! Quick play: a game against the engine by the plain rules with one click. The choices are remembered by game, stored
//! as lines `name value`.

use halfboard_engine::levels::{Level, StoredLevel};
use halfboard_rules::record::Start;
use halfboard_rules::registry::GameEntry;

use super::remembered::{SIDES, of_word, word_of};
use super::{SideChoice, THINKING_TIMES, thinking_time};
use crate::play::{Player, Setup, fair_seed};

/// The choices of a quick game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuickPlay {
    /// The engine's level, from 1.
    pub level: u8,
    /// Whether the level adapts to the person instead.
    pub adaptive: bool,
    /// The person's side.
    pub side: SideChoice,
    /// Seconds that the engine thinks about a move at full strength.
    pub think: u8,
}

impl QuickPlay {
    /// Returns the choices of a game that was not played yet: a level and a random side.
    pub fn new(level: u8) -> QuickPlay {
        QuickPlay { level, adaptive: false, side: SideChoice::Lot, think: THINKING_TIMES[0] }
    }

    /// Returns the storage key of a game's choices.
    pub fn key(game: &str) -> String {
        format!("halfboard.quick.{game}")
    }

    /// Formats the choices in a game for storage.
    pub fn write(&self, game: &str) -> String {
        let of = Some(Level::count(game));
        let (level, side) = (StoredLevel { number: self.level, of }, word_of(&SIDES, &self.side));
        let adaptive = if self.adaptive { "on" } else { "off" };
        format!("level {level}\nadaptive {adaptive}\nside {side}\nthink {}", self.think)
    }

    /// Parses stored choices in a game; `level` is that of a game without any.
    pub fn read(game: &str, level: u8, text: &str) -> QuickPlay {
        let mut quick = QuickPlay::new(level);
        for (name, value) in text.lines().filter_map(|line| line.split_once(' ')) {
            match name {
                "level" => quick.level = parse_level(game, value).unwrap_or(quick.level),
                "adaptive" => quick.adaptive = value == "on",
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
            think: thinking_time(rules, &players, self.adaptive, self.think),
            players,
            names: Vec::new(),
            control: None,
            seed: chance,
            adaptive: self.adaptive,
        }
    }
}

/// Parses a stored level of a game.
fn parse_level(game: &str, text: &str) -> Option<u8> {
    text.parse::<StoredLevel>().ok()?.level(game).map(Level::number)
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
        let quick = QuickPlay { level: 4, adaptive: true, side: SideChoice::Second, think: 15 };
        assert_eq!(QuickPlay::read("j", 3, &quick.write("j")), quick);
        for text in ["", "level 9", "level 0", "level 0/9", "side left", "think 7", "level", "\u{0} \n\n"] {
            assert_eq!(QuickPlay::read("j", 3, text), QuickPlay::new(3), "{text:?}");
        }
    }

    #[test]
    fn levels_of_released_versions_keep_their_strength() {
        for game in registry::games() {
            let id = game.info().id;
            for former in 1..=8 {
                let quick = QuickPlay::read(id, 1, &format!("level {former}\nside second\nthink 5"));
                assert_eq!(Level::new(id, quick.level), Level::from_eight(id, former), "{id}");
            }
        }
    }

    #[test]
    fn chance_decides_the_side_and_full_strength_has_its_time() {
        let game = registry::game("j").expect("a game");
        let mut quick = QuickPlay::new(4);
        let seats = [0, 1].map(|chance| quick.setup(game, chance).players);
        assert_eq!(seats, [[Player::Person, Player::Engine(4)], [Player::Engine(4), Player::Person]]);
        assert_eq!(quick.setup(game, 6).think, None);
        let top = Level::top("j").number();
        quick = QuickPlay { level: top, side: SideChoice::First, think: 5, adaptive: false };
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
