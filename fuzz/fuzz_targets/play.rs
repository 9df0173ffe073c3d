//! Law: a game entered step by step can be undone, redone and recorded. A byte chooses a step.
#![no_main]

use halfboard_fuzz::{laws, rules};

libfuzzer_sys::fuzz_target!(|input: (u16, u64, &[u8])| {
    let (number, seed, choices) = input;
    laws::play(rules(number), seed, &choices[..choices.len().min(200)]);
});
