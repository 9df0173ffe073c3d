//! How much of anything is allowed. Both sides know it: the page so that it does not ask for what will be refused.

/// The largest message that a client may send, in bytes.
pub const MESSAGE_BYTES: usize = 4096;

/// A client may send so many messages …
pub const MESSAGES: usize = 100;
/// … in so many milliseconds; the next one closes its socket with code 1008.
pub const MESSAGES_WITHIN: u64 = 20_000;

/// The longest name, in characters.
pub const NAME: usize = 24;

/// The longest line of chat, in characters.
pub const LINE: usize = 200;
/// A seat may say so many lines …
pub const LINES: usize = 5;
/// … in so many milliseconds.
pub const LINES_WITHIN: u64 = 10_000;
/// A game remembers so many lines; after that nobody can say more.
pub const LINES_IN_ALL: usize = 500;

/// The longest rules string, position and move, in bytes.
pub const RULES: usize = 300;
/// See [`RULES`].
pub const POSITION: usize = 500;
/// See [`RULES`].
pub const MOVE: usize = 64;

/// The longest game, in turns: after it nobody can move, and the players agree on a draw or resign.
pub const PLIES: usize = 4096;

/// The longest log: after so many events nothing but turns and the end of the game is added to it.
pub const EVENTS: u32 = 10_000;

/// So many of the last turns can be withheld from those who watch.
pub const DELAY: u8 = 20;

/// The time that one player gives another at a time, in milliseconds, where turns are not counted in days.
pub const GIFT: u64 = 15_000;

/// How many keys of one seat's commands are remembered, so that a repeated one is harmless.
pub const KEYS: usize = 32;

/// A name or line as it may be shown: without control characters and without spaces at its ends, or `None` when nothing
/// is left of it or it is longer than so many characters.
///
/// ```
/// use halfboard_protocol::limits::tidy;
/// assert_eq!(tidy("  Ann \u{7}", 24).as_deref(), Some("Ann"));
/// assert_eq!(tidy(" \n", 24), None);
/// ```
pub fn tidy(text: &str, longest: usize) -> Option<String> {
    // Marks that turn the direction of writing would let a name reach into the words around it.
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let shown: String = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|&c| !hidden(c)).collect();
    let shown = shown.trim();
    (!shown.is_empty() && shown.chars().count() <= longest).then(|| shown.to_owned())
}
