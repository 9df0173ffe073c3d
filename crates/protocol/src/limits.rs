//! Size and rate limits. Clients know them, too, so that they do not send what the server would refuse.

/// Maximum size of a client's message, in bytes.
pub const MAX_MESSAGE_BYTES: usize = 4096;

/// Messages a client may send within [`MESSAGE_WINDOW_MS`]; one more closes its socket with code 1008.
pub const MAX_MESSAGES: usize = 100;
/// Rate limit window of messages, in milliseconds.
pub const MESSAGE_WINDOW_MS: u64 = 20_000;

/// Maximum length of a player's name, in characters.
pub const MAX_NAME_CHARS: usize = 24;

/// Maximum length of a chat message, in characters.
pub const MAX_CHAT_CHARS: usize = 200;
/// Chat messages and proposals a seat may send within [`CHAT_WINDOW_MS`].
pub const CHAT_PER_WINDOW: usize = 5;
/// Rate limit window of chat messages and proposals, in milliseconds.
pub const CHAT_WINDOW_MS: u64 = 10_000;
/// Maximum number of chat messages in a game.
pub const MAX_CHAT_MESSAGES: usize = 500;

/// Maximum length of an announcement of the operator, in characters.
pub const MAX_ANNOUNCEMENT_CHARS: usize = 300;

/// Maximum length of a rules string, in bytes.
pub const MAX_RULES_BYTES: usize = 300;
/// Maximum length of a position string, in bytes.
pub const MAX_POSITION_BYTES: usize = 500;
/// Maximum length of a move string, in bytes.
pub const MAX_MOVE_BYTES: usize = 64;

/// Time after which a game without a running clock is abandoned, in milliseconds: 28 days.
pub const ABANDONED_MS: u64 = 28 * 24 * 60 * 60 * 1000;

/// Maximum number of turns in a game. After that the players can only agree on a draw or resign.
pub const MAX_PLIES: usize = 4096;

/// Log length after which only turns and the end of the game are accepted, in events.
pub const MAX_EVENTS: u32 = 10_000;

/// Maximum number of recent turns hidden from spectators.
pub const MAX_SPECTATOR_DELAY: u8 = 20;

/// Time one player gives another at once, in milliseconds, unless turns are counted in days.
pub const TIME_GIFT_MS: u64 = 15_000;

/// Number of recent command keys remembered for each seat, so that a repeated command has no effect.
pub const REMEMBERED_KEYS: usize = 32;

/// Returns a saved name or a text such as a chat message without control characters and surrounding spaces; `None` if it is then
/// empty or longer than `max_chars`. The rule for new names is [`name::parse`](crate::name::parse).
///
/// ```
/// use halfboard_protocol::limits::sanitize;
/// assert_eq!(sanitize("  Ann \u{7}", 24).as_deref(), Some("Ann"));
/// assert_eq!(sanitize(" \n", 24), None);
/// ```
pub fn sanitize(text: &str, max_chars: usize) -> Option<String> {
    // Bidirectional overrides would let a name reorder the text around it.
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let shown: String = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|&c| !hidden(c)).collect();
    let shown = shown.trim();
    (!shown.is_empty() && shown.chars().count() <= max_chars).then(|| shown.to_owned())
}
