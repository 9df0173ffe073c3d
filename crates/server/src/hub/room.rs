//! A room: one game with everybody who is connected to it here. Commands come in one after the other; each is decided,
//! kept, and then told to all. Who listens, and what they are told, is in `listening`.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex as StdMutex, PoisonError};
use std::time::{Duration, Instant};

use halfboard_protocol::api;
use halfboard_protocol::event::{Event, LoggedEvent, Player};
use halfboard_protocol::game::{Game, InvalidEvent, Phase};
use halfboard_protocol::id::{GameId, Token};
use halfboard_protocol::message::{KeyedCommand, Presence, Refusal, RefusalCode};
use halfboard_protocol::{Millis, Version, limits};
use tokio::sync::Mutex;

use super::listening::Listener;
use super::presence::Elsewhere;
use super::{Hub, make, no_such_game, now, seen};
use crate::limits::Window;
use crate::referee::{self, Decision};
use crate::secrets;
use crate::store::{Append, AppendError, Row, SeatKey};

/// A game with its listeners.
pub(super) struct Room {
    pub(super) id: GameId,
    table: Mutex<Table>,
    pub(super) listeners: StdMutex<Vec<Listener>>,
    pub(super) elsewhere: StdMutex<Elsewhere>,
    /// Whether the news of who is present is about to be told.
    pub(super) telling: AtomicBool,
    /// Whether a game that is in doubt is being read again.
    recovering: AtomicBool,
    /// When somebody last wanted something here.
    used: AtomicU64,
    pub(super) numbers: AtomicU64,
}

/// The game itself, and what is remembered with it.
pub(super) struct Table {
    pub(super) game: Game,
    keys: Vec<SeatKey>,
    /// Up to which event the listeners have been told, those at seats and those who watch.
    pub(super) told: Version,
    pub(super) told_watchers: Version,
    /// The storage may have something else than the game here: it must be read again first.
    doubtful: bool,
    /// When the flag falls, as it stands in the hub's list.
    flag: Option<Millis>,
    /// What each seat has said lately besides its turns.
    asides: Vec<Window>,
    /// The turn that an engine thinks about.
    pub(super) thinking: Option<(u32, u32)>,
}

/// How soon a game that is in doubt is read again, at first and later.
const RECOVER_FIRST: Duration = Duration::from_millis(500);
const RECOVER_LAST: Duration = Duration::from_secs(10);

/// How often a command is decided anew because another node was faster.
const TRIES: usize = 16;

impl Room {
    /// Opens the room of a game that is kept.
    pub(super) async fn open(hub: &Hub, id: &GameId) -> Result<Arc<Room>, Refusal> {
        let kept = hub.0.store.read(id, 0).await.map_err(|problem| hub.unavailable(&problem))?;
        let kept = kept.ok_or_else(|| no_such_game(id))?;
        let game = read_log(id, &kept.events)?;
        let seats = game.seats().len();
        let aside = Window::new(limits::CHAT_PER_WINDOW, Duration::from_millis(limits::CHAT_WINDOW_MS));
        let table = Table {
            told: game.version(),
            told_watchers: game.spectator_version(),
            keys: kept.keys,
            doubtful: false,
            flag: None,
            asides: vec![aside; seats],
            thinking: None,
            game,
        };
        let room = Arc::new(Room {
            id: id.clone(),
            table: Mutex::new(table),
            listeners: StdMutex::default(),
            elsewhere: StdMutex::default(),
            telling: AtomicBool::new(false),
            recovering: AtomicBool::new(false),
            used: AtomicU64::new(now()),
            numbers: AtomicU64::new(0),
        });
        room.tend(hub).await;
        Ok(room)
    }

    /// Whether nobody has wanted anything here since then, and nobody listens.
    pub(super) fn is_idle(&self, since: Millis) -> bool {
        let listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.is_empty() && self.used.load(Ordering::Relaxed) < since
    }

    /// The game, as it is kept. Reads on where that is in doubt.
    pub(super) async fn table(&self, hub: &Hub) -> Result<tokio::sync::MutexGuard<'_, Table>, Refusal> {
        self.used.store(now(), Ordering::Relaxed);
        let mut table = self.table.lock().await;
        if table.doubtful {
            self.read_on(hub, &mut table).await?;
        }
        Ok(table)
    }

    /// The seat that a secret opens.
    pub(super) async fn seat_of(&self, hub: &Hub, token: &Token) -> Result<u8, Refusal> {
        let mut table = self.table(hub).await?;
        self.opened(hub, &mut table, token).await
    }

    /// The same at the table. The seat may have been taken at another node a moment ago.
    pub(super) async fn opened(&self, hub: &Hub, table: &mut Table, token: &Token) -> Result<u8, Refusal> {
        let mut seat = secrets::seat_of(&table.keys, token);
        if seat.is_none() && hub.has_others() {
            self.read_on(hub, table).await?;
            seat = secrets::seat_of(&table.keys, token);
        }
        seat.ok_or_else(|| Refusal::new(RefusalCode::NoSeat, "this secret opens no seat of the game"))
    }

    /// Sees to what the game needs without anybody asking: a fallen flag, an engine's turn.
    pub(super) async fn tend(self: &Arc<Self>, hub: &Hub) {
        let Ok(mut table) = self.table(hub).await else { return };
        if let Some(event) = referee::flag(&table.game, now())
            && self.commit(hub, &mut table, vec![event], now()).await.is_err()
        {
            // Nothing follows from a game that is in doubt.
            return;
        }
        self.after(hub, &mut table);
    }

    /// Takes in what another node has kept.
    pub(super) async fn news_of(self: &Arc<Self>, hub: &Hub, version: Option<Version>) {
        let mut table = self.table.lock().await;
        if table.doubtful || version.is_none_or(|version| version > table.game.version()) {
            // When it fails another word, or whoever wants to move, makes it be tried again.
            if self.read_on(hub, &mut table).await.is_ok() {
                self.after(hub, &mut table);
            }
        }
    }

    /// Takes a seat.
    pub(super) async fn take_seat(self: &Arc<Self>, hub: &Hub, take: api::TakeSeat) -> Result<api::SeatGrant, Refusal> {
        let name = make::name(&take.name)?;
        let token = take.token.unwrap_or_else(secrets::new_token);
        let mut table = self.table(hub).await?;
        if hub.has_others() {
            // The seat may have been taken at another node a moment ago.
            self.read_on(hub, &mut table).await?;
        }
        for _ in 0..TRIES {
            let given = |seat| api::SeatGrant { game: self.id.clone(), seat, token: token.clone() };
            if let Some(seat) = secrets::seat_of(&table.keys, &token) {
                return Ok(given(seat));
            }
            if let Phase::Over(_) = table.game.phase() {
                return Err(Refusal::new(RefusalCode::Over, "the game is over or was withdrawn"));
            }
            let free: Vec<u8> =
                (0..table.game.seats().len() as u8).filter(|&seat| table.game.player(seat).is_none()).collect();
            let seat = match take.seat {
                Some(seat) => free.iter().copied().find(|&other| other == seat),
                None => free.first().copied(),
            };
            let Some(seat) = seat else {
                return Err(Refusal::new(RefusalCode::Taken, "this seat is taken; you can watch the game"));
            };
            let event = Event::Seated { seat, who: Player::Person { name: name.clone() } };
            let key = SeatKey { seat, hash: secrets::hash(&token) };
            match self.keep(hub, &mut table, vec![event], vec![key], None, now()).await? {
                Kept::Kept => {
                    self.after(hub, &mut table);
                    self.presence_changed(hub);
                    return Ok(given(seat));
                }
                Kept::OtherFirst => {}
            }
        }
        Err(busy())
    }

    /// Carries out a command of whoever holds a seat.
    pub(super) async fn command(
        self: &Arc<Self>,
        hub: &Hub,
        seat: u8,
        keyed: &KeyedCommand,
        arrived: Millis,
        lag: u32,
    ) -> Result<Version, Refusal> {
        let mut table = self.table(hub).await?;
        let mut certain = !hub.has_others();
        let mut charged = false;
        for _ in 0..TRIES {
            let at = arrived.max(table.game.changed());
            if let Some(event) = referee::flag(&table.game, at) {
                self.commit(hub, &mut table, vec![event], at).await?;
                self.after(hub, &mut table);
                continue;
            }
            let (events, again) = match referee::decide(&table.game, seat, keyed, at, lag) {
                Ok(Decision::Already(version)) => return Ok(version),
                Ok(Decision::Events(events)) => (events, false),
                Ok(Decision::Again(event)) => (vec![event], true),
                Err(refusal) if certain => return Err(refusal),
                // Another node may know of what has happened since, and would not refuse it.
                Err(_) => {
                    certain = true;
                    self.read_on(hub, &mut table).await?;
                    continue;
                }
            };
            let aside = referee::is_aside(&keyed.command);
            if aside && table.game.version() >= limits::MAX_EVENTS {
                return Err(Refusal::new(
                    RefusalCode::TooMany,
                    "too much has happened in this game; only turns are possible",
                ));
            }
            let window = table.asides.get_mut(usize::from(seat)).filter(|_| aside && !charged);
            if window.is_some_and(|window| !window.allows(Instant::now())) {
                return Err(Refusal::new(RefusalCode::TooFast, "that was too much in a short time; wait some seconds"));
            }
            charged = true;
            let too_late = matches!(events.as_slice(), [Event::Ended(_)]) && !referee::ends(&keyed.command);
            let begins = if again { Some(Box::new(make::again(&table.game, &table.keys, at)?)) } else { None };
            let rematch = begins.as_ref().map(|game| Event::Rematched { game: game.row.summary.id.clone() });
            let events = events.into_iter().chain(rematch).collect();
            match self.keep(hub, &mut table, events, Vec::new(), begins, at).await? {
                Kept::Kept => {
                    let version = table.game.version();
                    self.after(hub, &mut table);
                    if too_late {
                        return Err(Refusal::new(RefusalCode::Over, "your time was up before this turn arrived"));
                    }
                    return Ok(version);
                }
                Kept::OtherFirst => {}
            }
        }
        Err(busy())
    }

    /// Adds events without secrets or new games, whether or not another node was first.
    async fn commit(
        self: &Arc<Self>,
        hub: &Hub,
        table: &mut Table,
        events: Vec<Event>,
        at: Millis,
    ) -> Result<(), Refusal> {
        self.keep(hub, table, events, Vec::new(), None, at).await.map(|_| ())
    }

    /// Adds events to the log: first to the game here, then to the storage, and when they are there for good to all who
    /// listen. Nobody sees the game in between. Where the storage has something else, the game is read again.
    async fn keep(
        self: &Arc<Self>,
        hub: &Hub,
        table: &mut Table,
        events: Vec<Event>,
        keys: Vec<SeatKey>,
        begins: Option<Box<crate::store::NewGame>>,
        at: Millis,
    ) -> Result<Kept, Refusal> {
        let after = table.game.version();
        let at = at.max(table.game.changed());
        let number = |(event, version)| LoggedEvent { version, at, event };
        let events: Vec<LoggedEvent> = events.into_iter().zip(after + 1..).map(number).collect();
        table.doubtful = true;
        for logged in &events {
            if let Err(broken) = table.game.apply(logged) {
                // The referee allowed what the fold refuses: a fault of ours, which must not harm the game.
                tracing::error!(game = %self.id, %broken, "an event was decided that cannot happen");
                self.read_on(hub, table).await?;
                return Err(Refusal::new(RefusalCode::NotNow, "this cannot be done now"));
            }
        }
        let append = Append {
            game: self.id.clone(),
            after,
            events: events.clone(),
            keys: keys.clone(),
            row: Row::of(&table.game),
            begins,
        };
        let begun = Instant::now();
        let appended = hub.0.store.append(append).await;
        hub.0.metrics.append_seconds.observe(begun.elapsed().as_secs_f64());
        match appended {
            Ok(()) => {
                let turns = events.iter().filter(|logged| matches!(logged.event, Event::Played { .. })).count();
                hub.0.metrics.moves.inc_by(turns as u64);
                table.doubtful = false;
                table.keys.extend(keys);
                self.tell(hub, table, &events).await;
                Ok(Kept::Kept)
            }
            Err(AppendError::Conflict) => {
                hub.0.metrics.conflicts.inc();
                self.read_on(hub, table).await?;
                Ok(Kept::OtherFirst)
            }
            // What became of it is not known: it is read again as soon as the storage answers.
            Err(AppendError::Unavailable(problem)) => {
                self.recover(hub);
                Err(hub.unavailable(&problem))
            }
        }
    }

    /// Tries again and again until the game is no longer in doubt. What was kept after all must be told: somebody's clock
    /// may be running because of it.
    fn recover(self: &Arc<Self>, hub: &Hub) {
        if self.recovering.swap(true, Ordering::AcqRel) {
            return;
        }
        let (room, hub) = (Arc::clone(self), hub.clone());
        tokio::spawn(async move {
            let mut pause = RECOVER_FIRST;
            while !*hub.closing().borrow() {
                tokio::time::sleep(pause).await;
                pause = (2 * pause).min(RECOVER_LAST);
                room.tend(&hub).await;
                if !room.table.lock().await.doubtful {
                    break;
                }
            }
            room.recovering.store(false, Ordering::Release);
        });
    }

    /// Reads from the storage what the game lacks, or all of it where that is in doubt, and tells what is new.
    pub(super) async fn read_on(&self, hub: &Hub, table: &mut Table) -> Result<(), Refusal> {
        let known = if table.doubtful { 0 } else { table.game.version() };
        let kept = hub.0.store.read(&self.id, known).await.map_err(|problem| hub.unavailable(&problem))?;
        let kept = kept.ok_or_else(|| no_such_game(&self.id))?;
        if table.doubtful {
            table.game = read_log(&self.id, &kept.events)?;
        } else {
            table.doubtful = true;
            for logged in &kept.events {
                table.game.apply(logged).map_err(|broken| cannot_be_read(&self.id, &broken))?;
            }
        }
        table.keys = kept.keys;
        table.doubtful = false;
        let news = seen(kept.events, table.told, Version::MAX);
        self.tell(hub, table, &news).await;
        Ok(())
    }

    /// What follows from the game as it is now: when its flag falls, and an engine's turn.
    fn after(self: &Arc<Self>, hub: &Hub, table: &mut Table) {
        let flag = table.game.clocks().flag_falls_at();
        if flag != table.flag {
            hub.set_flag(&self.id, table.flag, flag);
            table.flag = flag;
        }
        hub.0.engines.attend(hub, self, table);
    }

    /// The game as it is now, for a moment.
    pub(super) async fn lock(&self) -> tokio::sync::MutexGuard<'_, Table> {
        self.table.lock().await
    }

    /// Who is present, by the game as it is now.
    pub(super) async fn present_now(&self) -> Presence {
        self.presence(&self.table.lock().await.game)
    }
}

impl Table {
    /// When the flag falls, as it stands in the hub's list, which forgets it with this.
    pub(super) fn take_flag(&mut self) -> Option<Millis> {
        self.flag.take()
    }
}

/// What became of events that were to be kept.
enum Kept {
    Kept,
    OtherFirst,
}

fn busy() -> Refusal {
    Refusal::new(RefusalCode::Unavailable, "the game changes too fast at other places; try again")
}

fn read_log(id: &GameId, log: &[LoggedEvent]) -> Result<Game, Refusal> {
    Game::from_log(id.clone(), log).map_err(|broken| cannot_be_read(id, &broken))
}

fn cannot_be_read(id: &GameId, broken: &InvalidEvent) -> Refusal {
    tracing::error!(game = %id, %broken, "a log cannot be read");
    Refusal::new(RefusalCode::Unavailable, "the game cannot be read")
}
