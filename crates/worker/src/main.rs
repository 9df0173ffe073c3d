//! The Web Worker's program, loaded by `js/worker.js`.

#[cfg(target_arch = "wasm32")]
#[expect(unreachable_pub, reason = "exported to JavaScript, which needs `pub`")]
mod bindings;

fn main() {}
