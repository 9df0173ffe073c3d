//! What clients hold in games: open challenges, and seats in which they have not moved yet. Both are bounded by client
//! address, so that one client can neither fill the lobby nor take the seats of all challenges. Counted on this node, from
//! its start.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use halfboard_protocol::game::{Game, Phase};
use halfboard_protocol::id::GameId;
use halfboard_protocol::message::{Refusal, RefusalCode};

use crate::limits::{self, ClientNetwork, Limits, RateWindow};

/// How many times as many private challenges and seats an address may hold: others cannot see or take them.
const PRIVATE_FACTOR: usize = 10;
/// The same for seats, which a class of a school may take at the same time.
const PRIVATE_SEATS_FACTOR: usize = 3;

/// Time after which a seat no longer counts, even if its player has not moved: it may be another player's turn.
const MAX_SEAT_TIME: Duration = Duration::from_secs(300);

const HOUR: Duration = Duration::from_secs(3600);

/// What a client holds in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holding {
    /// A challenge with a free seat.
    Challenge,
    /// A seat that was taken by another than the challenger.
    Seat(u8),
}

impl Holding {
    /// Returns whether a game still has it.
    fn is_held(self, game: &Game) -> bool {
        match self {
            Holding::Challenge => game.phase() == Phase::Open,
            Holding::Seat(seat) => {
                !matches!(game.phase(), Phase::Over(_)) && game.turns().iter().all(|(player, _)| *player != seat)
            }
        }
    }
}

/// The holdings of all clients of a node.
pub(super) struct ClientHoldings {
    limits: Arc<Limits>,
    table: Mutex<HoldingTable>,
}

#[derive(Default)]
struct HoldingTable {
    games: HashMap<GameId, Vec<HoldingEntry>>,
    networks: HashMap<ClientNetwork, NetworkHoldings>,
    /// Number of games at which expired entries are removed.
    sweep_at: usize,
}

struct HoldingEntry {
    holding: Holding,
    public: bool,
    address: IpAddr,
    expires: Instant,
}

/// Numbers of holdings: public and private challenges, public and private seats; and the rate of taken seats.
struct NetworkHoldings {
    counts: [usize; 4],
    seats: RateWindow,
}

fn kind(holding: Holding, public: bool) -> usize {
    2 * usize::from(matches!(holding, Holding::Seat(_))) + usize::from(!public)
}

impl ClientHoldings {
    pub(super) fn new(limits: Arc<Limits>) -> ClientHoldings {
        ClientHoldings { limits, table: Mutex::default() }
    }

    fn max(&self, holding: Holding, public: bool) -> usize {
        match (holding, public) {
            (Holding::Challenge, true) => self.limits.challenges_per_address,
            (Holding::Challenge, false) => PRIVATE_FACTOR * self.limits.challenges_per_address,
            (Holding::Seat(_), true) => self.limits.waiting_seats_per_address,
            (Holding::Seat(_), false) => PRIVATE_SEATS_FACTOR * self.limits.waiting_seats_per_address,
        }
    }

    /// Counts a challenge or seat of a client, until the game changes or [`ClientHoldings::release`].
    ///
    /// # Errors
    ///
    /// Returns a refusal if the client's address holds too many, or has taken too many seats within an hour.
    pub(super) fn hold(&self, client: IpAddr, game: &GameId, holding: Holding, public: bool) -> Result<(), Refusal> {
        self.hold_at(Instant::now(), client, game, holding, public)
    }

    fn hold_at(
        &self,
        now: Instant,
        client: IpAddr,
        game: &GameId,
        holding: Holding,
        public: bool,
    ) -> Result<(), Refusal> {
        let (max, kind) = (self.max(holding, public), kind(holding, public));
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        table.sweep(now);
        let fresh = |multiple: usize| NetworkHoldings {
            counts: [0; 4],
            seats: RateWindow::new(self.limits.seats_per_address.saturating_mul(multiple), HOUR),
        };
        if table.is_full(client, kind, max) {
            table.remove_expired(now);
        }
        let is_seat = matches!(holding, Holding::Seat(_));
        let mut wait = Duration::ZERO;
        for (network, multiple) in ClientNetwork::levels(client) {
            let one = table.networks.entry(network).or_insert_with(|| fresh(multiple));
            if one.counts[kind] >= max.saturating_mul(multiple) {
                return Err(too_many(holding, public, max));
            }
            if is_seat {
                wait = wait.max(one.seats.wait(now));
            }
        }
        if !wait.is_zero() {
            return Err(limits::too_many("seats were taken", wait));
        }
        // Counted once nothing refuses it, so that a refusal costs nothing.
        for (network, _) in ClientNetwork::levels(client) {
            if let Some(one) = table.networks.get_mut(&network) {
                one.counts[kind] += 1;
                if is_seat {
                    one.seats.count(now);
                }
            }
        }
        let days = Duration::from_secs(self.limits.challenge_days * 24 * 3600);
        let lasts = if holding == Holding::Challenge { days } else { MAX_SEAT_TIME };
        let entry = HoldingEntry { holding, public, address: client, expires: now + lasts };
        table.games.entry(game.clone()).or_default().push(entry);
        Ok(())
    }

    /// Returns whether a client holds something in a game.
    pub(super) fn has(&self, game: &GameId) -> bool {
        self.table.lock().unwrap_or_else(PoisonError::into_inner).games.contains_key(game)
    }

    /// Releases what is no longer held after a change of a game.
    pub(super) fn on_change(&self, game: &Game) {
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        table.retain(game.id(), |entry| entry.holding.is_held(game));
    }

    /// Releases everything in a game that was deleted.
    pub(super) fn forget(&self, game: &GameId) {
        self.table.lock().unwrap_or_else(PoisonError::into_inner).retain(game, |_| false);
    }

    /// Releases a challenge or seat that could not be stored; it does not count as taken either.
    pub(super) fn release(&self, game: &GameId, holding: Holding) {
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        let released = table.retain(game, |entry| entry.holding != holding);
        for entry in released.iter().filter(|entry| matches!(entry.holding, Holding::Seat(_))) {
            for (network, _) in ClientNetwork::levels(entry.address) {
                if let Some(one) = table.networks.get_mut(&network) {
                    one.seats.take_back();
                }
            }
        }
    }
}

impl HoldingTable {
    /// Releases and returns what is no longer held in a game.
    fn retain(&mut self, game: &GameId, is_held: impl Fn(&HoldingEntry) -> bool) -> Vec<HoldingEntry> {
        let Some(entries) = self.games.get_mut(game) else { return Vec::new() };
        let released: Vec<HoldingEntry> = entries.extract_if(.., |entry| !is_held(entry)).collect();
        if entries.is_empty() {
            self.games.remove(game);
        }
        for HoldingEntry { holding, public, address, .. } in &released {
            for (network, _) in ClientNetwork::levels(*address) {
                if let Some(one) = self.networks.get_mut(&network) {
                    let count = &mut one.counts[kind(*holding, *public)];
                    *count = count.saturating_sub(1);
                }
            }
        }
        released
    }

    /// Removes expired entries and unused networks, now and then.
    fn sweep(&mut self, now: Instant) {
        if self.games.len() + self.networks.len() < self.sweep_at.max(64) {
            return;
        }
        self.remove_expired(now);
        self.networks.retain(|_, one| one.counts != [0; 4] || !one.seats.is_empty(now));
        self.sweep_at = 2 * (self.games.len() + self.networks.len());
    }

    /// Returns whether a network of a client holds as much of a kind as it may.
    fn is_full(&self, client: IpAddr, kind: usize, max: usize) -> bool {
        ClientNetwork::levels(client).any(|(network, multiple)| {
            self.networks.get(&network).is_some_and(|one| one.counts[kind] >= max.saturating_mul(multiple))
        })
    }

    fn remove_expired(&mut self, now: Instant) {
        let games: Vec<GameId> = self.games.keys().cloned().collect();
        for game in games {
            self.retain(&game, |entry| entry.expires > now);
        }
    }
}

fn too_many(holding: Holding, public: bool, max: usize) -> Refusal {
    let listed = if public { "public " } else { "" };
    let (message, retry) = match holding {
        Holding::Challenge => {
            let wait = "cancel one, or wait until one is accepted";
            (format!("this address has {max} open {listed}challenges, which is the maximum: {wait}"), 60)
        }
        Holding::Seat(_) => {
            let wait = "make the first move there, or try again in a minute";
            (format!("this address has joined {max} {listed}games without moving yet, the maximum: {wait}"), 30)
        }
    };
    Refusal::new(RefusalCode::TooMany, message).retry_after(retry)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: usize) -> GameId {
        format!("{number:022}").parse().expect("an ID")
    }

    fn holdings() -> ClientHoldings {
        ClientHoldings::new(Arc::new(Limits::default()))
    }

    fn take_all(
        holdings: &ClientHoldings,
        from: impl Iterator<Item = String>,
        holding: Holding,
        public: bool,
    ) -> usize {
        let taken = from.enumerate().filter(|(number, address)| {
            holdings.hold(address.parse().expect("an address"), &id(*number), holding, public).is_ok()
        });
        taken.count()
    }

    #[test]
    fn challenges_and_seats_are_bounded_by_address() {
        let same = || std::iter::repeat_n("192.0.2.1".to_owned(), 200);
        assert_eq!(take_all(&holdings(), same(), Holding::Challenge, true), 3);
        assert_eq!(take_all(&holdings(), same(), Holding::Challenge, false), 30);
        assert_eq!(take_all(&holdings(), same(), Holding::Seat(1), true), 10);
        assert_eq!(take_all(&holdings(), same(), Holding::Seat(1), false), 30);
        let subnets = || (0..4096).map(|subnet| format!("2001:db8:a:{subnet:x}::1"));
        assert_eq!(take_all(&holdings(), subnets(), Holding::Challenge, true), 12, "a /48");
    }

    #[test]
    fn expired_holdings_and_those_of_deleted_games_no_longer_count() {
        let (holdings, client) = (holdings(), [192, 0, 2, 1].into());
        let now = Instant::now();
        let take = |number, at| holdings.hold_at(at, client, &id(number), Holding::Seat(1), true).is_ok();
        assert_eq!((0..20).filter(|number| take(*number, now)).count(), 10);
        assert!(!take(20, now + MAX_SEAT_TIME - Duration::from_secs(1)));
        assert!(take(20, now + MAX_SEAT_TIME + Duration::from_secs(1)));
        let challenge = |number| holdings.hold(client, &id(number), Holding::Challenge, true).is_ok();
        assert_eq!((30..40).filter(|number| challenge(*number)).count(), 3);
        holdings.forget(&id(31));
        assert!(challenge(41) && !challenge(42));
    }

    #[test]
    fn the_rate_of_seats_is_limited_and_counts_only_those_that_were_taken() {
        let holdings = holdings();
        let take = |number, client: IpAddr| {
            let taken = holdings.hold(client, &id(number), Holding::Seat(0), true);
            holdings.forget(&id(number));
            taken
        };
        let client = [192, 0, 2, 1].into();
        for number in 0..200 {
            holdings.hold(client, &id(number), Holding::Seat(0), true).expect("nothing is counted yet");
            holdings.release(&id(number), Holding::Seat(0));
        }
        assert_eq!((0..200).filter(|number| take(*number, client).is_ok()).count(), 120);
        assert!(!holdings.has(&id(0)));
        let refusal = take(200, client).expect_err("too many");
        assert!(refusal.message.ends_with("try again in 60 min"), "{refusal:?}");
        assert!(refusal.retry_after.is_some_and(|wait| (3500..=3600).contains(&wait)), "{refusal:?}");
        // 480 seats of a /48 in all. The refused ones do not count for the /56 that asked for them.
        let address = |subnet: usize| format!("2001:db8:a:{subnet:x}::1").parse().expect("an address");
        let taken = |subnets: std::ops::Range<usize>| subnets.filter(|one| take(*one, address(*one)).is_ok()).count();
        assert_eq!((taken(0..200), taken(256..456), taken(512..712), taken(768..968)), (200, 200, 80, 0));
        let table = holdings.table.lock().expect("not poisoned");
        let counted = ClientNetwork::levels(address(768)).filter_map(|(network, _)| table.networks.get(&network));
        assert_eq!(counted.filter(|one| one.seats.clone().is_empty(Instant::now())).count(), 2, "/64 and /56");
    }
}
