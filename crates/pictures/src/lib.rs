//! Pictures for the browser app: PNGs of positions and animated GIFs of games.
//!
//! The page sends a [`PictureRequest`], and [`paint`] returns the file. Neither uses a browser, so both are tested
//! natively; the binary of this package runs in a Web Worker, which the page starts when a picture is asked for. The
//! painter is a program of its own because most visits need no picture.

mod paint;
mod request;

pub use paint::paint;
pub use request::{DecodeError, PictureFormat, PictureRequest};
