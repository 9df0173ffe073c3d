//! A limit on WebSocket frames. The library joins fragments and answers pings by itself, so these do not arrive as messages
//! and must be counted below it.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use halfboard_protocol::limits::MESSAGE_WINDOW_MS;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::limits::PeriodCounter;

/// Frames that a client may send for each message of its rate limit: fragments, pings and pongs included.
const FRAMES_PER_MESSAGE: usize = 4;

/// A stream of which the received bytes are parsed as WebSocket frames. Reading fails once there are too many.
pub(super) struct FrameLimiter<T> {
    inner: T,
    parser: FrameParser,
    frames: PeriodCounter,
    exceeded: Arc<AtomicBool>,
}

impl<T> FrameLimiter<T> {
    /// Creates a limiter for a client that may send `messages` messages per window.
    pub(super) fn new(inner: T, messages: usize) -> FrameLimiter<T> {
        let window = Duration::from_millis(MESSAGE_WINDOW_MS);
        FrameLimiter {
            inner,
            parser: FrameParser::default(),
            frames: PeriodCounter::new(messages.saturating_mul(FRAMES_PER_MESSAGE), window, Instant::now()),
            exceeded: Arc::default(),
        }
    }

    /// Returns the stream.
    pub(super) fn into_inner(self) -> T {
        self.inner
    }

    /// Returns a flag that is set once there were too many frames.
    pub(super) fn exceeded(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.exceeded)
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for FrameLimiter<T> {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let start = buffer.filled().len();
        ready!(Pin::new(&mut this.inner).poll_read(context, buffer))?;
        let count = this.parser.count(&buffer.filled()[start..]);
        let now = Instant::now();
        if (0..count).any(|_| !this.frames.allows(now)) {
            this.exceeded.store(true, Ordering::Relaxed);
            return Poll::Ready(Err(io::Error::other("too many frames")));
        }
        Poll::Ready(Ok(()))
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for FrameLimiter<T> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().inner).poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().inner).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().inner).poll_shutdown(context)
    }
}

/// Finds where frames start in a stream of bytes: RFC 6455, section 5.2.
#[derive(Debug, Default)]
struct FrameParser {
    /// The bytes of an incomplete header.
    header: Vec<u8>,
    /// Bytes of the current frame that follow its header.
    payload: u64,
}

impl FrameParser {
    /// Returns the number of frames whose header is completed by `bytes`.
    fn count(&mut self, mut bytes: &[u8]) -> usize {
        let mut count = 0;
        loop {
            let skipped = usize::try_from(self.payload).unwrap_or(usize::MAX).min(bytes.len());
            self.payload -= skipped as u64;
            bytes = &bytes[skipped..];
            let Some((&byte, rest)) = bytes.split_first() else { return count };
            bytes = rest;
            self.header.push(byte);
            if let Some(payload) = self.payload_length() {
                self.payload = payload;
                self.header.clear();
                count += 1;
            }
        }
    }

    /// Returns the length of the payload once the header is complete.
    fn payload_length(&self) -> Option<u64> {
        let &[_, second, ref rest @ ..] = self.header.as_slice() else { return None };
        let extended = match second & 0x7f {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        let mask = if second & 0x80 == 0 { 0 } else { 4 };
        if rest.len() < extended + mask {
            return None;
        }
        Some(match extended {
            0 => u64::from(second & 0x7f),
            length => rest[..length].iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A masked frame with a payload of this length.
    fn frame(first: u8, length: usize) -> Vec<u8> {
        let mut frame = vec![first];
        match length {
            0..126 => frame.push(0x80 | length as u8),
            126..65536 => frame.extend([&[0xfe][..], &(length as u16).to_be_bytes()].concat()),
            _ => frame.extend([&[0xff][..], &(length as u64).to_be_bytes()].concat()),
        }
        frame.extend([1, 2, 3, 4]);
        frame.extend(std::iter::repeat_n(0x89, length));
        frame
    }

    #[test]
    fn frames_are_counted_however_they_are_split() {
        let lengths = [0, 1, 125, 126, 4096, 65535, 65536, 70_000, 0, 0];
        let all: Vec<u8> = lengths.iter().flat_map(|&length| frame(0x80, length)).chain([0x81, 0x02, 0, 0]).collect();
        for size in [1, 2, 3, 7, 1000, 1_000_000] {
            let mut parser = FrameParser::default();
            let count: usize = all.chunks(size).map(|chunk| parser.count(chunk)).sum();
            assert_eq!(count, lengths.len() + 1, "in pieces of {size} bytes");
        }
    }

    #[tokio::test]
    async fn reading_fails_after_too_many_frames() {
        use tokio::io::AsyncReadExt;
        let sent: Vec<u8> = (0..9).flat_map(|_| frame(0x00, 0)).collect();
        let mut limiter = FrameLimiter::new(&sent[..], 2);
        let mut bytes = [0; 6];
        for _ in 0..8 {
            limiter.read_exact(&mut bytes).await.expect("within the limit");
        }
        assert!(!limiter.exceeded().load(Ordering::Relaxed));
        limiter.read_exact(&mut bytes).await.expect_err("the ninth");
        assert!(limiter.exceeded().load(Ordering::Relaxed));
    }
}
