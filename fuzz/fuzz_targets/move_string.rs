//! Law: a move is legal if and only if it is listed.
#![no_main]

use halfboard_fuzz::{laws, rules};

libfuzzer_sys::fuzz_target!(|input: (u16, u64, u8, &str)| {
    let (number, seed, plies, word) = input;
    laws::move_string(rules(number), seed, plies % 64, word);
});
