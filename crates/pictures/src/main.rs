//! The program of the Web Worker that makes pictures, loaded by `js/pictures.js`.

#[cfg(target_arch = "wasm32")]
#[expect(unreachable_pub, reason = "exported to JavaScript, which needs `pub`")]
mod bindings;

fn main() {}
