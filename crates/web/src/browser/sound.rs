//! Short synthesized sounds: a wooden knock for a turn, a deeper one for a refused action, and two notes for the end.

use std::cell::RefCell;

use web_sys::{AudioContext, OscillatorType};

/// A sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sound {
    /// A turn was played.
    Turn,
    /// An action was refused.
    Refused,
    /// The game is over.
    End,
}

thread_local! {
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Plays a sound. Stays silent if the browser does not support or allow it.
pub(crate) fn sound(sound: Sound) {
    CONTEXT.with_borrow_mut(|context| {
        if context.is_none() {
            *context = AudioContext::new().ok();
        }
        let Some(context) = context else { return };
        let _ = context.resume();
        match sound {
            Sound::Turn => note(context, OscillatorType::Triangle, 210.0, 0.0, 0.07),
            Sound::Refused => note(context, OscillatorType::Sine, 130.0, 0.0, 0.09),
            Sound::End => note(context, OscillatorType::Sine, 392.0, 0.0, 0.25)
                .and_then(|()| note(context, OscillatorType::Sine, 523.0, 0.18, 0.4)),
        };
    });
}

/// Plays a note that fades.
fn note(context: &AudioContext, shape: OscillatorType, pitch: f32, after: f64, lasts: f64) -> Option<()> {
    let oscillator = context.create_oscillator().ok()?;
    let gain = context.create_gain().ok()?;
    let start = context.current_time() + after;
    oscillator.set_type(shape);
    oscillator.frequency().set_value(pitch);
    gain.gain().set_value_at_time(0.2, start).ok()?;
    gain.gain().exponential_ramp_to_value_at_time(0.001, start + lasts).ok()?;
    oscillator.connect_with_audio_node(&gain).ok()?;
    gain.connect_with_audio_node(&context.destination()).ok()?;
    oscillator.start_with_when(start).ok()?;
    oscillator.stop_with_when(start + lasts).ok()
}
