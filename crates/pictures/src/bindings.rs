//! What `js/pictures.js` calls.

use halfboard_pictures::PictureRequest;
use wasm_bindgen::prelude::*;

/// Returns the file that an encoded request asks for; throws what is wrong with the request.
#[wasm_bindgen]
pub fn paint(request: &[u8]) -> Result<Vec<u8>, JsError> {
    let request = PictureRequest::decode(request)?;
    halfboard_pictures::paint(&request).map_err(|problem| JsError::new(&problem))
}
