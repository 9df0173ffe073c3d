//! Web workers.

use js_sys::Uint8Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};

/// A message of a worker to the page.
pub(crate) enum WorkerMessage {
    /// Bytes.
    Bytes(Vec<u8>),
    /// Text.
    Text(String),
    /// The worker could not be loaded, or failed.
    Error,
}

/// A running worker. Dropping it terminates the worker.
pub(crate) struct WebWorker {
    worker: Worker,
    // The worker calls these as long as it lives.
    _message: Closure<dyn Fn(MessageEvent)>,
    _error: Closure<dyn Fn(Event)>,
}

impl WebWorker {
    /// Starts a worker from a module script among the app's assets. Returns `None` if the browser refuses.
    pub(crate) fn start(script: &str, on_message: impl Fn(WorkerMessage) + Clone + 'static) -> Option<WebWorker> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&format!("{}{script}", super::assets()?), &options).ok()?;
        let on_error = on_message.clone();
        let error = Closure::<dyn Fn(Event)>::new(move |_| on_error(WorkerMessage::Error));
        let message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let data = event.data();
            on_message(match data.as_string() {
                Some(text) => WorkerMessage::Text(text),
                None => WorkerMessage::Bytes(Uint8Array::new(&data).to_vec()),
            });
        });
        worker.set_onmessage(Some(message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(error.as_ref().unchecked_ref()));
        Some(WebWorker { worker, _message: message, _error: error })
    }

    /// Posts bytes to the worker. Returns false if the browser refuses.
    pub(crate) fn post(&self, bytes: &[u8]) -> bool {
        self.worker.post_message(&Uint8Array::from(bytes)).is_ok()
    }
}

impl Drop for WebWorker {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}
