//! The headers of every answer that keep the app to itself.

use std::sync::LazyLock;

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;

/// What the page may load and do. Kept as a text of its own because the page states the same policy for hosts that send no
/// headers of ours; `cargo xtask web` puts it there.
static POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let directives: Vec<&str> = include_str!("../policy.txt").lines().collect();
    HeaderValue::from_str(&directives.join("; ")).expect("the policy is plain text")
});

/// Headers that never differ.
const FIXED: [(HeaderName, HeaderValue); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ),
];

/// Adds them to an answer.
pub(crate) async fn secure(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, POLICY.clone());
    headers.extend(FIXED);
    response
}
