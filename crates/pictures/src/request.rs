//! What the page asks for.

use std::fmt;

use halfboard_rules::session::Session;
use serde::{Deserialize, Serialize};

/// A format of pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PictureFormat {
    /// The position after the last move.
    #[default]
    Png,
    /// Every position of the game, animated.
    Gif,
}

impl PictureFormat {
    /// Returns the ending of file names.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            PictureFormat::Png => "png",
            PictureFormat::Gif => "gif",
        }
    }

    /// Returns the media type.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            PictureFormat::Png => "image/png",
            PictureFormat::Gif => "image/gif",
        }
    }
}

/// A request for a picture, encoded with postcard. Everything that has a text form is sent as text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureRequest {
    /// The format.
    pub format: PictureFormat,
    /// The rules string.
    pub rules: String,
    /// The position string of the start.
    pub start: String,
    /// The moves played since.
    pub moves: Vec<String>,
    /// The theme: `light`, `dark` or `contrast`.
    pub theme: String,
    /// The language tag of labels.
    pub language: String,
    /// The number of quarter turns by which the board is rotated, clockwise.
    pub quarters: u8,
    /// Whether the names of rows and columns stand beside the board.
    pub coordinates: bool,
    /// Arrows such as `a1b2,c3c5`.
    pub arrows: String,
    /// Squares with a ring, such as `a1,b2`.
    pub rings: String,
    /// Highlighted squares.
    pub squares: String,
}

impl PictureRequest {
    /// Creates a request for a game as it stands, in the light theme and without marks.
    #[must_use]
    pub fn new(format: PictureFormat, session: &dyn Session) -> PictureRequest {
        PictureRequest {
            format,
            rules: session.rules(),
            start: session.start(),
            moves: session.history(),
            theme: "light".to_owned(),
            ..PictureRequest::default()
        }
    }

    /// Encodes the request.
    ///
    /// # Panics
    ///
    /// Does not panic: the request has only types that postcard can encode.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        postcard::to_allocvec(self).expect("requests have only types that postcard can encode")
    }

    /// Decodes a request.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not exactly one request.
    pub fn decode(bytes: &[u8]) -> Result<PictureRequest, DecodeError> {
        match postcard::take_from_bytes(bytes) {
            Ok((request, [])) => Ok(request),
            Ok(_) => Err(DecodeError(postcard::Error::DeserializeBadEncoding)),
            Err(error) => Err(DecodeError(error)),
        }
    }
}

/// An error of decoding a request: page and worker are of different versions, or the bytes are damaged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError(postcard::Error);

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid picture request: {}", self.0)
    }
}

impl std::error::Error for DecodeError {}
