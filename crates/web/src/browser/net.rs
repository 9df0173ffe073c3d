//! The network: requests and sockets to the server that the page came from, and secrets. Whatever goes wrong there is no
//! answer, or a closed socket; what that means is for others to say.

use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, MessageEvent, RequestInit, Response, WebSocket};

/// How long a request may take, in milliseconds.
const PATIENCE: u32 = 10_000;

/// Where the server's interface is, relative to the page: `api/` and what follows.
fn address(path: &str) -> String {
    let base = super::base();
    let folder = base.split('?').next().unwrap_or_default().rsplit_once('/').map_or("", |(folder, _)| folder);
    format!("{folder}/api/{path}")
}

/// Asks the server: with a body it is a POST. `then` is given whether the answer is one of success, and its text, or
/// `None` when there is none.
pub(crate) fn request(path: &str, body: Option<String>, then: impl FnOnce(Option<(bool, String)>) + 'static) {
    let address = address(path);
    leptos::task::spawn_local(async move {
        then(answer(&address, body).await.ok());
    });
}

async fn answer(address: &str, body: Option<String>) -> Result<(bool, String), JsValue> {
    let init = RequestInit::new();
    init.set_signal(Some(&web_sys::AbortSignal::timeout_with_u32(PATIENCE)));
    init.set_cache(web_sys::RequestCache::NoStore);
    if let Some(body) = body {
        let headers = Headers::new()?;
        headers.set("content-type", "application/json")?;
        init.set_method("POST");
        init.set_headers(&headers);
        init.set_body(&body.into());
    }
    let response: Response = JsFuture::from(window().fetch_with_str_and_init(address, &init)).await?.dyn_into()?;
    let text = JsFuture::from(response.text()?).await?.as_string().unwrap_or_default();
    Ok((response.ok(), text))
}

/// What a socket tells.
pub(crate) enum SocketEvent {
    /// It is open.
    Opened,
    /// The server said this.
    Message(String),
    /// It is closed, or could not be opened.
    Closed,
}

/// A socket, which is closed when this is dropped, and says nothing from then on.
pub(crate) struct Socket {
    socket: WebSocket,
    _opened: Closure<dyn Fn()>,
    _heard: Closure<dyn Fn(MessageEvent)>,
    _closed: Closure<dyn Fn()>,
}

impl Socket {
    /// Opens a socket; `None` where the browser will not.
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

    /// Sends a text. One that cannot be sent is said again when the connection is back.
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

/// Random bytes that nobody can guess; `None` where the browser has no source of chance.
pub(crate) fn random_bytes<const N: usize>() -> Option<[u8; N]> {
    let mut bytes = [0; N];
    window().crypto().ok()?.get_random_values_with_u8_array(&mut bytes).ok()?;
    Some(bytes)
}

/// Whether the device can hand an address to another of its programs.
pub(crate) fn can_share() -> bool {
    js_sys::Reflect::has(&window().navigator(), &"share".into()).unwrap_or_default()
}

/// Hands an address to another program of the device, which the user chooses.
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
