//! The page's connection to the engine: [`EngineWorker`] runs it, and [`EngineClient`] is for pages with one request at a
//! time.
//!
//! A search cannot be interrupted from outside. To cancel one, the worker is terminated and another started.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use halfboard_rules::session::Session;
use halfboard_worker::messages::{
    Clock, GameUpdate, RequestKind, ResponseKind, SentGame, WorkerRequest, WorkerResponse,
};
use leptos::prelude::*;

use crate::browser::{WebWorker, WorkerMessage};

thread_local! {
    static NEXT_ID: Cell<u32> = const { Cell::new(1) };
}

/// Returns a request id that was not used before.
fn next_id() -> u32 {
    NEXT_ID.replace(NEXT_ID.get().wrapping_add(1).max(1))
}

/// The engine for a page: handles one request at a time. A new request cancels the one under way.
#[derive(Clone, Copy)]
pub(crate) struct EngineClient {
    worker: StoredValue<Option<EngineWorker>, LocalStorage>,
    /// The id of the request under way, or 0.
    current: RwSignal<u32>,
}

impl EngineClient {
    /// Creates a client that passes responses to `listener` as long as the page is open.
    pub(crate) fn new(listener: impl Fn(ResponseKind) + 'static) -> EngineClient {
        let current = RwSignal::new(0);
        let on_response = move |response: WorkerResponse| {
            let id = current.try_get_untracked().unwrap_or_default();
            // A worker that fails as a whole does not know the request.
            if id == 0 || (response.id != id && response.id != 0) {
                return;
            }
            if response.kind.is_final() {
                current.set(0);
            }
            listener(response.kind);
        };
        let client = EngineClient { worker: StoredValue::new_local(Some(EngineWorker::new(on_response))), current };
        on_cleanup(move || client.cancel());
        client
    }

    /// Requests something about a game as it stands. Returns false if there is no engine.
    pub(crate) fn request(self, session: &dyn Session, kind: RequestKind, memory: u32) -> bool {
        self.post(Some(session), kind, memory)
    }

    /// Requests a generated puzzle. Returns false if there is no engine.
    pub(crate) fn request_puzzle(self, kind: RequestKind, memory: u32) -> bool {
        self.post(None, kind, memory)
    }

    fn post(self, session: Option<&dyn Session>, kind: RequestKind, memory: u32) -> bool {
        self.cancel();
        let id = self.worker.try_with_value(|worker| worker.as_ref()?.post(session, kind, None, memory)).flatten();
        self.current.set(id.unwrap_or_default());
        id.is_some()
    }

    /// Returns whether a request is under way; tracked.
    pub(crate) fn is_busy(self) -> bool {
        self.current.get() != 0
    }

    /// Cancels the request under way.
    pub(crate) fn cancel(self) {
        if self.current.try_get_untracked().unwrap_or_default() != 0 {
            let _ = self.worker.try_with_value(|worker| worker.as_ref().map(EngineWorker::stop));
            self.current.try_set(0);
        }
    }
}

/// The engine in its worker, started by the first request and replaced after a failure.
#[derive(Clone)]
pub(crate) struct EngineWorker {
    running: Rc<RefCell<Option<RunningWorker>>>,
    listener: Rc<dyn Fn(WorkerResponse)>,
}

struct RunningWorker {
    worker: WebWorker,
    sent: SentGame,
}

impl EngineWorker {
    /// Creates an engine that passes responses to `listener`.
    pub(crate) fn new(listener: impl Fn(WorkerResponse) + 'static) -> EngineWorker {
        EngineWorker { running: Rc::default(), listener: Rc::new(listener) }
    }

    /// Starts the worker if it is not running, so that the first request need not wait for it to load.
    pub(crate) fn warm_up(&self) {
        let mut running = self.running.borrow_mut();
        if running.is_none() {
            *running = self.start();
        }
    }

    fn start(&self) -> Option<RunningWorker> {
        // Weak, because what is running holds this closure.
        let (running, listener) = (Rc::downgrade(&self.running), self.listener.clone());
        let on_message = move |message: WorkerMessage| {
            let response = match message {
                WorkerMessage::Text(text) if text == "ready" => return,
                WorkerMessage::Text(problem) => WorkerResponse::broken(problem),
                WorkerMessage::Error => WorkerResponse::broken("the worker could not be loaded".to_owned()),
                WorkerMessage::Bytes(bytes) => {
                    WorkerResponse::decode(&bytes).unwrap_or_else(|error| WorkerResponse::broken(error.to_string()))
                }
            };
            if let (ResponseKind::Failed { .. }, Some(running)) = (&response.kind, running.upgrade()) {
                running.borrow_mut().take();
            }
            listener(response);
        };
        Some(RunningWorker { worker: WebWorker::start("worker.js", on_message)?, sent: SentGame::default() })
    }

    /// Posts a request about a game, or about none. Returns its id, or `None` if there is no engine.
    pub(crate) fn post(
        &self,
        session: Option<&dyn Session>,
        kind: RequestKind,
        clock: Option<Clock>,
        memory: u32,
    ) -> Option<u32> {
        self.warm_up();
        let mut running = self.running.borrow_mut();
        let RunningWorker { worker, sent } = running.as_mut()?;
        let game = session.map_or_else(GameUpdate::none, |session| sent.update(session));
        let id = next_id();
        let posted = worker.post(&WorkerRequest { id, game, kind, clock, memory }.encode());
        if !posted {
            *running = None;
        }
        posted.then_some(id)
    }

    /// Terminates the worker, and with it the request under way.
    pub(crate) fn stop(&self) {
        self.running.borrow_mut().take();
    }
}
