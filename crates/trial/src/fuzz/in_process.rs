//! In-process fuzzing: decoding, folding, and a hub with its own database.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use halfboard_protocol::api::{GameSnapshot, NewGame, SeatSpec, TakeSeat};
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::{Event, GameTerms, LoggedEvent, Player, Proposal, Seed, Start, Termination};
use halfboard_protocol::game::{Game, Phase};
use halfboard_protocol::id::{GameId, Token};
use halfboard_protocol::message::{ClientMessage, Command, KeyedCommand, ServerMessage};
use halfboard_protocol::{Millis, json, limits, name};
use halfboard_server::Limits;
use halfboard_server::hub::Hub;
use halfboard_server::metrics::Metrics;
use halfboard_server::store::Store;

use super::mutator::Mutator;
use crate::crowd::{all_games, team_games, token};
use crate::history::now;
use crate::workdir::WorkDir;

/// Numbers of messages by outcome.
#[derive(Clone, Copy, Debug, Default)]
pub struct DecodeCounts {
    /// All messages.
    pub count: u64,
    /// Messages that were decoded.
    pub reached: u64,
    /// Decoded messages that were accepted.
    pub accepted: u64,
}

/// Returns rules of every game, and of games with more than two seats.
fn all_rules() -> Vec<String> {
    all_games().into_iter().chain(team_games()).collect()
}

static PANICS: AtomicU64 = AtomicU64::new(0);

/// Installs a hook that counts panics of tasks, which do not end the process.
pub fn count_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        // Only panics of tasks: others fail their own test.
        let task = std::thread::current().name().is_some_and(|name| name.starts_with("tokio"));
        PANICS.fetch_add(u64::from(task), Ordering::Relaxed);
        before(info);
    }));
}

/// Returns the number of panics.
pub fn panics() -> u64 {
    PANICS.load(Ordering::Relaxed)
}

/// Returns a request for a game.
pub(crate) fn new_game(rules: &str) -> NewGame {
    NewGame {
        rules: rules.to_owned(),
        start: Some(Start::Seed(Seed(12))),
        control: TimeControl::Fischer { initial: 60_000, increment: 1000 },
        seats: Vec::new(),
        lot: false,
        public: true,
        chat: true,
        delay: 2,
        name: "Ann".to_owned(),
        token: Some(token()),
    }
}

/// Valid commands of every kind.
pub(super) fn commands() -> Vec<Command> {
    let mut commands =
        vec![Command::Resign, Command::Abort, Command::GiveTime, Command::Say { text: "hello".to_owned() }];
    for what in [Proposal::TakeBack, Proposal::Draw, Proposal::Rematch] {
        commands.push(Command::Ask { ply: 2, what });
        commands.push(Command::Answer { ply: 2, what, yes: true });
        commands.push(Command::Answer { ply: 2, what, yes: false });
    }
    commands.push(Command::Play { line: 0, ply: 0, mv: "A1".to_owned() });
    commands
}

/// Returns valid texts of everything that is decoded from untrusted input.
pub(super) fn corpus() -> Vec<String> {
    let keyed = |command| KeyedCommand { key: 7, command };
    let mut texts: Vec<String> =
        commands().into_iter().map(|command| json::encode(&ClientMessage::Do(keyed(command)))).collect();
    texts.extend(commands().into_iter().map(|command| json::encode(&keyed(command))));
    texts.push(json::encode(&ClientMessage::Hello { protocol: 1, token: Some(token()), after: 3 }));
    texts.push(json::encode(&TakeSeat { name: "Bob".to_owned(), seat: Some(1), token: Some(token()) }));
    for rules in all_rules() {
        texts.push(json::encode(&new_game(&rules)));
        let log = begin(&rules, TimeControl::Delay { initial: 30_000, delay: 2000 });
        texts.extend(log.iter().map(json::encode));
        texts.push(json::encode(&ServerMessage::News { now: 5, events: log }));
    }
    let seats = vec![SeatSpec::Me, SeatSpec::Open];
    texts.push(json::encode(&NewGame { seats, start: Some(Start::Position("8/8 w".to_owned())), ..new_game("j") }));
    texts.push(json::encode(&ServerMessage::Done { key: 1, version: 2 }));
    texts.extend(["300+5", "3days", "60d2", "0123456789abcdefghijkl", "  Ann\u{7} "].map(str::to_owned));
    texts
}

/// Returns the log of a game that has just started.
fn begin(rules: &str, control: TimeControl) -> Vec<LoggedEvent> {
    let terms = GameTerms {
        rules: rules.to_owned(),
        start: Start::Seed(Seed(12)),
        control,
        public: true,
        chat: true,
        delay: 0,
        first_move: None,
        after: None,
    };
    let seats = halfboard_rules::registry::rules(rules).map_or(2, |rules| rules.seats().len());
    let seated =
        (0..seats as u8).map(|seat| Event::Seated { seat, who: Player::Person { name: format!("Seat {seat}") } });
    let events = std::iter::once(Event::Created(terms)).chain(seated);
    events.zip(1..).map(|(event, version)| LoggedEvent { version, at: 1_000_000, event }).collect()
}

fn id() -> GameId {
    "0123456789abcdefghijkl".parse().expect("22 letters and digits")
}

/// Decodes mutated texts as every type. Accepted values must survive a round trip.
pub fn read(count: u64, seed: u64) -> DecodeCounts {
    let mut mutator = Mutator::new(seed);
    let corpus = corpus();
    let mut outcome = DecodeCounts { count, reached: 0, accepted: 0 };
    macro_rules! again {
        ($type:ty, $text:expr) => {
            match json::decode::<$type>($text) {
                Ok(value) => {
                    let written = json::encode(&value);
                    let again = json::decode::<$type>(&written);
                    assert_eq!(again.ok().as_ref(), Some(&value), "{written} was made of {}", $text);
                    true
                }
                Err(error) => error.to_string().is_empty(),
            }
        };
    }
    let read_as = |kind: usize, text: &str| match kind {
        0 => again!(ClientMessage, text),
        1 => again!(ServerMessage, text),
        2 => again!(LoggedEvent, text),
        3 => again!(NewGame, text),
        4 => again!(TakeSeat, text),
        5 => again!(KeyedCommand, text),
        6 => again!(GameSnapshot, text),
        _ => {
            let tidy = limits::sanitize(text, limits::MAX_NAME_CHARS);
            assert!(
                tidy.as_ref().is_none_or(|tidy| limits::sanitize(tidy, limits::MAX_NAME_CHARS).as_ref() == Some(tidy))
            );
            if let Ok(valid) = name::parse(text) {
                assert_eq!(name::parse(&valid).as_ref(), Ok(&valid));
            }
            text.parse::<GameId>().is_ok() || text.parse::<Token>().is_ok() || text.parse::<TimeControl>().is_ok()
        }
    };
    // Most texts are decoded as their own type, the others as any.
    let meant: Vec<usize> = corpus.iter().map(|text| (0..7).find(|&kind| read_as(kind, text)).unwrap_or(7)).collect();
    for _ in 0..count {
        let which = mutator.below(corpus.len());
        let text = mutator.text(&corpus[which], &corpus);
        let kind = if mutator.below(5) > 0 { meant[which] } else { mutator.below(8) };
        let accepted = read_as(kind, &text);
        outcome.accepted += u64::from(accepted);
    }
    outcome
}

/// Applies mutated events to games. A refused event must leave the game unchanged; the accepted ones must fold to the same
/// game again.
pub fn fold(count: u64, seed: u64) -> DecodeCounts {
    let mut mutator = Mutator::new(seed);
    let mut outcome = DecodeCounts { count, reached: 0, accepted: 0 };
    let all_rules = all_rules();
    let mut done = 0;
    while done < count {
        let control = *mutator.pick(&[
            TimeControl::None,
            TimeControl::Fischer { initial: 5000, increment: 1000 },
            TimeControl::Delay { initial: 5000, delay: 1000 },
            TimeControl::Days { days: 2 },
        ]);
        let mut log = begin(mutator.pick::<String>(&all_rules), control);
        let mut game = Game::from_log(id(), &log).expect("a valid beginning");
        while done < count && log.len() < 150 {
            done += 1;
            let next = next_event(&game, &mut mutator);
            let valid = json::encode(&next);
            let text = mutator.text(&valid, &[]);
            let Ok(logged) = json::decode::<LoggedEvent>(&text) else { continue };
            outcome.reached += 1;
            let before = (game.version(), game.plies(), game.line(), game.changed());
            match game.apply(&logged) {
                Ok(()) => {
                    log.push(logged);
                    outcome.accepted += 1;
                    // All queries that servers and pages use.
                    let seats = game.seats().len() as u8;
                    let _ = (
                        game.clocks().flag_falls_at(),
                        game.summary(),
                        game.finish(),
                        game.spectator_version(),
                        game.is_agreed(),
                    );
                    for seat in 0..=seats {
                        let _ = (
                            game.clocks().remaining(seat, Millis::MAX),
                            game.has_won(seat),
                            game.awaits_answer_from(seat),
                        );
                    }
                }
                Err(_) => assert_eq!(before, (game.version(), game.plies(), game.line(), game.changed()), "{text}"),
            }
            if matches!(game.phase(), Phase::Over(_)) && mutator.below(20) == 0 {
                break;
            }
        }
        let again = Game::from_log(id(), &log).expect("what was accepted is accepted again");
        assert_eq!(again.session().position(), game.session().position());
        assert_eq!(again.clocks(), game.clocks());
        let _ = again.record();
    }
    outcome
}

/// Returns an event that may follow.
fn next_event(game: &Game, mutator: &mut Mutator) -> LoggedEvent {
    let seat = mutator.below(game.seats().len()) as u8;
    let what = *mutator.pick(&[Proposal::TakeBack, Proposal::Draw, Proposal::Rematch]);
    let key = mutator.random.next_u64() as u32;
    let event = match mutator.below(40) {
        0 => Event::Asked { seat, what, key },
        1 => Event::Agreed { seat, what: game.pending().map_or(what, |pending| pending.what), key },
        2 => Event::Declined { seat, what: game.pending().map_or(what, |pending| pending.what), key },
        3 => Event::GaveTime { from: seat, to: 0, ms: 15_000, key },
        4 => Event::Said { seat, text: "hello".to_owned(), key },
        5 if mutator.below(10) == 0 => Event::Ended(*mutator.pick(&[
            Termination::Resigned { seat },
            Termination::OutOfTime { seat },
            Termination::Aborted { seat },
        ])),
        6 => Event::Rematched { game: id() },
        7 => Event::Seated { seat, who: Player::Engine { level: 3, of: None } },
        _ => {
            let moves = game.session().moves();
            let mv = if moves.is_empty() { String::new() } else { mutator.pick(&moves).clone() };
            let lag = mutator.below(300) as u32;
            Event::Played { line: game.line(), ply: game.plies(), mv, lag }
        }
    };
    LoggedEvent { version: game.version() + 1, at: game.changed().saturating_add(mutator.below(3000) as u64), event }
}

/// Sends mutated requests to a hub. In the end every game in its database must be valid.
pub async fn ask(count: u64, seed: u64) -> Result<(DecodeCounts, u64), String> {
    let folder = WorkDir::new("fuzz")?;
    let store = Store::open(&folder.sqlite()).await.map_err(|error| error.to_string())?;
    let limits = Limits { engine_ms: 5, ..Limits::default() };
    let hub = Hub::start(store.clone(), Arc::new(limits), Arc::new(Metrics::default()));
    let mut tables: Vec<(GameId, Vec<Token>)> = Vec::new();
    let mut made: Vec<GameId> = Vec::new();
    let mut mutator = Mutator::new(seed);
    let (corpus, commands, all_rules) = (corpus(), commands(), all_rules());
    let mut outcome = DecodeCounts { count, reached: 0, accepted: 0 };
    for number in 0..count {
        // Games end, but not too many are created: each needs a write.
        if tables.len() < 12 || number % 4000 == 0 {
            let rules = mutator.pick::<String>(&all_rules);
            let table = table(&hub, rules).await?;
            made.push(table.0.clone());
            if tables.len() >= 12 {
                let oldest = mutator.below(tables.len());
                tables.swap_remove(oldest);
            }
            tables.push(table);
        }
        let (game, tokens) = mutator.pick(&tables).clone();
        let mut token_used = mutator.pick(&tokens).clone();
        if mutator.below(30) == 0 {
            token_used = token();
        }
        let after = mutator.random.next_u64() as u32 % 200;
        let accepted = match mutator.below(200) {
            0 => {
                let valid = json::encode(&new_game(mutator.pick::<String>(&all_rules)));
                match json::decode(&mutator.text(&valid, &corpus)) {
                    Ok(new) => Some(hub.create(new).await.map(|seat| made.push(seat.game)).is_ok()),
                    Err(_) => None,
                }
            }
            1..6 => {
                let valid = json::encode(&TakeSeat { name: "Bob".to_owned(), seat: None, token: None });
                match json::decode(&mutator.text(&valid, &corpus)) {
                    Ok(take) => Some(hub.take_seat(&game, take).await.is_ok()),
                    Err(_) => None,
                }
            }
            6 => Some(hub.state(&game, Some(&token_used), after).await.is_ok()),
            7 => Some(hub.record(&game, None).await.is_ok()),
            8 => Some(hub.join(&game, Some(&token_used), after).await.is_ok()),
            9 => Some(hub.lobby(&halfboard_server::hub::LobbyFilter::default()).await.is_ok()),
            kind => {
                let command = if kind < 16 {
                    // A legal move, so that games progress.
                    legal(&hub, &game, &tokens).await
                } else {
                    None
                };
                let (command, token_used) = match command {
                    Some((command, token)) => (command, token),
                    None => (mutator.pick(&commands).clone(), token_used),
                };
                let valid = json::encode(&KeyedCommand { key: mutator.random.next_u64() as u32, command });
                let text = if kind < 12 { valid } else { mutator.text(&valid, &corpus) };
                match json::decode(&text) {
                    Ok(keyed) => {
                        let round_trip = (mutator.below(3) == 0).then(|| mutator.random.next_u64() as u32);
                        Some(hub.command(&game, &token_used, keyed, now(), round_trip).await.is_ok())
                    }
                    Err(_) => None,
                }
            }
        };
        outcome.reached += u64::from(accepted.is_some());
        outcome.accepted += u64::from(accepted == Some(true));
    }
    hub.close().await;
    let store = Store::open(&folder.sqlite()).await.map_err(|error| error.to_string())?;
    let folded = fold_all(&store, &made).await?;
    Ok((outcome, folded))
}

/// Creates a game and takes all its seats.
async fn table(hub: &Hub, rules: &str) -> Result<(GameId, Vec<Token>), String> {
    let words = |refusal: halfboard_protocol::message::Refusal| refusal.message;
    let first = hub.create(NewGame { control: TimeControl::None, ..new_game(rules) }).await.map_err(words)?;
    let mut tokens = vec![first.token];
    while let Ok(seat) = hub.take_seat(&first.game, TakeSeat { name: "Bob".to_owned(), seat: None, token: None }).await
    {
        tokens.push(seat.token);
    }
    Ok((first.game, tokens))
}

/// Returns a legal move with the token of the player to move.
async fn legal(hub: &Hub, id: &GameId, tokens: &[Token]) -> Option<(Command, Token)> {
    let state = hub.state(id, tokens.first(), 0).await.ok()?;
    let game = Game::from_log(id.clone(), &state.events).ok()?;
    let token = tokens.get(usize::from(game.turn()?))?.clone();
    let mv = game.session().moves().into_iter().next()?;
    Some((Command::Play { line: game.line(), ply: game.plies(), mv }, token))
}

/// Folds games of a storage; an error names the first that cannot be.
pub async fn fold_all(store: &Store, games: &[GameId]) -> Result<u64, String> {
    let mut folded = 0;
    for id in games {
        if let Some(kept) = store.read(id, 0).await.map_err(|problem| problem.0)? {
            Game::from_log(id.clone(), &kept.events).map_err(|broken| format!("game {id}: {broken}"))?;
            folded += 1;
        }
    }
    Ok(folded)
}
