//! A simulated player: connects, plays random moves, reconnects after a lost connection and then repeats unanswered commands
//! with the same key. Everything it receives is recorded in the history of its game.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use halfboard_protocol::event::{Event, Proposal};
use halfboard_protocol::game::{Game, Phase};
use halfboard_protocol::message::{ClientMessage, Command, KeyedCommand, Refusal, RefusalCode, ServerMessage};
use halfboard_protocol::{Millis, PROTOCOL_VERSION, Version, json};
use halfboard_rules::random::{SplitMix64, mix};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::crowd::{Crowd, GameSeries, TrialPhase, lock};
use crate::history::{Acknowledged, InFlightTurn, TrackedGame, now};

/// Time without a reply after which the player reconnects.
const TIMEOUT: Duration = Duration::from_secs(15);

/// First delay between attempts to connect; it doubles with each attempt.
const FIRST_BACKOFF: Duration = Duration::from_millis(40);
/// Maximum delay between attempts to connect.
const MAX_BACKOFF: Duration = Duration::from_secs(1);

type Socket = WebSocketStream<TcpStream>;

/// A simulated player at a seat.
pub struct Player {
    crowd: Arc<Crowd>,
    series: Arc<GameSeries>,
    game: Arc<TrackedGame>,
    seat: u8,
    /// The index of this player in the series, which does not change with the seat.
    person: usize,
    seen: Version,
    waiting: Option<PendingCommand>,
    random: SplitMix64,
    /// Failed attempts to connect in a row.
    attempts: u32,
    /// Whether the welcome was received.
    welcomed: bool,
    /// Earliest time of the next command.
    not_before: Instant,
    /// The current turn (line and ply), and whether the player lets its time run out.
    dawdling: Option<(u32, u32, bool)>,
    /// A command to send besides turns.
    aside: Option<Command>,
}

/// A command without a reply.
struct PendingCommand {
    keyed: KeyedCommand,
    first: Millis,
    sent: Instant,
    /// When to repeat it after an outage.
    again: Option<Instant>,
}

/// Why a player leaves a socket.
enum LeaveReason {
    /// The connection was lost.
    Disconnected,
    /// The game is over, and the next one has started.
    NextGame(Arc<TrackedGame>, u8),
    /// The trial is over.
    TrialOver,
}

/// The next action of a player.
enum Action {
    Say(Command),
    Go(Arc<TrackedGame>, u8),
    MakeNext,
    Nothing,
}

impl Player {
    /// Creates a player who is not connected.
    pub fn new(crowd: Arc<Crowd>, series: Arc<GameSeries>, game: Arc<TrackedGame>, seat: u8) -> Player {
        let chance = mix(crowd.behavior.seed ^ mix((series.number as u64) << 8 | u64::from(seat)));
        Player {
            person: usize::from(seat),
            crowd,
            series,
            game,
            seat,
            seen: 0,
            waiting: None,
            random: SplitMix64::new(chance),
            attempts: 0,
            welcomed: false,
            not_before: Instant::now(),
            dawdling: None,
            aside: None,
        }
    }

    /// Plays games until the trial is over.
    pub async fn live(mut self) {
        let mut phase = self.crowd.phase();
        while *phase.borrow() != TrialPhase::Leaving {
            self.welcomed = false;
            let Some(mut socket) = self.connect().await else {
                self.back_off(&mut phase).await;
                continue;
            };
            let left = self.listen(&mut socket, &mut phase).await;
            self.set_connected(false);
            match left {
                LeaveReason::Disconnected => {
                    self.crowd.counters.lost.fetch_add(1, Ordering::Relaxed);
                    // Do not hammer a server that refuses connections.
                    if !self.welcomed {
                        self.back_off(&mut phase).await;
                    }
                }
                LeaveReason::NextGame(table, seat) => {
                    let _ = socket.close(None).await;
                    (self.game, self.seat, self.seen) = (table, seat, 0);
                    (self.waiting, self.dawdling, self.aside) = (None, None, None);
                }
                LeaveReason::TrialOver => {
                    let _ = tokio::time::timeout(Duration::from_secs(1), socket.close(None)).await;
                }
            }
        }
    }

    /// Waits before the next attempt to connect, longer each time.
    async fn back_off(&mut self, phase: &mut watch::Receiver<TrialPhase>) {
        let wait = MAX_BACKOFF.min(FIRST_BACKOFF * (1 << self.attempts.min(5)));
        self.attempts += 1;
        // Not all at the same moment.
        let wait = wait / 2 + wait * self.random.below(1000) as u32 / 2000;
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            _ = phase.wait_for(|phase| *phase == TrialPhase::Leaving) => {}
        }
    }

    fn set_connected(&self, is: bool) {
        self.series.connected[self.person].store(is, Ordering::Relaxed);
    }

    /// Connects and sends hello. Tries the next node if one is unreachable.
    async fn connect(&mut self) -> Option<Socket> {
        let crowd = Arc::clone(&self.crowd);
        let _door = crowd.connecting.acquire().await.ok()?;
        let nodes = &crowd.nodes;
        let node = nodes[(self.series.number + self.person + self.attempts as usize) % nodes.len()];
        let socket = async {
            let stream = TcpStream::connect(node).await.ok()?;
            stream.set_nodelay(true).ok()?;
            let address = format!("ws://{node}/api/games/{}/socket", self.game.id);
            // One process holds the buffers of thousands of players.
            let config = WebSocketConfig::default().read_buffer_size(2048).write_buffer_size(0);
            match client_async_with_config(address, stream, Some(config)).await {
                Ok((socket, _)) => Some(socket),
                Err(Error::Http(answer)) => {
                    self.crowd.counters.count_refusal(&format!("connecting: {}", answer.status().as_u16()));
                    None
                }
                Err(_) => None,
            }
        };
        let socket = tokio::time::timeout(Duration::from_secs(5), socket).await.ok().flatten();
        let Some(mut socket) = socket else {
            crowd.counters.unreachable.fetch_add(1, Ordering::Relaxed);
            return None;
        };
        let token = self.game.tokens.get(usize::from(self.seat)).cloned();
        let hello = ClientMessage::Hello { protocol: PROTOCOL_VERSION, token, after: self.seen };
        socket.send(Message::text(json::encode(&hello))).await.ok()?;
        Some(socket)
    }

    async fn listen(&mut self, socket: &mut Socket, phase: &mut watch::Receiver<TrialPhase>) -> LeaveReason {
        loop {
            // No commands before the welcome.
            let playing = self.welcomed && *phase.borrow() == TrialPhase::Playing;
            let wake = if playing { self.next_action() } else { None };
            let act = tokio::time::sleep_until(wake.unwrap_or_else(|| Instant::now() + TIMEOUT).into());
            tokio::select! {
                message = socket.next() => match message {
                    Some(Ok(Message::Text(text))) => match json::decode(text.as_str()) {
                        Ok(message) => if !self.on_message(message, socket).await { return LeaveReason::Disconnected },
                        Err(error) => self.report_violation(&format!("malformed message: {error}: {text}")),
                    },
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return LeaveReason::Disconnected,
                    Some(Ok(_)) => {}
                },
                () = act, if wake.is_some() => match self.act(socket).await {
                    Ok(None) => {}
                    Ok(Some((table, seat))) => return LeaveReason::NextGame(table, seat),
                    Err(()) => return LeaveReason::Disconnected,
                },
                _ = phase.changed() => if *phase.borrow() == TrialPhase::Leaving { return LeaveReason::TrialOver },
            }
        }
    }

    fn report_violation(&self, what: &str) {
        self.game.history().violations.push(format!("seat {}: {what}", self.seat));
    }

    /// Handles a message; returns false if the connection is unusable.
    async fn on_message(&mut self, message: ServerMessage, socket: &mut Socket) -> bool {
        match message {
            ServerMessage::Welcome { seat, events, .. } => {
                if seat != Some(self.seat) {
                    self.report_violation(&format!("welcomed to seat {seat:?}"));
                }
                self.attempts = 0;
                self.welcomed = true;
                self.set_connected(true);
                self.crowd.counters.welcomes.fetch_add(1, Ordering::Relaxed);
                let _ = self.game.receive(self.seat, &mut self.seen, events);
                if let Some(waiting) = &mut self.waiting {
                    self.crowd.counters.repeated.fetch_add(1, Ordering::Relaxed);
                    (waiting.again, waiting.sent) = (None, Instant::now());
                    let text = json::encode(&ClientMessage::Do(waiting.keyed.clone()));
                    return socket.send(Message::text(text)).await.is_ok();
                }
            }
            ServerMessage::News { events, .. } => {
                let took = self.game.receive(self.seat, &mut self.seen, events);
                let counters = &self.crowd.counters;
                if let Some(took) = took.filter(|_| counters.measuring.load(Ordering::Relaxed)) {
                    lock(&counters.crossing).push(took.as_micros() as u32);
                }
                self.maybe_send_aside();
            }
            ServerMessage::Done { key, version } => self.done(key, version),
            ServerMessage::Refused { key, refusal } => return self.refused(key, &refusal),
            ServerMessage::Present(_) | ServerMessage::Status(_) => {}
        }
        true
    }

    fn done(&mut self, key: u32, version: Version) {
        let Some(waiting) = self.waiting.take_if(|waiting| waiting.keyed.key == key) else {
            self.report_violation(&format!("reply to an unknown command: key {key}"));
            return;
        };
        let counters = &self.crowd.counters;
        let is_turn = matches!(waiting.keyed.command, Command::Play { .. });
        counters.acknowledged.fetch_add(1, Ordering::Relaxed);
        counters.turns.fetch_add(u64::from(is_turn), Ordering::Relaxed);
        self.series.acknowledged.fetch_add(1, Ordering::Relaxed);
        if is_turn && counters.measuring.load(Ordering::Relaxed) {
            lock(&counters.acknowledgement).push(waiting.sent.elapsed().as_micros() as u32);
        }
        let PendingCommand { keyed: command, first: sent, .. } = waiting;
        let acknowledged = Acknowledged { seat: self.seat, command, version, sent, received: now() };
        self.game.history().acknowledged.push(acknowledged);
    }

    fn refused(&mut self, key: Option<u32>, refusal: &Refusal) -> bool {
        let hello = if key.is_none() { "hello: " } else { "" };
        self.crowd.counters.count_refusal(&format!("{hello}{:?}", refusal.code));
        // A well-behaved client never gets these.
        if matches!(
            refusal.code,
            RefusalCode::Unreadable
                | RefusalCode::Protocol
                | RefusalCode::Invalid
                | RefusalCode::NotFound
                | RefusalCode::NoSeat
                | RefusalCode::Taken
                | RefusalCode::NotLegal
        ) {
            self.report_violation(&format!(
                "refused for {:?}: {}",
                self.waiting.as_ref().map(|w| &w.keyed),
                refusal.message
            ));
        }
        let Some(key) = key else { return false };
        let Some(waiting) = self.waiting.as_mut().filter(|waiting| waiting.keyed.key == key) else { return true };
        let wait = match refusal.code {
            RefusalCode::Unavailable => 200 + self.random.below(200),
            RefusalCode::TooFast | RefusalCode::TooMany => 2000,
            _ => 0,
        };
        if wait > 0 {
            waiting.again = Some(Instant::now() + Duration::from_millis(wait));
            return true;
        }
        // A repeated command that was executed must be acknowledged.
        if let Some(PendingCommand { keyed, .. }) = self.waiting.take() {
            let is_this = |event: &Event| {
                matches!((event, &keyed.command),
                (Event::Played { line, ply, mv, .. }, Command::Play { line: l, ply: p, mv: m }) if (line, ply, mv) == (l, p, m))
            };
            let history = self.game.history();
            // Unless the turn was taken back since.
            let line = history.game.as_ref().map(Game::line);
            let counts = matches!(&keyed.command, Command::Play { line: l, .. } if Some(*l) == line);
            let known = counts && history.received.iter().any(|logged| is_this(&logged.event));
            drop(history);
            if known {
                self.report_violation(&format!("{keyed:?} was executed but is refused when repeated: {refusal:?}"));
            }
        }
        self.not_before = Instant::now() + Duration::from_millis(100);
        true
    }

    /// Returns the time of the next action; `None` if others must act first.
    fn next_action(&mut self) -> Option<Instant> {
        if let Some(waiting) = &self.waiting {
            return Some(waiting.again.unwrap_or(waiting.sent + TIMEOUT));
        }
        if self.aside.is_some() {
            return Some(self.not_before);
        }
        let history = self.game.history();
        // Another player may have received more already.
        let game = history.game.as_ref().filter(|game| game.version() == self.seen)?;
        match game.phase() {
            Phase::Open => None,
            Phase::Over(_) => Some(self.not_before.max(Instant::now() + Duration::from_millis(50))),
            Phase::Playing if game.awaits_answer_from(self.seat).is_some() => Some(self.not_before),
            Phase::Playing if game.turn() != Some(self.seat) => None,
            Phase::Playing => {
                let turn = (game.line(), game.plies());
                let dawdle = self.crowd.behavior.dawdle;
                // Not with much time left, which would stall the trial.
                let timed = game.clocks().deadline().is_some_and(|deadline| deadline < now() + 8000);
                let slow = match self.dawdling {
                    Some((line, ply, slow)) if (line, ply) == turn => slow,
                    _ => timed && self.random.below(1000) < dawdle,
                };
                self.dawdling = Some((turn.0, turn.1, slow));
                (!slow).then(|| self.not_before.max(*lock(&self.series.due)))
            }
        }
    }

    /// Acts now. Returns the next game once this one is over.
    async fn act(&mut self, socket: &mut Socket) -> Result<Option<(Arc<TrackedGame>, u8)>, ()> {
        if let Some(waiting) = &mut self.waiting {
            // No reply: the connection may be dead.
            waiting.again.take().ok_or(())?;
            waiting.sent = Instant::now();
            let text = json::encode(&ClientMessage::Do(waiting.keyed.clone()));
            return socket.send(Message::text(text)).await.map(|()| None).map_err(|_| ());
        }
        let choice = match self.aside.take() {
            Some(command) => Action::Say(command),
            None => self.choose(),
        };
        match choice {
            Action::Nothing => self.not_before = Instant::now() + Duration::from_millis(200),
            Action::Go(table, seat) => return Ok(Some((table, seat))),
            Action::MakeNext => match self.crowd.seat(&self.series).await {
                Ok(next) => {
                    let _ = self.game.next.set(next);
                    self.crowd.counters.finished.fetch_add(1, Ordering::Relaxed);
                }
                // The server may be down: retry later.
                Err(_) => self.not_before = Instant::now() + Duration::from_millis(300),
            },
            Action::Say(command) => {
                let keyed = KeyedCommand { key: self.random.next_u64() as u32, command };
                let text = json::encode(&ClientMessage::Do(keyed.clone()));
                let sent = Instant::now();
                if let Command::Play { line, ply, .. } = keyed.command {
                    self.game.history().in_flight = Some(InFlightTurn { seat: self.seat, line, ply, sent });
                    self.set_next_due(sent);
                }
                self.waiting = Some(PendingCommand { keyed, first: now(), sent, again: None });
                socket.send(Message::text(text)).await.map_err(|_| ())?;
            }
        }
        Ok(None)
    }

    fn set_next_due(&mut self, now: Instant) {
        let pace = self.crowd.behavior.pace;
        let mut due = lock(&self.series.due);
        *due = if self.crowd.behavior.steady {
            *due + pace
        } else {
            now + pace / 2 + pace * self.random.below(1000) as u32 / 1000
        };
    }

    fn choose(&mut self) -> Action {
        let history = self.game.history();
        let Some(game) = history.game.as_ref().filter(|game| game.version() == self.seen) else {
            return Action::Nothing;
        };
        let ply = game.plies();
        if let Phase::Over(_) = game.phase() {
            return self.after_the_end(game);
        }
        if let Some(what) = game.awaits_answer_from(self.seat) {
            let yes = self.random.below(4) < if what == Proposal::TakeBack { 3 } else { 1 };
            return Action::Say(Command::Answer { ply, what, yes });
        }
        if game.turn() != Some(self.seat) {
            return Action::Nothing;
        }
        let mut moves = game.session().moves();
        if moves.is_empty() {
            return Action::Nothing;
        }
        let mv = moves.swap_remove(self.random.below(moves.len() as u64) as usize);
        Action::Say(Command::Play { line: game.line(), ply, mv })
    }

    /// Every second series plays rematches, the others new games.
    fn after_the_end(&self, game: &Game) -> Action {
        if let Some(next) = self.game.next.get() {
            let rematch = game.rematch().is_some();
            let seats = self.game.tokens.len() as u8;
            return Action::Go(Arc::clone(next), if rematch { (self.seat + 1) % seats } else { self.seat });
        }
        if let Some(id) = game.rematch() {
            let mut tokens = self.game.tokens.clone();
            tokens.rotate_right(1);
            let mut first = false;
            self.game.next.get_or_init(|| {
                first = true;
                self.crowd.track(TrackedGame::new(id.clone(), tokens))
            });
            self.crowd.counters.finished.fetch_add(u64::from(first), Ordering::Relaxed);
            return Action::Nothing;
        }
        let (ply, what) = (game.plies(), Proposal::Rematch);
        match (self.series.number.is_multiple_of(2), self.seat) {
            (true, _) if game.awaits_answer_from(self.seat) == Some(what) => {
                Action::Say(Command::Answer { ply, what, yes: true })
            }
            (true, 0) if game.can_propose(0, what) => Action::Say(Command::Ask { ply, what }),
            (false, 0) => Action::MakeNext,
            _ => Action::Nothing,
        }
    }

    /// Occasionally chats, gives time, makes a proposal or resigns.
    fn maybe_send_aside(&mut self) {
        if self.aside.is_some() || self.waiting.is_some() || self.random.below(1000) >= self.crowd.behavior.chat {
            return;
        }
        let history = self.game.history();
        let Some(game) = history.game.as_ref().filter(|game| game.version() == self.seen) else { return };
        let (playing, ply) = (game.phase() == Phase::Playing, game.plies());
        let ask = |what: Proposal| game.can_propose(self.seat, what).then_some(Command::Ask { ply, what });
        self.aside = match self.random.below(20) {
            0..8 if game.partners_must_not_confer() => None,
            0..8 => Some(Command::Say { text: format!("{} <b>\u{1F600}", self.random.next_u64()) }),
            8..12 => (playing && game.terms().control.gift().is_some()).then_some(Command::GiveTime),
            12..16 if playing => ask(Proposal::TakeBack),
            16..19 if playing => ask(Proposal::Draw),
            19 if playing => Some(if game.can_abort() { Command::Abort } else { Command::Resign }),
            _ => None,
        };
    }
}
