//! A model of how several nodes share games: optimistic appends by version, idempotent commands, seat claims, and notices
//! between nodes. The model checker Stateright visits every state that bounded numbers of faults can lead to.
//!
//! - [`world`]: a state: logs, nodes with their actors, clients, appends without an owner.
//! - [`steps`]: what can happen next; a step is atomic where the server holds a lock or a transaction.
//! - [`laws`]: the properties that every state must have.
//!
//! The model follows `crates/server/src/hub` and the PostgreSQL backend. [`Defect`] breaks it deliberately; the tests verify
//! that each defect violates a law.

pub mod laws;
pub mod steps;
pub mod world;

use world::World;

/// The number of nodes.
pub const NODES: usize = 3;

/// The size of a model: what clients do, and how many faults of each kind may happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Games, at most [`world::MAX_GAMES`].
    pub games: u8,
    /// Clients of each game; the first ones to claim a seat get one, the others watch.
    pub clients: u8,
    /// Seats of each game.
    pub seats: u8,
    /// Commands of each seated client.
    pub commands: u8,
    /// Available faults.
    pub faults: FaultBudget,
}

/// How many faults of each kind may still happen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FaultBudget {
    /// Crashes of nodes.
    pub crashes: u8,
    /// Lost connections between a node and the source of notices.
    pub disconnects: u8,
    /// Duplicated notices.
    pub duplicates: u8,
    /// Failed reads and appends; an append fails before or after its commit, or commits later.
    pub failures: u8,
    /// Lost connections between a client and its node.
    pub drops: u8,
}

/// A deliberate error in the protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Defect {
    /// The protocol as implemented.
    #[default]
    None,
    /// The storage appends without comparing versions.
    NoVersionCheck,
    /// Repeated commands are executed again.
    NoKeys,
    /// Commands are acknowledged before they are stored.
    EarlyAcknowledgement,
    /// Seats are granted without looking at the current log.
    StaleSeats,
    /// After a failed append the actor keeps its state, and the storage only compares whether a version is free.
    NoReload,
    /// Events are published before they are stored.
    EarlyPublication,
    /// A node that reconnects does not check its games.
    NoLaggedNotice,
    /// A notice is forgotten if the game cannot be read at that moment, which the server did before this model existed.
    ForgottenNotice,
}

/// The model for the checker.
#[derive(Clone, Copy, Debug)]
pub struct NodeProtocol {
    /// Its size.
    pub bounds: Bounds,
    /// A deliberate error.
    pub defect: Defect,
}

impl stateright::Model for NodeProtocol {
    type State = World;
    type Action = steps::Step;

    fn init_states(&self) -> Vec<World> {
        vec![World::new(&self.bounds)]
    }

    fn actions(&self, world: &World, actions: &mut Vec<steps::Step>) {
        self.possible_steps(world, actions);
    }

    fn next_state(&self, world: &World, step: steps::Step) -> Option<World> {
        let mut next = world.clone();
        self.take(&mut next, step);
        next.sort_nodes();
        Some(next)
    }

    fn properties(&self) -> Vec<stateright::Property<Self>> {
        laws::properties()
    }
}
