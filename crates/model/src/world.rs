//! A state of the model. Plain arrays, since millions of states are copied, hashed and compared.

use crate::{Bounds, FaultBudget, NODES};

/// Maximum number of games.
pub const MAX_GAMES: usize = 2;
/// Maximum number of clients, of all games.
pub const MAX_CLIENTS: usize = 6;
/// Maximum length of a log.
const MAX_LOG: usize = 8;
/// Maximum number of appends without an owner.
const MAX_ORPHANS: usize = 4;

/// An event: a client claims a seat, or executes a command with a key. Zero is no event.
pub type EntryCode = u8;

/// Returns the event by which a client claims a seat.
pub fn claim(client: usize, seat: u8) -> EntryCode {
    (client as u8 + 1) << 4 | seat
}

/// Returns the event of a client's command.
pub fn command(client: usize, key: u8) -> EntryCode {
    (client as u8 + 1) << 4 | 8 | key
}

/// Returns the claimed seat of an event.
pub fn claimed_seat(entry: EntryCode) -> Option<u8> {
    (entry != 0 && entry & 8 == 0).then_some(entry & 7)
}

/// Returns the client of an event.
pub fn client_of(entry: EntryCode) -> usize {
    usize::from(entry >> 4) - 1
}

/// Returns the key of an event's request: 0 for the claim of a seat.
pub fn key_of(entry: EntryCode) -> u8 {
    if entry & 8 == 0 { 0 } else { entry & 7 }
}

/// A log of events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryLog {
    entries: [EntryCode; MAX_LOG],
    len: u8,
}

impl EntryLog {
    /// Returns the events.
    pub fn entries(&self) -> &[EntryCode] {
        &self.entries[..usize::from(self.len)]
    }

    /// Returns the number of events, which is the version.
    pub fn version(&self) -> u8 {
        self.len
    }

    /// Appends an event.
    pub fn push(&mut self, entry: EntryCode) {
        self.put(self.len, entry);
    }

    /// Writes an event after a version, which leaves a gap if there are fewer events.
    pub fn put(&mut self, after: u8, entry: EntryCode) {
        self.entries[usize::from(after)] = entry;
        self.len = self.len.max(after + 1);
    }

    /// Returns whether an event is in the log.
    pub fn contains(&self, entry: EntryCode) -> bool {
        self.entries().contains(&entry)
    }

    /// Returns the version of an event.
    pub fn position(&self, entry: EntryCode) -> Option<u8> {
        self.entries().iter().position(|&other| other == entry).map(|index| index as u8 + 1)
    }

    /// Returns the seat of a client.
    pub fn seat_of(&self, client: usize) -> Option<u8> {
        let own = |&&entry: &&EntryCode| entry != 0 && client_of(entry) == client;
        self.entries().iter().filter(own).find_map(|&entry| claimed_seat(entry))
    }

    /// Returns the first free seat.
    pub fn free_seat(&self, seats: u8) -> Option<u8> {
        (0..seats).find(|&seat| !self.entries().iter().any(|&entry| claimed_seat(entry) == Some(seat)))
    }
}

/// An append on its way to the storage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PendingAppend {
    /// The game.
    pub game: u8,
    /// The version that it follows.
    pub after: u8,
    /// The event.
    pub entry: EntryCode,
}

/// A request that an actor is executing; it holds the actor's lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunningRequest {
    /// The append.
    pub append: PendingAppend,
    /// Whether the storage has committed it.
    pub committed: bool,
}

/// A game on a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActorModel {
    /// The game as the actor knows it.
    pub log: EntryLog,
    /// The last version sent to subscribers.
    pub notified: u8,
    /// Whether the game must be read again before use.
    pub needs_reload: bool,
    /// Whether a task retries to read it.
    pub recovering: bool,
    /// The request in progress.
    pub running: Option<RunningRequest>,
}

/// A node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeModel {
    /// Whether the process is running.
    pub up: bool,
    /// Whether it receives notices.
    pub listening: bool,
    /// The games it still has to check after it reconnected, as a bit mask.
    pub lagged: u8,
    /// The versions in notices on their way to it, as a bit mask for each game.
    pub notices: [u16; MAX_GAMES],
    /// Its actors.
    pub actors: [Option<ActorModel>; MAX_GAMES],
    /// The connected clients, as a bit mask.
    pub clients: u8,
}

/// A client. It repeats a command until it is acknowledged or refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClientModel {
    /// The number of acknowledged commands, the claim of a seat included.
    pub done: u8,
    /// Whether all seats were taken, so that it only watches.
    pub watching: bool,
    /// What it has received.
    pub seen: EntryLog,
    /// The acknowledged events with their versions.
    pub acknowledged: [(EntryCode, u8); 3],
    /// Whether it received an event out of order.
    pub misordered: bool,
}

/// A state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct World {
    /// The stored logs.
    pub logs: [EntryLog; MAX_GAMES],
    /// The nodes, sorted: which is which does not matter.
    pub nodes: [NodeModel; NODES],
    /// The clients.
    pub clients: [ClientModel; MAX_CLIENTS],
    /// Appends whose node crashed or gave up, which may still be committed; sorted.
    pub orphans: [PendingAppend; MAX_ORPHANS],
    /// Faults that may still happen.
    pub faults: FaultBudget,
}

impl World {
    /// Creates the first state: all nodes are running, nothing has happened.
    ///
    /// # Panics
    ///
    /// Panics if the bounds do not fit into the arrays.
    pub fn new(bounds: &Bounds) -> World {
        assert!(usize::from(bounds.games) <= MAX_GAMES, "at most {MAX_GAMES} games");
        assert!(usize::from(bounds.games * bounds.clients) <= MAX_CLIENTS, "at most {MAX_CLIENTS} clients");
        // With a defect each client may add a few events more than once.
        assert!(bounds.clients * (bounds.commands + 1) <= MAX_LOG as u8 - 2, "at most {MAX_LOG} events");
        assert!(bounds.commands <= 2, "at most two commands");
        assert!(usize::from(bounds.faults.crashes + bounds.faults.failures) <= MAX_ORPHANS, "too many faults");
        let node = NodeModel { up: true, listening: true, ..NodeModel::default() };
        World {
            logs: [EntryLog::default(); MAX_GAMES],
            nodes: [node; NODES],
            clients: [ClientModel::default(); MAX_CLIENTS],
            orphans: [PendingAppend::default(); MAX_ORPHANS],
            faults: bounds.faults,
        }
    }

    /// Sorts what has no order: the symmetry reduction of the model.
    pub fn sort_nodes(&mut self) {
        self.nodes.sort_unstable();
        self.orphans.sort_unstable();
    }

    /// Returns the node of a client.
    pub fn node_of(&self, client: usize) -> Option<usize> {
        self.nodes.iter().position(|node| node.clients & 1 << client != 0)
    }

    /// Adds an append that no node waits for.
    pub fn add_orphan(&mut self, append: PendingAppend) {
        if let Some(free) = self.orphans.iter_mut().find(|orphan| orphan.entry == 0) {
            *free = append;
        }
    }
}
