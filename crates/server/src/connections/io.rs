//! The TCP stream of a client. Bounds the memory that a connection holds in the kernel, and ends a connection whose client
//! does not read, whatever is sent over it.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::{Instant, Sleep, sleep_until};

use super::state::ConnectionState;
use super::table::{CloseReason, TablePlace};

/// What is added to the timeout of writes for the time that sent data may stay unacknowledged or, without room at the
/// client, unsent. Unlike the former, this also ends connections over which nothing more is sent.
const ACKNOWLEDGE_EXTRA: Duration = Duration::from_secs(5);

/// Size of the send buffer, in bytes. Linux doubles it, for its own bookkeeping.
const SEND_BUFFER: usize = 64 * 1024;

/// Size of the receive buffer, in bytes. Messages have at most 4 KB.
const RECEIVE_BUFFER: usize = 32 * 1024;

/// The TCP stream of a client.
pub(crate) struct ClientIo {
    stream: TcpStream,
    state: Arc<ConnectionState>,
    place: TablePlace,
    /// Maximum time until the client accepts more. The kernel reports room only when a good part of its buffer is free, so
    /// this is also a minimum rate, of about 1 KB/s.
    write_timeout: Duration,
    /// When the client must have accepted more.
    deadline: Option<Pin<Box<Sleep>>>,
    /// Dropped with the connection, which a shutdown waits for.
    _open: mpsc::Sender<()>,
}

impl ClientIo {
    pub(super) fn new(stream: TcpStream, place: TablePlace, open: mpsc::Sender<()>) -> ClientIo {
        // On failure messages are slower, or more memory is used.
        let _ = stream.set_nodelay(true);
        let write_timeout = place.write_timeout();
        let socket = SockRef::from(&stream);
        let _ = socket.set_send_buffer_size(SEND_BUFFER);
        let _ = socket.set_recv_buffer_size(RECEIVE_BUFFER);
        #[cfg(target_os = "linux")]
        let _ = socket.set_tcp_user_timeout(Some(write_timeout + ACKNOWLEDGE_EXTRA));
        #[cfg(not(target_os = "linux"))]
        let _ = ACKNOWLEDGE_EXTRA;
        ClientIo { stream, state: Arc::clone(place.state()), place, write_timeout, deadline: None, _open: open }
    }

    /// Returns the result of an attempt to write, or an error if the connection was cut or the client reads too slowly.
    fn watch<T>(&mut self, context: &mut Context<'_>, result: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if self.state.is_cut_for_writer(context) {
            return Poll::Ready(Err(self.abort(io::ErrorKind::ConnectionAborted)));
        }
        if result.is_ready() {
            if self.deadline.take().is_some() {
                self.state.set_stalled(false);
            }
            return result;
        }
        self.state.set_stalled(true);
        let timeout = self.write_timeout;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + timeout)));
        ready!(deadline.as_mut().poll(context));
        self.place.count_close(CloseReason::Stalled);
        Poll::Ready(Err(self.abort(io::ErrorKind::TimedOut)))
    }

    /// Makes the kernel discard what was not sent when the stream is closed.
    fn abort(&self, kind: io::ErrorKind) -> io::Error {
        let _ = SockRef::from(&self.stream).set_linger(Some(Duration::ZERO));
        kind.into()
    }
}

impl AsyncRead for ClientIo {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.state.is_cut_for_reader(context) {
            return Poll::Ready(Err(this.abort(io::ErrorKind::ConnectionAborted)));
        }
        Pin::new(&mut this.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for ClientIo {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let result = Pin::new(&mut this.stream).poll_write(context, bytes);
        this.watch(context, result)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let result = Pin::new(&mut this.stream).poll_write_vectored(context, slices);
        this.watch(context, result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}
