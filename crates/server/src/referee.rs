//! The referee: whether a command may be carried out, and what happens then. Pure: it looks at a game and says which events
//! follow; it neither keeps nor tells them.

use halfboard_protocol::event::{Event, Proposal, Termination};
use halfboard_protocol::game::{Game, GameOver, PendingProposal, Phase};
use halfboard_protocol::limits;
use halfboard_protocol::message::{Command, KeyedCommand, Refusal, RefusalCode};
use halfboard_protocol::{Millis, Version};
use halfboard_rules::game::Seat;

/// What follows from a command that may be carried out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Decision {
    /// Nothing: it has been carried out before, up to this version.
    Already(Version),
    /// These events.
    Events(Vec<Event>),
    /// The event, and a new game: all have agreed to play again.
    Again(Event),
}

/// Decides on a command of whoever holds a seat. `at` is when it arrived, and `lag` how long it was on its way at most.
pub(crate) fn decide(game: &Game, seat: u8, keyed: &KeyedCommand, at: Millis, lag: u32) -> Result<Decision, Refusal> {
    match &keyed.command {
        Command::Play { line, ply, mv } => play(game, seat, (*line, *ply), mv, at, lag),
        Command::Ask { .. } | Command::Answer { .. } if game.has_key(seat, keyed.key) => {
            Ok(Decision::Already(game.version()))
        }
        Command::Ask { ply, what } => ask(game, seat, *ply, *what, keyed.key),
        Command::Answer { ply, what, yes } => answer(game, seat, *ply, (*what, *yes), keyed.key),
        Command::Resign => resign(game, seat),
        Command::Abort => abort(game, seat),
        Command::GiveTime => give_time(game, seat, keyed.key),
        Command::Say { text } => say(game, seat, text, keyed.key),
    }
}

/// The end of a game whose running clock is up: certainly at `at`, whatever is still on its way.
pub(crate) fn flag(game: &Game, at: Millis) -> Option<Event> {
    let seat = game.clocks().running()?;
    (at > game.clocks().flag_falls_at()?).then_some(Event::Ended(Termination::OutOfTime { seat }))
}

/// How much of a turn's time was spent on the way, as far as the quota goes.
fn credit(game: &Game, seat: u8, lag: u32) -> u32 {
    if game.clocks().running() == Some(seat) { lag.min(game.clocks().lag_quota(seat)) } else { 0 }
}

/// Whether a turn that arrives at `at` comes after its player's time was up.
pub(crate) fn comes_too_late(game: &Game, seat: u8, at: Millis, lag: u32) -> bool {
    let ours = game.clocks().running() == Some(seat);
    let sent = at.saturating_sub(u64::from(credit(game, seat, lag)));
    ours && game.clocks().deadline().is_some_and(|deadline| sent > deadline)
}

fn refuse<T>(code: RefusalCode, message: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(code, message))
}

/// Refuses what can only be done while the game is played.
fn playing(game: &Game) -> Result<(), Refusal> {
    match game.phase() {
        Phase::Playing => Ok(()),
        Phase::Open => refuse(RefusalCode::NotBegun, "the game has not begun: a seat is still free"),
        Phase::Over(_) => refuse(RefusalCode::Over, "the game is over"),
    }
}

fn stale<T>(game: &Game) -> Result<T, Refusal> {
    let (ply, line) = (game.plies(), game.line());
    refuse(RefusalCode::Stale, format!("it is another turn by now: ply {ply} of line {line}"))
}

fn play(game: &Game, seat: u8, (line, ply): (u32, u32), mv: &str, at: Millis, lag: u32) -> Result<Decision, Refusal> {
    // A turn that was played before is looked at first: it may have ended the game.
    if line == game.line()
        && let Some(&(who, version)) = game.turns().get(ply as usize)
    {
        let same = who == seat && game.session().history().get(ply as usize).is_some_and(|played| played == mv);
        return if same { Ok(Decision::Already(version)) } else { stale(game) };
    }
    playing(game)?;
    if (line, ply) != (game.line(), game.plies()) {
        return stale(game);
    }
    if game.turn() != Some(seat) {
        return refuse(RefusalCode::NotYourTurn, "it is somebody else's turn");
    }
    if game.turns().len() >= limits::MAX_PLIES {
        let most = limits::MAX_PLIES;
        return refuse(RefusalCode::NotNow, format!("a game has at most {most} turns; agree on a draw, or resign"));
    }
    let known = mv.len() <= limits::MAX_MOVE_BYTES && game.session().steps(mv).is_some();
    if !known {
        let shown: String = mv.chars().take(limits::MAX_MOVE_BYTES).collect();
        // The rules say which moves are nearest.
        let error = game.session().clone_box().play(&shown).err();
        let message = error.map_or_else(|| format!("move '{shown}…' is longer than any"), |error| error.to_string());
        return refuse(RefusalCode::NotLegal, message);
    }
    if comes_too_late(game, seat, at, lag) {
        return Ok(Decision::Events(vec![Event::Ended(Termination::OutOfTime { seat })]));
    }
    let lag = credit(game, seat, lag);
    Ok(Decision::Events(vec![Event::Played { line, ply, mv: mv.to_owned(), lag }]))
}

/// The event with which a seat agrees, and the new game if all have agreed to one.
fn agreed(game: &Game, seat: u8, pending: PendingProposal, event: Event) -> Decision {
    let all = game.people() & !(pending.agreed | 1 << seat) == 0;
    if pending.what == Proposal::Rematch && all { Decision::Again(event) } else { Decision::Events(vec![event]) }
}

/// Refuses what was meant for another turn.
fn same_ply(game: &Game, ply: u32, what: Proposal) -> Result<(), Refusal> {
    if what != Proposal::Rematch && ply != game.plies() { stale(game) } else { Ok(()) }
}

fn ask(game: &Game, seat: u8, ply: u32, what: Proposal, key: u32) -> Result<Decision, Refusal> {
    if what == Proposal::Rematch && game.rematch().is_some() {
        return Ok(Decision::Already(game.version()));
    }
    same_ply(game, ply, what)?;
    match game.pending() {
        Some(pending) if pending.what == what && pending.agreed & 1 << seat != 0 => {
            Ok(Decision::Already(game.version()))
        }
        Some(pending) if pending.what == what => Ok(agreed(game, seat, pending, Event::Agreed { seat, what, key })),
        Some(_) => refuse(RefusalCode::NotNow, "something else has been asked for, and waits for an answer"),
        None if game.can_propose(seat, what) => {
            Ok(agreed(game, seat, PendingProposal { what, seat, agreed: 0 }, Event::Asked { seat, what, key }))
        }
        None => {
            if what != Proposal::Rematch {
                playing(game)?;
            }
            refuse(
                RefusalCode::NotNow,
                match what {
                    Proposal::TakeBack => "you have played no turn that could be taken back",
                    Proposal::Draw => "a draw is agreed between people, and there are none on the other side",
                    Proposal::Rematch => "one can play again when the game is over, if all seats were taken",
                },
            )
        }
    }
}

fn answer(game: &Game, seat: u8, ply: u32, (what, yes): (Proposal, bool), key: u32) -> Result<Decision, Refusal> {
    if what == Proposal::Rematch && game.rematch().is_some() {
        return Ok(Decision::Already(game.version()));
    }
    same_ply(game, ply, what)?;
    let Some(pending) = game.pending().filter(|pending| pending.what == what) else {
        return refuse(RefusalCode::NotNow, "nobody asks for this now");
    };
    match yes {
        true if pending.agreed & 1 << seat != 0 => Ok(Decision::Already(game.version())),
        true => Ok(agreed(game, seat, pending, Event::Agreed { seat, what, key })),
        false => Ok(Decision::Events(vec![Event::Declined { seat, what, key }])),
    }
}

fn resign(game: &Game, seat: u8) -> Result<Decision, Refusal> {
    let end = Termination::Resigned { seat };
    if game.phase() == Phase::Over(GameOver::Ended(end)) {
        return Ok(Decision::Already(game.version()));
    }
    playing(game)?;
    Ok(Decision::Events(vec![Event::Ended(end)]))
}

fn abort(game: &Game, seat: u8) -> Result<Decision, Refusal> {
    match game.phase() {
        Phase::Over(GameOver::Ended(Termination::Aborted { .. })) => Ok(Decision::Already(game.version())),
        Phase::Over(_) => refuse(RefusalCode::Over, "the game is over"),
        _ if game.can_abort() => Ok(Decision::Events(vec![Event::Ended(Termination::Aborted { seat })])),
        _ => refuse(RefusalCode::NotNow, "a game can be called off before its second turn; after that one can resign"),
    }
}

fn give_time(game: &Game, from: u8, key: u32) -> Result<Decision, Refusal> {
    if game.has_key(from, key) {
        return Ok(Decision::Already(game.version()));
    }
    playing(game)?;
    let Some(ms) = game.terms().control.gift() else {
        return refuse(RefusalCode::NotNow, "there is no clock in this game");
    };
    let opponents = (0..game.seats().len() as u8).filter(|&to| Seat(to).team() != Seat(from).team());
    Ok(Decision::Events(opponents.map(|to| Event::GaveTime { from, to, ms, key }).collect()))
}

fn say(game: &Game, seat: u8, text: &str, key: u32) -> Result<Decision, Refusal> {
    if game.has_key(seat, key) {
        return Ok(Decision::Already(game.version()));
    }
    if !game.terms().chat {
        return refuse(RefusalCode::NoChat, "there is no talking in this game");
    }
    if game.chat().len() >= limits::MAX_CHAT_MESSAGES {
        return refuse(
            RefusalCode::TooMany,
            format!("{} lines have been said, and that is all there can be", limits::MAX_CHAT_MESSAGES),
        );
    }
    let Some(text) = limits::sanitize(text, limits::MAX_CHAT_CHARS) else {
        return refuse(RefusalCode::Invalid, format!("a line is text of 1 to {} characters", limits::MAX_CHAT_CHARS));
    };
    Ok(Decision::Events(vec![Event::Said { seat, text, key }]))
}

/// Whether a command is one of those that are not turns, of which a seat may not say too many in a short time.
pub(crate) fn is_aside(command: &Command) -> bool {
    !matches!(command, Command::Play { .. } | Command::Resign | Command::Abort)
}

/// Whether a command is meant to end the game.
pub(crate) fn ends(command: &Command) -> bool {
    matches!(command, Command::Resign | Command::Abort)
}
