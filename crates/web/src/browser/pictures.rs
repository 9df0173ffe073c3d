//! Pictures of boards: a worker makes each one, and it is copied to the clipboard or saved as a file.

use js_sys::{Array, Function, Object, Promise, Reflect, Uint8Array};
use leptos::prelude::*;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, future_to_promise};

use super::files::save_blob;
use super::worker::{WebWorker, WorkerMessage};

/// What became of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PictureOutcome {
    /// It is on the clipboard.
    Copied,
    /// It was saved as a file.
    Saved,
    /// The worker could not be loaded, or failed.
    Failed,
}

/// Makes a picture from an encoded request and copies it to the clipboard. Where the browser does not allow that, the
/// picture is saved under the name. Must be called while a click is handled.
pub(crate) fn copy_picture(
    request: &[u8],
    name: String,
    media_type: &'static str,
    done: impl FnOnce(PictureOutcome) + 'static,
) {
    let picture = picture(request, media_type);
    // Before anything is awaited: browsers write to the clipboard only in response to a click, which has passed by
    // the time that the picture is there.
    let copied = copy_promised(&picture, media_type);
    leptos::task::spawn_local(async move {
        let is_copied = match copied {
            Some(copied) => JsFuture::from(copied).await.is_ok(),
            None => false,
        };
        done(if is_copied { PictureOutcome::Copied } else { save_promised(picture, &name).await });
    });
}

/// Makes a picture from an encoded request and saves it under the name.
pub(crate) fn save_picture(
    request: &[u8],
    name: String,
    media_type: &'static str,
    done: impl FnOnce(PictureOutcome) + 'static,
) {
    let picture = picture(request, media_type);
    leptos::task::spawn_local(async move { done(save_promised(picture, &name).await) });
}

/// Returns the promise of a blob with the picture. The worker ends with it.
fn picture(request: &[u8], media_type: &'static str) -> Promise {
    let mut worker = None;
    let made = Promise::new(&mut |resolve: Function, reject: Function| {
        let failed = reject.clone();
        let on_message = move |message| {
            let settled = match message {
                WorkerMessage::Bytes(bytes) => match super::files::blob(&Uint8Array::from(&bytes[..]), media_type) {
                    Ok(blob) => resolve.call1(&JsValue::UNDEFINED, &blob),
                    Err(error) => reject.call1(&JsValue::UNDEFINED, &error),
                },
                WorkerMessage::Text(problem) => reject.call1(&JsValue::UNDEFINED, &problem.into()),
                WorkerMessage::Error => reject.call0(&JsValue::UNDEFINED),
            };
            // The functions of a promise do not throw.
            let _ = settled;
        };
        worker = WebWorker::start("pictures.js", on_message).filter(|worker| worker.post(request));
        if worker.is_none() {
            let _ = failed.call0(&JsValue::UNDEFINED);
        }
    });
    future_to_promise(async move {
        let result = JsFuture::from(made).await;
        drop(worker);
        result
    })
}

/// Copies a picture to the clipboard once it is there; `None` if the browser cannot copy pictures.
fn copy_promised(picture: &Promise, media_type: &str) -> Option<Promise> {
    let navigator = window().navigator();
    // Pages without encryption have no clipboard, unless they are on this machine.
    Reflect::has(&navigator, &"clipboard".into()).ok().filter(|has| *has)?;
    let formats = Object::new();
    Reflect::set(&formats, &media_type.into(), picture).ok()?;
    // Fails where the browser does not know the class.
    let item = web_sys::ClipboardItem::new_with_record_from_str_to_blob_promise(&formats).ok()?;
    Some(navigator.clipboard().write(&Array::of1(&item)))
}

async fn save_promised(picture: Promise, name: &str) -> PictureOutcome {
    match JsFuture::from(picture).await {
        Ok(blob) => {
            save_blob(name, &blob.into());
            PictureOutcome::Saved
        }
        Err(problem) => {
            super::log_error(&problem.as_string().unwrap_or_else(|| "the worker could not be loaded".to_owned()));
            PictureOutcome::Failed
        }
    }
}
