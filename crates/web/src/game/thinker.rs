//! The engine in its worker: is asked, answers, and is replaced when it has failed.
//!
//! A search cannot be interrupted from outside. To stop one, the worker is ended and another started.

use std::cell::RefCell;
use std::rc::Rc;

use halfboard_client::thinking::{Answer, Ask};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::browser;

/// What the page does with answers.
type Listener = Rc<dyn Fn(Answer)>;

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
