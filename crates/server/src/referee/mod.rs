//! The referee: pure functions that decide which events follow from a command, a request for a seat or a new game.
//!
//! No other module creates events or refuses something for a reason of the game. Callers authenticate the player and
//! enforce rate limits; they store and publish the events.

pub(crate) mod creation;
pub(crate) mod operator;

use halfboard_protocol::clock::Outage;
use halfboard_protocol::event::{Event, Player, Proposal, Termination};
use halfboard_protocol::game::{Game, GameOver, PendingProposal, Phase};
use halfboard_protocol::id::GameId;
use halfboard_protocol::limits;
use halfboard_protocol::message::{Command, KeyedCommand, Refusal, RefusalCode};
use halfboard_protocol::{Millis, Version};
use halfboard_rules::game::Seat;

/// The consequence of a command.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Decision {
    /// The command was executed before; this version includes it.
    AlreadyDone(Version),
    /// Append these events.
    Events(Vec<Event>),
    /// The turn came after the player's time was up: append this event, then refuse with [`too_late`].
    OutOfTime(Event),
    /// Append this event and create the rematch: all players agreed.
    Rematch(Event),
}

/// Decides a command of a seated player. `at` is the time of arrival, `lag` the upper bound of its network delay in
/// milliseconds. Unless `judging`, a turn is never too late.
///
/// # Errors
///
/// Returns a refusal if the command is not allowed in this state of the game.
pub(crate) fn decide(
    game: &Game,
    seat: u8,
    keyed: &KeyedCommand,
    at: Millis,
    lag: u32,
    judging: bool,
) -> Result<Decision, Refusal> {
    let decision = match &keyed.command {
        Command::Play { line, ply, mv } => {
            play(game, seat, (*line, *ply), mv, at, lag).map(|decision| match decision {
                Decision::OutOfTime(_) if !judging => Decision::Events(vec![turn(game, seat, mv, lag)]),
                decision => decision,
            })
        }
        Command::Ask { .. } | Command::Answer { .. } if game.has_key(seat, keyed.key) => {
            Ok(Decision::AlreadyDone(game.version()))
        }
        Command::Ask { ply, what } => propose(game, seat, *ply, *what, keyed.key),
        Command::Answer { ply, what, yes } => answer(game, seat, *ply, (*what, *yes), keyed.key),
        Command::Resign => resign(game, seat),
        Command::Abort => abort(game, seat),
        Command::GiveTime => give_time(game, seat, keyed.key),
        Command::Say { text } => say(game, seat, text, keyed.key),
    }?;
    let appends = !matches!(decision, Decision::AlreadyDone(_));
    if appends && is_rate_limited(&keyed.command) && game.version() >= limits::MAX_EVENTS {
        return refuse(RefusalCode::TooMany, "the game's log is full: only turns and resignation are possible");
    }
    Ok(decision)
}

/// Returns the end of a game whose flag has fallen at `at`, with all lag compensation used up.
pub(crate) fn flag(game: &Game, at: Millis) -> Option<Event> {
    let seat = game.clocks().running()?;
    (at > game.clocks().flag_falls_at()?).then_some(Event::Ended(Termination::OutOfTime { seat }))
}

/// Returns the event that gives the running clock back what it lost to an outage. `resumed` is when its player could play
/// again.
pub(crate) fn refund(game: &Game, outage: Outage, resumed: Millis) -> Option<Event> {
    let lost = game.clocks().lost_to(outage, resumed).filter(|_| game.phase() == Phase::Playing)?;
    Some(Event::Refunded { seat: lost.seat, since: lost.since, until: lost.until, ms: lost.ms() })
}

/// Returns the end of a game in which the player to move has done nothing for too long at `at`.
pub(crate) fn idle(game: &Game, at: Millis) -> Option<Event> {
    game.idle_end().filter(|(until, _)| at > *until).map(|(_, end)| Event::Ended(end))
}

/// Returns the seat that becomes free with the end of a live game because its player did not make the first move, and until
/// when there was time for that.
pub(crate) fn freed_seat(game: &Game, end: &Event) -> Option<(u8, Millis)> {
    let Event::Ended(Termination::Aborted { seat }) = *end else { return None };
    game.first_move_until().filter(|(late, _)| *late == seat)
}

/// Assigns a free seat to a new player: the requested one, or the first.
pub(crate) fn take_seat(game: &Game, requested: Option<u8>, name: &str) -> Result<(u8, Event), Refusal> {
    if let Phase::Over(_) = game.phase() {
        return refuse(RefusalCode::Over, "the game is over or was withdrawn");
    }
    let is_free = |&seat: &u8| game.player(seat).is_none();
    let mut free = (0..game.seats().len() as u8).filter(is_free);
    let seat = match requested {
        Some(requested) => free.find(|&seat| seat == requested),
        None => free.next(),
    };
    match seat {
        Some(seat) => Ok((seat, Event::Seated { seat, who: Player::Person { name: name.to_owned() } })),
        None => refuse(RefusalCode::Taken, "this seat is taken; you can watch the game"),
    }
}

/// Returns the event that links a finished game to its rematch.
pub(crate) fn rematched(game: GameId) -> Event {
    Event::Rematched { game }
}

/// Returns the refusal for a turn that arrived after the player's time was up.
pub(crate) fn too_late() -> Refusal {
    Refusal::new(RefusalCode::Over, "your time was up before this turn arrived")
}

/// Returns the refusal for events that the fold rejects: a bug in the referee, which must not damage the game.
pub(crate) fn rejected_by_fold() -> Refusal {
    Refusal::new(RefusalCode::NotNow, "this is not possible now")
}

/// Returns whether a command counts against the seat's rate limit of chat and proposals.
pub(crate) fn is_rate_limited(command: &Command) -> bool {
    !matches!(command, Command::Play { .. } | Command::Resign | Command::Abort)
}

/// Returns whether a command may create a game: a rematch.
pub(crate) fn creates_game(command: &Command) -> bool {
    matches!(
        command,
        Command::Ask { what: Proposal::Rematch, .. } | Command::Answer { what: Proposal::Rematch, yes: true, .. }
    )
}

/// Returns the lag to compensate, up to the seat's quota.
fn compensated_lag(game: &Game, seat: u8, lag: u32) -> u32 {
    if game.clocks().running() == Some(seat) { lag.min(game.clocks().lag_quota(seat)) } else { 0 }
}

/// Returns whether a turn that arrives at `at` was sent after its player's time was up.
fn is_too_late(game: &Game, seat: u8, at: Millis, lag: u32) -> bool {
    let own_clock = game.clocks().running() == Some(seat);
    let sent = at.saturating_sub(u64::from(compensated_lag(game, seat, lag)));
    own_clock && game.clocks().deadline().is_some_and(|deadline| sent > deadline)
}

fn refuse<T>(code: RefusalCode, message: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(code, message))
}

/// Refuses unless the game is in progress.
fn require_playing(game: &Game) -> Result<(), Refusal> {
    match game.phase() {
        Phase::Playing => Ok(()),
        Phase::Open => refuse(RefusalCode::NotBegun, "the game has not started: a seat is still free"),
        Phase::Over(_) => refuse(RefusalCode::Over, "the game is over"),
    }
}

fn stale<T>(game: &Game) -> Result<T, Refusal> {
    let (ply, line) = (game.plies(), game.line());
    refuse(RefusalCode::Stale, format!("the game has moved on: it is at ply {ply} of line {line}"))
}

fn play(game: &Game, seat: u8, (line, ply): (u32, u32), mv: &str, at: Millis, lag: u32) -> Result<Decision, Refusal> {
    // A repeated turn comes first: it may have ended the game.
    if line == game.line()
        && let Some(&(player, version)) = game.turns().get(ply as usize)
    {
        let same = player == seat && game.session().history().get(ply as usize).is_some_and(|played| played == mv);
        return if same { Ok(Decision::AlreadyDone(version)) } else { stale(game) };
    }
    require_playing(game)?;
    if (line, ply) != (game.line(), game.plies()) {
        return stale(game);
    }
    if game.turn() != Some(seat) {
        return refuse(RefusalCode::NotYourTurn, "it is another player's turn");
    }
    if game.turns().len() >= limits::MAX_PLIES {
        let max = limits::MAX_PLIES;
        return refuse(RefusalCode::NotNow, format!("a game has at most {max} turns: agree on a draw, or resign"));
    }
    let is_legal = mv.len() <= limits::MAX_MOVE_BYTES && game.session().steps(mv).is_some();
    if !is_legal {
        let shown: String = mv.chars().take(limits::MAX_MOVE_BYTES).collect();
        // The error of the rules names the nearest legal moves.
        let error = game.session().clone_box().play(&shown).err();
        let message = error.map_or_else(|| format!("move '{shown}…' is too long"), |error| error.to_string());
        return refuse(RefusalCode::NotLegal, message);
    }
    if is_too_late(game, seat, at, lag) {
        return Ok(Decision::OutOfTime(Event::Ended(Termination::OutOfTime { seat })));
    }
    Ok(Decision::Events(vec![turn(game, seat, mv, lag)]))
}

/// Returns the event of the next turn.
fn turn(game: &Game, seat: u8, mv: &str, lag: u32) -> Event {
    let lag = compensated_lag(game, seat, lag);
    Event::Played { line: game.line(), ply: game.plies(), mv: mv.to_owned(), lag }
}

/// Returns the decision for a seat's agreement, given the seats that agreed before.
fn agree(game: &Game, seat: u8, agreed: u8, what: Proposal, event: Event) -> Decision {
    let all = game.people() & !(agreed | 1 << seat) == 0;
    if what == Proposal::Rematch && all { Decision::Rematch(event) } else { Decision::Events(vec![event]) }
}

/// Refuses a proposal or answer that was meant for another turn.
fn require_same_ply(game: &Game, ply: u32, what: Proposal) -> Result<(), Refusal> {
    if what != Proposal::Rematch && ply != game.plies() { stale(game) } else { Ok(()) }
}

fn has_agreed(pending: PendingProposal, seat: u8) -> bool {
    pending.agreed & 1 << seat != 0
}

fn propose(game: &Game, seat: u8, ply: u32, what: Proposal, key: u32) -> Result<Decision, Refusal> {
    if what == Proposal::Rematch && game.rematch().is_some() {
        return Ok(Decision::AlreadyDone(game.version()));
    }
    require_same_ply(game, ply, what)?;
    match game.pending() {
        Some(pending) if pending.what == what && has_agreed(pending, seat) => Ok(Decision::AlreadyDone(game.version())),
        Some(pending) if pending.what == what => {
            Ok(agree(game, seat, pending.agreed, what, Event::Agreed { seat, what, key }))
        }
        Some(_) => refuse(RefusalCode::NotNow, "another proposal is waiting for an answer"),
        None if game.can_propose(seat, what) => Ok(agree(game, seat, 0, what, Event::Asked { seat, what, key })),
        None => {
            if what != Proposal::Rematch {
                require_playing(game)?;
            }
            refuse(
                RefusalCode::NotNow,
                match what {
                    Proposal::TakeBack => "you have not played a turn to take back",
                    Proposal::Draw => "a draw needs a person on the other side to agree",
                    Proposal::Rematch => "a rematch is possible when the game is over and all seats were taken",
                },
            )
        }
    }
}

fn answer(game: &Game, seat: u8, ply: u32, (what, yes): (Proposal, bool), key: u32) -> Result<Decision, Refusal> {
    if what == Proposal::Rematch && game.rematch().is_some() {
        return Ok(Decision::AlreadyDone(game.version()));
    }
    require_same_ply(game, ply, what)?;
    let Some(pending) = game.pending().filter(|pending| pending.what == what) else {
        return refuse(RefusalCode::NotNow, "there is no such proposal to answer");
    };
    match yes {
        true if has_agreed(pending, seat) => Ok(Decision::AlreadyDone(game.version())),
        true => Ok(agree(game, seat, pending.agreed, what, Event::Agreed { seat, what, key })),
        false => Ok(Decision::Events(vec![Event::Declined { seat, what, key }])),
    }
}

fn resign(game: &Game, seat: u8) -> Result<Decision, Refusal> {
    let end = Termination::Resigned { seat };
    if game.phase() == Phase::Over(GameOver::Ended(end)) {
        return Ok(Decision::AlreadyDone(game.version()));
    }
    require_playing(game)?;
    Ok(Decision::Events(vec![Event::Ended(end)]))
}

fn abort(game: &Game, seat: u8) -> Result<Decision, Refusal> {
    match game.phase() {
        Phase::Over(GameOver::Ended(Termination::Aborted { .. })) => Ok(Decision::AlreadyDone(game.version())),
        Phase::Over(_) => refuse(RefusalCode::Over, "the game is over"),
        _ if game.can_abort() => Ok(Decision::Events(vec![Event::Ended(Termination::Aborted { seat })])),
        _ => refuse(RefusalCode::NotNow, "a game can be aborted before its second turn; after that you can resign"),
    }
}

fn give_time(game: &Game, from: u8, key: u32) -> Result<Decision, Refusal> {
    if game.has_key(from, key) {
        return Ok(Decision::AlreadyDone(game.version()));
    }
    require_playing(game)?;
    let Some(ms) = game.terms().control.gift() else {
        return refuse(RefusalCode::NotNow, "this game has no clock");
    };
    let opponents = (0..game.seats().len() as u8).filter(|&to| Seat(to).team() != Seat(from).team());
    Ok(Decision::Events(opponents.map(|to| Event::GaveTime { from, to, ms, key }).collect()))
}

fn say(game: &Game, seat: u8, text: &str, key: u32) -> Result<Decision, Refusal> {
    if game.has_key(seat, key) {
        return Ok(Decision::AlreadyDone(game.version()));
    }
    if !game.terms().chat {
        return refuse(RefusalCode::NoChat, "chat is disabled in this game");
    }
    // All chat, not only that between partners: a message to the opponents is one that the partner reads as well.
    if game.partners_must_not_confer() {
        return refuse(RefusalCode::NoChat, "partners must not confer: the chat is closed until the game is over");
    }
    if game.chat().len() >= limits::MAX_CHAT_MESSAGES {
        let max = limits::MAX_CHAT_MESSAGES;
        return refuse(RefusalCode::TooMany, format!("a game has at most {max} chat messages"));
    }
    let Some(text) = limits::sanitize(text, limits::MAX_CHAT_CHARS) else {
        let max = limits::MAX_CHAT_CHARS;
        return refuse(RefusalCode::Invalid, format!("a chat message is text of 1 to {max} characters"));
    };
    Ok(Decision::Events(vec![Event::Said { seat, text, key }]))
}
