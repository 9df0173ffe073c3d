//! New games and rematches: validates a request and returns the first events of its log. Pure: randomness, time and the
//! game's ID are arguments.

use halfboard_engine::levels::StoredLevel;
use halfboard_protocol::api::{NewGame, SeatSpec};
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::{Event, GameTerms, LoggedEvent, Player, Seed, Start};
use halfboard_protocol::game::Game;
use halfboard_protocol::id::GameId;
use halfboard_protocol::message::{Refusal, RefusalCode};
use halfboard_protocol::{Millis, limits, name};
use halfboard_rules::random::SplitMix64;
use halfboard_rules::record;

/// The log of a new game, and the game it folds to.
pub(crate) struct NewLog {
    pub(crate) game: Game,
    pub(crate) events: Vec<LoggedEvent>,
}

fn invalid(message: impl Into<String>) -> Refusal {
    Refusal::new(RefusalCode::Invalid, message)
}

/// Validates a player's name.
pub(crate) fn player_name(text: &str) -> Result<String, Refusal> {
    name::parse(text).map_err(|error| invalid(error.to_string()))
}

/// Returns the log of a requested game, and the creator's seat. In a game with a clock, each of the first two turns must be
/// played within `first_move` seconds.
///
/// # Errors
///
/// Returns a refusal that names the invalid value.
pub(crate) fn create(
    request: NewGame,
    id: GameId,
    random: &mut SplitMix64,
    first_move: Option<u32>,
    at: Millis,
) -> Result<(NewLog, u8), Refusal> {
    let name = player_name(&request.name)?;
    if request.rules.len() > limits::MAX_RULES_BYTES {
        return Err(invalid(format!("a rules string has at most {} bytes", limits::MAX_RULES_BYTES)));
    }
    let start = match request.start {
        Some(Start::Position(position)) if position.len() > limits::MAX_POSITION_BYTES => {
            return Err(invalid(format!("a position has at most {} bytes", limits::MAX_POSITION_BYTES)));
        }
        Some(start) => start,
        None => random_start(random),
    };
    let session = record::Start::from(&start).session(&request.rules).map_err(|error| invalid(error.to_string()))?;
    let seats = session.seats().len();
    if seats < 2 {
        return Err(invalid("solitaire is played alone and has no online games"));
    }
    if session.ending().is_some() {
        return Err(invalid("the game is already over in its start position"));
    }
    if !request.control.is_valid() {
        return Err(invalid(
            "invalid time control: at least a second in all, at most a day for the game, an hour per turn or 30 days per \
             turn",
        ));
    }
    if request.delay > limits::MAX_SPECTATOR_DELAY {
        return Err(invalid(format!("at most {} turns can be hidden from spectators", limits::MAX_SPECTATOR_DELAY)));
    }
    let mut specs = seat_specs(request.seats, seats)?;
    if request.lot {
        shuffle(&mut specs, random);
    }
    let terms = GameTerms {
        rules: session.rules(),
        start,
        control: request.control,
        public: request.public,
        chat: request.chat,
        delay: request.delay,
        first_move: first_move
            .filter(|_| matches!(request.control, TimeControl::Fischer { .. } | TimeControl::Delay { .. })),
        after: None,
    };
    let mut seated = Vec::new();
    let mut own_seat = 0;
    for (seat, spec) in specs.iter().enumerate() {
        let seat = seat as u8;
        match spec {
            SeatSpec::Open => {}
            SeatSpec::Engine { level, of } => seated.push((seat, Player::Engine { level: *level, of: *of })),
            SeatSpec::Me => {
                own_seat = seat;
                seated.push((seat, Player::Person { name: name.clone() }));
            }
        }
    }
    Ok((new_log(id, terms, seated, at)?, own_seat))
}

/// Returns the log of a rematch, in which every player moves on by one seat.
pub(crate) fn rematch(game: &Game, id: GameId, random: &mut SplitMix64, at: Millis) -> Result<NewLog, Refusal> {
    let terms = game.terms().clone();
    let start = if terms.start.is_usual() { random_start(random) } else { terms.start };
    let terms = GameTerms { start, after: Some(game.id().clone()), ..terms };
    let seats = 0..game.seats().len() as u8;
    let mut seated: Vec<(u8, Player)> =
        seats.filter_map(|seat| Some((rematch_seat(game, seat), game.player(seat)?.clone()))).collect();
    seated.sort_by_key(|(seat, _)| *seat);
    new_log(id, terms, seated, at)
}

/// Returns the log of a challenge with the terms and players of a game, except the player of one seat.
pub(crate) fn reopened(game: &Game, freed: u8, id: GameId, at: Millis) -> Result<NewLog, Refusal> {
    let terms = GameTerms { after: Some(game.id().clone()), ..game.terms().clone() };
    let seats = (0..game.seats().len() as u8).filter(|seat| *seat != freed);
    let seated = seats.filter_map(|seat| Some((seat, game.player(seat)?.clone()))).collect();
    new_log(id, terms, seated, at)
}

/// Returns the seat in the rematch of the player at `seat`.
pub(crate) fn rematch_seat(game: &Game, seat: u8) -> u8 {
    (seat + 1) % game.seats().len() as u8
}

fn new_log(id: GameId, terms: GameTerms, seated: Vec<(u8, Player)>, at: Millis) -> Result<NewLog, Refusal> {
    let seated = seated.into_iter().map(|(seat, who)| Event::Seated { seat, who });
    let events = std::iter::once(Event::Created(terms)).chain(seated).zip(1..);
    let events: Vec<LoggedEvent> = events.map(|(event, version)| LoggedEvent { version, at, event }).collect();
    let game = Game::from_log(id, &events).map_err(|error| invalid(error.to_string()))?;
    Ok(NewLog { game, events })
}

fn random_start(random: &mut SplitMix64) -> Start {
    // Short enough to be typed.
    Start::Seed(Seed(1 + random.below(999_999)))
}

/// Validates the requested seats, or returns the default: the creator first, the others open.
fn seat_specs(requested: Vec<SeatSpec>, seats: usize) -> Result<Vec<SeatSpec>, Refusal> {
    if requested.is_empty() {
        let mut specs = vec![SeatSpec::Open; seats];
        specs[0] = SeatSpec::Me;
        return Ok(specs);
    }
    if requested.len() != seats {
        return Err(invalid(format!("the game has {seats} seats, but {} were given", requested.len())));
    }
    if requested.iter().filter(|spec| **spec == SeatSpec::Me).count() != 1 {
        return Err(invalid("exactly one seat must be yours: \"me\""));
    }
    let has_level = |spec: &SeatSpec| match *spec {
        SeatSpec::Engine { level, of } => StoredLevel { number: level, of }.is_valid(),
        SeatSpec::Me | SeatSpec::Open => true,
    };
    if !requested.iter().all(has_level) {
        return Err(invalid("an engine's level is a number from 1 to \"of\", which is 8 if absent"));
    }
    Ok(requested)
}

fn shuffle(specs: &mut [SeatSpec], random: &mut SplitMix64) {
    for last in (1..specs.len()).rev() {
        specs.swap(last, random.below(last as u64 + 1) as usize);
    }
}
