//! The JavaScript side of the worker: the function that `js/worker.js` calls, the browser's clock, and panic messages on
//! the console.
//!
//! A search runs to its end without reading messages. To cancel one, the page terminates the worker and starts another.

use std::cell::RefCell;

use halfboard_worker::handler::{self, WorkerHandler};
use halfboard_worker::messages::WorkerResponse;
use js_sys::{Function, Uint8Array};
use wasm_bindgen::prelude::*;

thread_local! {
    static HANDLER: RefCell<WorkerHandler> = RefCell::default();
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;

    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(text: &str);
}

fn now() -> f64 {
    milliseconds() / 1000.0
}

/// Initializes the module when it is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| console_error(&panic.to_string())));
}

/// Returns the path of the network that an encoded request needs, if it is the first about a game.
#[wasm_bindgen(js_name = networkOf)]
pub fn network_of(request: &[u8]) -> Option<String> {
    handler::network_of(request)
}

/// Adds the network file of a path, before the first request that needs it.
#[wasm_bindgen(js_name = addNetwork)]
pub fn add_network(path: String, file: Vec<u8>) {
    // An error means that an earlier request panicked, which `handle` reports.
    HANDLER
        .with(|handler| handler.try_borrow_mut().map(|mut handler| handler.add_network(path, file)))
        .unwrap_or_default();
}

/// Handles an encoded request, calling `post` with each encoded response.
#[wasm_bindgen]
pub fn handle(request: &[u8], post: &Function) {
    let mut post = |response: Vec<u8>| {
        // An error means that the page is gone.
        let _ = post.call1(&JsValue::UNDEFINED, &Uint8Array::from(&response[..]).into());
    };
    HANDLER.with(|handler| match handler.try_borrow_mut() {
        Ok(mut handler) => handler::handle(&mut handler, request, now, &mut post),
        // An earlier request panicked.
        Err(_) => post(WorkerResponse::broken("the worker is broken".to_owned()).encode()),
    });
}
