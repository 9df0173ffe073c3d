//! What the browser calls: one function for `js/worker.js`, the browser's clock, and its console for our own faults.
//!
//! A search runs to its end without listening. To stop one, the page terminates the worker and starts a new one: what is
//! lost is the table, and nothing has to be sliced.

use std::cell::RefCell;

use halfboard_worker::messages::{Answer, Ask};
use js_sys::Function;
use wasm_bindgen::prelude::*;

use halfboard_worker::desk::{Desk, answer};

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;

    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn complain(text: &str);
}

fn now() -> f64 {
    milliseconds() / 1000.0
}

/// Runs once, when the module is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|fault| complain(&fault.to_string())));
}

/// Answers a question by calling `post` with each text.
#[wasm_bindgen]
pub fn ask(text: &str, post: &Function) {
    let mut post = |answer: String| {
        // The page may have gone away; there is nobody else to tell.
        let _ = post.call1(&JsValue::UNDEFINED, &JsValue::from(answer));
    };
    DESK.with(|desk| match desk.try_borrow_mut() {
        Ok(mut desk) => answer(&mut desk, text, now, &mut post),
        // An earlier question never came to its end: the page starts a new worker when it hears this.
        Err(_) => post(Answer::Failed { id: Ask::id_of(text), problem: "the worker is broken".to_owned() }.encode()),
    });
}
