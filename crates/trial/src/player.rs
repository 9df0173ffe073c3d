//! A simulated player: connects, plays random moves, comes back by itself when the connection is lost, and then says again
//! what was not answered, with the same key. All that it is told goes into the history of its table.

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

use crate::crowd::{Chain, Crowd, TrialPhase, lock};
use crate::told::{Acknowledged, OnItsWay, Table, now};

/// A server that does not answer for so long is left, and another connection tried.
const PATIENCE: Duration = Duration::from_secs(15);

/// The waits between attempts to connect begin with this and double …
const FIRST_WAIT: Duration = Duration::from_millis(40);
/// … up to this.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

type Socket = WebSocketStream<TcpStream>;

/// A simulated player at a seat.
pub struct Player {
    crowd: Arc<Crowd>,
    chain: Arc<Chain>,
    table: Arc<Table>,
    seat: u8,
    /// Which of the chain's people this is, whatever the seat.
    person: usize,
    seen: Version,
    waiting: Option<Waiting>,
    random: SplitMix64,
    /// Attempts to connect since the last that succeeded.
    attempts: u32,
    /// Whether the server has let it in since it connected.
    welcomed: bool,
    /// Nothing is said before this.
    not_before: Instant,
    /// Whether it thinks too long in the turn with this line and ply.
    dawdling: Option<(u32, u32, bool)>,
    /// Something to say beside the turns.
    aside: Option<Command>,
}

/// A command that was not answered yet.
struct Waiting {
    keyed: KeyedCommand,
    first: Millis,
    sent: Instant,
    /// When to say it again, when the server could not do it.
    again: Option<Instant>,
}

/// Why a player stops listening at a socket.
enum Left {
    /// The connection was lost.
    Lost,
    /// The game is over and another has begun.
    Next(Arc<Table>, u8),
    /// Everybody goes home.
    Home,
}

/// What to do next.
enum Choice {
    Say(Command),
    Go(Arc<Table>, u8),
    MakeNext,
    Nothing,
}

impl Player {
    /// A player who is not connected yet.
    pub fn new(crowd: Arc<Crowd>, chain: Arc<Chain>, table: Arc<Table>, seat: u8) -> Player {
        let chance = mix(crowd.manner.seed ^ mix((chain.number as u64) << 8 | u64::from(seat)));
        Player {
            person: usize::from(seat),
            crowd,
            chain,
            table,
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

    /// Plays game after game until everybody goes home.
    pub async fn live(mut self) {
        let mut phase = self.crowd.phase();
        while *phase.borrow() != TrialPhase::Leaving {
            self.welcomed = false;
            let Some(mut socket) = self.connect().await else {
                self.wait_a_little(&mut phase).await;
                continue;
            };
            let left = self.listen(&mut socket, &mut phase).await;
            self.set_connected(false);
            match left {
                Left::Lost => {
                    self.crowd.figures.lost.fetch_add(1, Ordering::Relaxed);
                    // A server that can be reached but lets nobody in is not to be stormed.
                    if !self.welcomed {
                        self.wait_a_little(&mut phase).await;
                    }
                }
                Left::Next(table, seat) => {
                    let _ = socket.close(None).await;
                    (self.table, self.seat, self.seen) = (table, seat, 0);
                    (self.waiting, self.dawdling, self.aside) = (None, None, None);
                }
                Left::Home => {
                    let _ = tokio::time::timeout(Duration::from_secs(1), socket.close(None)).await;
                }
            }
        }
    }

    /// Waits before the next attempt to connect, longer each time.
    async fn wait_a_little(&mut self, phase: &mut watch::Receiver<TrialPhase>) {
        let wait = LONGEST_WAIT.min(FIRST_WAIT * (1 << self.attempts.min(5)));
        self.attempts += 1;
        // Not all at the same moment.
        let wait = wait / 2 + wait * self.random.below(1000) as u32 / 2000;
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            _ = phase.wait_for(|phase| *phase == TrialPhase::Leaving) => {}
        }
    }

    fn set_connected(&self, is: bool) {
        self.chain.connected[self.person].store(is, Ordering::Relaxed);
    }

    /// Connects and says hello. Whoever cannot reach their node tries the next one.
    async fn connect(&mut self) -> Option<Socket> {
        let crowd = Arc::clone(&self.crowd);
        let _door = crowd.door.acquire().await.ok()?;
        let nodes = &crowd.nodes;
        let node = nodes[(self.chain.number + self.person + self.attempts as usize) % nodes.len()];
        let socket = async {
            let stream = TcpStream::connect(node).await.ok()?;
            stream.set_nodelay(true).ok()?;
            let address = format!("ws://{node}/api/games/{}/socket", self.table.id);
            // The buffers of thousands of players are in one process.
            let config = WebSocketConfig::default().read_buffer_size(2048).write_buffer_size(0);
            match client_async_with_config(address, stream, Some(config)).await {
                Ok((socket, _)) => Some(socket),
                Err(Error::Http(answer)) => {
                    self.crowd.figures.note_refusal(&format!("connecting: {}", answer.status().as_u16()));
                    None
                }
                Err(_) => None,
            }
        };
        let socket = tokio::time::timeout(Duration::from_secs(5), socket).await.ok().flatten();
        let Some(mut socket) = socket else {
            crowd.figures.unreachable.fetch_add(1, Ordering::Relaxed);
            return None;
        };
        let token = self.table.tokens.get(usize::from(self.seat)).cloned();
        let hello = ClientMessage::Hello { protocol: PROTOCOL_VERSION, token, after: self.seen };
        socket.send(Message::text(json::encode(&hello))).await.ok()?;
        Some(socket)
    }

    async fn listen(&mut self, socket: &mut Socket, phase: &mut watch::Receiver<TrialPhase>) -> Left {
        loop {
            // Nothing is said before the welcome.
            let playing = self.welcomed && *phase.borrow() == TrialPhase::Playing;
            let wake = if playing { self.next_action() } else { None };
            let act = tokio::time::sleep_until(wake.unwrap_or_else(|| Instant::now() + PATIENCE).into());
            tokio::select! {
                message = socket.next() => match message {
                    Some(Ok(Message::Text(text))) => match json::decode(text.as_str()) {
                        Ok(message) => if !self.hear(message, socket).await { return Left::Lost },
                        Err(error) => self.wrong(&format!("a message that cannot be read: {error}: {text}")),
                    },
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Left::Lost,
                    Some(Ok(_)) => {}
                },
                () = act, if wake.is_some() => match self.act(socket).await {
                    Ok(None) => {}
                    Ok(Some((table, seat))) => return Left::Next(table, seat),
                    Err(()) => return Left::Lost,
                },
                _ = phase.changed() => if *phase.borrow() == TrialPhase::Leaving { return Left::Home },
            }
        }
    }

    fn wrong(&self, what: &str) {
        self.table.history().wrong.push(format!("seat {}: {what}", self.seat));
    }

    /// Takes in a message; `false` when the connection is of no use.
    async fn hear(&mut self, message: ServerMessage, socket: &mut Socket) -> bool {
        match message {
            ServerMessage::Welcome { seat, events, .. } => {
                if seat != Some(self.seat) {
                    self.wrong(&format!("welcomed to seat {seat:?}"));
                }
                self.attempts = 0;
                self.welcomed = true;
                self.set_connected(true);
                self.crowd.figures.welcomes.fetch_add(1, Ordering::Relaxed);
                let _ = self.table.hear(self.seat, &mut self.seen, events);
                if let Some(waiting) = &mut self.waiting {
                    self.crowd.figures.repeated.fetch_add(1, Ordering::Relaxed);
                    (waiting.again, waiting.sent) = (None, Instant::now());
                    let text = json::encode(&ClientMessage::Do(waiting.keyed.clone()));
                    return socket.send(Message::text(text)).await.is_ok();
                }
            }
            ServerMessage::News { events, .. } => {
                let took = self.table.hear(self.seat, &mut self.seen, events);
                let figures = &self.crowd.figures;
                if let Some(took) = took.filter(|_| figures.measuring.load(Ordering::Relaxed)) {
                    lock(&figures.crossing).push(took.as_micros() as u32);
                }
                self.maybe_say_something();
            }
            ServerMessage::Done { key, version } => self.done(key, version),
            ServerMessage::Refused { key, refusal } => return self.refused(key, &refusal),
            ServerMessage::Present(_) => {}
        }
        true
    }

    fn done(&mut self, key: u32, version: Version) {
        let Some(waiting) = self.waiting.take_if(|waiting| waiting.keyed.key == key) else {
            self.wrong(&format!("an answer to a command that was not sent: key {key}"));
            return;
        };
        let figures = &self.crowd.figures;
        let is_turn = matches!(waiting.keyed.command, Command::Play { .. });
        figures.acknowledged.fetch_add(1, Ordering::Relaxed);
        figures.turns.fetch_add(u64::from(is_turn), Ordering::Relaxed);
        self.chain.acknowledged.fetch_add(1, Ordering::Relaxed);
        if is_turn && figures.measuring.load(Ordering::Relaxed) {
            lock(&figures.acknowledgement).push(waiting.sent.elapsed().as_micros() as u32);
        }
        let Waiting { keyed: command, first: sent, .. } = waiting;
        let acknowledged = Acknowledged { seat: self.seat, command, version, sent, heard: now() };
        self.table.history().acknowledged.push(acknowledged);
    }

    fn refused(&mut self, key: Option<u32>, refusal: &Refusal) -> bool {
        let hello = if key.is_none() { "hello: " } else { "" };
        self.crowd.figures.note_refusal(&format!("{hello}{:?}", refusal.code));
        // An honest client never hears these.
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
            self.wrong(&format!("refused for {:?}: {}", self.waiting.as_ref().map(|w| &w.keyed), refusal.message));
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
        // What was carried out already must be acknowledged when it is said again.
        if let Some(Waiting { keyed, .. }) = self.waiting.take() {
            let is_this = |event: &Event| {
                matches!((event, &keyed.command),
                (Event::Played { line, ply, mv, .. }, Command::Play { line: l, ply: p, mv: m }) if (line, ply, mv) == (l, p, m))
            };
            let history = self.table.history();
            // A turn that was taken back since is another matter.
            let line = history.game.as_ref().map(Game::line);
            let counts = matches!(&keyed.command, Command::Play { line: l, .. } if Some(*l) == line);
            let told = counts && history.told.iter().any(|logged| is_this(&logged.event));
            drop(history);
            if told {
                self.wrong(&format!("{keyed:?} was carried out, and is refused when it is said again: {refusal:?}"));
            }
        }
        self.not_before = Instant::now() + Duration::from_millis(100);
        true
    }

    /// When there is something to do; `None` when others must do something first.
    fn next_action(&mut self) -> Option<Instant> {
        if let Some(waiting) = &self.waiting {
            return Some(waiting.again.unwrap_or(waiting.sent + PATIENCE));
        }
        if self.aside.is_some() {
            return Some(self.not_before);
        }
        let history = self.table.history();
        // Another at this table may have heard of more already.
        let game = history.game.as_ref().filter(|game| game.version() == self.seen)?;
        match game.phase() {
            Phase::Open => None,
            Phase::Over(_) => Some(self.not_before.max(Instant::now() + Duration::from_millis(50))),
            Phase::Playing if game.awaits_answer_from(self.seat).is_some() => Some(self.not_before),
            Phase::Playing if game.turn() != Some(self.seat) => None,
            Phase::Playing => {
                let turn = (game.line(), game.plies());
                let dawdle = self.crowd.manner.dawdle;
                // Whoever has been given much time would hold everything up.
                let timed = game.clocks().deadline().is_some_and(|deadline| deadline < now() + 8000);
                let slow = match self.dawdling {
                    Some((line, ply, slow)) if (line, ply) == turn => slow,
                    _ => timed && self.random.below(1000) < dawdle,
                };
                self.dawdling = Some((turn.0, turn.1, slow));
                (!slow).then(|| self.not_before.max(*lock(&self.chain.due)))
            }
        }
    }

    /// Does what is to be done now. Gives the next table when the game is over.
    async fn act(&mut self, socket: &mut Socket) -> Result<Option<(Arc<Table>, u8)>, ()> {
        if let Some(waiting) = &mut self.waiting {
            // No answer for so long: the connection may be dead without anybody having said so.
            waiting.again.take().ok_or(())?;
            waiting.sent = Instant::now();
            let text = json::encode(&ClientMessage::Do(waiting.keyed.clone()));
            return socket.send(Message::text(text)).await.map(|()| None).map_err(|_| ());
        }
        let choice = match self.aside.take() {
            Some(command) => Choice::Say(command),
            None => self.choose(),
        };
        match choice {
            Choice::Nothing => self.not_before = Instant::now() + Duration::from_millis(200),
            Choice::Go(table, seat) => return Ok(Some((table, seat))),
            Choice::MakeNext => match self.crowd.seat(&self.chain).await {
                Ok(next) => {
                    let _ = self.table.next.set(next);
                    self.crowd.figures.finished.fetch_add(1, Ordering::Relaxed);
                }
                // The server may be down: later.
                Err(_) => self.not_before = Instant::now() + Duration::from_millis(300),
            },
            Choice::Say(command) => {
                let keyed = KeyedCommand { key: self.random.draw() as u32, command };
                let text = json::encode(&ClientMessage::Do(keyed.clone()));
                let sent = Instant::now();
                if let Command::Play { line, ply, .. } = keyed.command {
                    self.table.history().on_its_way = Some(OnItsWay { seat: self.seat, line, ply, sent });
                    self.set_next_due(sent);
                }
                self.waiting = Some(Waiting { keyed, first: now(), sent, again: None });
                socket.send(Message::text(text)).await.map_err(|_| ())?;
            }
        }
        Ok(None)
    }

    fn set_next_due(&mut self, now: Instant) {
        let pace = self.crowd.manner.pace;
        let mut due = lock(&self.chain.due);
        *due = if self.crowd.manner.steady {
            *due + pace
        } else {
            now + pace / 2 + pace * self.random.below(1000) as u32 / 1000
        };
    }

    fn choose(&mut self) -> Choice {
        let history = self.table.history();
        let Some(game) = history.game.as_ref().filter(|game| game.version() == self.seen) else {
            return Choice::Nothing;
        };
        let ply = game.plies();
        if let Phase::Over(_) = game.phase() {
            return self.after_the_end(game);
        }
        if let Some(what) = game.awaits_answer_from(self.seat) {
            let yes = self.random.below(4) < if what == Proposal::TakeBack { 3 } else { 1 };
            return Choice::Say(Command::Answer { ply, what, yes });
        }
        if game.turn() != Some(self.seat) {
            return Choice::Nothing;
        }
        let mut moves = game.session().moves();
        if moves.is_empty() {
            return Choice::Nothing;
        }
        let mv = moves.swap_remove(self.random.below(moves.len() as u64) as usize);
        Choice::Say(Command::Play { line: game.line(), ply, mv })
    }

    /// Every second place plays again with sides changed, the others begin a new game.
    fn after_the_end(&self, game: &Game) -> Choice {
        if let Some(next) = self.table.next.get() {
            let rematch = game.rematch().is_some();
            let seats = self.table.tokens.len() as u8;
            return Choice::Go(Arc::clone(next), if rematch { (self.seat + 1) % seats } else { self.seat });
        }
        if let Some(id) = game.rematch() {
            let mut tokens = self.table.tokens.clone();
            tokens.rotate_right(1);
            let mut first = false;
            self.table.next.get_or_init(|| {
                first = true;
                self.crowd.keep(Table::new(id.clone(), tokens))
            });
            self.crowd.figures.finished.fetch_add(u64::from(first), Ordering::Relaxed);
            return Choice::Nothing;
        }
        let (ply, what) = (game.plies(), Proposal::Rematch);
        match (self.chain.number.is_multiple_of(2), self.seat) {
            (true, _) if game.awaits_answer_from(self.seat) == Some(what) => {
                Choice::Say(Command::Answer { ply, what, yes: true })
            }
            (true, 0) if game.can_propose(0, what) => Choice::Say(Command::Ask { ply, what }),
            (false, 0) => Choice::MakeNext,
            _ => Choice::Nothing,
        }
    }

    /// Now and then somebody talks, gives time, asks for something or gives up.
    fn maybe_say_something(&mut self) {
        if self.aside.is_some() || self.waiting.is_some() || self.random.below(1000) >= self.crowd.manner.talk {
            return;
        }
        let history = self.table.history();
        let Some(game) = history.game.as_ref().filter(|game| game.version() == self.seen) else { return };
        let (playing, ply) = (game.phase() == Phase::Playing, game.plies());
        let ask = |what: Proposal| game.can_propose(self.seat, what).then_some(Command::Ask { ply, what });
        self.aside = match self.random.below(20) {
            0..8 => Some(Command::Say { text: format!("{} <b>\u{1F600}", self.random.draw()) }),
            8..12 => (playing && game.terms().control.gift().is_some()).then_some(Command::GiveTime),
            12..16 if playing => ask(Proposal::TakeBack),
            16..19 if playing => ask(Proposal::Draw),
            19 if playing => Some(if game.can_abort() { Command::Abort } else { Command::Resign }),
            _ => None,
        };
    }
}
