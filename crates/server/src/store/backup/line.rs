//! The lines of a backup.
//!
//! Format 1 has a header, a line for each game, and an end with the number of games. Format 2 has a second header with time and
//! base, compressed games with a checksum each, the games deleted since the base, and an end with the checksum of
//! everything before it.

use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use halfboard_protocol::event::LoggedEvent;
use halfboard_protocol::id::GameId;
use halfboard_protocol::{Millis, json};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::super::StoredGame;
use super::super::rows::hex;

/// Version of the file format. Older formats can be read.
pub(super) const FORMAT: u32 = 2;

/// Maximum length of a line, and of a game, in bytes.
pub(super) const MAX_LINE_BYTES: u64 = 64 << 20;

/// A SHA-256 checksum.
pub(super) type Checksum = [u8; 32];

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum BackupLine {
    /// The first line.
    HalfboardGames { format: u32 },
    /// The second line of format 2: when the snapshot was begun, and the identity of the backup that it continues.
    Snapshot { created: Millis, base: Option<String> },
    /// A game: its log, the hashed tokens of its seats in hexadecimal, and whether the operator has hidden it. In format 2 it is
    /// the content of a packed game.
    Game {
        id: GameId,
        events: Vec<LoggedEvent>,
        seats: Vec<(u8, String)>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hidden: bool,
    },
    /// A compressed game with the checksum of its text.
    Packed { id: GameId, sha256: String, data: String },
    /// A game that the base has and the snapshot has not, by its key.
    Deleted { key: String },
    /// The last line. A file without it is incomplete. The checksum is that of all bytes before this line.
    End {
        games: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sha256: Option<String>,
    },
}

/// A game on its way from a database to a backup: its ID and its line in format 1.
pub(in super::super) struct ExportedGame {
    pub(super) id: GameId,
    pub(super) text: String,
}

impl ExportedGame {
    pub(in super::super) fn new(id: GameId, stored: StoredGame, hidden: bool) -> ExportedGame {
        let seats = stored.keys.iter().map(|key| (key.seat, hex(&key.hash))).collect();
        let text = json::encode(&BackupLine::Game { id: id.clone(), events: stored.events, seats, hidden });
        ExportedGame { id, text }
    }
}

/// Returns the checksum of bytes.
pub(super) fn checksum(bytes: &[u8]) -> Checksum {
    Sha256::digest(bytes).into()
}

/// Compresses a game.
pub(super) fn pack(game: &ExportedGame, checksum: &Checksum) -> std::io::Result<BackupLine> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(game.text.as_bytes())?;
    let data = STANDARD_NO_PAD.encode(encoder.finish()?);
    Ok(BackupLine::Packed { id: game.id.clone(), sha256: hex(checksum), data })
}

/// Decompresses a game and checks it. Returns its text and checksum.
pub(super) fn unpack(expected: &str, data: &str) -> Result<(String, Checksum), String> {
    let packed = STANDARD_NO_PAD.decode(data).map_err(|error| format!("not base64: {error}"))?;
    let mut text = String::new();
    DeflateDecoder::new(&packed[..])
        .take(MAX_LINE_BYTES)
        .read_to_string(&mut text)
        .map_err(|error| format!("cannot be decompressed: {error}"))?;
    let checksum = checksum(text.as_bytes());
    if hex(&checksum) == expected { Ok((text, checksum)) } else { Err("its checksum does not match".to_owned()) }
}

/// Parses bytes in lower-case hexadecimal.
pub(super) fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let bytes = text.as_bytes().chunks(2).map(|two| match two {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    });
    bytes.collect::<Option<Vec<u8>>>()?.try_into().ok()
}
