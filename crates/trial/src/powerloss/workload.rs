//! The recorded work: games that are created, played and continued by rematches, with checkpoints, restarts and backups in
//! between, and a mark for everything that was acknowledged.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::{Event, GameTerms, LoggedEvent, Player, Seed, Start, Termination};
use halfboard_protocol::game::Game;
use halfboard_protocol::id::GameId;
use halfboard_protocol::limits::MAX_CHAT_CHARS;
use halfboard_protocol::{Millis, Version};
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry;
use halfboard_server::store::{
    AppendRequest, BackupSet, Encryption, GameInsert, IndexEntry, SeatKey, SetOptions, Store,
};
use rusqlite::Connection;

use super::recording::Recording;

/// Name of the database in its folder.
pub(super) const DATABASE: &str = "games.sqlite";

/// Name of the folder of backups.
pub(super) const BACKUPS: &str = "backups";

/// Something that was acknowledged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AcknowledgedFact {
    /// A game has reached a version.
    Version(GameId, Version),
    /// A backup file was written, with all acknowledged so far in it.
    File(String),
    /// A backup was added to the folder of backups.
    SetEntry(String),
}

/// A game as it was attempted: a power loss leaves a part of it that ends with an append.
#[derive(Clone, Debug)]
pub(super) struct AttemptedGame {
    /// The game.
    pub(super) game: Game,
    /// Its whole log.
    pub(super) log: Vec<LoggedEvent>,
    /// The keys with the versions of their events.
    pub(super) keys: Vec<(Version, SeatKey)>,
    /// The versions at the end of each append.
    pub(super) boundaries: Vec<Version>,
    /// The version and ID of the rematch, which is created with it.
    pub(super) rematch: Option<(Version, GameId)>,
}

/// The result of the workload.
#[derive(Debug)]
pub(super) struct Worked {
    /// The games.
    pub(super) games: Vec<AttemptedGame>,
    /// What was acknowledged; marks of the recording are indexes.
    pub(super) facts: Vec<AcknowledgedFact>,
}

impl AttemptedGame {
    fn challenge(name: &str, at: Millis) -> Result<AttemptedGame, String> {
        let rules = registry::games().first().map(|game| game.info().id.to_owned()).ok_or("there are games")?;
        let terms = GameTerms {
            rules,
            start: Start::Seed(Seed(7)),
            control: TimeControl::Fischer { initial: 300_000, increment: 0 },
            public: true,
            chat: true,
            delay: 0,
            first_move: None,
            after: None,
        };
        let id: GameId = format!("{name:0<22}").parse().map_err(|_| "letters and digits")?;
        let log = vec![
            LoggedEvent { version: 1, at, event: Event::Created(terms) },
            LoggedEvent { version: 2, at, event: seated(0) },
        ];
        let game = Game::from_log(id.clone(), &log).map_err(|error| error.to_string())?;
        let keys = vec![(2, key(&id, 0))];
        Ok(AttemptedGame { game, log, keys, boundaries: vec![2], rematch: None })
    }

    fn insert(&self) -> GameInsert {
        let keys = self.keys.iter().map(|(_, key)| key.clone()).collect();
        GameInsert { events: self.log.clone(), keys, row: IndexEntry::new(&self.game) }
    }

    /// Returns the append of events.
    fn then(&mut self, at: Millis, events: Vec<Event>) -> Result<AppendRequest, String> {
        let after = self.game.version();
        let mut logged = Vec::new();
        let mut keys = Vec::new();
        for event in events {
            if let Event::Seated { seat, .. } = event {
                keys.push(key(self.game.id(), seat));
            }
            let next = LoggedEvent { version: self.game.version() + 1, at, event };
            self.game.apply(&next).map_err(|error| error.to_string())?;
            logged.push(next);
        }
        self.log.extend(logged.iter().cloned());
        self.keys.extend(keys.iter().map(|key| (self.game.version(), key.clone())));
        self.boundaries.push(self.game.version());
        let row = IndexEntry::new(&self.game);
        Ok(AppendRequest { game: self.game.id().clone(), after, events: logged, keys, row, rematch: None })
    }

    /// Returns a turn, with a chat message in the same append if `chat`.
    fn turn(&mut self, at: Millis, chat: Option<u32>) -> Result<Option<AppendRequest>, String> {
        let Some(mv) = self.game.session().moves().first().cloned() else { return Ok(None) };
        let mut events = vec![Event::Played { line: self.game.line(), ply: self.game.plies(), mv, lag: 0 }];
        events.extend(chat.map(|key| Event::Said { seat: 0, text: "good luck ".repeat(12), key }));
        self.then(at, events).map(Some)
    }
}

fn seated(seat: u8) -> Event {
    Event::Seated { seat, who: Player::Person { name: format!("Ann {seat}") } }
}

/// Returns the key of a seat, which differs from game to game.
fn key(id: &GameId, seat: u8) -> SeatKey {
    let mut hash = [seat; 32];
    for (byte, letter) in hash.iter_mut().zip(id.as_str().bytes()) {
        *byte = letter;
    }
    SeatKey { seat, hash }
}

/// Notes what is acknowledged.
#[derive(Clone)]
struct Notary {
    recording: Recording,
    facts: Arc<Mutex<Vec<AcknowledgedFact>>>,
}

impl Notary {
    fn note(&self, fact: AcknowledgedFact) {
        let mut facts = self.facts.lock().unwrap_or_else(PoisonError::into_inner);
        facts.push(fact);
        self.recording.mark(facts.len() - 1);
    }
}

/// Performs the work in a folder that is recorded.
pub(super) async fn perform(folder: &Path, recording: &Recording, rounds: usize) -> Result<Worked, String> {
    let notary = Notary { recording: recording.clone(), facts: Arc::default() };
    let url = format!("sqlite:{}", folder.join(DATABASE).display());
    std::fs::create_dir_all(folder.join(BACKUPS)).map_err(|error| error.to_string())?;
    let set = BackupSet::new(&folder.join(BACKUPS), Arc::new(recording.clone()));
    let mut games = Vec::new();
    for round in 0..rounds {
        let store = Store::open(&url).await.map_err(|error| error.to_string())?;
        // Several at once, so that commits have several writes.
        let tasks: Vec<_> = (0..4)
            .map(|number| tokio::spawn(play(store.clone(), notary.clone(), format!("r{round}g{number}x"))))
            .collect();
        let checkpoint = match round % 3 {
            0 => Some("PRAGMA wal_checkpoint(PASSIVE)"),
            1 => Some("PRAGMA wal_checkpoint(TRUNCATE)"),
            _ => None,
        };
        if let Some(checkpoint) = checkpoint {
            // As SQLite does by itself when the log has grown.
            let path = folder.join(DATABASE);
            let work = move || Connection::open(path)?.query_row(checkpoint, [], |_| Ok(()));
            tokio::task::spawn_blocking(work).await.map_err(|e| e.to_string())?.map_err(|error| error.to_string())?;
        }
        for task in tasks {
            games.extend(task.await.map_err(|error| error.to_string())??);
        }
        if round % 2 == 0 {
            let name = format!("{round}.backup");
            let files = Arc::new(recording.clone());
            let written = store.backup_with(&folder.join(&name), &Encryption::None, files).await;
            written.map_err(|error| error.to_string())?;
            notary.note(AcknowledgedFact::File(name));
        }
        let options = SetOptions { keep: Some(3), ..SetOptions::default() };
        let entry = store.backup_to_set(&set, &options).await.map_err(|error| error.to_string())?;
        notary.note(AcknowledgedFact::SetEntry(entry.file));
        store.close().await;
    }
    let facts = notary.facts.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Ok(Worked { games, facts })
}

/// Plays a game and its rematch.
async fn play(store: Store, notary: Notary, name: String) -> Result<Vec<AttemptedGame>, String> {
    let mut game = AttemptedGame::challenge(&name, 1000)?;
    let acknowledged = |game: &AttemptedGame| {
        notary.note(AcknowledgedFact::Version(game.game.id().clone(), game.game.version()));
    };
    store.create(game.insert()).await.map_err(|error| error.0)?;
    acknowledged(&game);
    let join = game.then(2000, vec![seated(1)])?;
    append(&store, join).await?;
    acknowledged(&game);
    for turn in 0..6 {
        let chat = (turn % 2 == 1).then_some(turn);
        if let Some(turn) = game.turn(3000 + u64::from(turn), chat)? {
            append(&store, turn).await?;
            acknowledged(&game);
        }
    }
    let end = game.then(9000, vec![Event::Ended(Termination::Resigned { seat: 0 })])?;
    append(&store, end).await?;
    acknowledged(&game);
    let rematch = AttemptedGame::challenge(&format!("{name}re"), 9500)?;
    let id = rematch.game.id().clone();
    let mut again = game.then(9500, vec![Event::Rematched { game: id.clone() }])?;
    again.rematch = Some(Box::new(rematch.insert()));
    game.rematch = Some((game.game.version(), id));
    append(&store, again).await?;
    acknowledged(&game);
    acknowledged(&rematch);
    Ok(vec![game, rematch])
}

async fn append(store: &Store, append: AppendRequest) -> Result<(), String> {
    store.append(append).await.map_err(|error| format!("{error:?}"))
}

/// Returns a game with a few turns, for a backup.
pub fn sample_game(name: &str) -> Result<GameInsert, String> {
    let mut game = AttemptedGame::challenge(name, 1000)?;
    game.then(2000, vec![seated(1)])?;
    for turn in 0..3 {
        game.turn(3000 + turn, None)?;
    }
    Ok(game.insert())
}

/// Returns a game with so many long chat messages of random characters, which can hardly be compressed. It has a single turn,
/// since turns take longer to check than text of the same size.
pub fn talkative_game(name: &str, messages: u32, random: &mut SplitMix64) -> Result<GameInsert, String> {
    let mut game = AttemptedGame::challenge(name, 1000)?;
    game.then(2000, vec![seated(1)])?;
    game.turn(2500, None)?;
    for key in 0..messages {
        let text = (0..MAX_CHAT_CHARS).filter_map(|_| char::from_u32(0x4e00 + random.below(0x5000) as u32)).collect();
        game.then(3000 + u64::from(key), vec![Event::Said { seat: 0, text, key }])?;
    }
    Ok(game.insert())
}
