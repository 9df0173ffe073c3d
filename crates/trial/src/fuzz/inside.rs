//! Mistakes given to the program's own functions: reading, folding, and the hub on a database of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use halfboard_protocol::api::{GameSnapshot, NewGame, SeatSpec, TakeSeat};
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::{Event, GameTerms, LoggedEvent, Player, Proposal, Seed, Start, Termination};
use halfboard_protocol::game::{Game, Phase};
use halfboard_protocol::id::{GameId, Token};
use halfboard_protocol::message::{ClientMessage, Command, KeyedCommand, ServerMessage};
use halfboard_protocol::{Millis, json, limits};
use halfboard_server::Limits;
use halfboard_server::hub::Hub;
use halfboard_server::metrics::Metrics;
use halfboard_server::store::Store;

use super::mutate::Mistakes;
use crate::crowd::token;
use crate::place::Folder;
use crate::told::now;

/// What became of the messages.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// How many there were.
    pub count: u64,
    /// How many of them could be read, and so reached what is behind the reader.
    pub reached: u64,
    /// How many of those were accepted, since a mistake can be harmless.
    pub accepted: u64,
}

const RULES: [&str; 6] =
    ["j", "sllim", "lines-of-action", "sight-reduction", "stacks-in-action", "lines-of-action:players=four"];

static PANICS: AtomicU64 = AtomicU64::new(0);

/// Counts panics of this process from now on: a task that panics does not end the program.
pub fn count_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        // Only those of tasks: others end what they are part of anyway, and tests that fail beside this one do not count.
        let task = std::thread::current().name().is_some_and(|name| name.starts_with("tokio"));
        PANICS.fetch_add(u64::from(task), Ordering::Relaxed);
        before(info);
    }));
}

/// How many panics there were.
pub fn panics() -> u64 {
    PANICS.load(Ordering::Relaxed)
}

/// A game to be made.
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

/// Valid texts of everything that is read from outside.
pub(super) fn corpus() -> Vec<String> {
    let keyed = |command| KeyedCommand { key: 7, command };
    let mut texts: Vec<String> =
        commands().into_iter().map(|command| json::encode(&ClientMessage::Do(keyed(command)))).collect();
    texts.extend(commands().into_iter().map(|command| json::encode(&keyed(command))));
    texts.push(json::encode(&ClientMessage::Hello { protocol: 1, token: Some(token()), after: 3 }));
    texts.push(json::encode(&TakeSeat { name: "Bob".to_owned(), seat: Some(1), token: Some(token()) }));
    for rules in RULES {
        texts.push(json::encode(&new_game(rules)));
        let log = begin(rules, TimeControl::Delay { initial: 30_000, delay: 2000 });
        texts.extend(log.iter().map(json::encode));
        texts.push(json::encode(&ServerMessage::News { now: 5, events: log }));
    }
    let seats = vec![SeatSpec::Me, SeatSpec::Open];
    texts.push(json::encode(&NewGame { seats, start: Some(Start::Position("8/8 w".to_owned())), ..new_game("j") }));
    texts.push(json::encode(&ServerMessage::Done { key: 1, version: 2 }));
    texts.extend(["300+5", "3days", "60d2", "0123456789abcdefghijkl", "  Ann\u{7} "].map(str::to_owned));
    texts
}

/// The log of a game that has just begun.
fn begin(rules: &str, control: TimeControl) -> Vec<LoggedEvent> {
    let terms = GameTerms {
        rules: rules.to_owned(),
        start: Start::Seed(Seed(12)),
        control,
        public: true,
        chat: true,
        delay: 0,
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

/// Reads texts with mistakes as everything that can be read. What is accepted must be the same when it is written and read
/// again.
pub fn read(count: u64, seed: u64) -> Outcome {
    let mut mistakes = Mistakes::new(seed);
    let corpus = corpus();
    let mut outcome = Outcome { count, reached: 0, accepted: 0 };
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
            text.parse::<GameId>().is_ok() || text.parse::<Token>().is_ok() || text.parse::<TimeControl>().is_ok()
        }
    };
    // What each text is meant to be: most are read as that, the others as anything.
    let meant: Vec<usize> = corpus.iter().map(|text| (0..7).find(|&kind| read_as(kind, text)).unwrap_or(7)).collect();
    for _ in 0..count {
        let which = mistakes.below(corpus.len());
        let text = mistakes.text(&corpus[which], &corpus);
        let kind = if mistakes.below(5) > 0 { meant[which] } else { mistakes.below(8) };
        let accepted = read_as(kind, &text);
        outcome.accepted += u64::from(accepted);
    }
    outcome
}

/// Applies events with mistakes to games. One that is refused must leave the game as it was; what is accepted must come to
/// the same game when the whole log is read.
pub fn fold(count: u64, seed: u64) -> Outcome {
    let mut mistakes = Mistakes::new(seed);
    let mut outcome = Outcome { count, reached: 0, accepted: 0 };
    let mut done = 0;
    while done < count {
        let control = *mistakes.pick(&[
            TimeControl::None,
            TimeControl::Fischer { initial: 5000, increment: 1000 },
            TimeControl::Delay { initial: 5000, delay: 1000 },
            TimeControl::Days { days: 2 },
        ]);
        let mut log = begin(mistakes.pick::<&str>(&RULES), control);
        let mut game = Game::from_log(id(), &log).expect("a valid beginning");
        while done < count && log.len() < 150 {
            done += 1;
            let next = next_event(&game, &mut mistakes);
            let valid = json::encode(&next);
            let text = mistakes.text(&valid, &[]);
            let Ok(logged) = json::decode::<LoggedEvent>(&text) else { continue };
            outcome.reached += 1;
            let before = (game.version(), game.plies(), game.line(), game.changed());
            match game.apply(&logged) {
                Ok(()) => {
                    log.push(logged);
                    outcome.accepted += 1;
                    // All that servers and pages ask of a game.
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
            if matches!(game.phase(), Phase::Over(_)) && mistakes.below(20) == 0 {
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

/// An event that may follow.
fn next_event(game: &Game, mistakes: &mut Mistakes) -> LoggedEvent {
    let seat = mistakes.below(game.seats().len()) as u8;
    let what = *mistakes.pick(&[Proposal::TakeBack, Proposal::Draw, Proposal::Rematch]);
    let key = mistakes.chance.draw() as u32;
    let event = match mistakes.below(40) {
        0 => Event::Asked { seat, what, key },
        1 => Event::Agreed { seat, what: game.pending().map_or(what, |pending| pending.what), key },
        2 => Event::Declined { seat, what: game.pending().map_or(what, |pending| pending.what), key },
        3 => Event::GaveTime { from: seat, to: 0, ms: 15_000, key },
        4 => Event::Said { seat, text: "hello".to_owned(), key },
        5 if mistakes.below(10) == 0 => Event::Ended(*mistakes.pick(&[
            Termination::Resigned { seat },
            Termination::OutOfTime { seat },
            Termination::Aborted { seat },
        ])),
        6 => Event::Rematched { game: id() },
        7 => Event::Seated { seat, who: Player::Engine { level: 3 } },
        _ => {
            let moves = game.session().moves();
            let mv = if moves.is_empty() { String::new() } else { mistakes.pick(&moves).clone() };
            let lag = mistakes.below(300) as u32;
            Event::Played { line: game.line(), ply: game.plies(), mv, lag }
        }
    };
    LoggedEvent { version: game.version() + 1, at: game.changed().saturating_add(mistakes.below(3000) as u64), event }
}

/// Asks a hub for things with mistakes in them. In the end every game in its database must be one that can be.
pub async fn ask(count: u64, seed: u64) -> Result<(Outcome, u64), String> {
    let folder = Folder::new("fuzz")?;
    let store = Store::open(&folder.sqlite()).await.map_err(|error| error.to_string())?;
    let limits = Limits { engine_ms: 5, ..Limits::default() };
    let hub = Hub::start(store.clone(), Arc::new(limits), Arc::new(Metrics::default()));
    let mut tables: Vec<(GameId, Vec<Token>)> = Vec::new();
    let mut made: Vec<GameId> = Vec::new();
    let mut mistakes = Mistakes::new(seed);
    let (corpus, commands) = (corpus(), commands());
    let mut outcome = Outcome { count, reached: 0, accepted: 0 };
    for number in 0..count {
        // Games do not last for ever, and not too many are made: each takes a write.
        if tables.len() < 12 || number % 4000 == 0 {
            let rules = *mistakes.pick(&RULES);
            let table = table(&hub, rules).await?;
            made.push(table.0.clone());
            if tables.len() >= 12 {
                let oldest = mistakes.below(tables.len());
                tables.swap_remove(oldest);
            }
            tables.push(table);
        }
        let (game, tokens) = mistakes.pick(&tables).clone();
        let mut token_used = mistakes.pick(&tokens).clone();
        if mistakes.below(30) == 0 {
            token_used = token();
        }
        let after = mistakes.chance.draw() as u32 % 200;
        let accepted = match mistakes.below(200) {
            0 => {
                let valid = json::encode(&new_game(mistakes.pick::<&str>(&RULES)));
                match json::decode(&mistakes.text(&valid, &corpus)) {
                    Ok(new) => Some(hub.create(new).await.map(|seat| made.push(seat.game)).is_ok()),
                    Err(_) => None,
                }
            }
            1..6 => {
                let valid = json::encode(&TakeSeat { name: "Bob".to_owned(), seat: None, token: None });
                match json::decode(&mistakes.text(&valid, &corpus)) {
                    Ok(take) => Some(hub.take_seat(&game, take).await.is_ok()),
                    Err(_) => None,
                }
            }
            6 => Some(hub.state(&game, Some(&token_used), after).await.is_ok()),
            7 => Some(hub.record(&game, None).await.is_ok()),
            8 => Some(hub.join(&game, Some(&token_used), after).await.is_ok()),
            9 => Some(hub.lobby().await.is_ok()),
            kind => {
                let command = if kind < 16 {
                    // A legal move, so that games go on.
                    legal(&hub, &game, &tokens).await
                } else {
                    None
                };
                let (command, token_used) = match command {
                    Some((command, token)) => (command, token),
                    None => (mistakes.pick(&commands).clone(), token_used),
                };
                let valid = json::encode(&KeyedCommand { key: mistakes.chance.draw() as u32, command });
                let text = if kind < 12 { valid } else { mistakes.text(&valid, &corpus) };
                match json::decode(&text) {
                    Ok(keyed) => {
                        let round_trip = (mistakes.below(3) == 0).then(|| mistakes.chance.draw() as u32);
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

/// A game of which all seats are taken.
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

/// A legal move with the secret of whoever has the turn.
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
