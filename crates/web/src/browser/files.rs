//! Downloads, uploads, the app's assets and the clipboard.

use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Downloads a text as a file.
pub(crate) fn download(name: &str, text: &str) {
    if let Ok(blob) = blob(&text.into(), "text/plain;charset=utf-8") {
        save_blob(name, &blob);
    }
}

/// Returns a text or bytes as a blob.
pub(super) fn blob(content: &JsValue, media_type: &str) -> Result<web_sys::Blob, JsValue> {
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(media_type);
    web_sys::Blob::new_with_str_sequence_and_options(&js_sys::Array::of1(content), &options)
}

/// Downloads a blob as a file.
pub(super) fn save_blob(name: &str, blob: &web_sys::Blob) {
    let Ok(address) = web_sys::Url::create_object_url_with_blob(blob) else { return };
    let anchor = document().create_element("a").ok().and_then(|a| a.dyn_into::<web_sys::HtmlAnchorElement>().ok());
    if let Some(anchor) = anchor {
        anchor.set_href(&address);
        anchor.set_download(name);
        anchor.click();
    }
    // Some browsers begin to save a little later.
    super::later(10_000, move || {
        let _ = web_sys::Url::revoke_object_url(&address);
    });
}

/// Copies a text to the clipboard and passes to `done` whether it succeeded.
pub(crate) fn copy(text: &str, done: impl Fn(bool) + 'static) {
    let navigator = window().navigator();
    // Pages without encryption have no clipboard, unless they are on this machine.
    if !js_sys::Reflect::has(&navigator, &"clipboard".into()).unwrap_or_default() {
        done(false);
        return;
    }
    let promise = navigator.clipboard().write_text(text);
    leptos::task::spawn_local(async move {
        done(JsFuture::from(promise).await.is_ok());
    });
}

/// Passes the text of the file chosen in an input to `read`.
pub(crate) fn pick_text(event: &web_sys::Event, read: impl Fn(String) + 'static) {
    let input = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
    let Some(input) = input else { return };
    let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
    let Ok(reader) = web_sys::FileReader::new() else { return };
    let result = reader.clone();
    let loaded = Closure::once_into_js(move || {
        if let Ok(buffer) = result.result() {
            read(decode(&js_sys::Uint8Array::new(&buffer).to_vec()));
        }
    });
    reader.set_onload(Some(loaded.unchecked_ref()));
    let _ = reader.read_as_array_buffer(&file);
    // The same file can be chosen again.
    input.set_value("");
}

/// Decodes a file: by the character set that it declares, as UTF-8, or else as windows-1252. The browser has the tables.
fn decode(bytes: &[u8]) -> String {
    let declared = halfboard_import::declared_charset(bytes).map(|label| String::from_utf8_lossy(label).into_owned());
    let is_utf8 = std::str::from_utf8(bytes).is_ok();
    let label = declared.filter(|_| !is_utf8).unwrap_or_else(|| "windows-1252".to_owned());
    let decoder = web_sys::TextDecoder::new_with_label(&label).ok().filter(|_| !is_utf8);
    let text = decoder.and_then(|decoder| decoder.decode_with_u8_array(bytes).ok());
    text.unwrap_or_else(|| halfboard_import::decode(bytes))
}

/// Passes the names and texts of the files chosen in an input to `read`. Files that cannot be read are left out.
pub(crate) fn pick_files(event: &web_sys::Event, read: impl FnOnce(Vec<(String, String)>) + 'static) {
    let input = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
    let Some(input) = input else { return };
    let Some(list) = input.files() else { return };
    let files: Vec<web_sys::File> = (0..list.length()).filter_map(|index| list.get(index)).collect();
    leptos::task::spawn_local(async move {
        let mut texts = Vec::with_capacity(files.len());
        for file in files {
            if let Ok(buffer) = JsFuture::from(file.array_buffer()).await {
                texts.push((file.name(), decode(&js_sys::Uint8Array::new(&buffer).to_vec())));
            }
        }
        read(texts);
    });
    // The same file can be chosen again.
    input.set_value("");
}

/// A failed fetch: the network is down, or the server failed.
pub(crate) struct FetchError;

/// Fetches a text among the app's assets and passes it to `then`, or `None` if there is no such file.
pub(crate) fn fetch_text(name: &str, then: impl FnOnce(Result<Option<String>, FetchError>) + 'static) {
    let address = super::assets().map(|assets| assets + name);
    leptos::task::spawn_local(async move {
        then(match address {
            Some(address) => text_at(&address).await.map_err(|_| FetchError),
            None => Err(FetchError),
        });
    });
}

async fn text_at(address: &str) -> Result<Option<String>, JsValue> {
    let response: web_sys::Response = JsFuture::from(window().fetch_with_str(address)).await?.dyn_into()?;
    if response.status() == 404 {
        return Ok(None);
    }
    if !response.ok() {
        return Err(response.status_text().into());
    }
    Ok(JsFuture::from(response.text()?).await?.as_string())
}
