//! Mutations of valid texts: changed bytes, numbers, values and brackets. Deterministic for a seed.

use halfboard_rules::random::SplitMix64;

/// Numbers at the edges of integer types.
const NUMBERS: [&str; 16] = [
    "0",
    "-1",
    "1",
    "255",
    "256",
    "65536",
    "2147483648",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "18446744073709551615",
    "18446744073709551616",
    "1e309",
    "0.5",
    "-0",
    "00",
];

/// Unusual JSON values.
const VALUES: [&str; 16] = [
    "null",
    "true",
    "[]",
    "{}",
    "\"\"",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "\"\u{202e}\u{feff}\"",
    "\"<script>\"",
    "\"a1-a2\"",
    "\"type\"",
    "\"seat\":9",
    "\"line\":0",
    "\"hello\"",
    "\"0123456789abcdefghijkl\"",
    "\"../../etc\"",
];

/// A source of mutations.
pub struct Mutator {
    /// The random number generator.
    pub random: SplitMix64,
}

impl Mutator {
    /// Mutator from a seed.
    pub fn new(seed: u64) -> Mutator {
        Mutator { random: SplitMix64::new(seed) }
    }

    /// Picks an element.
    pub fn pick<'a, T>(&mut self, several: &'a [T]) -> &'a T {
        &several[self.below(several.len())]
    }

    /// A number below this, which is at least 1.
    pub fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound.max(1) as u64) as usize
    }

    /// Returns a text with some mutations, occasionally none.
    pub fn text(&mut self, valid: &str, others: &[String]) -> String {
        let mut bytes = valid.as_bytes().to_vec();
        for _ in 0..self.below(4) {
            self.mutate_bytes(&mut bytes, others);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Applies one mutation.
    pub fn mutate_bytes(&mut self, bytes: &mut Vec<u8>, others: &[String]) {
        let at = self.below(bytes.len());
        match self.below(11) {
            0 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << (self.random.next_u64() % 8);
                }
            }
            1 => bytes.truncate(at),
            2 => {
                let end = (at + 1 + self.below(8)).min(bytes.len());
                bytes.drain(at..end);
            }
            3 => {
                let byte = self.random.next_u64() as u8;
                bytes.insert(at, byte);
            }
            4 | 5 => self.replace_number(bytes),
            6 | 7 => {
                let word = *self.pick(&VALUES);
                self.replace_value(bytes, word.as_bytes());
            }
            8 => {
                // A part of it twice.
                let end = (at + self.below(40)).min(bytes.len());
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            9 => {
                // The beginning of one, the end of another.
                let other = if others.is_empty() { "" } else { self.pick(others) };
                let from = self.below(other.len());
                bytes.truncate(at);
                bytes.extend_from_slice(&other.as_bytes()[from.min(other.len())..]);
            }
            _ => {
                let depth = 1 + self.below(200);
                let bracket = *self.pick(b"[{\"");
                bytes.splice(at..at, std::iter::repeat_n(bracket, depth));
            }
        }
    }

    /// Replaces a number.
    fn replace_number(&mut self, bytes: &mut Vec<u8>) {
        let starts: Vec<usize> = (0..bytes.len())
            .filter(|&at| bytes[at].is_ascii_digit() && !(at > 0 && bytes[at - 1].is_ascii_alphanumeric()))
            .collect();
        if starts.is_empty() {
            return;
        }
        let start = *self.pick(&starts);
        let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = *self.pick(&NUMBERS);
        bytes.splice(start..start + length, number.bytes());
    }

    /// Replaces the value after a colon.
    fn replace_value(&mut self, bytes: &mut Vec<u8>, word: &[u8]) {
        let colons: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] == b':').collect();
        if colons.is_empty() {
            return;
        }
        let start = *self.pick(&colons) + 1;
        let length = bytes[start..].iter().take_while(|byte| !matches!(byte, b',' | b'}' | b']')).count();
        bytes.splice(start..start + length, word.iter().copied());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutations_are_deterministic_and_varied() {
        let valid = r#"{"type":"do","key":7,"command":{"type":"resign"}}"#;
        let others = vec!["{\"type\":\"hello\"}".to_owned()];
        let make = |seed| {
            let mut mutator = Mutator::new(seed);
            (0..200).map(|_| mutator.text(valid, &others)).collect::<Vec<_>>()
        };
        assert_eq!(make(3), make(3));
        let mut different = make(3);
        different.sort();
        different.dedup();
        assert!(different.len() > 100, "{}", different.len());
    }
}
