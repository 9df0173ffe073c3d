//! The network: requests and sockets to the server that the page came from, and secrets. Every failure is a missing
//! response or a closed socket; callers interpret it.

use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, MessageEvent, RequestInit, Response, WebSocket};

/// The timeout of a request, in milliseconds.
const PATIENCE: u32 = 10_000;

/// Returns the URL of an API path, relative to the page: `api/` and the path.
fn address(path: &str) -> String {
    format!("{}/api/{path}", super::folder(&super::base_url()))
}

/// Sends a request to the server, a POST if there is a body. Passes to `then` whether the status is a success, and the
/// text, or `None` if there is no response.
pub(crate) fn request(path: &str, body: Option<String>, then: impl FnOnce(Option<(bool, String)>) + 'static) {
    send(path, body, None, then);
}

/// Requests something from the server in the name of a seat, by its secret. Otherwise as [`request`].
pub(crate) fn request_as(secret: &str, path: &str, then: impl FnOnce(Option<(bool, String)>) + 'static) {
    send(path, None, Some(format!("Bearer {secret}")), then);
}

fn send(
    path: &str,
    body: Option<String>,
    authorization: Option<String>,
    then: impl FnOnce(Option<(bool, String)>) + 'static,
) {
    let address = address(path);
    leptos::task::spawn_local(async move {
        then(answer(&address, body, authorization).await.ok());
    });
}

async fn answer(address: &str, body: Option<String>, authorization: Option<String>) -> Result<(bool, String), JsValue> {
    let init = RequestInit::new();
    init.set_signal(Some(&web_sys::AbortSignal::timeout_with_u32(PATIENCE)));
    init.set_cache(web_sys::RequestCache::NoStore);
    let headers = Headers::new()?;
    if let Some(authorization) = authorization {
        headers.set("authorization", &authorization)?;
    }
    if let Some(body) = body {
        headers.set("content-type", "application/json")?;
        init.set_method("POST");
        init.set_body(&body.into());
    }
    init.set_headers(&headers);
    let response: Response = JsFuture::from(window().fetch_with_str_and_init(address, &init)).await?.dyn_into()?;
    let text = JsFuture::from(response.text()?).await?.as_string().unwrap_or_default();
    Ok((response.ok(), text))
}

/// An event of a socket.
pub(crate) enum SocketEvent {
    /// The socket is open.
    Opened,
    /// A message of the server.
    Message(String),
    /// The socket is closed, or could not be opened.
    Closed,
}

/// A socket. Dropping it closes the socket and stops its events.
pub(crate) struct Socket {
    socket: WebSocket,
    _opened: Closure<dyn Fn()>,
    _heard: Closure<dyn Fn(MessageEvent)>,
    _closed: Closure<dyn Fn()>,
}

impl Socket {
    /// Opens a socket. Returns `None` if the browser refuses.
    pub(crate) fn open(path: &str, tell: impl Fn(SocketEvent) + Clone + 'static) -> Option<Socket> {
        // What begins with http goes on with ws, and https with wss.
        let address = address(path).replacen("http", "ws", 1);
        let socket = WebSocket::new(&address).ok()?;
        let (on_open, on_close) = (tell.clone(), tell.clone());
        let opened = Closure::<dyn Fn()>::new(move || on_open(SocketEvent::Opened));
        let closed = Closure::<dyn Fn()>::new(move || on_close(SocketEvent::Closed));
        let heard = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                tell(SocketEvent::Message(text));
            }
        });
        socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        Some(Socket { socket, _opened: opened, _heard: heard, _closed: closed })
    }

    /// Sends a text. Failures are ignored: pending commands are sent again after a reconnect.
    pub(crate) fn send(&self, text: &str) {
        let _ = self.socket.send_with_str(text);
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onclose(None);
        self.socket.set_onmessage(None);
        let _ = self.socket.close();
    }
}

/// Returns cryptographically secure random bytes, or `None` if the browser has no source of them.
pub(crate) fn random_bytes<const N: usize>() -> Option<[u8; N]> {
    let mut bytes = [0; N];
    window().crypto().ok()?.get_random_values_with_u8_array(&mut bytes).ok()?;
    Some(bytes)
}

/// Returns whether the browser supports sharing.
pub(crate) fn can_share() -> bool {
    js_sys::Reflect::has(&window().navigator(), &"share".into()).unwrap_or_default()
}

/// Opens the browser's share dialog with a URL.
pub(crate) fn share(address: &str) {
    let navigator = window().navigator();
    let data = js_sys::Object::new();
    let _ = js_sys::Reflect::set(&data, &"url".into(), &address.into());
    let share = js_sys::Reflect::get(&navigator, &"share".into()).ok();
    let Some(share) = share.and_then(|share| share.dyn_into::<js_sys::Function>().ok()) else { return };
    if let Ok(promise) = share.call1(&navigator, &data) {
        leptos::task::spawn_local(async move {
            // Who changes their mind has not shared, and that is all right.
            let _ = JsFuture::from(js_sys::Promise::resolve(&promise)).await;
        });
    }
}
