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

use super::frame_parser::FrameParser;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn reading_fails_after_too_many_frames() {
        use tokio::io::AsyncReadExt;
        let sent: Vec<u8> = [0x00, 0x80, 1, 2, 3, 4].repeat(9);
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
