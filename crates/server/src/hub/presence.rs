//! Who is present in a room, here and at other nodes. Nobody keeps it, and nothing depends on it: it is told as it is.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use halfboard_protocol::Millis;
use halfboard_protocol::event::Player;
use halfboard_protocol::game::Game;
use halfboard_protocol::message::{Presence, ServerMessage};

use super::listening::text;
use super::room::Room;
use super::{Hub, now};

/// Who is present at other nodes, by the node's name: seats as bits, watchers, and until when that is believed.
pub(super) type Elsewhere = HashMap<String, (u8, u32, Millis)>;

/// Changes are gathered for so long: when a node is started everybody comes at once.
const GATHER: Duration = Duration::from_millis(200);

/// What another node said is believed for so long; it says it again three times as often.
const BELIEVED: Millis = 60_000;

impl Room {
    /// The seats and the watchers here.
    fn here(&self) -> (u8, u32) {
        let listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.iter().fold((0, 0), |(seats, watchers), listener| match listener.seat {
            Some(seat) => (seats | 1 << seat, watchers),
            None => (seats, watchers + 1),
        })
    }

    /// Who is present.
    pub(super) fn presence(&self, game: &Game) -> Presence {
        let (mut seats, mut watchers) = self.here();
        let now = now();
        let elsewhere = self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
        for (others, more, _) in elsewhere.values().filter(|(_, _, until)| *until > now) {
            seats |= others;
            watchers += more;
        }
        let present = |(seat, who): (usize, &Option<Player>)| match who {
            Some(Player::Engine { .. }) => true,
            Some(Player::Person { .. }) => seats & 1 << seat != 0,
            None => false,
        };
        Presence { seats: game.seats().iter().enumerate().map(present).collect(), watchers }
    }

    /// Somebody came or went: all are told in a moment, here and elsewhere.
    pub(super) fn presence_changed(self: &Arc<Self>, hub: &Hub) {
        if self.telling.swap(true, Ordering::AcqRel) {
            return;
        }
        let (room, hub) = (Arc::clone(self), hub.clone());
        tokio::spawn(async move {
            tokio::time::sleep(GATHER).await;
            room.telling.store(false, Ordering::Release);
            room.tell_presence().await;
            room.say_presence(&hub).await;
        });
    }

    /// Tells all here who is present.
    pub(super) async fn tell_presence(&self) {
        let present = text(&ServerMessage::Present(self.present_now().await));
        self.send(|_| Some(present.clone()));
    }

    /// Tells other nodes who is present here.
    pub(super) async fn say_presence(&self, hub: &Hub) {
        let (seats, watchers) = self.here();
        hub.0.store.say_aside(&self.id, &format!("{} {seats} {watchers}", hub.0.node)).await;
    }

    /// Forgets nodes that have said nothing for long, and tells all here if that changes who is present.
    pub(super) async fn forget_others(&self) {
        let now = now();
        let changed = {
            let mut elsewhere = self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
            let before = elsewhere.len();
            elsewhere.retain(|_, (_, _, until)| *until > now);
            elsewhere.len() != before
        };
        if changed {
            self.tell_presence().await;
        }
    }

    /// Hears who is present at another node. Words that make no sense are passed over.
    pub(super) async fn hear_presence(&self, words: &str) {
        let mut words = words.split(' ');
        let (Some(node), Some(seats), Some(watchers)) = (words.next(), words.next(), words.next()) else { return };
        let (Ok(seats), Ok(watchers)) = (seats.parse::<u8>(), watchers.parse::<u32>()) else { return };
        let now = now();
        let changed = {
            let mut elsewhere = self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
            elsewhere.retain(|_, (_, _, until)| *until > now);
            let before = elsewhere.insert(node.to_owned(), (seats, watchers, now + BELIEVED));
            before.map(|(seats, watchers, _)| (seats, watchers)) != Some((seats, watchers))
        };
        if changed {
            self.tell_presence().await;
        }
    }
}
