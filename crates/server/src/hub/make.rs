//! Making games: what was asked for is checked, and becomes the first events of a log.

use halfboard_protocol::api::{NewGame, SeatSpec};
use halfboard_protocol::event::{Event, GameTerms, LoggedEvent, Player, Seed, Start};
use halfboard_protocol::game::{Game, Phase};
use halfboard_protocol::id::Token;
use halfboard_protocol::message::{Refusal, RefusalCode};
use halfboard_protocol::{Millis, limits};
use halfboard_rules::random::SplitMix64;
use halfboard_rules::record;

use super::now;
use crate::secrets;
use crate::store::{self, Row, SeatKey};

/// A game that was made but is not kept yet.
pub(super) struct Made {
    pub(super) game: store::NewGame,
    /// The seat of whoever asked, and its secret.
    pub(super) seat: u8,
    pub(super) token: Token,
    /// Whether all seats are taken.
    pub(super) begun: bool,
}

fn invalid(message: impl Into<String>) -> Refusal {
    Refusal::new(RefusalCode::Invalid, message)
}

/// A name that can be shown.
pub(super) fn name(text: &str) -> Result<String, Refusal> {
    let words = || format!("a name is text of 1 to {} characters", limits::MAX_NAME_CHARS);
    limits::sanitize(text, limits::MAX_NAME_CHARS).ok_or_else(|| invalid(words()))
}

/// Makes a game as it was asked for.
pub(super) fn make(new: NewGame) -> Result<Made, Refusal> {
    let name = name(&new.name)?;
    if new.rules.len() > limits::MAX_RULES_BYTES {
        return Err(invalid(format!("rules are at most {} bytes long", limits::MAX_RULES_BYTES)));
    }
    let start = match new.start {
        Some(Start::Position(position)) if position.len() > limits::MAX_POSITION_BYTES => {
            return Err(invalid(format!("a position is at most {} bytes long", limits::MAX_POSITION_BYTES)));
        }
        Some(start) => start,
        None => chance(),
    };
    let session = record::Start::from(&start).session(&new.rules).map_err(|error| invalid(error.to_string()))?;
    let seats = session.seats().len();
    if seats < 2 {
        return Err(invalid("this is played alone, so nobody can be invited to it"));
    }
    if session.ending().is_some() {
        return Err(invalid("the game would be over where it starts"));
    }
    if !new.control.is_valid() {
        return Err(invalid(
            "the time control has no time that anybody could play with: at least a second, at most a day for the game, an \
             hour a turn, 30 days a turn",
        ));
    }
    if new.delay > limits::MAX_SPECTATOR_DELAY {
        return Err(invalid(format!(
            "at most {} turns can be withheld from those who watch",
            limits::MAX_SPECTATOR_DELAY
        )));
    }
    let mut chairs = chairs(new.seats, seats)?;
    if new.lot {
        shuffle(&mut chairs);
    }
    let terms = GameTerms {
        rules: session.rules(),
        start,
        control: new.control,
        public: new.public,
        chat: new.chat,
        delay: new.delay,
        after: None,
    };
    let token = new.token.unwrap_or_else(secrets::new_token);
    let mut seated = Vec::new();
    let mut mine = 0;
    for (seat, chair) in chairs.iter().enumerate() {
        let seat = seat as u8;
        match chair {
            SeatSpec::Open => {}
            SeatSpec::Engine { level } => seated.push((seat, Player::Engine { level: *level })),
            SeatSpec::Me => {
                mine = seat;
                seated.push((seat, Player::Person { name: name.clone() }));
            }
        }
    }
    let keys = vec![SeatKey { seat: mine, hash: secrets::hash(&token) }];
    let (game, begun) = keep(terms, seated, keys, now())?;
    Ok(Made { game, seat: mine, token, begun })
}

/// The same game again: everybody moves on by one seat, with the secret they have.
pub(super) fn again(game: &Game, keys: &[SeatKey], at: Millis) -> Result<store::NewGame, Refusal> {
    let terms = game.terms().clone();
    let start = if terms.start.is_usual() { chance() } else { terms.start };
    let terms = GameTerms { start, after: Some(game.id().clone()), ..terms };
    let seats = game.seats().len() as u8;
    let next = |seat: u8| (seat + 1) % seats;
    let mut seated: Vec<(u8, Player)> =
        (0..seats).filter_map(|seat| Some((next(seat), game.player(seat)?.clone()))).collect();
    seated.sort_by_key(|(seat, _)| *seat);
    let keys = keys.iter().map(|key| SeatKey { seat: next(key.seat), hash: key.hash }).collect();
    Ok(keep(terms, seated, keys, at)?.0)
}

/// The log of a new game, and whether it has begun.
fn keep(
    terms: GameTerms,
    seated: Vec<(u8, Player)>,
    keys: Vec<SeatKey>,
    at: Millis,
) -> Result<(store::NewGame, bool), Refusal> {
    let mut events = vec![Event::Created(terms)];
    events.extend(seated.into_iter().map(|(seat, who)| Event::Seated { seat, who }));
    let log: Vec<LoggedEvent> =
        events.into_iter().zip(1..).map(|(event, version)| LoggedEvent { version, at, event }).collect();
    let game = Game::from_log(secrets::new_game(), &log).map_err(|error| invalid(error.to_string()))?;
    let begun = game.phase() == Phase::Playing;
    Ok((store::NewGame { events: log, keys, row: Row::of(&game) }, begun))
}

fn chance() -> Start {
    // Short enough that a person can type it again.
    Start::Seed(Seed(1 + secrets::number() % 999_999))
}

/// Whom each seat is for.
fn chairs(asked: Vec<SeatSpec>, seats: usize) -> Result<Vec<SeatSpec>, Refusal> {
    if asked.is_empty() {
        let mut chairs = vec![SeatSpec::Open; seats];
        chairs[0] = SeatSpec::Me;
        return Ok(chairs);
    }
    if asked.len() != seats {
        return Err(invalid(format!("the game has {seats} seats, and {} were given", asked.len())));
    }
    if asked.iter().filter(|chair| **chair == SeatSpec::Me).count() != 1 {
        return Err(invalid("exactly one seat is yours: \"me\""));
    }
    if asked.iter().any(|chair| matches!(chair, SeatSpec::Engine { level } if !(1..=8).contains(level))) {
        return Err(invalid("an engine's level is a number from 1 to 8"));
    }
    Ok(asked)
}

fn shuffle(chairs: &mut [SeatSpec]) {
    let mut random = SplitMix64::new(secrets::number());
    for last in (1..chairs.len()).rev() {
        chairs.swap(last, random.below(last as u64 + 1) as usize);
    }
}
