//! One online game of the bot. Server and bot fold the same event log.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::{LoggedEvent, Player, Proposal};
use halfboard_protocol::game::{Game, InvalidEvent, Phase};
use halfboard_protocol::id::{GameId, Token};
use halfboard_protocol::message::{Command, KeyedCommand, Refusal, RefusalCode, ServerMessage};
use halfboard_protocol::{Millis, Version};

use super::BotEvent;
use super::client::{ServerClient, new_key};
use super::engine::{BotEngine, SearchRequest};
use crate::error::{CliError, sanitize};
use crate::style::print;

/// How long the bot waits for a rematch request.
const REMATCH: Duration = Duration::from_secs(60);

/// How often the main loop checks its timeouts.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Maximum number of retries, with growing pauses, if the server rejects a command as out of date.
const MAX_STALE_RETRIES: u32 = 8;

/// The behaviour of a bot.
#[derive(Clone, Copy)]
pub(super) struct BotPolicy {
    /// Whether to accept rematches.
    pub(super) rematch: bool,
    /// How long to wait without activity and without a running clock before leaving.
    pub(super) patience: Option<Duration>,
}

/// A seat in a game.
pub(super) struct OnlineGame {
    server: ServerClient,
    engine: Arc<Mutex<BotEngine>>,
    id: GameId,
    token: Token,
    game: Option<Game>,
    seat: Option<u8>,
    /// A time of the server's clock, and the same moment of the local one.
    clock: (Millis, Instant),
    /// The turn being searched, and the flag that stops the search.
    thinking: Option<(u32, u32, Arc<AtomicBool>)>,
    /// The turn that the bot played last.
    played: Option<(u32, u32)>,
    /// The request that was answered last.
    answered: Option<(Version, Proposal)>,
    /// Number of consecutive commands that were rejected as out of date.
    stale_retries: u32,
    lost: bool,
    begun: bool,
}

impl OnlineGame {
    /// Creates the bot's side of a game.
    pub(super) fn new(server: &ServerClient, engine: &Arc<Mutex<BotEngine>>, id: GameId, token: Token) -> OnlineGame {
        OnlineGame {
            server: server.clone(),
            engine: Arc::clone(engine),
            id,
            token,
            game: None,
            seat: None,
            clock: (0, Instant::now()),
            thinking: None,
            played: None,
            answered: None,
            stale_retries: 0,
            lost: false,
            begun: false,
        }
    }

    /// Plays until the game is over. Returns the rematch, if there is one.
    pub(super) fn play(mut self, manners: BotPolicy) -> Result<Option<GameId>, CliError> {
        let (sender, heard) = channel();
        let (server, id, token, listener) = (self.server.clone(), self.id.clone(), self.token.clone(), sender.clone());
        let enough = Arc::new(AtomicBool::new(false));
        let until = Arc::clone(&enough);
        std::thread::Builder::new()
            .spawn(move || server.follow(&id, &token, &listener, &until))
            .map_err(|error| CliError::new(format_args!("cannot follow the game: {error}")))?;
        let done = self.lead(&heard, &sender, manners);
        enough.store(true, Ordering::Relaxed);
        self.stop_thinking();
        done
    }

    fn lead(
        &mut self,
        heard: &Receiver<BotEvent>,
        sender: &Sender<BotEvent>,
        manners: BotPolicy,
    ) -> Result<Option<GameId>, CliError> {
        let mut last = Instant::now();
        let mut over: Option<Instant> = None;
        loop {
            if let Some(game) = &self.game {
                let is_over = matches!(game.phase(), Phase::Over(_));
                match (is_over, over) {
                    (true, None) => {
                        self.say_end()?;
                        over = Some(Instant::now());
                    }
                    (true, Some(since)) => {
                        // Its own challenge may be open again.
                        let follows = game.freed_seat().map_or(manners.rematch, |freed| Some(freed) != self.seat);
                        if game.rematch().is_some() || !manners.rematch || since.elapsed() > REMATCH {
                            return Ok(game.rematch().filter(|_| follows).cloned());
                        }
                    }
                    (false, _) => {}
                }
                self.act(sender, manners)?;
                if over.is_some() && !manners.rematch {
                    continue;
                }
            }
            match heard.recv_timeout(POLL_INTERVAL) {
                Ok(BotEvent::Message(message)) => {
                    self.hear(message)?;
                    last = Instant::now();
                }
                Ok(BotEvent::Disconnected(why)) => {
                    if !self.lost {
                        print(&format!("{}; trying again\n", sanitize(&why)))?;
                    }
                    self.lost = true;
                }
                Ok(BotEvent::Refused(refusal)) => return Err(CliError::new(refusal.message)),
                Ok(BotEvent::MoveFound { line, ply, answer }) => self.thought(line, ply, answer)?,
                Err(RecvTimeoutError::Timeout) => {
                    if over.is_none()
                        && manners.patience.is_some_and(|patience| last.elapsed() > patience)
                        && self.leave()?
                    {
                        return Ok(None);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(CliError::new("the event stream of the game has ended"));
                }
            }
        }
    }

    fn hear(&mut self, message: ServerMessage) -> Result<(), CliError> {
        match message {
            ServerMessage::Welcome { seat, now, events, .. } => {
                if seat.is_none() {
                    return Err(CliError::new("the server does not accept the bot's seat any more"));
                }
                if std::mem::take(&mut self.lost) {
                    print("The connection is back\n")?;
                }
                self.seat = seat;
                self.clock = (now, Instant::now());
                self.fold(&events)
            }
            ServerMessage::News { now, events } => {
                self.clock = (now, Instant::now());
                self.fold(&events)
            }
            ServerMessage::Refused { refusal, .. } => Err(CliError::new(sanitize(&refusal.message))),
            ServerMessage::Done { .. } | ServerMessage::Present(_) | ServerMessage::Status(_) => Ok(()),
        }
    }

    fn fold(&mut self, events: &[LoggedEvent]) -> Result<(), CliError> {
        match &mut self.game {
            None if events.is_empty() => {}
            None => self.game = Some(Game::from_log(self.id.clone(), events).map_err(|error| broken(&error))?),
            Some(game) => {
                // Events may be repeated after a reconnect.
                let known = game.version();
                let mut fresh = events.iter().filter(|logged| logged.version > known);
                if fresh.any(|logged| game.apply(logged).is_err()) {
                    // An event is missing.
                    self.read_again()?;
                }
            }
        }
        if let (Some(game), false) = (&self.game, self.begun)
            && game.phase() != Phase::Open
        {
            self.begun = true;
            print(&format!("Game {} of {}: {}\n", self.id, game.session().rules(), players(game, self.seat)))?;
        }
        Ok(())
    }

    /// Answers a request or starts a search, if it is the bot's turn.
    fn act(&mut self, sender: &Sender<BotEvent>, manners: BotPolicy) -> Result<(), CliError> {
        let (Some(game), Some(seat)) = (&self.game, self.seat) else { return Ok(()) };
        let (line, ply) = (game.line(), game.plies());
        let now = self.clock.0 + u64::try_from(self.clock.1.elapsed().as_millis()).unwrap_or(u64::MAX);
        if self
            .thinking
            .as_ref()
            .is_some_and(|(thought, of, _)| (*thought, *of) != (line, ply) || game.turn().is_none())
        {
            self.stop_thinking();
            return Ok(());
        }
        let asked = game.pending().filter(|pending| pending.seat != seat && pending.agreed & (1 << seat) == 0);
        if let Some(pending) = asked
            && self.answered != Some((game.version(), pending.what))
        {
            self.answered = Some((game.version(), pending.what));
            let yes = match pending.what {
                Proposal::TakeBack => true,
                Proposal::Draw => false,
                Proposal::Rematch => manners.rematch,
            };
            let what = pending.what;
            return self.decide(Command::Answer { ply, what, yes });
        }
        if game.turn() == Some(seat) && self.thinking.is_none() && self.played != Some((line, ply)) {
            let movetime = lock(&self.engine).movetime();
            let question = SearchRequest::new(game, seat, now, movetime);
            let stop = Arc::new(AtomicBool::new(false));
            self.thinking = Some((line, ply, Arc::clone(&stop)));
            let (engine, sender) = (Arc::clone(&self.engine), sender.clone());
            let thinking = std::thread::Builder::new().spawn(move || {
                let answer = lock(&engine).think(&question, &stop);
                // The receiver is gone if the game is over.
                let _ = sender.send(BotEvent::MoveFound { line, ply, answer });
            });
            thinking.map_err(|error| CliError::new(format_args!("cannot start the engine thread: {error}")))?;
        }
        Ok(())
    }

    /// Plays the move that the engine has found.
    fn thought(&mut self, line: u32, ply: u32, answer: Result<String, String>) -> Result<(), CliError> {
        if self.thinking.as_ref().is_none_or(|(thought, of, _)| (*thought, *of) != (line, ply)) {
            return Ok(());
        }
        self.thinking = None;
        let Some(game) = &self.game else { return Ok(()) };
        let answer = answer.and_then(|mv| {
            let legal = game.session().moves().contains(&mv);
            if legal { Ok(mv) } else { Err(format!("illegal move '{mv}' in {}", game.session().position())) }
        });
        match answer {
            Ok(mv) => {
                self.played = Some((line, ply));
                self.decide(Command::Play { line, ply, mv })
            }
            Err(problem) => {
                // A broken engine must not keep the others waiting.
                self.command(Command::Resign)?;
                Err(CliError::new(format_args!("the engine: {}; the bot has resigned", sanitize(&problem))))
            }
        }
    }

    /// Sends a command that depends on the state of the game. If it is rejected as out of date, the state is reloaded, and the
    /// decision is made again.
    fn decide(&mut self, command: Command) -> Result<(), CliError> {
        match self.command(command)? {
            None => self.stale_retries = 0,
            // The events tell the result.
            Some(RefusalCode::Over) => {}
            Some(_) if self.stale_retries < MAX_STALE_RETRIES => {
                std::thread::sleep(Duration::from_millis(50 << self.stale_retries));
                self.stale_retries += 1;
                self.read_again()?;
                (self.played, self.answered) = (None, None);
            }
            Some(_) => return Err(CliError::new("the server keeps rejecting the bot's commands as out of date")),
        }
        Ok(())
    }

    /// Reloads the whole game, unless a newer state is known.
    fn read_again(&mut self) -> Result<(), CliError> {
        let state = self.server.state(&self.id, &self.token);
        let state = state.map_err(|refusal| CliError::new(refusal.message))?;
        let game = Game::from_log(self.id.clone(), &state.events).map_err(|error| broken(&error))?;
        if self.game.as_ref().is_none_or(|known| known.version() <= game.version()) {
            self.game = Some(game);
            self.clock = (state.now, Instant::now());
        }
        Ok(())
    }

    /// Sends a command. Returns the code if it was rejected as out of date.
    fn command(&self, command: Command) -> Result<Option<RefusalCode>, CliError> {
        let keyed = KeyedCommand { key: new_key()?, command };
        match self.server.command(&self.id, &self.token, &keyed) {
            Ok(_) => Ok(None),
            Err(Refusal {
                code:
                    code @ (RefusalCode::Stale
                    | RefusalCode::NotYourTurn
                    | RefusalCode::NotBegun
                    | RefusalCode::Over
                    | RefusalCode::NotNow),
                ..
            }) => Ok(Some(code)),
            Err(refusal) => Err(CliError::new(refusal.message)),
        }
    }

    fn stop_thinking(&mut self) {
        if let Some((_, _, stop)) = self.thinking.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Leaves a game without activity and without a running clock, unless it is the bot's turn.
    fn leave(&mut self) -> Result<bool, CliError> {
        let Some(game) = &self.game else { return Ok(false) };
        let timed = !matches!(game.terms().control, TimeControl::None | TimeControl::Days { .. });
        if game.turn().is_some_and(|turn| Some(turn) == self.seat) || (timed && game.clocks().running().is_some()) {
            return Ok(false);
        }
        if game.plies() < 2 {
            self.command(Command::Abort)?;
        }
        print(&format!("Game {}: no activity; left\n", self.id))?;
        Ok(true)
    }

    fn say_end(&self) -> Result<(), CliError> {
        let Some(game) = &self.game else { return Ok(()) };
        let summary = game.summary();
        let result = summary.result.unwrap_or_else(|| "called off".to_owned());
        let reason = summary.reason.map(|reason| format!(" ({reason})")).unwrap_or_default();
        print(&format!("Game {}: {result}{reason} after {} turns\n", self.id, game.plies()))
    }
}

fn broken(error: &InvalidEvent) -> CliError {
    CliError::new(format_args!("the server's game: {error}"))
}

/// Returns the names of the players.
fn players(game: &Game, own: Option<u8>) -> String {
    let names = game.seats().iter().zip(0u8..).map(|(who, seat)| match who {
        _ if own == Some(seat) => "the bot".to_owned(),
        Some(Player::Person { name }) => sanitize(name),
        Some(Player::Engine { level, .. }) => format!("the server's engine at level {level}"),
        None => "empty seat".to_owned(),
    });
    names.collect::<Vec<_>>().join(" – ")
}

/// Locks the engine. A poisoned lock is harmless: every request starts from the beginning.
pub(super) fn lock(engine: &Mutex<BotEngine>) -> std::sync::MutexGuard<'_, BotEngine> {
    engine.lock().unwrap_or_else(PoisonError::into_inner)
}
