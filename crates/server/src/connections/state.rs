//! The state of a connection: what it waits for, and whether it was cut.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::task::Context;
use std::time::Instant;

use futures_util::task::AtomicWaker;

/// The state of a connection, shared by its I/O, its requests and the table of connections.
#[derive(Debug)]
pub(crate) struct ConnectionState {
    pub(super) opened: Instant,
    /// Requests whose response is not complete, and WebSockets.
    active: AtomicU32,
    /// Whether part of a request body is awaited.
    receiving: AtomicBool,
    /// Whether the client does not accept what is sent.
    stalled: AtomicBool,
    cut: AtomicBool,
    reader: AtomicWaker,
    writer: AtomicWaker,
}

/// Marks a connection as active until it is dropped.
#[derive(Debug)]
pub(crate) struct ActiveGuard(Arc<ConnectionState>);

impl ConnectionState {
    pub(super) fn new() -> ConnectionState {
        ConnectionState {
            opened: Instant::now(),
            active: AtomicU32::new(0),
            receiving: AtomicBool::new(false),
            stalled: AtomicBool::new(false),
            cut: AtomicBool::new(false),
            reader: AtomicWaker::new(),
            writer: AtomicWaker::new(),
        }
    }

    /// Marks the connection as active: a request is answered, or a WebSocket is open.
    pub(crate) fn activate(self: &Arc<Self>) -> ActiveGuard {
        self.active.fetch_add(1, Ordering::Relaxed);
        ActiveGuard(Arc::clone(self))
    }

    /// Returns whether no request is in progress, nor a WebSocket open.
    pub(super) fn is_idle(&self) -> bool {
        self.active.load(Ordering::Relaxed) == 0
    }

    /// Returns whether the connection waits for its client.
    pub(super) fn waits_for_client(&self) -> bool {
        self.is_idle() || self.receiving.load(Ordering::Relaxed) || self.stalled.load(Ordering::Relaxed)
    }

    pub(super) fn set_receiving(&self, receiving: bool) {
        self.receiving.store(receiving, Ordering::Relaxed);
    }

    pub(super) fn set_stalled(&self, stalled: bool) {
        self.stalled.store(stalled, Ordering::Relaxed);
    }

    /// Cuts the connection: reading and writing fail from now on.
    pub(super) fn cut(&self) {
        self.cut.store(true, Ordering::Release);
        self.reader.wake();
        self.writer.wake();
    }

    /// Returns whether the connection was cut; if not, wakes the reading task when it is.
    pub(super) fn is_cut_for_reader(&self, context: &Context<'_>) -> bool {
        self.reader.register(context.waker());
        self.cut.load(Ordering::Acquire)
    }

    /// Returns whether the connection was cut; if not, wakes the writing task when it is.
    pub(super) fn is_cut_for_writer(&self, context: &Context<'_>) -> bool {
        self.writer.register(context.waker());
        self.cut.load(Ordering::Acquire)
    }
}

impl Drop for ActiveGuard {
    fn drop(&mut self) {
        self.0.active.fetch_sub(1, Ordering::Relaxed);
    }
}
