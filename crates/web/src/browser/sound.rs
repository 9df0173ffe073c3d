//! Short, quiet, synthesized sounds: wooden knocks for turns, a dull one for a refused action, a few notes for the end.

use std::cell::RefCell;

use halfboard_app::motion::{TurnEffect, last_effect};
use halfboard_rules::game::{Color, Outcome};
use halfboard_rules::session::Session;
use leptos::prelude::window;
use wasm_bindgen::JsValue;
use web_sys::{AudioContext, OscillatorType};

/// A sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sound {
    /// A turn was played.
    Turn(TurnEffect),
    /// Another player is waiting for this one.
    YourTurn,
    /// An action was refused, or a warning given.
    Refused,
    /// The player won, or solved a puzzle.
    Won,
    /// The player lost.
    Lost,
    /// The game is drawn.
    Drawn,
}

impl Sound {
    /// Returns the sound of the last turn of a game.
    pub(crate) fn of_turn(session: &dyn Session) -> Sound {
        Sound::Turn(last_effect(session))
    }

    /// Returns the sound of the end of a game for a player of a colour, or for a person who plays or watches all sides.
    pub(crate) fn of_outcome(outcome: Outcome, own: Option<Color>) -> Sound {
        match outcome {
            Outcome::Win(winner) if own.is_none_or(|own| own == winner) => Sound::Won,
            Outcome::Win(_) | Outcome::Stuck(_) => Sound::Lost,
            Outcome::Solved => Sound::Won,
            Outcome::Draw => Sound::Drawn,
        }
    }
}

/// A tone whose pitch falls or stays, and that fades: wave, pitch at its begin and end in hertz, begin and duration in
/// seconds, and loudness.
struct Tone(OscillatorType, [f32; 2], f64, f64, f32);

use OscillatorType::{Sine, Triangle};

/// A checker put down on wood: a knock whose pitch falls, and a click.
const KNOCK: [Tone; 2] =
    [Tone(Triangle, [420.0, 160.0], 0.0, 0.06, 0.14), Tone(Sine, [1100.0, 700.0], 0.0, 0.018, 0.05)];

fn tones(sound: Sound) -> &'static [Tone] {
    match sound {
        Sound::Turn(TurnEffect::Moved) => &[],
        Sound::Turn(TurnEffect::Captured) => &[Tone(Triangle, [300.0, 110.0], 0.08, 0.1, 0.15)],
        Sound::Turn(TurnEffect::Pushed) => {
            &[Tone(Triangle, [230.0, 140.0], 0.05, 0.14, 0.09), Tone(Triangle, [360.0, 150.0], 0.16, 0.06, 0.11)]
        }
        Sound::Turn(TurnEffect::SetLeft) => {
            &[Tone(Sine, [660.0, 660.0], 0.1, 0.14, 0.05), Tone(Sine, [880.0, 880.0], 0.19, 0.2, 0.05)]
        }
        Sound::YourTurn => &[Tone(Sine, [740.0, 740.0], 0.14, 0.22, 0.05)],
        Sound::Refused => &[Tone(Sine, [170.0, 120.0], 0.0, 0.11, 0.13)],
        Sound::Won => &[
            Tone(Sine, [523.0, 523.0], 0.0, 0.22, 0.08),
            Tone(Sine, [659.0, 659.0], 0.13, 0.22, 0.08),
            Tone(Sine, [784.0, 784.0], 0.26, 0.45, 0.08),
        ],
        Sound::Lost => &[
            Tone(Sine, [392.0, 392.0], 0.0, 0.25, 0.07),
            Tone(Sine, [330.0, 330.0], 0.16, 0.25, 0.07),
            Tone(Sine, [262.0, 262.0], 0.32, 0.45, 0.07),
        ],
        Sound::Drawn => &[Tone(Sine, [440.0, 440.0], 0.0, 0.2, 0.07), Tone(Sine, [440.0, 440.0], 0.22, 0.35, 0.07)],
    }
}

thread_local! {
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Plays a sound. Stays silent if the browser does not support it, and until the person has touched the page: browsers
/// would hold the sound back and play it later.
pub(crate) fn sound(sound: Sound) {
    if !has_been_touched() {
        return;
    }
    CONTEXT.with_borrow_mut(|context| {
        if context.is_none() {
            *context = AudioContext::new().ok();
        }
        let Some(context) = context else { return };
        let _ = context.resume();
        let knock = if matches!(sound, Sound::Turn(_)) { KNOCK.as_slice() } else { &[] };
        for tone in knock.iter().chain(tones(sound)) {
            play(context, tone);
        }
    });
}

/// Returns whether the person has clicked, touched or typed since the page was loaded; true where browsers do not tell.
fn has_been_touched() -> bool {
    let get = |of: &JsValue, name: &str| js_sys::Reflect::get(of, &JsValue::from_str(name)).ok();
    let activation = get(&window().navigator(), "userActivation").filter(|value| !value.is_undefined());
    activation.and_then(|activation| get(&activation, "hasBeenActive")).is_none_or(|active| active.is_truthy())
}

fn play(context: &AudioContext, tone: &Tone) -> Option<()> {
    let &Tone(shape, [from, to], after, lasts, loudness) = tone;
    let oscillator = context.create_oscillator().ok()?;
    let gain = context.create_gain().ok()?;
    let start = context.current_time() + after;
    oscillator.set_type(shape);
    oscillator.frequency().set_value_at_time(from, start).ok()?;
    oscillator.frequency().exponential_ramp_to_value_at_time(to, start + lasts).ok()?;
    gain.gain().set_value_at_time(loudness, start).ok()?;
    gain.gain().exponential_ramp_to_value_at_time(0.001, start + lasts).ok()?;
    oscillator.connect_with_audio_node(&gain).ok()?;
    gain.connect_with_audio_node(&context.destination()).ok()?;
    oscillator.start_with_when(start).ok()?;
    oscillator.stop_with_when(start + lasts).ok()
}
