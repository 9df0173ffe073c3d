//! What can happen next, and its effect.

use crate::world::{ActorModel, EntryCode, PendingAppend, RunningRequest, World, claim, client_of, command, key_of};
use crate::{Defect, NODES, NodeProtocol};

/// A step of the model. Nodes are indices into the sorted nodes of the state before the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are indices of what they are called")]
pub enum Step {
    /// A client connects to a node and receives the events it has not seen.
    Connect { client: usize, node: usize },
    /// A client's next request reaches its node, which decides it and starts an append if needed.
    Request { client: usize },
    /// The storage executes the append of an actor.
    Commit { node: usize, game: usize },
    /// The reply of the storage reaches the actor, which publishes the event and acknowledges the command.
    Reply { node: usize, game: usize },
    /// The storage executes an append without an owner.
    CommitOrphan { index: usize },
    /// An append without an owner is lost.
    LoseOrphan { index: usize },
    /// An actor whose append or read failed reads its game again.
    Recover { node: usize, game: usize },
    /// A notice of a version arrives, in any order.
    Notice { node: usize, game: usize, version: u8 },
    /// A node that reconnected checks a game.
    CheckLagged { node: usize, game: usize },
    /// A node receives notices again.
    Listen { node: usize },
    /// A crashed node is started.
    Restart { node: usize },
    /// A fault.
    Fault(Fault),
}

/// A fault, of which a bounded number may happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are indices of what they are called")]
pub enum Fault {
    /// A node crashes.
    Crash { node: usize },
    /// A node loses the connection for notices, and those on their way.
    Disconnect { node: usize },
    /// A notice arrives and will arrive again.
    Duplicate { node: usize, game: usize, version: u8 },
    /// An append fails: before its commit, or after it, depending on the state.
    FailAppend { node: usize, game: usize },
    /// An actor stops waiting for its append, which may be committed later.
    TimeOut { node: usize, game: usize },
    /// The game cannot be read when a notice arrives.
    FailNotice { node: usize, game: usize, version: u8 },
    /// The game cannot be read when a reconnected node checks it.
    FailCheck { node: usize, game: usize },
    /// A client loses its connection.
    Drop { client: usize },
}

/// Returns the bits of a mask.
fn bits(mask: u16) -> impl Iterator<Item = u8> {
    (0..16).filter(move |bit| mask & 1 << bit != 0)
}

impl NodeProtocol {
    fn clients(&self) -> usize {
        usize::from(self.bounds.games * self.bounds.clients)
    }

    fn games(&self) -> usize {
        usize::from(self.bounds.games)
    }

    /// Returns the game of a client.
    pub fn game_of(&self, client: usize) -> usize {
        client / usize::from(self.bounds.clients)
    }

    /// Returns whether a client has something left to do.
    pub fn is_busy(&self, world: &World, client: usize) -> bool {
        let state = &world.clients[client];
        !state.watching && state.done <= self.bounds.commands
    }

    /// Returns whether only faults can happen, so that nothing is on its way any more.
    pub fn is_quiescent(&self, world: &World) -> bool {
        let mut steps = Vec::new();
        self.normal_steps(world, &mut steps);
        steps.is_empty()
    }

    /// Adds everything that can happen next.
    pub fn possible_steps(&self, world: &World, steps: &mut Vec<Step>) {
        self.normal_steps(world, steps);
        self.faulty_steps(world, steps);
    }

    fn normal_steps(&self, world: &World, steps: &mut Vec<Step>) {
        for client in 0..self.clients() {
            let game = self.game_of(client);
            match world.node_of(client) {
                None => {
                    let ready = |node: &usize| {
                        let node = &world.nodes[*node];
                        node.up && node.actors[game].is_none_or(|actor| actor.running.is_none())
                    };
                    steps.extend((0..NODES).filter(ready).map(|node| Step::Connect { client, node }));
                }
                Some(node) => {
                    let idle = world.nodes[node].actors[game].is_some_and(|actor| actor.running.is_none());
                    if idle && self.is_busy(world, client) {
                        steps.push(Step::Request { client });
                    }
                }
            }
        }
        for (index, node) in world.nodes.iter().enumerate() {
            if !node.up {
                steps.push(Step::Restart { node: index });
                continue;
            }
            if !node.listening {
                steps.push(Step::Listen { node: index });
            }
            for game in 0..self.games() {
                if let Some(running) = node.actors[game].and_then(|actor| actor.running) {
                    let (node, committed) = (index, running.committed);
                    steps.push(if committed { Step::Reply { node, game } } else { Step::Commit { node, game } });
                    continue;
                }
                if node.actors[game].is_some_and(|actor| actor.recovering) {
                    steps.push(Step::Recover { node: index, game });
                }
                steps.extend(bits(node.notices[game]).map(|version| Step::Notice { node: index, game, version }));
                if node.lagged & 1 << game != 0 {
                    steps.push(Step::CheckLagged { node: index, game });
                }
            }
        }
        for (index, orphan) in world.orphans.iter().enumerate().filter(|(_, orphan)| orphan.entry != 0) {
            let is_current = world.logs[usize::from(orphan.game)].version() == orphan.after;
            if is_current || self.defect == Defect::NoVersionCheck || self.defect == Defect::NoReload {
                steps.push(Step::CommitOrphan { index });
            }
            steps.push(Step::LoseOrphan { index });
        }
    }

    fn faulty_steps(&self, world: &World, steps: &mut Vec<Step>) {
        let faults = world.faults;
        for (index, node) in world.nodes.iter().enumerate().filter(|(_, node)| node.up) {
            let idle = |game: usize| node.actors[game].is_some_and(|actor| actor.running.is_none());
            if faults.crashes > 0 {
                steps.push(Step::Fault(Fault::Crash { node: index }));
            }
            if faults.disconnects > 0 && node.listening {
                steps.push(Step::Fault(Fault::Disconnect { node: index }));
            }
            for game in 0..self.games() {
                for version in bits(node.notices[game]).filter(|_| idle(game)) {
                    if faults.duplicates > 0 {
                        steps.push(Step::Fault(Fault::Duplicate { node: index, game, version }));
                    }
                    if faults.failures > 0 {
                        steps.push(Step::Fault(Fault::FailNotice { node: index, game, version }));
                    }
                }
                if faults.failures == 0 {
                    continue;
                }
                if node.lagged & 1 << game != 0 && idle(game) {
                    steps.push(Step::Fault(Fault::FailCheck { node: index, game }));
                }
                if let Some(running) = node.actors[game].and_then(|actor| actor.running) {
                    steps.push(Step::Fault(Fault::FailAppend { node: index, game }));
                    if !running.committed {
                        steps.push(Step::Fault(Fault::TimeOut { node: index, game }));
                    }
                }
            }
        }
        if faults.drops > 0 {
            let connected = (0..self.clients()).filter(|&client| world.node_of(client).is_some());
            steps.extend(connected.map(|client| Step::Fault(Fault::Drop { client })));
        }
    }

    /// Takes a step.
    pub fn take(&self, world: &mut World, step: Step) {
        match step {
            Step::Connect { client, node } => self.connect(world, client, node),
            Step::Request { client } => {
                if let Some(node) = world.node_of(client) {
                    self.decide(world, node, client, world.clients[client].done);
                }
            }
            Step::Commit { node, game } => self.commit(world, node, game),
            Step::Reply { node, game } => self.reply(world, node, game),
            Step::CommitOrphan { index } => {
                let orphan = std::mem::take(&mut world.orphans[index]);
                self.store(world, orphan);
            }
            Step::LoseOrphan { index } => world.orphans[index] = PendingAppend::default(),
            Step::Recover { node, game } => {
                self.catch_up(world, node, game);
                with_actor(world, node, game, |actor| actor.recovering = false);
            }
            Step::Notice { node, game, version } => {
                world.nodes[node].notices[game] &= !(1 << version);
                self.on_notice(world, node, game, version, true);
            }
            Step::CheckLagged { node, game } => {
                world.nodes[node].lagged &= !(1 << game);
                self.on_notice(world, node, game, u8::MAX, true);
            }
            Step::Listen { node } => {
                world.nodes[node].listening = true;
                if self.defect != Defect::NoLaggedNotice {
                    world.nodes[node].lagged = (1 << self.bounds.games) - 1;
                }
            }
            Step::Restart { node } => (world.nodes[node].up, world.nodes[node].listening) = (true, true),
            Step::Fault(fault) => self.fail(world, fault),
        }
    }

    fn fail(&self, world: &mut World, fault: Fault) {
        match fault {
            Fault::Crash { node } => {
                world.faults.crashes -= 1;
                let crashed = std::mem::take(&mut world.nodes[node]);
                for running in crashed.actors.iter().flatten().filter_map(|actor| actor.running) {
                    if !running.committed {
                        world.add_orphan(running.append);
                    }
                }
            }
            Fault::Disconnect { node } => {
                world.faults.disconnects -= 1;
                let node = &mut world.nodes[node];
                (node.listening, node.notices, node.lagged) = (false, Default::default(), 0);
            }
            Fault::Duplicate { node, game, version } => {
                world.faults.duplicates -= 1;
                self.on_notice(world, node, game, version, true);
            }
            Fault::FailAppend { node, game } => {
                world.faults.failures -= 1;
                self.unavailable(world, node, game);
            }
            Fault::TimeOut { node, game } => {
                world.faults.failures -= 1;
                let running = world.nodes[node].actors[game].and_then(|actor| actor.running);
                if let Some(running) = running {
                    world.add_orphan(running.append);
                }
                self.unavailable(world, node, game);
            }
            Fault::FailNotice { node, game, version } => {
                world.faults.failures -= 1;
                world.nodes[node].notices[game] &= !(1 << version);
                self.on_notice(world, node, game, version, false);
            }
            Fault::FailCheck { node, game } => {
                world.faults.failures -= 1;
                world.nodes[node].lagged &= !(1 << game);
                self.on_notice(world, node, game, u8::MAX, false);
            }
            Fault::Drop { client } => {
                world.faults.drops -= 1;
                for node in &mut world.nodes {
                    node.clients &= !(1 << client);
                }
            }
        }
    }

    fn connect(&self, world: &mut World, client: usize, node: usize) {
        let game = self.game_of(client);
        let log = world.logs[game];
        let open = ActorModel { log, notified: log.version(), needs_reload: false, recovering: false, running: None };
        let actor = *world.nodes[node].actors[game].get_or_insert(open);
        if actor.needs_reload || world.clients[client].seen.version() > actor.log.version() {
            self.catch_up(world, node, game);
        }
        let Some(actor) = world.nodes[node].actors[game] else { return };
        let after = world.clients[client].seen.version();
        deliver(world, client, after, actor.log.entries());
        world.nodes[node].clients |= 1 << client;
    }

    /// Decides a client's request with a key, and starts an append if it has an effect. The key 0 claims a seat.
    fn decide(&self, world: &mut World, node: usize, client: usize, key: u8) {
        let game = self.game_of(client);
        let claims = key == 0;
        let Some(actor) = world.nodes[node].actors[game] else { return };
        let unknown_seat = !claims && actor.log.seat_of(client).is_none();
        // Claims and unknown tokens are decided on the current log: another node may have appended.
        if actor.needs_reload || unknown_seat || (claims && self.defect != Defect::StaleSeats) {
            self.catch_up(world, node, game);
        }
        let Some(actor) = world.nodes[node].actors[game] else { return };
        let entry = match key {
            0 => match actor.log.seat_of(client) {
                Some(seat) => return acknowledge(world, node, claim(client, seat), &actor),
                None => match actor.log.free_seat(self.bounds.seats) {
                    Some(seat) => claim(client, seat),
                    None => {
                        // Unless the refusal does not reach the client, which will try again.
                        world.clients[client].watching |= world.nodes[node].clients & 1 << client != 0;
                        return;
                    }
                },
            },
            key => {
                let entry = command(client, key);
                if actor.log.contains(entry) && self.defect != Defect::NoKeys {
                    return acknowledge(world, node, entry, &actor);
                }
                entry
            }
        };
        self.start_append(world, node, game, entry);
    }

    /// Applies an event to the actor's copy of the game, and sends it to the storage.
    fn start_append(&self, world: &mut World, node: usize, game: usize, entry: EntryCode) {
        let mut published = None;
        with_actor(world, node, game, |actor| {
            let append = PendingAppend { game: game as u8, after: actor.log.version(), entry };
            actor.log.push(entry);
            actor.needs_reload = true;
            actor.running = Some(RunningRequest { append, committed: false });
            published = Some(*actor);
        });
        let Some(actor) = published else { return };
        if self.defect == Defect::EarlyPublication {
            self.publish(world, node, game);
        }
        if self.defect == Defect::EarlyAcknowledgement {
            acknowledge(world, node, entry, &actor);
        }
    }

    /// Executes an append in the storage. Returns whether it was accepted, and then notifies the nodes.
    fn store(&self, world: &mut World, append: PendingAppend) -> bool {
        let game = usize::from(append.game);
        let log = &mut world.logs[game];
        let is_claim = crate::world::claimed_seat(append.entry).is_some();
        match self.defect {
            Defect::NoVersionCheck => log.push(append.entry),
            Defect::StaleSeats if is_claim => log.push(append.entry),
            Defect::NoReload if append.after >= log.version() => log.put(append.after, append.entry),
            _ if append.after == log.version() => log.push(append.entry),
            _ => return false,
        }
        let version = world.logs[game].version();
        for node in world.nodes.iter_mut().filter(|node| node.listening && node.actors[game].is_some()) {
            node.notices[game] |= 1 << version;
        }
        true
    }

    fn commit(&self, world: &mut World, node: usize, game: usize) {
        let running = world.nodes[node].actors[game].and_then(|actor| actor.running);
        let Some(RunningRequest { append, .. }) = running else { return };
        if self.store(world, append) {
            with_actor(world, node, game, |actor| {
                actor.running = Some(RunningRequest { append, committed: true });
            });
            return;
        }
        // A conflict: the actor reads the game and decides again.
        with_actor(world, node, game, |actor| actor.running = None);
        self.catch_up(world, node, game);
        self.decide(world, node, client_of(append.entry), key_of(append.entry));
    }

    fn reply(&self, world: &mut World, node: usize, game: usize) {
        let mut replied = None;
        with_actor(world, node, game, |actor| {
            actor.needs_reload = false;
            replied = actor.running.take().map(|running| (running.append.entry, *actor));
        });
        self.publish(world, node, game);
        if let Some((entry, actor)) = replied {
            acknowledge(world, node, entry, &actor);
        }
    }

    /// The storage failed with an unknown outcome.
    fn unavailable(&self, world: &mut World, node: usize, game: usize) {
        with_actor(world, node, game, |actor| {
            actor.running = None;
            let reload = self.defect != Defect::NoReload;
            (actor.needs_reload, actor.recovering) = (reload, reload);
        });
    }

    fn on_notice(&self, world: &mut World, node: usize, game: usize, version: u8, readable: bool) {
        let Some(actor) = world.nodes[node].actors[game] else { return };
        if !actor.needs_reload && version <= actor.log.version() {
            return;
        }
        if readable {
            self.catch_up(world, node, game);
        } else if self.defect != Defect::ForgottenNotice {
            with_actor(world, node, game, |actor| (actor.needs_reload, actor.recovering) = (true, true));
        }
    }

    /// Reads the game and sends new events to the subscribers.
    fn catch_up(&self, world: &mut World, node: usize, game: usize) {
        let log = world.logs[game];
        with_actor(world, node, game, |actor| (actor.log, actor.needs_reload) = (log, false));
        self.publish(world, node, game);
    }

    /// Sends the events after the last published version to the subscribers.
    fn publish(&self, world: &mut World, node: usize, game: usize) {
        let Some(actor) = world.nodes[node].actors[game] else { return };
        for client in bits(world.nodes[node].clients.into()).map(usize::from) {
            if self.game_of(client) == game && actor.log.version() > actor.notified {
                deliver(world, client, actor.notified, actor.log.entries());
            }
        }
        with_actor(world, node, game, |actor| actor.notified = actor.log.version());
    }
}

fn with_actor(world: &mut World, node: usize, game: usize, change: impl FnOnce(&mut ActorModel)) {
    if let Some(actor) = &mut world.nodes[node].actors[game] {
        change(actor);
    }
}

/// Sends a client the events of a log after a version.
fn deliver(world: &mut World, client: usize, after: u8, log: &[EntryCode]) {
    let client = &mut world.clients[client];
    client.misordered |= client.seen.version() != after;
    for &entry in log.iter().skip(usize::from(client.seen.version())) {
        client.seen.push(entry);
    }
}

/// Acknowledges a command, if its client is still connected to the node and waits for the reply.
fn acknowledge(world: &mut World, node: usize, entry: EntryCode, actor: &ActorModel) {
    let index = client_of(entry);
    let client = &mut world.clients[index];
    if world.nodes[node].clients & 1 << index == 0 || client.done != key_of(entry) {
        return;
    }
    let version = actor.log.position(entry).unwrap_or(0);
    if let Some(slot) = client.acknowledged.get_mut(usize::from(client.done)) {
        *slot = (entry, version);
    }
    client.done += 1;
}
