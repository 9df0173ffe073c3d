//! The engine in its worker: is asked, answers, and is replaced when it has failed. [`Asker`] is what most pages need: one
//! question at a time.
//!
//! A search cannot be interrupted from outside. To stop one, the worker is ended and another started.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use halfboard_rules::session::Session;
use halfboard_worker::messages::{Answer, Ask, Kind};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::browser;

/// What the page does with answers.
type Listener = Rc<dyn Fn(Answer)>;

thread_local! {
    static NEXT: Cell<u32> = const { Cell::new(1) };
}

/// A number for a question that no other has.
pub(crate) fn next_id() -> u32 {
    NEXT.replace(NEXT.get().wrapping_add(1).max(1))
}

/// The engine for a page: answers one question at a time. Asking something else stops what is under way.
#[derive(Clone, Copy)]
pub(crate) struct Asker {
    thinker: StoredValue<Option<Thinker>, LocalStorage>,
    /// The question that is not answered to its end yet; 0 when there is none.
    asked: RwSignal<u32>,
}

impl Asker {
    /// An engine that tells its answers to `listener` as long as the page is open. A failure comes as one, too; whether
    /// the worker has to be replaced after it is seen to here.
    pub(crate) fn new(listener: impl Fn(Answer) + 'static) -> Asker {
        let asked = RwSignal::new(0);
        let thinker = StoredValue::new_local(None::<Thinker>);
        let hear = move |answer: Answer| {
            let current = asked.try_get_untracked().unwrap_or_default();
            let (id, ends) = match &answer {
                Answer::Ready => return,
                Answer::Progress { id, .. } | Answer::Working { id, .. } => (*id, false),
                Answer::Done { id, .. } | Answer::Solved { id, .. } | Answer::Made { id, .. } => (*id, true),
                // A worker that fails as a whole does not know what it was asked.
                Answer::Failed { id: 0, .. } => (current, true),
                Answer::Failed { id, .. } => (*id, true),
            };
            if current == 0 || id != current {
                return;
            }
            if ends {
                asked.set(0);
            }
            if matches!(answer, Answer::Failed { .. }) {
                let _ = thinker.try_with_value(|thinker| thinker.as_ref().map(Thinker::stop));
            }
            listener(answer);
        };
        thinker.set_value(Some(Thinker::new(hear)));
        let asker = Asker { thinker, asked };
        on_cleanup(move || asker.stop());
        asker
    }

    /// Asks about a game as it stands; false when there is no engine to be had.
    pub(crate) fn ask(self, session: &dyn Session, kind: Kind, memory: u32) -> bool {
        let (rules, start, moves) = (session.rules(), session.start(), session.history());
        self.put(Ask { id: next_id(), rules, start, moves, kind, clock: None, memory })
    }

    /// Asks for a puzzle by these rules.
    pub(crate) fn make(self, rules: &str, kind: Kind, memory: u32) -> bool {
        let (start, moves) = (String::new(), Vec::new());
        self.put(Ask { id: next_id(), rules: rules.to_owned(), start, moves, kind, clock: None, memory })
    }

    fn put(self, ask: Ask) -> bool {
        self.stop();
        let ask_it = |thinker: &Option<Thinker>| thinker.as_ref().is_some_and(|thinker| thinker.ask(&ask));
        let asked = self.thinker.try_with_value(ask_it).unwrap_or_default();
        self.asked.set(if asked { ask.id } else { 0 });
        asked
    }

    /// Whether it is at work; tracked.
    pub(crate) fn is_busy(self) -> bool {
        self.asked.get() != 0
    }

    /// Stops whatever it does.
    pub(crate) fn stop(self) {
        if self.asked.try_get_untracked().unwrap_or_default() != 0 {
            let _ = self.thinker.try_with_value(|thinker| thinker.as_ref().map(Thinker::stop));
            self.asked.try_set(0);
        }
    }
}

/// The engine, started when it is first asked.
#[derive(Clone)]
pub(crate) struct Thinker {
    running: Rc<RefCell<Option<Running>>>,
    listener: Listener,
}

struct Running {
    worker: Worker,
    // The worker calls these as long as it lives.
    _message: Closure<dyn Fn(MessageEvent)>,
    _error: Closure<dyn Fn(web_sys::Event)>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

impl Thinker {
    /// An engine that will tell its answers to `listener`.
    pub(crate) fn new(listener: impl Fn(Answer) + 'static) -> Thinker {
        Thinker { running: Rc::default(), listener: Rc::new(listener) }
    }

    /// Starts the engine if it does not run, so that the first question need not wait for it.
    pub(crate) fn warm_up(&self) -> bool {
        let mut running = self.running.borrow_mut();
        if running.is_none() {
            *running = start(&self.listener);
        }
        running.is_some()
    }

    /// Asks; false when there is no engine to be had.
    pub(crate) fn ask(&self, ask: &Ask) -> bool {
        self.warm_up();
        let running = self.running.borrow();
        running.as_ref().is_some_and(|running| running.worker.post_message(&ask.encode().into()).is_ok())
    }

    /// Stops whatever the engine does.
    pub(crate) fn stop(&self) {
        self.running.borrow_mut().take();
    }
}

fn start(listener: &Listener) -> Option<Running> {
    let assets = browser::assets()?;
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(&format!("{assets}worker.js"), &options).ok()?;
    let tell = listener.clone();
    let message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let text = event.data().as_string().unwrap_or_default();
        let answer = Answer::decode(&text);
        tell(answer.unwrap_or_else(|error| Answer::Failed { id: 0, problem: error.to_string() }));
    });
    let tell = listener.clone();
    let error = Closure::<dyn Fn(web_sys::Event)>::new(move |_| {
        tell(Answer::Failed { id: 0, problem: "worker".to_owned() });
    });
    worker.set_onmessage(Some(message.as_ref().unchecked_ref()));
    worker.set_onerror(Some(error.as_ref().unchecked_ref()));
    Some(Running { worker, _message: message, _error: error })
}
