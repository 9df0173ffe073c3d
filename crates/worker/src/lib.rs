//! The engine in a Web Worker: is asked in short texts and answers in short texts.
//!
//! [`desk`] thinks and knows no browser, so that it is tested natively; `glue` hangs it into the browser, with
//! `js/worker.js` around it. What the texts are is in `halfboard_client::thinking`.

pub mod desk;
#[cfg(target_arch = "wasm32")]
pub mod glue;
