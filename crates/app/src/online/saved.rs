//! What a browser keeps of online games: the player's name, and for each game the secret of their seat. A text
//! of its own for each game, so that two pages do not overwrite each other's. What cannot be read is as if it were not
//! there.

use std::cmp::Reverse;

use halfboard_protocol::game::Game;
use halfboard_protocol::id::{GameId, Token};
use halfboard_protocol::limits;

use crate::play::Play;
use crate::saved::{self, StorageError, Store};

const NAME: &str = "halfboard.online.name";
const PREFIX: &str = "halfboard.online.seat.";

/// The maximum number of stored seats.
const MOST: usize = 60;
/// The time for which seats of finished games are stored, in milliseconds.
const FINISHED_FOR: u64 = 30 * 24 * 60 * 60 * 1000;

/// A seat in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedSeat {
    /// The game.
    pub game: GameId,
    /// The secret.
    pub token: Token,
    /// When the page of the game was last open, in milliseconds since 1970 by this machine's clock.
    pub used: u64,
    /// Whether the game was over then.
    pub over: bool,
    /// The game's rules string.
    pub rules: String,
}

/// Returns the name that was chosen; empty when none was.
pub fn name(store: &dyn Store) -> String {
    store.get(NAME).and_then(|name| limits::sanitize(&name, limits::MAX_NAME_CHARS)).unwrap_or_default()
}

/// Keeps a name.
pub fn save_name(store: &dyn Store, name: &str) -> Result<(), StorageError> {
    store.set(NAME, name)
}

/// Returns the seat in a game.
pub fn seat(store: &dyn Store, game: &GameId) -> Option<SavedSeat> {
    let text = store.get(&format!("{PREFIX}{game}"))?;
    let mut words = text.split(' ');
    let token = words.next()?.parse().ok()?;
    let used = words.next().and_then(|word| word.parse().ok()).unwrap_or_default();
    let over = words.next() == Some("over");
    let rules = words.next().unwrap_or_default().to_owned();
    Some(SavedSeat { game: game.clone(), token, used, over, rules })
}

/// Saves a seat, and drops outdated ones.
pub fn save_seat(store: &dyn Store, seat: &SavedSeat) -> Result<(), StorageError> {
    let over = if seat.over { "over" } else { "open" };
    let text = format!("{} {} {over} {}", seat.token.reveal(), seat.used, seat.rules);
    let kept = store.set(&format!("{PREFIX}{}", seat.game), &text);
    tidy(store, seat.used);
    kept
}

/// Forgets a seat.
pub fn forget(store: &dyn Store, game: &GameId) {
    store.remove(&format!("{PREFIX}{game}"));
}

/// Returns all seats: those in games that go on first, and of these the last used first.
pub fn seats(store: &dyn Store) -> Vec<SavedSeat> {
    let keys = store.keys();
    let games = keys.iter().filter_map(|key| key.strip_prefix(PREFIX)?.parse::<GameId>().ok());
    let mut seats: Vec<SavedSeat> = games.filter_map(|game| seat(store, &game)).collect();
    seats.sort_by_key(|seat| (seat.over, Reverse(seat.used)));
    seats
}

/// Returns the seats in games that are not over, as far as this browser knows.
pub fn running(store: &dyn Store) -> Vec<SavedSeat> {
    let mut seats = seats(store);
    seats.retain(|seat| !seat.over);
    seats
}

/// The tag of a record that says which online game it is of.
const TAG: &str = "Online";

/// Puts a game among the games kept, if it is not there yet, and gives its number: so it can be analysed. `None` when it
/// could not be kept.
pub fn save_record(store: &dyn Store, game: &Game, now: u64) -> Option<u64> {
    let is_it = |kept: &saved::SavedGame| {
        kept.play
            .as_ref()
            .is_ok_and(|play| play.tag(TAG) == Some(game.id().as_str()) && play.plies() == game.plies() as usize)
    };
    if let Some(kept) = saved::all(store).iter().find(|kept| is_it(kept)) {
        return Some(kept.id);
    }
    let mut record = game.record();
    record.set_tag(TAG, game.id().as_str());
    let id = saved::new_id(store, now);
    saved::save(store, id, &Play::resume(record), 0.0, now).ok()?;
    Some(id)
}

fn tidy(store: &dyn Store, now: u64) {
    for (place, seat) in seats(store).into_iter().enumerate() {
        if place >= MOST || seat.over && seat.used.saturating_add(FINISHED_FOR) < now {
            forget(store, &seat.game);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::saved::MemoryStore;

    fn id(number: usize) -> GameId {
        format!("{number:022}").parse().expect("a name")
    }

    fn seat_in(number: usize, used: u64, over: bool) -> SavedSeat {
        SavedSeat {
            game: id(number),
            token: format!("{number:022}").parse().expect("a secret"),
            used,
            over,
            rules: "j".into(),
        }
    }

    #[test]
    fn seats_are_read_as_they_were_kept_and_old_ones_are_dropped() {
        let store = MemoryStore::new();
        save_seat(&store, &seat_in(1, 5, false)).expect("kept");
        save_seat(&store, &seat_in(2, 9, true)).expect("kept");
        save_seat(&store, &seat_in(3, 7, false)).expect("kept");
        let games = |seats: Vec<SavedSeat>| seats.into_iter().map(|seat| seat.game).collect::<Vec<GameId>>();
        assert_eq!(games(seats(&store)), [id(3), id(1), id(2)]);
        assert_eq!(games(running(&store)), [id(3), id(1)]);
        assert_eq!(seat(&store, &id(2)), Some(seat_in(2, 9, true)));
        // A finished game is dropped after a month, one that goes on is not.
        save_seat(&store, &seat_in(4, 10 + FINISHED_FOR, false)).expect("kept");
        assert_eq!(seat(&store, &id(2)), None);
        assert!(seat(&store, &id(1)).is_some());
        for number in 10..100 {
            save_seat(&store, &seat_in(number, 10 + FINISHED_FOR + number as u64, number % 2 == 0)).expect("kept");
        }
        assert_eq!(seats(&store).len(), MOST);
        assert!(seat(&store, &id(99)).is_some());
    }

    #[test]
    fn broken_texts_are_as_if_they_were_not_there() {
        let store = MemoryStore::new();
        for (number, text) in
            ["", "short 5 open j", "0123456789abcdefghijkl", "0123456789abcdefghijkl x y"].iter().enumerate()
        {
            store.set(&format!("{PREFIX}{}", id(number)), text).expect("kept");
        }
        store.set(&format!("{PREFIX}nonsense"), "0123456789abcdefghijkl 5 open j").expect("kept");
        assert_eq!(seats(&store).len(), 2);
        assert!(seats(&store).iter().all(|seat| seat.used == 0 && !seat.over));
        assert_eq!(name(&store), "");
        save_name(&store, &"x".repeat(99)).expect("kept");
        assert_eq!(name(&store), "");
        save_name(&store, " Ann \u{202e}").expect("kept");
        assert_eq!(name(&store), "Ann");
    }
}
