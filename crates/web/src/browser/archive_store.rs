//! Imported archives in IndexedDB, which has room for many more games than the local storage.

use halfboard_app::archive::StoredImport;
use js_sys::{Array, Object, Promise, Reflect};
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{IdbDatabase, IdbObjectStore, IdbRequest, IdbTransaction, IdbTransactionMode};

use super::storage::DATABASE;

const IMPORTS: &str = "imports";

/// Loads all imports, the first imported first. Passes `None` if the browser has no such storage or forbids it.
pub(crate) fn load_imports(then: impl FnOnce(Option<Vec<StoredImport>>) + 'static) {
    leptos::task::spawn_local(async move { then(load().await.ok()) });
}

/// Stores an import and passes to `done` whether it succeeded.
pub(crate) fn store_import(import: &StoredImport, done: impl FnOnce(bool) + 'static) {
    let (key, value) = (import_key(import.id), to_value(import));
    leptos::task::spawn_local(async move {
        let stored = change(|store| store.put_with_key(&value, &key)).await;
        done(stored.is_ok());
    });
}

/// Deletes an import.
pub(crate) fn delete_import(id: u64) {
    leptos::task::spawn_local(async move {
        if let Err(error) = change(|store| store.delete(&import_key(id))).await {
            super::log_error(&format!("could not delete an archive: {error:?}"));
        }
    });
}

/// Keys are times in milliseconds, which a JavaScript number holds exactly.
fn import_key(id: u64) -> JsValue {
    JsValue::from_f64(id as f64)
}

async fn database() -> Result<IdbDatabase, JsValue> {
    let factory = window().indexed_db()?.ok_or(JsValue::NULL)?;
    let request = factory.open_with_u32(DATABASE, 1)?;
    let opening = request.clone();
    let create = Closure::once_into_js(move || {
        if let Ok(Ok(database)) = opening.result().map(JsCast::dyn_into::<IdbDatabase>) {
            let _ = database.create_object_store(IMPORTS);
        }
    });
    request.set_onupgradeneeded(Some(create.unchecked_ref()));
    finished(&request).await?.dyn_into()
}

/// Waits for a request and returns its result.
async fn finished(request: &IdbRequest) -> Result<JsValue, JsValue> {
    let promise = Promise::new(&mut |resolve, reject| {
        request.set_onsuccess(Some(&resolve));
        request.set_onerror(Some(&reject));
    });
    JsFuture::from(promise).await?;
    request.result()
}

/// Waits until the changes of a transaction are durable.
async fn committed(transaction: &IdbTransaction) -> Result<(), JsValue> {
    let promise = Promise::new(&mut |resolve, reject| {
        transaction.set_oncomplete(Some(&resolve));
        transaction.set_onabort(Some(&reject));
    });
    JsFuture::from(promise).await.map(|_| ())
}

async fn change(what: impl FnOnce(&IdbObjectStore) -> Result<IdbRequest, JsValue>) -> Result<(), JsValue> {
    let database = database().await?;
    let transaction = database.transaction_with_str_and_mode(IMPORTS, IdbTransactionMode::Readwrite)?;
    what(&transaction.object_store(IMPORTS)?)?;
    let outcome = committed(&transaction).await;
    database.close();
    outcome
}

async fn load() -> Result<Vec<StoredImport>, JsValue> {
    let database = database().await?;
    let store = database.transaction_with_str(IMPORTS)?.object_store(IMPORTS)?;
    let values = finished(&store.get_all()?).await?;
    database.close();
    Ok(Array::from(&values).iter().filter_map(|value| from_value(&value)).collect())
}

fn to_value(import: &StoredImport) -> JsValue {
    let value = Object::new();
    let games: Array = import.games.iter().map(|game| JsValue::from_str(game)).collect();
    let fields = [
        ("id", import_key(import.id)),
        ("name", JsValue::from_str(&import.name)),
        ("imported", JsValue::from_f64(import.imported as f64)),
        ("games", games.into()),
    ];
    for (name, field) in fields {
        let _ = Reflect::set(&value, &name.into(), &field);
    }
    value.into()
}

/// Returns an import, or `None` if the value has another form.
fn from_value(value: &JsValue) -> Option<StoredImport> {
    let field = |name: &str| Reflect::get(value, &name.into()).ok();
    let number = |name: &str| Some(field(name)?.as_f64()? as u64);
    let games = field("games").filter(Array::is_array)?;
    Some(StoredImport {
        id: number("id")?,
        name: field("name")?.as_string()?,
        imported: number("imported")?,
        games: Array::from(&games).iter().filter_map(|game| game.as_string()).collect(),
    })
}
