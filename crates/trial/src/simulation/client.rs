//! A simulated client: connects to any node, plays, repeats unanswered commands after it reconnects, and records what it
//! receives.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use halfboard_protocol::event::Proposal;
use halfboard_protocol::game::{Game, Phase};
use halfboard_protocol::id::Token;
use halfboard_protocol::message::{Command, KeyedCommand, Refusal, RefusalCode, ServerMessage};
use halfboard_protocol::{Millis, Version, json};
use halfboard_server::hub::{Hub, Subscription};
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

use super::network::Surroundings;
use crate::history::{Acknowledged, TrackedGame};

/// A running node, as clients see it.
#[derive(Clone)]
pub(super) struct RunningNode {
    pub(super) hub: Hub,
    /// Notifies the clients when the node crashes. Not a watch channel, which wakes its receivers in random order.
    pub(super) crashed: Arc<Notify>,
}

/// The running nodes, by index. Clones share them.
#[derive(Clone, Default)]
pub(super) struct RunningNodes(Arc<Mutex<Vec<Option<RunningNode>>>>);

impl RunningNodes {
    /// Replaces a node.
    pub(super) fn set(&self, index: usize, node: Option<RunningNode>) {
        let mut nodes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if nodes.len() <= index {
            nodes.resize(index + 1, None);
        }
        if let Some(before) = std::mem::replace(&mut nodes[index], node) {
            before.crashed.notify_waiters();
        }
    }

    /// Returns any running node.
    pub(super) fn choose(&self, surroundings: &Surroundings) -> Option<RunningNode> {
        let nodes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let running: Vec<&RunningNode> = nodes.iter().flatten().collect();
        let count = running.len() as u64;
        (count > 0).then(|| running[surroundings.below(count) as usize].clone())
    }
}

/// How far a client is, as others see it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClientProgress {
    /// The last version that it has seen.
    pub(super) seen: Version,
    /// Whether it waits for the answer to a command.
    pub(super) is_waiting: bool,
}

/// A player with a seat, or a spectator.
pub(super) struct SimulatedClient {
    pub(super) surroundings: Surroundings,
    pub(super) nodes: RunningNodes,
    pub(super) game: Arc<TrackedGame>,
    pub(super) name: String,
    pub(super) seat: Option<u8>,
    pub(super) token: Option<Token>,
    pub(super) seen: Version,
    pub(super) pending: Option<(KeyedCommand, Millis)>,
    /// Whether the client still sends commands.
    pub(super) active: watch::Receiver<bool>,
    pub(super) progress: watch::Sender<ClientProgress>,
}

/// Why a connection ended.
enum ConnectionEnd {
    Lost,
    Refused(Refusal),
}

impl SimulatedClient {
    /// Plays for ever; the simulation drops the task.
    pub(super) async fn live(mut self) {
        loop {
            self.surroundings.pause(30).await;
            let Some(RunningNode { hub, crashed }) = self.nodes.choose(&self.surroundings) else {
                self.surroundings.pause(300).await;
                continue;
            };
            let end = tokio::select! {
                biased;
                () = crashed.notified() => ConnectionEnd::Lost,
                end = self.connect(&hub) => end,
            };
            drop(hub);
            match end {
                ConnectionEnd::Lost => self.surroundings.note(|| format!("{} lost its connection", self.name)),
                ConnectionEnd::Refused(refusal) => {
                    self.surroundings.note(|| format!("{} was not welcomed: {:?}", self.name, refusal.code));
                    if refusal.code != RefusalCode::Unavailable {
                        let violation = format!("{} was refused: {}", self.name, refusal.message);
                        self.game.history().violations.push(violation);
                    }
                }
            }
            self.surroundings.pause(500).await;
        }
    }

    /// Joins the game and plays until the connection is lost.
    async fn connect(&mut self, hub: &Hub) -> ConnectionEnd {
        let (welcome, mut subscription) = match hub.join(&self.game.id, self.token.as_ref(), self.seen).await {
            Ok(joined) => joined,
            Err(refusal) => return ConnectionEnd::Refused(refusal),
        };
        let ServerMessage::Welcome { seat, events, .. } = welcome else {
            return ConnectionEnd::Lost;
        };
        if seat != self.seat {
            let violation = format!("{} was welcomed to seat {seat:?}", self.name);
            self.game.history().violations.push(violation);
        }
        self.receive(events);
        // Some connections last, others do not.
        let lifetime = [500, 3_000, 20_000, u64::MAX / 2][self.surroundings.below(4) as usize];
        let lost_at = Instant::now() + Duration::from_millis(self.surroundings.below(lifetime).min(1_000_000));
        let mut patience = Instant::now();
        loop {
            if self.pending.is_none() && Instant::now() >= patience {
                self.pending = self.choose().map(|keyed| (keyed, self.surroundings.now()));
                self.show_progress();
            }
            if let Some((keyed, _)) = self.pending.clone().filter(|_| Instant::now() >= patience) {
                tokio::select! {
                    biased;
                    () = tokio::time::sleep_until(lost_at), if self.surroundings.is_faulty() => {
                        return ConnectionEnd::Lost;
                    }
                    wait = self.execute(hub, &mut subscription, keyed) => patience = Instant::now() + wait,
                }
                continue;
            }
            // Looks at the game again even if nothing arrives: other clients may have stopped.
            let wake = patience.max(Instant::now() + Duration::from_millis(100 + self.surroundings.below(2000)));
            tokio::select! {
                biased;
                () = tokio::time::sleep_until(lost_at), if self.surroundings.is_faulty() => return ConnectionEnd::Lost,
                message = subscription.messages.recv() => match message {
                    Some(message) => self.on_text(&message.text),
                    None => return ConnectionEnd::Lost,
                },
                () = tokio::time::sleep_until(wake) => {}
            }
        }
    }

    /// Shows others how far the client is.
    fn show_progress(&self) {
        self.progress.send_replace(ClientProgress { seen: self.seen, is_waiting: self.pending.is_some() });
    }

    fn on_text(&mut self, text: &str) {
        match json::decode(text) {
            Ok(ServerMessage::News { events, .. }) => self.receive(events),
            Ok(_) => {}
            Err(error) => {
                let violation = format!("{} received a malformed message: {error}", self.name);
                self.game.history().violations.push(violation);
            }
        }
    }

    fn receive(&mut self, events: Vec<halfboard_protocol::event::LoggedEvent>) {
        if let Some(last) = events.last() {
            self.surroundings.note(|| format!("{} received event {}: {:?}", self.name, last.version, last.event));
        }
        let _ = self.game.receive(self.seat.unwrap_or(u8::MAX), &mut self.seen, events);
        self.show_progress();
    }

    /// Executes a command as a socket does, and returns how long to wait before the next.
    async fn execute(&mut self, hub: &Hub, subscription: &mut Subscription, keyed: KeyedCommand) -> Duration {
        let Some(token) = self.token.clone() else { return Duration::from_secs(1) };
        self.surroundings.pause(50).await;
        let result = hub.command(&self.game.id, &token, keyed.clone(), hub.now(), Some(40)).await;
        // The events of a command are sent before its reply.
        while let Ok(message) = subscription.messages.try_recv() {
            self.on_text(&message.text);
        }
        self.surroundings.pause(50).await;
        let code = result.as_ref().err().map(|refusal| refusal.code);
        self.surroundings.note(|| format!("{} got {:?} for {:?}", self.name, code, keyed.command));
        match result {
            Ok(version) => {
                let Some((command, sent)) = self.pending.take() else { return Duration::ZERO };
                let (seat, received) = (self.seat.unwrap_or(u8::MAX), self.surroundings.now());
                let acknowledged = Acknowledged { seat, command, version, sent, received };
                self.game.history().acknowledged.push(acknowledged);
                self.show_progress();
                Duration::from_millis(self.surroundings.below(400))
            }
            Err(refusal) if refusal.code == RefusalCode::Unavailable => Duration::from_millis(200),
            Err(refusal) => {
                if matches!(refusal.code, RefusalCode::NotFound | RefusalCode::NoSeat | RefusalCode::Unreadable) {
                    let violation = format!("{}: {keyed:?} was refused: {}", self.name, refusal.message);
                    self.game.history().violations.push(violation);
                }
                self.pending = None;
                self.show_progress();
                Duration::from_millis(300 + self.surroundings.below(700))
            }
        }
    }

    /// Chooses a command from what the client has seen.
    fn choose(&mut self) -> Option<KeyedCommand> {
        let seat = self.seat?;
        if !*self.active.borrow() {
            return None;
        }
        let history = self.game.history();
        // Another player may have received more already.
        let game = history.game.as_ref().filter(|game| game.version() == self.seen)?;
        let command = choose(game, seat, &self.surroundings);
        drop(history);
        let key = self.surroundings.below(u64::from(u32::MAX)) as u32;
        command.map(|command| KeyedCommand { key, command })
    }
}

fn choose(game: &Game, seat: u8, surroundings: &Surroundings) -> Option<Command> {
    let ply = game.plies();
    let chance = surroundings.below(100);
    let ask = |what: Proposal| game.can_propose(seat, what).then_some(Command::Ask { ply, what });
    if let Some(what) = game.awaits_answer_from(seat) {
        return Some(Command::Answer { ply, what, yes: chance < 60 });
    }
    match game.phase() {
        Phase::Open => (chance < 2).then_some(Command::Abort),
        Phase::Over(_) => (chance < 20).then(|| ask(Proposal::Rematch)).flatten(),
        Phase::Playing if chance < 8 && !game.partners_must_not_confer() => {
            Some(Command::Say { text: format!("hello {chance}") })
        }
        Phase::Playing if chance < 12 && game.terms().control.gift().is_some() => Some(Command::GiveTime),
        Phase::Playing if chance < 15 => ask(Proposal::TakeBack),
        Phase::Playing if chance < 17 => ask(Proposal::Draw),
        Phase::Playing if chance < 18 => Some(if game.can_abort() { Command::Abort } else { Command::Resign }),
        Phase::Playing if game.turn() == Some(seat) && chance < 95 => {
            let mut moves = game.session().moves();
            let count = moves.len() as u64;
            let index = (count > 0).then(|| surroundings.below(count) as usize)?;
            Some(Command::Play { line: game.line(), ply, mv: moves.swap_remove(index) })
        }
        Phase::Playing => None,
    }
}
